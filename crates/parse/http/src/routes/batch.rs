//! Several requests in one, in order; in one transaction where the caller asks for it.

use parse_engine::Cx;
use parse_identity::Caller;
use parse_model::query::complexity::Complexity;
use parse_model::{Code, Json, JsonMap, Refusal};

use crate::parameter::Request;
use crate::rate::Call;
use crate::reply::{HttpError, Reply};
use crate::router::{self, Route};
use crate::state::HttpState;

/// One request of a batch.
#[derive(Debug, Clone)]
struct Item {
    method: String,
    path: String,
    route: Route,
    request: Request,
}

/// `POST /batch`; `path` is the whole path of the outer request.
pub(crate) async fn run(
    state: &HttpState,
    caller: Caller,
    request: Request,
    path: &str,
) -> Result<Reply, HttpError> {
    let is_transaction = request.body.get("transaction") == Some(&Json::Bool(true));
    let prefixes = Prefixes::of(state, path);
    let complexity = state.engine.settings().complexity;
    let is_unrestricted = caller.is_unrestricted();
    let complexity = if is_unrestricted { complexity.for_master() } else { complexity };
    let items = items(request.body, &prefixes, &complexity)?;
    charge(state, &caller, &items).await?;
    if is_transaction {
        check_joining(state, &items)?;
        return in_transaction(state, caller, items).await;
    }
    let cx = state.engine.cx(caller);
    let mut results = Results::new(items.len());
    for item in items {
        match super::dispatch(state, &cx, item.route, item.request).await {
            Ok(reply) => results.succeeded(reply.body()),
            Err(problem) => {
                state.note(&problem, &"an item of a batch");
                results.failed(&problem.item(state.settings.is_sanitized));
            }
        }
    }
    Ok(results.finished())
}

/// Refuses functions that must not share a transaction, before one is opened.
fn check_joining(state: &HttpState, items: &[Item]) -> Result<(), HttpError> {
    let refused = items.iter().find_map(|item| match &item.route {
        Route::Call(name) if !state.engine.may_join_batch(name) => Some(name),
        _ => None,
    });
    let Some(name) = refused else { return Ok(()) };
    let why = format!("The function {name} cannot be called in a transactional batch.");
    Err(HttpError::Undone(Refusal::forbidden(why)))
}

/// Charges every item as if it had come alone, before the first of them runs.
async fn charge(state: &HttpState, caller: &Caller, items: &[Item]) -> Result<(), HttpError> {
    let Some(from) = caller.request.ip else { return Ok(()) };
    for item in items {
        state.settings.allow_list.check(&item.method, &item.path, caller.key)?;
        let call = Call {
            method: &item.method,
            is_in_batch: true,
            path: &item.path,
            from,
            key: caller.key,
            body: &item.request.body,
            query: "",
        };
        let mut charged = state
            .rates
            .charge(&call, caller.session_token())
            .and_then(|()| state.rates.charge_user(&call, caller.user_id()));
        if charged.is_ok() {
            charged = state.rates.charge_together(&call, caller.session_token()).await;
        }
        charged.map_err(|problem| match problem {
            // Parse Server says it of the whole batch as an error of the protocol.
            HttpError::TooOften(why) if why.code == Code::CONNECTION_FAILED => {
                HttpError::Undone(Refusal::new(why.code, why.message))
            }
            other => other,
        })?;
    }
    Ok(())
}

/// All items in one unit of work; an item that fails undoes it.
async fn in_transaction(
    state: &HttpState,
    caller: Caller,
    items: Vec<Item>,
) -> Result<Reply, HttpError> {
    let items = &items;
    let work = |cx: Cx| async move {
        let mut results = Results::new(items.len());
        for Item { route, request, .. } in items {
            let reply = super::dispatch(state, &cx, route.clone(), request.clone()).await?;
            results.succeeded(reply.body());
        }
        Ok(results.finished())
    };
    match state.engine.cx(caller).unit(work).await {
        Err(HttpError::Refused(refusal)) => Err(HttpError::Undone(refusal)),
        outcome => outcome,
    }
}

/// What may stand before a path of a batch: the mount as the outer request named it, or, where the
/// world knows the server by another path than we do, both of those.
#[derive(Debug)]
struct Prefixes<'a>(Vec<&'a str>);

impl<'a> Prefixes<'a> {
    fn of(state: &'a HttpState, path: &'a str) -> Prefixes<'a> {
        let config = &state.settings;
        let local = path_of(&config.server_url);
        match config.public_server_url.as_deref().map(path_of) {
            Some(public) if public != local => Prefixes(vec![local, public]),
            _ => {
                let path = path.strip_suffix('/').unwrap_or(path);
                Prefixes(vec![path.get(..path.len() - "/batch".len()).unwrap_or_default()])
            }
        }
    }

    /// The path below the longest prefix that fits.
    fn stripped<'p>(&self, path: &'p str) -> Option<&'p str> {
        self.0.iter().filter_map(|prefix| path.strip_prefix(prefix)).min_by_key(|rest| rest.len())
    }
}

fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or("", |at| &rest[at..])
}

/// The requests of a batch, all routed before the first of them runs.
fn items(
    mut body: JsonMap,
    prefixes: &Prefixes<'_>,
    complexity: &Complexity,
) -> Result<Vec<Item>, Refusal> {
    let Some(Json::Array(requests)) = body.shift_remove("requests") else {
        return Err(Refusal::json("requests must be an array"));
    };
    complexity.check_batch(requests.len())?;
    requests
        .into_iter()
        .map(|request| {
            let Json::Object(mut request) = request else { return Err(no_path()) };
            let Some(Json::String(path)) = request.shift_remove("path") else {
                return Err(no_path());
            };
            let method = request.shift_remove("method");
            let body = match request.shift_remove("body") {
                Some(Json::Object(body)) => body,
                None | Some(Json::Null) => JsonMap::new(),
                Some(_) => return Err(Refusal::json("batch request body must be an object")),
            };
            item(method, &path, body, prefixes)
        })
        .collect()
}

