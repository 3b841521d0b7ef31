//! Publishes the writes of our nodes to Parse Servers on the same database.
//!
//! A Parse Server receives only its own writes. One node at a time follows the log and publishes
//! this server's writes in Parse Server's format. Its position is stored after publishing, so its
//! successor may publish the last few changes twice, but never skips one.

use std::time::Duration;

use async_trait::async_trait;
use parse_model::{Json, JsonMap, Object, Value, wire};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::sleep;

use super::wake::Untold;
use super::{ChangeFollower, Followed, LiveChange};
use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::file;
use crate::schema;

/// The name of the log position and of the lock.
const PUBLISHER: &str = "parse-server";
/// The delay after an error, or while another node publishes.
const RETRY: Duration = Duration::from_secs(1);

/// The channel to Parse Servers.
#[async_trait]
pub trait ParseServerChannel: Send + Sync {
    /// Publishes a message under an event name.
    async fn publish(&self, event: &str, message: &Json) -> Result<(), Untold>;
}

impl Engine {
    /// Publishes the changes of our nodes, for ever. One task of the server runs this.
    pub async fn publish_changes(&self, to: &dyn ParseServerChannel) {
        let mut is_failing = false;
        loop {
            match self.publish_while_first(to).await {
                Ok(()) => is_failing = false,
                Err(error) if is_failing => tracing::debug!(%error, "changes not published"),
                Err(error) => {
                    tracing::warn!(%error, "changes not published to parse servers, will retry");
                    is_failing = true;
                }
            }
            sleep(RETRY).await;
        }
    }

    /// Publishes until it fails or another node holds the lock. The lock belongs to a transaction,
    /// so the database releases it when the node dies.
    async fn publish_while_first(&self, to: &dyn ParseServerChannel) -> Result<(), Error> {
        let lock = self.store().begin_task_lock();
        let outcome = match parse_store::periodic_task::try_lock_task(&lock, PUBLISHER).await {
            Ok(true) => {
                let mut follower = self.resume_changes(PUBLISHER).await?;
                loop {
                    if let Err(error) = publish_next(self, &mut follower, to).await {
                        break Err(error);
                    }
                    // If the connection broke, another node may hold the lock by now.
                    if let Err(error) = lock.rows(&parse_store::Sql::new("select 1")).await {
                        break Err(error).while_doing("holding the lock of the publisher");
                    }
                }
            }
            Ok(false) => Ok(()),
            Err(error) => Err(error).while_doing("locking the publisher"),
        };
        lock.rollback().await.while_doing("unlocking the publisher")?;
        outcome
    }

    /// Publishes the users who have written a role, for ever. One task of the server runs this.
    pub async fn publish_role_writes(&self, to: &dyn ParseServerChannel) {
        let mut writers = self.live().role_writers.subscribe();
        loop {
            match writers.recv().await {
                Ok(user) => {
                    let mut message = JsonMap::new();
                    message.insert("userId".to_owned(), Json::from(user));
                    if to.publish("clearCache", &Json::Object(message)).await.is_err() {
                        tracing::debug!("role write not published, parse servers reload it later");
                    }
                }
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// A Parse Server reports that a user has written a role.
    pub fn hear_role_write(&self, user: &str) {
        let of_user = parse_store::Invalidation::User(user.to_owned());
        for invalidation in [of_user, parse_store::Invalidation::Roles] {
            self.invalidate(&invalidation);
            self.live().applied(invalidation);
        }
    }
}

impl Cx {
    /// Publishes after the commit that the caller has written a role.
    pub(crate) fn note_role_write(&self) {
        if !self.settings().mixed_fleet {
            return;
        }
        if let Some(user) = self.caller().user_id().map(str::to_owned) {
            self.on_commit(move |engine| {
                // There may be no listener.
                let _ = engine.live().role_writers.send(user);
            });
        }
    }
}

async fn publish_next(
    engine: &Engine,
    follower: &mut ChangeFollower,
    to: &dyn ParseServerChannel,
) -> Result<(), Error> {
    // A gap in the log cannot be announced to Parse Servers.
    let Followed::Changes(changes) = follower.next().await else { return follower.keep().await };
    for change in changes.iter().filter(|change| change.is_ours) {
        let (event, message) = message(engine, change);
        if let Some(message) = message {
            let told = to.publish(event, &message).await;
            told.map_err(|untold| Error::Failed {
                doing: "publishing a change",
                source: untold.into(),
            })?;
        }
    }
    follower.keep().await
}

/// The message that Parse Server would have published for this write.
fn message(engine: &Engine, change: &LiveChange) -> (&'static str, Option<Json>) {
    let (event, current, original) = match (&change.before, &change.after) {
        (before, Some(after)) => ("afterSave", Some(after), before.as_ref()),
        (before, None) => ("afterDelete", before.as_ref(), None),
    };
    let message = current.map(|current| {
        let mut message = JsonMap::new();
        message.insert("currentParseObject".to_owned(), full(engine, current));
        if let Some(original) = original {
            message.insert("originalParseObject".to_owned(), full(engine, original));
        }
        let permissions = Json::Object(schema::permissions(&change.class));
        message.insert("classLevelPermissions".to_owned(), permissions);
        Json::Object(message)
    });
    (event, message)
}

/// An object with its class and the addresses of its files.
fn full(engine: &Engine, object: &Object) -> Json {
    let mut object = object.clone();
    let now = engine.clock().now();
    for (_, value) in object.fields.iter_mut() {
        if let Value::File(file) = value {
            file.url = Some(file::address_at(engine.settings(), now, &file.name));
        }
    }
    wire::included_to_json(&object)
}
