//! Seasons, missions, payouts and fairness.

pub mod fairness;
pub mod mission;
pub mod reward;
pub mod season;
