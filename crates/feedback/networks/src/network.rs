//! The chains of the product under test: networks and their RPC endpoints, contracts, tokens, and
//! the meanings of its errors.
//!
//! Endpoints are called outside transactions only. Their URLs are secret: they are never returned,
//! not even to administrators, and are not in the audit log.

mod abi;
mod address;
pub mod block_reader;
mod check;
pub mod classes;
mod contract;
mod endpoint;
mod error_signature;
mod explain_again;
mod failure_class;
mod health;
mod import;
mod known_error;
mod list;
mod no_transport;
mod node_registry;
mod one_line_text;
mod registry;
mod save;
mod signature;
mod test;
mod token;

use std::sync::Arc;

use chain_node::Nodes;
use parse_engine::{Error, Extension};

use feedback_core::command::{command, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub use block_reader::BlockReader;
pub use error_signature::error_counts;
pub use no_transport::NoTransport;
pub use node_registry::{KnownNetwork, NodeRegistry};

/// Registers the functions and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::Networks>(extension, state);
    let extension = command::<save::NetworkSave>(extension, state);
    let extension = extension.with_function(test::NAME, test::NetworkTest { state: state.clone() });
    let extension = register_task::<health::NetworkHealth>(extension, state);
    let extension =
        extension.with_worker("endpoint checks", check::EndpointChecks { state: state.clone() });
    let extension = query::<contract::Contracts>(extension, state);
    let extension = command::<contract::ContractSave>(extension, state);
    let extension = command::<contract::ContractRemove>(extension, state);
    let extension = query::<token::Tokens>(extension, state);
    let extension = command::<token::TokenSave>(extension, state);
    let extension = command::<token::TokenRemove>(extension, state);
    let extension = query::<import::RegistryPreview>(extension, state);
    let extension = command::<import::RegistryImport>(extension, state);
    let extension = query::<error_signature::ErrorSignatures>(extension, state);
    let extension = command::<error_signature::ErrorSignatureSave>(extension, state);
    let extension = command::<error_signature::ErrorSignatureRemove>(extension, state);
    query::<failure_class::FailureClasses>(extension, state)
}

/// The contracts, tokens and errors of a network.
pub async fn registry(ctx: &CommandContext, network: &str) -> Result<Arc<chain::Registry>, Error> {
    ctx.slot::<NodeRegistry>().registry(ctx.cx().db(), network).await
}

/// The reader of blocks that all watchers of this node share.
pub fn block_reader(ctx: &CommandContext) -> Arc<BlockReader> {
    ctx.slot::<BlockReader>()
}

/// The enabled networks.
pub async fn all_enabled(ctx: &CommandContext) -> Result<Arc<[KnownNetwork]>, Error> {
    ctx.slot::<NodeRegistry>().enabled(ctx.cx().db()).await
}

/// The endpoints of those networks.
pub async fn nodes(ctx: &CommandContext) -> Result<Nodes, Error> {
    ctx.slot::<NodeRegistry>().nodes(ctx.cx().db()).await
}
