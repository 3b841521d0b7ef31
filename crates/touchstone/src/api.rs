//! `/api/v1`: what programs with a key ask for, beside the mount.
//!
//! A key acts for the administrator who made it, within its scopes. Sessions are not taken here, and
//! keys nowhere else. What may be asked is one table; the document that describes it is held to the
//! table by a test.

mod operation;
mod page;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Request, Response};
use feedback::api_key::{KeyHolder, holder};
use integrations::ApiKey;
use parse_engine::{Cx, Effect, Repeats, RequestId, function};
use parse_http::admission::Admission;
use parse_http::body;
use parse_http::deadline::Deadline;
use parse_http::metrics::measured;
use parse_http::parameter::query_from;
use parse_http::rate::KeyLimit;
use parse_http::reply::{self, HttpError, Problem, Reply};
use parse_http::request_log::RequestRecord;
use parse_http::side_route::{SideRequest, SideRoute, charge};
use parse_http::state::HttpState;
use parse_identity::{Caller, RequestInfo, SessionUser};
use parse_model::{Json, JsonMap};
use telemetry::task;

use operation::{Act, Found, Operation, found};

/// Where it begins.
const BELOW: &str = "/api/v1";

/// The description of it, for people and generators.
const DOCUMENT: &str = include_str!("api/openapi.json");

/// The longest body that is read.
const BODY_BYTES: usize = 1 << 17;

/// For how long a request is remembered by its `Idempotency-Key`.
const REMEMBERED_SECONDS: i64 = 86_400;

/// The longest `Idempotency-Key`.
const LONGEST_ID: usize = 128;

/// Answers programs.
pub(crate) struct ApiRoutes {
    /// How often keys are used.
    rates: KeyLimit,
}

impl ApiRoutes {
    /// Charges calls to these.
    pub(crate) fn new(rates: KeyLimit) -> ApiRoutes {
        ApiRoutes { rates }
    }
}

#[async_trait]
impl SideRoute for ApiRoutes {
    fn is_for(&self, request: &Request<Body>) -> bool {
        let rest = request.uri().path().strip_prefix(BELOW);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    fn logged_path<'a>(&self, path: &'a str) -> &'a str {
        path
    }

    async fn answer(
        &self,
        state: &Arc<HttpState>,
        request: SideRequest<'_>,
        record: &mut RequestRecord,
        admission: &mut Admission<'_>,
    ) -> Result<Response<Body>, HttpError> {
        match Box::pin(handle(state, &self.rates, request, record, admission)).await {
            Err(Problem::Of(error)) => Err(error),
            Err(problem) => Ok(problem.into_response()),
            Ok(response) => Ok(response),
        }
    }

    fn refuse(&self, _: &HttpState, problem: HttpError) -> Response<Body> {
        Problem::Of(problem).into_response()
    }
}

async fn handle(
    state: &Arc<HttpState>,
    rates: &KeyLimit,
    request: SideRequest<'_>,
    record: &mut RequestRecord,
    admission: &mut Admission<'_>,
) -> Result<Response<Body>, Problem> {
    let SideRequest { from, parts, body } = request;
    let path = parts.uri.path().strip_prefix(BELOW).unwrap_or_default();
    let (operation, number) = match found(parts.method.as_str(), path) {
        Found::Operation(operation, number) => (operation, number),
        Found::OtherMethods(allowed) => return Err(Problem::Method(allowed)),
        Found::Nothing => return Err(Problem::Nothing),
    };
    let mut deadline = Deadline::after(state.settings.http.handler);
    let charged = async {
        admission.enter().await?;
        charge(state, from, parts.method.as_str(), BELOW).await
    };
    deadline.keep(charged).await?;
    match operation.act {
        Act::Document => return Ok(reply::json_document(DOCUMENT)),
        Act::Page => return Ok(page::page()),
        Act::PageStyle => return Ok(page::style()),
        _ => {}
    }
    let holder = deadline.keep(authenticate_key(state, &parts.headers)).await?;
    record.user = Some(holder.user.clone());
    record.function = Some(operation.act.function().to_owned());
    rates.charge(&holder.key).await.map_err(Problem::TooOften)?;
    if !operation.scopes.iter().any(|scope| holder.scopes.contains(scope)) {
        return Err(Problem::Scope(operation.scopes.first().map_or("", |scope| scope.key())));
    }
    let sent = match parts.method.as_str() {
        "POST" => {
            admission.leave();
            let json = &state.settings.limits.json;
            body::read(&parts.headers, body, BODY_BYTES, json, &state.bodies).await?
        }
        _ => query_params(parts.uri.query().unwrap_or_default(), number),
    };
    let id = request_id(&parts.headers, &holder, operation, &sent)?;
    let work = async {
        admission.enter().await?;
        run_operation(state, caller(holder, from), id, operation.act, sent).await
    };
    Ok(deadline.keep(work).await?.into_response(String::new))
}

