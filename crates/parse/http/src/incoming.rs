//! One request from its first byte to its answer, in the order the protocol prescribes.
//!
//! The order can be seen from outside: a body that is not JSON is refused before a missing key, a
//! missing key before a bad session, a bad session before an unknown path.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Request as HttpRequest, Response};
use futures_util::FutureExt;
use outbound::network;
use parse_engine::Cx;
use parse_identity::{Caller, Key, RequestCredentials, RequestInfo};
use parse_model::{Json, JsonMap};
use telemetry::task;
use telemetry::{CurrentRequest, RequestId, in_request, unit_of_work};

use crate::admission::Admission;
use crate::authenticate::authenticate;
use crate::caught::caught;
use crate::credential::Credentials;
use crate::deadline::Deadline;
use crate::form::Form;
use crate::key_check::KeyCheck;
use crate::parameter::{Request, query_from};
use crate::rate::Call;
use crate::reply::{self, HttpError, Reply, Unserved};
use crate::request_id::{effect, only_reads, request_id};
use crate::request_log::{RequestRecord, template};
use crate::router::{self, Route};
use crate::routes::{self, batch};
use crate::service_hooks::ServiceHooks;
use crate::side_route::{SideRequest, SideRoute};
use crate::state::HttpState;
use crate::web::Site;
use crate::{body, files, live, pages, response_header, web};

/// Answers requests: those of the protocol, and those beside it.
#[derive(Clone)]
pub struct HttpService {
    /// What every request needs.
    pub state: Arc<HttpState>,
    side_routes: Vec<Arc<dyn SideRoute>>,
}

impl HttpService {
    /// Answers the protocol, the web app and what services outside send.
    pub fn new(state: Arc<HttpState>) -> HttpService {
        HttpService { state, side_routes: vec![Arc::new(ServiceHooks)] }
    }

    /// Answers these addresses beside the mount too.
    #[must_use]
    pub fn with_side_route(mut self, route: impl SideRoute + 'static) -> HttpService {
        self.side_routes.push(Arc::new(route));
        self
    }

    fn side_route(&self, request: &HttpRequest<Body>) -> Option<&dyn SideRoute> {
        self.side_routes.iter().map(|route| &**route).find(|route| route.is_for(request))
    }

    /// Answers one request. Never fails and never panics.
    pub async fn answer(&self, peer: IpAddr, request: HttpRequest<Body>) -> Response<Body> {
        let state = &self.state;
        let from = address_of(state, peer, &request);
        let granted = state.cors.granted(request.headers().get(ORIGIN));
        let mut admission = match Admission::of(state, from, &request) {
            Ok(admission) => admission,
            Err(why) => {
                let mut response = reply::unserved(why);
                state.cors.put_on(&mut response, granted, false);
                return response;
            }
        };
        if live::is_upgrade(state, &request) {
            return match admission.enter().await {
                Ok(()) => live::upgrade(state, from, request),
                Err(_) => reply::unserved(Unserved::Busy),
            };
        }
        if let Some(route) = self.side_route(&request) {
            let record = begun(state, peer, request.headers());
            return answer_beside(route, state, from, request, record, &mut admission).await;
        }
        if let Some(site) =
            web::concerned(state.site.as_ref(), &state.settings.mount_path, &request)
        {
            return match admission.enter().await {
                Ok(()) => app_answer(state, site, from, &request.into_parts().0).await,
                Err(_) => reply::unserved(Unserved::Busy),
            };
        }
        let is_preflight = request.method() == Method::OPTIONS;
        let mut record = begun(state, peer, request.headers());
        let mut response = if is_preflight {
            reply::preflight()
        } else {
            respond(state, from, request, &mut record, &mut admission).await
        };
        reply::name_request(&mut response, record.id.to_string());
        response_header::put_on(&mut response);
        state.cors.put_on(&mut response, granted, is_preflight);
        response
    }
}

