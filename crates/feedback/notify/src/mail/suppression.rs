//! Suppressions: mails that users have stopped. Unlike a preference, one is set by a link and
//! without a session.

use feedback_model::notification::{Bucket, NotificationKind};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use crate::delivery::Delivery;
use feedback_core::command_context::CommandContext;

/// The scope of a suppression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// One kind of notification.
    Kind(NotificationKind),
    /// The digest.
    Digest,
    /// All mails.
    All,
}

impl Scope {
    pub(super) fn key(self) -> &'static str {
        match self {
            Scope::Kind(kind) => kind.key(),
            Scope::Digest => "digest",
            Scope::All => "all",
        }
    }

    pub(super) fn parse(key: &str) -> Option<Scope> {
        match key {
            "digest" => Some(Scope::Digest),
            "all" => Some(Scope::All),
            kind => NotificationKind::parse(kind).map(Scope::Kind),
        }
    }
}

/// Stops mails, including pending ones. Idempotent.
pub(super) async fn suppress(
    ctx: &CommandContext,
    user: &str,
    scope: Scope,
    via: &'static str,
) -> Result<(), Error> {
    write(ctx, user, vec![scope.key().to_owned()], via).await?;
    drop_queued(ctx, user).await
}

/// Stops all news by mail, because the user reported one as spam.
pub(super) async fn suppress_news(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let news = NotificationKind::ALL.into_iter().filter(|kind| kind.bucket() == Bucket::News);
    write(ctx, user, news.map(|kind| kind.key().to_owned()).collect(), "complaint").await?;
    drop_queued(ctx, user).await
}

async fn write(
    ctx: &CommandContext,
    user: &str,
    scopes: Vec<String>,
    via: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into _touchstone.mail_suppression ("user", scope, at, via)
        select u."objectId", scope, $3::timestamptz, $4::text from "_User" u, unnest($2::text[]) scope
        where u."objectId" = $1::text
        on conflict do nothing"#,
        [Bind::from(user), Bind::Texts(scopes), ctx.now().into(), via.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Drops pending mails that are stopped.
async fn drop_queued(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update _touchstone.delivery d set state = 'dropped', problem = 'unsubscribed'
        where d.receiver = $1::text and d.channel = 'mail' and d.state in ('waiting', 'digest')
            and (_touchstone.mail_suppressed(d.receiver, d.kind) or d.in_digest and _touchstone.mail_suppressed(d.receiver, 'digest'))"#,
        [Bind::from(user)],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Sends mails of these kinds again, because their receiver has chosen so in the app. If the
/// receiver had stopped all mails, the other kinds stay stopped.
pub(crate) async fn lift_suppression(
    ctx: &CommandContext,
    user: &str,
    kinds: &[NotificationKind],
) -> Result<(), Error> {
    if kinds.is_empty() {
        return Ok(());
    }
    let (lifted, others): (Vec<_>, Vec<_>) =
        NotificationKind::ALL.into_iter().partition(|kind| kinds.contains(kind));
    let keys = |kinds: &[NotificationKind]| -> Vec<String> {
        kinds.iter().map(|kind| kind.key().to_owned()).collect()
    };
    let sql = Sql::fixed(
        r#"with everything as (delete from _touchstone.mail_suppression where "user" = $1::text and scope = 'all' returning at, via)
        insert into _touchstone.mail_suppression ("user", scope, at, via)
        select $1::text, scope, everything.at, everything.via from everything, unnest($2::text[]) scope
        on conflict do nothing"#,
        [Bind::from(user), Bind::Texts(keys(&others))],
    );
    ctx.execute(&sql).await?;
    let mut scopes = keys(&lifted);
    scopes.push("digest".to_owned());
    let sql = Sql::fixed(
        r#"delete from _touchstone.mail_suppression where "user" = $1::text and scope = any($2::text[])"#,
        [Bind::from(user), Bind::Texts(scopes)],
    );
    ctx.execute(&sql).await.map(drop)
}

/// The deliveries that may be mailed. The others are recorded as dropped, and an attempt does not
/// change that, because outcomes are stored only for deliveries in the state `sending`.
pub(super) async fn wanted<'a>(
    ctx: &CommandContext,
    deliveries: &'a [Delivery],
) -> Result<Vec<&'a Delivery>, Error> {
    let ids: Vec<String> = deliveries.iter().map(|delivery| delivery.id.to_string()).collect();
    let sql = Sql::fixed(
        r#"update _touchstone.delivery d set state = 'dropped', problem = 'unsubscribed', lease_until = null
        where d.id = any($1::text[]::int8[]) and d.state = 'sending'
            and (_touchstone.mail_suppressed(d.receiver, d.kind) or d.in_digest and _touchstone.mail_suppressed(d.receiver, 'digest'))
        returning to_jsonb(d.id)"#,
        [Bind::Texts(ids)],
    );
    let dropped: Vec<i64> = ctx.rows(&sql).await?;
    Ok(deliveries.iter().filter(|delivery| !dropped.contains(&delivery.id)).collect())
}

/// Drops deliveries to a user without a confirmed address.
pub(super) async fn drop_without_address(
    ctx: &CommandContext,
    deliveries: &[&Delivery],
) -> Result<(), Error> {
    let ids: Vec<String> = deliveries.iter().map(|delivery| delivery.id.to_string()).collect();
    let sql = Sql::fixed(
        "update _touchstone.delivery set state = 'dropped', problem = 'no confirmed address', lease_until = null
        where id = any($1::text[]::int8[]) and state = 'sending'",
        [Bind::Texts(ids)],
    );
    ctx.execute(&sql).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_known_by_its_word() {
        let kinds = NotificationKind::ALL.into_iter().map(Scope::Kind);
        for scope in kinds.chain([Scope::Digest, Scope::All]) {
            assert_eq!(Scope::parse(scope.key()), Some(scope));
        }
        assert_eq!(Scope::parse("news"), None);
    }
}
