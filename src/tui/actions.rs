//! The actions: everything that a person can do, in one table.
//!
//! The keys, the help, the footer and the README's list of keys are made from [`TABLE`]. To add an
//! action, add a variant and its line here, write its words in [`super::wording`], and say what it
//! does in [`super::app`]: nothing compiles until all three are there.

use super::faults;
use super::key::Key;
use super::ui::Ui;
use super::wording;
use crate::command::Command;
use crate::engine::{Acks, BrokerId, Event, PartitionId, Refusal, Value, Whence};
use crate::lang::Lang;
use crate::replay::neighbour;
use crate::session::{Aim, Session};
use crate::timeline::SCRIPT;

/// A part of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// Going through the script and back.
    Play,
    /// A follower's fetch, whole or by phase.
    Fetch,
    /// Producers and consumers.
    Clients,
    /// What goes wrong with brokers and disks, and what repairs it.
    Faults,
    /// Elections, settings of the topic, the controller's word.
    Controller,
    /// Simulated time.
    Time,
    /// Finding a step.
    Timeline,
    /// What was done by hand: branches, and files made of them.
    Branches,
    /// Other releases, and what differs.
    Compare,
    /// What the screen shows.
    View,
    /// The program.
    Program,
}

impl Section {
    /// Every section, in the order of the help.
    pub const ALL: [Section; 11] = [
        Section::Play,
        Section::Fetch,
        Section::Clients,
        Section::Faults,
        Section::Controller,
        Section::Time,
        Section::Timeline,
        Section::Branches,
        Section::Compare,
        Section::View,
        Section::Program,
    ];
}

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The action.
    pub action: Action,
    /// Its keys by default; the first one is shown where there is room for one.
    pub keys: &'static [Key],
    /// Where it stands in the help.
    pub section: Section,
}

