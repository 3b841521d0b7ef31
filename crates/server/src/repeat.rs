//! Requests that carry an id are done once: a repeat gets the first answer.
//!
//! The key, what was done and the answer are one transaction. The answer is sealed with a key made of
//! the id, which is not kept: an answer may hold a session token.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use futures_util::future::BoxFuture;
use hmac::{Hmac, Mac};
use parse_engine::{Caller, Cx, WhileDoing};
use parse_model::{Code, Date, Json, ObjectId, Refusal};
use parse_store::{Db, RequestKey};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::config::RepeatMode;
use crate::contest::Contest;
use crate::parameter::Request;
use crate::reply::{Problem, Reply};
use crate::router::{CloudRoute, Route, Target};
use crate::routes;

/// The longest id a request may carry.
const LONGEST_ID: usize = 128;

/// The id of a request that is done once.
#[derive(Debug, Clone)]
pub(crate) struct Once {
    id: String,
    method: String,
    path: String,
}

impl Once {
    /// Reads the id of a request, where such requests are done once.
    pub(crate) fn of(
        app: &App,
        headers: &HeaderMap,
        method: &str,
        path: &str,
        route: &Route,
    ) -> Result<Option<Once>, Refusal> {
        let settings = &app.config.repeats;
        let id = headers.get("x-parse-request-id").and_then(|id| id.to_str().ok());
        let Some(id) = id.filter(|id| !id.is_empty() && settings.mode != RepeatMode::Off) else {
            return Ok(None);
        };
        let path = path.trim_matches('/');
        if !is_covered(route) || !settings.paths.iter().any(|pattern| pattern.is_match(path)) {
            return Ok(None);
        }
        if id.len() > LONGEST_ID {
            return Err(Refusal::json("X-Parse-Request-Id must not be longer than 128 bytes"));
        }
        let (id, method, path) = (id.to_owned(), method.to_owned(), path.to_owned());
        Ok(Some(Once { id, method, path }))
    }

    /// Who asks for what: the same id from somebody else, or elsewhere, is another request.
    fn scope(&self, caller: &Caller) -> String {
        let who = match (caller.user_id(), &caller.installation_id) {
            (Some(user), _) => format!("user {user}"),
            (None, Some(installation)) => format!("installation {installation}"),
            (None, None) if caller.is_unrestricted() => "master".to_owned(),
            (None, None) => "anybody".to_owned(),
        };
        format!("{who} {} {}", self.method, self.path)
    }
}

/// Which requests may be done once: those that make, change or call something by themselves.
fn is_covered(route: &Route) -> bool {
    let is_class = |target: &Target| match target {
        Target::Class(class) => *class != "_Role" && *class != "_Session",
        Target::Nameless(_) => false,
    };
    match route {
        Route::Create(target) | Route::Update(target, _) => is_class(target),
        Route::Call(_) | Route::Cloud(CloudRoute::StartJob(Some(_))) => true,
        _ => false,
    }
}

/// Does a request, or gives the answer it got before.
pub(crate) async fn done_once(
    app: &App,
    caller: Caller,
    route: Route,
    request: Request,
    once: Once,
) -> Result<Reply, Problem> {
    if app.config.repeats.mode == RepeatMode::Refuse {
        let cx = app.engine.cx(caller);
        noted(app, &cx, &once).await?;
        return routes::dispatch(app, &cx, route, request).await;
    }
    let (scope, id) = (once.scope(&caller), hex(&Sha256::digest(once.id.as_bytes())));
    let asked = json!([request.query, request.body]).to_string();
    let digest = hex(&Sha256::digest(asked.as_bytes()));
    let key = RequestKey { scope: &scope, id: &id, digest: &digest };
    let seal = Seal::of(&once.id, &scope);
    if waits_for_others(app, &route) {
        apart(app, caller, route, request, &key, &seal).await
    } else {
        together(app, caller, route, request, &key, &seal).await
    }
}

/// Whether somebody elsewhere is asked, work goes on after the answer, or each part of it stands for
/// itself: then no transaction can be held around it.
fn waits_for_others(app: &App, route: &Route) -> bool {
    match route {
        Route::Call(name) => app.engine.is_function_apart(name),
        Route::Create(Target::Class(class)) | Route::Update(Target::Class(class), _) => {
            app.engine.asks_elsewhere_on_save(class)
        }
        _ => true,
    }
}

/// Key, effect and answer in one transaction, tried again where it lost against another one: the key
/// was given up with everything else.
async fn together(
    app: &App,
    caller: Caller,
    route: Route,
    request: Request,
    key: &RequestKey<'_>,
    seal: &Seal,
) -> Result<Reply, Problem> {
    let mut contest = Contest::default();
    loop {
        let (caller, route, request) = (caller.clone(), route.clone(), request.clone());
        match attempt(app, caller, route, request, key, seal).await {
            Err(problem) if contest.goes_on_after(&problem) => {}
            outcome => return outcome,
        }
    }
}

async fn attempt(
    app: &App,
    caller: Caller,
    route: Route,
    request: Request,
    key: &RequestKey<'_>,
    seal: &Seal,
) -> Result<Reply, Problem> {
    let tx = app.engine.begin(caller).await?;
    if !claimed(app, &tx, key).await? {
        let known = repeated(tx.db(), key, seal).await;
        tx.db().rollback().await.while_doing("ending a repeated request")?;
        return known;
    }
    let reply = routes::dispatch(app, &tx, route, request).await?;
    let answer = seal.closed(&reply)?;
    parse_store::keep_answer(tx.db(), key, &answer).await.while_doing("keeping an answer")?;
    tx.commit().await?;
    Ok(reply)
}

