//! The timeline, its branches, the palette and the files.

use std::fs;

use super::*;
use crate::command::Command;
use crate::engine::{BrokerSet, PartitionId};
use crate::replay::Against;
use crate::scenario::Scenario;
use crate::tui::palette::complete;
use crate::tui::ui::{PromptFor, Ui};

fn number(app: &App) -> usize {
    session(app).here().depth
}

/// Types a line into the palette.
fn command(app: &mut App, line: &str) {
    type_in(app, ":");
    type_in(app, line);
    press(app, KeyCode::Enter);
}

fn names(app: &App) -> Vec<String> {
    let tree = session(app).tree();
    tree.iter().map(|t| t.name.clone().unwrap_or(t.number.to_string())).collect()
}

#[test]
fn one_goes_to_marks_losses_and_changes_of_the_hw() {
    let mut app = demo("10b");
    type_in(&mut app, "}");
    assert_eq!(number(&app), 5, "the first step with a mark");
    type_in(&mut app, ")");
    assert_eq!(number(&app), 7, "the loss");
    type_in(&mut app, ")");
    assert_eq!((number(&app), said(&app)), (7, "there is none ahead"));
    type_in(&mut app, "{");
    assert_eq!(number(&app), 5);
    type_in(&mut app, "(");
    assert_eq!((number(&app), said(&app)), (5, "there is none before"));
    type_in(&mut app, "-");
    assert_eq!(number(&app), 4, "where the HW changed");
    type_in(&mut app, "g+");
    assert_eq!(number(&app), 1);
}

#[test]
fn one_goes_to_a_step_by_its_number() {
    let mut app = demo("10b");
    type_in(&mut app, "J4⏎");
    assert_eq!(number(&app), 4);
    type_in(&mut app, "J44⏎");
    assert_eq!((number(&app), said(&app)), (4, "no such step; which step? 0 to 9"));
    type_in(&mut app, "⎋");
    command(&mut app, "goto 2");
    assert_eq!(number(&app), 2);
    // By hand the way is another one.
    type_in(&mut app, "ssJ3⏎");
    assert!(session(&app).is_by_hand());
    assert_eq!(number(&app), 3);
}

#[test]
fn a_search_goes_on_with_n_and_back_with_capital_n_until_escape() {
    let mut app = demo("10b");
    type_in(&mut app, "/TRUNCAT⏎");
    assert_eq!(
        (number(&app), said(&app)),
        (0, "/TRUNCAT: none that way; n ahead, N back, Esc ends")
    );
    type_in(&mut app, "⎋");
    assert_eq!(said(&app), "");
    type_in(&mut app, "/kill⏎");
    assert_eq!(number(&app), 5);
    type_in(&mut app, "n");
    assert_eq!(number(&app), 7);
    type_in(&mut app, "N");
    assert_eq!(number(&app), 5);
    type_in(&mut app, "⎋n");
    assert_eq!(number(&app), 6, "n is the next step again");
    ctrl(&mut app, 'n');
    assert_eq!(number(&app), 7);
    ctrl(&mut app, 'p');
    assert_eq!(number(&app), 5);
}

#[test]
fn a_long_session_is_searched_a_part_at_a_time() {
    let mut app = free_play();
    let session = app.sessions[0].as_mut().expect("it is open");
    for _ in 0..2_500 {
        session.act(Command::NextDue).expect("time passes");
    }
    type_in(&mut app, "s");
    type_in(&mut app, "g/send m1⏎");
    assert_eq!((number(&app), said(&app)), (0, "/send m1: not in 2000 steps; again to go on"));
    type_in(&mut app, "n");
    assert_eq!(number(&app), 2_501);
    type_in(&mut app, "N");
    assert_eq!(said(&app), "/send m1: not in 2000 steps; again to go on");
    type_in(&mut app, "N");
    assert!(said(&app).starts_with("/send m1: none that way"));
}

