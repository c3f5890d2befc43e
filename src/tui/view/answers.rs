//! What lies over the screen when a person asks why, or for the ledger: the answers, and what has
//! become of each record. While the script asks a question itself, both wait for its answer: they
//! are made from the whole state and would give it away.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::overlay::draw_rows;
use super::scene::Scene;
use super::text::{Canvas, Row, cut, width, wrap};
use crate::asking::ask;
use crate::engine::account::{Account, FateName};
use crate::engine::ledger::Outcome;
use crate::engine::*;
use crate::lang::Label;
use crate::notation;
use crate::session::Session;
use crate::tui::ui::Ui;

/// How far an answer stands to the right of its question.
const INDENT: u16 = 2;
/// Columns between two columns of the ledger.
const GAP: u16 = 2;

/// Draws the questions about the chosen broker with their answers; those that make no sense now are
/// dimmed.
pub(super) fn draw_why(canvas: &mut Canvas, area: Rect, session: &Session, ui: &Ui, scroll: usize) {
    let scene = Scene::new(session, ui);
    let theme = scene.theme;
    let cx = ui.context(session);
    let room = area.width.saturating_sub(4);
    let mut rows = vec![title(&scene, Label::Why)];
    if session.masked().is_some() {
        rows.extend(waiting(&scene, room));
        return draw_rows(canvas, area, ui, &rows, scroll);
    }
    let timeline = session.timeline();
    for asked in ask(timeline, timeline.here_id(), scene.partition, scene.chosen) {
        let moot = asked.answer.is_moot();
        let (strong, plain) =
            if moot { (theme.dim, theme.dim) } else { (theme.strong, theme.text) };
        let question = asked.question(ui.lang, &cx);
        rows.extend(wrap(&question, room).into_iter().map(|line| Row::of(line, strong)));
        for sentence in asked.answer(ui.lang, &cx, scene.partition) {
            rows.extend(indented(&sentence, room, INDENT, plain));
        }
    }
    draw_rows(canvas, area, ui, &rows, scroll);
}

/// Draws what has become of each record: a row of facts, and under it the verdict.
pub(super) fn draw_ledger(
    canvas: &mut Canvas,
    area: Rect,
    session: &Session,
    ui: &Ui,
    scroll: usize,
) {
    let scene = Scene::new(session, ui);
    let theme = scene.theme;
    let room = area.width.saturating_sub(4);
    let mut rows = vec![title(&scene, Label::Ledger)];
    if session.masked().is_some() {
        rows.extend(waiting(&scene, room));
        return draw_rows(canvas, area, ui, &rows, scroll);
    }
    let accounts = scene.state.accounts(scene.setup, scene.partition);
    if accounts.is_empty() {
        rows.push(Row::of(ui.lang.words().nothing_sent(), theme.text));
        return draw_rows(canvas, area, ui, &rows, scroll);
    }
    let heading = [
        Label::Record,
        Label::Producer,
        Label::ProducerKnows,
        Label::InLogs,
        Label::Committed,
        Label::ReadBy,
    ];
    let mut table = vec![heading.map(|label| match label {
        Label::Producer => format!("{} acks", scene.label(label)),
        _ => scene.label(label).to_owned(),
    })];
    table.extend(accounts.iter().map(|account| cells(&scene, account)));
    let widths = widths(&table, room);
    let mut lines = table.iter();
    rows.extend(lines.next().map(|heading| line(&scene, heading, &widths, theme.dim)));
    for (account, cells) in accounts.iter().zip(lines) {
        rows.push(line(&scene, cells, &widths, theme.text));
        rows.extend(verdict(&scene, account, room));
    }
    rows.extend(broken(&scene, room));
    draw_rows(canvas, area, ui, &rows, scroll);
}

/// The named properties that do not hold, each with the step that broke it.
fn broken(scene: &Scene, room: u16) -> Vec<Row> {
    let cx = scene.ui.context(scene.session);
    let step = scene.label(Label::Step);
    let here = |breach: &Breach| breach.partition == scene.partition;
    let mut rows = Vec::new();
    for (depth, breach) in scene.session.broken().into_iter().filter(|(_, b)| here(b)) {
        let sentence = scene.ui.lang.words().effect(&cx, &Effect::Broken { breach });
        rows.extend(indented(&format!("{step} {depth}: {sentence}"), room, 0, scene.theme.damage));
    }
    if !rows.is_empty() {
        rows.insert(0, Row::new());
    }
    rows
}

