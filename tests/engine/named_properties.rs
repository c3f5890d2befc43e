//! The named properties: for each one that these releases can break, a story that breaks it and one
//! that just misses it.

use crate::common::*;
use replicascope::engine::*;

impl Lab {
    /// The properties that are broken now, apart from those about a step.
    fn broken(&self) -> Vec<Property> {
        self.cluster.breaches(&self.setup, None).into_iter().map(|b| b.property).collect()
    }

    #[track_caller]
    fn breaks(&self, property: Property) {
        assert!(self.broken().contains(&property), "{} holds", property.name());
    }

    #[track_caller]
    fn keeps(&self, property: Property) {
        assert!(!self.broken().contains(&property), "{} is broken", property.name());
    }

    /// A whole exchange, after the question about the epoch where there is one.
    fn follow(&mut self, broker: BrokerId) {
        if self.fetcher(broker) == replicascope::engine::state::Fetcher::Truncating {
            self.fetch(broker);
        }
        self.fetch(broker);
    }

    /// A record that everybody has and knows to be committed, with the HW files written.
    fn settle(&mut self, followers: &[BrokerId]) {
        self.send();
        for _ in 0..2 {
            for &broker in followers {
                self.follow(broker);
            }
        }
        self.advance(500);
        for &broker in followers {
            self.reply(broker);
        }
        for broker in self.cluster.up().iter() {
            self.does(Event::CheckpointHw { broker });
        }
    }

    /// A record that everybody has; only the leader knows that it is committed.
    fn half_settle(&mut self, followers: &[BrokerId]) {
        self.send();
        for _ in 0..2 {
            for &broker in followers {
                self.follow(broker);
            }
        }
    }
}

/// KIP-101, scenario 1: A restarts unnoticed, then B dies.
fn restart_then_death(release: &str) -> Lab {
    let mut lab = Lab::new(setup(release, &[B, A]));
    lab.settle(&[A]);
    lab.half_settle(&[A]);
    lab.does(Event::Consume { consumer: C1, partition: P0, from: None });
    lab.does(Event::RestartUnnoticed { broker: A });
    if lab.setup.rules.has_epochs() {
        lab.fetch(A);
    }
    lab.kill(B);
    lab
}

#[test]
fn a_leader_without_a_committed_record_breaks_leader_completeness_and_consistent_reads() {
    let lab = restart_then_death("0.10.2");
    lab.breaks(Property::LeaderCompleteness);
    lab.breaks(Property::ConsistentReads);
    let lab = restart_then_death("0.11");
    assert_eq!(lab.broken(), []);
}

#[test]
fn what_nobody_has_read_breaks_no_read() {
    let mut lab = Lab::new(setup("0.10.2", &[B, A]));
    lab.settle(&[A]);
    lab.does(Event::Consume { consumer: C1, partition: P0, from: None });
    lab.half_settle(&[A]);
    lab.does(Event::RestartUnnoticed { broker: A });
    lab.kill(B);
    lab.breaks(Property::LeaderCompleteness);
    lab.keeps(Property::ConsistentReads);
}

#[test]
fn a_committed_record_is_lost_for_good_when_the_last_broker_cuts_it() {
    let mut lab = restart_then_death("0.10.2");
    lab.keeps(Property::NoGlobalLoss);
    lab.start(B);
    lab.breaks(Property::NoGlobalLoss);
}

#[test]
fn an_isr_member_that_cut_to_its_hw_breaks_candidate_completeness() {
    for (release, broken) in [("0.8.2", true), ("0.10.2", true), ("0.11", false)] {
        let mut lab = Lab::new(setup(release, &[B, A, C]));
        lab.settle(&[A, C]);
        lab.half_settle(&[A, C]);
        lab.keeps(Property::CandidateCompleteness);
        lab.kill(B);
        let found = lab.broken().contains(&Property::CandidateCompleteness);
        assert_eq!(found, broken, "{release}");
    }
}

#[test]
fn a_replica_that_joins_the_isr_at_an_old_hw_breaks_candidate_completeness_in_0_11() {
    for (c_fetches_first, broken) in [(false, true), (true, false)] {
        let mut lab = Lab::new(setup("0.11", &[A, B, C, D]));
        lab.settle(&[B, C, D]);
        lab.kill(D);
        lab.half_settle(&[B, C]);
        lab.start(D);
        lab.kill(A);
        // B leads with the HW it last heard of; D asks from there (KAFKA-7128).
        if c_fetches_first {
            lab.follow(C);
        }
        lab.fetch(D);
        lab.request(D);
        lab.serve(D);
        assert_eq!(lab.isr().contains(D), broken);
        assert_eq!(lab.broken().contains(&Property::CandidateCompleteness), broken);
    }
}

