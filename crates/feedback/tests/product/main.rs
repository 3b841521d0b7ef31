//! The product on a real database, asked as the transport asks it.

mod access;
mod bench;
mod case;
mod clock;
mod dashboard;
mod demo;
mod issue;
mod ledger;
mod merge;
mod outcome;
mod people;
mod purse;
mod ranks;
mod setting;
mod setup;
mod stage;
mod triage;
mod vote;
