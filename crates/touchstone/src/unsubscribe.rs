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
use axum::http::{HeaderMap, Method, Request, Response};
use letters::{Logo, PageForm, Programme};
use parse_engine::{Error, function};
use parse_http::admission::Admission;
use parse_http::body;
use parse_http::body::Bodies;
use parse_http::deadline::Deadline;
use parse_http::form::Form;
use parse_http::reply::{self, HttpError};
use parse_http::request_log::RequestRecord;
use parse_http::side_route::{SideRequest, SideRoute, charge};
use parse_http::state::HttpState;
use parse_identity::{RequestCredentials, RequestInfo};
use parse_model::{Code, Json, JsonMap};
use serde_json::json;
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

    fn logged_path<'a>(&self, _: &'a str) -> &'a str {
        "/unsubscribe"
    }

    async fn answer(
        &self,
        state: &Arc<HttpState>,
        request: SideRequest<'_>,
        _: &mut RequestRecord,
        admission: &mut Admission<'_>,
    ) -> Result<Response<Body>, HttpError> {
        let SideRequest { from, parts, body } = request;
        charge(state, from, parts.method.as_str(), "/unsubscribe").await?;
        let asked = if parts.method == Method::POST {
            parse_form(&fields(&parts.headers, body, &state.bodies).await?)
        } else {
            UnsubscribeRequest::Page
        };
        let mut deadline = Deadline::after(state.settings.http.handler);
        deadline.keep(admission.enter()).await?;
        let token = parts.uri.path().strip_prefix(BELOW).unwrap_or_default().to_owned();
        let state = Arc::clone(state);
        // What has begun is finished even if the mail program hangs up.
        let work = task::unstoppable("unsubscribing", async move {
            let _begun = state.in_flight.begin();
            Box::pin(run_function(&state, from, &token, asked)).await
        });
        deadline.keep(work).await
    }
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnsubscribeRequest {
    /// To look.
    Page,
    /// To stop: what, and by which way.
    Stop { scope: &'static str, via: &'static str },
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
fn parse_form(fields: &[(String, String)]) -> UnsubscribeRequest {
    let value = |name: &str| {
        fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    };
    match (value("List-Unsubscribe"), value("scope")) {
        (Some("One-Click"), _) => UnsubscribeRequest::Stop { scope: "kind", via: "one_click" },
        (_, Some("kind")) => UnsubscribeRequest::Stop { scope: "kind", via: "page" },
        (_, Some("all")) => UnsubscribeRequest::Stop { scope: "all", via: "page" },
        _ => UnsubscribeRequest::Page,
    }
}

async fn run_function(
    state: &HttpState,
    from: IpAddr,
    token: &str,
    asked: UnsubscribeRequest,
) -> Result<Response<Body>, HttpError> {
    let request = RequestInfo { ip: Some(from), ..RequestInfo::default() };
    let credentials = RequestCredentials { request, ..RequestCredentials::default() };
    let cx = state.engine.cx(state.engine.caller(credentials).await?);
    let mut params = JsonMap::from_iter([("token".to_owned(), Json::from(token))]);
    let name = match asked {
        UnsubscribeRequest::Page => "mailUnsubscribeLink",
        UnsubscribeRequest::Stop { scope, via } => {
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

fn page(asked: UnsubscribeRequest, told: &Json) -> String {
    let text = |name: &str| told[name].as_str().unwrap_or_default().to_owned();
    let logo = if told["hasLogo"] == true { Logo::Omitted } else { Logo::Mark };
    let (name, site) = (text("programme"), text("site"));
    let programme = Programme { name, site, logo, button: None };
    let kind = text("name");
    match asked {
        UnsubscribeRequest::Page => letters::page(
            &programme,
            "Unsubscribe?",
            &format!("You are about to unsubscribe from: {kind}. Nothing has changed yet."),
            &[
                PageForm { label: "Unsubscribe from this kind", scope: "kind" },
                PageForm { label: "Unsubscribe from all", scope: "all" },
            ],
        ),
        UnsubscribeRequest::Stop { scope: "all", .. } => letters::page(
            &programme,
            "Unsubscribed",
            "You are unsubscribed from all e-mails of this programme. E-mails about your account, such as password resets, are still sent. Notifications in the app do not change. To subscribe again, open Notifications in your profile.",
            &[],
        ),
        UnsubscribeRequest::Stop { .. } => letters::page(
            &programme,
            "Stopped",
            &format!(
                "You are unsubscribed from: {kind}. Notifications in the app do not change. To subscribe again, open Notifications in your profile."
            ),
            &[PageForm { label: "Unsubscribe from all", scope: "all" }],
        ),
    }
}

fn unknown() -> String {
    let (name, site) = (String::new(), String::new());
    let programme = Programme { name, site, logo: Logo::Mark, button: None };
    let said = "This unsubscribe link is incomplete or invalid. Your settings have not changed.";
    letters::page(&programme, "This link does not work", said, &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: &str, value: &str) -> UnsubscribeRequest {
        parse_form(&[(name.to_owned(), value.to_owned())])
    }

    #[test]
    fn only_the_words_of_the_standard_and_of_the_page_stop_anything() {
        let one_click = UnsubscribeRequest::Stop { scope: "kind", via: "one_click" };
        assert_eq!(asked("List-Unsubscribe", "One-Click"), one_click);
        assert_eq!(asked("scope", "all"), UnsubscribeRequest::Stop { scope: "all", via: "page" });
        assert_eq!(asked("scope", "kind"), UnsubscribeRequest::Stop { scope: "kind", via: "page" });
        assert_eq!(asked("scope", "everyone"), UnsubscribeRequest::Page);
        assert_eq!(asked("List-Unsubscribe", ""), UnsubscribeRequest::Page);
        assert_eq!(parse_form(&[]), UnsubscribeRequest::Page);
    }
}
