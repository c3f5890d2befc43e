//! One of every answer and every verdict, and tests that read them all.

use unicode_width::UnicodeWidthStr;

use super::samples::setup;
use super::*;
use crate::engine::account::{Account, Excuse, Fate, FateName};
use crate::engine::effect::Election;
use crate::engine::state::{AlterStage, PendingProduce};
use crate::engine::what_if::{Aftermath, Damage, Failure};
use crate::engine::why::*;

const A: BrokerId = BrokerId(0);
const B: BrokerId = BrokerId(1);
const C: BrokerId = BrokerId(2);
const P: PartitionId = PartitionId(0);
const M2: Value = Value(1);

fn all() -> BrokerSet {
    BrokerSet::first(3)
}

fn questions() -> Vec<Question> {
    let mut questions = each!(Question:
        Hw(B),
        Ack(Some(M2)),
        Isr(C),
        Leaderless,
        Elected,
        Failure(Failure::Kill(BrokerSet::only(B))),
    );
    questions.extend([
        Question::Ack(None),
        Question::Failure(Failure::PowerLoss(BrokerSet::only(B))),
        Question::Failure(Failure::PowerLoss(all())),
    ]);
    questions
}

fn why_hw() -> Vec<WhyHw> {
    let by = vec![(A, Some(1), Counted::Isr), (C, None, Counted::Isr)];
    let next = NextReply::NotAsked;
    let mut all = each!(WhyHw:
        Down,
        NotAssigned,
        NotTold { hw: 1 },
        NothingAbove { hw: 2 },
        BelowMinIsr { hw: 1, isr: 1, min_isr: 2 },
        HeldBack { hw: 1, leo: 3, by: by },
        Due { hw: 1, to: 2 },
        NobodyToTell { hw: 1, leader: A },
        LeaderNotHigher { hw: 1, leader: A, leader_hw: 1 },
        NotLearnt { hw: 1, leo: 3, leader: A, leader_hw: 2, next: next },
    );
    for counted in each!(Counted: Isr, Proposed, CaughtUp) {
        all.push(WhyHw::HeldBack { hw: 1, leo: 3, by: vec![(C, Some(1), counted)] });
    }
    for next in each!(NextReply:
        NotAsked,
        OtherQuestionFirst,
        Requested,
        Parked { left: 500 },
        Replied { carries: 1 },
    ) {
        all.push(WhyHw::NotLearnt { hw: 1, leo: 1, leader: A, leader_hw: 2, next });
    }
    let next = NextReply::Replied { carries: 2 };
    all.push(WhyHw::NotLearnt { hw: 1, leo: 3, leader: A, leader_hw: 2, next });
    all
}

fn why_ack() -> Vec<WhyAck> {
    let request =
        |acks| PendingProduce { producer: ProducerId(0), value: M2, offset: 1, acks, left: 30_000 };
    let held = WhyHw::HeldBack { hw: 1, leo: 2, by: vec![(A, Some(1), Counted::Isr)] };
    let mut all = each!(WhyAck:
        NotSent,
        Acked,
        Unasked,
        Failed(KafkaError::NotEnoughReplicas),
        SentAgain { left: 100 },
        OnItsWay,
        Waiting { broker: B, request: request(Acks::All), wait: AckWait::Hw { hw: 1, why: held } },
    );
    let wait = AckWait::Members { wanted: 3, without: vec![(A, Some(1)), (C, None)] };
    for acks in [Acks::Count(3), Acks::All] {
        all.push(WhyAck::Waiting { broker: B, request: request(acks), wait: wait.clone() });
    }
    all
}

fn why_isr() -> Vec<WhyIsr> {
    let mut all = each!(WhyIsr:
        Member { leads: true },
        NotAssigned,
        Down,
        NobodyLeads,
        Asked { leader: B, stage: AlterStage::Sent },
        VersionOld { leader: B },
        Fenced { leader: B },
        DoesNotFollow { leader: B },
        OtherQuestionFirst { leader: B, leo: 1, entry: 3 },
        Behind { leader: B, leo: 1, entry: 3 },
        NotFetched { leader: B, leo: 3, entry: 3, known: Some(1) },
    );
    all.push(WhyIsr::Member { leads: false });
    for stage in each!(AlterStage:
        Sent,
        Done { current: true },
        Refused(KafkaError::IneligibleReplica),
        Stuck,
    ) {
        all.push(WhyIsr::Asked { leader: B, stage });
    }
    all
}

