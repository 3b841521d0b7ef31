//! `/widget/v1`: what pages of the product under test ask for, beside the mount.
//!
//! A page names its key, and its browser names the origin. Neither proves an account: a token
//! does, which is accepted only here. Sessions are not taken here. Requests are simple ones in the
//! sense of CORS, so there are no preflights, and no cookie is read or set.

mod picture;
mod script;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, CONTENT_LENGTH, HeaderValue,
    ORIGIN, VARY,
};
use axum::http::{HeaderMap, Request, Response};
use bytes::Bytes;
use feedback::widget::{AdmittedPage, admit_page, holder};
use parse_engine::{Cx, Effect, Repeats, RequestId, function};
use parse_http::admission::Admission;
use parse_http::body;
use parse_http::deadline::Deadline;
use parse_http::metrics::measured;
use parse_http::parameter::query_from;
use parse_http::rate::KeyLimit;
use parse_http::reply::{HttpError, Problem, Reply};
use parse_http::request_log::RequestRecord;
use parse_http::side_route::{SideRequest, SideRoute, charge};
use parse_http::state::HttpState;
use parse_identity::{Caller, RequestInfo, SessionUser};
use parse_model::wire::text::JsonLimits;
use parse_model::{Code, Json, JsonMap, Refusal};
use telemetry::task;

pub(crate) use script::StoredScripts;

/// Where it begins.
const BELOW: &str = "/widget/v1";

/// The longest body that is read, apart from the picture of a report.
const BODY_BYTES: usize = 1 << 17;

/// For how long a report is remembered by its id.
const REMEMBERED_SECONDS: i64 = 86_400;

/// The longest id of a report or an installation.
const LONGEST_ID: usize = 128;

/// How often an address may ask in a minute.
pub(crate) const CALLS: NonZeroU32 = match NonZeroU32::new(60) {
    Some(calls) => calls,
    None => NonZeroU32::MIN,
};

/// The minute.
pub(crate) const WINDOW: Duration = Duration::from_secs(60);

/// Reports without an account that an address may send in each of these windows.
pub(crate) const UNSIGNED: [(NonZeroU32, Duration); 2] = [
    (NonZeroU32::MIN.saturating_add(2), Duration::from_hours(1)),
    (NonZeroU32::MIN.saturating_add(9), Duration::from_hours(24)),
];

/// What a page can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Config,
    Challenge,
    Session,
    SessionEnd,
    Explain,
    Report,
    ReportUnsigned,
    Claim,
}

/// The table of it: method, path, act.
const OPERATIONS: [(&str, &str, Act); 7] = [
    ("GET", "/config", Act::Config),
    ("POST", "/challenge", Act::Challenge),
    ("POST", "/session", Act::Session),
    ("POST", "/session/end", Act::SessionEnd),
    ("POST", "/explain", Act::Explain),
    ("POST", "/reports", Act::Report),
    ("POST", "/claims", Act::Claim),
];

impl Act {
    /// The function behind it.
    fn function(self) -> &'static str {
        match self {
            Act::Config => "widgetConfig",
            Act::Challenge => "walletChallenge",
            Act::Session => "widgetSession",
            Act::SessionEnd => "widgetSessionEnd",
            Act::Explain => "widgetExplain",
            Act::Report => "widgetReport",
            Act::ReportUnsigned => "widgetReportUnsigned",
            Act::Claim => "widgetClaim",
        }
    }

    /// Whether it is done in the name of a tester.
    fn needs_token(self) -> bool {
        matches!(self, Act::Explain | Act::Report | Act::Claim)
    }

    /// A report with a claim in place of a token is one without an account.
    fn of_body(self, sent: &JsonMap) -> Act {
        let is_unsigned = sent.contains_key("claim") && !sent.contains_key("token");
        if self == Act::Report && is_unsigned { Act::ReportUnsigned } else { self }
    }

    /// The longest body that is read.
    fn body_bytes(self) -> usize {
        BODY_BYTES + if self == Act::Report { picture::BASE64_BYTES } else { 0 }
    }

    /// Whether it answers that something was created.
    fn creates(self) -> bool {
        matches!(self, Act::Session | Act::Report | Act::ReportUnsigned | Act::Claim)
    }
}