#[test]
fn a_fetch_is_stepped_over_or_into() {
    let mut app = demo("10b");
    type_in(&mut app, "nn");
    let next = |app: &mut App| {
        type_in(app, "I");
        session(app).here().happened.len()
    };
    // The step is two whole fetches, six events.
    for _ in 0..5 {
        assert_eq!(next(&mut app), 1);
        assert!(session(&app).is_by_hand());
    }
    assert_eq!(next(&mut app), 6);
    assert_eq!((number(&app), session(&app).is_by_hand()), (3, false));
    assert_eq!(names(&app), ["0"], "that makes no branch");
    type_in(&mut app, "p");
    assert_eq!(number(&app), 2);
    type_in(&mut app, "n");
    assert_eq!((number(&app), session(&app).is_by_hand()), (3, false));
}

#[test]
fn branches_are_named_noted_gone_to_deleted_and_brought_back() {
    let mut app = demo("10b");
    type_in(&mut app, "ns~one⏎");
    assert_eq!(names(&app), ["0", "one"]);
    type_in(&mut app, "⎋\\");
    assert!(session(&app).is_by_hand());
    type_in(&mut app, "pt");
    assert_eq!(names(&app), ["0", "one", "2"]);
    // In the tree, the chosen line is meant: here the second branch.
    type_in(&mut app, "Bk;seen⏎~");
    ctrl(&mut app, 'u');
    type_in(&mut app, "uno⏎");
    assert!(matches!(app.ui.overlay, Overlay::Branches { chosen: 1 }));
    assert_eq!(names(&app), ["0", "uno", "2"]);
    assert_eq!(session(&app).tree()[1].note, "seen");
    type_in(&mut app, "⏎");
    assert_eq!(session(&app).branch(), session(&app).tree()[1].branch);
    type_in(&mut app, "B");
    press(&mut app, KeyCode::Delete);
    assert_eq!(names(&app), ["0", "1"]);
    assert_eq!(said(&app), "uno deleted; z brings it back");
    assert!(!session(&app).is_by_hand());
    type_in(&mut app, "z");
    assert_eq!(names(&app), ["0", "uno", "2"]);
    assert!(session(&app).is_by_hand());
    type_in(&mut app, "zzz");
    assert_eq!(names(&app), ["0", "one", "2"]);
    assert_eq!(session(&app).tree()[1].note, "");
    // The script can be chosen, and stays.
    type_in(&mut app, "g");
    press(&mut app, KeyCode::Delete);
    assert_eq!(said(&app), "this is the script, not a branch");
    type_in(&mut app, "⏎");
    assert!(!session(&app).is_by_hand());
    type_in(&mut app, "~");
    assert_eq!(said(&app), "this is the script, not a branch");
}

#[test]
fn undo_goes_back_to_where_one_was() {
    let mut app = demo("10b");
    type_in(&mut app, "ns)");
    assert_eq!(said(&app), "there is none ahead");
    type_in(&mut app, "⎋)");
    assert_eq!(number(&app), 7);
    type_in(&mut app, "z");
    assert_eq!(number(&app), 1);
    type_in(&mut app, "sz");
    assert_eq!((number(&app), said(&app)), (1, "undone"));
}

#[test]
fn the_palette_does_what_keys_do_and_takes_names_and_values() {
    let mut app = free_play();
    command(&mut app, "kill C");
    assert!(!session(&app).state().is_up(BrokerId(2)));
    command(&mut app, "KILL c");
    assert_eq!(said(&app), "C is down");
    command(&mut app, "advance 10s");
    assert_eq!(session(&app).here().clock, 10_000);
    command(&mut app, "set acks 0");
    command(&mut app, "send");
    command(&mut app, "burst 3");
    assert_eq!(session(&app).state().leo(BrokerId(0), PartitionId(0)), 4);
    command(&mut app, "set min.insync.replicas 2");
    assert_eq!(session(&app).state().topic.min_isr, 2);
    command(&mut app, "unclean on");
    assert!(session(&app).state().topic.unclean);
    command(&mut app, "power loss A B");
    assert_eq!(session(&app).state().up(), BrokerSet::EMPTY);
    command(&mut app, "start b");
    assert!(session(&app).state().is_up(BrokerId(1)));
    command(&mut app, "name the end");
    assert_eq!(names(&app), ["0", "the end"]);
    command(&mut app, "goto 0");
    assert_eq!(number(&app), 0);
}

