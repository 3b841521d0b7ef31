//! `/unsubscribe/{token}`: the page that links in mails lead to, and what mail programs post there
//! by themselves (RFC 8058).
//!
//! Beside the mount, and without keys, sessions, cookies or a check of the origin: the token is the
//! proof. A GET changes nothing, because scanners follow links; a POST is answered at the same
//! address, never by a redirect.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Request, Response};
use letters::{PageForm, Programme};
use parse_engine::{Error, Key, RequestCredentials, RequestInfo, function};
use parse_http::admission::Admission;
use parse_http::body;
use parse_http::body::Bodies;
use parse_http::caught::caught;
use parse_http::deadline::Deadline;
use parse_http::form::Form;
use parse_http::rate::Call;
use parse_http::reply::{self, HttpError};
use parse_http::request_log::RequestRecord;
use parse_http::side_route::SideRoute;
use parse_http::state::HttpState;
use parse_model::{Code, Json, JsonMap};
use serde_json::json;
use telemetry::in_request;
use telemetry::task;

/// Where these addresses begin.
const BELOW: &str = "/unsubscribe/";

/// The longest form: one field of a dozen letters, and what a multipart form puts around it.
const FORM_BYTES: usize = 8 * 1024;

/// The page brings its styles along and loads nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Answers links in mails.
pub(crate) struct UnsubscribePage;

#[async_trait]
impl SideRoute for UnsubscribePage {
    fn is_for(&self, request: &Request<Body>) -> bool {
        let is_asked = matches!(*request.method(), Method::GET | Method::HEAD | Method::POST);
        is_asked && request.uri().path().starts_with(BELOW)
    }

    async fn answer(
        &self,
        state: &Arc<HttpState>,
        from: IpAddr,
        request: Request<Body>,
        record: &mut RequestRecord,
        admission: &mut Admission<'_>,
    ) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let work = in_request(&record.current, answered(state, from, &parts, body, admission));
        let response = match caught(work).await {
            Ok(response) => response,
            Err(problem) => {
                state.note(&problem, &format_args!("{} {} /unsubscribe", record.id, parts.method));
                record.refused(&problem);
                problem.into_response(state.settings.is_sanitized)
            }
        };
        record.log(&parts, "/unsubscribe", &response);
        response
    }
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// To look.
    Page,
    /// To stop: what, and by which way.
    Stop { scope: &'static str, via: &'static str },
}

async fn answered(
    state: &Arc<HttpState>,
    from: IpAddr,
    parts: &Parts,
    body: Body,
    admission: &mut Admission<'_>,
) -> Result<Response<Body>, HttpError> {
    charge(state, from, parts.method.as_str()).await?;
    let asked = if parts.method == Method::POST {
        posted(&fields(&parts.headers, body, &state.bodies).await?)
    } else {
        Asked::Page
    };
    let mut deadline = Deadline::after(state.settings.http.handler);
    deadline.keep(admission.enter()).await?;
    let token = parts.uri.path().strip_prefix(BELOW).unwrap_or_default().to_owned();
    let state = Arc::clone(state);
    // What has begun is finished even if the mail program hangs up.
    let work = task::spawn("unsubscribing", async move {
        let _begun = state.in_flight.begin();
        Box::pin(done(&state, from, &token, asked)).await
    });
    let done = async {
        match work.await {
            Ok(Some(outcome)) => outcome,
            Ok(None) | Err(_) => Err(HttpError::broken("unsubscribing", "it panicked")),
        }
    };
    deadline.keep(done).await
}

/// The fields of a form, of either kind.
async fn fields(
    headers: &HeaderMap,
    body: Body,
    bodies: &Bodies,
) -> Result<Vec<(String, String)>, HttpError> {
    if !Form::is_in(headers) {
        return body::form(headers, body, FORM_BYTES, bodies).await;
    }
    let fields = bodies.wait(Form::new(headers, body).read(FORM_BYTES)).await??;
    let text = |value: &Json| value.as_str().map(str::to_owned);
    Ok(fields.iter().filter_map(|(name, value)| Some((name.clone(), text(value)?))).collect())
}

