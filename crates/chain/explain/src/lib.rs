//! What a transaction of a token swap did, and why it failed: recognise what was pasted, decode what
//! nodes answered, classify, compare with the quote, fingerprint.
//!
//! Pure: it is handed what nodes said and what the programme knows, and answers with an
//! [`Explanation`]. It must never talk to a node, read a clock, or panic, hang or grow without bound
//! on any input: every byte of it comes from strangers.

mod abi;
mod advice;
pub mod amount;
pub mod builtin;
mod call;
pub mod class;
mod compare;
mod event;
mod explain;
mod explain_error;
pub mod explanation;
mod fingerprint;
pub mod found;
mod frame;
mod intent;
mod judge;
mod keyed_enum;
mod lenient;
mod limit;
pub mod paste;
pub mod quote;
pub mod registry;
mod revert;
mod signature;
mod swap;
mod transaction;

pub use amount::Amount;
pub use class::{Confidence, FailureClass, Verdict};
pub use explain::{Gone, explain, explain_gone};
pub use explain_error::explain_error;
pub use explanation::Explanation;
pub use found::{Found, LimitCheck, LimitOutcome};
pub use limit::{limit_blocks, misses_limit};
pub use paste::{Explorer, Pasted, recognise};
pub use quote::Quote;
pub use registry::Registry;
pub use signature::error_signature;
