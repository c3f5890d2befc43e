//! The mouse: a click does what a key would do with what stands there, the wheel scrolls what is
//! under it.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::actions::Action;
use super::app::{App, Next};
use super::ui::Overlay;
use super::view::{Panel, Target};

/// How far one notch of the wheel scrolls lines of text.
const LINES: usize = 3;
/// And the sequence diagram.
const WHEEL: isize = 3;

impl App {
    /// What the mouse reports. Moves and releases mean nothing, and cost nothing.
    pub(super) fn mouse(&mut self, event: &MouseEvent) -> Next {
        if !self.ui.mouse {
            return Next::Rest;
        }
        let at = Position { x: event.column, y: event.row };
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(at),
            MouseEventKind::ScrollUp | MouseEventKind::ScrollLeft => self.wheel(at, false),
            MouseEventKind::ScrollDown | MouseEventKind::ScrollRight => self.wheel(at, true),
            _ => Next::Rest,
        }
    }

    fn click(&mut self, at: Position) -> Next {
        match self.ui.overlay {
            // What is being typed is not thrown away by a click beside it.
            Overlay::Prompt { .. } | Overlay::Palette(_) => return Next::Rest,
            Overlay::Message(_) => return self.close_overlay(),
            Overlay::None
            | Overlay::Help { .. }
            | Overlay::Terms { .. }
            | Overlay::Settings { .. }
            | Overlay::Why { .. }
            | Overlay::Ledger { .. }
            | Overlay::Due { .. }
            | Overlay::Branches { .. }
            | Overlay::Releases { .. }
            | Overlay::Faults { .. }
            | Overlay::Failures { .. }
            | Overlay::Compare { .. } => {}
        }
        let Some(target) = self.targets.click(at) else { return Next::Rest };
        match target {
            Target::Key(action) => match self.ui.overlay {
                Overlay::Releases { .. } => self.key_among_releases(None, Some(action)),
                Overlay::Faults { .. } => self.key_among_faults(None, Some(action)),
                Overlay::Failures { .. } => self.key_among_failures(None, Some(action)),
                Overlay::Compare { .. } => self.key_in_comparison(None, Some(action)),
                Overlay::Help { .. }
                | Overlay::Terms { .. }
                | Overlay::Settings { .. }
                | Overlay::Why { .. }
                | Overlay::Ledger { .. }
                | Overlay::Due { .. } => self.key_on_page(None, Some(action)),
                Overlay::Branches { .. } => self.key_in_tree(None, Some(action)),
                Overlay::None
                | Overlay::Palette(_)
                | Overlay::Prompt { .. }
                | Overlay::Message(_) => self.perform(action, 0),
            },
            Target::Record(broker, value) => {
                self.ui.broker = broker;
                self.tell_of(value);
                Next::Draw
            }
            Target::Branch(branch) => self.point_at_branch(branch),
            Target::Broker(broker) => {
                self.ui.broker = broker;
                self.ui.message = None;
                Next::Draw
            }
            Target::Partition(partition) => {
                self.ui.partition = partition;
                self.ui.message = None;
                Next::Draw
            }
            Target::Step(id) => self.go(id),
            Target::Release(line) => self.choose_release(line),
            Target::Fault(line) => self.choose_fault(line),
            Target::Failure(place) => self.choose_failure(place),
            Target::Demo(line) if line == self.ui.selected => self.perform(Action::Next, 0),
            Target::Demo(line) => {
                self.ui.selected = line;
                self.ui.message = None;
                Next::Draw
            }
        }
    }

    fn wheel(&mut self, at: Position, down: bool) -> Next {
        let Some((panel, last)) = self.targets.scroll(at) else { return Next::Rest };
        if let Overlay::Branches { .. } = self.ui.overlay {
            let way = if down { Action::NextBroker } else { Action::PreviousBroker };
            return self.key_in_tree(None, Some(way));
        }
        if matches!(self.ui.overlay, Overlay::Prompt { .. } | Overlay::Palette(_)) {
            return Next::Rest;
        }
        let (now, by, down) = match panel {
            Panel::Demos => (&mut self.ui.selected, 1, down),
            Panel::Changes => (&mut self.ui.log_scroll, 1, down),
            // These two are scrolled back from their end.
            Panel::History => (&mut self.ui.history_scroll, 1, !down),
            Panel::Logs => (&mut self.ui.offset_scroll, LINES, !down),
            Panel::Sequence => return self.scroll_diagram(if down { WHEEL } else { -WHEEL }),
            Panel::Failures => match &mut self.ui.overlay {
                Overlay::Failures { at, .. } => (&mut at.row, 1, down),
                _ => return Next::Rest,
            },
            Panel::Overlay => match self.ui.overlay.scroll() {
                Some(scroll) => (scroll, LINES, down),
                None => return Next::Rest,
            },
        };
        let from = (*now).min(last);
        let to = if down { (from + by).min(last) } else { from.saturating_sub(by) };
        *now = to;
        if from == to { Next::Rest } else { Next::Draw }
    }
}
