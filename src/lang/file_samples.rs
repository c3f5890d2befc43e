//! One of everything that the languages have to say of files, readings and the command line.

use std::io::ErrorKind;

use super::*;
use crate::scenario::fault::{
    Cast, Contradiction, Expected, Figure, Form, Found, Inside, Kind, List, Noun, Said, Takes,
    Unit, Wanted,
};

fn forms() -> Vec<Form> {
    let mut forms = each!(Form:
        Empty,
        NotClosed { bracket: "[".into() },
        ClosingQuote,
        TextWithoutEnd,
        CommentWithoutEnd,
        Expected { expected: Expected::Comma, full_width: true },
        Misplaced { full_width: false },
        WrongKind { expected: Kind::Plain, found: Found::Option },
        Arguments { name: "Leo".into(), wanted: "2".into(), found: 1 },
        Length { wanted: "2".into(), found: 3 },
        Number,
        Digit,
        Escape,
        NoCharacter { code: 0xd800 },
        Trailing,
        TooDeep,
        Extension { name: "implicit_none".into() },
        Other("Unexpected end".into()),
    );
    let expected = each!(Expected:
        Number, Bool, Text, List, Map, Arguments, Fields(Inside::Scenario), Name, Comma, Colon,
        Parenthesis, Bracket, Brace,
    );
    forms.extend(
        expected.into_iter().map(|expected| Form::Expected { expected, full_width: false }),
    );
    let kinds = each!(Kind: Text, Record, Send, Burst, Acks, Consume, Values, Scalar, Map, Plain);
    let found = each!(Found:
        Number("7".into()), Bool("true".into()), Text("\"x\"".into()), Character("'x'".into()),
        List, Fields, Option, Other,
    );
    // The kinds and what was found, side by side.
    forms.extend(
        kinds
            .into_iter()
            .zip(found.into_iter().cycle())
            .map(|(expected, found)| Form::WrongKind { expected, found }),
    );
    forms
}

fn contradictions() -> Vec<Contradiction> {
    each!(Contradiction:
        ReplicationFactor { replicas: 4, brokers: 3 },
        NoReplica { broker: "C".into(), partition: 1, replicas: vec!["A".into(), "B".into()] },
        NoIdempotence("0.10.2".into()),
        IdempotenceAcks,
        IdempotenceRetries,
        NeverChanges("request.timeout.ms".into()),
        Fixed("request.timeout.ms".into()),
        CountOrValues,
        PreferredDown { broker: "A".into(), partition: 1 },
        LeaderDown("A".into()),
        LeaderNotInIsr("A".into()),
        HwWhileDown,
        Offset { found: 3, expected: 2, first: false },
        EpochFalls { found: 0, before: 1 },
        EpochNotBegun { found: 2, current: 1 },
        EntryOrder { epoch: 1, start: 0 },
        EntryNotBegun { found: 2, current: 1 },
        EntryBeyondLog { epoch: 1, start: 5, leo: 2 },
        RemoteOfFollower,
        RemoteOfItself("A".into()),
    )
}

