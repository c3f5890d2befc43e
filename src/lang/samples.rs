//! One of everything that the languages have words for, and tests that read them all.

use unicode_width::UnicodeWidthStr;

use super::*;
use crate::engine::effect::*;
use crate::engine::epochs::EpochStart;
use crate::engine::state::{LeaderAndIsr, PartitionState};
use crate::notation::{effect_kind, event_kind, refusal_kind};

const A: BrokerId = BrokerId(0);
const B: BrokerId = BrokerId(1);
const C: BrokerId = BrokerId(2);
const P: PartitionId = PartitionId(0);
const P1: ProducerId = ProducerId(0);
const C1: ConsumerId = ConsumerId(0);
const M1: Value = Value(0);
const M2: Value = Value(1);
const BREACH: Breach = Breach {
    property: Property::LeaderCompleteness,
    partition: P,
    broker: Some(A),
    offset: Some(1),
};

/// One of each variant of an enum: does not compile when one is missing.
macro_rules! each {
    ($enum:ident: $($variant:ident $({ $($field:ident: $value:expr),* $(,)? })?
        $(($($part:expr),*))?),* $(,)?) => {{
        let _complete = |any: &$enum| match any {
            $($enum::$variant { .. } => (),)*
        };
        vec![$($enum::$variant $({ $($field: $value),* })? $(($($part),*))?),*]
    }};
}

const FETCH: Ask = Ask::Fetch { offset: 2, last: None };
const LINKS: [Link; 4] =
    [Link::Brokers(A, C), Link::Controller(B), Link::Producer(P1, A), Link::Consumer(C1, A)];

fn order(brokers: &[BrokerId]) -> Order {
    brokers.iter().copied().collect()
}

fn record(value: Value) -> Record {
    Record::new(value, Some(0))
}

fn all() -> BrokerSet {
    BrokerSet::first(3)
}

fn word(leader: Option<BrokerId>) -> LeaderAndIsr {
    let state = PartitionState { leader, epoch: 1, isr: all().without(A), ..Default::default() };
    LeaderAndIsr { partition: P, state, current: true }
}

