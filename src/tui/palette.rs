//! The command palette: every action by its name, with names and numbers behind it.
//!
//! A name chooses what the action is about, as a key would choose it; a number or a text answers what
//! it would ask. So `kill B` is to choose B and to kill it, and `advance 10s` to answer its question.

use tui_input::Input;

use super::actions::{Action, Reason, TABLE};
use super::ui::{PromptFor, Saving, Ui};
use super::wording;
use crate::command::Command;
use crate::compare::variation_of;
use crate::engine::*;
use crate::notation;
use crate::replay::Against;
use crate::scenario::quantity::parse_acks;
use crate::session::Session;

/// What is typed into the palette.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    /// The line.
    pub input: Input,
    /// Which of the lines typed before is shown, counted from the last one.
    pub recalled: Option<usize>,
    /// What was typed before it was completed, and which completion is shown.
    pub completed: Option<(String, usize)>,
}

/// What a line can be completed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The whole line.
    pub line: String,
    /// The word that is new in it.
    pub word: String,
    /// What it is about.
    pub about: &'static str,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is chosen for it.
    pub choice: Choice,
    /// What is done then.
    pub deed: Deed,
}

/// What an action is about, where that is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The brokers.
    pub brokers: BrokerSet,
    /// The partition.
    pub partition: Option<PartitionId>,
    /// The producer.
    pub producer: Option<ProducerId>,
    /// The consumer.
    pub consumer: Option<ConsumerId>,
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// What a key would do.
    Action(Action),
    /// The same with the answer to what it would ask.
    Answer(Action, PromptFor, String),
    /// Plays the steps under another release.
    Switch(&'static Rules),
    /// Compares with something.
    Compare(Against),
    /// What no key does, as it needs a value.
    Command(Action, Command),
}

/// What may stand behind an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    Broker,
    Brokers,
    Producer,
    Consumer,
    Partition,
    Text(PromptFor),
    Acks,
    Number,
    Switch,
    Release,
    Against,
}

/// The settings that can change, as `set` calls them.
const SETTINGS: [(&str, Action); 3] = [
    ("acks", Action::Acks),
    ("min.insync.replicas", Action::MinIsr),
    ("unclean.leader.election.enable", Action::Unclean),
];
/// Other words for actions.
const ALIASES: [(&str, Action); 4] = [
    ("goto", Action::GoTo),
    ("name", Action::RenameBranch),
    ("note", Action::NoteBranch),
    ("release", Action::Releases),
];
/// What another branch is called where something is compared.
const BRANCH: &str = "branch";
/// Before the name of a setting.
const SET: &str = "set";
/// The most words that the name of an action has.
const MAX_WORDS: usize = 4;

impl Takes {
    /// Whether it is one word that names nothing of the cluster.
    fn is_value(self) -> bool {
        matches!(
            self,
            Takes::Acks | Takes::Number | Takes::Switch | Takes::Release | Takes::Against
        )
    }
}

fn takes(action: Action, session: &Session, ui: &Ui) -> Takes {
    match action {
        Action::Fetch
        | Action::Phase
        | Action::Kill
        | Action::Start
        | Action::Stop
        | Action::Mark
        | Action::RestartUnnoticed
        | Action::Wipe
        | Action::Flush
        | Action::CheckpointHw
        | Action::Notice
        | Action::Tell
        | Action::ChooseBroker
        | Action::Why => Takes::Broker,
        Action::PowerLoss | Action::PowerLossUnnoticed => Takes::Brokers,
        Action::Send | Action::SendAgain => Takes::Producer,
        Action::Consume | Action::SeekBeginning | Action::SeekEnd => Takes::Consumer,
        Action::ElectPreferred | Action::ElectUnclean | Action::Ledger => Takes::Partition,
        Action::Burst => Takes::Text(PromptFor::Burst),
        Action::Advance => Takes::Text(PromptFor::Advance),
        Action::GoTo => Takes::Text(PromptFor::GoTo),
        Action::Search => Takes::Text(PromptFor::Search),
        Action::Explore => Takes::Text(PromptFor::Explore),
        Action::RenameBranch => Takes::Text(PromptFor::BranchName(ui.branch(session))),
        Action::NoteBranch => Takes::Text(PromptFor::BranchNote(ui.branch(session))),
        Action::Save => Takes::Text(PromptFor::Save(Saving::All)),
        Action::SaveBranch => Takes::Text(PromptFor::Save(Saving::Branch(ui.branch(session)))),
        Action::SaveEach => Takes::Text(PromptFor::Save(Saving::Each)),
        Action::Acks => Takes::Acks,
        Action::MinIsr => Takes::Number,
        Action::Unclean => Takes::Switch,
        Action::Releases => Takes::Release,
        Action::Compare => Takes::Against,
        _ => Takes::Nothing,
    }
}

