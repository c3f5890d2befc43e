//! The replication protocol as a pure value.
//!
//! ```text
//!   event ──► refusal? ──► step ──► effects
//!                            │
//!                            ▼
//!                         Cluster: disks, processes, calls in flight, controller, clients
//! ```
//!
//! [`Cluster::step`] takes one [`Event`] and changes the state; what followed by rule comes out as
//! [`Effect`]s. There is no I/O, clock, randomness, hash-map order or language in here: the same
//! events give the same state on every machine. What differs between Kafka's releases is a field of
//! [`Rules`].
//!
//! # One fetch, in phases
//!
//! A follower's fetcher has at most one exchange with its leader in flight, in three phases, and
//! anything can happen between two of them:
//!
//! 1. [`Event::Request`]: the request leaves the follower with its LEO as the fetch offset.
//! 2. [`Event::Serve`]: the leader reads, sets the remote LEO to the fetch offset, takes the
//!    follower into the ISR if it may, advances the HW. Without data the fetch parks, and is read
//!    again when there is data or after `replica.fetch.wait.max.ms`.
//! 3. [`Event::Reply`]: the follower appends (LEO), then HW := min(HW in the reply, LEO).
//!
//! The questions a fetcher may have to ask before it fetches (OffsetsForLeaderEpoch, ListOffsets)
//! take the same three phases.
//!
//! # Where things are
//!
//! | module | what |
//! | --- | --- |
//! | [`types`] | ids, numbers, bounds, errors |
//! | [`rules`], [`release`], [`setup`] | what can differ; the release table; settings |
//! | [`log`], [`epochs`] | a replica's log and leader-epoch table |
//! | [`state`] | the cluster: what is on disk, in memory, on the wire, in ZooKeeper |
//! | [`event`], [`effect`] | what can happen, and what follows |
//! | `broker` | processes and disks: start, stop, kill, power, files |
//! | `controller` | deaths noticed, leaders elected, brokers told |
//! | `reassign` | a partition moves to other brokers, a leadership to another one |
//! | `leader`, `follower` | the two halves of replication |
//! | `isr` | who is in the ISR: the leader's wish, and the znode's or the controller's answer |
//! | `link` | what is cut, lost, held back, silent |
//! | `replica` | append and cut: what both halves do to a log |
//! | `producer`, `produce` | the producer's half, and the leader's with its purgatory |
//! | `consumer` | what a consumer sees |
//! | `time` | what is due, and when |
//! | `possible` | why an event can't happen; every event that can |
//! | [`encode`] | a state as few bytes, part by part, and back |
//! | `reuse` | copies of a state, and which parts of one were written to since |
//! | [`ledger`] | what clients were promised, and what is lost or diverged |
//! | [`property`] | what ought to be true at every moment, and where it is not |
//! | [`why`] | answers to "why?", made from a state |
//! | [`what_if`] | what a failure would do, tried on a copy |
//! | [`account`] | what has become of each record, with a verdict |

pub mod account;
mod broker;
mod consumer;
mod controller;
pub mod effect;
pub mod encode;
pub mod epochs;
pub mod event;
mod follower;
mod isr;
mod leader;
pub mod ledger;
mod link;
pub mod log;
mod possible;
mod produce;
mod producer;
pub mod property;
mod reassign;
pub mod release;
mod replica;
mod reuse;
pub mod rules;
pub mod setup;
pub mod state;
mod step;
pub mod time;
pub mod types;
pub mod what_if;
pub mod why;

pub use effect::{Effect, Effects};
pub use event::{Event, Menu, Refusal, Whence};
pub use property::{Breach, Property};
pub use release::{every_rules, milestones, releases, rules_for};
pub use reuse::Part;
pub use rules::{Coordination, Rules};
pub use setup::{ControllerMode, OffsetReset, Settings, Setup};
pub use state::Cluster;
pub use types::*;