/// What a form asks for: a mail program's one click, or a button of the page. Anything else only
/// shows the page.
fn posted(fields: &[(String, String)]) -> Asked {
    let value = |name: &str| {
        fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    };
    match (value("List-Unsubscribe"), value("scope")) {
        (Some("One-Click"), _) => Asked::Stop { scope: "kind", via: "one_click" },
        (_, Some("kind")) => Asked::Stop { scope: "kind", via: "page" },
        (_, Some("all")) => Asked::Stop { scope: "all", via: "page" },
        _ => Asked::Page,
    }
}

async fn done(
    state: &HttpState,
    from: IpAddr,
    token: &str,
    asked: Asked,
) -> Result<Response<Body>, HttpError> {
    let request = RequestInfo { ip: Some(from), ..RequestInfo::default() };
    let credentials = RequestCredentials { request, ..RequestCredentials::default() };
    let cx = state.engine.cx(state.engine.caller(credentials).await?);
    let mut params = JsonMap::from_iter([("token".to_owned(), Json::from(token))]);
    let name = match asked {
        Asked::Page => "mailUnsubscribeLink",
        Asked::Stop { scope, via } => {
            params.insert("scope".to_owned(), json!(scope));
            params.insert("via".to_owned(), json!(via));
            "mailUnsubscribe"
        }
    };
    match function::call(&cx, name, params).await {
        Ok(told) => Ok(reply::html(page(asked, &told.unwrap_or_default()), POLICY)),
        Err(Error::Refused(refusal)) if refusal.code == Code::OBJECT_NOT_FOUND => {
            Ok(reply::missing_page(unknown(), POLICY))
        }
        Err(error) => Err(error.into()),
    }
}

fn page(asked: Asked, told: &Json) -> String {
    let text = |name: &str| told[name].as_str().unwrap_or_default().to_owned();
    let programme = Programme { name: text("programme"), site: text("site") };
    let kind = text("name");
    match asked {
        Asked::Page => letters::page(
            &programme,
            "Stop these mails?",
            &format!("This link is about: {kind}. Nothing has changed yet."),
            &[
                PageForm { label: "Stop mails of this kind", scope: "kind" },
                PageForm { label: "Stop all mails", scope: "all" },
            ],
        ),
        Asked::Stop { scope: "all", .. } => letters::page(
            &programme,
            "No more mails",
            "You get no more mails of this programme, but for those about your account itself, such as a new password. In the state everything stays. You can switch mails on again in your profile, under Notifications.",
            &[],
        ),
        Asked::Stop { .. } => letters::page(
            &programme,
            "Stopped",
            &format!(
                "You get no more mails of this kind: {kind}. In the state everything stays. You can switch them on again in your profile, under Notifications."
            ),
            &[PageForm { label: "Stop all mails", scope: "all" }],
        ),
    }
}

fn unknown() -> String {
    let programme = Programme { name: String::new(), site: String::new() };
    let said = "The address is not complete, or is not from here. Nothing has changed.";
    letters::page(&programme, "This link does not work", said, &[])
}

async fn charge(state: &HttpState, from: IpAddr, method: &str) -> Result<(), HttpError> {
    let body = &JsonMap::new();
    let (path, key) = ("/unsubscribe", Key::None);
    let call = Call { method, is_in_batch: false, path, from, key, body, query: "" };
    state.rates.charge(&call, None)?;
    state.rates.charge_together(&call, None).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: &str, value: &str) -> Asked {
        posted(&[(name.to_owned(), value.to_owned())])
    }

    #[test]
    fn only_the_words_of_the_standard_and_of_the_page_stop_anything() {
        let one_click = Asked::Stop { scope: "kind", via: "one_click" };
        assert_eq!(asked("List-Unsubscribe", "One-Click"), one_click);
        assert_eq!(asked("scope", "all"), Asked::Stop { scope: "all", via: "page" });
        assert_eq!(asked("scope", "kind"), Asked::Stop { scope: "kind", via: "page" });
        assert_eq!(asked("scope", "everybody"), Asked::Page);
        assert_eq!(asked("List-Unsubscribe", ""), Asked::Page);
        assert_eq!(posted(&[]), Asked::Page);
    }
}
