//! What outside services speak: requests to them, what their answers mean, and how what they send
//! is proved.
//!
//! Pure: each module builds a [`Request`] from typed input, reads an [`Answer`] into an
//! [`Outcome`], and checks signatures. Clocks, random numbers and connections are others'; what
//! arrives comes from strangers, so nothing here may panic, hang or grow without bound on any
//! input.

pub mod call;
pub mod github;
pub mod jira;
pub mod linear;
pub mod outcome;
pub mod tracker;

pub use call::{Answer, CallFailed, Method, Request};
pub use outcome::Outcome;
