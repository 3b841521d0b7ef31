//! A server of one's own, and requests to it.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request};
use parse_engine::{Clock, Extension, SystemClock};
use parse_model::{Date, Json};
use testkit::{Database, Template};
use touchstone::config::Sources;
use touchstone::{App, Config};

pub(crate) const APPLICATION: &str = "app";
pub(crate) const MASTER: &str = "the-master-key";
pub(crate) const READ_ONLY: &str = "the-read-only-key";

/// A running server, without a socket.
pub(crate) struct Api {
    pub(crate) app: Arc<App>,
    // Declared last: the database goes after the connections to it.
    database: Database,
}

/// A database with the tables every application has.
async fn with_tables() -> Database {
    static TABLES: Template = Template::new();
    let prepare = async |database: &Database| {
        Box::pin(started(database, &[], |_| (), Extension::default(), Arc::new(SystemClock))).await;
    };
    TABLES.lease(prepare).await
}

async fn started(
    database: &Database,
    settings: &[(&str, &str)],
    tune: impl FnOnce(&mut Config),
    extension: Extension,
    clock: Arc<dyn Clock>,
) -> App {
    let url = database.url();
    let base = [
        ("PROFILE", "parse"),
        ("DATABASE_URL", &*url),
        ("APPLICATION_ID", APPLICATION),
        ("MASTER_KEY", MASTER),
        ("READ_ONLY_MASTER_KEY", READ_ONLY),
        ("ALLOW_CLIENT_CLASS_CREATION", "true"),
    ];
    let environment = base
        .iter()
        .chain(settings)
        .map(|(name, value)| (format!("TOUCHSTONE_{name}"), (*value).to_owned()))
        .collect();
    let sources = Sources { environment, ..Sources::default() };
    let mut config = Config::from_sources(&sources).expect("settings");
    config.store.transaction_connections = 4;
    tune(&mut config);
    App::start(config, extension, clock).await.expect("a server")
}

impl Api {
    /// One that lets clients make classes, with no cloud code.
    pub(crate) async fn start() -> Api {
        Api::with(&[], Extension::default()).await
    }

    /// One with further settings and cloud code.
    pub(crate) async fn with(settings: &[(&str, &str)], extension: Extension) -> Api {
        Api::at(settings, extension, Arc::new(SystemClock)).await
    }

    /// One with a clock of its own.
    pub(crate) async fn at(
        settings: &[(&str, &str)],
        extension: Extension,
        clock: Arc<dyn Clock>,
    ) -> Api {
        Api::tuned_at(settings, |_| (), extension, clock).await
    }

    /// One whose configuration is changed where no setting does it.
    pub(crate) async fn tuned(
        settings: &[(&str, &str)],
        extension: Extension,
        tune: impl FnOnce(&mut Config),
    ) -> Api {
        Api::tuned_at(settings, tune, extension, Arc::new(SystemClock)).await
    }

    /// The same with a clock of its own.
    pub(crate) async fn tuned_at(
        settings: &[(&str, &str)],
        tune: impl FnOnce(&mut Config),
        extension: Extension,
        clock: Arc<dyn Clock>,
    ) -> Api {
        let database = with_tables().await;
        let app = Box::pin(started(&database, settings, tune, extension, clock)).await;
        Api { app: Arc::new(app), database }
    }

    /// Takes another server in its place, on the same database.
    pub(crate) async fn start_again(&mut self, settings: &[(&str, &str)], extension: Extension) {
        self.start_tuned(settings, extension, |_| ()).await;
    }

    /// The same with a changed configuration.
    pub(crate) async fn start_tuned(
        &mut self,
        settings: &[(&str, &str)],
        extension: Extension,
        tune: impl FnOnce(&mut Config),
    ) {
        let clock = Arc::new(SystemClock);
        let app = Box::pin(started(&self.database, settings, tune, extension, clock)).await;
        self.app = Arc::new(app);
    }

    /// The database behind it.
    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    /// A request from this machine, with nothing added.
    pub(crate) async fn raw(&self, request: Request<Body>) -> Answer {
        self.raw_from(IpAddr::V4(Ipv4Addr::LOCALHOST), request).await
    }

