//! What tests need: a database of their own, and a runtime to run in.
//!
//! Depends on no other crate of the workspace but `parse-model`, so that every crate may use it in
//! its tests. It must never touch a database it did not make.

mod case;
mod database;
mod random;
mod template;

pub use case::{case, case_within, setting};
pub use database::{Database, SERVER};
pub use random::Random;
pub use template::Template;
