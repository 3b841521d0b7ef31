//! Writing down that something happened.

use feedback_model::event::EventKind;
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::command_context::CommandContext;
use crate::wakes::Queue;

/// Something that happened.
#[derive(Debug, Clone)]
pub struct DomainEvent<'a> {
    /// What kind of thing.
    pub kind: EventKind,
    /// The issue it is about.
    pub issue: Option<&'a IssueId>,
    /// Who did it; `None` if it happened automatically.
    pub actor: Option<&'a UserId>,
    /// What is to be said of it. Texts that people wrote stand under the keys that
    /// [`super::wire()`] leaves out where the issue is private.
    pub data: Json,
}

/// How many characters of an event's id are random.
const ID_SIZE: usize = 10;

/// Appends an event; it is consumed once the transaction has committed.
pub async fn append(ctx: &CommandContext, event: &DomainEvent<'_>) -> Result<(), Error> {
    append_all(ctx, std::slice::from_ref(event)).await
}

/// Appends events in their order.
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

/// A name for a new event.
pub fn new_id() -> String {
    format!("evt_{}", parse_identity::id::random_text(ID_SIZE))
}
