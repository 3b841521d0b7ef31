//! The pages that links in mails lead to: confirming an address, setting a new password.
//!
//! They are reached without any key, so what they show is what was sent to them and nothing more,
//! every value escaped. Their addresses and answers are Parse Server's; their looks are ours, or
//! the operator's.

mod account;
mod page_source;
mod parameter;
mod template;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{Method, Response};
use parse_engine::Cx;
use parse_identity::{Key, RequestCredentials, RequestInfo};
use parse_model::{Json, JsonMap};
use percent_encoding::percent_decode_str;
use telemetry::task;

use crate::admission::Admission;
use crate::deadline::Deadline;
use crate::parameter::query_from;
use crate::rate::Call;
use crate::reply::{self, HttpError};
use crate::state::HttpState;
use crate::{body, router};

use parameter::{PageParameters, Parameters};

/// The largest form: a password, a secret, a name.
const FORM_BYTES: usize = 64 * 1024;

/// What pages may load and do.
const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What a user who follows a link asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PageRoute {
    /// To confirm an address.
    VerifyEmail(String),
    /// To be sent another link to confirm it.
    ResendVerification(String),
    /// To be shown the form for a new password, by a link.
    RequestReset(String),
    /// To set a new password.
    ResetPassword(String),
    /// To be shown the form for a new password, by its address.
    ChoosePassword,
    /// A page or a file by its name.
    File(Vec<String>),
}

/// Finds what a path below the mount asks for, if it is one of pages.
pub(crate) fn route(method: &Method, path: &str) -> Option<PageRoute> {
    let rest = path.strip_prefix('/')?;
    let (first, rest) = rest.split_once('/')?;
    if !first.eq_ignore_ascii_case("apps") {
        return None;
    }
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let segments: Vec<String> = rest
        .split('/')
        .map(|segment| percent_decode_str(segment).decode_utf8_lossy().into_owned())
        .collect();
    let page = segments.last()?.to_ascii_lowercase();
    let app_id = || segments[0].clone();
    Some(match (method.as_str(), segments.len(), &*page) {
        ("GET", 2, "verify_email") => PageRoute::VerifyEmail(app_id()),
        ("POST", 2, "resend_verification_email") => PageRoute::ResendVerification(app_id()),
        ("GET", 2, "request_password_reset") => PageRoute::RequestReset(app_id()),
        ("POST", 2, "request_password_reset") => PageRoute::ResetPassword(app_id()),
        ("GET", 1, "choose_password") => PageRoute::ChoosePassword,
        ("GET", ..) => PageRoute::File(segments),
        _ => return None,
    })
}

/// Answers a user who follows a link. What has begun is finished even if they go away.
pub(crate) async fn answer(
    state: &Arc<HttpState>,
    route: PageRoute,
    from: IpAddr,
    parts: &Parts,
    body: Body,
    admission: &mut Admission<'_>,
) -> Result<Response<Body>, HttpError> {
    let form = if parts.method == Method::POST {
        state.rates.charge_address(&call(state, &route, from, parts, &JsonMap::new()))?;
        body::form(&parts.headers, body, FORM_BYTES, &state.bodies).await?
    } else {
        Vec::new()
    };
    let mut deadline = Deadline::after(state.settings.http.handler);
    let charged = async {
        admission.enter().await?;
        charge(state, &route, from, parts, &form).await
    };
    deadline.keep(charged).await?;
    let query = query_from(parts.uri.query().unwrap_or_default());
    let asked = PageParameters::new(query, form, &parts.headers, parts.method == Method::POST);
    let state = Arc::clone(state);
    let work = task::spawn("page", async move {
        let _begun = state.in_flight.begin();
        Box::pin(opened(&state, route, from, &asked)).await
    });
    let done = async {
        match work.await {
            Ok(Some(outcome)) => outcome,
            Ok(None) | Err(_) => Err(HttpError::broken("serving a page", "it panicked")),
        }
    };
    deadline.keep(done).await
}

