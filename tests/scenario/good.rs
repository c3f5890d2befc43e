//! Good files.

use std::fs;

use replicascope::command::Command;
use replicascope::engine::rules::Truncation;
use replicascope::engine::{Acks, Event, rules_for};
use replicascope::lang::Lang;
use replicascope::scenario::Scenario;

use super::common::*;

#[test]
fn every_good_file_loads_and_keeps_what_it_promises() {
    for path in files("good") {
        let source = fs::read_to_string(&path).unwrap();
        let (_, failures) = play(&good(&source));
        assert_eq!(failures, [], "{}", path.display());
    }
}

/// A scenario of two brokers on 0.11.
fn two(rest: &str) -> Scenario {
    good(&format!(r#"(title: "t", release: "0.11", brokers: ["A", "B"], acks: "all", {rest})"#))
}

#[test]
fn a_text_is_told_in_two_languages_with_numbers_out_of_the_state() {
    let scenario = two(r#"steps: [(
            do: [Fetch("B"), Burst(2), Fetch("B"), Fetch("B")],
            say: (en: "{{HW}} {hw A} of {leo A}: {log B}", zh: "HW 是 {hw A}，{epochs A}，{isr}"),
            ask: (text: "Lost: {lost}", hides: "remote B on 0"),
        )]"#);
    let (cluster, _) = play(&scenario);
    let step = &scenario.steps[0];
    let say = step.say.as_ref().unwrap();
    let fill = |lang: Lang, text: &replicascope::scenario::Narration| {
        text.get(lang).fill(lang, &cluster, &scenario.setup, &scenario.names)
    };
    assert_eq!(fill(Lang::En, say), "{HW} 2 of 2: m1, m2");
    assert_eq!(fill(Lang::Zh, say), "HW 是 2，(0,0)，A、B");
    let ask = step.ask.as_ref().unwrap();
    assert_eq!(fill(Lang::En, &ask.text), "Lost: -");
    assert_eq!(ask.text.zh(), ask.text.en(), "English where there is no Chinese");
    assert_eq!(ask.hides.tell(Lang::En, &cluster, &scenario.setup, &scenario.names), "2");
    assert_eq!(say.en().fill_with(|_| "?".into()), "{HW} ? of ?: ?");
}

#[test]
fn an_expectation_that_fails_says_which_and_what_was_found() {
    let scenario = two(r#"steps: [
            (do: [Send("m1")]),
            (expect: [
                Leo("A",
                    7), Acked(["m1"]), On(0, Leader("B")), Remote("B", 3), Log("B", ["m1"]),
                Hw("A", 0),
            ]),
        ]"#);
    let (_, failures) = play(&scenario);
    let told: Vec<String> = failures
        .iter()
        .map(|f| format!("line {}: {}: {}, not {}", f.line, f.expectation, f.wanted, f.found))
        .collect();
    assert_eq!(
        told,
        [
            "line 4: Leo(\"A\", 7): 7, not 1",
            "line 5: Acked([\"m1\"]): m1 acknowledged, not waiting",
            "line 5: On(0, Leader(\"B\")): B, not A",
            "line 5: Remote(\"B\", 3): 3, not -",
            "line 5: Log(\"B\", [\"m1\"]): m1, not -",
        ]
    );
    assert_eq!((scenario.steps[0].line, scenario.steps[1].line), (2, 3));
}

#[test]
fn values_that_nobody_named_get_the_next_free_names_and_a_name_sent_again_is_a_retry() {
    let scenario = two(r#"steps: [(do: [Send("m2"), Burst(3), Send("m2"), Send("水")])]"#);
    assert_eq!(scenario.names.values, ["m2", "m1", "m3", "m4", "水"]);
    let first = &scenario.steps[0].commands[0];
    let Command::Event(Event::Send { value, .. }) = first else { panic!("{first:?}") };
    assert_eq!(Some(*value), scenario.names.find_value("m2"));
    assert_eq!(first, &scenario.steps[0].commands[2]);
}

#[test]
fn under_other_rules_settings_that_are_not_given_take_the_other_releases_defaults() {
    let scenario = good(
        r#"(
            title: "t", release: "0.11", brokers: ["A"], acks: 1,
            settings: {"replica.lag.time.max.ms": 1234},
            start: (partitions: {0: (leader: "A", epoch: 2, replicas: {
                "A": (log: ["x", (epoch: 2, value: "y")], hw_on_disk: 1),
            })}),
            steps: [(expect: [Records("A", [("x", 0), ("y", 2)]), Epochs("A", [(0, 0), (2, 1)])])],
        )"#,
    );
    assert_eq!(play(&scenario).1, []);
    assert!(!scenario.setup.settings.unclean);
    let old = scenario.with_rules(rules_for("0.8.2").unwrap());
    assert!(old.setup.settings.unclean && old.start.topic.unclean, "the default of 0.8.2");
    assert_eq!(old.setup.settings.lag_time_max, 1234);
    assert_eq!(old.setup.rules.truncation, Truncation::LocalHighWatermark);
    assert_eq!(old.start.producers[0].acks, Acks::Leader);
    let told: Vec<String> = play(&old).1.into_iter().map(|f| f.found).collect();
    assert_eq!(told, ["x, y", "-"], "no epochs before 0.11");
    assert_eq!(old.with_rules(&scenario.setup.rules), scenario);
}

#[test]
fn a_start_without_a_word_about_a_partition_is_an_empty_cluster() {
    let plain = two("");
    let start = two("start: ()");
    assert_eq!(plain.start, start.start);
}

#[test]
fn what_was_committed_before_the_first_step_may_not_be_lost() {
    let scenario = two(r#"start: (partitions: {0: (leader: "A", isr: ["A"], replicas: {
                "A": (log: ["m1", "m2"], hw: 1),
            })}),
            steps: [
                (expect: [Visible(["m1"]), Hw("A", 1), Remote("B", None), Lost([])]),
                (do: [Set("unclean.leader.election.enable", true), Kill("A")],
                 expect: [Leader("B"), Lost(["m1"])]),
            ]"#);
    assert_eq!(play(&scenario).1, []);
}