/// One of every effect, and of every rule and reason within them.
pub(crate) fn effects() -> Vec<Effect> {
    let hw = |from, to, rule| Effect::Hw { broker: B, partition: P, from, to, rule };
    let mut effects = each!(Effect:
        Appended { broker: B, partition: P, offset: 1, record: record(M2) },
        Leo { broker: B, partition: P, from: 1, to: 2 },
        Hw { broker: B, partition: P, from: 1, to: 2, rule: HwRule::Leader {
            leo: 2,
            remotes: vec![(A, Some(2), Counted::Isr), (C, Some(2), Counted::Isr)],
        } },
        Truncated { broker: A, partition: P, from: 2, to: 1, rule: CutRule::LocalHw { hw: 1 },
            cut: vec![record(M2)] },
        Flushed { broker: A, partition: P, from: 0, to: 2 },
        Rolled { broker: A, partition: P, base: 3 },
        HwWritten { broker: A, partition: P, from: 0, to: 1 },
        EpochAdded { broker: A, partition: P, entry: EpochStart { epoch: 1, start: 2 } },
        EpochRefused { broker: A, partition: P, entry: EpochStart { epoch: 1, start: 2 } },
        EpochsCut { broker: A, partition: P, entries: vec![EpochStart { epoch: 1, start: 2 }] },
        Asked { broker: A, partition: P, leader: B, ask: FETCH },
        RemoteLeo { leader: B, partition: P, follower: A, from: Some(1), to: Some(2) },
        Parked { leader: B, partition: P, follower: A, ms: 500 },
        Unparked { leader: B, partition: P, follower: A, why: Unpark::Data },
        RecordsSent { leader: B, partition: P, follower: A, offset: 1, records: vec![record(M2)],
            hw: 1 },
        EpochEndSent { leader: B, partition: P, follower: A, asked: Some(0), epoch: None,
            end: Some(2) },
        DivergingSent { leader: B, partition: P, follower: A, offset: 3, last: 2, epoch: 1,
            end: 2, hw: 1 },
        EpochFenced { leader: B, partition: P, follower: A, sent: 1, known: 2 },
        FetcherStopped { broker: A, partition: P },
        OffsetSent { leader: B, partition: P, follower: A, ask: Ask::LogEnd, offset: 1 },
        ErrorSent { leader: B, partition: P, follower: A, error: KafkaError::OffsetOutOfRange },
        ErrorReceived { broker: A, partition: P, error: KafkaError::NotLeaderForPartition },
        NotShorter { broker: A, partition: P, leo: 2, leader_end: 3 },
        KeptLog { broker: A, partition: P, leo: 2, leader_start: 0 },
        Vanished { broker: A, partition: P, leader: B, what: Lost::Request },
        IsrExpanded { leader: B, partition: P, follower: A, isr: all(), leo: 2, entry: 2 },
        IsrShrunk { leader: B, partition: P, follower: A, isr: all().without(A),
            why: Lag::Time { ago: 10_001, max: 10_000 } },
        IsrWriteRefused { leader: B, partition: P, wanted: all() },
        FellBehind { leader: B, partition: P, follower: A },
        IsrWriteUnreachable { leader: B, partition: P, wanted: all() },
        AlterSent { leader: B, partition: P, isr: all().without(A), wanted: all(),
            maximal: all(), why: AlterReason::Recovered },
        AlterAccepted { leader: B, partition: P, isr: all(), epoch: 1 },
        AlterRefused { leader: B, partition: P, wanted: all(),
            error: KafkaError::InvalidUpdateVersion },
        IsrCommitted { leader: B, partition: P, from: all().without(A), to: all() },
        IsrReverted { leader: B, partition: P, isr: all(),
            error: KafkaError::IneligibleReplica },
        IsrStuck { leader: B, partition: P, wanted: all(),
            error: KafkaError::InvalidUpdateVersion },
        AlterVanished { leader: B, partition: P, answer: false },
        IsrHeard { leader: B, partition: P, from: all(), to: all().without(A) },
        Waiting { producer: P1, partition: P, value: M2, broker: B, acks: Acks::All, required: 2 },
        Acked { producer: P1, partition: P, value: M2, offset: 1, acks: Acks::All,
            why: AckRule::Hw { hw: 2, required: 2 } },
        Unasked { producer: P1, partition: P, value: M2 },
        Dropped { producer: P1, partition: P, value: M2, error: KafkaError::NetworkException },
        Failed { producer: P1, partition: P, value: M2, error: KafkaError::NotEnoughReplicas,
            detail: FailDetail::Isr { isr: 1, min_isr: 2 } },
        Consumed { consumer: C1, partition: P, from: 0, hw: 2,
            records: vec![record(M1), record(M2)] },
        ConsumeFailed { consumer: C1, partition: P, position: 2,
            error: KafkaError::OffsetOutOfRange },
        AnswerLost { producer: P1, partition: P, value: M2 },
        Redirected { consumer: C1, partition: P, from: A, to: B },
        PositionValid { consumer: C1, partition: P, position: 2, read: Some(1), end: Some(2) },
        TruncationFound { consumer: C1, partition: P, position: 2, read: 1, end: Some(1) },
        PositionReset { consumer: C1, partition: P, from: 2, to: 1 },
        Down { broker: B, how: Death::Killed },
        Up { broker: B },
        Paused { broker: B },
        Resumed { broker: B },
        ReplicaCreated { broker: C, partition: P },
        ReplicaDeleted { broker: C, partition: P },
        Wiped { broker: B },
        LeaderNow { broker: A, partition: P, epoch: 1, isr: all().without(B) },
        FollowerNow { broker: C, partition: P, epoch: 1, leader: A },
        FollowsOn { broker: C, partition: P, epoch: 2, leader: A },
        NoticedDeath { broker: B },
        NoticedReturn { broker: B },
        Elected { partition: P, leader: A, epoch: 1, isr: all().without(B),
            how: Election::FromIsr },
        Leaderless { partition: P, epoch: 2, isr: BrokerSet::only(B) },
        IsrCut { partition: P, broker: B, epoch: 1, isr: all().without(B) },
        Nobody { broker: C, partition: P, epoch: 2 },
        ElrChanged { partition: P, elr: all().without(B), last_leader: Some(B),
            isr: BrokerSet::EMPTY, min_isr: 2 },
        UncleanShutdown { broker: B },
        Recovering { partition: P, leader: B, done: false },
        Reassigning { partition: P, epoch: 1, from: order(&[B, A]), to: order(&[B, C]) },
        Reassigned { partition: P, epoch: 2, to: order(&[B, C]) },
        Reordered { partition: P, to: order(&[A, B, C]) },
        Told { broker: A, word: word(Some(B)) },
        WordIgnored { broker: A, word: word(None) },
        Passed { ms: 500 },
        AcksSet { producer: P1, from: Acks::All, to: Acks::Leader },
        MinIsrSet { from: 1, to: 2 },
        UncleanSet { to: true },
        LinkCut { link: Link::Brokers(A, B) },
        LinkHealed { link: Link::Controller(B) },
        WordsHeld { broker: B, held: true },
        AnswerWillBeLost { producer: P1 },
        Simplified { broker: A, what: Simplification::UnnoticedRestart },
        Lost { partition: P, offset: 1, value: M2 },
        Recovered { partition: P, offset: 1, value: M2 },
        Diverged { partition: P, offset: 1 },
        Recognized { producer: P1, partition: P, value: M2, offset: 1 },
        WillRetry { producer: P1, partition: P, value: M2, error: KafkaError::NetworkException,
            left: 2, ms: 100 },
        Retried { producer: P1, partition: P, value: M2 },
        NewProducerId { producer: P1 },
        Sought { consumer: ConsumerId(0), partition: P, whence: Whence::End, from: 0, to: 1 },
        Broken { breach: BREACH },
        Mended { partition: P, property: Property::LogMatching },
    );
    // Records without epochs; unknown numbers; numbers that stay; lists that are long or empty.
    let plain = Record::new(M2, None);
    effects.extend([
        Effect::Appended { broker: B, partition: P, offset: 1, record: plain },
        Effect::Leo { broker: B, partition: P, from: 2, to: 2 },
        hw(1, 1, HwRule::Leader { leo: 2, remotes: vec![(A, None, Counted::Isr)] }),
        hw(0, 1, HwRule::Leader { leo: 1, remotes: vec![] }),
        Effect::RemoteLeo { leader: B, partition: P, follower: A, from: None, to: Some(1) },
        Effect::RemoteLeo { leader: B, partition: P, follower: A, from: Some(2), to: None },
        Effect::RecordsSent {
            leader: B,
            partition: P,
            follower: A,
            offset: 2,
            records: vec![],
            hw: 2,
        },
        Effect::RecordsSent {
            leader: B,
            partition: P,
            follower: A,
            offset: 0,
            records: (0..40).map(|v| record(Value(v))).collect(),
            hw: 2,
        },
        Effect::EpochEndSent {
            leader: B,
            partition: P,
            follower: A,
            asked: Some(3),
            epoch: None,
            end: None,
        },
        Effect::EpochEndSent {
            leader: B,
            partition: P,
            follower: A,
            asked: None,
            epoch: None,
            end: None,
        },
        Effect::EpochEndSent {
            leader: B,
            partition: P,
            follower: A,
            asked: Some(3),
            epoch: Some(1),
            end: Some(2),
        },
        Effect::EpochFenced { leader: B, partition: P, follower: A, sent: 2, known: 1 },
        Effect::TruncationFound { consumer: C1, partition: P, position: 2, read: 1, end: None },
        Effect::AlterVanished { leader: B, partition: P, answer: true },
        Effect::WillRetry {
            producer: P1,
            partition: P,
            value: M2,
            error: KafkaError::NetworkException,
            left: u8::MAX,
            ms: 100,
        },
        Effect::WordsHeld { broker: B, held: false },
        Effect::Recovering { partition: P, leader: B, done: true },
        Effect::ElrChanged {
            partition: P,
            elr: BrokerSet::EMPTY,
            last_leader: None,
            isr: all(),
            min_isr: 2,
        },
        Effect::OffsetSent { leader: B, partition: P, follower: A, ask: Ask::LogStart, offset: 0 },
        Effect::Waiting {
            producer: P1,
            partition: P,
            value: M2,
            broker: B,
            acks: Acks::Count(2),
            required: 2,
        },
        Effect::Consumed { consumer: C1, partition: P, from: 2, hw: 2, records: vec![] },
        Effect::Told { broker: A, word: word(None) },
    ]);
    effects.extend(
        each!(HwRule:
            Leader {
                leo: 2,
                remotes: vec![(A, Some(1), Counted::Proposed), (C, Some(2), Counted::CaughtUp)],
            },
            BelowMinIsr { isr: 1, min_isr: 2 },
            Follower { leader_hw: 1, leo: 2 },
            Loaded { file: 1, leo: 2 },
            Clamped { start: 0, leo: 1 },
        )
        .into_iter()
        .map(|rule| hw(1, 1, rule)),
    );
    for rule in each!(CutRule:
        LocalHw { hw: 1 },
        EpochEnd { asked: Some(0), end: 1 },
        CommonEpoch { epoch: 1, end: 1, own: Some(1), own_end: Some(2) },
        NoEpoch { hw: 1 },
        EpochUndefined { asked: Some(3), hw: 1 },
        LeaderShorter { leader_end: 1 },
        LeaderStart { leader_start: 1 },
        PowerLoss { flushed: 1 },
    ) {
        for cut in [vec![record(M1), record(M2)], vec![]] {
            let to = if cut.is_empty() { 2 } else { 0 };
            effects.push(Effect::Truncated { broker: A, partition: P, from: 2, to, rule, cut });
        }
    }
    for (own, own_end) in [(Some(0), Some(1)), (None, None)] {
        let rule = CutRule::CommonEpoch { epoch: 1, end: 1, own, own_end };
        let cut = vec![record(M2)];
        effects.push(Effect::Truncated { broker: A, partition: P, from: 2, to: 1, rule, cut });
    }
    let ask = Ask::Fetch { offset: 2, last: Some(1) };
    effects.push(Effect::Asked { broker: A, partition: P, leader: B, ask });
    for why in each!(AlterReason:
        Joins { follower: A, leo: 2, entry: 2 },
        Lag(vec![(A, Lag::Time { ago: 30_001, max: 30_000 })]),
        Recovered,
    ) {
        let (isr, wanted, maximal) = (all().without(A), all(), all());
        effects.push(Effect::AlterSent { leader: B, partition: P, isr, wanted, maximal, why });
    }
    for link in LINKS {
        effects.push(Effect::LinkCut { link });
    }
    for ask in each!(Ask: Fetch { offset: 2, last: None }, EpochEnd(Some(0)), LogEnd, LogStart) {
        effects.push(Effect::Asked { broker: A, partition: P, leader: B, ask });
    }
    for why in each!(Unpark: Data, WaitOver, Hw, NotLeader) {
        effects.push(Effect::Unparked { leader: B, partition: P, follower: A, why });
    }
    for what in each!(Lost: Request, Parked, Reply) {
        effects.push(Effect::Vanished { broker: A, partition: P, leader: B, what });
    }
    for why in each!(Lag: Time { ago: 10_001, max: 10_000 }, Messages { behind: 12, max: 10 }) {
        let isr = all().without(A);
        effects.push(Effect::IsrShrunk { leader: B, partition: P, follower: A, isr, why });
    }
    for why in each!(AckRule:
        LeaderAppended,
        Hw { hw: 2, required: 2 },
        Members { have: 2, wanted: 2 },
    ) {
        let acks = Acks::All;
        effects.push(Effect::Acked { producer: P1, partition: P, value: M2, offset: 1, acks, why });
    }
    let failed =
        |error, detail| Effect::Failed { producer: P1, partition: P, value: M2, error, detail };
    for error in KafkaError::ALL {
        effects.push(failed(error, FailDetail::None));
    }
    for detail in each!(FailDetail:
        None,
        Isr { isr: 1, min_isr: 2 },
        Hw { hw: 1, required: 2 },
        Sequence { number: 2, expected: 1 },
    ) {
        effects.push(failed(KafkaError::NotEnoughReplicasAfterAppend, detail));
    }
    for how in each!(Death: Killed, PowerLoss, Stopped, Halted) {
        effects.push(Effect::Down { broker: B, how });
    }
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
        let isr = all().without(B);
        effects.push(Effect::Elected { partition: P, leader: A, epoch: 1, isr, how });
    }
    for what in each!(Simplification: UnnoticedRestart, UnnoticedPowerLoss) {
        effects.push(Effect::Simplified { broker: A, what });
    }
    effects
}

