//! Missions: what the team asks testers to try, and what becomes of those who do.
//!
//! Two machines, one for the mission and one for what a tester does about it, each a total function:
//! whatever it does not name is refused. What a mission consists of exists only in a form that fits.

pub mod answer;
pub mod check;
pub mod draft;
pub mod sample;
pub mod state;
pub mod step;
pub mod submission;
#[cfg(test)]
mod tests;
pub mod verdict;