fn faults(cx: &Context) -> Vec<FaultKind> {
    let cast = Cast { names: cx.names.clone(), setup: cx.setup.clone() };
    let mut faults = each!(FaultKind:
        Unreadable { kind: ErrorKind::NotFound, message: "No such file".into() },
        NotAFile,
        FileTooLarge { max: 1_048_576 },
        NotUtf8 { byte: 0xe9 },
        Form(Form::Empty),
        Unknown { what: Noun::Action, found: "Fetsch".into(), inside: None,
            valid: vec!["Fetch".into(), "Send".into()] },
        Missing { field: "title".into(), inside: Some(Inside::Scenario) },
        Twice { what: Noun::Field, found: "title".into(), inside: Some(Inside::Scenario) },
        EmptyText(Said::Title),
        EmptyList(List::Brokers),
        TooMany { what: List::Brokers, found: 10, max: 9 },
        TooLong { what: Said::Title, found: 72, max: 60, unit: Unit::Columns },
        OutOfBounds { what: Figure::BurstCount, found: 101, min: 1, max: 100 },
        WrongValue { what: "acks".into(), takes: Takes::Acks, found: "2.5".into() },
        Character { what: Said::Value, found: '\u{7}' },
        Placeholder { found: "hw".into(), word: "hw".into(), wants: Wanted::Broker },
        LoneBrace { found: '{' },
        KeyTaken { key: "f".into(), action: "send".into(), taken_by: "fetch".into(),
            place: Some(0..1) },
        KeyFixed { key: "Ctrl-C".into(), action: "quit".into() },
        ActionFixed { action: "choose_broker".into(), keys: "1-9".into() },
        Contradiction(Contradiction::CountOrValues),
        Impossible { step: 3, refusal: Refusal::BrokerDown(BrokerId(1)), cast: Box::new(cast) },
    );
    let (key, action, taken_by) = ("f".into(), "send".into(), "fetch".into());
    faults.push(FaultKind::KeyTaken { key, action, taken_by, place: None });
    for kind in [ErrorKind::PermissionDenied, ErrorKind::IsADirectory, ErrorKind::Other] {
        faults.push(FaultKind::Unreadable { kind, message: "Device busy".into() });
    }
    let nouns = each!(Noun:
        Release, Broker, Producer, Consumer, Partition, End, Setting, Value, KafkaError, Property, Quantity,
        Field, Action, Expectation, Choice, Language, Theme, SignSet, Key, Verdict, Branch,
    );
    let insides = each!(Inside:
        Scenario, Configuration, Start, Controller, Ask, Step, Partition, Replica, Text, Record, Action,
        Expectation, Arguments("Send".into()), Assignment, List,
    );
    for (what, inside) in nouns.into_iter().zip(insides.into_iter().cycle()) {
        let found = "x".to_owned();
        faults.push(FaultKind::Twice { what, found: found.clone(), inside: None });
        let inside = Some(inside);
        faults.push(FaultKind::Unknown { what, found, inside, valid: Vec::new() });
    }
    for valid in [vec!["A".to_owned()], vec!["Ab".into()], vec!["X".into(), "Y".into()]] {
        let found = "a".into();
        faults.push(FaultKind::Unknown { what: Noun::Broker, found, inside: None, valid });
    }
    let lists = each!(List:
        Brokers, Producers, Consumers, Partitions, Replicas, Records, Values, Burst, Steps, Actions,
        Expectations, Branches,
    );
    for what in lists {
        faults.push(FaultKind::EmptyList(what));
        faults.push(FaultKind::TooMany { what, found: 10, max: 9 });
    }
    let said = each!(Said:
        BrokerName, ProducerName, ConsumerName, TopicName, Value, Title, Summary, Narration,
        Question, BranchName, Note,
    );
    for what in said {
        faults.push(FaultKind::EmptyText(what));
        let unit = Unit::Characters;
        faults.push(FaultKind::TooLong { what, found: 3_000, max: 2_000, unit });
    }
    let figures = each!(Figure:
        Setting("request.timeout.ms".into()), Field("hw"), LeaderEpoch, RemoteLeo, BurstCount, Time,
    );
    for what in figures {
        faults.push(FaultKind::OutOfBounds { what, found: 11, min: 1, max: 10 });
    }
    for takes in each!(Takes: Bool, Number, Acks, Word(&["latest", "none"])) {
        let (what, found) = ("acks".into(), "\"x\"".into());
        faults.push(FaultKind::WrongValue { what, takes, found });
    }
    for wants in each!(Wanted: Nothing, Broker, TwoBrokers, Value, Producer, Consumer) {
        let (found, word) = ("leo x".into(), "leo".into());
        faults.push(FaultKind::Placeholder { found, word, wants });
    }
    for found in ['\t', '\n', '\u{2028}', '\u{202e}', '\u{200f}', '\u{3000}', '{', '\u{200b}'] {
        faults.push(FaultKind::Character { what: Said::Title, found });
    }
    faults.extend(forms().into_iter().map(FaultKind::Form));
    faults.extend(contradictions().into_iter().map(FaultKind::Contradiction));
    faults
}