/// What the page is, and what it is about.
fn title(scene: &Scene, label: Label) -> Row {
    let mut row = Row::of(scene.label(label), scene.theme.leader);
    let partition = scene.names.partition(scene.partition);
    row.push(format!("  {partition}"), scene.theme.dim);
    if label == Label::Why {
        row.push(format!("  {}", scene.names.broker(scene.chosen)), scene.theme.strong);
    }
    row
}

pub(super) fn waiting(scene: &Scene, room: u16) -> Vec<Row> {
    let text = scene.ui.lang.words().waits_for_the_script();
    wrap(text, room).into_iter().map(|line| Row::of(line, scene.theme.mask)).collect()
}

fn indented(text: &str, room: u16, indent: u16, style: Style) -> Vec<Row> {
    let lines = wrap(text, room.saturating_sub(indent));
    let row = |line: String| Row::of(format!("{}{line}", " ".repeat(indent.into())), style);
    lines.into_iter().map(row).collect()
}

/// The facts about a record, a cell each.
fn cells(scene: &Scene, account: &Account) -> [String; 6] {
    let glyphs = scene.glyphs;
    let producer = account.producer.map_or("-", |p| scene.names.producer(p));
    let acks = account.acks.map_or("-".to_owned(), notation::acks);
    let told = match account.outcome {
        None => "-".to_owned(),
        Some(Outcome::Acked) => format!("{} {}", glyphs.yes, scene.label(Label::Acked)),
        Some(Outcome::Waiting) => format!("{} {}", glyphs.waiting, scene.label(Label::Waiting)),
        Some(Outcome::Unasked) => format!("{} {}", glyphs.unasked, scene.label(Label::Unasked)),
        Some(Outcome::Failed(error)) => format!("{} {}", glyphs.no, error.name()),
    };
    let offsets = |list: &[Offset]| {
        let list: Vec<String> = list.iter().map(Offset::to_string).collect();
        list.join(",")
    };
    let logs = account.stands.iter().map(|(b, at)| {
        let mut name = scene.names.broker(*b).to_owned();
        if !scene.state.is_up(*b) {
            // Its disk has it; nobody can read it there now.
            name = format!("({name})");
        }
        format!("{name}@{}", offsets(at))
    });
    let logs: Vec<String> = logs.collect();
    let read: Vec<String> = account
        .read
        .iter()
        .map(|(consumer, offset)| format!("{}@{offset}", scene.names.consumer(*consumer)))
        .collect();
    let or_none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    [
        scene.names.value(account.value),
        format!("{producer} {acks}"),
        told,
        or_none(logs.join(" ")),
        or_none(account.committed.iter().map(|o| format!("@{o}")).collect::<Vec<_>>().join(" ")),
        or_none(read.join(" ")),
    ]
}

/// How wide each column is: as wide as its widest cell, but the widest gives way where there is not
/// room for all.
fn widths(table: &[[String; 6]], room: u16) -> [u16; 6] {
    let mut widths = [0; 6];
    for cells in table {
        for (cell, widest) in cells.iter().zip(&mut widths) {
            *widest = width(cell).max(*widest);
        }
    }
    let room = room.saturating_sub(GAP * (widths.len() as u16 - 1));
    while widths.iter().sum::<u16>() > room {
        let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > 1) else { break };
        *widest -= 1;
    }
    widths
}

fn line(scene: &Scene, cells: &[String; 6], widths: &[u16; 6], style: Style) -> Row {
    let mut row = Row::new();
    let mut pad = 0;
    for (cell, max) in cells.iter().zip(widths) {
        row.space(pad);
        let cell = cut(cell, *max, scene.glyphs.ellipsis);
        pad = max.saturating_sub(width(&cell)) + GAP;
        row.push(cell, style);
    }
    row
}

fn verdict(scene: &Scene, account: &Account, room: u16) -> Vec<Row> {
    let theme = scene.theme;
    let words = scene.ui.lang.words();
    let cx = scene.ui.context(scene.session);
    let style = match account.fate.name() {
        FateName::Safe => theme.good,
        FateName::AtRisk | FateName::Waiting => theme.uncommitted,
        FateName::Lost
        | FateName::Duplicated
        | FateName::ReadGone
        | FateName::ReadReplaced
        | FateName::Vanished => theme.damage,
        FateName::NeverConfirmed | FateName::Unavailable | FateName::Refused => theme.strong,
    };
    let mut text = words.fate(&cx, &account.fate);
    if let Some(more) = words.survives(account) {
        text += &format!(" ({more})");
    }
    indented(&text, room, INDENT, style)
}