/// A request that begins, traced where that is wanted. A trusted proxy may say of which trace it is,
/// and what it calls it.
fn begun(state: &HttpState, peer: IpAddr, headers: &HeaderMap) -> RequestRecord {
    let believed = state.settings.trusted_proxies.contain(peer).then_some(headers);
    let trace = state.tracing.as_ref().and_then(|tracing| tracing.begin(believed));
    let given = believed.and_then(|headers| headers.get("x-request-id")?.to_str().ok());
    let id = given.and_then(RequestId::given).unwrap_or_else(|| state.next_request());
    RequestRecord::new(CurrentRequest::new(id, trace), state.metrics.clone())
}

/// Answers what is beside the mount. No origin is granted anything: no page calls there.
async fn answer_beside(
    route: &dyn SideRoute,
    state: &Arc<HttpState>,
    from: IpAddr,
    request: HttpRequest<Body>,
    mut record: RequestRecord,
    admission: &mut Admission<'_>,
) -> Response<Body> {
    record.from = Some(from);
    let (parts, body) = request.into_parts();
    let path = route.logged_path(parts.uri.path());
    let current = record.current.clone();
    let asked = SideRequest { from, parts: &parts, body };
    let work = route.answer(state, asked, &mut record, admission);
    let mut response = match caught(in_request(&current, work)).await {
        Ok(response) => response,
        Err(problem) => {
            state.note(&problem, &Named { record: &record, parts: &parts, path });
            record.refused(&problem);
            route.refuse(state, problem)
        }
    };
    record.log(&parts, path, &response);
    reply::name_request(&mut response, record.id.to_string());
    response_header::put_on(&mut response);
    response
}

/// Answers a request for the web app. No other origin is granted anything, so that what is said to
/// one browser can be kept for all.
async fn app_answer(state: &HttpState, site: &Site, from: IpAddr, parts: &Parts) -> Response<Body> {
    let mut record =
        RequestRecord::new(CurrentRequest::new(state.next_request(), None), state.metrics.clone());
    record.from = Some(from);
    let (served, mut response) =
        web::answer(&state.engine, site, parts.uri.path(), &parts.headers).await;
    record.log_app(&parts.method, served, &response);
    reply::name_request(&mut response, record.id.to_string());
    response_header::put_on(&mut response);
    response
}

async fn respond(
    state: &Arc<HttpState>,
    from: IpAddr,
    request: HttpRequest<Body>,
    record: &mut RequestRecord,
    admission: &mut Admission<'_>,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    record.from = Some(from);
    let current = record.current.clone();
    let work = Box::pin(route_request(state, from, &parts, body, record, admission));
    let outcome = caught(in_request(&current, work)).await;
    let path =
        router::below_mount(parts.uri.path(), &state.settings.mount_path).unwrap_or("(outside)");
    let mut response = match outcome {
        Ok(response) => response,
        Err(problem) => {
            state.note(&problem, &Named { record, parts: &parts, path });
            record.refused(&problem);
            problem.into_response(state.settings.is_sanitized)
        }
    };
    if state.settings.server_timing
        && let Some(times) = record.times(path)
    {
        reply::tell_times(&mut response, times);
    }
    record.log(&parts, path, &response);
    response
}

/// A request as the log names it. Its address is left out: it may hold passwords and tokens.
struct Named<'a> {
    record: &'a RequestRecord,
    parts: &'a Parts,
    path: &'a str,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.record.id, self.parts.method, template(self.path))
    }
}