/// The action that a line begins with, and what stands behind it.
fn action(line: &str) -> Option<(Action, Vec<&str>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if let [SET, setting, rest @ ..] = &words[..] {
        let (_, action) = SETTINGS.iter().find(|(name, _)| name.eq_ignore_ascii_case(setting))?;
        return Some((*action, rest.to_vec()));
    }
    (1..=words.len().min(MAX_WORDS)).rev().find_map(|count| {
        let (name, rest) = words.split_at(count);
        let id = name.join("_").to_lowercase().replace('-', "_");
        let alias = ALIASES.iter().find(|(alias, _)| *alias == id).map(|(_, action)| *action);
        Action::find(&id).or(alias).map(|action| (action, rest.to_vec()))
    })
}

/// Understands a line.
///
/// # Errors
/// It names no action, or the action does not take what stands behind it.
pub fn parse(line: &str, session: Option<&Session>, ui: &Ui) -> Result<Request, Reason> {
    let only = || match &complete(line, session, ui)[..] {
        [only] => action(&only.line).map(|(action, _)| (action, Vec::new())),
        _ => None,
    };
    let (action, rest) = action(line).or_else(only).ok_or(Reason::NotAnAction)?;
    let mut choice = Choice::default();
    let plain = |choice| Ok(Request { choice, deed: Deed::Action(action) });
    if rest.is_empty() {
        return plain(choice);
    }
    // Names are those of a session.
    let session = session.ok_or(Reason::NotAnArgument)?;
    let takes = takes(action, session, ui);
    if let Takes::Text(what) = takes {
        let deed = Deed::Answer(action, what, rest.join(" "));
        return Ok(Request { choice, deed });
    }
    let mut value = None;
    for word in rest {
        if !choose(&mut choice, takes, word, session) {
            let is_value = takes.is_value();
            if !is_value || value.replace(word).is_some() {
                return Err(Reason::NotAnArgument);
            }
        }
    }
    let of = |deed| Ok(Request { choice, deed });
    let command = match (takes, value) {
        (Takes::Release, Some(value)) => {
            return of(Deed::Switch(rules_for(value).ok_or(Reason::NotAnArgument)?));
        }
        (Takes::Against, Some(BRANCH)) => return of(Deed::Compare(Against::Branch)),
        (Takes::Against, Some(value)) => {
            let variation = variation_of(value).map_err(|_| Reason::NotAnArgument)?;
            return of(Deed::Compare(Against::Variation(variation)));
        }
        (Takes::Acks, Some(value)) => {
            let acks = parse_acks(&value.to_lowercase());
            let producer = choice.producer.unwrap_or(ui.producer);
            acks.map(|acks| Event::SetAcks { producer, acks })
        }
        (Takes::Number, Some(value)) => value.parse().ok().map(Event::SetMinIsr),
        (Takes::Switch, Some(value)) => switch(value).map(Event::SetUnclean),
        _ => return plain(choice),
    };
    let event = command.ok_or(Reason::NotAnArgument)?;
    of(Deed::Command(action, Command::Event(event)))
}

fn switch(value: &str) -> Option<bool> {
    match value.to_lowercase().as_str() {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    }
}

