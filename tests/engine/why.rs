//! The answers to "why?": for each one a state that it is given of.

use proptest::prelude::*;

use crate::common::*;
use crate::properties::{choose, everything, two_partitions};
use replicascope::engine::effect::{Counted, Election};
use replicascope::engine::state::PendingProduce;
use replicascope::engine::what_if::{Damage, Failure};
use replicascope::engine::why::*;
use replicascope::engine::*;

const M1: Value = Value(0);

impl Lab {
    fn why_hw(&self, broker: BrokerId) -> WhyHw {
        self.cluster.why_hw(&self.setup, broker, P0)
    }

    fn why_not_acked(&self, value: Value) -> WhyAck {
        self.cluster.why_not_acked(&self.setup, value, P0)
    }

    fn why_not_in_isr(&self, broker: BrokerId) -> WhyIsr {
        self.cluster.why_not_in_isr(&self.setup, broker, P0)
    }

    fn why_leaderless(&self) -> WhyLeaderless {
        self.cluster.why_leaderless(&self.setup, P0)
    }

    /// Why the leader was elected, when the step that elected it is this one.
    fn why_elected_by(&mut self, event: Event) -> WhyElected {
        let before = self.cluster.clone();
        let effects = self.does(event);
        let past = Past { before: &before, effects: effects.iter().collect() };
        self.cluster.why_elected(P0, Some(&past))
    }

    fn damage(&self, failure: Failure) -> Option<Damage> {
        self.cluster.damage(&self.setup, P0, failure)
    }
}

fn one(broker: BrokerId) -> BrokerSet {
    BrokerSet::only(broker)
}

/// A leads, B and C follow; nobody has fetched.
fn lab(release: &str) -> Lab {
    Lab::new(setup(release, &[A, B, C]))
}

#[test]
fn a_leaders_hw_is_held_back_by_whoever_it_has_not_heard_of_and_then_by_the_lowest() {
    let mut lab = lab("0.10.2");
    assert_eq!(lab.why_hw(A), WhyHw::NothingAbove { hw: 0 });
    lab.send();
    let unknown = vec![(B, None, Counted::Isr), (C, None, Counted::Isr)];
    assert_eq!(lab.why_hw(A), WhyHw::HeldBack { hw: 0, leo: 1, by: unknown });
    lab.fetch(B);
    lab.fetch(B);
    let by = vec![(C, None, Counted::Isr)];
    assert_eq!(lab.why_hw(A), WhyHw::HeldBack { hw: 0, leo: 1, by });
    lab.fetch(C);
    let by = vec![(C, Some(0), Counted::Isr)];
    assert_eq!(lab.why_hw(A), WhyHw::HeldBack { hw: 0, leo: 1, by });
    lab.fetch(C);
    assert_eq!(lab.why_hw(A), WhyHw::NothingAbove { hw: 1 });
}

#[test]
fn a_caught_up_replica_outside_the_isr_holds_the_hw_back_too_until_its_time_is_over() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    lab.kill(B);
    lab.send_many(2);
    lab.start(B);
    lab.fetch(B);
    lab.send();
    // B has read up to where the log ended when A was told of the new epoch, but not up to the HW.
    let by = vec![(B, Some(0), Counted::CaughtUp)];
    assert_eq!(lab.why_hw(A), WhyHw::HeldBack { hw: 2, leo: 3, by });
    // Nothing has happened since that would compute it anew.
    lab.advance(lab.setup.settings.lag_time_max + 1);
    assert_eq!(lab.why_hw(A), WhyHw::Due { hw: 2, to: 3 });
}

#[test]
fn where_the_rule_applies_an_isr_below_min_isr_freezes_the_hw() {
    let mut rules = rules_for("0.11").expect("a release").clone();
    rules.hw_needs_min_isr = true;
    let mut lab = Lab::new(setup_of(rules, &[A, B]));
    lab.does(Event::SetMinIsr(2));
    lab.kill(B);
    lab.acks(Acks::Leader);
    lab.send();
    assert_eq!(lab.why_hw(A), WhyHw::BelowMinIsr { hw: 0, isr: 1, min_isr: 2 });
}

