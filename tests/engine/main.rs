//! The engine's tests: rules with the rule book's values, properties over random events, and a
//! breadth-first visit of every state of a small cluster.

mod accounts;
mod common;
mod conformance;
mod named_properties;
mod properties;
mod reachable;
mod why;
