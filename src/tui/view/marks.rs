//! Marks: `(a)`, `(b)`, … at the places on the screen that the formulas on it read.

use super::layout::Screen;
use super::scene::Scene;
use crate::engine::state::Role;
use crate::lang::{Mark, Place, changed};
use crate::tui::view::changes::Line;

/// The marks on the screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks(Vec<Mark>);

/// Signs that no sentence contains: the first of the private use area.
const PROBE: u32 = 0xE000;

impl Marks {
    /// Marks the places that these lines read, in the order in which they read them. Which places a
    /// sentence reads is known to its words alone; so every place that the screen shows is given a
    /// sign that cannot be in any text, and the sentences are searched for it.
    pub(super) fn of(scene: &Scene, screen: &Screen, lines: &[Line]) -> Marks {
        let places = shown_places(scene, screen);
        let probes = Marks(
            (PROBE..)
                .filter_map(char::from_u32)
                .zip(&places)
                .map(|(sign, place)| Mark { place: *place, sign })
                .collect(),
        );
        let cx = scene.context(&probes);
        let read: Vec<Vec<Place>> = lines
            .iter()
            .map(|line| {
                let text = line.sentence(scene, &cx).text;
                let place = |sign| probes.0.iter().find(|m| m.sign == sign).map(|m| m.place);
                text.chars().filter_map(place).collect()
            })
            .collect();
        let mut marks: Vec<Mark> = Vec::new();
        for (line, places) in lines.iter().zip(&read) {
            // A line's own number comes first, if it is read anywhere.
            let own = line
                .effects()
                .filter_map(changed)
                .filter(|p| read.iter().flatten().any(|r| r == p));
            for place in own.chain(places.iter().copied()) {
                let sign = (b'a'..=b'z').nth(marks.len()).map(char::from);
                if let (Some(sign), false) = (sign, marks.iter().any(|m| m.place == place)) {
                    marks.push(Mark { place, sign });
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
    pub(super) fn sign(&self, place: Place) -> Option<char> {
        self.0.iter().find(|m| m.place == place).map(|m| m.sign)
    }

    /// The mark of the place whose number a line is about.
    pub(super) fn of_line(&self, line: &Line) -> Option<char> {
        line.effects().find_map(|effect| self.sign(changed(effect)?))
    }
}

/// The places whose numbers the screen shows.
fn shown_places(scene: &Scene, screen: &Screen) -> Vec<Place> {
    let p = scene.partition;
    let mut places = Vec::new();
    for &(b, _) in &screen.brokers {
        places.extend([Place::Leo(b, p), Place::Hw(b, p), Place::HwFile(b, p)]);
        if screen.is_full(b) {
            places.extend([Place::Flushed(b, p), Place::Epochs(b, p)]);
        }
        match scene.replica(b).map(|r| &r.role) {
            Some(Role::Leader(leader)) if screen.is_full(b) => {
                places.extend(leader.remotes.iter().map(|(f, _)| Place::RemoteLeo {
                    leader: b,
                    follower: *f,
                    partition: p,
                }));
            }
            Some(Role::Follower(_)) if screen.is_full(b) => places.push(Place::Call(b, p)),
            _ => {}
        }
    }
    places.extend([Place::Isr(p), Place::MinIsr]);
    places
}