/// Declares the actions and the table together, so that none is without a line.
macro_rules! actions {
    ($($section:ident { $($(#[$doc:meta])* $action:ident: [$($key:expr),+],)* })*) => {
        /// Something a person can do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($($(#[$doc])* $action,)*)*
        }

        /// What each action is called in files, but for its capitals.
        const NAMES: &[&str] = &[$($(stringify!($action),)*)*];

        /// Every action, by section.
        pub const TABLE: &[Spec] = &[
            $($(Spec {
                action: Action::$action,
                keys: &[$($key),+],
                section: Section::$section,
            },)*)*
        ];
    };
}

actions! {
    Play {
        /// One step forward.
        Next: [Key::Char('n'), Key::Right, Key::Enter],
        /// One step back.
        Back: [Key::Char('p'), Key::Left],
        /// To the start.
        First: [Key::Char('g'), Key::Home],
        /// To the end.
        Last: [Key::Char('G'), Key::End],
        /// Play by itself, or pause.
        PlayPause: [Key::Space],
        /// Back to the script; from the script, back to the list of demos.
        Return: [Key::Esc],
        /// Between the script and what was done by hand.
        Swap: [Key::Char('\\')],
        /// Into the next step, phase by phase.
        Into: [Key::Char('I')],
    }
    Fetch {
        /// A whole fetch of the chosen broker.
        Fetch: [Key::Char('f')],
        /// The next phase of its fetch.
        Phase: [Key::Char(']')],
        /// As many fetches of the chosen broker as there is something to fetch.
        CatchUp: [Key::Char('[')],
        /// The same of every follower, until all HWs agree.
        Settle: [Key::Char('*')],
    }
    Clients {
        /// Send a record.
        Send: [Key::Char('s')],
        /// Send several records.
        Burst: [Key::Char('b')],
        /// Change `acks`.
        Acks: [Key::Char('a')],
        /// Send a record again that the producer was not told to be there.
        SendAgain: [Key::Char('A')],
        /// Consume.
        Consume: [Key::Char('c')],
        /// The consumer goes to the log start.
        SeekBeginning: [Key::Char(',')],
        /// The consumer goes to the HW.
        SeekEnd: [Key::Char('.')],
        /// The next producer and consumer.
        NextClient: [Key::Char('y')],
    }
    Faults {
        /// Choose a fault out of a list.
        Faults: [Key::Char('X')],
        /// Kill the process.
        Kill: [Key::Char('x')],
        /// Start a broker that is down.
        Start: [Key::Char('r')],
        /// Stop cleanly.
        Stop: [Key::Char('S')],
        /// Power loss of the marked brokers, else of the chosen one.
        PowerLoss: [Key::Char('P')],
        /// Mark the chosen broker for a power loss.
        Mark: [Key::Char('m')],
        /// The same power loss, unnoticed by the controller.
        PowerLossUnnoticed: [Key::Char('U')],
        /// A restart that the controller does not notice.
        RestartUnnoticed: [Key::Char('R')],
        /// Wipe the disk of a broker that is down.
        Wipe: [Key::Char('w')],
        /// Flush the logs.
        Flush: [Key::Char('F')],
        /// Write the HW checkpoint.
        CheckpointHw: [Key::Char('H')],
        /// The chosen broker falls silent, or goes on.
        Pause: [Key::Char('Q')],
        /// Choose a link of the chosen broker to be cut or healed.
        Cut: [Key::Char('|')],
        /// Lose what it has in flight, request or reply.
        Lose: [Key::Char('!')],
        /// Lose the next answer to the producer.
        LoseAnswer: [Key::Char('\'')],
    }
    Controller {
        /// Preferred leader election.
        ElectPreferred: [Key::Char('e')],
        /// Unclean leader election.
        ElectUnclean: [Key::Char('u')],
        /// Change `min.insync.replicas`.
        MinIsr: [Key::Char('i')],
        /// Change `unclean.leader.election.enable`.
        Unclean: [Key::Char('o')],
        /// The controller notices that the chosen broker died or returned.
        Notice: [Key::Char('N')],
        /// The controller's word reaches the chosen broker.
        Tell: [Key::Char('W')],
        /// Hold the controller's words to it back, or let them go.
        HoldWords: [Key::Char('"')],
        /// The next phase of an AlterPartition.
        Alter: [Key::Char('V')],
        /// Move the leadership to it.
        MoveLeader: [Key::Char('E')],
        /// Give the partition other replicas.
        Reassign: [Key::Char('O')],
    }
    Time {
        /// Until the next thing is due.
        NextDue: [Key::Char('t')],
        /// By an amount.
        Advance: [Key::Char('T')],
        /// Everything that will become due, and when.
        Due: [Key::Char('@')],
    }
    Timeline {
        /// To a step by its number.
        GoTo: [Key::Char('J')],
        /// To the next step with a mark.
        NextMark: [Key::Char('}')],
        /// To the step before with a mark.
        PreviousMark: [Key::Char('{')],
        /// To the next loss.
        NextLoss: [Key::Char(')')],
        /// To the loss before.
        PreviousLoss: [Key::Char('(')],
        /// To the next step that changes a HW.
        NextHw: [Key::Char('+')],
        /// To the step before that changes a HW.
        PreviousHw: [Key::Char('-')],
        /// Look for a text in what happened and followed.
        Search: [Key::Char('/')],
        /// To the next step that has it.
        NextMatch: [Key::Ctrl('n')],
        /// To the step before that has it.
        PreviousMatch: [Key::Ctrl('p')],
    }
    Branches {
        /// The tree of branches.
        Branches: [Key::Char('B')],
        /// Name the branch.
        RenameBranch: [Key::Char('~')],
        /// Note something about the branch.
        NoteBranch: [Key::Char(';')],
        /// Delete the branch.
        DeleteBranch: [Key::Delete],
        /// Undo.
        Undo: [Key::Char('z')],
        /// Save the script with every branch as a scenario file.
        Save: [Key::Ctrl('s')],
        /// Save the branch as a scenario file of its own.
        SaveBranch: [Key::Ctrl('b')],
        /// Save every branch as a file of its own.
        SaveEach: [Key::Ctrl('e')],
        /// Copy the scenario to the clipboard.
        Copy: [Key::Ctrl('y')],
    }
    Compare {
        /// Choose the release whose rules hold.
        Releases: [Key::Char('K')],
        /// The release before.
        PreviousRelease: [Key::Char('_')],
        /// The release after.
        NextRelease: [Key::Char('^')],
        /// What differs from another release, setting or branch.
        Compare: [Key::Char('=')],
        /// What each release makes of the worked failures.
        Failures: [Key::Char('#')],
        /// Look for the shortest way to lose something from here, or stop.
        Explore: [Key::Ctrl('x')],
    }
    View {
        /// Choose a broker by its place.
        ChooseBroker: [Key::Digit],
        /// Choose the broker above.
        PreviousBroker: [Key::Up, Key::Char('k')],
        /// Choose the broker below.
        NextBroker: [Key::Down, Key::Char('j')],
        /// Show the next partition.
        NextPartition: [Key::Tab],
        /// Show the partition before.
        PreviousPartition: [Key::BackTab],
        /// Why is it so? Questions about the chosen broker, answered.
        Why: [Key::Char('Y')],
        /// The ledger: what has become of each record.
        Ledger: [Key::Char('l')],
        /// The sequence diagram instead of the panels, or the panels again.
        Sequence: [Key::Char('D')],
        /// Leave the chosen broker out of the diagram, or show it again.
        LaneBroker: [Key::Char('h')],
        /// Leave the clients out of it, or show them again.
        LaneClients: [Key::Char('$')],
        /// Leave the controller out of it, or show it again.
        LaneController: [Key::Char('%')],
        /// Scroll the list of what changed upwards.
        ScrollUp: [Key::PageUp],
        /// Scroll it downwards.
        ScrollDown: [Key::PageDown],
        /// Scroll the logs towards their start.
        LogsBack: [Key::Char('<')],
        /// Scroll them towards their end.
        LogsOn: [Key::Char('>')],
        /// Give the mouse to the terminal, or take it.
        Mouse: [Key::Char('M')],
        /// The other language.
        Language: [Key::Char('L')],
        /// The next theme.
        Theme: [Key::Char('C')],
        /// The next set of signs.
        Signs: [Key::Char('Z')],
    }
    Program {
        /// Every action by its name.
        Palette: [Key::Char(':')],
        /// Every key.
        Help: [Key::Char('?')],
        /// What the terms and signs on the screen mean.
        Terms: [Key::Char('d')],
        /// Every setting in force.
        Settings: [Key::Char('v')],
        /// Draw the screen anew.
        Redraw: [Key::Ctrl('l')],
        /// Back to the shell for a while.
        Suspend: [Key::Ctrl('z')],
        /// Leave.
        Quit: [Key::Char('q'), Key::Ctrl('c')],
    }
}

/// Why an action can't be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The engine refuses it.
    Refused(Refusal),
    /// The session holds no more steps.
    Full,
    /// There is no step before this one.
    AtStart,
    /// The script has no step after this one.
    AtEnd,
    /// By hand: there is no step after this one.
    AtEndByHand,
    /// There is nothing to play in an empty script.
    NoScript,
    /// The person plays the script, and there is no list to go back to.
    InScript,
    /// Nothing has been done by hand that one could go back to.
    NothingByHand,
    /// There are no more brokers than this.
    NoBroker {
        /// How many there are.
        brokers: u8,
    },
    /// There is one partition.
    OnePartition,
    /// There is no producer.
    NoProducer,
    /// There is no consumer.
    NoConsumer,
    /// The partition has been sent nothing that could be sent again.
    NothingSent,
    /// There is nobody else to choose.
    OneClient,
    /// What was typed is no number of records.
    NotACount,
    /// What was typed is no length of time.
    NotATime,
    /// What was typed is no number of a step; the last one is this.
    NoStep {
        /// The number of the last step.
        last: usize,
    },
    /// There is no such step ahead.
    NoneAhead,
    /// There is no such step behind.
    NoneBehind,
    /// Nothing has been looked for yet.
    NoSearch,
    /// It is the script: that is no branch.
    NoBranch,
    /// There is nothing to undo.
    NothingToUndo,
    /// There is no branch to save.
    NoBranches,
    /// What was typed is no name of a branch.
    NotAName,
    /// Another branch is called so.
    NameTaken,
    /// What was typed is no file name.
    NotAFile,
    /// What was typed is no action.
    NotAnAction,
    /// What was typed behind an action is nothing that it takes.
    NotAnArgument,
    /// Only inside a demo.
    OnlyInDemo,
    /// Only in the sequence diagram.
    OnlyInDiagram,
    /// No follower has anything to do.
    NothingLeft,
    /// What was typed names no brokers.
    NotBrokers,
    /// There is no release in that direction.
    NoRelease {
        /// Whether a later one was wanted.
        after: bool,
    },
}

/// A key with what it does: for a footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The action.
    pub action: Action,
    /// Its first key.
    pub key: Key,
    /// What it does, in a word or two.
    pub name: &'static str,
    /// Whether it can be done now.
    pub possible: bool,
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpLine {
    /// The action.
    pub action: Action,
    /// Its keys: `n Right Enter`.
    pub keys: String,
    /// What it does, in a sentence.
    pub text: &'static str,
    /// Why it can't be done now, if so.
    pub reason: Option<String>,
}

/// What the footer says of a session, the most important first. Where there is no room, leave out
/// from the end, but keep the last one: it is the way to all others.
pub fn footer(session: &Session, ui: &Ui) -> Vec<Hint> {
    const SCRIPT: &[Action] = &[
        Action::Next,
        Action::Back,
        Action::Fetch,
        Action::Send,
        Action::Kill,
        Action::Start,
        Action::Phase,
        Action::Acks,
        Action::PlayPause,
        Action::NextDue,
        Action::Consume,
        Action::Why,
        Action::Ledger,
        Action::Faults,
        Action::Releases,
        Action::Compare,
        Action::Return,
        Action::Terms,
        Action::Help,
    ];
    const BY_HAND: &[Action] = &[
        Action::Return,
        Action::Back,
        Action::Fetch,
        Action::Send,
        Action::Kill,
        Action::Start,
        Action::Phase,
        Action::Acks,
        Action::NextDue,
        Action::Consume,
        Action::Why,
        Action::Ledger,
        Action::Faults,
        Action::Releases,
        Action::Compare,
        Action::Flush,
        Action::PowerLoss,
        Action::Terms,
        Action::Help,
    ];
    const DIAGRAM: &[Action] = &[
        Action::Next,
        Action::Back,
        Action::Sequence,
        Action::LaneBroker,
        Action::LaneClients,
        Action::LaneController,
        Action::ScrollUp,
        Action::ScrollDown,
        Action::Fetch,
        Action::Send,
        Action::Kill,
        Action::Start,
        Action::Phase,
        Action::NextDue,
        Action::Ledger,
        Action::Help,
    ];
    let actions = match (ui.diagram.is_open, session.is_by_hand()) {
        (true, _) => DIAGRAM,
        (false, true) => BY_HAND,
        (false, false) => SCRIPT,
    };
    let hint = |action: Action| {
        Some(Hint {
            action,
            key: *ui.keys.keys(action).first()?,
            name: match action {
                Action::PlayPause if ui.playing => wording::pause(ui.lang),
                Action::Sequence if ui.diagram.is_open => wording::close(ui.lang),
                _ => wording::name(action, ui.lang),
            },
            possible: action.reason(session, ui).is_none(),
        })
    };
    actions.iter().copied().filter_map(hint).collect()
}

/// What the footer of the list of demos says.
pub fn list_footer(ui: &Ui) -> Vec<Hint> {
    TABLE
        .iter()
        .filter_map(|spec| {
            let keys = ui.keys.keys(spec.action);
            // "n opens" would be true, and would surprise.
            let is_enter = |key: &&Key| spec.action == Action::Next && **key == Key::Enter;
            Some(Hint {
                action: spec.action,
                key: *keys.iter().find(is_enter).or(keys.first())?,
                name: wording::name_in_list(spec.action, ui.lang)?,
                possible: true,
            })
        })
        .collect()
}

/// Every action with its keys, by section. In the list of demos there is no session, and the help
/// does not say what is possible.
pub fn help(session: Option<&Session>, ui: &Ui) -> Vec<(Section, Vec<HelpLine>)> {
    let line = |spec: &Spec| HelpLine {
        action: spec.action,
        keys: ui.keys.keys(spec.action).iter().map(Key::to_string).collect::<Vec<_>>().join(" "),
        text: wording::help(spec.action, ui.lang),
        reason: session.and_then(|session| {
            let reason = spec.action.reason(session, ui)?;
            Some(wording::reason(reason, ui.lang, &ui.context(session), &ui.keys))
        }),
    };
    Section::ALL
        .into_iter()
        .map(|section| (section, TABLE.iter().filter(|s| s.section == section).map(line).collect()))
        .collect()
}

/// The title of a section.
pub fn section_title(section: Section, lang: Lang) -> &'static str {
    wording::section(section, lang)
}

impl Action {
    /// What it is called in files: `power_loss`.
    pub fn id(self) -> String {
        let mut id = String::new();
        for c in NAMES.get(self as usize).unwrap_or(&"").chars() {
            if c.is_ascii_uppercase() && !id.is_empty() {
                id.push('_');
            }
            id.push(c.to_ascii_lowercase());
        }
        id
    }

    /// The action that is called so in files.
    pub fn find(id: &str) -> Option<Action> {
        TABLE.iter().map(|spec| spec.action).find(|action| action.id() == id)
    }

    /// Its line in the table.
    pub fn spec(self) -> &'static Spec {
        // The table has the variants in their order.
        &TABLE[self as usize]
    }

    /// The command that the action gives to the cluster now, if it is one that does: to be asked
    /// whether it can be done, and to be done, but for a send, a burst and an advance. What those
    /// do depends on names and on what is typed.
    pub fn command(self, session: &Session, ui: &Ui) -> Option<Command> {
        let Ui { broker, partition, producer, consumer, .. } = *ui;
        let state = session.state();
        Some(Command::Event(match self {
            Action::Fetch => return Some(Command::Fetch { broker, partition }),
            Action::Phase => return Some(Command::Phase { broker, partition }),
            Action::CatchUp => return Some(Command::CatchUp { broker, partition }),
            Action::Settle => return Some(Command::Settle { partition }),
            Action::Pause
            | Action::Lose
            | Action::LoseAnswer
            | Action::HoldWords
            | Action::Alter
            | Action::MoveLeader
            | Action::Reassign => faults::event(self, session, ui)?,
            Action::Send | Action::Burst => {
                // Which value, Session::send decides; whether it can be sent does not depend on it.
                Event::Send { producer, partition, value: Value(0), to: None }
            }
            Action::NextDue => return Some(Command::NextDue),
            Action::Advance => Event::Advance { ms: 1 },
            Action::Acks => {
                let acks = session.acks(producer)?;
                let counts = session.setup().rules.acks_count;
                Event::SetAcks { producer, acks: next_acks(acks, counts) }
            }
            Action::SendAgain => {
                let value = session.to_send_again(producer, partition)?;
                Event::Send { producer, partition, value, to: None }
            }
            Action::Consume => Event::Consume { consumer, partition, from: None },
            Action::SeekBeginning => Event::Seek { consumer, partition, to: Whence::Beginning },
            Action::SeekEnd => Event::Seek { consumer, partition, to: Whence::End },
            Action::Kill => Event::Kill { broker },
            Action::Start => Event::Start { broker },
            Action::Stop => Event::Stop { broker },
            Action::PowerLoss => Event::PowerLoss { brokers: ui.struck(), noticed: true },
            Action::PowerLossUnnoticed => Event::PowerLoss { brokers: ui.struck(), noticed: false },
            Action::RestartUnnoticed => Event::RestartUnnoticed { broker },
            Action::Wipe => Event::Wipe { broker },
            Action::Flush => Event::Flush { broker },
            Action::CheckpointHw => Event::CheckpointHw { broker },
            Action::ElectPreferred => Event::ElectPreferred { partition },
            Action::ElectUnclean => Event::ElectUnclean { partition },
            Action::MinIsr => {
                let replicas = state.replicas(partition).len() as u8;
                let now = state.topic.min_isr;
                Event::SetMinIsr(if now < replicas { now + 1 } else { 1 })
            }
            Action::Unclean => Event::SetUnclean(!state.topic.unclean),
            Action::Notice => Event::Notice { broker },
            Action::Tell => Event::Tell { broker },
            Action::Next
            | Action::Back
            | Action::First
            | Action::Last
            | Action::PlayPause
            | Action::Return
            | Action::Swap
            | Action::Into
            | Action::GoTo
            | Action::NextMark
            | Action::PreviousMark
            | Action::NextLoss
            | Action::PreviousLoss
            | Action::NextHw
            | Action::PreviousHw
            | Action::Search
            | Action::NextMatch
            | Action::PreviousMatch
            | Action::Branches
            | Action::RenameBranch
            | Action::NoteBranch
            | Action::DeleteBranch
            | Action::Undo
            | Action::Save
            | Action::SaveBranch
            | Action::SaveEach
            | Action::Copy
            | Action::Palette
            | Action::NextClient
            | Action::Mark
            | Action::ChooseBroker
            | Action::PreviousBroker
            | Action::NextBroker
            | Action::NextPartition
            | Action::PreviousPartition
            | Action::Releases
            | Action::PreviousRelease
            | Action::NextRelease
            | Action::Compare
            | Action::Faults
            | Action::Cut
            | Action::Due
            | Action::Failures
            | Action::Explore
            | Action::Why
            | Action::Ledger
            | Action::Sequence
            | Action::LaneBroker
            | Action::LaneClients
            | Action::LaneController
            | Action::ScrollUp
            | Action::ScrollDown
            | Action::LogsBack
            | Action::LogsOn
            | Action::Mouse
            | Action::Language
            | Action::Theme
            | Action::Signs
            | Action::Help
            | Action::Terms
            | Action::Settings
            | Action::Redraw
            | Action::Suspend
            | Action::Quit => return None,
        }))
    }

    /// What the action goes to, if it goes to something.
    pub fn aim(self) -> Option<Aim> {
        match self {
            Action::NextMark | Action::PreviousMark => Some(Aim::Mark),
            Action::NextLoss | Action::PreviousLoss => Some(Aim::Loss),
            Action::NextHw | Action::PreviousHw => Some(Aim::Hw),
            _ => None,
        }
    }

    /// Why the action can't be done now, if so.
    pub fn reason(self, session: &Session, ui: &Ui) -> Option<Reason> {
        let setup = session.setup();
        let timeline = session.timeline();
        match self {
            Action::Next | Action::Last | Action::Into => {
                (!timeline.has_next()).then(|| end_of(session))
            }
            Action::PlayPause => (!ui.playing && !timeline.has_next()).then(|| end_of(session)),
            Action::Back | Action::First => (!timeline.has_previous()).then_some(Reason::AtStart),
            Action::Return if ui.diagram.is_open => None,
            Action::NextBroker | Action::PreviousBroker if ui.diagram.is_open => None,
            Action::LaneBroker | Action::LaneClients | Action::LaneController => {
                (!ui.diagram.is_open).then_some(Reason::OnlyInDiagram)
            }
            Action::Return => (!session.is_by_hand() && !ui.has_list).then_some(Reason::InScript),
            Action::Swap => {
                (!session.is_by_hand() && !session.can_resume()).then_some(Reason::NothingByHand)
            }
            Action::NextMark | Action::NextLoss | Action::NextHw => {
                let found = session.find(self.aim()?, true);
                found.is_none().then_some(Reason::NoneAhead)
            }
            Action::PreviousMark | Action::PreviousLoss | Action::PreviousHw => {
                let found = session.find(self.aim()?, false);
                found.is_none().then_some(Reason::NoneBehind)
            }
            Action::NextMatch | Action::PreviousMatch => {
                ui.search.is_none().then_some(Reason::NoSearch)
            }
            Action::RenameBranch | Action::NoteBranch | Action::DeleteBranch => {
                (ui.branch(session) == SCRIPT).then_some(Reason::NoBranch)
            }
            Action::Undo => (!session.can_undo()).then_some(Reason::NothingToUndo),
            Action::SaveEach => (session.tree().len() < 2).then_some(Reason::NoBranches),
            Action::PreviousRelease | Action::NextRelease => {
                let after = self == Action::NextRelease;
                let none = neighbour(setup.rules.release, after).is_none();
                none.then_some(Reason::NoRelease { after })
            }
            Action::NextClient => {
                (setup.producers < 2 && setup.consumers < 2).then_some(Reason::OneClient)
            }
            Action::NextBroker | Action::PreviousBroker => {
                (setup.brokers < 2).then_some(Reason::NoBroker { brokers: setup.brokers })
            }
            Action::NextPartition | Action::PreviousPartition => {
                (setup.assignment.len() < 2).then_some(Reason::OnePartition)
            }
            Action::Send
            | Action::SendAgain
            | Action::Burst
            | Action::Acks
            | Action::LoseAnswer
                if setup.producers == 0 =>
            {
                Some(Reason::NoProducer)
            }
            Action::SendAgain if session.to_send_again(ui.producer, ui.partition).is_none() => {
                Some(Reason::NothingSent)
            }
            Action::Consume | Action::SeekBeginning | Action::SeekEnd if setup.consumers == 0 => {
                Some(Reason::NoConsumer)
            }
            _ => reason_of(&self.command(session, ui)?, session),
        }
    }
}

