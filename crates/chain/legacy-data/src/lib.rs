//! Data of blockchains for clients of old: what their functions ask is read from nodes that the
//! operator names, and what no node can tell is asked of a provider whose key stays here.
//!
//! Registered with the engine as one [`Extension`]. [`catalogue`] says which functions there are;
//! the shaping of answers is apart from the asking. A node's answer is a stranger's: it is never
//! trusted to have a shape or a size, and every call has a budget of time, questions and bytes.
//!
//! It must never know HTTP, the product, or a client's idea of where to call.

mod abi;
mod allowance;
mod answer;
mod ask;
pub mod catalogue;
mod chain_name;
mod evm;
mod function;
mod kept;
mod outside;
mod page;
mod param;
mod provider;
mod quantity;
mod refused;
mod rest;
mod scan;
mod shared;
mod signature;
mod solana;
mod token_uri;

use std::sync::Arc;

use parse_engine::Extension;

pub use outside::{Provider, Question, Reply, Unreachable, Web};
pub use rest::route;
pub use shared::{Options, SolanaNodes, Sources};

use allowance::Allowance;
use catalogue::{Answerer, ENTRIES};
use function::{DataFunction, NO_PROVIDER};
use kept::Kept;
use shared::Shared;

/// What is said where nothing is configured.
const NOTHING: &str = "This server has no blockchain data: the operator sets chain_nodes, solana_nodes or chain_data_provider_url, or brings a cloud function of this name.";

/// What is said of functions that were given up.
const GONE: &str = "No longer available.";

/// All functions. Without a source they are not functions, so that an application that moves here
/// may define its own by these names; only the error is clearer then.
pub fn extension(options: Options, sources: Sources) -> Extension {
    let extension = Extension::default();
    if sources.is_empty() {
        return ENTRIES.iter().fold(extension, |extension, entry| {
            extension.with_missing_function(entry.name, NOTHING)
        });
    }
    let has_provider = sources.provider.is_some();
    let allowance = Allowance::new(options.per_user);
    let shared = Arc::new(Shared { options, sources, kept: Kept::new(), allowance });
    ENTRIES.iter().fold(extension, |extension, entry| match entry.answerer {
        Answerer::Gone => extension.with_missing_function(entry.name, GONE),
        Answerer::Provider if !has_provider => {
            extension.with_missing_function(entry.name, NO_PROVIDER)
        }
        _ => {
            let function = DataFunction { entry, shared: Arc::clone(&shared) };
            extension.with_function(entry.name, function)
        }
    })
}
