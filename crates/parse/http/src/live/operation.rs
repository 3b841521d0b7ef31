//! What a client asks for on its socket and takes a look-up: connecting, subscribing, querying.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use live_query::message::LiveFilter;
use live_query::{ConnectRequest, LiveMatcher, SubscribeRequest};
use parse_engine::session::StandingCaller;
use parse_engine::{Error, read};
use parse_identity::{Caller, Key, RequestCredentials};
use parse_model::query::Query;
use parse_model::query::parse::Rights;
use parse_model::{Code, Constraint, FieldName, Filter, Json, JsonMap, Refusal, wire};
use telemetry::error_chain::chain;

use super::upgrade::call;
use crate::credential::Credentials;
use crate::key_check::KeyCheck;
use crate::live_queries::identity::{Found, Identity, SubscriptionId};
use crate::live_queries::subscribers::Granted;
use crate::state::HttpState;

/// How long an operation may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// What became of an operation.
pub(super) enum Outcome {
    /// The client is authenticated, or lacks a required key.
    Connected(Option<Connected>),
    /// A subscription is granted, or not.
    Subscribed(u64, Result<Box<Granted>, Refusal>),
    /// The objects of a subscription.
    Queried(u64, Result<Vec<Json>, Refusal>),
}

/// A client that is connected.
pub(super) struct Connected {
    /// Whose rights its subscriptions have that bring no session.
    pub(super) identity: Identity,
    /// The user, if that is known.
    pub(super) user: Option<String>,
    /// The installation that it names.
    pub(super) installation_id: Option<String>,
}

/// Finds out who connects, by the rules that hold for requests.
pub(super) async fn connect(
    state: Arc<HttpState>,
    from: IpAddr,
    request: ConnectRequest,
) -> Outcome {
    let credentials = Credentials::from_connect(&request);
    let keys = &state.settings.keys;
    let Ok(key) = KeyCheck::default().of(&state, &credentials, from) else {
        return Outcome::Connected(None);
    };
    let is_ours = request.application_id == keys.application_id;
    if !is_ours || (key == Key::None && !credentials.may_enter(keys)) {
        return Outcome::Connected(None);
    }
    let (identity, user) = match request.session_token {
        _ if key != Key::None => (Identity::Master, None),
        // An invalid session counts as no session, as in Parse Server.
        Some(token) if !token.is_empty() => signed_in(&state, from, token).await,
        _ => (Identity::Unauthenticated, None),
    };
    let installation_id = request.installation_id;
    Outcome::Connected(Some(Connected { identity, user, installation_id }))
}

/// The user of a session, which is used by connecting.
async fn signed_in(state: &HttpState, from: IpAddr, token: String) -> (Identity, Option<String>) {
    let _turn = state.live.limits().look_up().await;
    let mut credentials =
        RequestCredentials { session_token: Some(token.clone()), ..RequestCredentials::default() };
    credentials.request.ip = Some(from);
    match tokio::time::timeout(PATIENCE, state.engine.caller(credentials)).await {
        Ok(Err(Error::Refused(_))) => (Identity::Unauthenticated, None),
        Ok(Ok(caller)) => (Identity::Session(token.into()), caller.user_id().map(str::to_owned)),
        // Whether it is good is asked again by each subscription.
        Ok(Err(_)) | Err(_) => (Identity::Session(token.into()), None),
    }
}

/// Looks into what a subscription asks for. A session that it names must be good.
pub(super) async fn subscribe(
    state: Arc<HttpState>,
    from: IpAddr,
    identity: Identity,
    request: SubscribeRequest,
) -> Outcome {
    let request_id = request.request_id;
    let identity = match &request.session_token {
        Some(token) if identity != Identity::Master && !token.is_empty() => {
            Identity::Session(token.as_str().into())
        }
        _ => identity,
    };
    let granted = in_time(&state, grant(&state, from, identity, &request)).await;
    Outcome::Subscribed(request_id, granted.map(Box::new))
}

async fn grant(
    state: &HttpState,
    from: IpAddr,
    identity: Identity,
    request: &SubscribeRequest,
) -> Result<Granted, Error> {
    state.live.followed().await;
    let _turn = state.live.limits().look_up().await;
    let after = state.live.subscribers().identities.mark();
    let StandingCaller { caller, until } = asking(state, from, &identity).await?;
    let rights = Rights {
        is_master: caller.is_master(),
        is_maintenance: false,
        may_explain: false,
        now: state.engine.clock().now(),
    };
    let asked = request.live_filter(rights, &state.engine.settings().complexity)?;
    let class = &asked.class;
    if !state.settings.mimics_parse_server && !state.engine.live_classes().matches(class) {
        let why = format!("Class {class} is not enabled for live queries.");
        return Err(Refusal::forbidden(why).into());
    }
    let watched = asked.watched_fields();
    let rights = state.engine.read_rights(&caller, class, &asked.filter, &watched).await?;
    // Only now: what a stranger may not ask takes no time to be made ready.
    let matcher = made_ready(&asked.filter).await?;
    let limits = state.live.limits();
    let bytes = matcher.memory() + asked.memory_of_names();
    let room = limits.room_for_filter(caller.user_id(), from, bytes).ok_or_else(too_large)?;
    let found = Found { user: caller.user_id().map(str::to_owned), until };
    Ok(Granted { identity, found, asked, matcher, room, rights, after })
}