#[test]
fn a_follower_learns_a_higher_hw_with_a_reply_and_is_told_where_that_is() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    lab.send();
    let next = |lab: &Lab| match lab.why_hw(B) {
        WhyHw::NotLearnt { next, hw: 0, leader_hw: 1, leader: A, .. } => next,
        other => panic!("{other:?}"),
    };
    assert_eq!(lab.why_hw(B), WhyHw::LeaderNotHigher { hw: 0, leader: A, leader_hw: 0 });
    lab.fetch(B);
    lab.fetch(B);
    assert_eq!(next(&lab), NextReply::Parked { left: 500 });
    lab.advance(500);
    assert_eq!(next(&lab), NextReply::Replied { carries: 1 });
    lab.reply(B);
    assert_eq!(lab.why_hw(B), WhyHw::LeaderNotHigher { hw: 1, leader: A, leader_hw: 1 });

    let mut lab = Lab::new(setup("0.8.2", &[A, B]));
    lab.kill(B);
    lab.send();
    lab.start(B);
    assert_eq!(next(&lab), NextReply::NotAsked);
    lab.request(B);
    assert_eq!(next(&lab), NextReply::Requested);

    let mut lab = Lab::new(setup("0.11", &[A, B]));
    lab.kill(B);
    lab.send();
    lab.advance(lab.setup.settings.lag_time_max + 1);
    lab.send();
    lab.start(B);
    assert!(matches!(lab.why_hw(B), WhyHw::NotLearnt { next: NextReply::OtherQuestionFirst, .. }));
}

#[test]
fn a_hw_that_nobody_is_there_to_raise_says_so() {
    let mut lab = lab("0.11");
    lab.kill(B);
    assert_eq!(lab.why_hw(B), WhyHw::Down);
    assert_eq!(lab.cluster.why_hw(&lab.setup, D, P0), WhyHw::NotAssigned);
}

#[test]
fn a_follower_of_a_dead_leader_has_nobody_to_tell_it_a_hw() {
    let mut slow = setup("0.11", &[A, B]);
    slow.controller = ControllerMode {
        notices_at_once: false,
        tells_at_once: false,
        ..ControllerMode::default()
    };
    let mut lab = Lab::new(slow);
    lab.kill(A);
    assert_eq!(lab.why_hw(B), WhyHw::NobodyToTell { hw: 0, leader: A });
    assert_eq!(
        lab.why_leaderless(),
        WhyLeaderless::NotMissed { leader: A, left: Some(lab.setup.settings.session_timeout) }
    );
    lab.does(Event::Notice { broker: A });
    assert_eq!(lab.why_leaderless(), WhyLeaderless::NotTold { leader: B });
    lab.does(Event::Tell { broker: B });
    assert!(matches!(lab.why_leaderless(), WhyLeaderless::Leads { leader: B, .. }));
    lab.kill(B);
    lab.does(Event::Notice { broker: B });
    lab.start(B);
    assert_eq!(lab.why_hw(B), WhyHw::NotTold { hw: 0 });
}

#[test]
fn a_record_with_acks_all_waits_for_the_hw_and_says_what_holds_it_back() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    assert_eq!(lab.why_not_acked(M1), WhyAck::NotSent);
    lab.send();
    let request =
        PendingProduce { producer: P1, value: M1, offset: 0, acks: Acks::All, left: 30_000 };
    let by = vec![(B, None, Counted::Isr)];
    let wait = AckWait::Hw { hw: 0, why: WhyHw::HeldBack { hw: 0, leo: 1, by } };
    assert_eq!(lab.why_not_acked(M1), WhyAck::Waiting { broker: A, request, wait });
    lab.fetch(B);
    lab.fetch(B);
    assert_eq!(lab.why_not_acked(M1), WhyAck::Acked);
}

