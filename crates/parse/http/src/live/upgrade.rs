//! From a request to a websocket.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{
    CONNECTION, HOST, HeaderName, HeaderValue, ORIGIN, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::{HeaderMap, Method, Request, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parse_identity::Key;
use parse_model::JsonMap;
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use telemetry::CurrentRequest;
use telemetry::task;

use super::session;
use crate::live_queries::limits::Place;
use crate::live_queries::limits::busy;
use crate::rate::Call;
use crate::reply::{self, NoSocket};
use crate::request_log::RequestRecord;
use crate::state::HttpState;
use crate::{response_header, router};

/// What RFC 6455 has appended to a client's key.
const GUID: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Whether a request asks for a websocket at a place where there may be one: at the root, and
/// anywhere below the mount.
pub(crate) fn is_upgrade(state: &HttpState, request: &Request<Body>) -> bool {
    request.method() == Method::GET
        && has_token(request.headers(), &UPGRADE, "websocket")
        && path(state, request).is_some()
}

fn path<'a>(state: &HttpState, request: &'a Request<Body>) -> Option<&'a str> {
    let path = request.uri().path();
    router::below_mount(path, &state.settings.mount_path).or((path == "/").then_some(path))
}

/// Answers a request for a websocket, and serves the socket if there is one.
pub(crate) fn answer(
    state: &Arc<HttpState>,
    from: IpAddr,
    mut request: Request<Body>,
) -> Response<Body> {
    let current = CurrentRequest::new(state.next_request(), None);
    let mut record = RequestRecord::new(current, state.metrics.clone());
    record.from = Some(from);
    let mut response = match admit(state, from, &request) {
        Ok((accept, place)) => {
            let upgrade = hyper::upgrade::on(&mut request);
            task::spawn("websocket", session::serve(Arc::clone(state), upgrade, place, from));
            reply::switching_protocols(accept)
        }
        Err(refused) => *refused,
    };
    record.log(&request.into_parts().0, "/", &response);
    reply::name_request(&mut response, record.id.to_string());
    response_header::put_on(&mut response);
    response
}

/// Whether there is a socket for a caller, and the answer to the key of its handshake.
fn admit(
    state: &HttpState,
    from: IpAddr,
    request: &Request<Body>,
) -> Result<(HeaderValue, Place), Box<Response<Body>>> {
    let refused = |why| Box::new(reply::no_socket(why));
    let headers = request.headers();
    let accept = accept(headers).map_err(refused)?;
    if !is_allowed(state, headers) {
        return Err(refused(NoSocket::Origin));
    }
    let charged = state.rates.charge(&call(from, Key::None, &JsonMap::new()), None);
    charged.map_err(|problem| Box::new(problem.into_response(state.settings.is_sanitized)))?;
    if state.live.is_closing() {
        return Err(refused(busy()));
    }
    let place = state.live.limits().enter(from).map_err(refused)?;
    Ok((accept, place))
}

/// A websocket that is opened, or a message on one, as calls are counted: whatever path it is at.
pub(super) fn call(from: IpAddr, key: Key, body: &JsonMap) -> Call<'_> {
    Call { method: "GET", is_in_batch: false, path: "/liveQuery", from, key, body, query: "" }
}

/// What proves that a handshake was understood.
fn accept(headers: &HeaderMap) -> Result<HeaderValue, NoSocket> {
    if !has_token(headers, &CONNECTION, "upgrade") {
        return Err(NoSocket::Malformed);
    }
    // LiveQuery has no subprotocol: a client that asks for one wants something else.
    if headers.contains_key(SEC_WEBSOCKET_PROTOCOL) {
        return Err(NoSocket::Malformed);
    }
    if headers.get(SEC_WEBSOCKET_VERSION).is_none_or(|version| version != "13") {
        return Err(NoSocket::Version);
    }
    let key = headers.get(SEC_WEBSOCKET_KEY).and_then(|key| key.to_str().ok());
    let key = key.filter(|key| STANDARD.decode(key).is_ok_and(|bytes| bytes.len() == 16));
    let key = key.ok_or(NoSocket::Malformed)?;
    let proof = digest(&SHA1_FOR_LEGACY_USE_ONLY, format!("{key}{GUID}").as_bytes());
    HeaderValue::try_from(STANDARD.encode(proof)).map_err(|_| NoSocket::Malformed)
}

/// Whether the page that asks may call. Browsers say where a page is from; who is no browser says
/// nothing, and has no use of another's session.
fn is_allowed(state: &HttpState, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let authority = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let is_same = authority
        .zip(headers.get(HOST))
        .is_some_and(|((_, authority), host)| host.as_bytes() == authority.as_bytes());
    is_same || state.cors.allows(origin)
}

/// Whether a header that is a list has a token.
fn has_token(headers: &HeaderMap, name: &HeaderName, token: &str) -> bool {
    let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|part| part.trim().eq_ignore_ascii_case(token))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        lines
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn a_handshake_is_answered_as_the_standard_has_it() {
        let sent = headers(&[
            ("connection", "keep-alive, Upgrade"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ]);
        assert_eq!(accept(&sent).unwrap(), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn a_handshake_that_is_none_is_refused() {
        let whole = [
            ("connection", "Upgrade"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        for (at, value, why) in [
            (0, "keep-alive", NoSocket::Malformed),
            (1, "8", NoSocket::Version),
            (2, "c2hvcnQ=", NoSocket::Malformed),
            (2, "no base64", NoSocket::Malformed),
        ] {
            let mut sent = whole;
            sent[at].1 = value;
            assert_eq!(accept(&headers(&sent)), Err(why), "{value}");
        }
        assert_eq!(accept(&HeaderMap::new()), Err(NoSocket::Malformed));
    }
}
