//! What nodes tell one another through PostgreSQL.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::poll_fn;
use serde_json::json;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;
use tokio_postgres::{AsyncMessage, Client};

use crate::connection::{ConnectOptions, opened, root_cause};
use crate::error::StoreError;
use crate::listener_health::ListenerHealth;
use crate::sql::Sql;

/// How long to wait before trying again after the connection broke.
const RETRY: Duration = Duration::from_millis(500);

/// How often the listening connection is asked whether it still answers.
const ASK_EVERY: Duration = Duration::from_secs(2);

/// How long opening the connection may take.
const OPEN_WITHIN: Duration = Duration::from_secs(10);

/// How long a probe may go unanswered before the connection is given up: a connection that died
/// silently is detected, logged and reopened within [`ASK_EVERY`] more.
const GIVE_UP: Duration = Duration::from_secs(5);

/// How many invalidations wait for the node to take them. When there are more, what they say no
/// longer matters: everything is invalidated.
const CAPACITY: usize = 1024;

/// What every node must drop from its caches or read again.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Invalidation {
    /// The classes have changed.
    Schema,
    /// Roles have changed: who may do what must be found out again.
    Roles,
    /// The sessions of one user have changed.
    User(String),
    /// One session, named by the key it is cached under, has ended.
    Session(String),
    /// The parameters of the application have changed.
    Config,
    /// There is a push to be sent.
    Push,
    /// The webhooks have changed.
    Hooks,
    /// There is work in the outbox.
    Outbox,
    /// This node has committed changes of live classes.
    Changes(String),
    /// Anything may have changed while the listener was disconnected.
    Everything,
}

impl Invalidation {
    /// The statement that tells it.
    pub fn sql(&self) -> Sql {
        let mut sql = Sql::new("select pg_notify('touchstone', ");
        sql.bind(self.payload()).push(")");
        sql
    }

    /// What is said on the channel.
    pub(crate) fn payload(&self) -> String {
        let payload = match self {
            Invalidation::Schema => json!({ "schema": true }),
            Invalidation::Roles => json!({ "roles": true }),
            Invalidation::User(id) => json!({ "user": id }),
            Invalidation::Session(key) => json!({ "session": key }),
            Invalidation::Config => json!({ "config": true }),
            Invalidation::Push => json!({ "push": true }),
            Invalidation::Hooks => json!({ "hooks": true }),
            Invalidation::Outbox => json!({ "outbox": true }),
            Invalidation::Changes(node) => json!({ "changes": node }),
            Invalidation::Everything => json!({ "everything": true }),
        };
        payload.to_string()
    }

    /// The statement that tells Parse Servers that the schema has changed. They reload when the
    /// sender is not themselves, so any name that is not theirs will do.
    pub(crate) fn schema_for_parse_server() -> Sql {
        Sql::new(r#"select pg_notify('schema.change', '{"senderId":"touchstone"}')"#)
    }

    fn parse(channel: &str, payload: &str) -> Option<Invalidation> {
        if channel == "schema.change" {
            return (!payload.contains("\"touchstone\"")).then_some(Invalidation::Schema);
        }
        let json: serde_json::Value = serde_json::from_str(payload).ok()?;
        let text = |key: &str| json.get(key)?.as_str().map(str::to_owned);
        if json.get("schema").is_some() {
            Some(Invalidation::Schema)
        } else if json.get("roles").is_some() {
            Some(Invalidation::Roles)
        } else if json.get("config").is_some() {
            Some(Invalidation::Config)
        } else if json.get("push").is_some() {
            Some(Invalidation::Push)
        } else if json.get("hooks").is_some() {
            Some(Invalidation::Hooks)
        } else if json.get("outbox").is_some() {
            Some(Invalidation::Outbox)
        } else if json.get("everything").is_some() {
            Some(Invalidation::Everything)
        } else if let Some(id) = text("user") {
            Some(Invalidation::User(id))
        } else if let Some(node) = text("changes") {
            Some(Invalidation::Changes(node))
        } else {
            text("session").map(Invalidation::Session)
        }
    }
}

/// Listens on a connection of its own, and again after it broke.
#[derive(Debug)]
pub(crate) struct Listener {
    invalidations: tokio::sync::Mutex<Receiver<Invalidation>>,
    has_overflowed: Arc<AtomicBool>,
    health: ListenerHealth,
}

impl Listener {
    pub(crate) fn new(options: ConnectOptions, mixed_fleet: bool) -> Listener {
        let (sink, listener) = mailbox(CAPACITY);
        #[expect(clippy::disallowed_methods, reason = "ends when the receiver is dropped")]
        tokio::spawn(listen_forever(options, mixed_fleet, sink));
        listener
    }

    /// Whether anything is heard.
    pub(crate) fn health(&self) -> &ListenerHealth {
        &self.health
    }

