//! The chat channels of the team that an announcement is posted to.

use feedback_model::event::EventKind;
use parse_engine::Error;
use parse_store::Sql;

use feedback_core::command_context::CommandContext;
use feedback_core::event::matches_pattern;

/// The number of team channels that receive events of a kind without an issue.
pub(super) async fn count_team_channels(
    ctx: &CommandContext,
    kind: EventKind,
) -> Result<i64, Error> {
    let sql = Sql::new(
        "select to_jsonb(events) from _touchstone.webhook where state = 'on' and preset <> 'json'",
    );
    let patterns: Vec<Vec<String>> = ctx.rows(&sql).await?;
    let is_posted = |events: &&Vec<String>| events.iter().any(|one| matches_pattern(one, kind));
    Ok(i64::try_from(patterns.iter().filter(is_posted).count()).unwrap_or(i64::MAX))
}