/// The key first, then the effect, then the answer. Whoever repeats it in between, or after we were
/// cut off, is told that it is a repeat.
async fn apart(
    app: &App,
    caller: Caller,
    route: Route,
    request: Request,
    key: &RequestKey<'_>,
    seal: &Seal,
) -> Result<Reply, Problem> {
    let cx = app.engine.cx(caller);
    if !claimed(app, &cx, key).await? {
        return repeated(cx.db(), key, seal).await;
    }
    let work: BoxFuture<'_, _> = routes::dispatch(app, &cx, route, request);
    match work.await {
        Ok(reply) => {
            let answer = seal.closed(&reply)?;
            let kept = parse_store::keep_answer(cx.db(), key, &answer).await;
            kept.while_doing("keeping an answer")?;
            Ok(reply)
        }
        Err(problem) => {
            let released = parse_store::release_request(cx.db(), key).await;
            released.while_doing("taking a claim back")?;
            Err(problem)
        }
    }
}

async fn claimed(app: &App, cx: &Cx, key: &RequestKey<'_>) -> Result<bool, Problem> {
    let until = expiry(app, cx.now());
    let claim = parse_store::claim_request(cx.db(), key, until, cx.now()).await;
    Ok(claim.while_doing("claiming a request")?)
}

/// The answer of the first request, if this one is the same.
async fn repeated(db: &Db, key: &RequestKey<'_>, seal: &Seal) -> Result<Reply, Problem> {
    let known = parse_store::answered(db, key).await.while_doing("looking for an answer")?;
    let answer = known.filter(|known| known.digest == key.digest).and_then(|known| known.answer);
    match answer.and_then(|answer| seal.opened(&answer)) {
        Some(reply) => Ok(reply),
        None => Err(duplicate().into()),
    }
}

/// Parse Server's way: an id is used up by the first request, whatever becomes of it.
async fn noted(app: &App, cx: &Cx, once: &Once) -> Result<(), Problem> {
    let row = ObjectId::new(hex(&rand::random::<[u8; 8]>()));
    let until = expiry(app, cx.now());
    let is_new = parse_store::note_request(cx.db(), &row, &once.id, until, cx.now()).await;
    if is_new.while_doing("noting a request's id")? { Ok(()) } else { Err(duplicate().into()) }
}

fn expiry(app: &App, now: Date) -> Date {
    Date::from_millis(now.millis().saturating_add(app.config.repeats.ttl_seconds * 1000))
}

fn duplicate() -> Refusal {
    Refusal::new(Code::DUPLICATE_REQUEST, "Duplicate request")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Closes and opens the answer of one request.
struct Seal(Option<LessSafeKey>);

impl Seal {
    fn of(id: &str, scope: &str) -> Seal {
        let key = Hmac::<Sha256>::new_from_slice(id.as_bytes()).ok().map(|mut mac| {
            mac.update(scope.as_bytes());
            mac.finalize().into_bytes()
        });
        let key = key.and_then(|key| UnboundKey::new(&CHACHA20_POLY1305, &key).ok());
        Seal(key.map(LessSafeKey::new))
    }

    fn closed(&self, reply: &Reply) -> Result<String, Problem> {
        let broken = || Problem::broken("keeping an answer", "it could not be sealed");
        let mut bytes = reply.to_stored().to_string().into_bytes();
        let key = self.0.as_ref().ok_or_else(broken)?;
        let nonce: [u8; 12] = rand::random();
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut bytes)
            .map_err(|_| broken())?;
        Ok(format!("{}.{}", BASE64.encode(nonce), BASE64.encode(bytes)))
    }

    fn opened(&self, text: &str) -> Option<Reply> {
        let (nonce, bytes) = text.split_once('.')?;
        let nonce = Nonce::try_assume_unique_for_key(&BASE64.decode(nonce).ok()?).ok()?;
        let mut bytes = BASE64.decode(bytes).ok()?;
        let plain = self.0.as_ref()?.open_in_place(nonce, Aad::empty(), &mut bytes).ok()?;
        let stored: Json = serde_json::from_slice(plain).ok()?;
        Reply::from_stored(&stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::Place;
    use parse_model::ClassName;

    #[test]
    fn an_answer_is_opened_by_the_same_id_in_the_same_place_and_by_no_other() {
        let place = Place { class: ClassName::user(), id: ObjectId::new("x") };
        let reply = Reply::written(br#"{"sessionToken":"r:1"}"#.to_vec())
            .created(true)
            .at(Some(place))
            .with_header("x-parse-job-status-id", "j".to_owned());
        let closed = Seal::of("id", "scope").closed(&reply).unwrap();
        assert!(!closed.contains("r:1"));
        assert_eq!(Seal::of("id", "scope").opened(&closed), Some(reply));
        assert_eq!(Seal::of("id", "other").opened(&closed), None);
        assert_eq!(Seal::of("other", "scope").opened(&closed), None);
        assert_eq!(Seal::of("id", "scope").opened("x.y"), None);
    }
}