#[test]
fn the_palette_takes_a_release_to_switch_to_and_what_to_compare_with() {
    let mut app = demo("10b");
    type_in(&mut app, "nn");
    command(&mut app, "release 2.5");
    assert_eq!((session(&app).setup().rules.release, number(&app)), ("2.5", 2));
    command(&mut app, "releases");
    assert!(matches!(app.ui.overlay, Overlay::Releases { .. }));
    type_in(&mut app, "⎋");
    for (typed, told) in [("3.9", "3.9"), ("acks=all", "acks=all"), ("branch", "branch")] {
        command(&mut app, &format!("compare {typed}"));
        let against = match app.ui.overlay {
            Overlay::Compare { against: Against::Variation(variation), .. } => {
                variation.to_string()
            }
            Overlay::Compare { against: Against::Branch, .. } => "branch".to_owned(),
            _ => "nothing".to_owned(),
        };
        assert_eq!(against, told);
        type_in(&mut app, "⎋");
    }
    for line in ["release 2.99", "compare colour=red"] {
        command(&mut app, line);
        assert_eq!(said(&app), "it does not take that; Tab shows what it takes");
        type_in(&mut app, "⎋");
    }
    assert!(complete("release 2.", app.session(), app.ui()).iter().any(|c| c.word == "2.5"));
}

#[test]
fn a_file_that_changes_under_another_release_goes_on_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, path) = on_file(&folder);
    type_in(&mut app, "nn^sf");
    let state = session(&app).state().clone();
    fs::write(&path, FILE.replace("A file", "Another")).expect("a file");
    app.reload();
    assert_eq!(session(&app).setup().rules.release, "0.11");
    assert_eq!(session(&app).scenario().elsewhere(), Some("0.10.2"));
    assert_eq!((session(&app).state(), number(&app)), (&state, 4));
    let saved = session(&app).saved().unwrap_or_else(|_| panic!("it is within bounds"));
    assert!(saved.contains("release: \"0.11\""), "{saved}");
}

#[test]
fn what_makes_no_sense_stays_in_the_palette_and_says_why() {
    let mut app = free_play();
    for (line, says) in [
        ("explode", "no such action; Tab completes"),
        ("kill Z", "it does not take that; Tab shows what it takes"),
        ("kill A B", "it does not take that; Tab shows what it takes"),
        ("quit now", "it does not take that; Tab shows what it takes"),
        ("set acks maybe", "it does not take that; Tab shows what it takes"),
        ("set colour red", "no such action; Tab completes"),
        ("min_isr 300", "it does not take that; Tab shows what it takes"),
    ] {
        command(&mut app, line);
        assert_eq!(said(&app), says, "{line}");
        assert!(matches!(&app.ui.overlay, Overlay::Palette(p) if p.input.value() == line));
        type_in(&mut app, "⎋");
    }
    command(&mut app, "advance soon");
    assert!(matches!(app.ui.overlay, Overlay::Prompt { what: PromptFor::Advance, .. }));
    assert_eq!(session(&app).position().by_hand, 0);
}

