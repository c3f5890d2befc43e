//! What a click and the wheel do.

use super::*;

#[test]
fn a_click_does_what_stands_there() {
    let mut app = with_mouse(free_play());
    click(&mut app, Target::Broker(C));
    assert_eq!(app.ui().broker, C);
    click(&mut app, Target::Key(Action::Kill));
    assert!(!session(&app).state().is_up(C));
    click(&mut app, Target::Step(0));
    assert!(session(&app).state().is_up(C));
    click(&mut app, Target::Step(1));
    assert_eq!(session(&app).position().by_hand, 1);
    click(&mut app, Target::Key(Action::Help));
    assert!(matches!(app.ui().overlay, Overlay::Help { .. }));
    click(&mut app, Target::Key(Action::Return));
    assert!(matches!(app.ui().overlay, Overlay::None));
    assert_eq!(session(&app).position().by_hand, 1);
}

#[test]
fn a_click_chooses_a_demo_and_a_second_one_opens_it() {
    let mut app = with_mouse(list());
    click(&mut app, Target::Demo(2));
    assert_eq!((app.ui().selected, app.session().is_some()), (2, false));
    click(&mut app, Target::Demo(2));
    assert!(app.session().is_some());
}

#[test]
fn a_click_stops_the_play_only_if_it_does_something() {
    let mut app = with_mouse(list());
    type_in(&mut app, "⏎ ");
    click(&mut app, Target::Broker(A));
    assert!(app.playing().is_some());
    click(&mut app, Target::Step(0));
    assert!(app.playing().is_none());
}

#[test]
fn what_is_being_typed_is_not_thrown_away_by_a_click() {
    let mut app = with_mouse(free_play());
    let at = place(&mut app, Target::Broker(C));
    type_in(&mut app, "b12");
    let down = MouseEventKind::Down(MouseButton::Left);
    assert_eq!(mouse(&mut app, down, at), Next::Rest);
    assert_eq!(mouse(&mut app, MouseEventKind::ScrollDown, at), Next::Rest);
    assert!(matches!(&app.ui().overlay, Overlay::Prompt { input, .. } if input.value() == "12"));
    assert_eq!(app.ui().broker, B);
}

#[test]
fn the_wheel_stops_at_the_ends_and_draws_nothing_there() {
    let mut app = with_mouse(free_play());
    type_in(&mut app, "b100⏎");
    let at = place(&mut app, Target::Broker(A));
    assert_eq!(mouse(&mut app, MouseEventKind::ScrollDown, at), Next::Rest);
    assert_eq!(mouse(&mut app, MouseEventKind::ScrollUp, at), Next::Draw);
    assert!(app.ui().offset_scroll > 0);
    for _ in 0..100 {
        mouse(&mut app, MouseEventKind::ScrollUp, at);
    }
    assert_eq!(mouse(&mut app, MouseEventKind::ScrollUp, at), Next::Rest);
    type_in(&mut app, "f");
    assert_eq!(app.ui().offset_scroll, 0);
}

#[test]
fn the_mouse_scrolls_the_diagram_and_goes_to_a_step_of_it() {
    let mut app = with_mouse(demo("10a"));
    type_in(&mut app, "GDp");
    let at = place(&mut app, Target::Step(10));
    assert_eq!(mouse(&mut app, MouseEventKind::ScrollUp, at), Next::Draw);
    draw(&mut app, 120, 40);
    assert_eq!(app.ui.diagram.scroll, -3);
    click(&mut app, Target::Step(8));
    assert_eq!((session(&app).position().step, app.ui.diagram.scroll), (8, 0));
    click(&mut app, Target::Broker(B));
    assert_eq!(app.ui.broker, B);
}

#[test]
fn a_mouse_that_only_moves_or_is_not_wanted_draws_nothing() {
    let mut app = with_mouse(free_play());
    let at = place(&mut app, Target::Broker(C));
    for kind in [
        MouseEventKind::Moved,
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Up(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
    ] {
        assert_eq!(mouse(&mut app, kind, at), Next::Rest);
    }
    type_in(&mut app, "M");
    assert!(said(&app).starts_with("mouse off"), "{}", said(&app));
    let down = MouseEventKind::Down(MouseButton::Left);
    assert_eq!(mouse(&mut app, down, at), Next::Rest);
    assert_eq!(app.ui().broker, B);
}