/// One of every refusal.
pub(crate) fn refusals() -> Vec<Refusal> {
    each!(Refusal:
        NoSuchBroker,
        NoSuchPartition,
        NoSuchClient,
        NoBrokers,
        BrokerDown(A),
        BrokerUp(A),
        NotAssigned(A),
        IsLeader(A),
        NotTold(A),
        LeaderDown(B),
        InFlight(A),
        NoRequest(A),
        Parked(A, 500),
        NoReply(A),
        SessionLeft(A, 6_000),
        NothingToNotice(A),
        NothingTold(A),
        LogFull(A),
        PurgatoryFull(A),
        InboxFull(A),
        ValueOutOfBounds,
        TimeOutOfBounds,
        SettingOutOfBounds,
        NoChange,
        PreferredLeads(A),
        PreferredDown(A),
        PreferredNotInIsr(A),
        IdempotenceNeedsAcksAll,
        TooManyInFlight(5),
        HasLeader(A),
        NoLiveReplica,
        EpochsUsedUp,
        Paused(A),
        NotPaused(A),
        LinkCut(Link::Brokers(A, B)),
        LinkWhole(Link::Controller(A)),
        NoSuchLink,
        WordsHeld(A),
        WordsNotHeld(A),
        NotLeader(A),
        NothingInFlight(A),
        NotParked(A),
        NotInIsr(A),
        AtLeo(A),
        NothingAltered(B),
        NoAlterPartition,
        AnswerLostAlready,
        LeadsAlready(A),
        NotLiveInIsr(A),
        ReassignmentOn,
        TargetDown(A),
        NoSuchSetting,
        FetcherStopped(A),
    )
}