#[test]
fn a_record_with_a_count_waits_for_members_of_the_isr() {
    let mut lab = lab("0.8.2");
    lab.acks(Acks::Count(2));
    lab.send();
    let WhyAck::Waiting { wait, .. } = lab.why_not_acked(M1) else { panic!("it waits") };
    assert_eq!(wait, AckWait::Members { wanted: 2, without: vec![(B, None), (C, None)] });
}

#[test]
fn to_0_8_1_a_record_with_acks_all_waits_for_every_member_of_the_isr() {
    let mut lab = lab("0.8.1");
    lab.send();
    let WhyAck::Waiting { wait, .. } = lab.why_not_acked(M1) else { panic!("it waits") };
    assert_eq!(wait, AckWait::Members { wanted: 3, without: vec![(B, None), (C, None)] });
}

#[test]
fn a_record_that_will_never_be_acknowledged_says_why() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    lab.acks(Acks::None);
    let m1 = lab.send();
    assert_eq!(lab.why_not_acked(m1), WhyAck::Unasked);
    lab.acks(Acks::All);
    lab.does(Event::SetMinIsr(3));
    let m2 = lab.send();
    assert_eq!(lab.why_not_acked(m2), WhyAck::Failed(KafkaError::NotEnoughReplicas));
}

#[test]
fn a_record_that_is_sent_again_by_itself_says_when() {
    let mut eager = setup("0.10.2", &[A, B]);
    eager.settings.retries = 1;
    let mut lab = Lab::new(eager);
    lab.does(Event::SetMinIsr(3));
    let m1 = lab.send();
    let left = lab.setup.settings.retry_backoff;
    assert_eq!(lab.why_not_acked(m1), WhyAck::SentAgain { left });
    lab.advance(left);
    assert_eq!(lab.why_not_acked(m1), WhyAck::Failed(KafkaError::NotEnoughReplicas));
}

#[test]
fn the_record_asked_about_is_the_newest_that_waits_else_the_last_that_is_not_acknowledged() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    assert_eq!(lab.cluster.newest_open(P0), None);
    lab.acks(Acks::Leader);
    let m1 = lab.send();
    assert_eq!(lab.cluster.newest_open(P0), Some(m1));
    lab.acks(Acks::All);
    let m2 = lab.send();
    let m3 = lab.send();
    assert_eq!(lab.cluster.newest_open(P0), Some(m3));
    lab.kill(A);
    assert_eq!(lab.cluster.newest_open(P0), Some(m3));
    assert!(m2 < m3);
}

#[test]
fn a_follower_outside_the_isr_must_fetch_from_the_leaders_hw_or_beyond() {
    let mut lab = Lab::new(setup("0.10.2", &[A, B]));
    assert_eq!(lab.why_not_in_isr(A), WhyIsr::Member { leads: true });
    assert_eq!(lab.why_not_in_isr(B), WhyIsr::Member { leads: false });
    lab.kill(B);
    assert_eq!(lab.why_not_in_isr(B), WhyIsr::Down);
    lab.advance(lab.setup.settings.lag_time_max + 1);
    lab.send_many(3);
    lab.start(B);
    assert_eq!(lab.why_not_in_isr(B), WhyIsr::Behind { leader: A, leo: 0, entry: 3 });
    lab.fetch(B);
    let known = Some(0);
    assert_eq!(lab.why_not_in_isr(B), WhyIsr::NotFetched { leader: A, leo: 3, entry: 3, known });
    lab.fetch(B);
    assert_eq!(lab.why_not_in_isr(B), WhyIsr::Member { leads: false });
}

#[test]
fn from_0_11_a_follower_asks_for_the_end_of_its_epoch_before_it_fetches() {
    let mut lab = Lab::new(setup("0.11", &[A, B]));
    lab.kill(B);
    lab.start(B);
    let why = lab.why_not_in_isr(B);
    assert_eq!(why, WhyIsr::OtherQuestionFirst { leader: A, leo: 0, entry: 0 });
}