#[test]
fn the_palette_completes_and_recalls() {
    let mut app = free_play();
    let line = |app: &App| match &app.ui.overlay {
        Overlay::Palette(palette) => palette.input.value().to_owned(),
        other => panic!("{other:?}"),
    };
    type_in(&mut app, ":wip⇥");
    assert_eq!(line(&app), "wipe ");
    type_in(&mut app, "⇥⇥");
    assert_eq!(line(&app), "wipe B");
    press(&mut app, KeyCode::BackTab);
    assert_eq!(line(&app), "wipe A");
    press(&mut app, KeyCode::Enter);
    assert_eq!(said(&app), "A is up");
    // What has only one completion is that.
    command(&mut app, "lag");
    assert_eq!(said(&app), "no such action; Tab completes");
    type_in(&mut app, "⎋");
    command(&mut app, "checkp");
    type_in(&mut app, ":");
    press(&mut app, KeyCode::Up);
    assert_eq!(line(&app), "checkp");
    press(&mut app, KeyCode::Up);
    press(&mut app, KeyCode::Up);
    assert_eq!(line(&app), "wipe A", "no further than the first");
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Down);
    assert_eq!(line(&app), "");
    press(&mut app, KeyCode::Backspace);
    assert!(matches!(app.ui.overlay, Overlay::None));
}

#[test]
fn every_action_can_be_completed_and_understood() {
    let app = free_play();
    for spec in actions::TABLE {
        let id = spec.action.id();
        for line in [id.clone(), id.replace('_', " "), id.replace('_', "-")] {
            let request = crate::tui::palette::parse(&line, app.session(), app.ui());
            let request = request.unwrap_or_else(|_| panic!("{line}"));
            assert_eq!(request.deed, crate::tui::palette::Deed::Action(spec.action));
        }
        let candidates = complete(&id, app.session(), app.ui());
        assert!(candidates.iter().any(|candidate| candidate.line == id), "{id}");
    }
}

#[test]
fn the_palette_works_in_the_list_as_far_as_there_is_something_to_do() {
    let mut app = list();
    command(&mut app, "kill B");
    assert_eq!(said(&app), "it does not take that; Tab shows what it takes");
    type_in(&mut app, "⎋");
    command(&mut app, "kill");
    assert!(said(&app).starts_with("open a demo first"));
    command(&mut app, "help");
    assert!(matches!(app.ui.overlay, Overlay::Help { .. }));
}

#[test]
fn no_line_however_odd_does_harm() {
    let mut app = free_play();
    for line in [
        ":",
        "::",
        "set",
        "set ",
        "goto -1",
        "goto 99999999999999999999",
        "burst 0",
        "  ",
        "İ",
        "kill İ",
        "水 水",
        "/",
        "search",
        "save",
        "name 水水水水水水水水水水水水",
        "é kill",
        "set acks İ",
    ] {
        type_in(&mut app, ":");
        for c in line.chars() {
            press(&mut app, KeyCode::Char(c));
            press(&mut app, KeyCode::Tab);
            draw(&mut app, 80, 24);
        }
        press(&mut app, KeyCode::Enter);
        draw(&mut app, 60, 18);
        type_in(&mut app, "⎋⎋⎋");
    }
    assert_eq!(session(&app).position().by_hand, 0);
}

#[test]
fn a_session_is_saved_and_never_over_a_file_without_asking() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.ron");
    let line = |path: &std::path::Path| format!("save {}", path.display());
    let mut app = demo("10b");
    type_in(&mut app, "ns~one⏎⎋tz");
    command(&mut app, &line(&folder.path().join("mine")));
    assert_eq!(said(&app), format!("saved: {}", path.display()));
    let saved = Scenario::load(&path).expect("it is good");
    assert_eq!(saved.branches.len(), 2);
    assert_eq!(saved.branches[0].name, "one");

    fs::write(&path, "precious").expect("a file");
    command(&mut app, &line(&path));
    let asks =
        |app: &App| matches!(&app.ui.overlay, Overlay::Prompt { what: PromptFor::Replace(_), .. });
    assert!(asks(&app));
    type_in(&mut app, "n⏎");
    // Another name may be given.
    assert!(matches!(&app.ui.overlay, Overlay::Prompt { what: PromptFor::Save(_), .. }));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "precious");
    type_in(&mut app, "⏎⎋");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), "precious");
    type_in(&mut app, "⏎y⏎");
    assert_eq!(said(&app), format!("saved: {}", path.display()));
    assert!(Scenario::load(&path).is_ok());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left over");
}

