//! The product on a real database, asked as the transport asks it.

mod access;
mod attachment;
mod bench;
mod case;
mod clock;
mod comment;
mod dashboard;
mod effect;
mod guard;
mod interleaving;
mod invariant;
mod issue;
mod ledger;
mod merge;
mod outcome;
mod people;
mod purse;
mod ranks;
mod search;
mod season;
mod setting;
mod setup;
mod stage;
mod timeline;
mod triage;
mod vote;
