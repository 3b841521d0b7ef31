//! One request from its first byte to its answer, in the order the protocol prescribes.
//!
//! The order can be seen from outside: a body that is no JSON is refused before a missing key, a
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
use parse_engine::{Caller, Cx, Error, Key, RequestCredentials, RequestInfo};
use parse_model::{Code, Json, JsonMap, Refusal};

use crate::admission::Admission;
use crate::app::App;
use crate::caught::caught;
use crate::config::Config;
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
use crate::telemetry::{CurrentRequest, RequestId, in_request, unit_of_work};
use crate::web::Site;
use crate::{
    api, body, files, live, network, pages, response_header, service_hooks, task, unsubscribe, web,
};

/// Answers one request. Never fails and never panics.
pub async fn handle_request(
    app: &Arc<App>,
    peer: IpAddr,
    request: HttpRequest<Body>,
) -> Response<Body> {
    let from = address_of(app, peer, &request);
    let granted = app.cors.granted(request.headers().get(ORIGIN));
    let mut admission = match Admission::of(app, from, &request) {
        Ok(admission) => admission,
        Err(why) => {
            let mut response = reply::unserved(why);
            app.cors.put_on(&mut response, granted, false);
            return response;
        }
    };
    if live::is_upgrade(app, &request) {
        return match admission.enter().await {
            Ok(()) => live::upgrade(app, from, request),
            Err(_) => reply::unserved(Unserved::Busy),
        };
    }
    if let Some(beside) = Beside::of(app, &request) {
        let record = begun(app, peer, request.headers());
        return beside_answer(app, from, request, beside, record, &mut admission).await;
    }
    if let Some(site) = web::concerned(app, &request) {
        return match admission.enter().await {
            Ok(()) => app_answer(app, site, from, &request.into_parts().0).await,
            Err(_) => reply::unserved(Unserved::Busy),
        };
    }
    let is_preflight = request.method() == Method::OPTIONS;
    let mut record = begun(app, peer, request.headers());
    let mut response = if is_preflight {
        reply::preflight()
    } else {
        respond(app, from, request, &mut record, &mut admission).await
    };
    reply::name_request(&mut response, record.id.to_string());
    response_header::put_on(&mut response);
    app.cors.put_on(&mut response, granted, is_preflight);
    response
}

/// A request that begins, traced where that is wanted. A trusted proxy may say of which trace it is,
/// and what it calls it.
fn begun(app: &App, peer: IpAddr, headers: &HeaderMap) -> RequestRecord {
    let believed = app.config.trusted_proxies.contain(peer).then_some(headers);
    let trace = app.tracing.as_ref().and_then(|tracing| tracing.begin(believed));
    let given = believed.and_then(|headers| headers.get("x-request-id")?.to_str().ok());
    let id = given.and_then(RequestId::given).unwrap_or_else(|| app.next_request());
    RequestRecord::new(CurrentRequest::new(id, trace), app.metrics.clone())
}

/// What is answered beside the mount, because its address must not change with it. No origin is
/// granted anything: no page calls there.
#[derive(Debug, Clone, Copy)]
enum Beside {
    /// Services outside send something.
    ServiceHooks,
    /// Somebody stops mails by a link.
    Unsubscribe,
    /// A program with a key asks for something.
    Api,
}

impl Beside {
    fn of(app: &App, request: &HttpRequest<Body>) -> Option<Beside> {
        if service_hooks::is_concerned(request) {
            Some(Beside::ServiceHooks)
        } else if unsubscribe::is_concerned(app, request) {
            Some(Beside::Unsubscribe)
        } else {
            api::is_concerned(app, request).then_some(Beside::Api)
        }
    }
}

async fn beside_answer(
    app: &Arc<App>,
    from: IpAddr,
    request: HttpRequest<Body>,
    beside: Beside,
    mut record: RequestRecord,
    admission: &mut Admission<'_>,
) -> Response<Body> {
    record.from = Some(from);
    let mut response = match beside {
        Beside::ServiceHooks => {
            service_hooks::answer(app, from, request, &mut record, admission).await
        }
        Beside::Unsubscribe => {
            unsubscribe::answer(app, from, request, &mut record, admission).await
        }
        Beside::Api => api::answer(app, from, request, &mut record, admission).await,
    };
    reply::name_request(&mut response, record.id.to_string());
    response_header::put_on(&mut response);
    response
}

