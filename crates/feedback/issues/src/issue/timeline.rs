//! Appending to the timeline of an issue.

use feedback_model::timeline::Audience;
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

pub use super::timeline_event::TimelineEvent;
use feedback_core::command_context::CommandContext;
use feedback_core::event::event_row;
use feedback_core::wakes::Queue;

/// Appends the events of one command about an issue, in order. Returns their common command id.
pub async fn append_events(
    ctx: &CommandContext,
    issue: &IssueId,
    actor: Option<&UserId>,
    told: &[TimelineEvent],
) -> Result<String, Error> {
    let command = ctx.new_id();
    let events: Vec<Json> = told
        .iter()
        .map(|event| {
            let audience = match event.audience {
                Audience::All => "all",
                Audience::Staff => "staff",
            };
            json!({ "id": ctx.new_id(), "type": event.kind, "data": event.data, "visibility": audience })
        })
        .collect();
    let domain_events: Json = told
        .iter()
        .flat_map(|entry| &entry.domain_events)
        .map(|(kind, data)| event_row(*kind, Some(issue), actor, data))
        .collect();
    let sql = Sql::fixed(
        r#"with told as (insert into "IssueEvent" ("objectId", "createdAt", "updatedAt", "issue", "command", "actor", "type", "data", "visibility", "at")
        select e.event ->> 'id', $2::timestamptz, $2::timestamptz, $1::text, $3::text, $4::text, e.event ->> 'type',
            e.event -> 'data', e.event ->> 'visibility', $2::timestamptz
        from jsonb_array_elements($5::jsonb) with ordinality e(event, place) order by e.place)
        select _touchstone.append_events($2::timestamptz, $6::jsonb)"#,
        [
            Bind::from(issue.as_str()),
            ctx.now().into(),
            command.as_str().into(),
            actor.map(UserId::as_str).into(),
            Json::from(events).into(),
            domain_events.into(),
        ],
    );
    ctx.execute(&sql).await?;
    ctx.wake_on_commit(Queue::Events);
    Ok(command)
}
