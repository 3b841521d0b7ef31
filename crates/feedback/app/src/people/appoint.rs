//! Appointing and removing administrators.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use serde::Deserialize;
use serde_json::json;

use super::account::{Account, check_not_last, end_sessions, lock_administrators};
use feedback_core::administrator;
use feedback_core::audit::AuditedReply;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct UserSetAdminParams {
    user: String,
    is_admin: bool,
    confirm: String,
}

pub(super) struct UserSetAdmin;

#[async_trait]
impl Command for UserSetAdmin {
    const NAME: &'static str = "userSetAdmin";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    type Params = UserSetAdminParams;
    type Answer = AuditedReply<Json>;

    /// Their sessions end, because sessions of administrators are shorter and must begin with a
    /// sign-in.
    async fn run(ctx: &CommandContext, params: UserSetAdminParams) -> Result<Self::Answer, Error> {
        lock_administrators(ctx).await?;
        let account = Account::lock(ctx, &params.user).await?;
        if account.username.as_deref() != Some(params.confirm.trim()) {
            return Err(invalid("CONFIRM", "Type the person's name to confirm."));
        }
        if params.is_admin == account.is_admin {
            return Err(invalid("UNCHANGED", "Nothing would change."));
        }
        if params.is_admin {
            if account.status != "active" {
                return Err(invalid(
                    "NOT_ACTIVE",
                    "Only an active account can become an administrator.",
                ));
            }
            administrator::appoint(ctx.cx(), &account.id).await?;
        } else {
            check_not_last(ctx, &account).await?;
            administrator::dismiss(ctx.cx(), &account.id).await?;
        }
        end_sessions(ctx, &account).await?;
        let shown = |is_admin: bool| json!({ "isAdmin": is_admin });
        let change = account.change(shown(account.is_admin), shown(params.is_admin));
        Ok(AuditedReply::new(shown(params.is_admin), change))
    }
}