#[expect(
    clippy::too_many_lines,
    reason = "the order in which a request is charged, read and admitted is read in one place"
)]
async fn route_request(
    state: &Arc<HttpState>,
    from: IpAddr,
    parts: &Parts,
    body: Body,
    record: &mut RequestRecord,
    admission: &mut Admission<'_>,
) -> Result<Response<Body>, HttpError> {
    let (config, headers) = (&state.settings, &parts.headers);
    let path = router::below_mount(parts.uri.path(), &config.mount_path)
        .ok_or_else(|| no_route(parts.method.as_str(), parts))?;
    let mut credentials = Credentials::from_headers(headers);
    let mut key_check = KeyCheck::default();
    let mut key = key_check.of(state, &credentials, from)?;
    record.key = key;
    if router::is_probe(&parts.method, path) {
        config.allow_list.check(parts.method.as_str(), path, key)?;
        return Ok(watched(state, path).await);
    }
    let query = parts.uri.query().unwrap_or_default();
    if let Some(route) = files::route(&parts.method, path) {
        let (method, body_fields) = (parts.method.as_str(), &JsonMap::new());
        let call = Call { method, is_in_batch: false, path, from, key, body: body_fields, query };
        state.rates.charge(&call, credentials.session_token.as_deref())?;
        config.allow_list.check(method, path, key)?;
        let asked = files::FileRequest { from, parts, path, credentials, key, key_check };
        return Box::pin(files::answer(state, asked, route, body, admission)).await;
    }
    if let Some(page) = pages::route(&parts.method, path) {
        return Box::pin(pages::answer(state, page, from, parts, body, admission)).await;
    }
    let limits = &config.limits;
    let most = if router::is_batch(path) { limits.batch_bytes } else { limits.body_bytes };
    let (method, nothing) = (parts.method.as_str(), &JsonMap::new());
    let head = Call { method, is_in_batch: false, path, from, key, body: nothing, query };
    state.rates.charge_address(&head)?;
    // A form is read once it is known who sends it, and only where it can be of use.
    let (mut body, charged, form) = if Form::is_in(headers) {
        (JsonMap::new(), None, Some(Form::new(headers, body)))
    } else {
        let reading = body::read(headers, body, most, &limits.json, &state.bodies);
        let (body, charged) = read_charged(state, &head, &credentials, admission, reading).await?;
        (body, charged, None)
    };
    let method = method_of(&parts.method, &mut body);
    credentials.complete(headers, &mut body, &config.keys)?;
    if matches!(key, Key::None) {
        key = key_check.of(state, &credentials, from)?;
    }
    if matches!(key, Key::None) && !credentials.may_enter(&config.keys) {
        return Err(HttpError::Unauthorized);
    }
    record.key = key;
    record.asks_for(&method);
    let route = router::route(&method, path);
    let call = Call { method: &method, is_in_batch: false, path, from, key, body: &body, query };
    let session = credentials.session_token.as_deref();
    state.rates.charge_rest(&call, session)?;
    let mut deadline = Deadline::after(config.http.handler);
    let authenticated = async {
        admission.enter().await?;
        state.rates.charge_together(&call, credentials.session_token.as_deref()).await?;
        config.allow_list.check(&method, path, key)?;
        authenticate(state, credentials, key, route.as_ref(), from, headers).await
    };
    let caller = deadline.keep(authenticated).await?;
    record.user = caller.user_id().map(str::to_owned);
    match caller.user_id() {
        Some(id) if charged.as_deref() == Some(id) => {
            state.rates.charge_user_rest(&call, id)?;
        }
        id => state.rates.charge_user(&call, id)?,
    }
    let route = route.ok_or_else(|| no_route(&method, parts))?;
    record.function = own_function(state, &route);
    if let (Some(form), Route::Call(_)) = (form, &route) {
        admission.leave();
        body = state.bodies.wait(form.read(limits.body_bytes)).await??;
    }
    let request = Request { query: query_from(query), body };
    let work = async {
        admission.enter().await?;
        execute(state, caller, route, request, &method, parts).await
    };
    Ok(deadline.keep(work).await?.into_response(|| mount_url(state, headers)))
}

/// Reads a body. If it has to be waited for, its user is charged before if the headers name a
/// session; in a body a session comes too late for that. Gives the user who was charged.
async fn read_charged(
    state: &HttpState,
    head: &Call<'_>,
    credentials: &Credentials<'_>,
    admission: &mut Admission<'_>,
    reading: impl Future<Output = Result<JsonMap, HttpError>>,
) -> Result<(JsonMap, Option<String>), HttpError> {
    let mut reading = pin!(reading);
    if let Some(read) = reading.as_mut().now_or_never() {
        return Ok((read?, None));
    }
    let user = match &credentials.session_token {
        Some(token) if credentials.application_id.is_some() => {
            let looked = async {
                admission.enter().await?;
                let session_token = Some(token.clone().into_owned());
                let request = RequestInfo { ip: Some(head.from), ..RequestInfo::default() };
                let named = RequestCredentials {
                    key: head.key,
                    session_token,
                    request,
                    ..RequestCredentials::default()
                };
                Ok::<_, HttpError>(state.engine.caller(named).await?.user_id().map(str::to_owned))
            };
            // A session that does not count is refused once the body is there, as always.
            let looked = Deadline::after(state.settings.http.handler).keep(looked).await;
            admission.leave();
            looked.ok().flatten()
        }
        _ => None,
    };
    if let Some(user) = &user {
        state.rates.charge_user_early(head, user)?;
    }
    Ok((reading.await?, user))
}

