//! What the screen shows of a session, and how: all that is neither the session nor the terminal.

use std::rc::Rc;
use std::sync::Arc;

use tui_input::Input;

use super::actions::Action;
use super::keymap::Keymap;
use super::palette::Palette;
use super::theme::Theme;
use crate::engine::{BrokerId, BrokerSet, ConsumerId, PartitionId, ProducerId};
use crate::failures::Table;
use crate::glyphs::Glyphs;
use crate::lang::{Context, Lang};
use crate::replay::{Against, Candidate, Twin};
use crate::sequence::Filter;
use crate::session::Session;
use crate::timeline::{BranchId, SCRIPT};

/// The state of the screen.
#[derive(Clone, Debug)]
pub struct Ui {
    /// The broker that actions are about.
    pub broker: BrokerId,
    /// The brokers marked to lose power together; empty: the chosen one.
    pub marked: BrokerSet,
    /// The partition shown, that actions are about.
    pub partition: PartitionId,
    /// The producer that sends.
    pub producer: ProducerId,
    /// The consumer that reads.
    pub consumer: ConsumerId,
    /// The language.
    pub lang: Lang,
    /// The colours.
    pub theme: Theme,
    /// Whether nobody has chosen the colours, so that they may follow the terminal's background.
    pub follows_background: bool,
    /// The keys.
    pub keys: Arc<Keymap>,
    /// The signs.
    pub glyphs: &'static Glyphs,
    /// What lies over the screen.
    pub overlay: Overlay,
    /// Whether the script plays by itself.
    pub playing: bool,
    /// How many lines of what changed are scrolled past. The drawing stops it at the last line.
    pub log_scroll: usize,
    /// How many steps of the event list are scrolled past, from the present one backwards.
    pub history_scroll: usize,
    /// How many offsets the logs are scrolled back from their end.
    pub offset_scroll: usize,
    /// The sequence diagram.
    pub diagram: Diagram,
    /// Whether clicks and the wheel come to the program rather than to the terminal, which selects
    /// text with them.
    pub mouse: bool,
    /// Whether what a step moves may travel on the screen before it arrives.
    pub animates: bool,
    /// How far it has travelled, in hundredths of its way; `None`: it has arrived.
    pub travelled: Option<u8>,
    /// The same steps as the session's in another variation, to be compared with it: while another
    /// release is on the screen than the one the scenario was written for, under that one.
    pub twin: Option<Rc<Twin>>,
    /// What was last said to the person: why something can't be done, mostly.
    pub message: Option<String>,
    /// What is looked for in the steps, once something is.
    pub search: Option<String>,
    /// What was explored for last.
    pub wish: Option<String>,
    /// What was typed into the palette before, the last last.
    pub typed: Vec<String>,
    /// Whether there is a list of demos, or another scenario, to go back to.
    pub has_list: bool,
    /// The chosen line in the list of demos.
    pub selected: usize,
}

/// The sequence diagram, which takes the place of the panels while it is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// Whether it is open.
    pub is_open: bool,
    /// Which lanes are left out.
    pub filter: Filter,
    /// By how many rows it is scrolled from where the present step is in view, negative towards the
    /// start. The drawing stops it at both ends.
    pub scroll: isize,
}

/// What lies over the screen.
#[derive(Clone, Debug, Default)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// Every key.
    Help {
        /// How many lines are scrolled past. The drawing stops it at the last line.
        scroll: usize,
    },
    /// What the terms and signs on the screen mean.
    Terms {
        /// How many lines are scrolled past, as above.
        scroll: usize,
    },
    /// Every setting in force.
    Settings {
        /// How many lines are scrolled past, as above.
        scroll: usize,
    },
    /// Why is it so? Questions about the chosen broker, answered.
    Why {
        /// How many lines are scrolled past, as above.
        scroll: usize,
    },
    /// What has become of each record.
    Ledger {
        /// How many lines are scrolled past, as above.
        scroll: usize,
    },
    /// Everything that will become due.
    Due {
        /// How many lines are scrolled past, as above.
        scroll: usize,
    },
    /// The tree of branches.
    Branches {
        /// The chosen line.
        chosen: usize,
    },
    /// The palette: every action by its name.
    Palette(Palette),
    /// The releases, to choose one.
    Releases {
        /// The chosen line.
        selected: usize,
        /// The releases, each with what it would do.
        list: Arc<[Candidate]>,
    },
    /// Every fault, to choose one.
    Faults {
        /// The chosen line.
        selected: usize,
    },
    /// What each release makes of the worked failures.
    Failures {
        /// The chosen cell.
        at: Place,
        /// The failures, played.
        table: Arc<Table>,
    },
    /// Two runs of the same steps, side by side.
    Compare {
        /// What the session is compared with.
        against: Against,
        /// How many lines are scrolled past, as above.
        scroll: usize,
    },
    /// A line to type in.
    Prompt {
        /// What is asked for.
        what: PromptFor,
        /// What has been typed.
        input: Input,
    },
    /// A text to be read and dismissed, such as what is wrong with a file.
    Message(String),
}