/// Why a command can't be given now, if so.
pub(super) fn reason_of(command: &Command, session: &Session) -> Option<Reason> {
    if let Some(refusal) = session.refusal(command) {
        return Some(Reason::Refused(refusal));
    }
    if !command.does_nothing(session.state(), session.setup()) {
        return None;
    }
    // A follower that has nothing to do may be none, or may be cut off.
    let refusal = match *command {
        Command::CatchUp { broker, partition } | Command::Truncate { broker, partition } => {
            session.refusal(&Command::Phase { broker, partition })
        }
        _ => None,
    };
    Some(refusal.map_or(Reason::NothingLeft, Reason::Refused))
}

/// Why there is no next step.
fn end_of(session: &Session) -> Reason {
    if session.is_by_hand() {
        Reason::AtEndByHand
    } else if session.position().of == 0 {
        Reason::NoScript
    } else {
        Reason::AtEnd
    }
}

/// The `acks` that follow in a round: 0, 1, in a release that has it 2, all.
pub(super) fn next_acks(acks: Acks, counts: bool) -> Acks {
    match acks {
        Acks::None => Acks::Leader,
        Acks::Leader if counts => Acks::Count(2),
        Acks::Leader | Acks::Count(_) => Acks::All,
        Acks::All => Acks::None,
    }
}

