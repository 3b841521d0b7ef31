//! Writes the audit log.
//!
//! Each command writes one entry in its transaction. The database assigns the sequence numbers and
//! seals.

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};

use crate::command_context::CommandContext;

/// What a command changed.
#[derive(Debug, Clone)]
pub struct AuditChange {
    /// The kind of object.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// The value before.
    pub before: Json,
    /// The value after.
    pub after: Json,
}

/// The reply of a command and what it changed.
#[derive(Debug)]
pub struct AuditedReply<T> {
    /// The reply to the caller.
    pub reply: T,
    /// `None` if the command changed nothing that belongs to others.
    pub change: Option<AuditChange>,
}

impl<T> AuditedReply<T> {
    /// A reply with its change, if there is one.
    pub fn new(reply: T, change: impl Into<Option<AuditChange>>) -> AuditedReply<T> {
        AuditedReply { reply, change: change.into() }
    }
}

/// Writes the audit entry of a command.
pub async fn record(
    ctx: &CommandContext,
    action: &'static str,
    change: Option<AuditChange>,
) -> Result<(), Error> {
    let member = ctx.member()?;
    let actor = Actor {
        id: Some(&member.id),
        name: member.username.as_deref(),
        // Some actions of other users are audited too.
        role: if member.is_admin { "admin" } else { "user" },
    };
    insert(ctx, actor, action, change).await
}

/// Writes the audit entry of an operator's command.
pub async fn record_of_operator(
    ctx: &CommandContext,
    action: &'static str,
    change: AuditChange,
) -> Result<(), Error> {
    let actor = Actor { id: None, name: None, role: "operator" };
    insert(ctx, actor, action, Some(change)).await
}

struct Actor<'a> {
    id: Option<&'a str>,
    name: Option<&'a str>,
    role: &'static str,
}

async fn insert(
    ctx: &CommandContext,
    actor: Actor<'_>,
    action: &'static str,
    change: Option<AuditChange>,
) -> Result<(), Error> {
    let (kind, id, label, before, after) = match change {
        Some(n) => (Some(n.kind), Some(n.id), Some(n.label), Some(n.before), Some(n.after)),
        None => (None, None, None, None, None),
    };
    let sql = Sql::fixed(
        r#"insert into "AuditEntry" ("objectId", "createdAt", "updatedAt", "at", "actor", "actorName",
            "actorRole", "action", "targetType", "targetId", "targetLabel", "before", "after", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $2::timestamptz, $3::text, $4::text,
            $11::text, $5::text, $6::text, $7::text, $8::text, $9::jsonb, $10::jsonb, '{}', '{}')"#,
        [
            ctx.new_id().into(),
            ctx.now().into(),
            Bind::from(actor.id),
            actor.name.into(),
            action.into(),
            kind.into(),
            id.into(),
            label.into(),
            before.into(),
            after.into(),
            actor.role.into(),
        ],
    );
    ctx.execute(&sql).await?;
    Ok(())
}
