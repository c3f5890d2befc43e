//! Scenario files: good ones play as they say, bad ones are told clearly.

mod bad;
mod common;
mod docs;
mod good;
mod hostile;
mod written;
