//! What the README says of the program is what the program does.
//!
//! `UPDATE_README=1 cargo test --test readme` writes the table of keys anew.

use replicascope::demos;
use replicascope::glyphs::Glyphs;
use replicascope::lang::Lang;
use replicascope::tui::actions;
use replicascope::tui::theme::Theme;
use replicascope::tui::ui::Ui;

const README: &str = include_str!("../README.md");

/// The table of keys, made from the one that drives them.
fn keys() -> String {
    let ui = Ui::new(Lang::En, Theme::default(), &Glyphs::UNICODE);
    let mut table = String::from("| key | what it does |\n| --- | --- |\n");
    for (section, lines) in actions::help(None, &ui) {
        table += &format!("| | **{}** |\n", actions::section_title(section, Lang::En));
        for line in lines {
            let keys: Vec<String> =
                line.keys.split_whitespace().map(|key| format!("`{key}`")).collect();
            table += &format!("| {} | {} |\n", keys.join(" "), line.text);
        }
    }
    table.replace("`|`", "`\\|`")
}

#[test]
fn the_keys_are_those_of_the_program() {
    let start = README.find("<!-- keys -->\n").expect("the mark before the keys");
    let end = README.find("<!-- /keys -->").expect("the mark behind the keys");
    let listed = &README[start + "<!-- keys -->\n".len()..end];
    let keys = keys();
    if std::env::var_os("UPDATE_README").is_some() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
        std::fs::write(path, [&README[..start], "<!-- keys -->\n", &keys, &README[end..]].concat())
            .expect("the README can be written");
    } else {
        assert!(listed == keys, "put this between the marks of README.md:\n{keys}");
    }
}

#[test]
fn every_demo_is_in_the_table() {
    for (name, _) in demos::FILES {
        let number = name.split('-').next().expect("a number");
        let listed = README.lines().any(|line| {
            line.strip_prefix("| ").is_some_and(|row| {
                row.split(" | ").next().is_some_and(|c| c.split(", ").any(|n| n == number))
            })
        });
        assert!(listed, "{name} is not in the README");
    }
}

#[test]
fn the_two_commands_are_there() {
    assert!(README.contains("cargo run --release"));
    assert!(README.contains("\ncargo test "));
}

#[test]
fn every_page_and_picture_it_names_exists() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for link in README.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let file = link.split('#').next().expect("a path");
        assert!(folder.join(file).exists(), "{link}");
    }
}