/// One of every event.
pub(crate) fn events() -> Vec<Event> {
    let mut events = each!(Event:
        Send { producer: P1, partition: P, value: M1, to: None },
        Consume { consumer: C1, partition: P, from: None },
        Seek { consumer: C1, partition: P, to: Whence::Beginning },
        Request { broker: A, partition: P },
        Serve { broker: A, partition: P },
        Reply { broker: A, partition: P },
        Kill { broker: B },
        PowerLoss { brokers: all().without(C), noticed: false },
        Stop { broker: B },
        Start { broker: B },
        RestartUnnoticed { broker: A },
        Wipe { broker: B },
        Flush { broker: B },
        CheckpointHw { broker: B },
        Advance { ms: 500 },
        ElectPreferred { partition: P },
        ElectUnclean { partition: P },
        SetAcks { producer: P1, acks: Acks::All },
        SetMinIsr(2),
        SetUnclean(true),
        Notice { broker: B },
        Tell { broker: A },
        HoldWords { broker: A },
        ReleaseWords { broker: A },
        Alter { broker: B, partition: P },
        Altered { broker: B, partition: P },
        Pause { broker: B },
        Resume { broker: B },
        Cut { link: Link::Brokers(A, B) },
        Heal { link: Link::Brokers(A, B) },
        Lose { broker: A, partition: P },
        LoseAlter { broker: B, partition: P },
        EndWait { broker: A, partition: P },
        FallBehind { broker: B, partition: P, follower: A },
        LoseAnswer { producer: P1 },
        MoveLeader { partition: P, to: A },
        Reassign { partition: P, to: order(&[B, C]) },
    );
    events.extend(LINKS.map(|link| Event::Cut { link }));
    events.extend([
        Event::Send { producer: P1, partition: P, value: M1, to: Some(B) },
        Event::Consume { consumer: C1, partition: P, from: Some(B) },
        Event::PowerLoss { brokers: BrokerSet::only(A), noticed: true },
    ]);
    events
}