/// Who holds the key that was sent. Whatever is wrong with it, the answer is the same.
async fn authenticate_key(state: &HttpState, headers: &HeaderMap) -> Result<KeyHolder, Problem> {
    let sent = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = sent.and_then(|text| {
        let (scheme, key) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(key.trim())
    });
    let key = bearer.and_then(ApiKey::parse).ok_or(Problem::Unproved)?;
    let cx = state.engine.cx(Caller::master());
    holder(&cx, &key).await.map_err(HttpError::from)?.ok_or(Problem::Unproved)
}

/// The administrator that a key acts for.
fn caller(holder: KeyHolder, from: IpAddr) -> Caller {
    let user = SessionUser {
        id: holder.user,
        session_id: String::new(),
        session_token: String::new(),
        ends_by: None,
        signed_in_at: None,
    };
    Caller {
        user: Some(user),
        request: RequestInfo { ip: Some(from), ..RequestInfo::default() },
        ..Caller::default()
    }
}

/// The parameters of an address as a function takes them; the number in the path goes with them.
fn query_params(query: &str, number: Option<u32>) -> JsonMap {
    let mut sent: JsonMap = query_from(query)
        .into_iter()
        .map(|(name, value)| {
            let whole = value.parse::<i64>().ok().filter(|_| name == "limit");
            (name, whole.map_or(Json::String(value), Json::from))
        })
        .collect();
    sent.extend(number.map(|number| ("number".to_owned(), Json::from(number))));
    sent
}

fn request_id(
    headers: &HeaderMap,
    holder: &KeyHolder,
    operation: &Operation,
    sent: &JsonMap,
) -> Result<Option<RequestId>, Problem> {
    let id = headers.get("idempotency-key").and_then(|id| id.to_str().ok());
    let Some(id) = id.filter(|id| !id.is_empty()) else { return Ok(None) };
    if id.len() > LONGEST_ID {
        let told = "Idempotency-Key must not be longer than 128 bytes";
        return Err(HttpError::Malformed(told.to_owned()).into());
    }
    Ok(Some(RequestId {
        id: id.to_owned(),
        route: format!("api {} {} {}", holder.key, operation.method, operation.path),
        content: Json::Object(sent.clone()).to_string(),
        repeats: Repeats::Replay,
        ttl_seconds: REMEMBERED_SECONDS,
    }))
}

/// Does the work. What has begun is finished even if the caller hangs up.
async fn run_operation(
    state: &Arc<HttpState>,
    caller: Caller,
    id: Option<RequestId>,
    act: Act,
    sent: JsonMap,
) -> Result<Reply, HttpError> {
    let state = Arc::clone(state);
    let work = task::unstoppable("request", async move {
        let _begun = state.in_flight.begin();
        let effect = if act.is_read() { Effect::Reads } else { Effect::OwnTransactions };
        let work = |cx: Cx| {
            let sent = sent.clone();
            let state = &state;
            async move {
                measured(state.metrics.as_deref(), act.function(), call_function(&cx, act, sent))
                    .await
            }
        };
        Box::pin(state.engine.execute(caller, id, effect, work)).await
    });
    work.await
}

async fn call_function(cx: &Cx, act: Act, sent: JsonMap) -> Result<Reply, HttpError> {
    let said = function::call(cx, act.function(), sent).await?.unwrap_or_default();
    let is_created = match act {
        Act::Report => true,
        Act::AnnounceBuild => said["isNew"] == true,
        _ => false,
    };
    Ok(Reply::of(&said)?.created(is_created))
}

/// How often a key may be used in a minute: on all nodes together with Redis, on each without.
pub(crate) const CALLS: NonZeroU32 = match NonZeroU32::new(120) {
    Some(calls) => calls,
    None => NonZeroU32::MIN,
};

/// The minute.
pub(crate) const WINDOW: Duration = Duration::from_secs(60);
