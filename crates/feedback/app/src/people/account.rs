//! Changes to accounts by administrators.

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::audit::AuditChange;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// A user's account, locked until the transaction ends.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Account {
    pub(crate) id: String,
    pub(crate) username: Option<String>,
    pub(crate) is_admin: bool,
    pub(crate) status: String,
    pub(crate) trust_level: u8,
    pub(crate) trust_pinned: bool,
}

impl Account {
    /// Locks an account. A deleted one is not found.
    pub(crate) async fn lock(ctx: &CommandContext, id: &str) -> Result<Account, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('id', "objectId", 'username', "username",
                'isAdmin', coalesce("isAdmin", false), 'status', coalesce("status", 'active'),
                'trustLevel', coalesce("trustLevel", 0)::int, 'trustPinned', coalesce("trustPinned", false))
            from "_User" where "objectId" = $1::text and "status" is distinct from 'deleted'
            for no key update"#,
            [Bind::from(id)],
        );
        ctx.row(&sql).await?.ok_or_else(not_found)
    }

    /// Whether it belongs to an administrator who can act.
    pub(crate) fn is_active_admin(&self) -> bool {
        self.is_admin && self.status == "active"
    }

    /// The change for the audit log.
    pub(crate) fn change(&self, before: Json, after: Json) -> AuditChange {
        let label = self.username.clone().unwrap_or_default();
        AuditChange { kind: "person", id: self.id.clone(), label, before, after }
    }
}

/// Serializes commands that could leave the programme without an administrator.
pub(crate) async fn lock_administrators(ctx: &CommandContext) -> Result<(), Error> {
    ctx.execute(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.administrators'))"))
        .await
        .map(drop)
}

/// Refuses to remove the last administrator.
pub(crate) async fn check_not_last(ctx: &CommandContext, account: &Account) -> Result<(), Error> {
    if !account.is_active_admin() {
        return Ok(());
    }
    let sql = Sql::fixed(
        r#"select to_jsonb(count(*)) from "_User"
        where "isAdmin" and "status" = 'active' and "objectId" <> $1::text"#,
        [Bind::from(&*account.id)],
    );
    match ctx.row::<u64>(&sql).await? {
        Some(0) | None => Err(invalid(
            "LAST_ADMIN",
            "This is the last administrator. Appoint another administrator first.",
        )),
        Some(_) => Ok(()),
    }
}

/// Ends every session of an account, so that a decision about it takes effect at once.
pub(crate) async fn end_sessions(ctx: &CommandContext, account: &Account) -> Result<(), Error> {
    parse_engine::session::end_all(ctx.cx(), &account.id).await
}

/// The status of an account, as it is written to the audit log.
pub(crate) fn status_json(status: &str, reason: &str) -> Json {
    json!({ "status": status, "reason": reason })
}