/// A cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its row, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub column: usize,
}

/// What a prompt asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptFor {
    /// How many records to send.
    Burst,
    /// How much time passes.
    Advance,
    /// Which replicas a partition shall have.
    Reassign,
    /// To which step to go.
    GoTo,
    /// What to look for.
    Search,
    /// What to explore for, and what may happen.
    Explore,
    /// What a branch is called.
    BranchName(BranchId),
    /// What is noted about a branch.
    BranchNote(BranchId),
    /// The name of a file.
    Save(Saving),
    /// Whether a file that is there is to be replaced.
    Replace(Saving),
}

/// What goes into a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saving {
    /// The script with every branch.
    All,
    /// One branch as a script.
    Branch(BranchId),
    /// Every branch as a script of its own.
    Each,
}

impl Overlay {
    /// How far it is scrolled, if it is a page that scrolls.
    pub fn scroll(&mut self) -> Option<&mut usize> {
        match self {
            Overlay::Help { scroll }
            | Overlay::Terms { scroll }
            | Overlay::Settings { scroll }
            | Overlay::Why { scroll }
            | Overlay::Ledger { scroll }
            | Overlay::Due { scroll }
            | Overlay::Compare { scroll, .. } => Some(scroll),
            Overlay::Releases { .. }
            | Overlay::Faults { .. }
            | Overlay::Failures { .. }
            | Overlay::None
            | Overlay::Branches { .. }
            | Overlay::Palette(_)
            | Overlay::Prompt { .. }
            | Overlay::Message(_) => None,
        }
    }

    /// Whether it is about a cluster, which there is only inside a demo.
    pub fn needs_session(&self) -> bool {
        matches!(
            self,
            Overlay::Settings { .. }
                | Overlay::Why { .. }
                | Overlay::Ledger { .. }
                | Overlay::Due { .. }
                | Overlay::Branches { .. }
                | Overlay::Releases { .. }
                | Overlay::Faults { .. }
                | Overlay::Compare { .. }
        )
    }

    /// The page that an action lays over the screen.
    pub fn page(action: Action) -> Option<Overlay> {
        match action {
            Action::Help => Some(Overlay::Help { scroll: 0 }),
            Action::Terms => Some(Overlay::Terms { scroll: 0 }),
            Action::Settings => Some(Overlay::Settings { scroll: 0 }),
            Action::Why => Some(Overlay::Why { scroll: 0 }),
            Action::Ledger => Some(Overlay::Ledger { scroll: 0 }),
            Action::Due => Some(Overlay::Due { scroll: 0 }),
            Action::Palette => Some(Overlay::Palette(Palette::default())),
            _ => None,
        }
    }
}

impl Ui {
    /// A screen on which nothing has been done.
    pub fn new(lang: Lang, theme: Theme, glyphs: &'static Glyphs) -> Self {
        Ui {
            broker: BrokerId(0),
            marked: BrokerSet::EMPTY,
            partition: PartitionId(0),
            producer: ProducerId(0),
            consumer: ConsumerId(0),
            lang,
            theme,
            follows_background: false,
            keys: Arc::default(),
            glyphs,
            overlay: Overlay::None,
            playing: false,
            log_scroll: 0,
            history_scroll: 0,
            offset_scroll: 0,
            diagram: Diagram::default(),
            mouse: false,
            animates: false,
            travelled: None,
            twin: None,
            message: None,
            search: None,
            wish: None,
            typed: Vec::new(),
            has_list: false,
            selected: 0,
        }
    }

    /// At another step nothing is scrolled, and nothing is on its way.
    pub fn unscroll(&mut self) {
        self.log_scroll = 0;
        self.history_scroll = 0;
        self.offset_scroll = 0;
        self.diagram.scroll = 0;
        self.travelled = None;
    }

    /// What sentences about a session are told with, without marks.
    pub fn context<'a>(&self, session: &'a Session) -> Context<'a> {
        Context::new(session.names(), session.setup(), self.glyphs)
    }

    /// The branch that actions are about: the chosen line of the tree, else the one the person is in.
    pub fn branch(&self, session: &Session) -> BranchId {
        match self.overlay {
            Overlay::Branches { chosen } => {
                session.tree().get(chosen).map_or(SCRIPT, |twig| twig.branch)
            }
            _ => session.branch(),
        }
    }

    /// The brokers that a power loss hits: the marked ones, else the chosen one.
    pub fn struck(&self) -> BrokerSet {
        if self.marked.is_empty() { BrokerSet::only(self.broker) } else { self.marked }
    }
}