/// Answers pages.
pub(crate) struct WidgetRoutes {
    /// How often addresses ask.
    rates: KeyLimit,
    /// How often they report without an account.
    unsigned: [KeyLimit; 2],
    /// The address of the app.
    app_url: String,
}

impl WidgetRoutes {
    /// Charges calls to these.
    pub(crate) fn new(rates: KeyLimit, unsigned: [KeyLimit; 2], app_url: &str) -> WidgetRoutes {
        WidgetRoutes { rates, unsigned, app_url: app_url.to_owned() }
    }

    /// Charges a report without an account to its address.
    async fn charge_unsigned(&self, act: Act, network: &str) -> Result<(), Problem> {
        for limit in self.unsigned.iter().filter(|_| act == Act::ReportUnsigned) {
            limit.charge(&format!("unsigned {network}")).await.map_err(Problem::TooOften)?;
        }
        Ok(())
    }
}

#[async_trait]
impl SideRoute for WidgetRoutes {
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
        let mut granted = None;
        let answered = Box::pin(self.handle(state, request, record, admission, &mut granted)).await;
        let mut response = match answered {
            Err(Problem::Of(error @ HttpError::Failed { .. })) => return Err(error),
            Err(problem) => problem.into_response(),
            Ok(response) => response,
        };
        grant(response.headers_mut(), granted);
        Ok(response)
    }

    fn refuse(&self, _: &HttpState, problem: HttpError) -> Response<Body> {
        Problem::Of(problem).into_response()
    }
}

/// Lets the page of an admitted origin read the answer, and no other.
fn grant(headers: &mut HeaderMap, origin: Option<HeaderValue>) {
    headers.append(VARY, HeaderValue::from_static("Origin"));
    let Some(origin) = origin else { return };
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("Retry-After"));
}

impl WidgetRoutes {
    async fn handle(
        &self,
        state: &Arc<HttpState>,
        request: SideRequest<'_>,
        record: &mut RequestRecord,
        admission: &mut Admission<'_>,
        granted: &mut Option<HeaderValue>,
    ) -> Result<Response<Body>, Problem> {
        let SideRequest { from, parts, body } = request;
        let act = act(parts.method.as_str(), parts.uri.path())?;
        let mut deadline = Deadline::after(state.settings.http.handler);
        let charged = async {
            admission.enter().await?;
            charge(state, from, parts.method.as_str(), BELOW).await
        };
        deadline.keep(charged).await?;
        let network = outbound::network::of_customer(from).to_string();
        self.rates.charge(&network).await.map_err(Problem::TooOften)?;
        record.function = Some(act.function().to_owned());
        let (mut sent, _room) = match act {
            Act::Config => (query_params(parts.uri.query().unwrap_or_default()), None),
            _ => {
                admission.leave();
                let most = act.body_bytes();
                let room = match announced(&parts.headers).unwrap_or(most).min(most) {
                    length if length > BODY_BYTES => Some(state.bodies.room(from, length)?),
                    _ => None,
                };
                let json = JsonLimits { string_bytes: most, ..state.settings.limits.json };
                let sent = body::read(&parts.headers, body, most, &json, &state.bodies).await?;
                deadline.keep(admission.enter()).await?;
                (sent, room)
            }
        };
        let act = act.of_body(&sent);
        record.function = Some(act.function().to_owned());
        let origin = parts.headers.get(ORIGIN);
        let cx = state.engine.cx(Caller::master());
        let key = take(&mut sent, "key").unwrap_or_default();
        let page = admit_page(&cx, &key, origin.and_then(|text| text.to_str().ok()), &self.app_url);
        let page = deadline.keep(async { page.await.map_err(HttpError::from) }).await?;
        *granted = origin.cloned();
        let installation = take(&mut sent, "installation").filter(|id| id.len() <= LONGEST_ID);
        let request_id = take(&mut sent, "requestId");
        let user = match act.needs_token() {
            true => Some(deadline.keep(tester(&cx, &page, &mut sent)).await?),
            false => None,
        };
        record.user.clone_from(&user);
        let id = report_id(act, request_id, user.as_deref(), &sent)?;
        self.charge_unsigned(act, &network).await?;
        let picture = picture_of(act, &mut sent)?;
        if act == Act::Challenge {
            sent.insert("family".to_owned(), "evm".into());
        }
        let caller = caller(page, installation, user, from);
        let work = async { run_operation(state, caller, id, act, Sent { sent, picture }).await };
        Ok(deadline.keep(work).await?.into_response(String::new))
    }
}

