//! What a click and the wheel do, and what is asked of the terminal for it.

use std::thread;
use std::time::Duration;

use replicascope::demos;

use crate::pty::*;

#[test]
fn a_click_chooses_a_broker_does_a_key_and_goes_to_a_step() {
    let mut pty = Pty::in_the_scenario();
    pty.resize(120, 40);
    pty.press("n");
    pty.wait_for("step 1/8");
    pty.click("B leader");
    pty.wait_for("▸B leader");
    pty.click("n next");
    pty.wait_for("step 2/8");
    pty.click("x kill");
    pty.wait_for("B down");
    pty.wait_for("by hand +1");
    pty.click("0  start");
    pty.wait_for("step 0/8");
    // In the timeline, the step by hand.
    pty.click("+1");
    pty.wait_for("by hand +1");
    pty.click("Esc return");
    pty.wait_for("step 2/8");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_click_chooses_a_line_of_the_list_and_a_second_one_opens_it() {
    let mut pty = Pty::at_the_list();
    let second = demos::all()[1].scenario.title.en().clone();
    pty.click(&second);
    let chosen = format!("▸ 02   {second}");
    pty.wait_for(&chosen);
    pty.click(&second);
    pty.wait_for("step 0/");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_click_chooses_a_partition() {
    let mut pty = Pty::run(replicascope(&["01"]));
    pty.wait_for("step 0/");
    pty.click("▫1");
    pty.wait_for("▪1");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let mut pty = Pty::at_the_list();
    pty.wheel(true, &first_demo());
    pty.wait_for("▸ 02");
    pty.press("?");
    pty.wait_for("1-22/");
    pty.wheel(true, "Script");
    pty.wait_for("4-25/");
    pty.wheel(false, "PgDn");
    pty.wait_for("1-22/");
    pty.press("q");
    pty.wait_until_gone("1-22/");
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_mouse_that_moves_and_other_buttons_draw_nothing() {
    let mut pty = Pty::in_the_scenario();
    let bytes = pty.settle();
    for x in 0..60 {
        // A terminal that reports moves although nobody has asked for them.
        pty.press(&format!("\x1b[<{};{};5M", MOVED + 3, x + 1));
        pty.press(&format!("\x1b[<{};{};5M", MOVED + LEFT, x + 1));
    }
    pty.mouse(RIGHT, 10, 5);
    thread::sleep(Duration::from_millis(300));
    assert_eq!(pty.bytes(), bytes);
    pty.press("n");
    pty.wait_for("step 1/8");
    // Only presses and the wheel are asked for.
    assert!(pty.has_arrived(b"\x1b[?1000h") && pty.has_arrived(b"\x1b[?1006h"));
    assert!(!pty.has_arrived(b"\x1b[?1002h") && !pty.has_arrived(b"\x1b[?1003h"));
}

#[test]
fn a_key_gives_the_mouse_to_the_terminal_and_takes_it_back() {
    let mut pty = Pty::in_the_scenario();
    assert!(pty.takes_the_mouse());
    pty.press("M");
    pty.wait_for("mouse off");
    pty.wait("the mouse to go", |screen| !has_mouse(screen));
    pty.press("M");
    pty.wait("the mouse to come", has_mouse);
    pty.press("q");
    assert!(pty.end().success());
}

#[test]
fn a_flag_leaves_the_mouse_to_the_terminal() {
    let mut pty = Pty::run(replicascope(&["--no-mouse", SCENARIO]));
    pty.wait_for("step 0/8");
    pty.press("n");
    pty.wait_for("step 1/8");
    assert!(!pty.takes_the_mouse());
    pty.press("q");
    assert!(pty.end().success());
    // Not even to turn it off: whoever had it before may still want it.
    assert!(!pty.has_arrived(b"\x1b[?1000"));
}