/// How the server is.
async fn watched(state: &HttpState, path: &str) -> Response<Body> {
    if router::is_ready(path) {
        return reply::ready(Box::pin(state.readiness()).await);
    }
    reply::health()
}

/// The function that is called, if it is one of the program's own.
fn own_function(state: &HttpState, route: &Route) -> Option<String> {
    let Route::Call(name) = route else { return None };
    state.engine.extension().function(name).is_some().then(|| name.clone())
}

/// The method, or the one that a POST carries in its body. A HEAD asks what a GET would answer; the
/// transport leaves the body out.
fn method_of<'a>(method: &'a Method, body: &mut JsonMap) -> Cow<'a, str> {
    if method == Method::POST
        && let Some(Json::String(real)) = body.shift_remove("_method")
        && !real.is_empty()
    {
        return Cow::Owned(real.to_ascii_uppercase());
    }
    Cow::Borrowed(if method == Method::HEAD { "GET" } else { method.as_str() })
}

fn address_of(state: &HttpState, peer: IpAddr, request: &HttpRequest<Body>) -> IpAddr {
    let address = network::caller_address(peer, request.headers(), &state.settings.trusted_proxies);
    if address == network::UNKNOWN {
        // Proxies ask in their own name whether the server is there.
        let below = router::below_mount(request.uri().path(), &state.settings.mount_path);
        if !below.is_some_and(|path| router::is_probe(request.method(), path)) {
            state.warn_of_unknown_caller(peer);
        }
    }
    address
}

/// Does the work. A write that has begun is finished even if the caller hangs up; a read is not.
async fn execute(
    state: &Arc<HttpState>,
    caller: Caller,
    route: Route,
    request: Request,
    method: &str,
    parts: &Parts,
) -> Result<Reply, HttpError> {
    if only_reads(state, &route) {
        let cx = state.engine.cx(caller);
        return routes::dispatch(state, &cx, route, request).await;
    }
    let path = parts.uri.path();
    let below = router::below_mount(path, &state.settings.mount_path).unwrap_or(path);
    let id = request_id(state, &parts.headers, (method, below), &route, &request)?;
    let (state, path) = (state.clone(), path.to_owned());
    let is_way_in = route.is_way_in();
    let work = task::unstoppable("request", async move {
        let _begun = state.in_flight.begin();
        let unit = async {
            if route == Route::Batch {
                return Box::pin(batch::run(&state, caller, request, &path)).await;
            }
            if id.is_none() {
                let cx = state.engine.cx(caller);
                return routes::dispatch(&state, &cx, route, request).await;
            }
            let (state, effect) = (&state, effect(&state, &route));
            let work = |cx: Cx| {
                let (route, request) = (route.clone(), request.clone());
                async move { routes::dispatch(state, &cx, route, request).await }
            };
            Box::pin(state.engine.execute(caller, id, effect, work)).await
        };
        unit_of_work(unit).await
    });
    if is_way_in { parse_store::in_reserve(work).await } else { work.await }
}

fn no_route(method: &str, parts: &Parts) -> HttpError {
    HttpError::NoRoute(format!("{method} {}", parts.uri.path()))
}

/// The address of the mount as the caller sees it.
fn mount_url(state: &HttpState, headers: &HeaderMap) -> String {
    let config = &state.settings;
    match (&config.public_server_url, headers.get(HOST).and_then(|host| host.to_str().ok())) {
        (Some(url), _) => url.clone(),
        (None, Some(host)) => format!("http://{host}{}", config.mount_path),
        (None, None) => config.server_url.clone(),
    }
}
