//! What is on the wire: requests and replies between a follower's rows and its leader's.
//!
//! ```text
//! ▲★  B leader e0 │ m1 │       a request is on its way up to B
//! │     …
//! └── fetch@1 ─▸ B  sent
//! ```

use super::grid::{BEFORE_NAME, LANES};
use super::layout::Screen;
use super::marks::Marks;
use super::scene::Scene;
use super::text::{Canvas, Row, cut};
use crate::engine::state::{Answer, Ask, Call, Fetcher, Stage};
use crate::engine::{BrokerId, PartitionId};
use crate::glyphs::Glyphs;
use crate::lang::{Label, Place};
use crate::notation;
use crate::scenario::quantity::What;

/// Columns for the records of a reply: the HW behind them is in view, however wide they are.
const MOST_RECORDS: u16 = 24;

/// Which way something goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    ToLeader,
    Held,
    ToFollower,
    /// Nothing is in flight, and nothing could be.
    Nowhere,
}

fn way(stage: &Stage) -> Way {
    match stage {
        Stage::Sent => Way::ToLeader,
        Stage::Parked(_) => Way::Held,
        Stage::Replied(_) => Way::ToFollower,
    }
}

/// Draws the lines left of the brokers that connect followers with their leaders: the nearest
/// follower has a lane of its own, all others of the same side share one.
pub(super) fn draw_lanes(canvas: &mut Canvas, left: u16, screen: &Screen, scene: &Scene) {
    let rows_of = |broker: BrokerId| screen.broker(broker);
    let mut calls = Vec::new();
    for &(broker, area) in &screen.brokers {
        let Some(follower) = scene.state.follower(broker, scene.partition) else { continue };
        let call = follower.call.as_ref().filter(|_| !scene.hides(What::Fetch(broker)));
        let is_cut = scene.is_cut_off(broker);
        let way = match call {
            Some(call) => way(&call.stage),
            None if is_cut => Way::Nowhere,
            None => continue,
        };
        let Some(leader) = rows_of(follower.leader) else { continue };
        let y = area.bottom().saturating_sub(1);
        let end = End { y, has_row: area.height > 1, is_cut };
        calls.push((leader.y, end, way));
    }
    calls.sort_by_key(|(leader, end, _)| (*leader, leader.abs_diff(end.y)));
    let mut previous = None;
    let mut ends: Vec<LeaderEnd> = Vec::new();
    for (at, &(leader, end, way)) in calls.iter().enumerate() {
        let side = (leader, end.y > leader);
        let is_nearest = previous != Some(side);
        previous = Some(side);
        let x = if is_nearest { left + LANES - 1 } else { left };
        let goes_on = calls.get(at + 1).is_some_and(|n| (n.0, n.1.y > n.0) == side);
        let goes_on = goes_on && !is_nearest;
        draw_lane(
            canvas,
            &Lane { x, to: left + BEFORE_NAME - 2, leader, end, goes_on, way },
            scene,
        );
        let here = |end: &&mut LeaderEnd| (end.x, end.y) == (x, leader);
        let at = match ends.iter_mut().find(here) {
            Some(end) => end,
            None => {
                ends.push(LeaderEnd { x, y: leader, above: None, below: None });
                let Some(end) = ends.last_mut() else { continue };
                end
            }
        };
        *if end.y > leader { &mut at.below } else { &mut at.above } = Some(way);
    }
    for end in ends {
        canvas.text(end.x, end.y, 1, end.glyph(scene.glyphs), scene.theme.wire);
    }
}

/// Where lines end at a leader.
struct LeaderEnd {
    x: u16,
    y: u16,
    /// Which way something goes on the line from above, and from below.
    above: Option<Way>,
    below: Option<Way>,
}

impl LeaderEnd {
    /// One sign for both lines: where they differ, that they join.
    fn glyph(&self, glyphs: &Glyphs) -> &'static str {
        match (self.above, self.below) {
            (Some(Way::ToLeader), None) => glyphs.tip_down,
            (None, Some(Way::ToLeader)) => glyphs.tip_up,
            (Some(Way::ToLeader), Some(Way::ToLeader)) => glyphs.tip_right,
            (Some(Way::Held), None | Some(Way::Held)) | (None, Some(Way::Held)) => glyphs.held,
            (Some(Way::ToFollower | Way::Nowhere), None) => glyphs.from_above,
            (None, Some(Way::ToFollower | Way::Nowhere)) => glyphs.from_below,
            (Some(_), Some(_)) => glyphs.branch,
            (None, None) => " ",
        }
    }
}

