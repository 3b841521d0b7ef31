//! Who sends a request, found out of its keys, its session and its headers.

use std::borrow::Cow;
use std::net::IpAddr;

use axum::http::HeaderMap;
use parse_engine::Error;
use parse_identity::{Caller, Key, RequestCredentials, RequestInfo};
use parse_model::{Code, Json, JsonMap, Refusal};

use crate::credential::Credentials;
use crate::reply::HttpError;
use crate::router::Route;
use crate::settings::HttpSettings;
use crate::state::HttpState;

/// Who sends a request, whatever it asks for.
pub(crate) async fn authenticate(
    state: &HttpState,
    credentials: Credentials<'_>,
    key: Key,
    route: Option<&Route>,
    from: IpAddr,
    headers: &HeaderMap,
) -> Result<Caller, HttpError> {
    let mut credentials = request_credentials(&state.settings, credentials, key, route, from)?;
    if state.engine.has_cloud_code() {
        credentials.request.headers = headers_as_json(headers);
    }
    caller(state, credentials, route).await
}

fn request_credentials(
    settings: &HttpSettings,
    mut credentials: Credentials<'_>,
    key: Key,
    route: Option<&Route>,
    from: IpAddr,
) -> Result<RequestCredentials, Refusal> {
    let context = credentials.take_context(&settings.limits)?;
    settings.limits.denylist.check(&context)?;
    let session_token = match route {
        // An expired session must not prevent a new sign-in.
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
    state: &HttpState,
    credentials: RequestCredentials,
    route: Option<&Route>,
) -> Result<Caller, HttpError> {
    let is_legacy =
        credentials.session_token.as_ref().is_some_and(|token| !token.starts_with("r:"));
    match state.engine.caller(credentials).await {
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
