//! Publishing and withdrawing pages.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::kind::PolicyKind;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// Characters of a page, and of the note about a version.
const LONGEST_BODY: usize = 60_000;
const LONGEST_NOTE: usize = 300;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyPublishParams {
    kind: PolicyKind,
    /// Markdown.
    body: String,
    note: Option<String>,
    /// Whether testers must accept this version before they write.
    asks: bool,
    /// The newest version that the caller has seen. 0 if there is none.
    version: i64,
}

/// Publishes a new version of a page. Everyone can read it from then on, also without an account.
pub(super) struct PolicyPublish;

#[async_trait]
impl Command for PolicyPublish {
    const NAME: &'static str = "policyPublish";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    type Params = PolicyPublishParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: PolicyPublishParams) -> Result<Self::Answer, Error> {
        let kind = params.kind.key();
        let body = checked_body(&params.body)?;
        let note = params.note.as_deref().map(str::trim).unwrap_or_default();
        if note.chars().count() > LONGEST_NOTE || note.chars().any(char::is_control) {
            return Err(invalid("POLICY_NOTE", "A note has at most 300 characters on one line."));
        }
        let newest = lock_newest(ctx, kind).await?;
        if newest.unwrap_or(0) != params.version {
            return Err(invalid(
                "POLICY_MOVED_ON",
                "A newer version was published. Load the page again.",
            ));
        }
        let version = params.version + 1;
        let sql = Sql::fixed(
            "insert into _touchstone.policy_version (kind, version, body, note, asks, published_at, published_by)
            values ($1::text, $2::int8, $3::text, $4::text, $5::bool, $6::timestamptz, $7::text)",
            [
                Bind::from(kind),
                version.into(),
                body.into(),
                note.into(),
                params.asks.into(),
                ctx.now().into(),
                ctx.member()?.id.as_str().into(),
            ],
        );
        ctx.execute(&sql).await?;
        let change = AuditChange {
            kind: "policy",
            id: kind.to_owned(),
            label: kind.to_owned(),
            before: json!({ "version": newest }),
            after: json!({ "version": version, "asks": params.asks, "note": note }),
        };
        Ok(AuditedReply::new(json!({ "kind": kind, "version": version }), change))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyWithdrawParams {
    kind: PolicyKind,
}

/// Withdraws a page: visitors no longer see it, and testers are no longer asked to accept it.
pub(super) struct PolicyWithdraw;

#[async_trait]
impl Command for PolicyWithdraw {
    const NAME: &'static str = "policyWithdraw";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    type Params = PolicyWithdrawParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: PolicyWithdrawParams,
    ) -> Result<Self::Answer, Error> {
        let kind = params.kind.key();
        let newest = lock_newest(ctx, kind).await?;
        let sql = Sql::fixed(
            "update _touchstone.policy_version set withdrawn_at = $2::timestamptz
            where kind = $1::text and withdrawn_at is null",
            [Bind::from(kind), ctx.now().into()],
        );
        if ctx.execute(&sql).await? == 0 {
            return Err(not_found());
        }
        let change = AuditChange {
            kind: "policy",
            id: kind.to_owned(),
            label: kind.to_owned(),
            before: json!({ "version": newest }),
            after: json!({ "withdrawn": true }),
        };
        Ok(AuditedReply::new(json!({}), change))
    }
}

/// The newest version of a page, also of a withdrawn one. Publishing is serialized.
async fn lock_newest(ctx: &CommandContext, kind: &str) -> Result<Option<i64>, Error> {
    ctx.execute(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.policy'))")).await?;
    let sql = Sql::fixed(
        "select to_jsonb(max(version)) from _touchstone.policy_version where kind = $1::text
        having max(version) is not null",
        [Bind::from(kind)],
    );
    ctx.row(&sql).await
}

fn checked_body(body: &str) -> Result<&str, Error> {
    let body = body.trim();
    let is_other_control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if body.is_empty() || body.chars().count() > LONGEST_BODY || body.chars().any(is_other_control)
    {
        return Err(invalid("POLICY_BODY", "A page has 1 to 60,000 characters of Markdown."));
    }
    Ok(body)
}
