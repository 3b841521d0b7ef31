//! Linked accounts, and whether their owners can be reached.

use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::attempt;
use crate::chat_service::ChatServiceKind;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// An account at a service.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccountLink {
    /// Its id there.
    pub external_id: String,
    /// Its name there.
    pub name: String,
    /// The chat for messages, if known.
    pub chat: Option<String>,
    /// Whether the service rejects messages to it.
    pub(crate) is_broken: bool,
}

impl AccountLink {
    /// The account of a user at a service, if they have linked one.
    pub(crate) async fn read(
        ctx: &CommandContext,
        user: &str,
        service: ChatServiceKind,
    ) -> Result<Option<AccountLink>, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('externalId', external_id, 'name', name, 'chat', chat, 'isBroken', state = 'broken')
            from _touchstone.account_link where "user" = $1::text and service = $2::text"#,
            [Bind::from(user), service.key().into()],
        );
        ctx.row(&sql).await
    }
}

/// Links an account to a user, unless it is linked to another user.
pub(super) async fn make(
    ctx: &CommandContext,
    user: &str,
    service: ChatServiceKind,
    external_id: &str,
    name: &str,
) -> Result<(), Error> {
    let binds = || [Bind::from(user), service.key().into(), external_id.into()];
    let lock = Sql::fixed(
        "select pg_advisory_xact_lock(hashtextextended('touchstone.account_link.' || $2::text || '.' || $3::text, 0)) where $1::text is not null",
        binds(),
    );
    ctx.execute(&lock).await?;
    let taken = Sql::fixed(
        r#"select to_jsonb(true) from _touchstone.account_link
        where "user" <> $1::text and service = $2::text and external_id = $3::text"#,
        binds(),
    );
    if ctx.row::<bool>(&taken).await?.is_some() {
        let word = service.word();
        return Err(invalid(
            "LINK_TAKEN",
            format!(
                "This {word} account is linked to another account here. Unlink it there first."
            ),
        ));
    }
    let sql = Sql::fixed(
        r#"insert into _touchstone.account_link ("user", service, external_id, name, linked_at)
        values ($1::text, $2::text, $3::text, $4::text, $5::timestamptz)
        on conflict ("user", service) do update set external_id = excluded.external_id, name = excluded.name, chat = null,
            state = 'linked', problem = null, linked_at = excluded.linked_at"#,
        [Bind::from(user), service.key().into(), external_id.into(), name.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    attempt::forget(ctx, service, user).await?;
    reach(ctx, user, service).await
}

/// Adds the service to the user's channels.
async fn reach(ctx: &CommandContext, user: &str, service: ChatServiceKind) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into _touchstone.channel_address ("user", channel, state, since)
        values ($1::text, $2::text, 'ok', $3::timestamptz)
        on conflict ("user", channel) do update set state = 'ok', since = excluded.since"#,
        [Bind::from(user), service.key().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Removes a link. Its pending messages are not sent.
pub(super) async fn remove(
    ctx: &CommandContext,
    user: &str,
    service: ChatServiceKind,
) -> Result<(), Error> {
    attempt::forget(ctx, service, user).await?;
    let sql = Sql::fixed(
        r#"with unlinked as (
            delete from _touchstone.account_link where "user" = $1::text and service = $2::text)
        delete from _touchstone.channel_address where "user" = $1::text and channel = $2::text"#,
        [Bind::from(user), service.key().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Stores the chat for messages to an account.
pub(crate) async fn set_chat(
    ctx: &CommandContext,
    user: &str,
    service: ChatServiceKind,
    chat: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update _touchstone.account_link set chat = $3::text where "user" = $1::text and service = $2::text"#,
        [Bind::from(user), service.key().into(), chat.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Marks an account that the service does not let us write to, with an explanation for the user.
pub(crate) async fn set_broken(
    ctx: &CommandContext,
    user: &str,
    service: ChatServiceKind,
    problem: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with broken as (
            update _touchstone.account_link set state = 'broken', problem = $3::text
            where "user" = $1::text and service = $2::text returning "user")
        update _touchstone.channel_address a set state = 'gone', since = $4::timestamptz from broken
        where a."user" = broken."user" and a.channel = $2::text"#,
        [Bind::from(user), service.key().into(), problem.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Marks an account as reachable.
pub(super) async fn set_linked(
    ctx: &CommandContext,
    user: &str,
    service: ChatServiceKind,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update _touchstone.account_link set state = 'linked', problem = null
        where "user" = $1::text and service = $2::text"#,
        [Bind::from(user), service.key().into()],
    );
    if ctx.execute(&sql).await? == 0 {
        return Ok(());
    }
    reach(ctx, user, service).await
}

/// The user of a linked account.
pub(super) async fn user_of(
    ctx: &CommandContext,
    service: ChatServiceKind,
    external_id: &str,
) -> Result<Option<String>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("user") from _touchstone.account_link where service = $1::text and external_id = $2::text"#,
        [Bind::from(service.key()), external_id.into()],
    );
    ctx.row(&sql).await
}