#[test]
fn a_broker_that_is_down_at_the_start_has_left_the_isr_where_somebody_leads() {
    for start in ["down: [\"B\"]", r#"down: ["B"], partitions: {0: (leader: "A")}"#] {
        let scenario = two(&format!(
            r#"start: ({start}), steps: [
                (expect: [Isr(["A"]), IsrAt("A", ["A"]), Live(["A"]), Down("B"), Leads("A")]),
                (do: [Send("m1")], expect: [Acked("m1")]),
                (do: [Start("B"), Fetch("B"), Fetch("B"), Fetch("B")], expect: [Isr(["A", "B"])]),
            ]"#
        ));
        assert_eq!(play(&scenario).1, [], "{start}");
    }
}

#[test]
fn a_power_loss_can_be_where_the_story_begins() {
    // KIP-101, scenario 2, on 0.11: B was not told that its m2 is gone from the rest of the world.
    let scenario = two(r#"start: (
                down: ["A", "B"],
                partitions: {0: (isr: ["B", "A"], replicas: {
                    "A": (log: ["m1"], hw_on_disk: 2),
                    "B": (log: ["m1", "m2"], hw_on_disk: 2),
                })},
            ),
            steps: [
                (expect: [NoLeader, Down("A"), Live([])]),
                (do: [Start("A"), Acks("1"), Send("m3")], expect: [Leader("A"), Epoch(1), Leo("A", 2)]),
                (do: [Start("B"), Fetch("B"), Fetch("B")],
                 expect: [Log("B", ["m1", "m3"]), Epochs("B", [(0, 0), (1, 1)]), Diverged([])]),
            ]"#);
    assert_eq!(play(&scenario).1, []);
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_no_fault() {
    let source = "\u{feff}(\r\n title: \"t\",\r\n release: \"0.11\",\r\n brokers: [\"A\"],\r\n \
                  steps: [(say: \"one\r\ntwo\")],\r\n)\r\n";
    let scenario = good(source);
    let say = scenario.steps[0].say.as_ref().unwrap();
    assert_eq!(
        say.en().fill(Lang::En, &scenario.start, &scenario.setup, &scenario.names),
        "one\ntwo"
    );
}

#[test]
fn values_may_be_any_text_that_can_be_seen() {
    for value in ["水", "👩\u{200d}🔧", "e\u{301}", "two words", "a \\\" quote", "{x}"] {
        let scenario = two(&format!(r#"steps: [(do: [Send("{value}")])]"#));
        assert_eq!(scenario.names.values.len(), 1);
    }
}

#[test]
fn a_name_is_found_however_its_accents_are_written() {
    let scenario = good(
        r#"(
            title: "t", release: "0.11", brokers: ["caf\u{e9}", "B"], producers: ["e\u{301}"],
            steps: [(
                do: [Send(value: "\u{e9}", by: "\u{e9}"), Send("e\u{301}"), Fetch("B")],
                say: "{leo cafe\u{301}} {outcome e\u{301}} {acks \u{e9}}",
                expect: [Leader("cafe\u{301}"), Log("cafe\u{301}", ["e\u{301}", "\u{e9}"])],
            )],
        )"#,
    );
    assert_eq!(play(&scenario).1, []);
    assert_eq!(scenario.names.values, ["\u{e9}"], "as it was written first");
}

#[test]
fn an_empty_cluster_is_there_for_free_play_under_any_rules() {
    let scenario = Scenario::empty(rules_for("0.10.2").unwrap());
    assert_eq!(scenario.names.brokers, ["A", "B", "C"]);
    assert_eq!((scenario.setup.brokers, scenario.setup.assignment.len()), (3, 1));
    assert!(scenario.steps.is_empty());
}

#[test]
fn a_verdict_can_be_expected_and_told() {
    let source = |verdict: &str| {
        format!(
            r#"(title: "t", release: "0.11", brokers: ["A", "B"], acks: "all", steps: [
                (do: [Send("m1")], expect: [Verdict("m1", "waiting")], say: "{{verdict m1}}"),
                (do: [Acks("1"), Send("m2")], expect: [Verdict("m2", "at-risk")]),
                (do: [Kill("A")], expect: [Verdict("m2", "{verdict}")]),
            ])"#
        )
    };
    assert_eq!(play(&good(&source("lost"))).1, []);
    assert_eq!(play(&good(&source("safe"))).1.len(), 1);
}
