//! Which part of the screen belongs to which panel: one pure function of the screen's size and of
//! how much there is to show.

use ratatui::layout::Rect;

use crate::engine::BrokerId;

/// Below this many columns there is no room for a log between its labels and its numbers.
pub const MIN_COLUMNS: u16 = 60;
/// Below this many rows three brokers with what changed do not fit.
pub const MIN_ROWS: u16 = 18;

/// On a wider screen, what belongs together in a row stands within so many columns.
pub(super) const USUAL_COLUMNS: u16 = 120;

/// Rows of a replica that is shown in full.
const FULL: u16 = 3;
/// From this many rows on, the keys take two.
const TWO_KEY_ROWS: u16 = 30;
/// Rows for what changed, its rule included: as few as that, where brokers need the others.
const LEAST_CHANGES: u16 = 4;
/// The same from 80×24 on: a fetch with all its phases fits.
const GOOD_CHANGES: u16 = 6;
/// The same where the history begins: it does not move up and down with every step.
const AMPLE_CHANGES: u16 = 10;
/// Most lines of narration; those beyond [`USUALLY_SAID`] are taken from what changed.
const MOST_SAID: u16 = 4;
const USUALLY_SAID: u16 = 2;
/// Brokers that are in full before the timeline takes a row.
const FULL_BEFORE_STRIP: u16 = 3;
/// A history of fewer rows is not worth its heading.
const MIN_HISTORY: u16 = 4;

/// What has to fit.
#[derive(Clone, Debug)]
pub(super) struct Wanted<'a> {
    /// The brokers, in the order of their rows.
    pub brokers: &'a [BrokerId],
    /// Those that are shown in full before the others, the most important one first.
    pub first: &'a [BrokerId],
    /// Those of which one row says all.
    pub short: &'a [BrokerId],
    /// Lines about what changed.
    pub changes: u16,
    /// Lines of narration.
    pub say: u16,
}

/// A place for every panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Screen {
    /// The title, the partition, the controller.
    pub head: Rect,
    /// The offsets.
    pub ruler: Rect,
    /// The brokers that fit, each with one row or with [`FULL`] ones.
    pub brokers: Vec<(BrokerId, Rect)>,
    /// The clients and the verdict.
    pub clients: Rect,
    /// What changed, under a rule.
    pub changes: Rect,
    /// What happened before, under a rule; empty where there is no room.
    pub history: Rect,
    /// What is said, under a rule; empty where nothing is.
    pub say: Rect,
    /// Every step, in one row; empty where there is no room.
    pub strip: Rect,
    /// The keys.
    pub footer: Rect,
}

impl Screen {
    /// Whether a broker is shown in full.
    pub(super) fn is_full(&self, broker: BrokerId) -> bool {
        self.brokers.iter().any(|(b, area)| *b == broker && area.height >= FULL)
    }

    /// The rows of a broker.
    pub(super) fn broker(&self, broker: BrokerId) -> Option<Rect> {
        self.brokers.iter().find(|(b, _)| *b == broker).map(|(_, area)| *area)
    }
}

/// Shares an area out. `None` if it is too small.
pub(super) fn arrange(area: Rect, wanted: &Wanted) -> Option<Screen> {
    if area.width < MIN_COLUMNS || area.height < MIN_ROWS {
        return None;
    }
    let (head, ruler, clients) = (3, 1, 1);
    let footer = footer(area).height;
    let say = 1 + wanted.say.min(MOST_SAID);
    let least_changes = if area.height >= 24 {
        GOOD_CHANGES.saturating_sub(wanted.say.min(MOST_SAID).saturating_sub(USUALLY_SAID))
    } else {
        LEAST_CHANGES
    };
    let strip = strip(area, wanted.brokers.len() as u16, head + ruler + clients + footer);
    let left = area.height - (head + ruler + clients + footer + say + strip);

    let heights = broker_heights(wanted, left - least_changes);
    let left = left - heights.iter().map(|(_, h)| h).sum::<u16>();
    let ample = wanted.changes.saturating_add(1).max(AMPLE_CHANGES);
    let ample = ample.min(left.saturating_sub(MIN_HISTORY).max(AMPLE_CHANGES));
    let (changes, history) = match left.checked_sub(ample) {
        Some(spare) if spare >= MIN_HISTORY => (ample, spare),
        _ => (left, 0),
    };

    let mut y = area.y;
    let mut take = |height: u16| {
        let part = Rect { y, height, ..area };
        y += height;
        part
    };
    Some(Screen {
        head: take(head),
        ruler: take(ruler),
        brokers: heights.into_iter().map(|(broker, height)| (broker, take(height))).collect(),
        clients: take(clients),
        changes: take(changes),
        history: take(history),
        say: take(say),
        strip: take(strip),
        footer: take(footer),
    })
}

