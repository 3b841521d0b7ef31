//! Points: the ledger, what is owed, and the standings that follow from it.

pub mod points;
pub mod standings;
pub mod trust;
