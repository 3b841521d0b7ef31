//! Identifies the caller from the token of a request.

use std::sync::Arc;

use parse_identity::{CachedSession, Caller, RequestCredentials, SessionUser};
use parse_model::{Code, Date, Refusal};
use parse_store::Db;

use super::open::Opened;
use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::settings::Settings;
use parse_identity::token::{self, Digest};

/// Uses of a session that are recorded per idle timeout, at most.
const USES_PER_IDLE_LENGTH: i64 = 50;

impl Engine {
    /// The caller. Refuses a session that is unknown or has ended. With a server key, a token is
    /// ignored.
    pub async fn caller(&self, credentials: RequestCredentials) -> Result<Caller, Error> {
        let RequestCredentials { key, session_token, installation_id, context, request } =
            credentials;
        let mut caller = Caller { key, installation_id, context, request, ..Caller::default() };
        if caller.is_unrestricted() {
            return Ok(caller);
        }
        match session_token.filter(|token| !token.is_empty()) {
            None => caller.principals = parse_identity::public_principals(),
            Some(token) => {
                let session = good(self, &token).await?;
                caller.principals = Arc::clone(&session.principals);
                caller.user = Some(SessionUser {
                    id: session.user_id.clone(),
                    session_id: session.session_id.clone(),
                    session_token: token,
                    ends_by: session.expires_at.filter(|_| session.keeps_end),
                    signed_in_at: session.signed_in_at,
                });
            }
        }
        Ok(caller)
    }
}

/// The same request by the user who has just signed in.
pub(crate) async fn signed_in(cx: &Cx, user_id: &str, opened: &Opened) -> Result<Cx, Error> {
    let engine = cx.engine();
    let read_at = engine.sessions().generation();
    let principals = group_of(cx.db(), user_id).await?;
    if !cx.db().is_transaction() {
        let session = CachedSession {
            session_id: opened.id.as_str().to_owned(),
            user_id: user_id.to_owned(),
            expires_at: opened.expires_at,
            updated_at: Some(cx.now()),
            keeps_end: opened.keeps_end,
            idle_seconds: engine.settings().idle_length_seconds,
            signed_in_at: opened.signed_in_at,
            principals: Arc::clone(&principals),
        };
        let session = Arc::new(bounded(engine.settings(), session, cx.now()));
        engine.sessions().insert(Digest::of(&opened.token), session, read_at);
    }
    let user = SessionUser {
        id: user_id.to_owned(),
        session_id: opened.id.as_str().to_owned(),
        session_token: opened.token.clone(),
        ends_by: opened.expires_at.filter(|_| opened.keeps_end),
        signed_in_at: opened.signed_in_at,
    };
    Ok(on_behalf(cx, user, principals))
}

/// The same request by a user who has proved their identity and gets no session.
pub(crate) async fn without_session(cx: &Cx, user_id: &str) -> Result<Cx, Error> {
    let principals = group_of(cx.db(), user_id).await?;
    let user = SessionUser {
        id: user_id.to_owned(),
        session_id: String::new(),
        session_token: String::new(),
        ends_by: None,
        signed_in_at: Some(cx.now()),
    };
    Ok(on_behalf(cx, user, principals))
}

fn on_behalf(cx: &Cx, user: SessionUser, principals: Arc<[String]>) -> Cx {
    let caller = cx.caller();
    let caller = Caller {
        user: Some(user),
        installation_id: caller.installation_id.clone(),
        context: caller.context.clone(),
        request: caller.request.clone(),
        ..Caller::with_principals(principals)
    };
    Cx::new(cx.engine().clone(), caller, cx.db().clone())
}

/// The session of a token, if it has not ended.
async fn good(engine: &Engine, token: &str) -> Result<Arc<CachedSession>, Error> {
    let key = Digest::of(token);
    let session = match engine.sessions().get(&key) {
        Some(session) => session,
        // Boxed, because this is rare and should not enlarge the future of every request.
        None => Box::pin(looked_up(engine, token, key)).await?,
    };
    let now = engine.clock().now();
    if session.expires_at.is_some_and(|end| end < now) {
        return Err(expired());
    }
    if engine.settings().extend_session_on_use {
        Box::pin(renew(engine, key, &session)).await;
    }
    match session.idle_seconds {
        Some(idle) => Box::pin(in_use(engine, token, key, session, idle)).await,
        None => Ok(session),
    }
}

pub(super) fn expired() -> Error {
    Refusal::new(Code::INVALID_SESSION_TOKEN, "Session token is expired.").into()
}

/// The session, if it has not exceeded the idle timeout. Its use is recorded from time to time.
async fn in_use(
    engine: &Engine,
    token: &str,
    key: Digest,
    session: Arc<CachedSession>,
    idle: i64,
) -> Result<Arc<CachedSession>, Error> {
    let now = engine.clock().now();
    let is_idle = |session: &CachedSession| {
        session.updated_at.is_some_and(|used| used < now.plus_seconds(-idle))
    };
    let mut session = session;
    if is_idle(&session) {
        // Another node may have recorded a later use.
        session = looked_up(engine, token, key).await?;
        if is_idle(&session) {
            return Err(expired());
        }
    }
    let due = now.plus_seconds(-(idle / USES_PER_IDLE_LENGTH).max(1));
    if session.updated_at.is_some_and(|used| used <= due) {
        touch(engine, key, &session, due).await;
    }
    Ok(session)
}

