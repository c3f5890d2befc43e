//! The rows around the present step. A long session is not told from its beginning for that: rows
//! are made outwards from this step until there are enough.

use super::{Row, Telling, rows};

/// The rows that fit.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// The rows, the earliest first.
    pub rows: Vec<Row>,
    /// By how many rows it is scrolled, negative towards the start: what was asked for, but never past
    /// the first row or the last one that has been seen.
    pub scroll: isize,
}

/// At most `height` rows with the present step in view, `scroll` rows further on. Steps ahead that
/// nobody has seen yet are not shown, whatever is asked for.
pub fn window(telling: &Telling, height: usize, scroll: isize) -> Window {
    let timeline = telling.session.timeline();
    let wanted = height.saturating_add(scroll.unsigned_abs());
    let here = rows(telling, timeline.here_id());
    // From this step backwards, each step's rows in their order.
    let mut steps = Vec::new();
    let mut behind = 0;
    for id in timeline.behind().skip(1) {
        if behind >= wanted {
            break;
        }
        let step = rows(telling, id);
        behind += step.len();
        steps.push(step);
    }
    let mut ahead = Vec::new();
    for id in timeline.ahead().take_while(|id| timeline.is_seen(*id)) {
        if ahead.len() >= wanted {
            break;
        }
        ahead.extend(rows(telling, id));
    }
    let start = behind;
    let end = start + here.len();
    let all: Vec<Row> = steps.into_iter().rev().flatten().chain(here).chain(ahead).collect();

    // This step stands at the bottom, above some of what is ahead; of a long one its beginning.
    let ahead = (all.len() - end).min(height / 4);
    let natural = (end + ahead).min(start + height).max(height.min(all.len()));
    let bottom = natural.saturating_add_signed(scroll).clamp(height.min(all.len()), all.len());
    let scroll = bottom as isize - natural as isize;
    let rows = all.into_iter().take(bottom).skip(bottom.saturating_sub(height)).collect();
    Window { rows, scroll }
}