/// Answers a request for the web app. No other origin is granted anything, so that what is said to
/// one browser can be kept for all.
async fn app_answer(app: &App, site: &Site, from: IpAddr, parts: &Parts) -> Response<Body> {
    let mut record =
        RequestRecord::new(CurrentRequest::new(app.next_request(), None), app.metrics.clone());
    record.from = Some(from);
    let (served, mut response) = web::answer(app, site, parts.uri.path(), &parts.headers).await;
    record.log_app(&parts.method, served, &response);
    reply::name_request(&mut response, record.id.to_string());
    response_header::put_on(&mut response);
    response
}

async fn respond(
    app: &Arc<App>,
    from: IpAddr,
    request: HttpRequest<Body>,
    record: &mut RequestRecord,
    admission: &mut Admission<'_>,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    record.from = Some(from);
    let current = record.current.clone();
    let work = Box::pin(route_request(app, from, &parts, body, record, admission));
    let outcome = caught(in_request(&current, work)).await;
    let path = router::below_mount(parts.uri.path(), &app.config.mount_path).unwrap_or("(outside)");
    let mut response = match outcome {
        Ok(response) => response,
        Err(problem) => {
            app.note(&problem, &Named { record, parts: &parts, path });
            record.refused(&problem);
            problem.into_response(app.config.is_sanitized)
        }
    };
    if app.config.watch.server_timing
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
    app: &Arc<App>,
    from: IpAddr,
    parts: &Parts,
    body: Body,
    record: &mut RequestRecord,
    admission: &mut Admission<'_>,
) -> Result<Response<Body>, HttpError> {
    let (config, headers) = (&app.config, &parts.headers);
    let path = router::below_mount(parts.uri.path(), &config.mount_path)
        .ok_or_else(|| no_route(parts.method.as_str(), parts))?;
    let mut credentials = Credentials::from_headers(headers);
    let mut key_check = KeyCheck::default();
    let mut key = key_check.of(app, &credentials, from)?;
    record.key = key;
    if is_watching(&parts.method, path) {
        config.allow_list.check(parts.method.as_str(), path, key)?;
        return Ok(watched(app, path).await);
    }
    let query = parts.uri.query().unwrap_or_default();
    if let Some(route) = files::route(&parts.method, path) {
        let (method, body_fields) = (parts.method.as_str(), &JsonMap::new());
        let call = Call { method, is_in_batch: false, path, from, key, body: body_fields, query };
        app.rates.charge(&call, credentials.session_token.as_deref())?;
        config.allow_list.check(method, path, key)?;
        let asked = files::FileRequest { from, parts, path, credentials, key, key_check };
        return Box::pin(files::answer(app, asked, route, body, admission)).await;
    }
    if let Some(page) = pages::route(&parts.method, path) {
        return Box::pin(pages::answer(app, page, from, parts, body, admission)).await;
    }
    let limits = &config.limits;
    let most = if router::is_batch(path) { limits.batch_bytes } else { limits.body_bytes };
    // A form is read once it is known who sends it, and only where it can be of use.
    let (mut body, charged, form) = if Form::is_in(headers) {
        (JsonMap::new(), Charged::default(), Some(Form::new(headers, body)))
    } else {
        let (method, nothing) = (parts.method.as_str(), &JsonMap::new());
        let head = Call { method, is_in_batch: false, path, from, key, body: nothing, query };
        let reading = body::read(headers, body, most, &limits.json, &app.bodies);
        let (body, charged) = read_charged(app, &head, &credentials, admission, reading).await?;
        (body, charged, None)
    };
    let method = method_of(&parts.method, &mut body);
    credentials.complete(headers, &mut body, &config.keys)?;
    if matches!(key, Key::None) {
        key = key_check.of(app, &credentials, from)?;
    }
    if matches!(key, Key::None) && !credentials.may_enter(&config.keys) {
        return Err(HttpError::Unauthorized);
    }
    record.key = key;
    record.asks_for(&method);
    let route = router::route(&method, path);
    let call = Call { method: &method, is_in_batch: false, path, from, key, body: &body, query };
    let session = credentials.session_token.as_deref();
    if charged.address {
        app.rates.charge_rest(&call, session)?;
    } else {
        app.rates.charge(&call, session)?;
    }
    let mut deadline = Deadline::after(config.http.handler);
    let authenticated = async {
        admission.enter().await?;
        app.rates.charge_together(&call, credentials.session_token.as_deref()).await?;
        config.allow_list.check(&method, path, key)?;
        authenticate(app, credentials, key, route.as_ref(), from, headers).await
    };
    let caller = deadline.keep(authenticated).await?;
    record.user = caller.user_id().map(str::to_owned);
    match caller.user_id() {
        Some(id) if charged.user.as_deref() == Some(id) => app.rates.charge_user_rest(&call, id)?,
        id => app.rates.charge_user(&call, id)?,
    }
    let route = route.ok_or_else(|| no_route(&method, parts))?;
    record.function = own_function(app, &route);
    if let (Some(form), Route::Call(_)) = (form, &route) {
        admission.leave();
        body = app.bodies.wait(form.read(config.max_body_bytes)).await??;
    }
    let request = Request { query: query_from(query), body };
    let work = async {
        admission.enter().await?;
        execute(app, caller, route, request, &method, parts).await
    };
    Ok(deadline.keep(work).await?.into_response(|| mount_url(app, headers)))
}

