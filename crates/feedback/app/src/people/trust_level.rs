//! Setting a user's trust level manually, and making it automatic again.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::account::Account;
use feedback_core::audit::AuditedReply;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;
use feedback_points::trust;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UserPinTrustParams {
    user: String,
    level: Option<u8>,
}

pub(super) struct UserPinTrust;

#[async_trait]
impl Command for UserPinTrust {
    const NAME: &'static str = "userPinTrust";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = UserPinTrustParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: UserPinTrustParams) -> Result<Self::Answer, Error> {
        if params.level.is_some_and(|level| level > 4) {
            return Err(invalid("TRUST_LEVEL", "A trust level is a number from 0 to 4."));
        }
        let account = Account::lock(ctx, &params.user).await?;
        let level = params.level.unwrap_or(account.trust_level);
        let sql = Sql::fixed(
            r#"update "_User" set "trustLevel" = $2::float8, "trustPinned" = $3::bool, "updatedAt" = $4::timestamptz
            where "objectId" = $1::text"#,
            [
                Bind::from(&*account.id),
                f64::from(level).into(),
                params.level.is_some().into(),
                ctx.now().into(),
            ],
        );
        ctx.execute(&sql).await?;
        if params.level.is_none() {
            trust::recount(ctx, &account.id).await?;
        }
        let after = Account::lock(ctx, &params.user).await?;
        let shown = |account: &Account| json!({ "trustLevel": account.trust_level, "trustPinned": account.trust_pinned });
        let change = account.change(shown(&account), shown(&after));
        Ok(AuditedReply::new(shown(&after), change))
    }
}
