//! Marks: `(a)`, `(b)`, … at the places on the screen that the formulas on it read.

use super::layout::Screen;
use super::scene::Scene;
use crate::engine::state::{Answer, Ask, Call, Role, Stage};
use crate::engine::{Cluster, Offset};
use crate::lang::{Mark, Place, changed};
use crate::tui::view::changes::Line;

/// The marks on the screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks(Vec<Mark>);

/// Signs that no sentence contains: the first of the private use area.
const PROBE: u32 = 0xE000;

impl Marks {
    /// Marks the numbers that these lines read, in the order in which they read them. Which ones a
    /// sentence reads is known to its words alone; so every number that the screen shows is given a
    /// sign that cannot be in any text, and the sentences are searched for it. A place has one mark:
    /// at the present number if that is read, else at the old one.
    pub(super) fn of(scene: &Scene, screen: &Screen, lines: &[Line]) -> Marks {
        let probes: Vec<Mark> = (PROBE..)
            .filter_map(char::from_u32)
            .zip(shown(scene, screen))
            .map(|(sign, mark)| Mark { sign, ..mark })
            .collect();
        let probes = Marks(probes);
        let cx = scene.context(&probes);
        let read: Vec<Vec<Mark>> = lines
            .iter()
            .map(|line| {
                let text = line.sentence(scene, &cx).text;
                text.chars()
                    .filter_map(|c| probes.0.iter().find(|m| m.sign == c).copied())
                    .collect()
            })
            .collect();
        let read_at = |place| {
            let mut here = read.iter().flatten().filter(|mark| mark.place == place);
            let any = here.clone().next();
            here.find(|mark| !mark.is_old).or(any).copied()
        };
        let mut marks: Vec<Mark> = Vec::new();
        for (line, read) in lines.iter().zip(&read) {
            // A line's own number comes first, if it is read anywhere.
            let own = line.effects().filter_map(changed);
            for place in own.chain(read.iter().map(|mark| mark.place)) {
                let sign = (b'a'..=b'z').nth(marks.len()).map(char::from);
                if let (Some(mark), Some(sign), None) =
                    (read_at(place), sign, marks.iter().find(|m| m.place == place))
                {
                    marks.push(Mark { sign, ..mark });
                }
            }
        }
        Marks(marks)
    }

    /// For [`crate::lang::Context`].
    pub(super) fn list(&self) -> &[Mark] {
        &self.0
    }

    /// The mark of a place.
    pub(super) fn mark(&self, place: Place) -> Option<Mark> {
        self.0.iter().find(|m| m.place == place).copied()
    }

    /// The sign of a place.
    pub(super) fn sign(&self, place: Place) -> Option<char> {
        self.mark(place).map(|m| m.sign)
    }

    /// The mark of the place whose number a line is about.
    pub(super) fn of_line(&self, line: &Line) -> Option<char> {
        line.effects().find_map(|effect| self.sign(changed(effect)?))
    }
}

/// The numbers that the screen shows: of each place the present one, and the old one where the step
/// has changed it.
fn shown(scene: &Scene, screen: &Screen) -> Vec<Mark> {
    let mut shown = Vec::new();
    for place in shown_places(scene, screen) {
        let Some(now) = number(scene, scene.state, place) else { continue };
        let old = scene.before.and_then(|before| number(scene, before, place));
        let mark = |number, is_old| Mark { place, number, is_old, sign: ' ' };
        shown.push(mark(now, false));
        shown.extend(old.filter(|old| *old != now).map(|number| mark(number, true)));
    }
    shown
}

/// The number at a place; its inner part is `None` where it is shown as unknown.
fn number(scene: &Scene, cluster: &Cluster, place: Place) -> Option<Option<Offset>> {
    let known = match place {
        Place::Leo(b, p) => cluster.disk(b, p)?.log.end(),
        Place::Hw(b, p) => cluster.replica(b, p)?.hw,
        Place::RemoteLeo { leader, follower, partition } => {
            return Some(cluster.leader(leader, partition)?.remote(follower)?.leo);
        }
        // What is on the wire is shown as it is now.
        Place::Request(b, _) => match scene.call(b)? {
            Call {
                ask: Ask::Fetch { offset, .. }, stage: Stage::Sent | Stage::Parked(_), ..
            } => *offset,
            _ => return None,
        },
        Place::Reply(b, _) => match scene.call(b) {
            Some(Call { stage: Stage::Replied(Answer::Records { hw, .. }), .. }) => *hw,
            Some(_) => return None,
            None => match scene.arrived(b)? {
                (_, Answer::Records { hw, .. }, _) => hw,
                _ => return None,
            },
        },
        // No formula reads these by their place.
        Place::HwFile(..)
        | Place::Flushed(..)
        | Place::Epochs(..)
        | Place::Isr(_)
        | Place::MinIsr => return None,
    };
    Some(Some(known))
}

/// The places whose numbers the screen shows.
fn shown_places(scene: &Scene, screen: &Screen) -> Vec<Place> {
    let p = scene.partition;
    let mut places = Vec::new();
    for &(b, _) in &screen.brokers {
        if !scene.hides_log(b) {
            places.push(Place::Leo(b, p));
        }
        if !scene.hides_hw(b) {
            places.push(Place::Hw(b, p));
        }
        match scene.replica(b).map(|r| &r.role) {
            Some(Role::Leader(leader)) if screen.is_full(b) => {
                let of = |follower| Place::RemoteLeo { leader: b, follower, partition: p };
                places.extend(leader.remotes.iter().map(|(f, _)| of(*f)));
            }
            Some(Role::Follower(_)) if screen.is_full(b) => {
                places.extend([Place::Request(b, p), Place::Reply(b, p)]);
            }
            _ => {}
        }
    }
    places
}
