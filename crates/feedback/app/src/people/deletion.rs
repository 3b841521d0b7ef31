//! Deleting the caller's account.
//!
//! An account is deleted 48 hours after the request, which can be cancelled until then. A stolen
//! session that was turned into a recent sign-in must not be enough to destroy a user's data.
//!
//! Personal data is deleted: name, addresses, ways to sign in, devices, networks, preferences. Data
//! that others build on stays under a pseudonym: reports that were merged, points that were shared.

use async_trait::async_trait;
use feedback_model::event::EventKind;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::account::Account;
use super::erasure::{self, Texts};
use feedback_core::command::{Command, NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, append};
use feedback_core::refused::invalid;
use feedback_core::task::{Task, TaskRun};

/// Seconds in which the deletion can be cancelled.
const DELAY: i64 = 48 * 3600;

/// Accounts deleted in one run.
const BATCH: i64 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteParams {
    /// The user's own name, typed as a confirmation.
    username: String,
    texts: Texts,
}

/// When the account is deleted, if that was requested.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Deletion {
    due_at: Option<String>,
    texts: Option<Texts>,
}

pub(super) struct AccountDelete;

#[async_trait]
impl Command for AccountDelete {
    const NAME: &'static str = "accountDelete";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = true;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = DeleteParams;
    type Answer = Deletion;

    async fn run(ctx: &CommandContext, params: DeleteParams) -> Result<Deletion, Error> {
        let account = Account::lock(ctx, &ctx.member()?.id).await?;
        if account.username.as_deref() != Some(params.username.trim()) {
            return Err(invalid(
                "USERNAME_TYPED",
                "Type your name exactly to delete your account.",
            ));
        }
        if account.is_admin {
            return Err(invalid(
                "ADMIN_ACCOUNT",
                "Ask another administrator to remove your admin role first.",
            ));
        }
        let texts = if params.texts == Texts::Erase { "erase" } else { "keep" };
        let sql = Sql::fixed(
            r#"insert into _touchstone.account_deletion ("user", texts, asked_at, due_at)
            values ($1::text, $2::text, $3::timestamptz, $4::timestamptz)
            on conflict ("user") do update set texts = excluded.texts,
                -- A request to erase more restarts the full waiting time.
                due_at = case when excluded.texts = 'erase' and account_deletion.texts <> 'erase'
                    then excluded.due_at else account_deletion.due_at end"#,
            [
                Bind::from(&*account.id),
                texts.into(),
                ctx.now().into(),
                ctx.now().plus_seconds(DELAY).into(),
            ],
        );
        ctx.execute(&sql).await?;
        let deletion = scheduled(ctx, &account.id).await?;
        append_deletion(ctx, &account.id, "deletion_scheduled", deletion.due_at.as_deref()).await?;
        Ok(deletion)
    }
}

pub(super) struct AccountDeletionCancel;

#[async_trait]
impl Command for AccountDeletionCancel {
    const NAME: &'static str = "accountDeletionCancel";
    const WHO: Who = Who::Member;
    // Cancelling is harmless, and a user who notices late must not be delayed.
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = NoParams;
    type Answer = Deletion;

    async fn run(ctx: &CommandContext, _: NoParams) -> Result<Deletion, Error> {
        let me = &ctx.member()?.id;
        Account::lock(ctx, me).await?;
        if forget(ctx, me).await? {
            append_deletion(ctx, me, "deletion_cancelled", None).await?;
        }
        Ok(Deletion::default())
    }
}

pub(super) struct AccountDeletion;

#[async_trait]
impl Query for AccountDeletion {
    const NAME: &'static str = "accountDeletion";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Deletion;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Deletion, Error> {
        scheduled(ctx, &ctx.member()?.id).await
    }
}

async fn scheduled(ctx: &CommandContext, user: &str) -> Result<Deletion, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('dueAt', _touchstone.iso(d.due_at), 'texts', d.texts)
        from _touchstone.account_deletion d where d."user" = $1::text"#,
        [Bind::from(user)],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

/// Returns whether there was a request.
async fn forget(ctx: &CommandContext, user: &str) -> Result<bool, Error> {
    let sql = Sql::fixed(
        r#"delete from _touchstone.account_deletion where "user" = $1::text returning to_jsonb(true)"#,
        [Bind::from(user)],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}

/// The owner is notified in the app and by mail, because someone else may have made the request.
async fn append_deletion(
    ctx: &CommandContext,
    user: &str,
    status: &str,
    due: Option<&str>,
) -> Result<(), Error> {
    let data = json!({ "user": user, "status": status, "until": due });
    let event =
        DomainEvent { kind: EventKind::MemberStatusChanged, issue: None, actor: None, data };
    append(ctx, &event).await
}

/// Deletes the accounts that are due.
pub(super) struct DueDeletions;

#[derive(Deserialize)]
struct Due {
    user: String,
    texts: Texts,
}

#[async_trait]
impl Task for DueDeletions {
    const NAME: &'static str = "account deletions";

    /// Nothing is deleted while the programme is read-only, because users could not cancel it then.
    async fn is_due(run: &TaskRun) -> Result<bool, Error> {
        let ctx = run.ctx();
        if ctx.settings().await?.is_read_only() {
            return Ok(false);
        }
        let sql = Sql::fixed(
            r#"select to_jsonb(exists (select from _touchstone.account_deletion d join "_User" u on u."objectId" = d."user"
                where d.due_at <= $1::timestamptz and not coalesce(u."isAdmin", false)))"#,
            [Bind::from(ctx.now())],
        );
        Ok(ctx.row(&sql).await?.unwrap_or(false))
    }

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('user', d."user", 'texts', d.texts) from _touchstone.account_deletion d
                join "_User" u on u."objectId" = d."user"
            where d.due_at <= $1::timestamptz and not coalesce(u."isAdmin", false) order by d.due_at, d."user" limit $2::int8"#,
            [Bind::from(run.ctx().now()), BATCH.into()],
        );
        let mut outcome = Ok(());
        for due in run.ctx().rows::<Due>(&sql).await? {
            let ctx = run.begin().await?;
            let done = Box::pin(delete(&ctx, &due)).await;
            outcome = outcome.and(run.end(ctx, done).await);
        }
        outcome
    }
}

/// Deletes an account, unless the request was cancelled meanwhile.
async fn delete(ctx: &CommandContext, due: &Due) -> Result<(), Error> {
    if !forget(ctx, &due.user).await? {
        return Ok(());
    }
    let account = erasure::lock(ctx, &due.user, due.texts).await?;
    if account.is_admin {
        return Err(invalid("ADMIN_ACCOUNT", "Administrator accounts cannot be deleted."));
    }
    erasure::erase(ctx, &account, due.texts).await.map(drop)
}
