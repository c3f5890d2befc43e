//! The ledger record by record: for each verdict a story that reaches it and one that just misses it.

use crate::common::*;
use replicascope::engine::account::{Account, Excuse, Fate, FateName};
use replicascope::engine::setup::Idempotence;
use replicascope::engine::*;

const M1: Value = Value(0);
const M2: Value = Value(1);

impl Lab {
    fn account(&self, value: Value) -> Account {
        self.cluster.account_of(&self.setup, P0, value).expect("something is known of it")
    }

    fn fate(&self, value: Value) -> Fate {
        self.account(value).fate
    }

    fn consume(&mut self) {
        self.does(Event::Consume { consumer: C1, partition: P0, from: None });
    }

    fn retry(&mut self, value: Value) {
        self.does(Event::Send { producer: P1, partition: P0, value, to: None });
    }

    fn flush_all(&mut self) {
        for broker in self.cluster.up().iter() {
            self.does(Event::Flush { broker });
        }
    }
}

/// Three replicas, A leads; these followers have m1, and the leader knows it.
fn m1_on(followers: &[BrokerId]) -> Lab {
    let mut lab = Lab::new(setup("0.10.2", &[A, B, C]));
    lab.send();
    for _ in 0..2 {
        for &broker in followers {
            lab.fetch(broker);
        }
    }
    lab
}

/// KIP-101, scenario 1: m1 and m2 are acknowledged, A restarts unnoticed and cuts m2, B dies.
fn cut_and_elected(reads: bool) -> Lab {
    let mut lab = Lab::new(setup("0.10.2", &[B, A]));
    for _ in 0..2 {
        lab.send();
        lab.fetch(A);
        lab.fetch(A);
        if lab.log(B).len() == 1 {
            lab.advance(500);
            lab.reply(A);
            lab.does(Event::CheckpointHw { broker: A });
        }
    }
    if reads {
        lab.consume();
    }
    lab.does(Event::RestartUnnoticed { broker: A });
    lab.kill(B);
    lab
}

#[test]
fn a_record_on_every_replica_is_safe_and_only_the_power_loss_of_all_of_them_loses_it() {
    let lab = m1_on(&[B, C]);
    let account = lab.account(M1);
    assert_eq!((account.fate, account.fatal), (Fate::Safe, Some(3)));
    assert_eq!(account.stands, [(A, vec![0]), (B, vec![0]), (C, vec![0])]);
    assert_eq!(account.committed, [0]);
    assert_eq!((account.producer, account.acks), (Some(P1), Some(Acks::All)));
}

#[test]
fn a_record_that_is_flushed_on_every_replica_survives_anything() {
    let mut lab = m1_on(&[B, C]);
    lab.flush_all();
    // Before 0.11 a follower cuts to its HW, and the file has to know that m1 is committed.
    for broker in [B, C] {
        lab.unpark(broker);
        lab.does(Event::CheckpointHw { broker });
    }
    let account = lab.account(M1);
    assert_eq!((account.fate, account.fatal), (Fate::Safe, None));
}

#[test]
fn a_record_acknowledged_by_the_leader_alone_is_at_risk_of_one_failure() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B, C]));
    lab.acks(Acks::Leader);
    lab.send();
    assert_eq!(lab.fate(M1), Fate::AtRisk { failures: 1 });
    lab.fetch(B);
    // B is the first of the ISR that would be elected.
    assert_eq!(lab.fate(M1), Fate::AtRisk { failures: 2 });
    lab.fetch(C);
    assert_eq!(lab.fate(M1), Fate::Safe);
}

#[test]
fn the_only_replica_is_at_risk_of_its_own_power_loss_until_it_has_flushed() {
    let mut lab = Lab::new(setup("0.11", &[A]));
    lab.send();
    assert_eq!(lab.fate(M1), Fate::AtRisk { failures: 1 });
    lab.flush_all();
    assert_eq!(lab.fate(M1), Fate::Safe);
}

#[test]
fn a_record_that_waits_is_waiting_until_it_is_acknowledged() {
    let mut lab = m1_on(&[B]);
    let account = lab.account(M1);
    assert_eq!(account.fate, Fate::Waiting);
    assert_eq!((account.producer, account.acks), (Some(P1), Some(Acks::All)));
    lab.fetch(C);
    lab.fetch(C);
    assert_eq!(lab.fate(M1), Fate::Safe);
}

#[test]
fn a_promised_record_that_the_leader_has_not_got_is_lost_and_the_others_are_not() {
    let mut lab = cut_and_elected(false);
    // min.insync.replicas was 1, and both have failed.
    let excuse = Excuse::EnoughFailed { failed: 2, min_isr: 1 };
    assert_eq!(lab.fate(M2), Fate::Lost(excuse));
    assert!(excuse.allows());
    assert_eq!(lab.fate(M1).name(), FateName::AtRisk);
    lab.start(B);
    assert_eq!(lab.fate(M2), Fate::Lost(excuse));
}

#[test]
fn what_acks_1_loses_was_allowed_and_what_survives_fewer_failures_than_min_isr_was_not() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B, C]));
    lab.acks(Acks::Leader);
    lab.send();
    lab.kill(A);
    assert_eq!(lab.fate(M1), Fate::Lost(Excuse::WeakAcks));

    let mut lab = Lab::new(setup("0.10.2", &[B, A]));
    lab.does(Event::SetMinIsr(2));
    lab.send();
    lab.fetch(A);
    lab.fetch(A);
    // Both are stopped cleanly, which is no failure. A's disk is wiped, and A leads uncleanly.
    lab.does(Event::Stop { broker: A });
    lab.does(Event::Wipe { broker: A });
    lab.does(Event::Stop { broker: B });
    lab.start(A);
    let excuse = Excuse::None { failed: 1, min_isr: 2 };
    assert_eq!(lab.fate(M1), Fate::Lost(excuse));
    assert!(!excuse.allows());
}