fn why_leaderless() -> Vec<WhyLeaderless> {
    let returns = vec![Return { broker: B, leader: B }];
    let (isr, alive) = (BrokerSet::only(B), BrokerSet::only(C));
    let mut all = each!(WhyLeaderless:
        Leads { leader: B, epoch: 1 },
        NotMissed { leader: B, left: Some(6_000) },
        NotTold { leader: A },
        NoCandidate { isr: isr, alive: alive, unclean: false, returns: returns },
    );
    let (isr, returns) = (BrokerSet::EMPTY, vec![]);
    all.extend([
        WhyLeaderless::NotMissed { leader: B, left: None },
        WhyLeaderless::NoCandidate { isr, alive, unclean: true, returns: returns.clone() },
        WhyLeaderless::NoCandidate { isr, alive: BrokerSet::EMPTY, unclean: true, returns },
    ]);
    all
}

fn why_elected() -> Vec<WhyElected> {
    let elected =
        |how, passed| WhyElected::Elected { leader: A, epoch: 1, how, isr: all(), passed };
    let mut all = each!(WhyElected:
        Nobody,
        Assigned { leader: B, epoch: 0 },
        Given { leader: B, epoch: 3 },
        Elected { leader: A, epoch: 1, how: Election::FromIsr, isr: all(), passed: vec![] },
    );
    for how in each!(Election:
        FromIsr,
        Unclean,
        Preferred,
        ControlledShutdown,
        Elr,
        LastLeader,
        Moved,
        Reassigned,
    ) {
        all.push(elected(how, vec![]));
    }
    let passed = [A, B, C].into_iter().zip(each!(PassedOver: Down, NotInIsr, Leaving));
    all.push(elected(Election::FromIsr, passed.collect()));
    all
}

fn damages() -> Vec<Option<Damage>> {
    let harmless = Aftermath { leader: Some(B), ..Aftermath::default() };
    let many = (0..10).map(|n| (n, Value(n))).collect();
    let gone = Aftermath { leader: None, unavailable: vec![(1, M2)], ..Aftermath::default() };
    let lost = Aftermath {
        leader: Some(A),
        lost: many,
        dropped: vec![(1, M2)],
        broken: vec![Property::LeaderCompleteness, Property::ConsistentReads],
        ..Aftermath::default()
    };
    let would = |after: &Aftermath, back: &Aftermath| {
        Some(Damage { leader_now: Some(B), after: after.clone(), back: back.clone() })
    };
    vec![None, would(&harmless, &harmless), would(&gone, &lost), would(&lost, &harmless)]
}

fn answers() -> Vec<(Question, Answer)> {
    let mut all = Vec::new();
    all.extend(why_hw().into_iter().map(|why| (Question::Hw(B), Answer::Hw(why))));
    all.extend(why_ack().into_iter().map(|why| (Question::Ack(Some(M2)), Answer::Ack(why))));
    all.extend(why_isr().into_iter().map(|why| (Question::Isr(C), Answer::Isr(why))));
    let leaderless = why_leaderless().into_iter();
    all.extend(leaderless.map(|why| (Question::Leaderless, Answer::Leaderless(why))));
    all.extend(why_elected().into_iter().map(|why| (Question::Elected, Answer::Elected(why))));
    for failure in [Failure::Kill(BrokerSet::only(B)), Failure::PowerLoss(all_brokers())] {
        all.extend(damages().into_iter().map(|d| (Question::Failure(failure), Answer::Damage(d))));
    }
    all
}

fn all_brokers() -> BrokerSet {
    all()
}

