//! What is read from a state, in English.

use super::English;
use crate::engine::ledger::Outcome;
use crate::lang::ReadingWords;
use crate::scenario::quantity::Keyword;

impl ReadingWords for English {
    fn keyword(&self, keyword: Keyword) -> &'static str {
        match keyword {
            Keyword::Up => "up",
            Keyword::Down => "down",
            Keyword::Leader => "leader",
            Keyword::Follower => "follower",
            Keyword::Idle => "idle",
            Keyword::None => "none",
            Keyword::Requested => "requested",
            Keyword::Parked => "parked",
            Keyword::Replied => "replied",
            Keyword::Stopped => "stopped",
            Keyword::Stuck => "stuck",
            Keyword::Paused => "paused",
            Keyword::True => "true",
            Keyword::False => "false",
        }
    }

    fn outcome(&self, outcome: Option<Outcome>) -> String {
        match outcome {
            None => "not sent".into(),
            Some(Outcome::Unasked) => "sent with acks=0".into(),
            Some(Outcome::Waiting) => "waiting".into(),
            Some(Outcome::Acked) => "acknowledged".into(),
            Some(Outcome::Failed(error)) => format!("failed with {}", error.name()),
        }
    }

    fn separator(&self) -> &'static str {
        ", "
    }
}
