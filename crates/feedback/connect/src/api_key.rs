//! API keys for CI and scripts.
//!
//! A key acts for the administrator who created it, within its scopes, and only as long as they are
//! an administrator. It is shown once. Only its digest is stored.

mod create;
mod holder;
mod list;
mod revoke;
mod roll;
mod scope;

use parse_engine::{Error, Extension};
use parse_model::Json;

use feedback_core::command::{command, query, run_for_operator};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;

pub use holder::{KeyHolder, holder};
pub use scope::Scope;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::ApiKeyList>(extension, state);
    let extension = command::<create::ApiKeyCreate>(extension, state);
    let extension = command::<roll::ApiKeyRoll>(extension, state);
    command::<revoke::ApiKeyRevoke>(extension, state)
}

/// Creates a key for an administrator, on behalf of the operator.
pub async fn create_for_operator(ctx: &CommandContext, params: Json) -> Result<Json, Error> {
    run_for_operator::<create::ApiKeyCreate>(ctx, params).await
}
