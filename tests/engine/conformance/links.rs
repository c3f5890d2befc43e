//! What happens though nobody has died: silence, cut links, lost messages, words held back. Rule book,
//! sections B to D, as far as they say what a leader or follower may do that hears nothing.

use crate::common::*;
use replicascope::engine::ledger::Outcome;
use replicascope::engine::rules::IsrWrite;
use replicascope::engine::*;

fn late(rules: &Rules, replicas: &[BrokerId]) -> Lab {
    let mut setup = plain(rules, replicas);
    setup.controller.notices_at_once = false;
    Lab::new(setup)
}

/// A leader that was silent for longer than its session goes on as what it believes to be.
#[test]
fn a_zombie_leader_takes_acks_1_and_can_not_change_the_isr_until_it_hears_of_its_end() {
    for rules in every_rules() {
        let mut lab = late(rules, &[A, B, C]);
        lab.send();
        for broker in [B, C, B, C] {
            lab.wait(broker);
        }
        lab.does(Event::Pause { broker: A });
        lab.does(Event::Notice { broker: A });
        assert_eq!((lab.leads(), lab.epoch()), (Some(B), 1), "{}", name(rules));
        // It wakes up and has not heard anything.
        lab.does(Event::HoldWords { broker: A });
        lab.does(Event::Cut { link: Link::Controller(A) });
        lab.does(Event::Resume { broker: A });
        lab.acks(Acks::Leader);
        let value = Value(90);
        lab.does(Event::Send { producer: P1, partition: P0, value, to: Some(A) });
        assert_eq!(lab.outcome(value), Some(Outcome::Acked), "{}", name(rules));
        // What waits for the ISR waits in vain.
        lab.acks(Acks::All);
        let all = Value(91);
        lab.does(Event::Send { producer: P1, partition: P0, value: all, to: Some(A) });
        lab.advance(lab.setup.settings.lag_time_max);
        lab.advance(lab.setup.isr_check_period());
        assert_ne!(lab.outcome(all), Some(Outcome::Acked), "{}", name(rules));
        assert_eq!(lab.hw(A), 1, "{}", name(rules));
        assert!(!lab.isr().contains(A), "{}", name(rules));
        // Then it hears of B, follows, and loses what nobody else has.
        lab.does(Event::Heal { link: Link::Controller(A) });
        lab.does(Event::ReleaseWords { broker: A });
        if lab.refusal(Event::Notice { broker: A }).is_none() {
            lab.does(Event::Notice { broker: A });
        }
        assert!(lab.cluster.leader(A, P0).is_none(), "{}", name(rules));
        lab.send_many(1);
        for _ in 0..4 {
            lab.wait(A);
        }
        assert_eq!(lab.log(A), lab.log(B), "{}", name(rules));
        assert!(lab.verdict().lost.iter().any(|(.., v)| *v == value), "{}", name(rules));
    }
}

/// ZooKeeper to 2.6: the znode can't be written without a session; from 2.7 on the request is on its way.
#[test]
fn a_leader_cut_off_from_the_controller_keeps_its_isr_and_its_hw_stands_still() {
    for rules in every_rules() {
        let mut lab = late(rules, &[A, B]);
        lab.send_many(3);
        lab.does(Event::Cut { link: Link::Controller(A) });
        let session = lab.setup.settings.session_timeout;
        // Before the session ends B does not fetch for longer than the lag time allows.
        let lag = session.saturating_sub(1_000).min(lab.setup.settings.lag_time_max);
        lab.setup.settings.lag_time_max = lag / 3;
        let process = lab.cluster.brokers[A.index()].process.as_mut().expect("up");
        process.isr_check_in = lag / 3 + 1;
        let effects = lab.advance(lag / 3 + 2);
        let asked = effects.iter().any(|e| matches!(e, Effect::AlterSent { .. }));
        let unreachable = effects.iter().any(|e| matches!(e, Effect::IsrWriteUnreachable { .. }));
        let asks = rules.isr_write == IsrWrite::AlterPartition;
        assert_eq!((asked, unreachable), (asks, !asks), "{}", name(rules));
        assert_eq!((lab.isr(), lab.leader(A).isr), (set(&[A, B]), set(&[A, B])), "{}", name(rules));
        assert_eq!(lab.hw(A), 0, "{}", name(rules));
    }
}

/// A cut link between brokers: the follower falls out of the ISR though nobody dies.
#[test]
fn a_follower_that_can_not_reach_its_leader_leaves_the_isr_and_comes_back_when_it_can() {
    for rules in every_rules() {
        let mut lab = late(rules, &[A, B]);
        lab.send();
        lab.drain(B);
        let link = Link::between(A, B);
        lab.does(Event::Cut { link });
        let request = Event::Request { broker: B, partition: P0 };
        assert!(lab.refusal(request).is_some(), "{}", name(rules));
        lab.send();
        let lag = lab.setup.settings.lag_time_max;
        lab.advance(lag + 1);
        lab.advance(lab.setup.isr_check_period());
        assert_eq!((lab.isr(), lab.leads()), (set(&[A]), Some(A)), "{}", name(rules));
        lab.does(Event::Heal { link });
        for _ in 0..3 {
            lab.wait(B);
        }
        assert_eq!(lab.isr(), set(&[A, B]), "{}", name(rules));
        assert_eq!(lab.log(B), lab.log(A), "{}", name(rules));
    }
}

/// A request or a reply that is lost is asked again; the leader may know more than the follower.
#[test]
fn a_lost_reply_leaves_the_leader_with_what_the_request_told_it() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B]));
        let value = lab.send();
        lab.drain(B);
        lab.follower_mut(B).call = None;
        // B's next fetch says that it has the record; what it is answered never arrives.
        lab.send();
        lab.request(B);
        lab.serve(B);
        let hw = lab.hw(B);
        lab.does(Event::Lose { broker: B, partition: P0 });
        assert_eq!(lab.outcome(value), Some(Outcome::Acked), "{}", name(rules));
        assert_eq!((lab.hw(A), lab.hw(B), lab.leo(B)), (1, hw, 1), "{}", name(rules));
        lab.drain(B);
        assert_eq!(lab.log(B), lab.log(A), "{}: it asks again", name(rules));
    }
}

/// The controller's word to one broker is late.
#[test]
fn a_follower_that_has_not_heard_of_the_new_leader_asks_the_old_one() {
    for rules in every_rules() {
        let mut lab = Lab::new(plain(rules, &[A, B, C]));
        lab.send();
        lab.drain(B);
        lab.drain(C);
        lab.does(Event::HoldWords { broker: C });
        lab.move_leader(B);
        assert_eq!(lab.cluster.follower(C, P0).map(|f| f.leader), Some(A), "{}", name(rules));
        lab.follower_mut(C).call = None;
        lab.request(C);
        lab.serve(C);
        let said = lab.follower_mut(C).call.clone().map(|c| c.stage);
        let fenced = KafkaError::FencedLeaderEpoch;
        let error = if rules.fences_epochs { fenced } else { rules.not_leader };
        let expected = state::Stage::Replied(state::Answer::Error(error));
        assert_eq!(said, Some(expected), "{}", name(rules));
        lab.does(Event::ReleaseWords { broker: C });
        lab.drain(C);
        assert_eq!(lab.cluster.follower(C, P0).map(|f| f.leader), Some(B), "{}", name(rules));
    }
}
