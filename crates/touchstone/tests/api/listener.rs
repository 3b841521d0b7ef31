//! A third party's server: records its calls and answers as configured.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Response, Uri};
use parse_model::Json;
use serde_json::json;
use tokio::sync::{Notify, Semaphore};

/// A server that answers each path with what was set for it, and `{}` elsewhere.
#[derive(Clone)]
pub(crate) struct Listener {
    address: SocketAddr,
    state: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    answers: HashMap<String, (u16, String)>,
    heard: Vec<Heard>,
    gate: Option<Arc<Gate>>,
}

/// Holds answers back until it is opened.
pub(crate) struct Gate {
    arrival: Notify,
    ways: Semaphore,
}

impl Gate {
    /// Waits until a call waits for its answer.
    pub(crate) async fn arrived(&self) {
        self.arrival.notified().await;
    }

    /// Lets one call have its answer.
    pub(crate) fn open_once(&self) {
        self.ways.add_permits(1);
    }

    async fn passed(&self) {
        self.arrival.notify_one();
        self.ways.acquire().await.expect("an open semaphore").forget();
    }
}

/// One call that came in.
#[derive(Debug, Clone)]
pub(crate) struct Heard {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
    pub(crate) body: Json,
    pub(crate) bytes: Bytes,
}

impl Heard {
    /// A header, which must be there.
    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).unwrap_or_else(|| panic!("no header {name}"));
        value.to_str().expect("text")
    }
}

impl Listener {
    pub(crate) async fn start() -> Listener {
        let state = Arc::new(Mutex::new(Inner::default()));
        let socket = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = socket.local_addr().expect("an address");
        let router = Router::new().fallback(answer).with_state(state.clone());
        telemetry::task::spawn("listening", async move { axum::serve(socket, router).await });
        Listener { address, state }
    }

    /// The address of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Answers a path with JSON.
    pub(crate) fn say(&self, path: &str, answer: Json) {
        self.say_text(path, 200, &answer.to_string());
    }

    /// Answers a path with a status and a text.
    pub(crate) fn say_text(&self, path: &str, status: u16, text: &str) {
        let mut state = self.state.lock().expect("the state");
        state.answers.insert(path.to_owned(), (status, text.to_owned()));
    }

    /// Holds every answer back from now on.
    pub(crate) fn gate(&self) -> Arc<Gate> {
        let gate = Arc::new(Gate { arrival: Notify::new(), ways: Semaphore::new(0) });
        self.state.lock().expect("the state").gate = Some(gate.clone());
        gate
    }

    /// What came in so far, in order.
    pub(crate) fn heard(&self) -> Vec<Heard> {
        self.state.lock().expect("the state").heard.clone()
    }

    /// The last that came in at a path.
    #[track_caller]
    pub(crate) fn last(&self, path: &str) -> Heard {
        let heard = self.heard().into_iter().rfind(|heard| heard.path == path);
        heard.unwrap_or_else(|| panic!("nothing came in at {path}"))
    }
}

async fn answer(
    State(state): State<Arc<Mutex<Inner>>>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let text = String::from_utf8_lossy(&body).into_owned();
    let (bytes, body) = (body, serde_json::from_str(&text).unwrap_or(Json::Null));
    let path = uri.path().to_owned();
    let (status, answer, gate) = {
        let mut state = state.lock().expect("the state");
        let said = state.answers.get(&path).cloned();
        let (status, answer) = said.unwrap_or_else(|| (200, json!({}).to_string()));
        state.heard.push(Heard { path, headers, text, body, bytes });
        (status, answer, state.gate.clone())
    };
    if let Some(gate) = gate {
        gate.passed().await;
    }
    Response::builder().status(status).body(Body::from(answer)).expect("an answer")
}
