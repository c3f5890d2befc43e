//! The axis: which offset stands in which column, on every broker alike.

use crate::engine::Offset;

/// A column of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// An offset.
    Offset(Offset),
    /// Offsets that are left out.
    Gap,
}

/// The columns for the offsets `start .. end`, at most `room` of them. If they don't all fit,
/// `points` stay in view, the first ones before the others; what room is left goes to the offsets
/// before `upto`, the end of the logs unless they are scrolled.
pub(super) fn axis(
    room: usize,
    start: Offset,
    end: Offset,
    points: &[Offset],
    upto: Offset,
) -> Vec<Slot> {
    if usize::from(end.saturating_sub(start)) <= room {
        let last = usize::from(start) + room;
        return (usize::from(start)..last)
            .filter_map(|o| Offset::try_from(o).ok().map(Slot::Offset))
            .collect();
    }
    let mut shown: Vec<Offset> = Vec::new();
    let points = points.iter().copied().filter(|p| (start..=end).contains(p));
    for point in points.chain((start..upto.min(end)).rev()) {
        let Err(at) = shown.binary_search(&point) else { continue };
        shown.insert(at, point);
        if slots(start, &shown).len() > room {
            shown.remove(at);
            if shown.len() + 1 >= room {
                break;
            }
        }
    }
    slots(start, &shown)
}

/// These offsets, in order, with a gap wherever one or more are left out; a lonely one takes no
/// more room than the gap would.
fn slots(start: Offset, shown: &[Offset]) -> Vec<Slot> {
    let mut slots = Vec::new();
    let mut next = start;
    for &offset in shown {
        match offset - next {
            0 => {}
            1 => slots.push(Slot::Offset(next)),
            _ => slots.push(Slot::Gap),
        }
        slots.push(Slot::Offset(offset));
        next = offset.saturating_add(1);
    }
    slots
}

/// The boundaries around the columns: one more than there are columns. A boundary has the offset
/// of the record right of it; `None` between two gaps.
pub(super) fn boundaries(slots: &[Slot]) -> Vec<Option<Offset>> {
    let left_of = |at: usize| match slots.get(at) {
        Some(Slot::Offset(offset)) => Some(*offset),
        _ => None,
    };
    let right_of = |at: usize| match slots.get(at) {
        Some(Slot::Offset(offset)) => offset.checked_add(1),
        _ => None,
    };
    (0..=slots.len()).map(|at| left_of(at).or(at.checked_sub(1).and_then(right_of))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(slots: &[Slot]) -> String {
        let word = |slot: &Slot| match slot {
            Slot::Offset(offset) => offset.to_string(),
            Slot::Gap => "..".into(),
        };
        slots.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_short_log_stands_from_its_start_with_room_behind_it() {
        assert_eq!(show(&axis(5, 0, 2, &[], 2)), "0 1 2 3 4");
        assert_eq!(show(&axis(3, 7, 9, &[], 9)), "7 8 9");
    }

    #[test]
    fn a_long_log_shows_its_end() {
        assert_eq!(show(&axis(5, 0, 100, &[], 100)), ".. 96 97 98 99");
    }

    #[test]
    fn a_hw_far_behind_stays_in_view() {
        assert_eq!(show(&axis(7, 0, 100, &[99, 41, 42], 100)), ".. 41 42 .. 97 98 99");
        assert_eq!(show(&axis(6, 0, 100, &[99, 0, 50], 100)), "0 .. 50 .. 98 99");
    }

    #[test]
    fn the_first_points_win_when_there_is_no_room_for_all() {
        assert_eq!(show(&axis(4, 0, 100, &[99, 10, 50], 100)), ".. 10 .. 99");
    }

    #[test]
    fn a_log_that_is_scrolled_shows_earlier_offsets_and_keeps_the_points() {
        assert_eq!(show(&axis(7, 0, 100, &[99], 50)), ".. 46 47 48 49 .. 99");
        assert_eq!(show(&axis(7, 0, 100, &[99], 3)), "0 1 2 .. 99");
    }

    #[test]
    fn a_single_offset_is_not_left_out() {
        assert_eq!(show(&axis(5, 0, 6, &[5, 1], 6)), "0 1 .. 4 5");
    }

    #[test]
    fn boundaries_carry_the_offset_to_their_right() {
        let slots = [Slot::Gap, Slot::Offset(4), Slot::Gap, Slot::Offset(9)];
        assert_eq!(boundaries(&slots), [None, Some(4), Some(5), Some(9), Some(10)]);
    }

    #[test]
    fn it_never_has_more_columns_than_room() {
        for room in 0..12 {
            for end in 0..40 {
                assert!(axis(room, 0, end, &[end / 2, 3, 17], end).len() <= room);
            }
        }
    }
}