    /// All invalidations since the last call, each once; waits for the first.
    pub(crate) async fn next(&self) -> Vec<Invalidation> {
        let mut invalidations = Vec::new();
        let mut receiver = self.invalidations.lock().await;
        if receiver.recv_many(&mut invalidations, CAPACITY).await == 0 {
            std::future::pending::<()>().await;
        }
        if self.has_overflowed.swap(false, Ordering::AcqRel) {
            invalidations.push(Invalidation::Everything);
        }
        let mut told = HashSet::new();
        invalidations.retain(|invalidation| told.insert(invalidation.clone()));
        invalidations
    }
}

/// Where the listening connection puts what it hears. It never waits: the connection must go on
/// being read.
struct Sink {
    sender: Sender<Invalidation>,
    has_overflowed: Arc<AtomicBool>,
    health: ListenerHealth,
}

impl Sink {
    /// Says whether there is still a receiver.
    fn put(&self, invalidation: Invalidation) -> bool {
        match self.sender.try_send(invalidation) {
            Ok(()) => true,
            Err(TrySendError::Full(_)) => {
                self.has_overflowed.store(true, Ordering::Release);
                true
            }
            Err(TrySendError::Closed(_)) => false,
        }
    }
}

fn mailbox(capacity: usize) -> (Sink, Listener) {
    let (sender, receiver) = channel(capacity);
    let (has_overflowed, health) = (Arc::new(AtomicBool::new(false)), ListenerHealth::default());
    let listener = Listener {
        invalidations: tokio::sync::Mutex::new(receiver),
        has_overflowed: Arc::clone(&has_overflowed),
        health: health.clone(),
    };
    (Sink { sender, has_overflowed, health }, listener)
}

async fn listen_forever(options: ConnectOptions, mixed_fleet: bool, sink: Sink) {
    for connection in 0.. {
        let end = listen(&options, mixed_fleet, &sink, connection).await;
        sink.health.end();
        if sink.sender.is_closed() {
            return;
        }
        if let Err(error) = end {
            tracing::warn!(%error, "invalidation listener disconnected, reconnecting");
        }
        tokio::select! {
            () = tokio::time::sleep(RETRY) => {}
            () = sink.sender.closed() => return,
        }
    }
}

async fn listen(
    options: &ConnectOptions,
    mixed_fleet: bool,
    sink: &Sink,
    connection: u64,
) -> Result<(), StoreError> {
    let (client, mut driver) =
        timeout(OPEN_WITHIN, opened(options)).await.map_err(|_| silent())??;
    let mut messages = poll_fn(move |cx| driver.poll_message(cx));
    let mut asking = std::pin::pin!(keep_asking(&client, mixed_fleet, sink, connection));
    loop {
        tokio::select! {
            end = &mut asking => return end,
            message = messages.next() => match message {
                Some(Ok(AsyncMessage::Notification(note))) => {
                    let invalidation = Invalidation::parse(note.channel(), note.payload());
                    if invalidation.is_some_and(|invalidation| !sink.put(invalidation)) {
                        return Ok(());
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(lost(error)),
                None => return Ok(()),
            },
            () = sink.sender.closed() => return Ok(()),
        }
    }
}

/// Starts to listen, and then probes the connection periodically: a dead connection is as silent as
/// one without notifications.
async fn keep_asking(
    client: &Client,
    mixed_fleet: bool,
    sink: &Sink,
    connection: u64,
) -> Result<(), StoreError> {
    let command = if mixed_fleet {
        "listen touchstone; listen \"schema.change\""
    } else {
        "listen touchstone"
    };
    ask(client, command).await?;
    sink.health.begin(connection);
    // Told after `listen` has taken effect, so nothing falls between.
    sink.put(Invalidation::Everything);
    loop {
        tokio::time::sleep(ASK_EVERY).await;
        let asked_at = Instant::now();
        ask(client, "").await?;
        sink.health.last(asked_at);
    }
}

async fn ask(client: &Client, command: &str) -> Result<(), StoreError> {
    let answer = timeout(GIVE_UP, client.batch_execute(command)).await;
    answer.map_err(|_| silent())?.map_err(lost)
}

fn silent() -> StoreError {
    StoreError::Unavailable("the connection does not answer".to_owned())
}

fn lost(error: tokio_postgres::Error) -> StoreError {
    StoreError::Unavailable(root_cause(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_understood() {
        for invalidation in [
            Invalidation::Schema,
            Invalidation::Roles,
            Invalidation::User("u1".to_owned()),
            Invalidation::Session("s1".to_owned()),
            Invalidation::Config,
            Invalidation::Push,
            Invalidation::Hooks,
            Invalidation::Outbox,
            Invalidation::Changes("n1".to_owned()),
            Invalidation::Everything,
        ] {
            let sql = invalidation.sql();
            let [crate::sql::Bind::Text(payload)] = sql.binds() else { panic!("one text") };
            assert_eq!(Invalidation::parse("touchstone", payload), Some(invalidation));
        }
    }

    #[test]
    fn our_own_word_to_parse_servers_is_not_heard_twice() {
        assert_eq!(Invalidation::parse("schema.change", r#"{"senderId":"touchstone"}"#), None);
        assert_eq!(
            Invalidation::parse("schema.change", r#"{"senderId":"x"}"#),
            Some(Invalidation::Schema)
        );
    }

    #[tokio::test]
    async fn a_burst_is_heard_as_one_and_what_does_not_fit_becomes_everything() {
        let (sink, listener) = mailbox(4);
        for _ in 0..3 {
            assert!(sink.put(Invalidation::Schema));
        }
        assert_eq!(listener.next().await, [Invalidation::Schema]);
        for user in 0..5 {
            assert!(sink.put(Invalidation::User(user.to_string())));
        }
        let heard = listener.next().await;
        assert_eq!(heard.len(), 5);
        assert_eq!(heard.last(), Some(&Invalidation::Everything));
        assert!(sink.put(Invalidation::Config));
        assert_eq!(listener.next().await, [Invalidation::Config]);
        drop(listener);
        assert!(!sink.put(Invalidation::Config));
    }
}