/// Charges a call to a page like every other; the address of a form was charged before it came.
async fn charge(
    state: &HttpState,
    route: &PageRoute,
    from: IpAddr,
    parts: &Parts,
    form: &[(String, String)],
) -> Result<(), HttpError> {
    // Only fields that the page looks an account up by may name it: another would be a decoy.
    let names_account = |name: &str| match route {
        PageRoute::ResendVerification(_) => matches!(name, "username" | "token"),
        _ => true,
    };
    let body: JsonMap = form
        .iter()
        .filter(|(name, _)| names_account(name))
        .map(|(name, value)| (name.clone(), Json::from(value.as_str())))
        .collect();
    let call = call(state, route, from, parts, &body);
    if parts.method == Method::POST {
        state.rates.charge_rest(&call, None)?;
    } else {
        state.rates.charge(&call, None)?;
    }
    state.rates.charge_together(&call, None).await
}

/// A call to a page. Asking for another link by a page is the same as by the protocol, and counts
/// with it.
fn call<'a>(
    state: &HttpState,
    route: &PageRoute,
    from: IpAddr,
    parts: &'a Parts,
    body: &'a JsonMap,
) -> Call<'a> {
    let path = match route {
        PageRoute::ResendVerification(_) => "/verificationEmailRequest",
        _ => router::below_mount(parts.uri.path(), &state.settings.mount_path).unwrap_or_default(),
    };
    let method = parts.method.as_str();
    Call { method, is_in_batch: false, path, from, key: Key::None, body, query: "" }
}

async fn opened(
    state: &HttpState,
    route: PageRoute,
    from: IpAddr,
    asked: &PageParameters,
) -> Result<Response<Body>, HttpError> {
    let is_ours = |id: &str| id == state.settings.keys.application_id;
    let is_known = match &route {
        PageRoute::VerifyEmail(id)
        | PageRoute::ResendVerification(id)
        | PageRoute::RequestReset(id)
        | PageRoute::ResetPassword(id) => is_ours(id),
        PageRoute::ChoosePassword => asked.query("appId").is_some_and(is_ours),
        PageRoute::File(segments) => {
            let is_known = asked.query("appId").is_some_and(is_ours);
            return file(state, asked, segments, is_known).await;
        }
    };
    if !is_known {
        return Err(HttpError::Unauthorized);
    }
    let request = RequestInfo { ip: Some(from), ..RequestInfo::default() };
    let credentials = RequestCredentials { request, ..RequestCredentials::default() };
    let cx: Cx = state.engine.cx(state.engine.caller(credentials).await?);
    match route {
        PageRoute::VerifyEmail(_) => account::verify_email(state, &cx, asked).await,
        PageRoute::ResendVerification(_) => account::resend_verification(state, &cx, asked).await,
        PageRoute::RequestReset(_) => account::request_reset(state, &cx, asked).await,
        PageRoute::ResetPassword(_) => account::reset_password(state, &cx, asked).await,
        PageRoute::ChoosePassword | PageRoute::File(_) => {
            account::choose_password(state, asked).await
        }
    }
}

/// A page or a file by its name.
async fn file(
    state: &HttpState,
    asked: &PageParameters,
    segments: &[String],
    is_known: bool,
) -> Result<Response<Body>, HttpError> {
    let settings = &state.settings.pages;
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let Some(found) = page_source::find(settings, &segments).await else {
        return Ok(reply::no_page(POLICY));
    };
    let Some(text) = found.page() else {
        return Ok(reply::page_file(found.content, found.kind, POLICY));
    };
    let mut parameters = Parameters::default();
    if is_known {
        parameters = Parameters::of(state).unwrap_or_default();
    }
    parameters.set_some("locale", asked.locale());
    let mut response = reply::html(template::render(text, &parameters), POLICY);
    parameters.put_on(&mut response);
    Ok(response)
}

/// A page that a user is led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PublicPage {
    PasswordReset,
    PasswordResetSuccess,
    PasswordResetLinkInvalid,
    EmailVerificationSuccess,
    EmailVerificationSendFail,
    EmailVerificationSendSuccess,
    EmailVerificationLinkInvalid,
    EmailVerificationLinkExpired,
}

impl PublicPage {
    /// Its name in `pages_custom_urls`, and that of its file.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            PublicPage::PasswordReset => ("passwordReset", "password_reset.html"),
            PublicPage::PasswordResetSuccess => {
                ("passwordResetSuccess", "password_reset_success.html")
            }
            PublicPage::PasswordResetLinkInvalid => {
                ("passwordResetLinkInvalid", "password_reset_link_invalid.html")
            }
            PublicPage::EmailVerificationSuccess => {
                ("emailVerificationSuccess", "email_verification_success.html")
            }
            PublicPage::EmailVerificationSendFail => {
                ("emailVerificationSendFail", "email_verification_send_fail.html")
            }
            PublicPage::EmailVerificationSendSuccess => {
                ("emailVerificationSendSuccess", "email_verification_send_success.html")
            }
            PublicPage::EmailVerificationLinkInvalid => {
                ("emailVerificationLinkInvalid", "email_verification_link_invalid.html")
            }
            PublicPage::EmailVerificationLinkExpired => {
                ("emailVerificationLinkExpired", "email_verification_link_expired.html")
            }
        }
    }
}

