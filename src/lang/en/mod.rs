//! The words in English.

mod effect;
mod event;
mod failure;
mod fault;
mod reading;
mod shell;
mod term;
mod why;

use super::{Context, Label, Words};
use crate::engine::Link;
use crate::engine::effect::Simplification;

/// Where a link is: `between A and B`.
fn link(cx: &Context, link: Link) -> String {
    let (one, other) = cx.notation().ends(link);
    format!("between {one} and {}", other.unwrap_or("the controller"))
}

/// English.
pub(super) struct English;

impl Words for English {
    fn simplification(&self, what: Simplification) -> &'static str {
        match what {
            Simplification::UnnoticedRestart => {
                "simplified: the controller did not notice the restart"
            }
            Simplification::UnnoticedPowerLoss => {
                "simplified: the controller did not notice the power loss"
            }
        }
    }

    fn label(&self, label: Label) -> &'static str {
        match label {
            Label::Leader => "leader",
            Label::Follower => "follower",
            Label::Idle => "idle",
            Label::Down => "down",
            Label::Up => "up",
            Label::NoLeader => "no leader",
            Label::Offset => "offset",
            Label::Epoch => "epoch",
            Label::Leo => "LEO",
            Label::Hw => "HW",
            Label::OnDisk => "on disk",
            Label::Flushed => "flushed",
            Label::RemoteLeo => "remote LEO",
            Label::EpochTable => "epoch table",
            Label::Segments => "segments",
            Label::Purgatory => "purgatory",
            Label::Session => "session",
            Label::Paused => "paused",
            Label::Fenced => "fenced",
            Label::InFlight => "in flight",
            Label::Sent => "sent",
            Label::Parked => "parked",
            Label::Reply => "reply",
            Label::Fetching => "fetching",
            Label::Truncating => "truncating",
            Label::Controller => "controller",
            Label::Told => "told",
            Label::Unread => "unread",
            Label::Pending => "pending",
            Label::Maximal => "maximal",
            Label::LastLeader => "last known leader",
            Label::Recovering => "recovering",
            Label::MovesTo => "moves to",
            Label::Cut => "cut",
            Label::HeldBack => "held back",
            Label::Due => "due",
            Label::Release => "release",
            Label::Settings => "settings",
            Label::On => "on",
            Label::Off => "off",
            Label::Producer => "producer",
            Label::Consumer => "consumer",
            Label::Acked => "acknowledged",
            Label::Waiting => "waiting",
            Label::Unasked => "not asked",
            Label::Failed => "failed",
            Label::Lost => "lost",
            Label::Duplicated => "dup",
            Label::Election => "election",
            Label::Truncation => "truncation",
            Label::Diverged => "diverged",
            Label::Broken => "broken",
            Label::Unavailable => "unavailable",
            Label::Step => "step",
            Label::Start => "start",
            Label::Phase => "phase",
            Label::Event => "event",
            Label::Effects => "effects",
            Label::State => "state",
            Label::NothingChanged => "nothing changed",
            Label::OnlyTold => "(only told)",
            Label::Script => "script",
            Label::ByHand => "by hand",
            Label::Question => "question",
            Label::Masked => "?",
            Label::Hidden => "hidden until the next step",
            Label::Held => "held",
            Label::NotHeld => "NOT HELD",
            Label::Found => "found",
            Label::Simplified => "simplified",
            Label::Why => "Why?",
            Label::Ledger => "Ledger",
            Label::Record => "record",
            Label::ProducerKnows => "told",
            Label::InLogs => "in the logs of",
            Label::Committed => "committed",
            Label::ReadBy => "read by",
            Label::Help => "help: ",
        }
    }

    fn no_epochs(&self, release: &str) -> String {
        format!("none in {release}")
    }

    fn too_small(&self, columns: u16, rows: u16) -> String {
        format!("This screen needs {columns} columns and {rows} rows.")
    }

    fn more(&self, count: usize) -> String {
        format!("and {count} more")
    }
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