#[test]
fn a_leader_with_an_old_copy_of_the_znode_takes_nobody_in() {
    let mut slow = setup("0.10.2", &[A, B]);
    slow.controller.tells_at_once = false;
    let mut lab = Lab::new(slow);
    lab.kill(B);
    lab.start(B);
    assert_eq!(lab.why_not_in_isr(B), WhyIsr::VersionOld { leader: A });
    while lab.cluster.refusal(&lab.setup, &Event::Tell { broker: A }).is_none() {
        lab.does(Event::Tell { broker: A });
    }
    assert_eq!(lab.why_not_in_isr(B), WhyIsr::DoesNotFollow { leader: A });
}

#[test]
fn without_a_leader_nobody_is_taken_in_and_the_return_of_the_last_member_ends_it() {
    let mut lab = lab("0.11");
    lab.kill(B);
    lab.kill(C);
    lab.kill(A);
    lab.start(C);
    assert_eq!(lab.why_not_in_isr(C), WhyIsr::NobodyLeads);
    assert_eq!(
        lab.why_leaderless(),
        WhyLeaderless::NoCandidate {
            isr: one(A),
            alive: one(C),
            unclean: false,
            returns: vec![Return { broker: A, leader: A }],
        }
    );
}

#[test]
fn the_first_live_member_of_the_isr_is_elected_and_who_was_passed_over_says_why() {
    let mut lab = Lab::new(setup("0.11", &[A, B, C, D]));
    let why = lab.cluster.why_elected(P0, None);
    assert_eq!(why, WhyElected::Assigned { leader: A, epoch: 0 });
    lab.kill(B);
    lab.start(B);
    let why = lab.why_elected_by(Event::Kill { broker: A });
    let WhyElected::Elected { leader, how, isr, passed, .. } = why else { panic!("{why:?}") };
    assert_eq!((leader, how, isr), (C, Election::FromIsr, set(&[A, C, D])));
    assert_eq!(passed, [(A, PassedOver::Down), (B, PassedOver::NotInIsr)]);
}

#[test]
fn a_clean_stop_an_operator_and_an_unclean_election_are_told_apart() {
    let mut lab = lab("0.10.2");
    let how = |why| match why {
        WhyElected::Elected { leader, how, passed, .. } => (leader, how, passed),
        other => panic!("{other:?}"),
    };
    let (leader, by, passed) = how(lab.why_elected_by(Event::Stop { broker: A }));
    assert_eq!((leader, by), (B, Election::ControlledShutdown));
    assert_eq!(passed, [(A, PassedOver::Leaving)]);
    lab.start(A);
    lab.fetch(A);
    let (leader, by, passed) = how(lab.why_elected_by(Event::ElectPreferred { partition: P0 }));
    assert_eq!((leader, by, passed), (A, Election::Preferred, vec![]));
    lab.kill(B);
    lab.kill(C);
    lab.start(C);
    let (leader, by, passed) = how(lab.why_elected_by(Event::Kill { broker: A }));
    assert_eq!((leader, by), (C, Election::Unclean));
    assert_eq!(passed, [(A, PassedOver::Down), (B, PassedOver::Down)]);
}

#[test]
fn a_leader_that_a_scenario_began_with_was_given() {
    let mut lab = lab("0.11");
    lab.cluster.controller.partitions[0].leader = Some(B);
    let why = lab.cluster.why_elected(P0, None);
    assert_eq!(why, WhyElected::Given { leader: B, epoch: 0 });
    lab.cluster.controller.partitions[0].leader = None;
    assert_eq!(lab.cluster.why_elected(P0, None), WhyElected::Nobody);
}

