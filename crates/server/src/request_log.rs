//! One line per request, and one more for each use of a privileged key.
//!
//! The line names the route, never the address: paths and parameters may hold what must not be
//! kept. Of the caller's address only the network is written.

use std::fmt;
use std::net::IpAddr;
use std::time::Instant;

use axum::body::{Body, HttpBody};
use axum::http::header::CONTENT_LENGTH;
use axum::http::request::Parts;
use axum::http::{Method, Response, StatusCode};
use ipnet::IpNet;
use parse_engine::Key;
use tracing::field::DisplayValue;

use crate::reply::HttpError;
use crate::telemetry::RequestId;
use crate::web::Served;

/// What is learned of a request while it is served.
#[derive(Debug)]
pub(crate) struct RequestRecord {
    /// Its name in the log.
    pub(crate) id: RequestId,
    began: Instant,
    /// What is done, if another method than that of HTTP.
    pub(crate) method: Option<&'static str>,
    /// The key that was proved.
    pub(crate) key: Key,
    /// Who asks, if that is known.
    pub(crate) user: Option<String>,
    /// Where the request came from.
    pub(crate) from: Option<IpAddr>,
    /// The code of a refusal.
    pub(crate) code: Option<i32>,
}

impl RequestRecord {
    /// A request that begins now.
    pub(crate) fn new(id: RequestId) -> RequestRecord {
        RequestRecord {
            id,
            began: Instant::now(),
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
    pub(crate) fn refused(&mut self, problem: &HttpError) {
        self.code = problem.code().map(|code| code.0);
    }

    /// Writes the line.
    pub(crate) fn log(&self, parts: &Parts, path: &str, response: &Response<Body>) {
        if !tracing::enabled!(target: "request", tracing::Level::INFO) {
            return;
        }
        let length = |text: &str| text.parse::<u64>().ok();
        let received = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let method = self.method.unwrap_or_else(|| known_method(parts.method.as_str()));
        tracing::info!(
            target: "request",
            id = %self.id,
            method,
            route = %template(path),
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
            self.tell_of_key(method, path, response.status());
        }
    }

    /// Writes the line of a request for the web app. A page fetches dozens of files, which are told
    /// of only when debugging.
    pub(crate) fn log_app(&self, method: &Method, served: Served, response: &Response<Body>) {
        let micros = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let status = response.status().as_u16();
        let (id, from) = (&self.id, self.from.map(network));
        let sent = response.body().size_hint().exact();
        macro_rules! tell {
            ($level:ident, $route:literal) => {
                tracing::$level!(
                    target: "request",
                    %id,
                    method = method.as_str(),
                    route = $route,
                    status,
                    micros,
                    from,
                    sent,
                    "request completed",
                )
            };
        }
        match served {
            Served::Page => tell!(info, "(app)"),
            Served::File => tell!(debug, "(app file)"),
            Served::Nothing => tell!(debug, "(no app file)"),
        }
    }

    fn tell_of_key(&self, method: &'static str, path: &str, status: StatusCode) {
        tracing::info!(
            target: "audit",
            id = %self.id,
            key = ?self.key,
            from = self.from.map(network),
            method,
            route = %template(path),
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

/// The network an address is in, which says enough and names nobody.
fn network(address: IpAddr) -> DisplayValue<IpNet> {
    let length = if address.is_ipv4() { 24 } else { 56 };
    // Both lengths are ones that such a network can have.
    tracing::field::display(IpNet::new(address, length).unwrap_or_default().trunc())
}

/// The route of a path, without what was put into it. Written where it is logged.
pub(crate) fn template(path: &str) -> Template {
    let mut segments = path.split('/').filter(|segment| !segment.is_empty());
    let Some(first) = segments.next() else { return Template::Root };
    match FIRST.iter().find(|known| known.eq_ignore_ascii_case(first)) {
        Some(first) => Template::Known { first, rest: segments.count() },
        None => Template::Unknown,
    }
}

/// The route of a path.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Template {
    Root,
    Known { first: &'static str, rest: usize },
    Unknown,
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, rest) = match self {
            Template::Root => return f.write_str("/"),
            Template::Unknown => return f.write_str("(unknown)"),
            Template::Known { first, rest } => (*first, *rest),
        };
        let names: &[&str] = match first {
            "classes" => &[":class", ":id"],
            "functions" | "jobs" => &[":name"],
            "schemas" | "purge" | "aggregate" => &[":class"],
            "files" => &["*"],
            "api" => &["v1", ":resource", ":number"],
            "batch" | "login" | "health" | "ready" => &[],
            _ => &[":id", ":more"],
        };
        f.write_str("/")?;
        f.write_str(first)?;
        for at in 0..rest.min(3) {
            f.write_str("/")?;
            f.write_str(names.get(at).copied().unwrap_or("…"))?;
        }
        Ok(())
    }
}

/// What a path may begin with.
const FIRST: &[&str] = &[
    "aggregate",
    "api",
    "apps",
    "batch",
    "challenge",
    "classes",
    "cloud_code",
    "config",
    "events",
    "files",
    "functions",
    "health",
    "hooks",
    "installations",
    "jobs",
    "login",
    "loginas",
    "logout",
    "purge",
    "push",
    "push_audiences",
    "ready",
    "requestpasswordreset",
    "roles",
    "schemas",
    "scriptlog",
    "security",
    "serverinfo",
    "service-hooks",
    "sessions",
    "upgradetorevocablesession",
    "users",
    "verificationemailrequest",
    "verifypassword",
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
            ("/nope/r:0123", "(unknown)"),
            ("/", "/"),
        ] {
            assert_eq!(template(path).to_string(), expected, "{path}");
        }
    }

    #[test]
    fn of_an_address_only_the_network_is_told() {
        let told = |address: &str| format!("{:?}", network(address.parse().unwrap()));
        assert_eq!(told("192.0.2.77"), "192.0.2.0/24");
        assert_eq!(told("2001:db8:1:2:3::4"), "2001:db8:1::/56");
    }
}
