//! `docs/rules.md` says what the program does: the part about `Rules` is made of its documentation, the
//! release table, and the places where each field is asked; every place named elsewhere exists.
//!
//! `UPDATE_DOCS=1 cargo test --test rules` writes that part anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use replicascope::engine::{Coordination, Rules, every_rules, releases};

const DOC: &str = include_str!("../docs/rules.md");
const RULES: &str = include_str!("../src/engine/rules.rs");
const START: &str = "<!-- rules -->\n";
const END: &str = "<!-- /rules -->";

/// A field of `Rules`, as its source has it.
struct Field {
    name: String,
    text: String,
    of_type: String,
}

/// The documentation of each field of `Rules`, and of each variant of the enums it is made of.
fn documented() -> (Vec<Field>, BTreeMap<(String, String), String>) {
    let (mut fields, mut variants) = (Vec::new(), BTreeMap::new());
    let (mut item, mut text) = (String::new(), String::new());
    for line in RULES.lines() {
        let line = line.trim();
        if let Some(more) = line.strip_prefix("/// ") {
            text = if text.is_empty() { more.into() } else { format!("{text} {more}") };
            continue;
        }
        let text = std::mem::take(&mut text);
        let head = line.strip_prefix("pub enum ").or(line.strip_prefix("pub struct "));
        if let Some(name) = head.and_then(|rest| rest.strip_suffix(" {")) {
            item = name.into();
        } else if line.starts_with('}') {
            item.clear();
        } else if let Some((name, of_type)) =
            line.strip_prefix("pub ").and_then(|rest| rest.split_once(": "))
        {
            if item == "Rules" {
                let of_type = of_type.trim_end_matches(',').into();
                fields.push(Field { name: name.into(), text, of_type });
            }
        } else if !item.is_empty() && !text.is_empty() {
            let name = line.split([',', '(']).next().unwrap_or_default();
            variants.insert((item.clone(), name.into()), text);
        }
    }
    (fields, variants)
}

/// The values of every field of a release, as Rust writes them.
fn values(rules: &Rules) -> BTreeMap<String, String> {
    let all = format!("{rules:#?}");
    let mut values: BTreeMap<String, String> = BTreeMap::new();
    let mut name = String::new();
    for line in all.lines() {
        let own = line.strip_prefix("    ").filter(|rest| !rest.starts_with([' ', '}', ')']));
        match own.and_then(|rest| rest.split_once(": ")) {
            Some((field, value)) => {
                name = field.into();
                values.insert(name.clone(), value.into());
            }
            None => {
                if let Some(value) = values.get_mut(&name) {
                    *value += line.trim();
                }
            }
        }
    }
    values
        .into_iter()
        .map(|(name, value)| {
            let value = plain(&name, value.trim_end_matches([',', '}']));
            (name, value)
        })
        .collect()
}

/// The value of a rule as people write it.
fn plain(name: &str, value: &str) -> String {
    let value = value.trim_end_matches(',');
    match value {
        "true" => "yes".into(),
        "false" => "no".into(),
        // The one setting for which none is a number.
        "None" if name == "acks_default" => "`acks=0`".into(),
        "None" => "none".into(),
        _ => {
            let inner = value.strip_prefix("Some(").map_or(value, |v| v.trim_end_matches(')'));
            let inner = inner.split_once('{').map_or(inner, |(_, fields)| fields);
            let inner = inner.replace(",}", "").replace(",)", ")").replace(',', ", ");
            format!("`{}`", inner.trim().trim_end_matches(','))
        }
    }
}

/// `a` to 2.0.0; `b` from 2.0.1: each value with the releases that have it, runs of them told as one.
fn runs(of: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut runs: Vec<(&str, Vec<&str>)> = Vec::new();
    for &(release, value) in of {
        match runs.last_mut() {
            Some((last, releases)) if *last == value => releases.push(release),
            _ => runs.push((value, vec![release])),
        }
    }
    let count = runs.len();
    let when = |at: usize, releases: &[&str]| match (at, releases) {
        _ if count == 1 => "in all".into(),
        (0, [.., last]) => format!("to {last}"),
        (at, [first, ..]) if at + 1 == count => format!("from {first}"),
        (_, [only]) => format!("in {only}"),
        (_, [first, .., last]) => format!("{first} to {last}"),
        (_, []) => String::new(),
    };
    runs.iter().enumerate().map(|(at, (v, r))| (when(at, r), (*v).to_owned())).collect()
}

/// The runs of a field: one list, or one each for ZooKeeper and KRaft where they differ in a release.
fn by_release(name: &str) -> Vec<(&'static str, Vec<(String, String)>)> {
    let all: Vec<(&Rules, String)> =
        every_rules().map(|rules| (rules, values(rules).remove(name).expect("a field"))).collect();
    let with = |wanted: Coordination| -> Vec<(&str, &str)> {
        let of = all.iter().filter(|(rules, _)| rules.coordination == wanted);
        of.map(|(rules, value)| (rules.release, value.as_str())).collect()
    };
    let (zookeeper, kraft) = (with(Coordination::ZooKeeper), with(Coordination::KRaft));
    let same = kraft.iter().all(|(release, value)| {
        zookeeper.iter().all(|(other, theirs)| release != other || value == theirs)
    });
    if same {
        let one: Vec<(&str, &str)> = releases()
            .filter_map(|release| {
                zookeeper.iter().chain(&kraft).find(|(other, _)| *other == release).copied()
            })
            .collect();
        return vec![("", runs(&one))];
    }
    vec![("ZooKeeper: ", runs(&zookeeper)), ("KRaft: ", runs(&kraft))]
}

