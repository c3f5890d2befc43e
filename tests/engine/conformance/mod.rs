//! The rule book's conformance cases (section H) and its rules (A to E, G), for every release that
//! they hold for. Each case names Kafka's own test.

mod alter_partition;
mod changes;
mod clients;
mod elections;
mod elr;
mod epochs;
mod failures;
mod hw;
mod isr;
mod links;
mod produce;
mod table;
mod truncation;
