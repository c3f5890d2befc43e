//! Scenario files: good ones play as they say, bad ones are told clearly.

mod common;
mod docs;
mod good;
