//! Missions: tasks for testers, and their submissions.
//!
//! Two state machines, one for the mission and one for the submission, each a total function that
//! refuses every transition it does not name. The content of a mission exists only in a valid form.

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