fn item(
    method: Option<Json>,
    path: &str,
    body: JsonMap,
    prefixes: &Prefixes<'_>,
) -> Result<Item, Refusal> {
    let below = prefixes
        .stripped(path)
        .ok_or_else(|| Refusal::json(format!("cannot route batch path {path}")))?;
    let below = format!("/{}", below.trim_start_matches('/'));
    // Where no method is given, the refusal names it as the reference does.
    let method = match method {
        Some(Json::String(method)) => method,
        Some(other) => other.to_string(),
        None => "undefined".to_owned(),
    };
    match router::route(&method, &below) {
        Some(Route::Batch) => Err(Refusal::json("nested batch requests are not allowed")),
        Some(route) => {
            Ok(Item { method, path: below, route, request: Request { query: Vec::new(), body } })
        }
        None => Err(Refusal::json(format!("cannot route {method} {below}"))),
    }
}

fn no_path() -> Refusal {
    Refusal::json("batch request path must be a string")
}

/// The answers, written one after the other.
struct Results(Vec<u8>);

impl Results {
    fn new(count: usize) -> Results {
        let mut out = Vec::with_capacity(2 + 96 * count);
        out.push(b'[');
        Results(out)
    }

    fn succeeded(&mut self, body: &[u8]) {
        self.add(b"{\"success\":", body);
    }

    fn failed(&mut self, body: &[u8]) {
        self.add(b"{\"error\":", body);
    }

    fn add(&mut self, start: &[u8], body: &[u8]) {
        if self.0.len() > 1 {
            self.0.push(b',');
        }
        self.0.extend_from_slice(start);
        self.0.extend_from_slice(body);
        self.0.push(b'}');
    }

    fn finished(mut self) -> Reply {
        self.0.push(b']');
        Reply::written(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(body: Json, prefixes: &[&'static str]) -> Result<Vec<Route>, String> {
        let Json::Object(body) = body else { panic!("an object was expected") };
        match items(body, &Prefixes(prefixes.to_vec()), &Complexity::UNLIMITED) {
            Ok(items) => Ok(items.into_iter().map(|item| item.route).collect()),
            Err(refusal) => Err(format!("{} {}", refusal.code.0, refusal.message)),
        }
    }

    fn one(request: Json) -> Result<Vec<Route>, String> {
        read(json!({ "requests": [request] }), &["/parse"])
    }

    #[test]
    fn items_are_routed_below_the_mount() {
        let body = json!({ "requests": [
            { "method": "POST", "path": "/parse/classes/C", "body": {} },
            { "method": "DELETE", "path": "/parse/classes/C/x" },
        ]});
        let routes = read(body, &["/parse"]).unwrap();
        assert_eq!(Some(&routes[0]), router::route("POST", "/classes/C").as_ref());
        assert_eq!(Some(&routes[1]), router::route("DELETE", "/classes/C/x").as_ref());
    }

    #[test]
    fn the_refusals_are_the_protocols() {
        let refused = |request| one(request).unwrap_err();
        assert_eq!(read(json!({}), &[]).unwrap_err(), "107 requests must be an array");
        for request in [json!(null), json!("x"), json!({}), json!({ "path": 7 })] {
            assert_eq!(refused(request), "107 batch request path must be a string");
        }
        assert_eq!(
            refused(json!({ "method": "POST", "path": "/classes/C" })),
            "107 cannot route batch path /classes/C"
        );
        assert_eq!(
            refused(json!({ "method": "POST", "path": "/parse/batch" })),
            "107 nested batch requests are not allowed"
        );
        assert_eq!(
            refused(json!({ "method": "GET", "path": "/parse/nope" })),
            "107 cannot route GET /nope"
        );
        assert_eq!(
            refused(json!({ "method": "post", "path": "/parse/classes/C" })),
            "107 cannot route post /classes/C"
        );
        assert_eq!(
            refused(json!({ "path": "/parse/classes/C" })),
            "107 cannot route undefined /classes/C"
        );
        assert_eq!(
            refused(json!({ "method": "GET", "path": "/parse/health" })),
            "107 cannot route GET /health"
        );
    }

    #[test]
    fn a_server_known_by_two_paths_takes_both() {
        let body = |path: &str| json!({ "requests": [{ "method": "GET", "path": path }] });
        for path in ["/inner/classes/C", "/inner/outer/classes/C"] {
            let routes = read(body(path), &["/inner", "/inner/outer"]).unwrap();
            assert_eq!(Some(&routes[0]), router::route("GET", "/classes/C").as_ref());
        }
    }

    #[test]
    fn the_path_of_an_address_is_what_follows_the_host() {
        assert_eq!(path_of("http://h:1337/parse"), "/parse");
        assert_eq!(path_of("https://h"), "");
    }

    #[test]
    fn results_keep_the_order_of_the_requests() {
        let mut results = Results::new(2);
        results.succeeded(b"{\"a\":1}");
        results.failed(b"{\"code\":101,\"error\":\"x\"}");
        let expected: &[u8] = br#"[{"success":{"a":1}},{"error":{"code":101,"error":"x"}}]"#;
        assert_eq!(results.finished().body(), expected);
        assert_eq!(Results::new(0).finished().body(), b"[]");
    }
}