/// Rows of the timeline, beside `fixed` ones: one, if nothing worth more is pushed out by it at any
/// step, so that the panels stay where they are from step to step.
fn strip(area: Rect, brokers: u16, fixed: u16) -> u16 {
    let in_full = brokers.min(FULL_BEFORE_STRIP);
    let brokers = brokers + in_full * (FULL - 1);
    let others = fixed + brokers + GOOD_CHANGES + 1 + USUALLY_SAID;
    u16::from(area.height > others)
}

/// Where the keys are.
pub(super) fn footer(area: Rect) -> Rect {
    let height = if area.height >= TWO_KEY_ROWS { 2 } else { 1 };
    Rect { y: area.bottom().saturating_sub(height), height, ..area }
}

/// One row for each broker, more for the first ones as long as there are rows; where not even one
/// row each fits, the brokers around the most important one.
fn broker_heights(wanted: &Wanted, rows: u16) -> Vec<(BrokerId, u16)> {
    let room = usize::from(rows);
    let count = wanted.brokers.len().min(room);
    let first = wanted.first.first();
    let at = wanted.brokers.iter().position(|b| Some(b) == first).unwrap_or(0);
    let from = at.saturating_sub(count / 2).min(wanted.brokers.len() - count);
    let mut heights: Vec<(BrokerId, u16)> =
        wanted.brokers.iter().skip(from).take(count).map(|b| (*b, 1)).collect();
    let mut spare = rows - count as u16;
    for broker in wanted.first.iter().chain(wanted.brokers) {
        let Some((_, height)) = heights.iter_mut().find(|(b, _)| b == broker) else { continue };
        if !wanted.short.contains(broker) && *height < FULL && spare >= FULL - 1 {
            spare -= FULL - 1;
            *height = FULL;
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brokers(count: u8) -> Vec<BrokerId> {
        (0..count).map(BrokerId).collect()
    }

    fn screen(width: u16, height: u16, count: u8) -> Option<Screen> {
        let brokers = brokers(count);
        let wanted =
            Wanted { brokers: &brokers, first: &brokers[..1], short: &[], changes: 4, say: 2 };
        arrange(Rect::new(0, 0, width, height), &wanted)
    }

    fn heights(width: u16, height: u16, count: u8) -> Vec<u16> {
        screen(width, height, count)
            .map(|s| s.brokers.iter().map(|(_, area)| area.height).collect())
            .unwrap_or_default()
    }

    #[test]
    fn three_brokers_are_in_full_at_80x24_with_five_lines_of_what_changed() {
        assert_eq!(heights(80, 24, 3), [3, 3, 3]);
        assert_eq!(screen(80, 24, 3).map(|s| s.changes.height), Some(6));
    }

    #[test]
    fn two_brokers_leave_their_rows_to_what_changed_and_to_the_timeline() {
        assert_eq!(heights(80, 24, 2), [3, 3]);
        assert_eq!(screen(80, 24, 2).map(|s| s.changes.height), Some(8));
        assert_eq!(screen(80, 24, 2).map(|s| s.strip.height), Some(1));
    }

    #[test]
    fn the_timeline_pushes_no_broker_out() {
        let strip = |height, count| screen(80, height, count).map(|s| s.strip.height);
        assert_eq!((strip(24, 3), strip(25, 3)), (Some(0), Some(1)));
        assert_eq!(heights(80, 25, 3), [3, 3, 3]);
        assert_eq!((strip(31, 9), strip(33, 9)), (Some(0), Some(1)));
    }

    #[test]
    fn nine_brokers_have_a_row_each() {
        assert_eq!(heights(80, 24, 9), [1; 9]);
        assert_eq!(heights(80, 26, 9), [3, 1, 1, 1, 1, 1, 1, 1, 1]);
    }

    #[test]
    fn the_smallest_screen_has_three_brokers_one_of_them_in_full() {
        assert_eq!(heights(MIN_COLUMNS, MIN_ROWS, 3), [3, 1, 1]);
        assert_eq!(screen(MIN_COLUMNS - 1, MIN_ROWS, 3), None);
        assert_eq!(screen(MIN_COLUMNS, MIN_ROWS - 1, 3), None);
    }

    #[test]
    fn every_row_belongs_to_exactly_one_panel() {
        for height in MIN_ROWS..=100 {
            for count in 1..=9 {
                let s = screen(80, height, count).expect("large enough");
                let parts = [s.head, s.ruler, s.clients, s.changes, s.history, s.say];
                let parts = parts.into_iter().chain([s.strip, s.footer]);
                let rows = parts.chain(s.brokers.iter().map(|(_, a)| *a)).map(|a| a.height);
                assert_eq!(rows.sum::<u16>(), height);
                assert_eq!(s.footer.bottom(), height);
            }
        }
    }
}
