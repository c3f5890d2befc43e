//! Going to a step: by its number, its mark, or what is said of it.

use super::{App, Next};
use crate::session::{Aim, Searched};
use crate::timeline::NodeId;
use crate::tui::actions::Reason;
use crate::tui::wording;

impl App {
    /// To the next step that has what is looked for, or the one before.
    pub(super) fn go_to_aim(&mut self, aim: Aim, forward: bool) -> Result<(), Reason> {
        let found = self.session().and_then(|session| session.find(aim, forward));
        let none = if forward { Reason::NoneAhead } else { Reason::NoneBehind };
        let id = found.ok_or(none)?;
        self.go(id);
        Ok(())
    }

    /// To a step by its number on the way that goes through here.
    pub(super) fn go_to_number(&mut self, typed: &str) -> Result<(), Reason> {
        let Some(session) = self.session() else { return Err(Reason::OnlyInDemo) };
        let last = self.last_number();
        let number = typed.parse::<usize>().map_err(|_| Reason::NoStep { last })?;
        let timeline = session.timeline();
        let there = |id: &NodeId| timeline.depth(*id) == number;
        let found = timeline.behind().find(there).or_else(|| timeline.ahead().find(there));
        self.go(found.ok_or(Reason::NoStep { last })?);
        Ok(())
    }

    /// The number of the last step of the way that goes through here.
    pub(super) fn last_number(&self) -> usize {
        let timeline = self.session().map(|session| session.timeline());
        timeline.map_or(0, |t| t.depth(t.here_id()) + t.ahead().count())
    }

    /// Looks for a text from here on.
    pub(super) fn search_for(&mut self, text: &str) {
        if !text.is_empty() {
            self.ui.search = Some(text.to_owned());
        }
        self.search_from = None;
        self.search_on(true);
    }

    /// To the next step that has what is looked for, or the one before. From then on `n` and `N` do
    /// the same.
    pub(super) fn search_on(&mut self, forward: bool) -> Next {
        let Some(text) = self.ui.search.clone() else {
            self.say(Reason::NoSearch);
            return Next::Draw;
        };
        let Some(here) = self.here() else { return Next::Rest };
        let (lang, glyphs) = (self.ui.lang, self.ui.glyphs);
        // A search that has not come to an end goes on where it was.
        let on = self.search_from.take().filter(|(at, way, _)| *at == here && *way == forward);
        let from = on.map_or(here, |(_, _, last)| last);
        let session = self.open.and_then(|place| self.sessions.get_mut(place)?.as_mut());
        let Some(session) = session else { return Next::Rest };
        let message = match session.search(from, &text, forward, lang, glyphs) {
            Searched::Found(id) => {
                let step = session.timeline().depth(id);
                self.go(id);
                wording::searched(&text, Some(step), lang)
            }
            Searched::Nowhere => wording::searched(&text, None, lang),
            Searched::NotYet(last, looked) => {
                self.search_from = Some((here, forward, last));
                wording::searching(&text, looked, lang)
            }
        };
        self.ui.message = Some(message);
        self.searching = true;
        Next::Draw
    }

    /// Says what has become of a record that was pointed at.
    pub(in crate::tui) fn tell_of(&mut self, value: crate::engine::Value) {
        let Some(session) = self.session() else { return };
        let words = self.ui.lang.words();
        let partition = self.ui.partition;
        let name = session.names().value(value);
        let text = if session.masked().is_some() {
            words.waits_for_the_script().to_owned()
        } else {
            let accounts = session.state().accounts(session.setup(), partition);
            let cx = self.ui.context(session);
            match accounts.iter().find(|account| account.value == value) {
                Some(account) => format!("{name}: {}", words.fate(&cx, &account.fate)),
                None => name,
            }
        };
        self.ui.message = Some(text);
    }
}
