//! Idempotent requests: a request with an id is executed once, and a repetition gets the first
//! answer.
//!
//! The claim of the id, the effect and the answer are one transaction. The answer is sealed with a
//! key derived from the id, which is not stored, because an answer may include a session token.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use hmac::{Hmac, Mac};
use parse_identity::Caller;
use parse_model::{Code, Date, Json, ObjectId, Refusal};
use parse_store::RequestKey;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use sha2::{Digest, Sha256};

use crate::cx::Cx;
use crate::effect::Effect;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::unit_of_work::{Attempts, UnitError};

/// How a repetition is handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeats {
    /// It gets the answer of the first request.
    Replay,
    /// It is refused, as in Parse Server, whatever the outcome of the first request.
    Refuse,
}

/// The id of a request.
#[derive(Debug, Clone)]
pub struct RequestId {
    /// The id as it was sent.
    pub id: String,
    /// The operation. The same id for another one is another request.
    pub route: String,
    /// The complete content, as one text.
    pub content: String,
    /// How a repetition is handled.
    pub repeats: Repeats,
    /// How long the id is stored.
    pub ttl_seconds: i64,
}

/// An answer that can be stored for repetitions.
pub trait Replayable: Sized + Send {
    /// The answer as JSON.
    fn to_stored(&self) -> Json;
    /// The answer from its stored form.
    fn from_stored(stored: &Json) -> Option<Self>;
}

impl Engine {
    /// Executes a request. A request with an id is executed once, and its repetitions get the first
    /// answer. Reads are executed again.
    pub async fn execute<A, E, F>(
        &self,
        caller: Caller,
        id: Option<RequestId>,
        effect: Effect,
        work: impl Fn(Cx) -> F,
    ) -> Result<A, E>
    where
        A: Replayable,
        E: UnitError,
        F: Future<Output = Result<A, E>>,
    {
        let id = id.filter(|_| effect != Effect::Reads);
        let Some(id) = id else { return work(self.cx(caller)).await };
        if id.repeats == Repeats::Refuse {
            let cx = self.cx(caller);
            note(&cx, &id).await?;
            return work(cx).await;
        }
        let claim = IdempotencyClaim::of(&id, &caller);
        match effect {
            Effect::OwnTransactions => claim.around(&self.cx(caller), work).await,
            Effect::Reads | Effect::Writes => claim.within(self, &caller, work).await,
        }
    }
}

/// The claim of one request.
struct IdempotencyClaim {
    scope: String,
    id: String,
    digest: String,
    ttl_seconds: i64,
    seal: Seal,
}

impl IdempotencyClaim {
    fn of(id: &RequestId, caller: &Caller) -> IdempotencyClaim {
        let scope = format!("{} {}", name(caller), id.route);
        let seal = Seal::of(&id.id, &scope);
        let (digest, ttl_seconds) = (hex(&id.content), id.ttl_seconds);
        IdempotencyClaim { scope, id: hex(&id.id), digest, ttl_seconds, seal }
    }