/// Who was charged before a body came.
#[derive(Debug, Default)]
struct Charged {
    address: bool,
    user: Option<String>,
}

/// Reads a body. If it has to be waited for, its address is charged before, and its user too if the
/// headers name a session; in a body a session comes too late for that.
async fn read_charged(
    app: &App,
    head: &Call<'_>,
    credentials: &Credentials<'_>,
    admission: &mut Admission<'_>,
    reading: impl Future<Output = Result<JsonMap, HttpError>>,
) -> Result<(JsonMap, Charged), HttpError> {
    let mut reading = pin!(reading);
    if let Some(read) = reading.as_mut().now_or_never() {
        return Ok((read?, Charged::default()));
    }
    app.rates.charge_address(head)?;
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
                Ok::<_, HttpError>(app.engine.caller(named).await?.user_id().map(str::to_owned))
            };
            // A session that does not count is refused once the body is there, as always.
            let looked = Deadline::after(app.config.http.handler).keep(looked).await;
            admission.leave();
            looked.ok().flatten()
        }
        _ => None,
    };
    if let Some(user) = &user {
        app.rates.charge_user_early(head, user)?;
    }
    Ok((reading.await?, Charged { address: true, user }))
}

/// Whether somebody asks how the server is. A request that asks to be sent back does not.
fn is_watching(method: &Method, path: &str) -> bool {
    (router::is_health(path) || router::is_ready(path)) && method != Method::TRACE
}

/// How the server is.
async fn watched(app: &App, path: &str) -> Response<Body> {
    if router::is_ready(path) {
        return reply::ready(Box::pin(app.readiness()).await);
    }
    reply::health()
}

/// The function that is called, if it is one of the program's own.
fn own_function(app: &App, route: &Route) -> Option<String> {
    let Route::Call(name) = route else { return None };
    app.engine.extension().function(name).is_some().then(|| name.clone())
}