#[test]
fn a_record_that_only_consumers_were_shown_was_not_confirmed() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    lab.acks(Acks::None);
    lab.kill(B);
    lab.advance(lab.setup.settings.lag_time_max + 1);
    lab.send();
    lab.kill(A);
    lab.start(B);
    assert_eq!(lab.fate(M1), Fate::Lost(Excuse::NotConfirmed));
}

#[test]
fn a_record_that_was_read_and_cut_is_read_but_gone_and_without_the_reader_just_lost() {
    assert_eq!(cut_and_elected(true).fate(M2), Fate::ReadGone { offset: 1 });
    assert_eq!(cut_and_elected(false).fate(M2).name(), FateName::Lost);
}

#[test]
fn where_another_record_stands_it_is_read_but_replaced() {
    let mut lab = cut_and_elected(true);
    let m3 = lab.send();
    assert_eq!(lab.fate(M2), Fate::ReadReplaced { offset: 1, by: m3 });
    assert_eq!(lab.account(M2).read, [(C1, 1)]);
    // The same record sent again stands where it was read.
    let mut lab = cut_and_elected(true);
    lab.retry(M2);
    assert_eq!(lab.fate(M2).name(), FateName::AtRisk);
}

#[test]
fn a_retry_that_is_appended_again_is_duplicated() {
    let mut lab = m1_on(&[B, C]);
    lab.retry(M1);
    assert_eq!(lab.fate(M1), Fate::Duplicated);
    assert_eq!(lab.account(M1).stands[0], (A, vec![0, 1]));
    // One that the leader refused is not.
    let mut lab = m1_on(&[B, C]);
    lab.does(Event::SetMinIsr(4));
    lab.retry(M1);
    assert_eq!(lab.fate(M1), Fate::NeverConfirmed);
}

#[test]
fn an_idempotent_producers_retry_is_recognized_and_not_duplicated() {
    let fate = |idempotence| {
        let mut hasty = setup("0.11", &[A, B]);
        hasty.settings.idempotence = idempotence;
        hasty.settings.request_timeout = 1_000;
        hasty.settings.retries = 1;
        let mut lab = Lab::new(hasty);
        lab.send();
        lab.advance(1_000);
        lab.advance(100);
        lab.fate(M1)
    };
    assert_eq!(fate(Idempotence::Off), Fate::Duplicated);
    assert_eq!(fate(Idempotence::On), Fate::Waiting);
}

#[test]
fn a_record_whose_producer_gave_up_is_there_and_never_confirmed() {
    let mut hasty = setup("0.10.2", &[A, B, C]);
    hasty.settings.request_timeout = 1_000;
    let mut lab = Lab::new(hasty);
    lab.send();
    lab.advance(1_000);
    assert_eq!(lab.fate(M1), Fate::NeverConfirmed);
    // Without a record there, it is refused.
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    lab.does(Event::SetMinIsr(3));
    lab.send();
    assert_eq!(lab.fate(M1), Fate::Refused(KafkaError::NotEnoughReplicas));
}

#[test]
fn acks_0_never_confirms_a_record_which_vanishes_unnoticed_or_is_committed() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    lab.acks(Acks::None);
    lab.send();
    let account = lab.account(M1);
    assert_eq!((account.fate, account.acks), (Fate::NeverConfirmed, Some(Acks::None)));
    let mut committed = lab.clone();
    committed.fetch(B);
    committed.fetch(B);
    assert_eq!(committed.fate(M1), Fate::Safe);
    lab.kill(A);
    assert_eq!(lab.fate(M1), Fate::Vanished);
}

#[test]
fn without_a_leader_a_record_is_unavailable_and_with_one_again_it_is_not() {
    let mut lab = m1_on(&[B, C]);
    lab.does(Event::SetUnclean(false));
    for broker in [B, C, A] {
        lab.kill(broker);
    }
    assert_eq!(lab.fate(M1), Fate::Unavailable);
    lab.start(A);
    assert_ne!(lab.fate(M1).name(), FateName::Unavailable);
}

#[test]
fn nothing_is_known_of_a_record_that_was_never_sent() {
    let lab = m1_on(&[]);
    assert_eq!(lab.cluster.account_of(&lab.setup, P0, M2), None);
    assert_eq!(lab.cluster.accounts(&lab.setup, P0).len(), 1);
}

#[test]
fn nine_replicas_are_tried_out_in_bounded_time() {
    let replicas: Vec<BrokerId> = (0..9).map(BrokerId).collect();
    let mut lab = Lab::new(setup("0.11", &replicas));
    lab.send_many(5);
    for _ in 0..3 {
        for &broker in &replicas[1..] {
            let reply = Event::Reply { broker, partition: P0 };
            if lab.cluster.refusal(&lab.setup, &Event::Request { broker, partition: P0 }).is_none()
            {
                lab.fetch(broker);
            } else if lab.cluster.refusal(&lab.setup, &reply).is_none() {
                lab.reply(broker);
            }
        }
    }
    let accounts = lab.cluster.accounts(&lab.setup, P0);
    assert!(accounts.iter().all(|a| a.fate == Fate::Safe && a.fatal == Some(9)), "{accounts:?}");
}

#[test]
fn every_verdict_has_a_name_of_its_own() {
    let mut names: Vec<&str> = FateName::ALL.iter().map(|f| f.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), FateName::ALL.len());
}