/// One of every command that is not one event.
pub(crate) fn commands() -> Vec<Command> {
    each!(Command:
        Event(Event::Kill { broker: A }),
        Fetch { broker: A, partition: P },
        Phase { broker: A, partition: P },
        Truncate { broker: A, partition: P },
        CatchUp { broker: A, partition: P },
        Settle { partition: P },
        Burst { producer: P1, partition: P, values: vec![M1, M2] },
        NextDue,
    )
}

/// A setup of three brokers and as many partitions as asked for.
pub(crate) fn setup(release: &str, partitions: usize) -> Setup {
    let rules = rules_for(release).expect("the table has the release").clone();
    let settings = Settings::defaults(&rules);
    Setup {
        rules,
        settings,
        brokers: 3,
        producers: 1,
        consumers: 1,
        assignment: vec![vec![B, A, C]; partitions],
        controller: ControllerMode::default(),
    }
}

/// Every sentence of every language, with what it says it about.
fn sentences(cx: &Context) -> Vec<(String, Vec<String>)> {
    let each = |say: &dyn Fn(Lang) -> String| Lang::ALL.map(say).to_vec();
    let mut all = Vec::new();
    for effect in &effects() {
        let said = each(&|lang| lang.effect(cx, effect).to_string());
        all.push((format!("effect {}", effect_kind(effect)), said));
    }
    for &refusal in &refusals() {
        let said = each(&|lang| lang.refusal(cx, refusal));
        all.push((format!("refusal {}", refusal_kind(&refusal)), said));
    }
    for event in &events() {
        let said = each(&|lang| lang.event(cx, event, None));
        all.push((format!("event {}", event_kind(event)), said));
    }
    for command in &commands() {
        let said = each(&|lang| lang.command(cx, command, None));
        all.push((format!("command {}", cx.notation().command(command)), said));
    }
    for &due in &each!(Due:
        SessionEnd(B),
        FetchWaitOver(A, P),
        ProduceTimeout(B, P),
        Retry(P1),
        IsrCheck(B),
        HwCheckpoint(B),
        Flush(B),
        Rebalance,
        UncleanCheck,
    ) {
        all.push(("due".into(), each(&|lang| lang.words().due(due).to_owned())));
    }
    all.push(("reply".into(), each(&|lang| lang.words().epoch_end(Some(1), None))));
    all.push(("reply".into(), each(&|lang| lang.words().diverging(1, 2))));
    for &what in &each!(Simplification: UnnoticedRestart, UnnoticedPowerLoss) {
        let said = each(&|lang| lang.words().simplification(what).to_owned());
        all.push(("simplification".into(), said));
    }
    all.push(("no epochs".into(), each(&|lang| lang.words().no_epochs("0.10.2"))));
    all.push(("too small".into(), each(&|lang| lang.words().too_small(60, 18))));
    all.push(("more".into(), each(&|lang| lang.words().more(3))));
    let failure = ToldFailure {
        expectation: "Hw(\"A\", 2)".into(),
        line: 30,
        wanted: "2".into(),
        found: "1".into(),
    };
    all.push(("not held".into(), each(&|lang| lang.words().not_held(7, &failure))));
    for (steps, held, failed) in [(1, 0, 0), (5, 1, 0), (15, 11, 1)] {
        all.push(("played".into(), each(&|lang| lang.words().played(steps, held, failed))));
    }
    all
}