/// Whether a page is shown at once or by a redirect to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PasswordResetMethod {
    /// Shown after a GET; redirected to after a POST, so that reloading it posts nothing.
    ByMethod,
    /// Shown.
    Shown,
}

/// Leads a user to a page.
async fn go_to(
    state: &HttpState,
    asked: &PageParameters,
    page: PublicPage,
    own: Parameters,
    way: PasswordResetMethod,
) -> Result<Response<Body>, HttpError> {
    let settings = &state.settings.pages;
    let Some(parameters) = Parameters::of(state) else { return Ok(reply::no_page(POLICY)) };
    let mut parameters = own.and(parameters);
    parameters.set_some("locale", asked.locale());
    let (id, file) = page.names();
    if let Some(address) = settings.custom_urls.get(id) {
        return Ok(redirected(&parameters, address));
    }
    let mut way_to = Vec::with_capacity(2);
    if let Some(folder) = page_source::localized(settings, asked.locale(), file).await {
        way_to.push(folder);
    }
    way_to.push(file.to_owned());
    if way == PasswordResetMethod::ByMethod && asked.is_post {
        let base = state.settings.public_server_url.as_deref().unwrap_or_default();
        let address = format!("{base}/apps/{}", way_to.join("/"));
        return Ok(redirected(&parameters, &address));
    }
    let segments: Vec<&str> = way_to.iter().map(String::as_str).collect();
    let Some(found) = page_source::find(settings, &segments).await else {
        return Ok(reply::no_page(POLICY));
    };
    let text = template::render(found.page().unwrap_or_default(), &parameters);
    let mut response = reply::html(text, POLICY);
    parameters.put_on(&mut response);
    Ok(response)
}

fn redirected(parameters: &Parameters, address: &str) -> Response<Body> {
    let mut response = reply::found_elsewhere(&parameters.added_to(address), POLICY);
    parameters.put_on(&mut response);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(path: &str) -> Option<PageRoute> {
        route(&Method::GET, path)
    }

    #[test]
    fn links_lead_to_their_doors() {
        let state = || "my app".to_owned();
        assert_eq!(get("/apps/my%20app/verify_email"), Some(PageRoute::VerifyEmail(state())));
        assert_eq!(get("/Apps/my%20app/Verify_Email/"), Some(PageRoute::VerifyEmail(state())));
        assert_eq!(
            get("/apps/my%20app/request_password_reset"),
            Some(PageRoute::RequestReset(state()))
        );
        assert_eq!(get("/apps/choose_password"), Some(PageRoute::ChoosePassword));
        let post = |path| route(&Method::POST, path);
        assert_eq!(
            post("/apps/my%20app/request_password_reset"),
            Some(PageRoute::ResetPassword(state()))
        );
        assert_eq!(
            post("/apps/my%20app/resend_verification_email"),
            Some(PageRoute::ResendVerification(state()))
        );
    }

    #[test]
    fn whatever_else_is_fetched_there_is_a_file() {
        let file = |segments: &[&str]| {
            Some(PageRoute::File(segments.iter().map(|segment| (*segment).to_owned()).collect()))
        };
        assert_eq!(get("/apps/account.css"), file(&["account.css"]));
        assert_eq!(get("/apps/de/password_reset.html"), file(&["de", "password_reset.html"]));
        assert_eq!(get("/apps/..%2f..%2fetc/passwd"), file(&["../../etc", "passwd"]));
    }

    #[test]
    fn nothing_is_looked_at_in_passing() {
        // A HEAD would use a link up as a GET does.
        assert_eq!(route(&Method::HEAD, "/apps/app/verify_email"), None);
        assert_eq!(route(&Method::POST, "/apps/account.css"), None);
        assert_eq!(get("/apps"), None);
        assert_eq!(get("/classes/apps"), None);
    }
}
