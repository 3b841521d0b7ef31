//! A client like an app: it queries, applies its events, and queries again after a lost connection.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use parse_model::Json;
use serde_json::json;
use telemetry::task;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::client::{Client, handshake};
use crate::api::{APPLICATION, Api};

/// Who asks.
pub(super) enum Who {
    SignedOut,
    Master(&'static str),
    /// The user of a session, which another one may follow.
    Session(watch::Sender<String>),
}

impl Who {
    pub(super) fn session(token: String) -> Who {
        Who::Session(watch::Sender::new(token))
    }
}

/// A client that runs by itself.
pub(super) struct Reader {
    shared: Arc<Shared>,
    running: JoinHandle<Option<()>>,
}

struct Shared {
    address: SocketAddr,
    who: Who,
    filter: Json,
    /// What it shows, by id.
    list: Mutex<BTreeMap<String, Json>>,
    /// The last marker it received.
    heard: watch::Sender<i64>,
    cut: Notify,
}

impl Reader {
    pub(super) fn start(address: SocketAddr, who: Who, filter: Json) -> Reader {
        let shared = Arc::new(Shared {
            address,
            who,
            filter,
            list: Mutex::default(),
            heard: watch::Sender::new(0),
            cut: Notify::new(),
        });
        let reading = Arc::clone(&shared);
        let running = task::spawn("reader", async move { reading.read_for_ever().await });
        Reader { shared, running }
    }

    /// Takes its connection away.
    pub(super) fn cut(&self) {
        self.shared.cut.notify_one();
    }

    /// The session it has, if it has one.
    pub(super) fn session(&self) -> Option<String> {
        self.shared.session()
    }

    /// Has another session from now on.
    pub(super) fn sign_in(&self, token: &str) {
        if let Who::Session(session) = &self.shared.who {
            session.send_replace(token.to_owned());
        }
    }

    /// Waits until it has received a marker, or a later one.
    pub(super) async fn has_heard(&self, marker: i64) {
        let mut heard = self.shared.heard.subscribe();
        heard.wait_for(|last| *last >= marker).await.expect("a reader");
    }

    /// What it shows.
    pub(super) fn list(&self) -> BTreeMap<String, Json> {
        self.shared.list.lock().expect("a list").clone()
    }

    /// What it is shown if it asks now.
    pub(super) async fn ask(&self, api: &Api) -> BTreeMap<String, Json> {
        let session = self.session();
        let header = match &self.shared.who {
            Who::SignedOut => None,
            Who::Master(key) => Some(("x-parse-master-key", *key)),
            Who::Session(_) => session.as_deref().map(|token| ("x-parse-session-token", token)),
        };
        let headers: Vec<(&str, &str)> = header.into_iter().collect();
        let question = json!({ "_method": "GET", "where": self.shared.filter, "limit": 1000 });
        let found = api.send_with("POST", "/classes/Note", &headers, question).await.ok();
        by_id(&found["results"])
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.running.abort();
    }
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = match self.shared.who {
            Who::SignedOut => "signed out",
            Who::Master(_) => "the operator",
            Who::Session(_) => "signed in",
        };
        write!(f, "{who} who follows {}", self.shared.filter)
    }
}

impl Shared {
    fn session(&self) -> Option<String> {
        match &self.who {
            Who::Session(token) => Some(token.borrow().clone()),
            Who::SignedOut | Who::Master(_) => None,
        }
    }

    async fn read_for_ever(&self) {
        loop {
            let next_session = match &self.who {
                Who::Session(token) => Some(token.subscribe()),
                Who::SignedOut | Who::Master(_) => None,
            };
            let is_signed_out = self.read_until_cut_off().await;
            if let (true, Some(mut next)) = (is_signed_out, next_session) {
                // The sender is in `self`.
                let _ = next.changed().await;
            }
        }
    }

    /// Connects, asks and follows. Whether its session has ended.
    async fn read_until_cut_off(&self) -> bool {
        let (_, Some(mut client)) = handshake(self.address, "/parse", &[]).await else {
            return false;
        };
        let mut hello = json!({ "op": "connect", "applicationId": APPLICATION });
        if let Who::Master(key) = self.who {
            hello["masterKey"] = json!(key);
        }
        client.try_say(&hello).await;
        // Events during the query are applied after its answer.
        let mut early = Some(Vec::new());
        loop {
            let message = tokio::select! {
                message = client.heard() => message,
                () = self.cut.notified() => return false,
            };
            let Some(message) = message else { return false };
            match (message["op"].as_str(), message["requestId"].as_u64()) {
                (Some("connected"), _) => self.subscribe(&mut client).await,
                (Some("subscribed"), Some(1)) => {
                    client.try_say(&json!({ "op": "query", "requestId": 1 })).await;
                }
                (Some("subscribed"), _) => {}
                (Some("result"), _) => {
                    *self.list.lock().expect("a list") = by_id(&message["results"]);
                    early.take().into_iter().flatten().for_each(|event| self.apply(event));
                }
                (Some("error"), _) => return message["code"] == 209,
                _ => match &mut early {
                    Some(early) => early.push(message),
                    None => self.apply(message),
                },
            }
        }
    }

    async fn subscribe(&self, client: &mut Client) {
        let session = self.session();
        for (n, class, filter) in [(1, "Note", &self.filter), (2, "Marker", &json!({}))] {
            let query = json!({ "className": class, "where": filter });
            let mut message = json!({ "op": "subscribe", "requestId": n, "query": query });
            if let Some(token) = &session {
                message["sessionToken"] = json!(token);
            }
            client.try_say(&message).await;
        }
    }

    fn apply(&self, mut event: Json) {
        let object = event["object"].take();
        if event["requestId"] == 2 {
            let marker = object["n"].as_i64().expect("a number");
            self.heard.send_modify(|last| *last = marker.max(*last));
            return;
        }
        let mut list = self.list.lock().expect("a list");
        let (id, object) = entry(object);
        match event["op"].as_str() {
            Some("create" | "enter" | "update") => drop(list.insert(id, object)),
            Some("leave" | "delete") => drop(list.remove(&id)),
            other => panic!("{other:?}"),
        }
    }
}

fn by_id(results: &Json) -> BTreeMap<String, Json> {
    results.as_array().expect("a list").iter().cloned().map(entry).collect()
}

/// An object by its id, without its class, which answers to a question do not tell.
fn entry(mut object: Json) -> (String, Json) {
    let fields = object.as_object_mut().expect("an object");
    fields.remove("className");
    fields.remove("__type");
    (object["objectId"].as_str().expect("an id").to_owned(), object)
}
