//! Built-in functions, errors and texts of the usual contracts.

pub mod bundled;
pub(crate) mod command;
pub mod error;
pub(crate) mod function;
pub mod text;