/// Chooses what a word names, if the action is about such a thing.
fn choose(choice: &mut Choice, takes: Takes, word: &str, session: &Session) -> bool {
    let names = session.names();
    let find = |list: &[String]| list.iter().position(|name| name.eq_ignore_ascii_case(word));
    let partition = session.setup().partitions().find(|p| names.partition(*p) == word);
    if let Some(partition) = partition.filter(|_| choice.partition.is_none()) {
        choice.partition = Some(partition);
        return takes != Takes::Nothing;
    }
    match takes {
        Takes::Broker | Takes::Brokers => match find(&names.brokers) {
            Some(at) if choice.brokers.is_empty() || takes == Takes::Brokers => {
                choice.brokers = choice.brokers.with(BrokerId(at as u8));
                true
            }
            _ => false,
        },
        Takes::Producer | Takes::Acks => match find(&names.producers) {
            Some(at) if choice.producer.is_none() => {
                choice.producer = Some(ProducerId(at as u8));
                true
            }
            _ => false,
        },
        Takes::Consumer => match find(&names.consumers) {
            Some(at) if choice.consumer.is_none() => {
                choice.consumer = Some(ConsumerId(at as u8));
                true
            }
            _ => false,
        },
        Takes::Nothing
        | Takes::Partition
        | Takes::Text(_)
        | Takes::Number
        | Takes::Switch
        | Takes::Release
        | Takes::Against => false,
    }
}

/// What a line can be completed to, the likeliest first.
pub fn complete(line: &str, session: Option<&Session>, ui: &Ui) -> Vec<Candidate> {
    let begun = line.split_whitespace().next_back().filter(|_| !line.ends_with(' '));
    let begun = begun.unwrap_or("").to_lowercase();
    // Behind an action come its arguments.
    if let Some((action, rest)) = action(line)
        && (!rest.is_empty() || line.ends_with(' '))
    {
        let Some(session) = session else { return Vec::new() };
        let before = line.strip_suffix(begun.as_str()).unwrap_or_else(|| {
            // It was typed with capitals.
            line.get(..line.len().saturating_sub(begun.len())).unwrap_or(line)
        });
        let words = arguments(takes(action, session, ui), session);
        let fitting = words.into_iter().filter(|word| word.to_lowercase().starts_with(&begun));
        return fitting
            .map(|word| Candidate { line: format!("{before}{word}"), word, about: "" })
            .collect();
    }
    let typed = line.trim_start().to_lowercase().replace([' ', '-'], "_");
    let settings = SETTINGS.iter().map(|(name, action)| (format!("{SET} {name}"), *action));
    let actions = TABLE.iter().map(|spec| (spec.action.id(), spec.action));
    let all: Vec<(String, Action)> = actions.chain(settings).collect();
    let begins = |(name, _): &&(String, Action)| name.replace(' ', "_").starts_with(&typed);
    let contains = |line: &&(String, Action)| {
        !begins(line)
            && (line.0.contains(&typed) || wording::name(line.1, ui.lang).contains(&typed))
    };
    all.iter()
        .filter(begins)
        .chain(all.iter().filter(contains))
        .map(|(name, action)| Candidate {
            line: name.clone(),
            word: name.clone(),
            about: wording::help(*action, ui.lang),
        })
        .collect()
}

/// What can stand behind an action.
fn arguments(takes: Takes, session: &Session) -> Vec<String> {
    let names = session.names();
    let partitions = || session.setup().partitions().map(|p| names.partition(p));
    let mut words: Vec<String> = match takes {
        Takes::Nothing | Takes::Text(_) => return Vec::new(),
        Takes::Broker | Takes::Brokers => names.brokers.clone(),
        Takes::Producer => names.producers.clone(),
        Takes::Consumer => names.consumers.clone(),
        Takes::Partition => Vec::new(),
        Takes::Acks => {
            let all = [Acks::None, Acks::Leader, Acks::All].map(notation::acks);
            return all.into_iter().chain(names.producers.clone()).collect();
        }
        Takes::Number => {
            let most = session.setup().assignment.iter().map(Vec::len).max().unwrap_or(1);
            return (1..=most).map(|n| n.to_string()).collect();
        }
        Takes::Switch => return vec!["on".into(), "off".into()],
        Takes::Release => return releases().map(str::to_owned).collect(),
        Takes::Against => {
            let settings = SETTINGS.map(|(name, _)| format!("{name}="));
            let branch = [BRANCH.to_owned()].into_iter();
            return branch.chain(settings).chain(releases().map(str::to_owned)).collect();
        }
    };
    if session.setup().assignment.len() > 1 || takes == Takes::Partition {
        words.extend(partitions());
    }
    words
}
