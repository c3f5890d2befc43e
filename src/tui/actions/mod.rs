//! The actions: everything that a person can do, in one table.
//!
//! The keys, the help, the footer and the README's list of keys are made from [`TABLE`]. To add an
//! action, add a variant and its line here, write its words in [`super::wording`], and say what it
//! does in [`super::app`]: nothing compiles until all three are there.

mod command;
mod hints;
mod possible;
mod round;

pub use hints::{HelpLine, Hint, footer, help, list_footer, section_title};
pub use possible::Reason;
pub(super) use possible::reason_of;
pub(super) use round::{next_acks, round};
pub use round::{next_broker, next_partition};

use super::key::Key;
use crate::session::Aim;

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

    /// What the action goes to, if it goes to something.
    pub fn aim(self) -> Option<Aim> {
        match self {
            Action::NextMark | Action::PreviousMark => Some(Aim::Mark),
            Action::NextLoss | Action::PreviousLoss => Some(Aim::Loss),
            Action::NextHw | Action::PreviousHw => Some(Aim::Hw),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::rules_for;
    use crate::glyphs::Glyphs;
    use crate::lang::Lang;
    use crate::scenario::Scenario;
    use crate::session::Session;
    use crate::tui::theme::Theme;
    use crate::tui::ui::Ui;

    /// An empty cluster under a release.
    pub(super) fn free_play(release: &str) -> (Session, Ui) {
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
}
