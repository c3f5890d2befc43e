//! Failure × release, in English.

use super::English;
use crate::failures::{Damage, Obstacle};
use crate::lang::{Context, Explained, FailureRemark, FailureWords, Lang};
use crate::scenario::ToldFailure;

impl FailureWords for English {
    fn damage(&self, damage: Damage) -> Explained {
        match damage {
            Damage::Diverged => {
                Explained::new("diverged", "Live replicas differ below both HWs, and nobody knows.")
            }
            Damage::Lost => Explained::new("lost", "A record that was promised is gone."),
            Damage::Stuck => Explained::new("stuck", "A follower asks the same for ever."),
            Damage::Halted => Explained::new("halted", "A broker has halted itself."),
            Damage::NoLeader => Explained::new("no leader", "At the end, nobody leads."),
            Damage::Duplicated => Explained::new("twice", "A record stands in the log twice."),
            Damage::Vanished => Explained::new(
                "vanished",
                "A record sent with acks=0 is gone, and nobody was told.",
            ),
            Damage::ShownEarly => Explained::new(
                "shown early",
                "For a moment a follower's HW covered records that it then cut.",
            ),
            Damage::ReaderError => {
                Explained::new("reader error", "A consumer was told an unknown server error.")
            }
        }
    }

    fn fine(&self) -> Explained {
        Explained::new("fine", "Nothing is lost, doubled or diverged.")
    }

    fn not_playable(&self) -> Explained {
        Explained::new("not playable", "It is another story there.")
    }

    fn obstacle(&self, cx: &Context, step: usize, obstacle: &Obstacle) -> String {
        match obstacle {
            Obstacle::Refused(command, refusal) => {
                let command = cx.notation().command(command);
                format!("Step {step}, {command}, can't happen: {}.", Lang::En.refusal(cx, *refusal))
            }
            Obstacle::Premise(broken) => {
                let broken = broken.tell(Lang::En, cx.setup, cx.names);
                let ToldFailure { expectation, found, .. } = broken;
                format!("Step {step} rests on {expectation}, and there it is {found}.")
            }
        }
    }

    fn another_story(&self, step: usize, broken: &ToldFailure) -> String {
        let ToldFailure { expectation, found, .. } = broken;
        format!("another story here: step {step} rests on {expectation}, and here it is {found}")
    }

    fn told_of_another_story(&self, release: &str) -> String {
        format!("(another story here; told for {release}) ")
    }

    fn failures(&self, said: FailureRemark) -> String {
        match said {
            FailureRemark::Title => "Failure × release: what each release makes of it".into(),
            FailureRemark::Folded => {
                "A column goes on to the one after it: releases between them do the same.".into()
            }
            FailureRemark::Coordination => "from 3.3: KRaft".into(),
            FailureRemark::More => {
                "`replicascope failures F3` says more of one, `replicascope F3` \
                                    plays it, and --kafka chooses releases."
                    .into()
            }
            FailureRemark::Open(key) => format!("{key} plays it there"),
            FailureRemark::WrittenFor { release, sources: [] } => format!("written for {release}"),
            FailureRemark::WrittenFor { release, sources } => {
                format!("written for {release}; see {}", sources.join(", "))
            }
            FailureRemark::Outcomes => "What each release makes of it:".into(),
        }
    }
}
