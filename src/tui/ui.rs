//! What the screen shows of a session, and how: all that is neither the session nor the terminal.

use tui_input::Input;

use super::theme::Theme;
use crate::engine::{BrokerId, BrokerSet, ConsumerId, PartitionId, ProducerId};
use crate::glyphs::Glyphs;
use crate::lang::{Context, Lang};
use crate::session::Session;

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
    /// The signs.
    pub glyphs: &'static Glyphs,
    /// What lies over the screen.
    pub overlay: Overlay,
    /// Whether the script plays by itself.
    pub playing: bool,
    /// How many lines of what changed are scrolled past. The drawing stops it at the last line.
    pub log_scroll: usize,
    /// What was last said to the person: why something can't be done, mostly.
    pub message: Option<String>,
    /// Whether there is a list of demos to go back to.
    pub has_list: bool,
    /// The chosen line in the list of demos.
    pub selected: usize,
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
    /// Why is it so? Questions about the chosen broker, answered.
    Why {
        /// How many lines are scrolled past. The drawing stops it at the last line.
        scroll: usize,
    },
    /// What has become of each record.
    Ledger {
        /// How many lines are scrolled past. The drawing stops it at the last line.
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

/// What a prompt asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptFor {
    /// How many records to send.
    Burst,
    /// How much time passes.
    Advance,
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
            glyphs,
            overlay: Overlay::None,
            playing: false,
            log_scroll: 0,
            message: None,
            has_list: false,
            selected: 0,
        }
    }

    /// What sentences about a session are told with, without marks.
    pub fn context<'a>(&self, session: &'a Session) -> Context<'a> {
        Context::new(session.names(), session.setup(), self.glyphs)
    }

    /// The brokers that a power loss hits: the marked ones, else the chosen one.
    pub fn struck(&self) -> BrokerSet {
        if self.marked.is_empty() { BrokerSet::only(self.broker) } else { self.marked }
    }
}