#[test]
fn two_replicas_that_differ_below_both_hws_break_log_matching() {
    for (file_says, broken) in [(2, true), (1, false)] {
        let mut lab = Lab::new(setup("0.10.2", &[B, A]));
        lab.settle(&[A]);
        lab.does(Event::Flush { broker: A });
        lab.half_settle(&[A]);
        lab.advance(500);
        lab.reply(A);
        if file_says == 2 {
            lab.does(Event::CheckpointHw { broker: B });
        }
        lab.does(Event::Flush { broker: B });
        lab.does(Event::PowerLoss { brokers: set(&[A, B]), noticed: false });
        lab.start(A);
        lab.send();
        lab.start(B);
        lab.fetch(B);
        let found = lab.broken().contains(&Property::LogMatching);
        assert_eq!(found, broken, "B's HW file says {file_says}");
    }
}

#[test]
fn the_last_isr_member_that_lost_its_tail_breaks_unclean_exclusion() {
    for flushed in [false, true] {
        let mut lab = Lab::new(setup("0.11", &[A, B]));
        lab.kill(B);
        lab.send();
        if flushed {
            lab.does(Event::Flush { broker: A });
        }
        lab.does(Event::PowerLoss { brokers: set(&[A]), noticed: true });
        let found = lab.broken().contains(&Property::UncleanExclusion);
        assert_eq!(found, !flushed);
    }
}

#[test]
fn a_record_with_min_isr_2_is_lost_after_one_failure_and_a_clean_stop_before_0_11() {
    for (release, broken) in [("0.10.2", true), ("0.11", false)] {
        let mut setup = setup(release, &[C, A, B]);
        setup.settings.min_isr = 2;
        let mut lab = Lab::new(setup);
        // Make A the leader, with C back in the ISR.
        lab.follow(A);
        lab.follow(B);
        lab.kill(C);
        lab.start(C);
        lab.follow(C);
        lab.follow(B);
        assert_eq!(lab.isr(), set(&[A, B, C]));
        lab.send();
        for broker in [B, C] {
            lab.reply(broker);
            lab.fetch(broker);
        }
        assert_eq!(lab.hw(A), 1);
        lab.kill(A);
        lab.keeps(Property::AckedSurvives);
        lab.does(Event::Stop { broker: C });
        let found = lab.broken().contains(&Property::AckedSurvives);
        assert_eq!(found, broken, "{release}");
    }
}

#[test]
fn a_leader_that_restarts_unnoticed_with_an_old_file_breaks_the_rise_of_its_hw() {
    for written in [false, true] {
        let mut lab = Lab::new(setup("0.10.2", &[A, B]));
        lab.half_settle(&[B]);
        if written {
            lab.does(Event::CheckpointHw { broker: A });
        }
        let before = lab.cluster.clone();
        lab.does(Event::RestartUnnoticed { broker: A });
        let breach =
            lab.cluster.breach(&lab.setup, Some(&before), P0, Property::LeaderHwNeverFalls);
        assert_eq!(breach.is_some(), !written);
    }
}

#[test]
fn records_fetched_behind_a_later_epoch_break_the_order_of_epochs() {
    let mut setup = setup("0.11", &[A, B]);
    setup.settings.unclean = true;
    let mut lab = Lab::new(setup);
    lab.settle(&[B]);
    lab.kill(B);
    lab.send_many(2);
    lab.kill(A);
    lab.start(B);
    lab.send();
    lab.does(Event::CheckpointHw { broker: B });
    lab.kill(B);
    lab.start(A);
    lab.start(B);
    lab.fetch(B);
    lab.keeps(Property::EpochsNeverFall);
    lab.fetch(B);
    lab.breaks(Property::EpochsNeverFall);
}

// No release here breaks the next three by its own rules: their checks are shown on states and settings
// that were put together for it.

#[test]
fn a_second_leader_in_the_same_epoch_breaks_one_leader_an_epoch() {
    let mut lab = Lab::new(setup("0.11", &[A, B]));
    lab.replica_mut(B).role = lab.replica_mut(A).role.clone();
    lab.breaks(Property::OneLeaderAnEpoch);
    lab.replica_mut(B).leader_epoch = Some(1);
    lab.keeps(Property::OneLeaderAnEpoch);
}

#[test]
fn a_leader_that_does_not_wait_for_a_candidate_breaks_the_quorum_superset() {
    let mut lab = Lab::new(setup("0.11", &[A, B]));
    lab.leader_mut(A).isr = set(&[A]);
    lab.breaks(Property::QuorumSuperset);
    // Below min.insync.replicas it can't commit anything new, and need not cover anybody.
    lab.does(Event::SetMinIsr(2));
    lab.keeps(Property::QuorumSuperset);
}

#[test]
fn a_follower_that_is_never_given_a_record_is_stuck() {
    for (records, stuck) in [(0, true), (1, false)] {
        let mut setup = setup("0.10.2", &[A, B]);
        setup.settings.fetch_records = records;
        setup.settings.fetch_wait_max = 0;
        let mut lab = Lab::new(setup);
        lab.keeps(Property::NobodyStuck);
        lab.send();
        assert_eq!(lab.broken().contains(&Property::NobodyStuck), stuck);
    }
}
