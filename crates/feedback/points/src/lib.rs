//! Points: the ledger, what an issue owes, and the resulting standings.

pub mod points;
pub mod standings;
pub mod trust;
