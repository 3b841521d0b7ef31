//! One line per request, and one more for each use of a privileged key.
//!
//! The line names the route, never the address: paths and parameters may hold what must not be
//! kept. Of the caller's address only the network is written.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, HttpBody};
use axum::http::header::CONTENT_LENGTH;
use axum::http::request::Parts;
use axum::http::{Method, Response, StatusCode};
use ipnet::IpNet;
use parse_identity::Key;
use telemetry::{CurrentRequest, Ended, RequestId};
use tracing::field::DisplayValue;

use crate::metrics::Metrics;
use crate::reply::HttpError;
use crate::request_times::Times;
use crate::web::Served;

/// What is learned of a request while it is served.
#[derive(Debug)]
pub struct RequestRecord {
    /// Its name in the log.
    pub id: RequestId,
    /// What else is learned of it on its way.
    pub current: CurrentRequest,
    began: Instant,
    metrics: Option<Arc<Metrics>>,
    /// The function that is called, if it is one of the program's own.
    pub function: Option<String>,
    /// What is done, if another method than that of HTTP.
    pub(crate) method: Option<&'static str>,
    /// The key that was proved.
    pub(crate) key: Key,
    /// Who asks, if that is known.
    pub user: Option<String>,
    /// Where the request came from.
    pub(crate) from: Option<IpAddr>,
    /// The code of a refusal.
    pub(crate) code: Option<i32>,
}

impl RequestRecord {
    /// A request that begins now.
    pub(crate) fn new(current: CurrentRequest, metrics: Option<Arc<Metrics>>) -> RequestRecord {
        RequestRecord {
            id: current.id(),
            current,
            began: Instant::now(),
            metrics,
            function: None,
            method: None,
            key: Key::None,
            user: None,
            from: None,
            code: None,
        }
    }

    /// Remembers what the request asks for, whatever its method of HTTP.
    pub(crate) fn asks_for(&mut self, method: &str) {
        self.method = Some(known_method(method));
    }

    /// Remembers why the request was refused.
    pub fn refused(&mut self, problem: &HttpError) {
        self.code = problem.code().map(|code| code.0);
    }

    /// Writes the line.
    pub fn log(&self, parts: &Parts, path: &str, response: &Response<Body>) {
        let method = self.method.unwrap_or_else(|| known_method(parts.method.as_str()));
        let route = template(path);
        self.measure(route, method, response.status());
        self.current.ended(&Ended {
            route,
            method,
            function: self.function.as_deref(),
            status: response.status().as_u16(),
        });
        // Probes come every few seconds, and say nothing new while all is well.
        if matches!(route, "/health" | "/ready") && response.status() == StatusCode::OK {
            tracing::debug!(target: "request", id = %self.id, route, "probe answered");
            return;
        }
        if !tracing::enabled!(target: "request", tracing::Level::INFO) {
            return;
        }
        let length = |text: &str| text.parse::<u64>().ok();
        let received = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        tracing::info!(
            target: "request",
            id = %self.id,
            method,
            route,
            function = self.function.as_deref(),
            status = response.status().as_u16(),
            code = self.code,
            micros = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX),
            user = self.user.as_deref(),
            from = self.from.map(network),
            received = received.and_then(length),
            sent = response.body().size_hint().exact(),
            "request completed",
        );
        if self.key != Key::None {
            self.tell_of_key(method, route, response.status());
        }
    }

    /// Writes the line of a request for the web app. A page fetches dozens of files, which are
    /// logged only at the level debug.
    pub(crate) fn log_app(&self, method: &Method, served: Served, response: &Response<Body>) {
        let micros = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let status = response.status().as_u16();
        let (id, from) = (&self.id, self.from.map(network));
        let route = match served {
            Served::Page => "(app)",
            Served::File => "(app file)",
            Served::Nothing => "(no app file)",
        };
        self.measure(route, known_method(method.as_str()), response.status());
        let sent = response.body().size_hint().exact();
        macro_rules! tell {
            ($level:ident) => {
                tracing::$level!(
                    target: "request",
                    %id,
                    method = method.as_str(),
                    route,
                    status,
                    micros,
                    from,
                    sent,
                    "request completed",
                )
            };
        }
        match served {
            Served::Page => tell!(info),
            Served::File | Served::Nothing => tell!(debug),
        }
    }

    /// How long it took so far, and of that in the database and waiting for a connection; nothing
    /// where that would tell strangers something.
    pub(crate) fn times(&self, path: &str) -> Option<Times> {
        let is_known = self.user.is_some() || self.key != Key::None;
        let (database, waited) = self.current.spent();
        (is_known && !is_about_identity(template(path))).then(|| Times {
            total: self.began.elapsed(),
            database,
            waited,
        })
    }

    fn measure(&self, route: &'static str, method: &'static str, status: StatusCode) {
        if let Some(metrics) = &self.metrics {
            metrics.request(route, method, status.as_u16(), self.began.elapsed());
        }
    }

    fn tell_of_key(&self, method: &'static str, route: &'static str, status: StatusCode) {
        tracing::info!(
            target: "audit",
            id = %self.id,
            key = ?self.key,
            from = self.from.map(network),
            method,
            route,
            status = status.as_u16(),
            "privileged key used",
        );
    }
}

/// A method of the protocol; what else a caller sends is not repeated.
fn known_method(method: &str) -> &'static str {
    let known = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"];
    known.into_iter().find(|known| *known == method).unwrap_or("other")
}