fn fates() -> Vec<Fate> {
    let mut fates = each!(Fate:
        Safe,
        AtRisk { failures: 1 },
        Lost(Excuse::WeakAcks),
        Duplicated,
        ReadGone { offset: 1 },
        ReadReplaced { offset: 1, by: Value(2) },
        NeverConfirmed,
        Unavailable,
        Waiting,
        Refused(KafkaError::NotEnoughReplicas),
        Vanished,
    );
    fates.push(Fate::AtRisk { failures: 2 });
    fates.extend(
        each!(Excuse:
            NotConfirmed,
            WeakAcks,
            EnoughFailed { failed: 2, min_isr: 1 },
            None { failed: 1, min_isr: 2 },
        )
        .into_iter()
        .map(Fate::Lost),
    );
    fates
}

/// Every sentence of every language, each with what it says it about.
fn sentences(cx: &Context) -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    for question in questions() {
        all.push((
            "question".to_owned(),
            Lang::ALL.map(|l| l.words().question(cx, &question)).to_vec(),
        ));
    }
    for (question, answer) in answers() {
        let said = Lang::ALL.iter().flat_map(|l| l.words().answer(cx, P, &question, &answer));
        all.push((
            format!("{answer:?}").split('{').next().unwrap_or("").to_owned(),
            said.collect(),
        ));
    }
    for fate in fates() {
        let said = Lang::ALL.map(|l| l.words().fate(cx, &fate)).to_vec();
        all.push((fate.name().name().to_owned(), said));
    }
    for fate in FateName::ALL {
        let said = Lang::ALL.map(|l| l.words().fate_name(fate).to_owned()).to_vec();
        all.push(("name".into(), said));
    }
    for fatal in [None, Some(3)] {
        let account = Account {
            value: M2,
            partition: P,
            producer: None,
            acks: None,
            outcome: None,
            stands: vec![],
            committed: vec![],
            read: vec![],
            fatal,
            fate: Fate::Safe,
        };
        let said = Lang::ALL.iter().filter_map(|l| l.words().survives(&account));
        all.push(("survives".into(), said.collect()));
    }
    let waits = Lang::ALL.map(|l| l.words().waits_for_the_script().to_owned());
    all.push(("masked".into(), waits.to_vec()));
    let nothing = Lang::ALL.map(|l| l.words().nothing_sent().to_owned());
    all.push(("nothing".into(), nothing.to_vec()));
    all
}

#[test]
fn every_answer_and_every_verdict_in_every_language() {
    let setup = setup("0.10.2", 1);
    let names = Names::plain(3);
    let cx = Context::new(&names, &setup, &Glyphs::UNICODE);
    let mut page = String::new();
    for (about, said) in sentences(&cx) {
        page += &format!("{about}\n  {}\n", said.join("\n  "));
    }
    insta::assert_snapshot!("answers", page);
}

#[test]
fn only_with_kraft_is_a_broker_fenced() {
    for (release, wanted) in [("3.9", "C is fenced"), ("3.9/zk", "C has no session with ZooKeeper")]
    {
        let setup = setup(release, 1);
        let names = Names::plain(3);
        let cx = Context::new(&names, &setup, &Glyphs::UNICODE);
        let answer = Answer::Isr(WhyIsr::Fenced { leader: B });
        let said = Lang::En.words().answer(&cx, P, &Question::Isr(C), &answer).join(" ");
        assert!(said.starts_with(wanted), "{said}");
    }
}

#[test]
fn no_answer_has_a_control_character_or_anything_of_ambiguous_width_in_ascii() {
    let setup = setup("0.11", 1);
    let names = Names::plain(3);
    let cx = Context::new(&names, &setup, &Glyphs::ASCII);
    for (about, said) in sentences(&cx) {
        assert!(said.len() >= Lang::ALL.len(), "{about}: {said:?}");
        for text in said {
            assert!(!text.is_empty() && !text.chars().any(char::is_control), "{about}: {text:?}");
            assert_eq!(text.width(), text.width_cjk(), "{about}: {text}");
        }
    }
}
