//! Links that were started and wait for the other side.

use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::chat_service::ChatServiceKind;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid_session;

/// Seconds in which a link must be finished.
const LIFETIME: i64 = 600;

/// How the other side of a link answers.
#[derive(Debug)]
pub(super) enum LinkMethod<'a> {
    /// By a page of the service that redirects to the app.
    Oauth { verifier: &'a str, redirect_uri: &'a str },
    /// By a code that the user types at the service.
    Code,
    /// By a link that opens a chat at the service.
    DeepLink,
}

/// The caller's session.
pub(super) fn session(ctx: &CommandContext) -> Result<String, Error> {
    let user = ctx.cx().caller().user.as_ref().ok_or_else(invalid_session)?;
    Ok(user.session_id.clone())
}

/// The stored digest of a state, payload or code. Case and hyphens of codes are ignored. The others
/// are compared exactly.
fn digest(service: ChatServiceKind, way: &str, secret: &str) -> String {
    let secret: String = match way {
        "code" => {
            let typed = secret.chars().filter(char::is_ascii_alphanumeric);
            typed.map(|letter| letter.to_ascii_uppercase()).collect()
        }
        _ => secret.to_owned(),
    };
    format!("{:x}", Sha256::digest(format!("{}:{way}:{secret}", service.key())))
}

/// Deletes the user's earlier attempts at a service, and expired ones.
pub(super) async fn forget(
    ctx: &CommandContext,
    service: ChatServiceKind,
    user: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"delete from _touchstone.account_link_attempt
        where ("user" = $1::text and service = $2::text) or expires_at < $3::timestamptz - interval '1 day'"#,
        [Bind::from(user), service.key().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Stores a new attempt of the caller, and returns when it expires.
pub(super) async fn begin(
    ctx: &CommandContext,
    service: ChatServiceKind,
    secret: &str,
    way: &LinkMethod<'_>,
) -> Result<Date, Error> {
    let (way, verifier, redirect_uri) = match way {
        LinkMethod::Oauth { verifier, redirect_uri } => {
            ("oauth", Some(*verifier), Some(*redirect_uri))
        }
        LinkMethod::Code => ("code", None, None),
        LinkMethod::DeepLink => ("deep_link", None, None),
    };
    let expires_at = ctx.now().plus_seconds(LIFETIME);
    let sql = Sql::fixed(
        r#"insert into _touchstone.account_link_attempt (digest, service, way, "user", session, verifier, redirect_uri, expires_at)
        values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::timestamptz)"#,
        [
            Bind::from(digest(service, way, secret)),
            service.key().into(),
            way.into(),
            ctx.member()?.id.as_str().into(),
            session(ctx)?.into(),
            verifier.into(),
            redirect_uri.into(),
            expires_at.into(),
        ],
    );
    ctx.execute(&sql).await?;
    Ok(expires_at)
}

/// A stored attempt.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attempt {
    /// Its digest.
    pub(super) digest: String,
    /// The user who started it.
    pub(super) user: String,
    /// The session in which it was started.
    pub(super) session: String,
    pub(super) verifier: Option<String>,
    pub(super) redirect_uri: Option<String>,
    /// Whether it was used or has expired.
    pub(super) is_ended: bool,
    /// The account at the service that used it.
    pub(super) external_id: Option<String>,
    pub(super) name: Option<String>,
}

/// The attempt of a secret, locked.
pub(super) async fn find(
    ctx: &CommandContext,
    service: ChatServiceKind,
    way: &str,
    secret: &str,
) -> Result<Option<Attempt>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('digest', digest, 'user', "user", 'session', session, 'verifier', verifier,
            'redirectUri', redirect_uri, 'isEnded', used_at is not null or expires_at <= $2::timestamptz,
            'externalId', external_id, 'name', name)
        from _touchstone.account_link_attempt where digest = $1::text for update"#,
        [Bind::from(digest(service, way, secret)), ctx.now().into()],
    );
    ctx.row(&sql).await
}

/// The attempt of the caller's session that was answered at the service, locked.
pub(super) async fn answered(
    ctx: &CommandContext,
    service: ChatServiceKind,
) -> Result<Option<Attempt>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('digest', digest, 'user', "user", 'session', session, 'isEnded', false,
            'externalId', external_id, 'name', name)
        from _touchstone.account_link_attempt
        where "user" = $1::text and session = $2::text and service = $3::text and external_id is not null
            and used_at is null and expires_at > $4::timestamptz
        for update"#,
        [
            Bind::from(&*ctx.member()?.id),
            session(ctx)?.into(),
            service.key().into(),
            ctx.now().into(),
        ],
    );
    ctx.row(&sql).await
}

/// Marks an attempt as used.
pub(super) async fn end(ctx: &CommandContext, attempt: &Attempt) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.account_link_attempt set used_at = coalesce(used_at, $2::timestamptz) where digest = $1::text",
        [Bind::from(&*attempt.digest), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Stores which account used an attempt. The page asks the user to confirm it.
pub(super) async fn note_person(
    ctx: &CommandContext,
    attempt: &Attempt,
    external_id: &str,
    name: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.account_link_attempt set external_id = $2::text, name = $3::text where digest = $1::text",
        [Bind::from(&*attempt.digest), external_id.into(), name.into()],
    );
    ctx.execute(&sql).await.map(drop)
}