/// Records the use of a session. The request continues if that fails.
async fn touch(engine: &Engine, key: Digest, session: &CachedSession, due: Date) {
    let (now, read_at) = (engine.clock().now(), engine.sessions().generation());
    let db = engine.store().db();
    match parse_store::session::touch(&db, &session.session_id, due, now).await {
        Ok(true) => {
            let touched = CachedSession { updated_at: Some(now), ..session.clone() };
            engine.sessions().insert(key, Arc::new(touched), read_at);
        }
        // Another node was first. Its value is read next time.
        Ok(false) => engine.invalidate(&parse_store::Invalidation::Session(key.to_text())),
        Err(error) => {
            tracing::warn!(%error, session = session.session_id, "session last use not recorded");
        }
    }
}

pub(super) async fn looked_up(
    engine: &Engine,
    token: &str,
    key: Digest,
) -> Result<Arc<CachedSession>, Error> {
    let unknown = || Refusal::new(Code::INVALID_SESSION_TOKEN, "Invalid session token");
    if engine.sessions().is_unknown(&key) {
        return Err(unknown().into());
    }
    let read_at = engine.sessions().generation();
    let db = engine.store().db();
    let stored = parse_store::session::find(&db, &token::forms(token))
        .await
        .while_doing("looking up a session")?;
    let Some(stored) = stored else {
        // A Parse Server beside this one creates sessions without announcing them.
        if !engine.settings().mixed_fleet {
            engine.sessions().note_unknown(key);
        }
        return Err(unknown().into());
    };
    if !super::is_telling(&stored.user_id) {
        return Err(Refusal::new(Code::INTERNAL_SERVER_ERROR, "Invalid object ID.").into());
    }
    let kept = token::kept(token, engine.settings().mixed_fleet);
    if stored.token != kept && !token::is_digest(&stored.token) {
        let replaced =
            parse_store::session::replace_token(&db, &stored.id, &stored.token, &kept).await;
        if let Err(error) = replaced {
            tracing::warn!(%error, session = stored.id, "session token not migrated to hash");
        }
    }
    let signed_in_at = stored.created_at.filter(|_| stored.is_sign_in);
    let session = CachedSession {
        principals: group_of(&db, &stored.user_id).await?,
        session_id: stored.id,
        user_id: stored.user_id,
        expires_at: stored.expires_at,
        updated_at: stored.updated_at,
        keeps_end: stored.keeps_end,
        idle_seconds: engine.settings().idle_length_seconds,
        signed_in_at,
    };
    let made_at = stored.created_at.unwrap_or_else(|| engine.clock().now());
    let session = Arc::new(bounded(engine.settings(), session, made_at));
    engine.sessions().insert(key, Arc::clone(&session), read_at);
    Ok(session)
}

/// The session with the limits for members of a role, even if they joined later. Sessions derived
/// from it end with it.
fn bounded(settings: &Settings, mut session: CachedSession, made_at: Date) -> CachedSession {
    let role = settings.role_sessions.as_ref();
    let Some(role) = role.filter(|role| role.applies_to(&session.principals)) else {
        return session;
    };
    let end = made_at.plus_seconds(role.length_seconds);
    session.expires_at = Some(session.expires_at.map_or(end, |usual| usual.min(end)));
    session.keeps_end = true;
    let usual = session.idle_seconds.unwrap_or(role.idle_seconds);
    session.idle_seconds = Some(usual.min(role.idle_seconds));
    session
}

/// The session length of a user because of a role, in seconds.
pub(super) async fn longest_by_role(cx: &Cx, user_id: &str) -> Result<Option<i64>, Error> {
    let Some(role) = &cx.settings().role_sessions else { return Ok(None) };
    let principals = group_of(cx.db(), user_id).await?;
    Ok(role.applies_to(&principals).then_some(role.length_seconds))
}

/// The ACL principals of a user.
async fn group_of(db: &Db, user_id: &str) -> Result<Arc<[String]>, Error> {
    let roles = parse_store::role::roles_of(db, user_id).await.while_doing("looking up roles")?;
    let mut principals = Vec::with_capacity(roles.len() + 2);
    principals.push("*".to_owned());
    principals.extend(roles.into_iter().map(|name| format!("role:{name}")));
    principals.push(user_id.to_owned());
    Ok(principals.into())
}

/// Extends a session that is used in its second half. The request continues if that fails.
async fn renew(engine: &Engine, key: Digest, session: &CachedSession) {
    let settings = engine.settings();
    let now = engine.clock().now();
    let by = now.plus_seconds(settings.session_length_seconds / 2);
    let is_due = !session.keeps_end && session.expires_at.is_some_and(|end| end <= by);
    if !is_due || !settings.expire_inactive_sessions {
        return;
    }
    let read_at = engine.sessions().generation();
    let end = now.plus_seconds(settings.session_length_seconds);
    let db = engine.store().db();
    match parse_store::session::renew(&db, &session.session_id, by, end, now).await {
        Ok(true) => {
            let renewed =
                CachedSession { expires_at: Some(end), updated_at: Some(now), ..session.clone() };
            engine.sessions().insert(key, Arc::new(renewed), read_at);
        }
        // Another node was first. Its value is read next time.
        Ok(false) => engine.invalidate(&parse_store::Invalidation::Session(key.to_text())),
        Err(error) => {
            tracing::warn!(%error, session = session.session_id, "session not renewed");
        }
    }
}