/// Prepares a filter. Patterns are compiled on a blocking thread.
async fn made_ready(filter: &Filter) -> Result<Arc<LiveMatcher>, Error> {
    let mut has_patterns = false;
    filter.walk(&mut |part| {
        has_patterns |= matches!(
            part,
            Filter::Field(_, Constraint::Matches(_) | Constraint::ContainsAllMatching(_))
        );
    });
    let matcher = if has_patterns {
        let filter = filter.clone();
        let ready = tokio::task::spawn_blocking(move || LiveMatcher::new(&filter)).await;
        ready.unwrap_or_else(|_| Err(busy()))?
    } else {
        LiveMatcher::new(filter)?
    };
    Ok(Arc::new(matcher))
}

fn too_large() -> Refusal {
    Refusal::new(Code::REQUEST_LIMIT_EXCEEDED, "Too many long conditions in subscriptions")
}

/// Who asks something on a socket at an address, which is charged to the user.
async fn asking(
    state: &HttpState,
    from: IpAddr,
    identity: &Identity,
) -> Result<StandingCaller, Error> {
    let mut standing = who(state, identity).await?;
    standing.caller.request.ip = Some(from);
    let (key, body) = (standing.caller.key, &JsonMap::new());
    let charged = state.rates.charge_user(&call(from, key, body), standing.caller.user_id());
    if charged.is_err() {
        return Err(Refusal::new(Code::REQUEST_LIMIT_EXCEEDED, "Too many requests.").into());
    }
    Ok(standing)
}

/// Asks what a subscription asks, by its rights of now.
pub(super) async fn query(state: Arc<HttpState>, from: IpAddr, id: SubscriptionId) -> Outcome {
    let work = async {
        let asked = state.live.subscribers().asked(id);
        let Some((identity, asked)) = asked else { return Ok(Vec::new()) };
        let _turn = state.live.limits().look_up().await;
        let caller = asking(&state, from, &identity).await?.caller;
        let cx = state.engine.cx(caller);
        let found = read::find(&cx, &asked.class, as_query(&state, &asked)).await?;
        let shown = |object| {
            let mut map = wire::object_to_json(object);
            map.insert("className".to_owned(), Json::from(asked.class.as_str()));
            Json::Object(map)
        };
        Ok(found.objects.iter().map(shown).collect())
    };
    Outcome::Queried(id.request_id, in_time(&state, work).await)
}

fn as_query(state: &HttpState, asked: &LiveFilter) -> Query {
    let path = |field: &FieldName| vec![field.as_str().to_owned()];
    let keys = asked.keys.as_ref().map(|keys| keys.iter().map(path).collect());
    let limit = state.limits.default_limit;
    Query { filter: asked.filter.clone(), keys, limit: Some(limit), ..Query::default() }
}

/// Who an identity is now.
pub(super) async fn who(state: &HttpState, identity: &Identity) -> Result<StandingCaller, Error> {
    let caller = match identity {
        Identity::Unauthenticated => Caller::unauthenticated(),
        Identity::Master => Caller::master(),
        Identity::Session(token) => return state.engine.standing_caller(token).await,
    };
    Ok(StandingCaller { caller, until: None })
}

/// The outcome of work with a time limit, as it is sent to the client.
async fn in_time<T>(
    state: &HttpState,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Refusal> {
    match tokio::time::timeout(PATIENCE, work).await {
        Ok(outcome) => outcome.map_err(|error| told(state, error)),
        Err(_) => Err(busy()),
    }
}

fn busy() -> Refusal {
    Refusal::new(Code::CONNECTION_FAILED, "The server is busy. Try again in a moment.")
}

/// An error as it is sent to the client of a socket.
pub(super) fn told(state: &HttpState, error: Error) -> Refusal {
    match error {
        Error::Refused(refusal) if refusal.code == Code::INVALID_SESSION_TOKEN => {
            Refusal::new(refusal.code, "Invalid session token")
        }
        Error::Refused(refusal) => {
            Refusal::new(refusal.code, refusal.text(state.settings.is_sanitized).to_owned())
        }
        Error::Busy | Error::Unknown | Error::TooMany { .. } | Error::NoRoom => busy(),
        error @ Error::Failed { .. } => {
            tracing::error!(reason = chain(&error), "live query operation failed");
            Refusal::new(Code::INTERNAL_SERVER_ERROR, "Internal server error.")
        }
    }
}
