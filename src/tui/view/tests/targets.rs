//! Where things are: what a click or the wheel finds is what stands there.

use ratatui::layout::{Position, Rect};

use super::*;
use crate::tui::actions::Action;
use crate::tui::ui::Overlay;
use crate::tui::view::{Panel, Target, Targets};
use crate::tui::wording;

/// A screen with where everything is on it.
fn shown(session: &Session, ui: &Ui, width: u16, height: u16) -> (Buffer, Targets) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a buffer");
    let mut targets = Targets::default();
    terminal.draw(|frame| targets = super::super::show(frame, session, ui)).expect("drawn");
    (terminal.backend().buffer().clone(), targets)
}

/// What stands in an area.
fn read(buffer: &Buffer, area: Rect) -> String {
    let mut part = Buffer::empty(area);
    for at in area.positions() {
        if let (Some(to), Some(from)) = (part.cell_mut(at), buffer.cell(at)) {
            *to = from.clone();
        }
    }
    text(&part).trim().to_owned()
}

/// Where a text begins.
fn find(buffer: &Buffer, wanted: &str) -> Position {
    let shown = text(buffer);
    let lines = (0..).zip(shown.lines());
    let found = lines.filter_map(|(y, line)| Some((y, line.find(wanted)?, line))).next();
    let (y, at, line) = found.unwrap_or_else(|| panic!("no {wanted} in\n{shown}"));
    Position { x: super::super::text::width(&line[..at]), y }
}

#[test]
fn every_row_of_a_broker_is_the_broker_and_scrolls_the_logs() {
    let (buffer, targets) = shown(&demo("10b", 4), &ui(), 80, 24);
    for (label, broker) in [("A follower", A), ("B leader", BrokerId(1)), ("C follower", C)] {
        let at = find(&buffer, label);
        for below in 0..3 {
            for x in [0, at.x, 50, 79] {
                let at = Position { x, y: at.y + below };
                assert_eq!(targets.click(at), Some(Target::Broker(broker)), "{label} {at}");
                assert_eq!(targets.scroll(at).map(|s| s.0), Some(Panel::Logs));
            }
        }
    }
}

#[test]
fn keys_and_partitions_and_steps_are_where_their_words_are() {
    let mut session = demo("01", 9);
    session.act(Command::NextDue).expect("time passes");
    for (width, height) in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        let (buffer, targets) = shown(&session, &ui(), width, height);
        for (area, target) in targets.clicks() {
            let word = read(&buffer, area);
            match target {
                Target::Key(action) => {
                    let key = action.spec().keys[0].to_string();
                    let name = wording::name(action, Lang::En);
                    let is_named = word.starts_with(&key) && word.ends_with(name);
                    assert!(is_named, "{word} for {action:?}");
                }
                Target::Partition(partition) => {
                    assert!(word.contains(&partition.0.to_string()), "{word}");
                }
                Target::Step(id) if area.height == 1 => {
                    let depth = session.timeline().node(id).map_or(0, |node| node.depth);
                    let named = word.contains(&depth.to_string()) || word.contains("+1");
                    assert!(named, "{word} for step {depth}");
                }
                _ => {}
            }
        }
        let found = |wanted: Target| targets.clicks().any(|(_, target)| target == wanted);
        assert!(found(Target::Key(Action::Help)));
        assert!(found(Target::Partition(PartitionId(2))));
        assert!(height < 30 || found(Target::Step(3)), "{width}x{height}");
    }
}

#[test]
fn a_step_of_the_event_list_is_one_target_with_all_its_lines() {
    let session = demo("10b", 4);
    let (buffer, targets) = shown(&session, &ui(), 200, 60);
    let at = find(&buffer, "A appends m2 at offset 1");
    assert_eq!(targets.click(at), Some(Target::Step(3)));
    let at = find(&buffer, "  2  p1 sends m2");
    assert_eq!(targets.click(at), Some(Target::Step(2)));
    assert_eq!(targets.scroll(at).map(|s| s.0), Some(Panel::History));
}

#[test]
fn nothing_below_a_text_that_lies_over_the_screen_can_be_reached() {
    let session = demo("10b", 4);
    let help = Ui { overlay: Overlay::Help { scroll: 0 }, ..ui() };
    let (buffer, targets) = shown(&session, &help, 80, 24);
    for at in buffer.area.positions() {
        let click = targets.click(at);
        let keys = [Action::Return, Action::ScrollDown].map(|a| Some(Target::Key(a)));
        assert!(click.is_none() || keys.contains(&click), "{click:?} at {at}");
        assert_eq!(targets.scroll(at).map(|s| s.0), Some(Panel::Overlay));
    }
    assert_eq!(targets.click(find(&buffer, "Esc return")), Some(Target::Key(Action::Return)));
}

#[test]
fn a_message_covers_the_keys_that_it_stands_on() {
    let ui = Ui { message: Some("no".into()), ..ui() };
    let (buffer, targets) = shown(&demo("10b", 4), &ui, 80, 24);
    let last = buffer.area.bottom() - 1;
    assert!((0..80).all(|x| targets.click(Position { x, y: last }).is_none()));
}

#[test]
fn a_line_of_the_list_is_the_demo_that_stands_there() {
    let demos = crate::demos::all();
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a buffer");
    let mut targets = Targets::default();
    let ui = Ui { selected: 3, ..ui() };
    terminal.draw(|frame| targets = super::super::show_list(frame, &demos, &ui)).expect("drawn");
    let buffer = terminal.backend().buffer();
    let mut lines = 0;
    for (area, target) in targets.clicks() {
        let Target::Demo(line) = target else { continue };
        let title = demos[line].scenario.title.en();
        let begins: String = title.chars().take(20).collect();
        assert!(read(buffer, area).contains(&begins), "{title}");
        lines += 1;
    }
    assert!(lines > 10, "{lines}");
}

#[test]
fn no_target_hangs_over_the_edge_of_any_screen() {
    let session = demo("01", 9);
    for (width, height) in [(60, 18), (61, 19), (97, 23), (200, 20), (60, 80), (200, 60)] {
        let (buffer, targets) = shown(&session, &ui(), width, height);
        for (area, target) in targets.clicks() {
            assert_eq!(area.intersection(buffer.area), area, "{target:?}");
        }
    }
}
