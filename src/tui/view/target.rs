//! What stands where: kept by the canvas while it draws, so that a click can be understood without a
//! second copy of any coordinate.

use ratatui::layout::{Position, Rect};

use crate::engine::{BrokerId, PartitionId, Value};
use crate::timeline::{BranchId, NodeId};
use crate::tui::actions::Action;
use crate::tui::ui::Place;

/// What a click at some place is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The rows of a broker.
    Broker(BrokerId),
    /// A partition in the head.
    Partition(PartitionId),
    /// A step, in the event list or in the timeline.
    Step(NodeId),
    /// A record in a broker's log.
    Record(BrokerId, Value),
    /// A line of the tree of branches.
    Branch(BranchId),
    /// A key with what it does.
    Key(Action),
    /// A line of the list of demos.
    Demo(usize),
    /// A line of the list of releases.
    Release(usize),
    /// A line of the list of faults.
    Fault(usize),
    /// A cell of failure × release.
    Failure(Place),
}

/// Something that a wheel scrolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The logs, sideways.
    Logs,
    /// What changed.
    Changes,
    /// The steps before.
    History,
    /// The list of demos.
    Demos,
    /// What lies over the screen.
    Overlay,
    /// The rows of failure × release.
    Failures,
    /// The sequence diagram, which keeps its place by itself.
    Sequence,
}

/// Where everything is on a screen that has been drawn. What was drawn last lies on top.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    clicks: Vec<(Rect, Option<Target>)>,
    scrolls: Vec<(Rect, Option<(Panel, usize)>)>,
    sequence: Option<isize>,
}

impl Targets {
    /// What a click there is about.
    pub fn click(&self, at: Position) -> Option<Target> {
        topmost(&self.clicks, at)
    }

    /// What a wheel there scrolls, and how far that goes at most.
    pub fn scroll(&self, at: Position) -> Option<(Panel, usize)> {
        topmost(&self.scrolls, at)
    }

    /// How far a panel can be scrolled, if it is on the screen.
    pub fn last(&self, panel: Panel) -> Option<usize> {
        self.scrolls.iter().filter_map(|(_, s)| *s).find(|(p, _)| *p == panel).map(|(_, l)| l)
    }

    /// By how many rows the sequence diagram was scrolled as it was drawn, if it was.
    pub fn sequence(&self) -> Option<isize> {
        self.sequence
    }

    /// Everything that can be clicked, with its place, but for what is covered where it begins.
    pub fn clicks(&self) -> impl Iterator<Item = (Rect, Target)> {
        let all = self.clicks.iter().filter_map(|(area, target)| Some((*area, (*target)?)));
        all.filter(|(area, target)| self.click(area.as_position()) == Some(*target))
    }

    pub(super) fn add_click(&mut self, area: Rect, target: Target) {
        // What is drawn piece by piece is one place.
        if let Some((last, Some(same))) = self.clicks.last_mut()
            && *same == target
            && (last.right(), last.y, last.height) == (area.x, area.y, area.height)
        {
            last.width += area.width;
            return;
        }
        self.clicks.push((area, Some(target)));
    }

    pub(super) fn add_scroll(&mut self, area: Rect, panel: Panel, last: usize) {
        self.scrolls.push((area, Some((panel, last))));
    }

    pub(super) fn set_sequence(&mut self, area: Rect, scroll: isize) {
        self.add_scroll(area, Panel::Sequence, 0);
        self.sequence = Some(scroll);
    }

    /// Something lies over an area: what is below can't be reached there.
    pub(super) fn cover(&mut self, area: Rect) {
        self.clicks.push((area, None));
        self.scrolls.push((area, None));
    }
}

fn topmost<T: Copy>(all: &[(Rect, Option<T>)], at: Position) -> Option<T> {
    all.iter().rev().find(|(area, _)| area.contains(at)).and_then(|(_, what)| *what)
}