fn engine() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine")
}

/// Every file of the engine, by the name that the page calls it, without its tests.
fn sources() -> BTreeMap<String, String> {
    let mut sources = BTreeMap::new();
    for (folder, prefix) in [(engine(), ""), (engine().join("why"), "why/")] {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                let text = std::fs::read_to_string(&path).expect("a file");
                let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
                sources.insert(format!("{prefix}{name}"), text);
            }
        }
    }
    sources
}

/// The name of the function that a line begins.
fn function(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let is_one =
        line.starts_with("fn ") || line.starts_with("pub") || line.starts_with("const fn ");
    let rest = is_one.then(|| line.split_once("fn "))??.1;
    rest.split(['(', '<']).next()
}

/// Whether a text has a word with nothing of a word before or behind it.
fn mentions(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word)
    })
}

/// Where something is said, by file: the functions.
fn places(words: &[String]) -> Vec<(String, Vec<String>)> {
    let mut places = Vec::new();
    for (file, text) in sources() {
        if file == "rules.rs" || file == "release.rs" {
            continue;
        }
        // A chain of calls is one line here.
        let joined: Vec<&str> = text.lines().collect();
        let mut lines: Vec<String> = Vec::new();
        for line in joined {
            match lines.last_mut().filter(|_| line.trim_start().starts_with('.')) {
                Some(last) => *last += line.trim_start(),
                None => lines.push(line.to_owned()),
            }
        }
        let mut within = String::new();
        let mut found: Vec<String> = Vec::new();
        for line in &lines {
            if let Some(name) = function(line) {
                within = name.into();
            }
            let says = words.iter().any(|word| mentions(line, word));
            if says && !found.contains(&within) && !line.trim_start().starts_with("//") {
                found.push(within.clone());
            }
        }
        if !found.is_empty() {
            places.push((file, found));
        }
    }
    places
}

/// What asks a field: itself, and the methods of `Rules` that do.
fn ways_to_ask(field: &str) -> Vec<String> {
    let mut ways = vec![format!("rules.{field}")];
    let mut within = String::new();
    for line in RULES.lines() {
        if let Some(name) = function(line) {
            within = name.into();
        }
        if mentions(line, &format!("self.{field}")) {
            ways.push(format!("rules.{within}"));
        }
    }
    ways
}

/// The part of the page about `Rules`.
fn page() -> String {
    let (fields, variants) = documented();
    let mut page = String::new();
    for Field { name, text, of_type } in &fields {
        if name == "release" {
            continue;
        }
        let places = places(&ways_to_ask(name));
        let places: Vec<String> = places
            .iter()
            .map(|(file, functions)| {
                let functions: Vec<String> = functions.iter().map(|f| format!("`{f}`")).collect();
                format!("`{file}` {}", functions.join(", "))
            })
            .collect();
        assert!(!places.is_empty(), "no rule asks {name}");
        let _ = writeln!(page, "\n**`{name}`**: {text}\nAsked in {}.\n", places.join("; "));
        for (who, runs) in by_release(name) {
            for (when, value) in runs {
                let key = (of_type.clone(), value.trim_matches('`').to_owned());
                let key = (key.0, key.1.split('(').next().unwrap_or_default().to_owned());
                let why = variants.get(&key).map(|text| format!(". {text}")).unwrap_or_default();
                let _ = writeln!(page, "- {who}{when}: {value}{why}");
            }
        }
    }
    // Links of the source mean nothing here.
    page.replace("[`", "`").replace("`]", "`") + "\n"
}

#[test]
fn every_field_of_the_rules_is_told_with_its_values_and_where_it_is_asked() {
    let start = DOC.find(START).expect("the mark before the rules") + START.len();
    let end = DOC.find(END).expect("the mark behind the rules");
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
        std::fs::write(path, [&DOC[..start], &page, &DOC[end..]].concat()).expect("written");
    } else {
        assert!(DOC[start..end] == page, "write it anew: UPDATE_DOCS=1 cargo test --test rules");
    }
}

#[test]
fn the_documentation_knows_the_same_fields_as_the_rules() {
    let (fields, _) = documented();
    let mut names: Vec<String> = fields.into_iter().map(|field| field.name).collect();
    names.sort();
    let rules = every_rules().next().expect("a release");
    assert_eq!(names, values(rules).into_keys().collect::<Vec<_>>());
}

/// The places in the last column of a table: each file with the functions behind it.
fn named(row: &str) -> Vec<(&str, Vec<&str>)> {
    let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
    let [_, .., last] = cells[..] else { return Vec::new() };
    let mut places: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in last.split('`').skip(1).step_by(2) {
        if word.ends_with(".rs") {
            places.push((word, Vec::new()));
        } else if let Some((_, functions)) = places.last_mut() {
            functions.push(word);
        }
    }
    places
}

#[test]
fn every_place_that_the_page_names_exists() {
    let sources = sources();
    let mut functions = 0;
    for (file, named) in DOC.lines().filter(|line| line.starts_with('|')).flat_map(named) {
        let text = sources.get(file).unwrap_or_else(|| panic!("there is no {file}"));
        for name in named {
            let found = text.lines().filter_map(function).any(|function| function == name);
            assert!(found, "there is no {name} in {file}");
            functions += 1;
        }
    }
    assert!(functions > 60, "{functions}");
}