#[test]
fn what_the_leader_alone_acknowledged_would_be_lost_if_it_died() {
    let mut lab = lab("0.11");
    lab.acks(Acks::Leader);
    lab.send();
    let before = lab.cluster.clone();
    let damage = lab.damage(Failure::Kill(one(A))).expect("A runs");
    assert_eq!((damage.leader_now, damage.after.leader), (Some(A), Some(B)));
    assert_eq!(damage.after.lost, [(0, M1)]);
    assert_eq!(damage.back.lost, [(0, M1)]);
    assert!(lab.damage(Failure::Kill(one(B))).expect("B runs").after.is_harmless());
    assert_eq!(lab.cluster, before, "it was only tried out");
    lab.kill(A);
    assert_eq!(lab.damage(Failure::Kill(one(A))), None);
}

#[test]
fn what_nobody_was_promised_would_be_dropped() {
    let mut lab = lab("0.11");
    lab.send();
    let damage = lab.damage(Failure::Kill(one(A))).expect("A runs");
    assert_eq!((damage.after.lost, damage.after.dropped), (vec![], vec![(0, M1)]));
}

#[test]
fn the_death_of_the_last_member_would_make_its_records_unavailable_and_a_power_loss_lose_them() {
    let mut lab = Lab::new(setup("0.11", &[A, B]));
    lab.kill(B);
    lab.advance(lab.setup.settings.lag_time_max + 1);
    lab.send();
    let killed = lab.damage(Failure::Kill(one(A))).expect("A runs");
    assert_eq!((killed.after.leader, killed.after.unavailable), (None, vec![(0, M1)]));
    assert!(killed.back.is_harmless());
    let dark = lab.damage(Failure::PowerLoss(one(A))).expect("A runs");
    assert_eq!((dark.back.leader, dark.back.lost), (Some(A), vec![(0, M1)]));
    assert!(dark.back.broken.contains(&Property::NoGlobalLoss));
}

#[test]
fn if_all_lost_power_what_nobody_has_flushed_would_be_lost() {
    let mut lab = Lab::new(setup("0.11", &[A, B]));
    for _ in 0..2 {
        lab.fetch(B);
    }
    lab.send();
    lab.reply(B);
    lab.fetch(B);
    let all = Failure::PowerLoss(lab.setup.all_brokers());
    assert_eq!(lab.damage(all).expect("they run").back.lost, [(0, M1)]);
    lab.does(Event::Flush { broker: A });
    lab.does(Event::Flush { broker: B });
    assert!(lab.damage(all).expect("they run").back.lost.is_empty());
}

#[test]
fn a_question_that_makes_no_sense_of_a_state_is_moot() {
    let lab = lab("0.11");
    let moot: Vec<bool> = lab
        .cluster
        .questions(&lab.setup, P0, B)
        .into_iter()
        .map(|question| lab.cluster.why(&lab.setup, P0, question, None).is_moot())
        .collect();
    // HW, acknowledged, ISR, no leader, elected, killed, power loss of one and of all.
    assert_eq!(moot, [false, true, true, true, false, false, false, false]);
}

/// Whatever may be asked of a state is answered, and what is answered agrees with the state.
fn check_answers(setup: &Setup, cluster: &Cluster) {
    for partition in setup.partitions() {
        for &broker in cluster.replicas(partition) {
            for question in cluster.questions(setup, partition, broker) {
                check_answer(&cluster.why(setup, partition, question, None));
            }
            check_kill(setup, cluster, partition, broker);
        }
        check_accounts(setup, cluster, partition);
    }
}