fn act(method: &str, path: &str) -> Result<Act, Problem> {
    let path = path.strip_prefix(BELOW).unwrap_or_default();
    let there = OPERATIONS.iter().find(|(_, known, _)| *known == path).ok_or(Problem::Nothing)?;
    match there.0 == method {
        true => Ok(there.2),
        false => Err(Problem::Method(there.0.to_owned())),
    }
}

/// The parameters of an operation, and the picture of a report.
#[derive(Clone)]
struct Sent {
    sent: JsonMap,
    picture: Option<Bytes>,
}

fn announced(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn take(sent: &mut JsonMap, name: &str) -> Option<String> {
    match sent.remove(name) {
        Some(Json::String(text)) => Some(text),
        _ => None,
    }
}

fn query_params(query: &str) -> JsonMap {
    let all = query_from(query).into_iter();
    all.filter(|(name, _)| name == "key").map(|(name, value)| (name, value.into())).collect()
}

/// The picture of a report, taken out of what was sent. The rest is as long as other bodies are. A
/// report without an account has none.
fn picture_of(act: Act, sent: &mut JsonMap) -> Result<Option<Bytes>, HttpError> {
    let picture = picture::take(sent).filter(|_| act == Act::Report);
    let is_report = matches!(act, Act::Report | Act::ReportUnsigned);
    if is_report && Json::Object(sent.clone()).to_string().len() > BODY_BYTES {
        return Err(HttpError::TooLarge);
    }
    Ok(picture)
}

/// Whose token was sent.
async fn tester(cx: &Cx, page: &AdmittedPage, sent: &mut JsonMap) -> Result<String, HttpError> {
    let token = take(sent, "token").unwrap_or_default();
    holder(cx, page, &token).await?.ok_or_else(|| {
        let text = "WIDGET_TOKEN: Sign in again.";
        HttpError::Refused(Refusal::new(Code::INVALID_SESSION_TOKEN, text).with_key("WIDGET_TOKEN"))
    })
}

/// A caller at a page, with a user after sign-in. Without one, everything that needs one is refused.
fn caller(
    page: AdmittedPage,
    installation_id: Option<String>,
    user: Option<String>,
    from: IpAddr,
) -> Caller {
    let user = user.map(|id| SessionUser {
        id,
        session_id: String::new(),
        session_token: String::new(),
        ends_by: None,
        signed_in_at: None,
    });
    Caller {
        user,
        installation_id,
        request: RequestInfo { ip: Some(from), ..RequestInfo::default() },
        audience: Some(page.audience),
        ..Caller::unauthenticated()
    }
}

/// The id under which a report is done once.
fn report_id(
    act: Act,
    id: Option<String>,
    user: Option<&str>,
    sent: &JsonMap,
) -> Result<Option<RequestId>, Problem> {
    let (Act::Report, Some(user)) = (act, user) else { return Ok(None) };
    let id = id.filter(|id| !id.is_empty() && id.len() <= LONGEST_ID).ok_or_else(|| {
        HttpError::Malformed("A report needs a requestId of 1 to 128 bytes.".to_owned())
    })?;
    Ok(Some(RequestId {
        id,
        route: format!("widget {user} reports"),
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
    sent: Sent,
) -> Result<Reply, HttpError> {
    let state = Arc::clone(state);
    let work = task::unstoppable("request", async move {
        let _begun = state.in_flight.begin();
        let effect = if act == Act::Config { Effect::Reads } else { Effect::OwnTransactions };
        let work = |cx: Cx| {
            let sent = sent.clone();
            let state = &state;
            async move {
                let called = call_function(&cx, state, act, sent);
                measured(state.metrics.as_deref(), act.function(), called).await
            }
        };
        Box::pin(state.engine.execute(caller, id, effect, work)).await
    });
    work.await
}

async fn call_function(
    cx: &Cx,
    state: &HttpState,
    act: Act,
    Sent { mut sent, picture }: Sent,
) -> Result<Reply, HttpError> {
    if let Some(picture) = picture {
        picture::store(cx, state, &picture, &mut sent).await?;
    }
    let said = function::call(cx, act.function(), sent).await?.unwrap_or_default();
    Ok(Reply::of(&said)?.created(act.creates()))
}
