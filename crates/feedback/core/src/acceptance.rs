//! Pages that a programme asks its members to accept before they write.

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::command_context::CommandContext;
use crate::refused::invalid_with;
use crate::setting::Settings;

/// Refuses a command if its caller has not accepted what the programme asks for.
pub(crate) async fn check(ctx: &CommandContext, settings: &Settings) -> Result<(), Error> {
    let missing = missing(ctx, settings).await?;
    if missing.is_empty() {
        return Ok(());
    }
    let sentence = format!(
        "This programme asks you to accept its terms before you take part. Open {} to read and accept them.",
        ctx.app_url()
    );
    Err(invalid_with("POLICY_NOT_ACCEPTED", sentence, json!({ "missing": missing })))
}

/// The kinds of pages that the caller still has to accept. Administrators are never asked.
pub async fn missing(ctx: &CommandContext, settings: &Settings) -> Result<Vec<String>, Error> {
    let required = settings.required_policies();
    let member = ctx.member()?;
    if required == Json::Null || member.is_admin {
        return Ok(Vec::new());
    }
    let sql = Sql::fixed(
        r#"select to_jsonb(r.key) from jsonb_each_text($2::jsonb) r where not exists (
            select from _touchstone.policy_acceptance a
            where a."user" = $1::text and a.kind = r.key and a.version >= r.value::int)
        order by r.key"#,
        [Bind::from(&*member.id), required.into()],
    );
    ctx.rows(&sql).await
}
