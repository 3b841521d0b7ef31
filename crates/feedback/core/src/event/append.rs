//! Appending events.

use feedback_model::event::EventKind;
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::command_context::CommandContext;
use crate::wakes::Queue;

/// An event to append.
#[derive(Debug, Clone)]
pub struct DomainEvent<'a> {
    /// The kind of event.
    pub kind: EventKind,
    /// The issue, if there is one.
    pub issue: Option<&'a IssueId>,
    /// The actor. `None` if it happened automatically.
    pub actor: Option<&'a UserId>,
    /// The details. Texts that people wrote use the keys that [`super::wire()`] omits for private
    /// issues.
    pub data: Json,
}

/// Random characters of an event id.
const ID_SIZE: usize = 10;

/// Appends an event, which is consumed after the commit.
pub async fn append(ctx: &CommandContext, event: &DomainEvent<'_>) -> Result<(), Error> {
    append_all(ctx, std::slice::from_ref(event)).await
}

/// Appends events in order.
pub async fn append_all(ctx: &CommandContext, events: &[DomainEvent<'_>]) -> Result<(), Error> {
    if events.is_empty() {
        return Ok(());
    }
    let rows: Vec<Json> = events
        .iter()
        .map(|event| event_row(event.kind, event.issue, event.actor, &event.data))
        .collect();
    let sql = Sql::fixed(
        "select _touchstone.append_events($1::timestamptz, $2::jsonb)",
        [Bind::from(ctx.now()), Json::from(rows).into()],
    );
    ctx.execute(&sql).await?;
    ctx.wake_on_commit(Queue::Events);
    Ok(())
}

/// An event as a row that `_touchstone.append_events` takes.
pub fn event_row(
    kind: EventKind,
    issue: Option<&IssueId>,
    actor: Option<&UserId>,
    data: &Json,
) -> Json {
    debug_assert!(
        data.as_object().is_none_or(|data| {
            data.keys().all(|key| kind.fields().iter().any(|(name, _)| name == key))
        }),
        "{} says more than `EventKind::fields` documents: {data}",
        kind.key()
    );
    json!({
        "id": new_id(),
        "type": kind.key(),
        "issue": issue.map(IssueId::as_str),
        "actor": actor.map(UserId::as_str),
        "data": data,
    })
}

/// The id of a new event.
pub fn new_id() -> String {
    format!("evt_{}", parse_identity::id::random_text(ID_SIZE))
}
