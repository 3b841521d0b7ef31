//! Deleting one's own account.
//!
//! What is about the person goes: name, addresses, ways to sign in, devices, networks, preferences.
//! What others build on stays under a pseudonym: reports that were merged, points that were shared.

use async_trait::async_trait;
use parse_engine::Error;
use serde::{Deserialize, Serialize};

use super::erasure::{self, Texts};
use crate::command::{Command, Who};
use crate::command_context::CommandContext;
use crate::refused::invalid;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteParams {
    /// The own name, typed, so that nobody does it by accident.
    username: String,
    texts: Texts,
}

#[derive(Serialize)]
pub(super) struct Deleted {
    deleted: bool,
    pseudonym: String,
}

pub(super) struct AccountDelete;

#[async_trait]
impl Command for AccountDelete {
    const NAME: &'static str = "accountDelete";
    const WHO: Who = Who::Member;
    const NOTES_CALLER: bool = false;
    type Params = DeleteParams;
    type Answer = Deleted;

    async fn run(ctx: &CommandContext, params: DeleteParams) -> Result<Deleted, Error> {
        let me = ctx.member()?.id.clone();
        let account = erasure::lock(ctx, &me).await?;
        if account.username.as_deref() != Some(params.username.trim()) {
            return Err(invalid(
                "USERNAME_TYPED",
                "Type your name exactly to delete your account.",
            ));
        }
        if account.is_admin {
            return Err(invalid(
                "ADMIN_ACCOUNT",
                "You are an administrator. Have another one take that from you first.",
            ));
        }
        let pseudonym = erasure::erase(ctx, &account, params.texts).await?;
        Ok(Deleted { deleted: true, pseudonym })
    }
}
