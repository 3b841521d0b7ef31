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
pub mod copy;
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
pub mod own_call;
pub mod paste;
mod patch;
mod place;
mod pool;
pub mod question;
pub mod quote;
pub mod registry;
pub mod rerun;
mod revert;
mod signature;
mod since_quote;
mod swap;
mod transaction;
pub mod trial;
pub mod tried;
mod would_have;

pub use amount::Amount;
pub use class::{Confidence, FailureClass, Verdict};
pub use explain::{Gone, explain, explain_gone};
pub use explain_error::explain_error;
pub use explanation::Explanation;
pub use found::{Found, LimitCheck, LimitOutcome, PoolChanges};
pub use limit::{LimitAnswer, LimitTrial, limit_trial};
pub use paste::{Explorer, Pasted, recognise};
pub use pool::Watch;
pub use quote::Quote;
pub use registry::Registry;
pub use signature::error_signature;
