//! Writing down that something happened.

use feedback_model::event::EventKind;
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::command_context::CommandContext;

/// Something that happened.
#[derive(Debug, Clone)]
pub(crate) struct DomainEvent<'a> {
    /// What kind of thing.
    pub(crate) kind: EventKind,
    /// The issue it is about.
    pub(crate) issue: Option<&'a IssueId>,
    /// Who did it; nobody where it happened by itself.
    pub(crate) actor: Option<&'a UserId>,
    /// What is to be said of it. Texts that people wrote stand under the keys that
    /// [`super::wire()`] leaves out where the issue is private.
    pub(crate) data: Json,
}

/// How many characters of an event's id are random.
const ID_SIZE: usize = 10;

/// Appends an event; it is consumed once the transaction has committed.
pub(crate) async fn append(ctx: &CommandContext, event: &DomainEvent<'_>) -> Result<(), Error> {
    append_all(ctx, std::slice::from_ref(event)).await
}

/// Appends events in their order.
pub(crate) async fn append_all(
    ctx: &CommandContext,
    events: &[DomainEvent<'_>],
) -> Result<(), Error> {
    if events.is_empty() {
        return Ok(());
    }
    let rows: Vec<Json> = events
        .iter()
        .map(|event| {
            json!({
                "id": format!("evt_{}", parse_engine::id::random_text(ID_SIZE)),
                "type": event.kind.key(),
                "issue": event.issue.map(IssueId::as_str),
                "actor": event.actor.map(UserId::as_str),
                "data": event.data,
            })
        })
        .collect();
    let sql = Sql::fixed(
        "insert into _touchstone.event (id, at, type, issue, actor, data)
        select e.row ->> 'id', $1::timestamptz, e.row ->> 'type', e.row ->> 'issue', e.row ->> 'actor', e.row -> 'data'
        from jsonb_array_elements($2::jsonb) with ordinality e(row, place) order by e.place",
        [Bind::from(ctx.now()), Json::from(rows).into()],
    );
    ctx.execute(&sql).await?;
    ctx.wake_events_on_commit();
    Ok(())
}