/// Who sends a request, whatever it asks for.
pub(crate) async fn authenticate(
    app: &App,
    credentials: Credentials<'_>,
    key: Key,
    route: Option<&Route>,
    from: IpAddr,
    headers: &HeaderMap,
) -> Result<Caller, HttpError> {
    let mut credentials = request_credentials(&app.config, credentials, key, route, from)?;
    if app.engine.has_cloud_code() {
        credentials.request.headers = headers_as_json(headers);
    }
    caller(app, credentials, route).await
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

fn address_of(app: &App, peer: IpAddr, request: &HttpRequest<Body>) -> IpAddr {
    let address = network::caller_address(peer, request.headers(), &app.config.trusted_proxies);
    if address == network::UNKNOWN {
        // Proxies ask in their own name whether the server is there.
        let below = router::below_mount(request.uri().path(), &app.config.mount_path);
        if !below.is_some_and(|path| is_watching(request.method(), path)) {
            app.warn_of_unknown_caller(peer);
        }
    }
    address
}

fn request_credentials(
    config: &Config,
    mut credentials: Credentials<'_>,
    key: Key,
    route: Option<&Route>,
    from: IpAddr,
) -> Result<RequestCredentials, Refusal> {
    let context = credentials.take_context(&config.limits)?;
    config.limits.denylist.check(&context)?;
    let session_token = match route {
        // A session that has ended must not keep anybody from signing in again.
        Some(Route::LogIn) => None,
        _ => credentials.session_token.map(Cow::into_owned),
    };
    Ok(RequestCredentials {
        key,
        session_token,
        installation_id: credentials.installation_id.map(Cow::into_owned),
        context,
        request: RequestInfo { ip: Some(from), ..RequestInfo::default() },
    })
}

/// The headers, without those that carry secrets.
fn headers_as_json(headers: &HeaderMap) -> JsonMap {
    headers
        .iter()
        .filter(|(name, _)| !carries_secret(name.as_str()))
        .map(|(name, value)| {
            let text = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.as_str().to_owned(), Json::String(text))
        })
        .collect()
}

fn carries_secret(header: &str) -> bool {
    matches!(header, "authorization" | "cookie" | "proxy-authorization" | "x-parse-session-token")
        || (header.starts_with("x-parse-") && header.ends_with("-key"))
}

async fn caller(
    app: &App,
    credentials: RequestCredentials,
    route: Option<&Route>,
) -> Result<Caller, HttpError> {
    let is_legacy =
        credentials.session_token.as_ref().is_some_and(|token| !token.starts_with("r:"));
    match app.engine.caller(credentials).await {
        Err(Error::Refused(refusal)) if refusal.code == Code::INVALID_SESSION_TOKEN => {
            let text = match route {
                Some(Route::CurrentSession) => "Session token not found.",
                Some(Route::UpgradeSession) if is_legacy => "invalid legacy session token",
                _ => return Err(refusal.into()),
            };
            Err(Refusal::new(Code::INVALID_SESSION_TOKEN, text).into())
        }
        other => Ok(other?),
    }
}

/// Does the work. A write that has begun is finished even if the caller hangs up; a read is not.
async fn execute(
    app: &Arc<App>,
    caller: Caller,
    route: Route,
    request: Request,
    method: &str,
    parts: &Parts,
) -> Result<Reply, HttpError> {
    if only_reads(app, &route) {
        let cx = app.engine.cx(caller);
        return routes::dispatch(app, &cx, route, request).await;
    }
    let path = parts.uri.path();
    let below = router::below_mount(path, &app.config.mount_path).unwrap_or(path);
    let id = request_id(app, &parts.headers, (method, below), &route, &request)?;
    let (app, path) = (app.clone(), path.to_owned());
    let is_way_in = route.is_way_in();
    let work = task::unstoppable("request", async move {
        let _begun = app.in_flight.begin();
        let unit = async {
            if route == Route::Batch {
                return Box::pin(batch::run(&app, caller, request, &path)).await;
            }
            if id.is_none() {
                let cx = app.engine.cx(caller);
                return routes::dispatch(&app, &cx, route, request).await;
            }
            let (app, effect) = (&app, effect(&app, &route));
            let work = |cx: Cx| {
                let (route, request) = (route.clone(), request.clone());
                async move { routes::dispatch(app, &cx, route, request).await }
            };
            Box::pin(app.engine.execute(caller, id, effect, work)).await
        };
        unit_of_work(unit).await
    });
    if is_way_in { parse_store::in_reserve(work).await } else { work.await }
}

fn no_route(method: &str, parts: &Parts) -> HttpError {
    HttpError::NoRoute(format!("{method} {}", parts.uri.path()))
}

/// The address of the mount as the caller sees it.
fn mount_url(app: &App, headers: &HeaderMap) -> String {
    let config = &app.config;
    match (&config.public_server_url, headers.get(HOST).and_then(|host| host.to_str().ok())) {
        (Some(url), _) => url.clone(),
        (None, Some(host)) => format!("http://{host}{}", config.mount_path),
        (None, None) => config.server_url.clone(),
    }
}