    /// A request from another machine.
    pub(crate) async fn raw_from(&self, peer: IpAddr, request: Request<Body>) -> Answer {
        Api::answered(&self.app, peer, request).await
    }

    /// A request of an ordinary client to another server on the same database.
    pub(crate) async fn on(&self, app: &Arc<App>, method: &str, path: &str, body: Json) -> Answer {
        let headers = [("x-parse-application-id", APPLICATION)];
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Api::answered(app, local, request(method, path, &headers, body)).await
    }

    /// The same without a body, with further headers.
    pub(crate) async fn on_with(
        &self,
        app: &Arc<App>,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut all = vec![("x-parse-application-id", APPLICATION)];
        all.extend_from_slice(headers);
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        Api::answered(app, local, request(method, path, &all, Json::Null)).await
    }

    async fn answered(app: &Arc<App>, peer: IpAddr, request: Request<Body>) -> Answer {
        let response = Box::pin(app.http.answer(peer, request)).await;
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.expect("a body");
        let text = String::from_utf8(bytes.to_vec()).expect("text");
        let body = serde_json::from_str(&text).unwrap_or(Json::Null);
        Answer { status: parts.status.as_u16(), headers: parts.headers, text, body }
    }

    /// A request of an ordinary client below the mount.
    pub(crate) async fn send(&self, method: &str, path: &str, body: Json) -> Answer {
        self.send_with(method, path, &[], body).await
    }

    /// The same with further headers.
    pub(crate) async fn send_with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Json,
    ) -> Answer {
        let mut all = vec![("x-parse-application-id", APPLICATION)];
        all.extend_from_slice(headers);
        self.raw(request(method, path, &all, body)).await
    }

    /// The same with the master key.
    pub(crate) async fn master(&self, method: &str, path: &str, body: Json) -> Answer {
        self.send_with(method, path, &[("x-parse-master-key", MASTER)], body).await
    }
}

/// A request below the mount; a body of null is no body.
pub(crate) fn request(
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Json,
) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(format!("/parse{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    request.body(body).expect("a request")
}

/// A clock that stands until it is set.
#[derive(Debug)]
pub(crate) struct Hands(Mutex<Date>);

impl Hands {
    pub(crate) fn at(text: &str) -> Arc<Hands> {
        Arc::new(Hands(Mutex::new(Date::parse(text).expect("a date"))))
    }

    /// Lets time pass.
    pub(crate) fn advance(&self, seconds: i64) {
        let mut now = self.0.lock().expect("a lock");
        *now = now.plus_seconds(seconds);
    }

    pub(crate) fn set(&self, text: &str) {
        *self.0.lock().expect("a lock") = Date::parse(text).expect("a date");
    }
}

impl Clock for Hands {
    fn now(&self) -> Date {
        *self.0.lock().expect("a lock")
    }
}

/// Waits until a condition holds, which it must soon.
pub(crate) async fn eventually(condition: impl AsyncFn() -> bool) {
    let deadline = tokio::time::Instant::now() + Duration::from_secs(20);
    while !condition().await {
        assert!(tokio::time::Instant::now() < deadline, "it did not happen in time");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A text of an answer.
#[track_caller]
pub(crate) fn text<'a>(body: &'a Json, key: &str) -> &'a str {
    body[key].as_str().unwrap_or_else(|| panic!("no {key} in {body}"))
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    pub(crate) body: Json,
}

impl Answer {
    /// Holds the answer to a status and a body.
    #[track_caller]
    pub(crate) fn is(&self, status: u16, body: Json) {
        assert_eq!((self.status, &self.body), (status, &body), "{}", self.text);
    }

    /// Holds the answer to a refusal. A refusal of the product has a key too, which begins its text.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: i32, error: &str) {
        let mut wanted = serde_json::json!({ "code": code, "error": error });
        if let Some(key) = self.body["key"].as_str() {
            assert!(error.starts_with(&format!("{key}: ")), "{}", self.text);
            wanted["key"] = key.into();
        }
        self.is(status, wanted);
    }

    /// The body of an answer that must have gone well.
    #[track_caller]
    pub(crate) fn ok(self) -> Json {
        assert!((200..300).contains(&self.status), "{} {}", self.status, self.text);
        self.body
    }

    /// A header, or nothing.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}
