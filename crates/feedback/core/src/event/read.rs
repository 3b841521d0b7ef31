//! Reading events.

use feedback_model::event::EventKind;
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;

use crate::command_context::CommandContext;

/// A committed event.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct StoredEvent {
    /// Its position among all events.
    pub position: i64,
    /// Its id, `evt_…`, by which receivers recognise it.
    pub id: String,
    /// When it happened, in milliseconds.
    at: i64,
    /// The kind of event.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// The issue, if there is one.
    pub issue: Option<IssueId>,
    /// The actor.
    pub actor: Option<UserId>,
    /// The details.
    pub data: Json,
}

impl StoredEvent {
    /// When it happened.
    pub fn at(&self) -> Date {
        Date::from_millis(self.at)
    }

    /// A text of the details.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.data.get(key).and_then(Json::as_str)
    }
}

/// An event that an operator retries for a consumer.
pub(super) async fn retried(
    ctx: &CommandContext,
    consumer: &str,
) -> Result<Option<EventPosition>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('position', e.position, 'id', e.id) from _touchstone.event_left_out l
        join _touchstone.event e on e.id = l.event
        where l.consumer = $1::text and l.is_retried order by e.position limit 1",
        [Bind::from(consumer)],
    );
    ctx.row(&sql).await
}

/// The next events after a position.
pub(super) async fn after(
    ctx: &CommandContext,
    position: i64,
    limit: i64,
) -> Result<Vec<StoredEvent>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('position', position, 'id', id, 'at', _touchstone.in_millis(at), 'type', type, 'issue', issue,
            'actor', actor, 'data', data)
        from _touchstone.event where position > $1::int8 order by position limit $2::int8",
        [Bind::from(position), limit.into()],
    );
    ctx.rows(&sql).await
}

/// The position and id of an event, whatever its details.
#[derive(Debug, Deserialize)]
pub(super) struct EventPosition {
    pub(super) position: i64,
    pub(super) id: String,
}

/// The next event after a position, if there is one.
pub(super) async fn next(
    ctx: &CommandContext,
    position: i64,
) -> Result<Option<EventPosition>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('position', position, 'id', id) from _touchstone.event where position > $1::int8
        order by position limit 1",
        [Bind::from(position)],
    );
    ctx.row(&sql).await
}
