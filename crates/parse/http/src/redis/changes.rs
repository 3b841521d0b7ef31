//! Waking other nodes through Redis, and speaking Parse Server's channels there.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::StreamExt;
use parse_engine::Engine;
use parse_engine::live::{ChangeChannel, ParseServerChannel, Untold};
use parse_model::Json;
use redis::{Msg, Pipeline, RedisError};
use tokio::time::{interval, sleep, timeout};

use super::{PATIENCE, Redis};

/// How long a message to other nodes may take. After that the database is quicker.
const QUICK: Duration = Duration::from_millis(50);
/// How long to wait before listening again.
const RETRY: Duration = Duration::from_millis(500);
/// How often the listening connection is asked whether it still answers.
const ASK_EVERY: Duration = Duration::from_secs(5);
/// How long it may take to open, and to answer.
const GIVE_UP: Duration = Duration::from_secs(2);

/// The events of Parse Server's LiveQuery, each a channel that the application's id begins.
const EVENTS: [&str; 3] = ["afterSave", "afterDelete", "clearCache"];

/// The channels of one application.
pub struct Channels {
    redis: Arc<Redis>,
    application_id: String,
    /// Whether Parse Servers speak and listen there too.
    is_mixed: bool,
}

impl Channels {
    /// Those of an application, and of Parse Servers in a mixed fleet.
    pub fn new(redis: Arc<Redis>, application_id: &str, is_mixed: bool) -> Channels {
        Channels { redis, application_id: application_id.to_owned(), is_mixed }
    }

    fn of_nodes(&self) -> String {
        format!("touchstone:changes:{}", self.application_id)
    }

    /// Wakes the engine by what others say, for ever.
    pub async fn listen(&self, engine: &Engine) {
        let mut is_down = false;
        loop {
            let end = self.hear(engine, &mut is_down).await;
            if let (Err(error), false) = (&end, is_down) {
                tracing::warn!(reason = %error, "redis subscription lost, reconnecting");
            }
            is_down = true;
            sleep(RETRY).await;
        }
    }

    async fn hear(&self, engine: &Engine, is_down: &mut bool) -> Result<(), RedisError> {
        let opened = timeout(GIVE_UP, self.redis.client.get_async_pubsub()).await;
        let (mut sink, mut messages) = opened.map_err(|_| silent())??.split();
        let own = self.of_nodes();
        let of_parse_server = EVENTS.map(|event| format!("{}{event}", self.application_id));
        let of_others = of_parse_server.iter().filter(|_| self.is_mixed);
        let channels: Vec<_> = of_others.chain([&own]).collect();
        timeout(GIVE_UP, sink.subscribe(channels)).await.map_err(|_| silent())??;
        if std::mem::take(is_down) {
            tracing::info!("redis subscription restored");
        }
        // What was said meanwhile is not known, and a look finds out.
        engine.hear_changes("");
        let mut ask = interval(ASK_EVERY);
        loop {
            tokio::select! {
                message = messages.next() => match message {
                    Some(message) => self.take(engine, &own, &message),
                    None => return Err(silent()),
                },
                _ = ask.tick() => {
                    let answer = timeout(GIVE_UP, sink.ping::<redis::Value>()).await;
                    answer.map_err(|_| silent())??;
                }
            }
        }
    }

    fn take(&self, engine: &Engine, own: &str, message: &Msg) {
        let Ok(payload) = message.get_payload::<String>() else { return };
        if message.get_channel_name() == own {
            engine.hear_changes(&payload);
        } else if message.get_channel_name().ends_with("clearCache") {
            let told: Json = serde_json::from_str(&payload).unwrap_or_default();
            if let Some(user) = told.get("userId").and_then(Json::as_str) {
                engine.hear_role_write(user);
            }
        } else {
            engine.hear_changes("");
        }
    }
}

fn silent() -> RedisError {
    RedisError::from((redis::ErrorKind::Io, "the connection does not answer"))
}

fn untold(problem: impl std::error::Error + Send + Sync + 'static) -> Untold {
    Untold(Box::new(problem))
}

#[async_trait]
impl ChangeChannel for Channels {
    async fn tell(&self, node: &str) -> Result<(), Untold> {
        let mut commands = Pipeline::new();
        commands.cmd("PUBLISH").arg(self.of_nodes()).arg(node).ignore();
        self.redis.ask_within(QUICK, &commands).await.map_err(untold)
    }
}

#[async_trait]
impl ParseServerChannel for Channels {
    async fn publish(&self, event: &str, message: &Json) -> Result<(), Untold> {
        let channel = format!("{}{event}", self.application_id);
        let mut commands = Pipeline::new();
        commands.cmd("PUBLISH").arg(channel).arg(message.to_string()).ignore();
        self.redis.ask_within(PATIENCE, &commands).await.map_err(untold)
    }
}
