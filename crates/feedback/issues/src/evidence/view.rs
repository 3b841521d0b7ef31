//! Evidence in the form that functions return.

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Serialize;

use super::redact::redacted;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// The answer of most functions about evidence.
#[derive(Debug, Serialize)]
pub(super) struct EvidenceReply {
    /// The evidence as the caller sees it.
    pub(super) evidence: Json,
}

/// Evidence from the database, without the parts that the reader must not know.
pub fn shown(mut evidence: Json) -> Json {
    let Some(fields) = evidence.as_object_mut() else { return evidence };
    let is_open = fields.remove("isOpen") == Some(Json::Bool(true));
    if !is_open && fields.get("explanation").is_some_and(Json::is_object) {
        let whole = fields.remove("explanation").unwrap_or_default();
        // An explanation that cannot be parsed cannot be redacted either.
        let cut = serde_json::from_value(whole).ok().map(redacted);
        let cut = cut.and_then(|cut| serde_json::to_value(cut).ok());
        fields.insert("explanation".to_owned(), cut.unwrap_or_default());
    }
    evidence
}

/// A piece of evidence that the caller can see.
pub async fn one(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select _touchstone.evidence_shown(e, $2::text, $3::bool) from "Evidence" e
        where e."objectId" = $1::text and _touchstone.may_see_evidence(e, $2::text, $3::bool)"#,
        [Bind::from(id), member.id.as_str().into(), member.is_admin.into()],
    );
    ctx.row(&sql).await?.map(shown).ok_or_else(not_found)
}

/// The answer of a command about a piece of evidence.
pub(super) async fn reply(ctx: &CommandContext, id: &str) -> Result<EvidenceReply, Error> {
    Ok(EvidenceReply { evidence: one(ctx, id).await? })
}

/// The first evidence of an issue that the caller can see.
pub(crate) async fn first_of(ctx: &CommandContext, issue: &str) -> Result<Option<Json>, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select _touchstone.evidence_shown(e, $2::text, $3::bool) from "Evidence" e
        where e."issue" = $1::text and _touchstone.may_see_evidence(e, $2::text, $3::bool)
        order by e."createdAt", e."objectId" limit 1"#,
        [Bind::from(issue), member.id.as_str().into(), member.is_admin.into()],
    );
    Ok(ctx.row(&sql).await?.map(shown))
}