fn messages() -> Vec<Message> {
    let why = || "Broken pipe".to_owned();
    let mut messages = each!(Message:
        NeedsTerminal,
        DumbTerminal,
        TerminalFailed(why()),
        CantWrite(why()),
        CantReadInput(why()),
        FewerSteps { asked: 99, steps: 11 },
        StandardInput,
        OneFile { file: "a.ron".into() },
        NoSuchScenario { name: "10a-los".into(), nearest: Some("10a-loss".into()) },
        SeveralDemos { name: "10".into(), demos: vec!["10a-loss".into(), "10b-loss".into()] },
        CantList { folder: "scenarios".into(), why: why() },
        NoFiles { folder: "scenarios".into() },
        TooLong { step: 3, asked: false, told_in: Lang::En, lines: 3, max: 2, columns: 78 },
        Checked { files: 2, bad: 1, held: 1, failed: 2, warnings: 3 },
        BadConfig,
        Warning,
        Demos,
        Steps(1),
        Questions,
        Failures,
        NoSuchFailure { name: "stale".into(), nearest: Some("f08-stale-fetch".into()) },
        EmptyClusters,
        HowToOpen,
    );
    messages.extend([
        Message::NoSuchScenario { name: "xyzzy".into(), nearest: None },
        Message::NoSuchFailure { name: "xyzzy".into(), nearest: None },
        Message::TooLong { step: 3, asked: true, told_in: Lang::Zh, lines: 4, max: 2, columns: 78 },
        Message::Checked { files: 1, bad: 0, held: 7, failed: 0, warnings: 0 },
        Message::Checked { files: 1, bad: 0, held: 7, failed: 0, warnings: 1 },
    ]);
    messages
}

/// Everything that the languages have to say, each with what it is about.
fn sentences(cx: &Context) -> Vec<(String, [String; 2])> {
    let each = |say: &dyn Fn(&dyn Words) -> String| Lang::ALL.map(|lang| say(lang.words()));
    let mut all = Vec::new();
    for fault in faults(cx) {
        all.push(("fault".to_owned(), each(&|words| words.fault(&fault))));
        if Lang::En.words().fault_help(&fault).is_some() {
            let help = each(&|words| words.fault_help(&fault).expect("help in every language"));
            all.push(("help".into(), help));
        }
    }
    all.push(("faults".into(), each(&|words| words.faults(3, "a.ron"))));
    for message in messages() {
        all.push(("message".into(), each(&|words| words.message(&message))));
    }
    let keywords = each!(Keyword:
        Up, Down, Paused, Leader, Follower, Idle, None, Requested, Parked, Replied, Stopped, Stuck,
        True, False,
    );
    for keyword in keywords {
        all.push(("word".into(), each(&|words| words.keyword(keyword).to_owned())));
    }
    let outcomes = each!(Outcome:
        Unasked, Waiting, Acked, Failed(KafkaError::NotEnoughReplicas),
    );
    for outcome in outcomes.into_iter().map(Some).chain([None]) {
        all.push(("outcome".into(), each(&|words| words.outcome(outcome))));
    }
    all
}

#[test]
fn everything_said_of_files_and_readings_in_every_language() {
    let setup = samples::setup("0.10.2", 1);
    let names = Names::plain(3);
    let cx = Context::new(&names, &setup, &Glyphs::UNICODE);
    let mut page = String::new();
    for (about, said) in sentences(&cx) {
        for text in &said {
            assert!(!text.chars().any(char::is_control), "{about}: {text:?}");
            assert_eq!(text.trim(), text, "{about}: space around it: {text:?}");
            assert!(!text.contains("  "), "{about}: two spaces: {text:?}");
        }
        page += &format!("{about}\n  {}\n", said.join("\n  "));
    }
    insta::assert_snapshot!("files_and_readings", page);
}