fn with_context(release: &str, partitions: usize, glyphs: &Glyphs, test: impl FnOnce(&Context)) {
    let setup = setup(release, partitions);
    test(&Context::new(&Names::plain(3), &setup, glyphs));
}

#[test]
fn every_sentence_in_every_language() {
    with_context("0.10.2", 1, &Glyphs::UNICODE, |cx| {
        let mut page = String::new();
        for (about, said) in sentences(cx) {
            page += &format!("{about}\n  {}\n", said.join("\n  "));
        }
        for property in Property::ALL {
            let said = Lang::ALL.map(|lang| lang.words().property(property)).join("\n  ");
            page += &format!("property {}\n  {said}\n", property.name());
        }
        for label in Label::ALL {
            let said = Lang::ALL.map(|lang| lang.label(*label)).join(" | ");
            page += &format!("label {label:?}: {said}\n");
        }
        insta::assert_snapshot!("sentences", page);
    });
}

#[test]
fn the_notation_of_every_event() {
    let setup = setup("0.10.2", 1);
    let names = Names::plain(3);
    let notation = Notation::new(&names, &setup);
    let page: String = events().iter().map(|e| notation.event(e) + "\n").collect();
    insta::assert_snapshot!("event_notation", page);
}

#[test]
fn no_sentence_has_a_control_character_or_is_wider_than_76_columns() {
    for release in ["0.8.0", "0.8.2", "0.10.2", "0.11", "2.5", "3.7", "4.1"] {
        for glyphs in [Glyphs::UNICODE, Glyphs::ASCII] {
            with_context(release, 1, &glyphs, |cx| {
                for (about, said) in sentences(cx) {
                    for text in said {
                        assert!(!text.chars().any(char::is_control), "{about}: {text:?}");
                        assert!(text.width() <= 76, "{about}: {} columns: {text}", text.width());
                    }
                }
            });
        }
    }
}