/// The follower's end of a line.
#[derive(Clone, Copy)]
struct End {
    y: u16,
    /// Whether there is a row for what is in flight; else the line ends at the broker's sign.
    has_row: bool,
    /// Whether nothing passes.
    is_cut: bool,
}

/// A line between a follower and its leader.
struct Lane {
    x: u16,
    to: u16,
    leader: u16,
    end: End,
    way: Way,
    /// Whether another follower's line goes on from here.
    goes_on: bool,
}

fn draw_lane(canvas: &mut Canvas, lane: &Lane, scene: &Scene) {
    let (glyphs, wire) = (scene.glyphs, scene.theme.wire);
    let (leader, follower) = (lane.leader, lane.end.y);
    let below = follower > leader;
    for y in leader.min(follower)..=leader.max(follower) {
        let glyph = if y == leader {
            continue;
        } else if y == follower {
            match (lane.goes_on, below) {
                (true, _) => glyphs.branch,
                (false, true) => glyphs.from_above,
                (false, false) => glyphs.from_below,
            }
        } else {
            glyphs.upright
        };
        canvas.text(lane.x, y, 1, glyph, wire);
    }
    let (tip, wire) = match (lane.end.is_cut, lane.way) {
        (true, _) => (glyphs.lost, scene.theme.damage),
        (false, Way::ToFollower) => (glyphs.tip_right, wire),
        (false, Way::ToLeader | Way::Held | Way::Nowhere) => (glyphs.level, wire),
    };
    if lane.end.has_row {
        for x in lane.x + 1..lane.to {
            canvas.text(x, follower, 1, glyphs.level, wire);
        }
        canvas.text(lane.to, follower, 1, tip, wire);
    } else if lane.x + 1 < lane.to {
        canvas.text(lane.x + 1, follower, 1, tip, wire);
    }
}

/// What a follower has in flight, what has just reached it, or what it would do next.
pub(super) fn call_row(scene: &Scene, follower: BrokerId, marks: &Marks) -> Row {
    let (theme, glyphs) = (scene.theme, scene.glyphs);
    if scene.hides(What::Fetch(follower)) {
        return scene.mask();
    }
    let Some(f) = scene.state.follower(follower, scene.partition) else { return Row::new() };
    let leader = scene.names.broker(f.leader);
    let is_cut = scene.is_cut_off(follower);
    let tip = if is_cut { glyphs.lost } else { glyphs.tip_right };
    let cut_off = || match is_cut {
        true => Row::of(format!("  {} {}", glyphs.lost, scene.label(Label::Cut)), theme.damage),
        false => Row::new(),
    };
    let mark = |row: &mut Row, place: fn(BrokerId, PartitionId) -> Place| {
        if let Some(sign) = marks.sign(place(follower, scene.partition)) {
            row.push(format!("({sign})"), theme.mark);
        }
    };
    let Some(call) = scene.call(follower) else {
        if let Some((ask, answer, from)) = scene.arrived(follower) {
            let mut row = reply_row(scene, follower, ask, &answer, from);
            mark(&mut row, Place::Reply);
            row.push(format!(" {}", glyphs.yes), theme.good);
            return row;
        }
        let mut row = Row::new();
        if let Some((call, leader)) = scene.vanished(follower) {
            let leader = scene.names.broker(leader);
            let ask = request_text(scene, follower, call);
            row.push(format!("{ask} {}{} {leader}", glyphs.level, glyphs.lost), theme.damage);
            row.space(3);
        }
        let next = match f.fetcher {
            Fetcher::Fetching => scene.label(Label::Fetching),
            Fetcher::Truncating => scene.label(Label::Truncating),
            Fetcher::AskingEnd | Fetcher::AskingStart => notation::fetcher(f.fetcher),
            Fetcher::Fenced => {
                row.push(format!("{} {}", glyphs.no, scene.label(Label::Fenced)), theme.damage);
                return row;
            }
        };
        row.push(format!("{next} {}{tip} {leader}", glyphs.level), theme.dim);
        row.append(cut_off());
        let hidden = scene.hides_everywhere(What::State(f.leader));
        if !scene.state.is_up(f.leader) && !hidden {
            row.push(format!(" {} {}", glyphs.down, scene.label(Label::Down)), theme.damage);
        }
        return row;
    };
    match &call.stage {
        Stage::Replied(answer) => {
            let mut row = reply_row(scene, follower, call.ask, answer, f.leader);
            mark(&mut row, Place::Reply);
            row.append(cut_off());
            row
        }
        stage => {
            let mut row = Row::of(request_text(scene, follower, call), theme.wire);
            mark(&mut row, Place::Request);
            row.push(format!(" {}{tip} {leader}", glyphs.level), theme.wire);
            row.push("  ", theme.dim);
            row.push(
                match stage {
                    Stage::Parked(left) => format!("{} {left} ms", scene.label(Label::Parked)),
                    _ => scene.label(Label::Sent).to_owned(),
                },
                theme.dim,
            );
            row.append(cut_off());
            row
        }
    }
}