    fn key(&self) -> RequestKey<'_> {
        RequestKey { scope: &self.scope, id: &self.id, digest: &self.digest }
    }

    /// Claim, effect and answer in one transaction, retried on a transaction conflict.
    async fn within<A, E, F>(
        &self,
        engine: &Engine,
        caller: &Caller,
        work: impl Fn(Cx) -> F,
    ) -> Result<A, E>
    where
        A: Replayable,
        E: UnitError,
        F: Future<Output = Result<A, E>>,
    {
        let mut attempts = Attempts::default();
        loop {
            let now = engine.clock().now();
            let claim = parse_store::idempotency::request_claim(
                &self.key(),
                expiry(now, self.ttl_seconds),
                now,
            );
            let tx = engine.begin_with_claim(caller.clone(), claim);
            let outcome = self.run(&tx, &work).await;
            let (is_overtaken, is_repeat) = (tx.is_overtaken(), tx.db().has_lost_claim());
            let error = match outcome {
                Ok(answer) => match tx.commit().await {
                    Ok(()) => return Ok(answer),
                    // It may be committed here and not on the replica, so a stored answer here
                    // proves nothing.
                    Err(error @ Error::Unknown) => return Err(error.into()),
                    Err(error) => error.into(),
                },
                Err(error) => {
                    tx.rollback().await;
                    error
                }
            };
            if !is_repeat && attempts.go_on_after(&error, is_overtaken) {
                attempts.pause().await;
                continue;
            }
            // The first request may have consumed what this one needs, so it was refused before its
            // claim.
            let known = self.replay(&engine.cx(caller.clone())).await?;
            return match known {
                Some(answer) => Ok(answer),
                None if is_repeat => Err(Error::from(duplicate()).into()),
                None => Err(error),
            };
        }
    }

    async fn run<A, E, F>(&self, tx: &Cx, work: impl Fn(Cx) -> F) -> Result<A, E>
    where
        A: Replayable,
        E: UnitError,
        F: Future<Output = Result<A, E>>,
    {
        let answer = work(tx.clone()).await?;
        self.keep(tx, &answer).await?;
        Ok(answer)
    }

    /// The claim first, then the effect, then the answer. A client that repeats the request in
    /// between, or after this node died, gets the error for a repetition.
    async fn around<A, E, F>(&self, cx: &Cx, work: impl Fn(Cx) -> F) -> Result<A, E>
    where
        A: Replayable,
        E: UnitError,
        F: Future<Output = Result<A, E>>,
    {
        let claim = parse_store::idempotency::request_claim(
            &self.key(),
            expiry(cx.now(), self.ttl_seconds),
            cx.now(),
        );
        if cx.db().execute(&claim).await.while_doing("claiming a request")? == 0 {
            let known = self.replay(cx).await?;
            return known.ok_or_else(|| Error::from(duplicate()).into());
        }
        match work(cx.clone()).await {
            Ok(answer) => {
                self.keep(cx, &answer).await?;
                Ok(answer)
            }
            Err(error) => {
                let released =
                    parse_store::idempotency::release_request(cx.db(), &self.key()).await;
                released.while_doing("taking a claim back")?;
                Err(error)
            }
        }
    }

    async fn keep(&self, cx: &Cx, answer: &impl Replayable) -> Result<(), Error> {
        let sealed = self.seal.closed(&answer.to_stored())?;
        let kept = parse_store::idempotency::keep_answer(cx.db(), &self.key(), &sealed).await;
        kept.while_doing("keeping an answer")
    }

    /// The answer of the first request, if this one is the same.
    async fn replay<A: Replayable>(&self, cx: &Cx) -> Result<Option<A>, Error> {
        let known = parse_store::idempotency::answered(cx.db(), &self.key(), cx.now()).await;
        let known = known.while_doing("looking for an answer")?;
        let known = known.filter(|known| known.digest == self.digest);
        let stored = known.and_then(|known| known.answer).and_then(|text| self.seal.opened(&text));
        Ok(stored.as_ref().and_then(A::from_stored))
    }
}

/// The caller: the same id from another one is another request.
fn name(caller: &Caller) -> String {
    let who = match (caller.user_id(), &caller.installation_id) {
        (Some(user), _) => format!("user {user}"),
        (None, Some(installation)) => format!("installation {installation}"),
        (None, None) => "anonymous".to_owned(),
    };
    // An answer to the master key must not be returned to another client with the same device.
    if caller.is_unrestricted() { format!("master for {who}") } else { who }
}

/// Parse Server's behaviour: an id is used up by the first request, whatever its outcome.
async fn note(cx: &Cx, id: &RequestId) -> Result<(), Error> {
    let row = ObjectId::new(parse_identity::id::random_text(16));
    let until = expiry(cx.now(), id.ttl_seconds);
    let is_new =
        parse_store::idempotency::note_request(cx.db(), &row, &id.id, until, cx.now()).await;
    if is_new.while_doing("noting a request's id")? { Ok(()) } else { Err(duplicate().into()) }
}

fn expiry(now: Date, ttl_seconds: i64) -> Date {
    Date::from_millis(now.millis().saturating_add(ttl_seconds.saturating_mul(1000)))
}

fn duplicate() -> Refusal {
    Refusal::new(Code::DUPLICATE_REQUEST, "Duplicate request")
}

fn hex(text: &str) -> String {
    format!("{:x}", Sha256::digest(text.as_bytes()))
}

/// Seals and opens the answer of one request.
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

    fn closed(&self, answer: &Json) -> Result<String, Error> {
        let broken = || Error::Failed { doing: "keeping an answer", source: "not sealed".into() };
        let mut bytes = answer.to_string().into_bytes();
        let key = self.0.as_ref().ok_or_else(broken)?;
        let nonce: [u8; 12] = rand::random();
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut bytes)
            .map_err(|_| broken())?;
        Ok(format!("{}.{}", BASE64.encode(nonce), BASE64.encode(bytes)))
    }

    fn opened(&self, text: &str) -> Option<Json> {
        let (nonce, bytes) = text.split_once('.')?;
        let nonce = Nonce::try_assume_unique_for_key(&BASE64.decode(nonce).ok()?).ok()?;
        let mut bytes = BASE64.decode(bytes).ok()?;
        let plain = self.0.as_ref()?.open_in_place(nonce, Aad::empty(), &mut bytes).ok()?;
        serde_json::from_slice(plain).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_opened_by_the_same_id_in_the_same_place_and_by_no_other() {
        let answer = json!({ "sessionToken": "r:1" });
        let closed = Seal::of("id", "scope").closed(&answer).unwrap();
        assert!(!closed.contains("r:1"));
        assert_eq!(Seal::of("id", "scope").opened(&closed), Some(answer));
        assert_eq!(Seal::of("id", "other").opened(&closed), None);
        assert_eq!(Seal::of("other", "scope").opened(&closed), None);
        assert_eq!(Seal::of("id", "scope").opened("x.y"), None);
    }
}