#[test]
fn the_ascii_glyphs_leave_nothing_whose_width_is_ambiguous() {
    with_context("0.11", 1, &Glyphs::ASCII, |cx| {
        for (about, said) in sentences(cx) {
            for text in said {
                assert_eq!(text.width(), text.width_cjk(), "{about}: {text}");
            }
        }
    });
}

#[test]
fn where_there_are_two_partitions_a_sentence_says_which() {
    with_context("0.10.2", 2, &Glyphs::UNICODE, |cx| {
        let effect = Effect::Leo { broker: A, partition: PartitionId(1), from: 1, to: 2 };
        assert_eq!(Lang::En.effect(cx, &effect).to_string(), "orders-1: LEO of A: 1 → 2");
        let event = Event::Request { broker: A, partition: PartitionId(1) };
        assert_eq!(cx.notation().event(&event), "fetch-request A partition=1");
    });
}

#[test]
fn to_0_8_1_acks_all_waits_for_every_member_of_the_isr_and_not_for_the_hw() {
    let (acks, required) = (Acks::All, 2);
    let effect =
        Effect::Waiting { producer: P1, partition: P, value: M2, broker: B, acks, required };
    for (release, en, zh) in [
        ("0.8.1", "every ISR member has LEO ≥ 2", "每个 ISR 成员的 LEO ≥ 2"),
        ("0.8.2", "until HW ≥ 2", "等 HW ≥ 2"),
    ] {
        with_context(release, 1, &Glyphs::UNICODE, |cx| {
            for (lang, wanted) in [(Lang::En, en), (Lang::Zh, zh)] {
                let said = lang.effect(cx, &effect).to_string();
                assert!(said.ends_with(wanted), "{release}: {said}");
            }
        });
    }
}

#[test]
fn a_number_in_a_formula_carries_the_mark_of_its_place() {
    let setup = setup("0.10.2", 1);
    let names = Names::plain(3);
    let place = Place::RemoteLeo { leader: B, follower: A, partition: P };
    let marks = [Mark { place, number: Some(2), is_old: false, sign: 'a' }];
    let cx = Context { marks: &marks, ..Context::new(&names, &setup, &Glyphs::UNICODE) };
    let remotes = vec![(A, Some(2), Counted::Isr), (C, Some(2), Counted::Isr)];
    let rule = HwRule::Leader { leo: 2, remotes };
    let effect = Effect::Hw { broker: B, partition: P, from: 1, to: 2, rule };
    let sentence = Lang::En.effect(&cx, &effect);
    assert_eq!(sentence.text, "HW of B = max(HW 1, min(LEO 2, A 2(a), C 2))");
    assert_eq!(sentence.outcome.as_deref(), Some("1 → 2"));
    assert_eq!(changed(&effect), Some(Place::Hw(B, P)));
    // Of a number that the place does not show, the mark would point at another one.
    let marks = [Mark { place, number: Some(3), is_old: false, sign: 'a' }];
    let cx = Context { marks: &marks, ..cx };
    let sentence = Lang::En.effect(&cx, &effect);
    assert_eq!(sentence.text, "HW of B = max(HW 1, min(LEO 2, A 2, C 2))");
}

#[test]
fn the_language_comes_from_the_environment_in_the_order_of_posix() {
    let env = |vars: &'static [(&str, &str)]| {
        Lang::from_env(|name| vars.iter().find(|v| v.0 == name).map(|v| v.1.to_owned()))
    };
    assert_eq!(env(&[("LANG", "zh_CN.UTF-8")]), Lang::Zh);
    assert_eq!(env(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")]), Lang::En);
    assert_eq!(env(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "")]), Lang::Zh);
    assert_eq!(env(&[("LC_MESSAGES", "ZH"), ("LANG", "de_DE")]), Lang::Zh);
    assert_eq!(env(&[]), Lang::En);
}