/// A request as it is written on the wire; the fetch offset would give a hidden LEO away.
fn request_text(scene: &Scene, follower: BrokerId, call: &Call) -> String {
    match call.ask {
        Ask::Fetch { .. } if scene.hides_log(follower) => format!("fetch@{}", crate::session::MASK),
        _ => notation::request(call),
    }
}

/// A reply with what it answers: `m2 hw 1 ◂─ B`.
fn reply_row(scene: &Scene, to: BrokerId, ask: Ask, answer: &Answer, from: BrokerId) -> Row {
    let (theme, glyphs) = (scene.theme, scene.glyphs);
    let leader = scene.names.broker(from);
    let mut row = Row::of(format!("{leader} {}{} ", glyphs.level, glyphs.tip_right), theme.wire);
    match answer {
        Answer::Records { records, hw } => {
            let shown: Vec<String> = records.iter().map(|r| scene.notation().record(r)).collect();
            let list = match &shown[..] {
                [] => "-".to_owned(),
                [first, .., last] if shown.len() > 4 => {
                    format!("{first} {} {last}", scene.glyphs.gap)
                }
                all => all.join(" "),
            };
            // They come from the one log and go to the other.
            match scene.hides_log(from) || scene.hides_log(to) {
                true => row.append(scene.mask().with("  ", theme.wire)),
                false => {
                    let list = cut(&list, MOST_RECORDS, glyphs.ellipsis);
                    row.push(format!("{list}  "), theme.wire);
                }
            }
            row.push(format!("{} ", scene.label(Label::Hw)), theme.wire);
            let hidden = scene.hides_hw(from);
            row.append(if hidden { scene.mask() } else { Row::of(hw.to_string(), theme.hw) });
        }
        Answer::EpochEnd { epoch, end } => {
            let epoch = notation::ended(ask, *epoch);
            row.push(scene.ui.lang.words().epoch_end(epoch, *end), theme.wire);
        }
        Answer::Diverging { epoch, end, hw } => {
            row.push(scene.ui.lang.words().diverging(*epoch, *end), theme.wire);
            row.push(format!("  {} ", scene.label(Label::Hw)), theme.wire);
            let hidden = scene.hides_hw(from);
            row.append(if hidden { scene.mask() } else { Row::of(hw.to_string(), theme.hw) });
        }
        other => row.push(scene.notation().answer(ask, other), theme.wire),
    }
    row
}

/// The same in one sign, where a broker has a single row.
pub(super) fn call_sign(scene: &Scene, follower: BrokerId) -> &'static str {
    match scene.call(follower).map(|c| way(&c.stage)) {
        None => " ",
        Some(Way::ToLeader) => scene.glyphs.tip_up,
        Some(Way::Held) => scene.glyphs.held,
        Some(Way::ToFollower) => scene.glyphs.tip_down,
        Some(Way::Nowhere) => " ",
    }
}