fn check_answer(answer: &Answer) {
    match answer {
        Answer::Hw(WhyHw::HeldBack { hw, leo, by }) => {
            assert!(hw < leo && !by.is_empty());
            assert!(by.iter().all(|(_, leo, _)| leo.is_none_or(|leo| leo <= *hw)), "{answer:?}");
        }
        Answer::Hw(WhyHw::NotLearnt { hw, leader_hw, .. }) => assert!(hw < leader_hw),
        Answer::Ack(WhyAck::Waiting { request, wait: AckWait::Hw { hw, .. }, .. }) => {
            assert!(*hw < request.required());
        }
        Answer::Ack(WhyAck::Waiting {
            request,
            wait: AckWait::Members { wanted, without },
            ..
        }) => {
            assert!(without.iter().all(|(_, leo)| *leo < Some(request.required())));
            assert!(*wanted >= 2);
        }
        Answer::Isr(WhyIsr::Behind { leo, entry, .. }) => assert!(leo < entry),
        Answer::Isr(WhyIsr::NotFetched { leo, entry, .. }) => assert!(leo >= entry),
        Answer::Leaderless(WhyLeaderless::NoCandidate { isr, alive, .. }) => {
            assert!(isr.and(*alive).is_empty(), "{answer:?}");
        }
        _ => {}
    }
}

/// What is foretold of a kill is what a kill does, where the controller acts at once, has nothing else
/// to notice and is heard by everybody.
fn check_kill(setup: &Setup, cluster: &Cluster, partition: PartitionId, broker: BrokerId) {
    let foretold = cluster.damage(setup, partition, Failure::Kill(one(broker)));
    let pending = |b: BrokerId| {
        let broker = &cluster.brokers[b.index()];
        broker.words_held
            || !broker.inbox.is_empty()
            || cluster.refusal(setup, &Event::Notice { broker: b }).is_none()
    };
    if setup.controller != ControllerMode::default() || setup.all_brokers().iter().any(pending) {
        return;
    }
    let mut killed = cluster.clone();
    let event = Event::Kill { broker };
    let happened = killed.step(setup, &event, &mut Effects::muted()).is_ok();
    let Some(foretold) = foretold else { return assert!(!happened) };
    assert!(happened);
    let leader = killed.present_leader(partition).map(|(leader, _)| leader);
    assert_eq!(foretold.after.leader, leader);
    let (before, after) = (cluster.verdict(setup).lost, killed.verdict(setup).lost);
    let fresh = after.into_iter().filter(|line| line.0 == partition && !before.contains(line));
    let fresh: Vec<(Offset, Value)> = fresh.map(|(_, offset, value)| (offset, value)).collect();
    assert_eq!(foretold.after.lost, fresh);
}

/// The verdicts on the records agree with the one on the state.
fn check_accounts(setup: &Setup, cluster: &Cluster, partition: PartitionId) {
    use replicascope::engine::account::Fate;
    let verdict = cluster.verdict(setup);
    let leads = cluster.present_leader(partition).is_some();
    for account in cluster.accounts(setup, partition) {
        let value = account.value;
        let same = cluster.account_of(setup, partition, value).expect("it is known");
        assert_eq!(same, account);
        let is_lost = verdict.lost.iter().any(|(p, _, v)| (*p, *v) == (partition, value));
        let is_twice = verdict.duplicated.contains(&(partition, value));
        assert!(!(account.fate == Fate::Unavailable && leads), "{account:?}");
        match account.fate {
            Fate::Lost(_) => assert!(is_lost, "{account:?}"),
            Fate::ReadGone { .. } | Fate::ReadReplaced { .. } => {}
            _ => assert!(!is_lost, "{account:?}"),
        }
        assert!(is_twice || account.fate != Fate::Duplicated, "{account:?}");
        if let Fate::AtRisk { failures } = account.fate {
            assert_eq!(account.fatal, Some(failures));
        }
        assert!(account.fatal.is_none() || leads && !account.stands.is_empty(), "{account:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_every_question_has_an_answer_that_agrees_with_the_state(
        release in 0..every_rules().count(),
        step_by_step in any::<bool>(),
        choices in prop::collection::vec(any::<u16>(), 1..150),
    ) {
        let setup = two_partitions(every_rules().nth(release).expect("a release"), step_by_step);
        let mut cluster = Cluster::new(&setup);
        for choice in choices {
            let event = choose(&cluster.enabled(&setup, &everything()), choice);
            cluster.step(&setup, &event, &mut Effects::muted()).expect("an enabled event");
            check_answers(&setup, &cluster);
        }
    }
}
