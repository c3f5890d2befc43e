//! The sequence diagram: who sent what to whom, as data.
//!
//! ```text
//!  timeline ─► rows: a step's happenings ─► arrows, notes, bands ─┬─► window ─► the screen
//!                                                                └─► mermaid ─► a file
//! ```
//!
//! Clients, brokers and the controller are [`Lane`]s, time goes downwards, each [`Row`] belongs to a
//! step. A message is one arrow where nothing happens between its leaving and its arrival, else two:
//! one that leaves, and a late one where it arrives or vanishes. Nothing here knows a screen.
//!
//! | module | what |
//! | --- | --- |
//! | `rows` | the rows of a step, event by event |
//! | `effects` | what each effect becomes |
//! | `clients` | what producers and consumers send and are told |
//! | `flights` | what is on the wire while rows are made |
//! | `window` | the rows around the present step, as many as there is room for |
//! | `mermaid` | the same as a Mermaid `sequenceDiagram` |
//! | `wording` | the few words that are neither notation nor an effect's sentence |

mod clients;
mod effects;
mod flights;
mod mermaid;
mod rows;
mod window;
mod wording;

#[cfg(test)]
mod tests;

use crate::engine::*;
use crate::glyphs::Glyphs;
use crate::lang::Lang;
use crate::names::Names;
use crate::session::Session;
use crate::timeline::NodeId;

pub use mermaid::mermaid;
pub use rows::rows;
pub use window::{Window, window};
pub use wording::{controller, fate, hidden};

/// Somebody who sends and receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// A producer.
    Producer(ProducerId),
    /// A consumer.
    Consumer(ConsumerId),
    /// A broker.
    Broker(BrokerId),
    /// The controller.
    Controller,
}

impl Lane {
    /// Every lane of a cluster from left to right: clients, brokers, the controller.
    pub fn all(setup: &Setup) -> Vec<Lane> {
        let producers = (0..setup.producers).map(|p| Lane::Producer(ProducerId(p)));
        let consumers = (0..setup.consumers).map(|c| Lane::Consumer(ConsumerId(c)));
        let brokers = setup.all_brokers().iter().map(Lane::Broker).collect::<Vec<_>>();
        producers.chain(consumers).chain(brokers).chain([Lane::Controller]).collect()
    }

    /// What it is called.
    pub fn name(self, names: &Names, lang: Lang) -> &str {
        match self {
            Lane::Producer(producer) => names.producer(producer),
            Lane::Consumer(consumer) => names.consumer(consumer),
            Lane::Broker(broker) => names.broker(broker),
            Lane::Controller => controller(lang),
        }
    }
}

/// Which lanes are left out, and with them whatever begins or ends there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The brokers that are left out.
    pub brokers: BrokerSet,
    /// Whether the clients are.
    pub clients: bool,
    /// Whether the controller is.
    pub controller: bool,
}

impl Filter {
    /// Whether a lane is shown.
    pub fn shows(&self, lane: Lane) -> bool {
        match lane {
            Lane::Producer(_) | Lane::Consumer(_) => !self.clients,
            Lane::Broker(broker) => !self.brokers.contains(broker),
            Lane::Controller => !self.controller,
        }
    }

    /// The lanes that are shown, from left to right.
    pub fn lanes(&self, setup: &Setup) -> Vec<Lane> {
        Lane::all(setup).into_iter().filter(|lane| self.shows(*lane)).collect()
    }

    /// Leaves a broker out, or shows it again.
    pub fn switch_broker(&mut self, broker: BrokerId) {
        self.brokers = match self.brokers.contains(broker) {
            true => self.brokers.without(broker),
            false => self.brokers.with(broker),
        };
    }
}

/// How a diagram is made from a session.
#[derive(Clone, Copy)]
pub struct Telling<'a> {
    /// What was played.
    pub session: &'a Session,
    /// The language of the bands. Messages are in the notation, which belongs to none.
    pub lang: Lang,
    /// The signs in the bands.
    pub glyphs: &'a Glyphs,
    /// The partition it is about; `None`: all of them.
    pub partition: Option<PartitionId>,
    /// Which lanes are left out.
    pub filter: Filter,
    /// Whether an effect must not be seen, for it would answer the question of the present step.
    pub hides: &'a dyn Fn(&Effect) -> bool,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is on its way; what becomes of it stands in a later row, if it has been seen yet.
    Sent,
    /// It has arrived.
    Arrived,
    /// It has arrived and waits there: a parked fetch, a produce request in purgatory.
    Held,
    /// It never arrives.
    Dropped,
}

/// A request or a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Who sent it.
    pub from: Lane,
    /// To whom.
    pub to: Lane,
    /// What it carries, the fullest form first, the shortest last. There is at least one.
    pub texts: Vec<String>,
    /// Whether it answers something.
    pub is_reply: bool,
    /// Whether it left in an earlier row.
    pub is_late: bool,
    /// What became of it.
    pub fate: Fate,
}

/// What a note is marked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    Plain,
    /// The lane ends here: killed, without power, stopped.
    Down,
    /// The lane begins again.
    Up,
    /// Records or entries are gone.
    Cut,
}

/// Something that concerns one lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whose it is.
    pub lane: Lane,
    /// What, in the forms of [`Arrow::texts`].
    pub texts: Vec<String>,
    /// What it is marked with.
    pub mark: Mark,
}

/// What a band is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The state at the start.
    Start,
    /// An election, with the epoch that begins.
    Epoch(Epoch),
    /// The ISR.
    Isr,
    /// A setting has changed.
    Setting,
    /// A simplification was used.
    Simplified,
    /// Something promised was lost, or logs diverged.
    Damage,
    /// Something lost is there again.
    Repair,
    /// Time passed.
    Time,
}

/// Something that concerns all lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// What it is about.
    pub about: About,
    /// What it says.
    pub text: String,
}

/// What stands in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A request or a reply.
    Arrow(Arrow),
    /// Something about one lane.
    Note(Note),
    /// Something about all.
    Band(Band),
    /// What a question hides.
    Hidden,
    /// Nothing: the step had nothing to show.
    Nothing,
}

/// A row of the diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The step it belongs to.
    pub step: NodeId,
    /// How many steps that is from the start.
    pub depth: usize,
    /// Whether it is the first row of that step.
    pub is_first: bool,
    /// What stands in it.
    pub content: Content,
    /// The brokers that are up after it.
    pub up: BrokerSet,
    /// The followers whose fetch is held after it.
    pub waiting: BrokerSet,
    /// The brokers of which a question hides whether they are up.
    pub masked: BrokerSet,
}