/// The broker after this one, or before it, in a round.
pub fn next_broker(broker: BrokerId, brokers: u8, forward: bool) -> BrokerId {
    BrokerId(round(broker.0, brokers, forward))
}

/// The partition after this one, or before it, in a round.
pub fn next_partition(partition: PartitionId, partitions: u8, forward: bool) -> PartitionId {
    PartitionId(round(partition.0, partitions, forward))
}

fn round(at: u8, of: u8, forward: bool) -> u8 {
    match (forward, of) {
        (_, 0) => 0,
        (true, _) if at + 1 < of => at + 1,
        (true, _) => 0,
        (false, _) if at > 0 => at - 1,
        (false, _) => of - 1,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::rules_for;
    use crate::glyphs::Glyphs;
    use crate::scenario::Scenario;
    use crate::tui::theme::Theme;

    fn free_play(release: &str) -> (Session, Ui) {
        let rules = rules_for(release).expect("a release of the table");
        let session = Session::new(Arc::new(Scenario::empty(rules)));
        (session, Ui::new(Lang::En, Theme::default(), &Glyphs::UNICODE))
    }

    #[test]
    fn every_action_finds_its_own_line_in_the_table() {
        for spec in TABLE {
            assert_eq!(spec.action.spec().action, spec.action);
            assert_eq!(Action::find(&spec.action.id()), Some(spec.action));
        }
    }

    #[test]
    fn every_action_is_in_the_help_once_in_each_language() {
        let (session, mut ui) = free_play("0.10.2");
        for lang in Lang::ALL {
            ui.lang = lang;
            let help = help(Some(&session), &ui);
            let lines: Vec<Action> =
                help.iter().flat_map(|(_, lines)| lines).map(|line| line.action).collect();
            assert_eq!(lines, TABLE.iter().map(|spec| spec.action).collect::<Vec<_>>());
            assert!(help.iter().all(|(_, lines)| !lines.is_empty()), "an empty section");
        }
    }

    #[test]
    fn what_cannot_be_done_now_says_why_in_the_help() {
        let (session, mut ui) = free_play("0.10.2");
        ui.broker = BrokerId(1);
        let help = help(Some(&session), &ui);
        let reason = |action: Action| {
            let mut lines = help.iter().flat_map(|(_, lines)| lines);
            lines.find(|line| line.action == action).and_then(|line| line.reason.clone())
        };
        assert_eq!(reason(Action::Start).as_deref(), Some("B is up"));
        assert_eq!(reason(Action::Kill), None);
        assert_eq!(reason(Action::Back).as_deref(), Some("this is the start"));
    }

    #[test]
    fn acks_go_round_through_all_that_the_release_takes() {
        let round = |counts| {
            let mut acks = Acks::All;
            let mut seen = Vec::new();
            for _ in 0..4 {
                acks = next_acks(acks, counts);
                seen.push(acks);
            }
            seen
        };
        assert_eq!(round(false), [Acks::None, Acks::Leader, Acks::All, Acks::None]);
        assert_eq!(round(true), [Acks::None, Acks::Leader, Acks::Count(2), Acks::All]);
    }

    #[test]
    fn min_insync_replicas_goes_round_from_one_to_the_replicas() {
        let (mut session, ui) = free_play("0.10.2");
        let mut seen = Vec::new();
        for _ in 0..4 {
            let command = Action::MinIsr.command(&session, &ui).expect("a command");
            session.act(command).expect("a change");
            seen.push(session.state().topic.min_isr);
        }
        assert_eq!(seen, [2, 3, 1, 2]);
    }

    #[test]
    fn the_footer_ends_with_the_way_to_all_keys() {
        let (session, ui) = free_play("0.11");
        let footer = footer(&session, &ui);
        assert_eq!(footer.last().map(|hint| hint.action), Some(Action::Help));
        assert!(list_footer(&ui).iter().any(|hint| hint.action == Action::Help));
    }

    #[test]
    fn brokers_and_partitions_are_chosen_in_a_round() {
        assert_eq!(next_broker(BrokerId(2), 3, true), BrokerId(0));
        assert_eq!(next_broker(BrokerId(0), 3, false), BrokerId(2));
        assert_eq!(next_partition(PartitionId(0), 2, true), PartitionId(1));
    }
}