#[test]
fn a_branch_is_saved_alone_or_each_in_its_own_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let mut app = demo("10b");
    command(&mut app, &format!("save each {}", at("all").display()));
    assert_eq!(said(&app), "there is no branch to save");
    type_in(&mut app, "ns~one⏎⎋t");
    command(&mut app, &format!("save branch {}", at("this.ron").display()));
    let this = Scenario::load(at("this.ron")).expect("it is good");
    assert_eq!(this.steps.len(), 2);
    assert!(this.steps[0].say.is_some() && this.steps[1].say.is_none());
    command(&mut app, &format!("save each {}", at("all").display()));
    for name in ["all-one.ron", "all-branch-2.ron"] {
        assert_eq!(Scenario::load(at(name)).expect("it is good").steps.len(), 2, "{name}");
    }
    command(&mut app, &format!("save {}/no/such/folder", folder.path().display()));
    assert!(said(&app).starts_with("not saved: "), "{}", said(&app));
    assert!(matches!(app.ui.overlay, Overlay::Prompt { .. }), "the name can be mended");
}

#[test]
fn what_is_beyond_a_file_says_so_instead_of_being_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = free_play();
    let session = app.sessions[0].as_mut().expect("it is open");
    for _ in 0..2_001 {
        session.act(Command::NextDue).expect("time passes");
    }
    command(&mut app, &format!("save {}/long", folder.path().display()));
    let Overlay::Message(text) = &app.ui.overlay else { panic!("{:?}", app.ui.overlay) };
    assert!(text.starts_with("not saved: ") && text.contains("2000"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_copy_is_the_same_text_once() {
    let mut app = free_play();
    type_in(&mut app, "s");
    ctrl(&mut app, 'y');
    let text = app.take_clipboard().expect("it was copied");
    assert_eq!(Some(text.clone()), session(&app).saved().ok());
    assert!(said(&app).starts_with(&format!("{} characters", text.chars().count())));
    assert_eq!(app.take_clipboard(), None);
}

const FILE: &str = r#"(
    title: "A file", release: "0.10.2", brokers: ["A", "B"],
    steps: [(do: [Send("m1")]), (do: [Fetch("B")]), (do: [Fetch("B")])],
)"#;

fn on_file(folder: &tempfile::TempDir) -> (App, std::path::PathBuf) {
    let path = folder.path().join("file.ron");
    fs::write(&path, FILE).expect("a file");
    let app = App::file(&path, None, ui()).unwrap_or_else(|_| panic!("it is good"));
    (app, path)
}

#[test]
fn a_file_that_changes_is_read_again_at_the_same_step_with_what_was_done_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, path) = on_file(&folder);
    assert_eq!(app.reload(), Next::Rest, "nothing has changed");
    type_in(&mut app, "nn2x~mine⏎p");
    // Another value comes first: numbers change, names do not.
    let new = FILE.replace("[Send(\"m1\")]", "[Send(\"x\"), Send(\"m1\")], say: \"new\"");
    fs::write(&path, new).expect("a file");
    assert_eq!(app.reload(), Next::Draw);
    assert_eq!(said(&app), "the file has changed: read again");
    assert_eq!(number(&app), 2);
    assert_eq!(names(&app), ["0", "mine"]);
    type_in(&mut app, "sB⏎");
    assert!(session(&app).is_by_hand());

    // A shorter script: as far as there is one.
    type_in(&mut app, "⎋G");
    fs::write(
        &path,
        r#"(title: "A file", release: "0.10.2", brokers: ["A"], steps: [(do: [Send("m1")])])"#,
    )
    .expect("a file");
    assert_eq!(app.reload(), Next::Draw);
    assert_eq!(number(&app), 1);
    draw(&mut app, 80, 24);
}

