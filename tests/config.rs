//! Configuration files: good ones mean what they say, bad ones are told clearly.

use replicascope::config::Config;
use replicascope::lang::Lang;
use replicascope::tui::actions::{Action, TABLE};
use replicascope::tui::key::Key;
use replicascope::tui::keymap::Keymap;

const DOC: &str = include_str!("../docs/configuration.md");

fn good(source: &str) -> Config {
    match Config::parse("config.ron", source) {
        Ok(config) => config,
        Err(report) => panic!("{}", report.render(Lang::En, 80)),
    }
}

/// Every fault of a file, in both languages.
fn told(source: &str) -> String {
    let report = match Config::parse("config.ron", source) {
        Ok(config) => panic!("it was taken: {source}\n{config:?}"),
        Err(report) => report,
    };
    Lang::ALL.map(|lang| report.render(lang, 80)).join("\n")
}

#[test]
fn every_example_of_the_documentation_loads() {
    let examples: Vec<&str> =
        DOC.split("```ron\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 3);
    for example in examples {
        assert_ne!(good(example), Config::default(), "{example}");
    }
}

#[test]
fn the_documentation_lists_every_action_with_its_keys_and_what_it_does() {
    let listed = DOC.split("## Actions").nth(1).expect("a section of actions");
    let listed: Vec<&str> = listed.lines().filter(|line| line.starts_with("| `")).collect();
    let keys = Keymap::default();
    let expected: Vec<String> = TABLE
        .iter()
        .map(|spec| {
            let names: Vec<String> = keys
                .keys(spec.action)
                .iter()
                .map(|key| format!("`{key}`").replace('|', "\\|"))
                .collect();
            let does = replicascope::tui::wording::help(spec.action, Lang::En);
            format!("| `{}` | {} | {does} |", spec.action.id(), names.join(" "))
        })
        .collect();
    assert_eq!(listed, expected, "the table should read:\n{}", expected.join("\n"));
}

#[test]
fn nothing_configured_is_what_is_built_in() {
    for source in ["", "\n// (lang: \"zh\")\n", "()", "Configuration()", "(keys: {})", "\u{feff}()"]
    {
        assert_eq!(good(source), Config::default(), "{source}");
    }
}

#[test]
fn a_file_says_language_colours_signs_and_keys() {
    let config = good(
        r#"(
            lang: "zh", theme: "contrast", glyphs: "narrow",
            mouse: false, animation: false,
            keys: {"fetch": ["s", "F5"], "send": "f", "wipe": [], "help": ["F1", "?"]},
        )"#,
    );
    assert_eq!(config.lang, Some(Lang::Zh));
    assert_eq!(config.theme.map(|theme| theme.name), Some("contrast"));
    assert_eq!(config.glyphs.map(|glyphs| glyphs.name), Some("narrow"));
    assert_eq!((config.mouse, config.animation), (Some(false), Some(false)));
    let keys = config.keys;
    assert_eq!(keys.action(Key::Char('s')), Some(Action::Fetch));
    assert_eq!(keys.action(Key::F(5)), Some(Action::Fetch));
    assert_eq!(keys.action(Key::Char('f')), Some(Action::Send));
    assert_eq!(keys.action(Key::Char('w')), None);
    assert_eq!(keys.keys(Action::Help), [Key::F(1), Key::Char('?')]);
    assert_eq!(keys.keys(Action::Next), Keymap::default().keys(Action::Next));
}

#[test]
fn the_way_out_cannot_be_configured_away() {
    let keys = good(r#"(keys: {"quit": []})"#).keys;
    assert_eq!(keys.action(Key::Ctrl('c')), Some(Action::Quit));
    assert_eq!(good(r#"(keys: {"quit": ["Ctrl-C"]})"#).keys.keys(Action::Quit), [Key::Ctrl('c')]);
}

#[test]
fn words_that_do_not_exist_name_the_nearest() {
    insta::assert_snapshot!(
        "words",
        told(
            r#"(lang: "cn", theme: "drak", glyphs: "acsii", keys: {"fetsch": ["f"], "send": ["Entr", "F13"]})"#
        )
    );
    insta::assert_snapshot!("field", told("(\n    langauge: \"zh\",\n)"));
}

#[test]
fn two_actions_on_one_key_are_refused_with_both_places() {
    insta::assert_snapshot!(
        "conflict",
        told(
            "(\n    keys: {\n        \"send\": [\"F5\"],\n        // a comment\n        \"fetch\": [\"f\", \"F5\"],\n    },\n)"
        )
    );
    insta::assert_snapshot!("conflict_on_a_line", told(r#"(keys: {"send": "F5", "fetch": "F5"})"#));
    insta::assert_snapshot!("conflict_by_default", told(r#"(keys: {"send": ["f"]})"#));
    insta::assert_snapshot!("twice", told(r#"(keys: {"send": ["f5", "F5"], "send": ["F6"]})"#));
}

#[test]
fn keys_that_always_work_cannot_be_taken() {
    insta::assert_snapshot!(
        "fixed",
        told(r#"(keys: {"kill": ["Ctrl-C", "7"], "choose_broker": ["b"]})"#)
    );
}

#[test]
fn what_is_no_configuration_is_told() {
    insta::assert_snapshot!("kind", told(r#"(keys: {"send": 5})"#));
    insta::assert_snapshot!("not_closed", told("(\n    lang: \"en\",\n"));
    insta::assert_snapshot!("another_file", told(r#"Scenario(title: "t")"#));
    insta::assert_snapshot!("too_much", told("() ()"));
}

#[test]
fn no_file_whatever_is_in_it_does_harm() {
    let pieces = [
        "(",
        ")",
        "keys",
        ":",
        "{",
        "}",
        "[",
        "]",
        "\"send\"",
        "\"F5\"",
        ",",
        "\u{1b}[2J",
        "\"",
        "水",
        "lang",
    ];
    let mut seed: usize = 1;
    for _ in 0..3_000 {
        let mut source = String::new();
        for _ in 0..seed % 12 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            source.push_str(pieces[(seed >> 33) % pieces.len()]);
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed ^= seed >> 31;
        if let Err(report) = Config::parse("config.ron", &source) {
            for lang in Lang::ALL {
                let shown = report.render(lang, 60);
                assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{source:?}");
            }
        }
    }
}
