//! Failure × release as JSON; `docs/json.md` describes it.

use serde_json::{Value as Json, json};

use super::{Cell, Column, Failure, Row, Table};
use crate::engine::Coordination;
use crate::glyphs::Glyphs;
use crate::lang::Lang;

/// The name of the form.
const FORMAT: &str = "replicascope.failures";
/// The version of the form: raised when a key changes its meaning or goes away.
const VERSION: u32 = 1;

/// The whole table, one object.
pub(super) fn table(table: &Table, lang: Lang, glyphs: &'static Glyphs) -> Json {
    json!({
        "format": FORMAT,
        "version": VERSION,
        "releases": table.columns.iter().map(column).collect::<Vec<_>>(),
        "failures": table.rows.iter().map(|r| row(table, r, lang, glyphs)).collect::<Vec<_>>(),
    })
}

fn column(column: &Column) -> Json {
    json!({
        "release": column.name,
        "coordination": match column.rules.coordination {
            Coordination::ZooKeeper => "zookeeper",
            Coordination::KRaft => "kraft",
        },
    })
}

fn row(table: &Table, row: &Row, lang: Lang, glyphs: &'static Glyphs) -> Json {
    let Failure { id, name, sources, scenario } = &row.failure;
    let cells = table.columns.iter().zip(&row.cells);
    json!({
        "id": id,
        "name": name,
        "title": scenario.title.get(lang),
        "summary": scenario.summary.as_ref().map(|summary| summary.get(lang)),
        "sources": sources,
        "written_for": scenario.written_for,
        "cells": cells.map(|(column, cell)| json!({
            "release": column.name,
            "playable": matches!(cell, Cell::Played(_)),
            "damage": match cell {
                Cell::Played(damage) => damage.iter().map(|damage| damage.name()).collect(),
                Cell::NotPlayable { .. } => Vec::new(),
            },
            "step": match cell {
                Cell::Played(_) => None,
                Cell::NotPlayable { step, .. } => Some(step),
            },
            "text": cell.sentences(lang, &row.failure, column.rules, glyphs).join(" "),
        })).collect::<Vec<_>>(),
    })
}
