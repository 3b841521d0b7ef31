//! Facts for notifications that their event does not include.

use feedback_model::{Severity, UserId};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;
use feedback_core::event::StoredEvent;
use feedback_core::timestamp::timestamp;

/// The facts about an issue that decide who is notified.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct IssueFacts {
    pub(super) is_private: bool,
    pub(super) is_claimed_critical: bool,
    pub(super) severity: Option<Severity>,
}

/// The current issue. A deleted one has no receivers.
pub(super) async fn of_issue(ctx: &CommandContext, id: &str) -> Result<IssueFacts, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('isPrivate', i."visibility" = 'private',
            'isClaimedCritical', coalesce(i."severityClaimed" = 'S1', false), 'severity', i."severity")
        from "Issue" i where i."objectId" = $1::text"#,
        [Bind::from(id)],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

/// Until when a question can be answered.
pub(super) async fn answer_due(ctx: &CommandContext, event: &StoredEvent) -> Result<String, Error> {
    let days = ctx.settings().await?.policy().needs_info_days;
    Ok(event.at().plus_seconds(i64::from(days) * 86_400).iso())
}

/// A build in the form of pages.
pub(super) async fn build(ctx: &CommandContext, id: &Json) -> Result<Option<Json>, Error> {
    let Some(id) = id.as_str() else { return Ok(None) };
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', b."objectId", 'version', b."version", 'channel', b."channel")
        from "Build" b where b."objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await
}

/// The points for a correct fix check.
pub(super) async fn points_for_check(ctx: &CommandContext) -> Result<u32, Error> {
    let rules_and_seasons = ctx.rules_and_seasons().await?;
    Ok(rules_and_seasons.rules_at(timestamp(ctx.now()))?.rules.rules().fix_check.points)
}

/// The number of an issue.
pub(super) async fn number(ctx: &CommandContext, id: &Json) -> Result<Option<u32>, Error> {
    let Some(id) = id.as_str() else { return Ok(None) };
    let sql = Sql::fixed(
        r#"select to_jsonb("number"::int) from "Issue" where "objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await
}

/// The display name of a user.
pub(super) async fn name(
    ctx: &CommandContext,
    user: Option<&UserId>,
) -> Result<Option<String>, Error> {
    let Some(user) = user else { return Ok(None) };
    let sql = Sql::fixed(
        r#"select to_jsonb("username") from "_User" where "objectId" = $1::text"#,
        [Bind::from(user.as_str())],
    );
    ctx.row(&sql).await
}

/// The reason of an account's status, in the version for its user.
pub(super) async fn status_reason(
    ctx: &CommandContext,
    user: &str,
) -> Result<Option<String>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("statusReason") from "_User" where "objectId" = $1::text and "statusReason" is not null"#,
        [Bind::from(user)],
    );
    ctx.row(&sql).await
}

/// The tester who is asked about a failed call, and what they are shown of it.
pub(super) async fn failure(
    ctx: &CommandContext,
    id: &str,
) -> Result<Option<(String, Json)>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_array(q."user", jsonb_build_object('id', q.id, 'class', q.class, 'sentence', q.sentence,
            'isSwap', q.is_swap, 'at', _touchstone.iso(q.failed_at), 'hash', q.hash, 'network', n."name", 'chainId', n."chainId"::int8))
        from _touchstone.failure_question q join "Network" n on n."objectId" = q.network where q.id = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await
}