/// The network of an address, which is enough and identifies no person.
fn network(address: IpAddr) -> DisplayValue<IpNet> {
    let length = if address.is_ipv4() { 24 } else { 56 };
    // Both lengths are ones that such a network can have.
    tracing::field::display(IpNet::new(address, length).unwrap_or_default().trunc())
}

/// The route of a path, without what was put into it.
pub(crate) fn template(path: &str) -> &'static str {
    let mut segments = path.split('/').filter(|segment| !segment.is_empty());
    let Some(first) = segments.next() else { return "/" };
    let known = ROUTES.iter().find(|known| known[0][1..].eq_ignore_ascii_case(first));
    let depth = segments.count();
    known.map_or("(unknown)", |route| route.get(depth).or(route.last()).unwrap_or(&"(unknown)"))
}

/// Whether a route is about an identity, so that the time of its answer could reveal something to
/// strangers. A batch may do anything.
fn is_about_identity(route: &str) -> bool {
    let first = route[1..].split('/').next().unwrap_or_default();
    let identity =
        ["apps", "batch", "challenge", "login", "loginas", "requestpasswordreset", "sessions"];
    let further =
        ["upgradetorevocablesession", "users", "verificationemailrequest", "verifypassword"];
    identity.contains(&first) || further.contains(&first)
}

/// The known paths, each by the number of segments after its first one. A path that is longer than
/// a route can be is logged like the longest.
const ROUTES: &[&[&str]] = &[
    &["/aggregate", "/aggregate/:class", "/aggregate/:class/…"],
    &["/api", "/api/v1", "/api/v1/:resource", "/api/v1/:resource/:number", "/api/…"],
    &["/apps", "/apps/:id", "/apps/:id/:more", "/apps/:id/:more/…"],
    &["/batch", "/batch/…"],
    &["/challenge", "/challenge/…"],
    &["/classes", "/classes/:class", "/classes/:class/:id", "/classes/:class/:id/…"],
    &["/cloud_code", "/cloud_code/:kind", "/cloud_code/:kind/:id", "/cloud_code/…"],
    &["/config", "/config/…"],
    &["/events", "/events/:name", "/events/:name/…"],
    &["/files", "/files/*", "/files/*/…"],
    &["/functions", "/functions/:name", "/functions/:name/…"],
    &["/health", "/health/…"],
    &["/hooks", "/hooks/:kind", "/hooks/:kind/:name", "/hooks/:kind/:name/:trigger", "/hooks/…"],
    &["/installations", "/installations/:id", "/installations/:id/…"],
    &["/jobs", "/jobs/:name", "/jobs/:name/…"],
    &["/login", "/login/…"],
    &["/loginas", "/loginas/…"],
    &["/logout", "/logout/…"],
    &["/purge", "/purge/:class", "/purge/:class/…"],
    &["/push", "/push/…"],
    &["/push_audiences", "/push_audiences/:id", "/push_audiences/:id/…"],
    &["/ready", "/ready/…"],
    &["/requestpasswordreset", "/requestpasswordreset/…"],
    &["/roles", "/roles/:id", "/roles/:id/…"],
    &["/schemas", "/schemas/:class", "/schemas/:class/…"],
    &["/scriptlog", "/scriptlog/…"],
    &["/security", "/security/…"],
    &["/serverinfo", "/serverinfo/…"],
    &["/service-hooks", "/service-hooks/…"],
    &["/sessions", "/sessions/:id", "/sessions/:id/…"],
    &["/unsubscribe", "/unsubscribe/…"],
    &["/upgradetorevocablesession", "/upgradetorevocablesession/…"],
    &["/users", "/users/:id", "/users/:id/…"],
    &["/verificationemailrequest", "/verificationemailrequest/…"],
    &["/verifypassword", "/verifypassword/…"],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_says_nothing_of_what_was_put_into_its_path() {
        for (path, expected) in [
            ("/classes/Note/abc", "/classes/:class/:id"),
            ("/CLASSES/Note", "/classes/:class"),
            ("/functions/secret", "/functions/:name"),
            ("/users/me", "/users/:id"),
            ("/files/app/private.png", "/files/*/…"),
            ("/login", "/login"),
            ("/users/a/b/c/d", "/users/:id/…"),
            ("/api/v1/issues/7", "/api/v1/:resource/:number"),
            ("/nope/r:0123", "(unknown)"),
            ("/", "/"),
        ] {
            assert_eq!(template(path), expected, "{path}");
        }
    }

    #[test]
    fn every_route_begins_with_its_first_segment() {
        for route in ROUTES {
            assert!(route.iter().all(|one| one.starts_with(route[0])), "{route:?}");
            assert_eq!(template(route[0]), route[0]);
        }
    }

    #[test]
    fn routes_that_tell_who_somebody_is_say_nothing_of_time() {
        for path in
            ["/login", "/users", "/users/x", "/requestPasswordReset", "/batch", "/verifyPassword"]
        {
            assert!(is_about_identity(template(path)), "{path}");
        }
        for path in ["/classes/Note", "/functions/x", "/", "/nope"] {
            assert!(!is_about_identity(template(path)), "{path}");
        }
    }

    #[test]
    fn of_an_address_only_the_network_is_told() {
        let told = |address: &str| format!("{:?}", network(address.parse().unwrap()));
        assert_eq!(told("192.0.2.77"), "192.0.2.0/24");
        assert_eq!(told("2001:db8:1:2:3::4"), "2001:db8:1::/56");
    }
}
