//! The record of what administrators did.
//!
//! One entry per command, written in its transaction. Numbers and seals are the database's doing.

mod panel;

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};

use crate::desk::Desk;

pub(crate) use panel::bring;

/// What a command changed.
#[derive(Debug, Clone)]
pub(crate) struct Noted {
    /// What kind of thing.
    pub(crate) kind: &'static str,
    /// Which one.
    pub(crate) id: String,
    /// How people call it.
    pub(crate) label: String,
    /// What it was.
    pub(crate) before: Json,
    /// What it is now.
    pub(crate) after: Json,
}

/// What a command answers, and what it changed.
#[derive(Debug)]
pub(crate) struct AuditedReply<T> {
    pub(crate) reply: T,
    /// `None` if it changed nothing of others'.
    pub(crate) change: Option<Noted>,
}

impl<T> AuditedReply<T> {
    pub(crate) fn new(reply: T, change: impl Into<Option<Noted>>) -> AuditedReply<T> {
        AuditedReply { reply, change: change.into() }
    }
}

/// Writes the entry of a command.
pub(crate) async fn record(
    desk: &Desk,
    action: &'static str,
    change: Option<Noted>,
) -> Result<(), Error> {
    let actor = desk.member()?;
    let (kind, id, label, before, after) = match change {
        Some(n) => (Some(n.kind), Some(n.id), Some(n.label), Some(n.before), Some(n.after)),
        None => (None, None, None, None, None),
    };
    let sql = Sql::fixed(
        r#"insert into "AuditEntry" ("objectId", "createdAt", "updatedAt", "at", "actor", "actorName",
            "actorRole", "action", "targetType", "targetId", "targetLabel", "before", "after", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $2::timestamptz, $3::text, $4::text,
            'admin', $5::text, $6::text, $7::text, $8::text, $9::jsonb, $10::jsonb, '{}', '{}')"#,
        [
            desk.new_id().into(),
            desk.now().into(),
            Bind::from(&*actor.id),
            actor.username.as_deref().into(),
            action.into(),
            kind.into(),
            id.into(),
            label.into(),
            before.into(),
            after.into(),
        ],
    );
    desk.execute(&sql).await?;
    Ok(())
}
