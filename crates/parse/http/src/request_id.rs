//! Which requests are done once by the id they carry, and what of a repeat is compared.

use axum::http::HeaderMap;
use parse_engine::{Effect, Repeats, RequestId};
use parse_model::Refusal;
use serde_json::json;

use crate::parameter::Request;
use crate::router::{CloudRoute, Route, Target};
use crate::settings::RepeatMode;
use crate::state::HttpState;

/// The longest id a request may carry.
const LONGEST_ID: usize = 128;

/// Whether a request changes nothing.
pub(crate) fn only_reads(state: &HttpState, route: &Route) -> bool {
    match route {
        Route::Call(name) => state.engine.function_effect(name) == Effect::Reads,
        route => route.is_read(),
    }
}

/// What a request that may be done once does to the database.
pub(crate) fn effect(state: &HttpState, route: &Route) -> Effect {
    match route {
        Route::Call(name) => state.engine.function_effect(name),
        Route::Create(Target::Class(class)) | Route::Update(Target::Class(class), _)
            if !state.engine.has_save_webhook(class) =>
        {
            Effect::Writes
        }
        // A webhook is called, work goes on after the answer, or each part stands for itself.
        _ => Effect::OwnTransactions,
    }
}

/// Reads the id of a request that changes something, where such requests are done once.
pub(crate) fn request_id(
    state: &HttpState,
    headers: &HeaderMap,
    (method, path): (&str, &str),
    route: &Route,
    request: &Request,
) -> Result<Option<RequestId>, Refusal> {
    let settings = &state.settings.repeats;
    let repeats = match settings.mode {
        RepeatMode::Off => return Ok(None),
        RepeatMode::Replay => Repeats::Replay,
        RepeatMode::Refuse => Repeats::Refuse,
    };
    let id = headers.get("x-parse-request-id").and_then(|id| id.to_str().ok());
    let Some(id) = id.filter(|id| !id.is_empty()) else { return Ok(None) };
    let path = path.trim_matches('/');
    if !is_covered(route) || !settings.paths.iter().any(|pattern| pattern.is_match(path)) {
        return Ok(None);
    }
    if id.len() > LONGEST_ID {
        return Err(Refusal::json("X-Parse-Request-Id must not be longer than 128 bytes"));
    }
    Ok(Some(RequestId {
        id: id.to_owned(),
        route: format!("{method} {path}"),
        content: json!([request.query, request.body]).to_string(),
        repeats,
        ttl_seconds: settings.ttl_seconds,
    }))
}

/// Which requests may be done once: those that make, change or call something by themselves.
fn is_covered(route: &Route) -> bool {
    let is_class = |target: &Target| match target {
        Target::Class(class) => *class != "_Role" && *class != "_Session",
        Target::Nameless(_) => false,
    };
    match route {
        Route::Create(target) | Route::Update(target, _) => is_class(target),
        Route::Call(_) | Route::Cloud(CloudRoute::StartJob(Some(_))) => true,
        _ => false,
    }
}