#[test]
fn a_file_with_faults_is_told_and_the_old_one_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut app, path) = on_file(&folder);
    type_in(&mut app, "n");
    fs::write(&path, FILE.replace("Fetch", "Fetsch")).expect("a file");
    assert_eq!(app.reload(), Next::Draw);
    let Overlay::Message(text) = &app.ui.overlay else { panic!("{:?}", app.ui.overlay) };
    assert!(text.contains("Fetsch") && text.contains("goes on"), "{text}");
    assert_eq!(number(&app), 1);
    // A whole report, once it is good again, has no more to say.
    fs::write(&path, FILE).expect("a file");
    assert_eq!(app.reload(), Next::Draw);
    assert!(matches!(app.ui.overlay, Overlay::None));
    fs::remove_file(&path).expect("it was there");
    assert_eq!(app.reload(), Next::Draw);
    assert!(matches!(app.ui.overlay, Overlay::Message(_)));
    // What is being typed stays.
    type_in(&mut app, "⎋Tab");
    fs::write(&path, "(").expect("a file");
    let typing = matches!(app.ui.overlay, Overlay::Prompt { .. });
    assert_eq!(app.reload(), Next::Draw);
    assert!(typing && matches!(app.ui.overlay, Overlay::Prompt { .. }));
}

#[test]
fn a_click_on_a_record_says_what_has_become_of_it_and_on_a_branch_goes_there() {
    use crate::engine::Value;
    use crate::tui::view::Target;
    let mut app = with_mouse(free_play());
    type_in(&mut app, "s");
    click(&mut app, Target::Record(BrokerId(0), Value(0)));
    assert_eq!(app.ui.broker, BrokerId(0));
    assert!(said(&app).starts_with("m1: "), "{}", said(&app));
    type_in(&mut app, "pt");
    type_in(&mut app, "B");
    let branch = session(&app).tree()[1].branch;
    click(&mut app, Target::Branch(branch));
    assert!(matches!(app.ui.overlay, Overlay::Branches { chosen: 1 }));
    click(&mut app, Target::Branch(branch));
    assert!(matches!(app.ui.overlay, Overlay::None));
    assert_eq!(session(&app).branch(), branch);
}

#[test]
fn while_the_script_asks_a_record_tells_nothing() {
    use crate::engine::Value;
    use crate::tui::view::Target;
    let mut app = with_mouse(demo("10b"));
    type_in(&mut app, "J5⏎");
    assert!(session(&app).masked().is_some());
    click(&mut app, Target::Record(BrokerId(0), Value(0)));
    assert!(!said(&app).contains("m1"), "{}", said(&app));
}

#[test]
fn branches_of_a_file_are_there_when_it_is_opened() {
    let source = r#"(
        title: "t", release: "0.11", brokers: ["A", "B"], steps: [(do: [Send("m1")])],
        branches: [(name: "left", from: 1, steps: [(do: [Kill("B")]), (do: [Start("B"), Send("y")])]),
                   (name: "right", of: "left", from: 1, steps: [(do: [Send("z")])])],
    )"#;
    let scenario = Scenario::parse("t", source).unwrap_or_else(|_| panic!("it is good"));
    let mut app = App::scenario(scenario, Ui { ..ui() });
    assert_eq!(names(&app), ["0", "left", "right"]);
    assert_eq!(number(&app), 0);
    type_in(&mut app, "G");
    assert_eq!((number(&app), session(&app).is_by_hand()), (1, false), "the script is the way on");
    type_in(&mut app, "BG⏎");
    assert_eq!((number(&app), session(&app).is_by_hand()), (3, true));
}
