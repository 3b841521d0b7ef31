//! The way to Redis, which is asked for quick answers and never for the truth.
//!
//! Every caller can do without it. So waiting is short, and when it is gone one caller a second
//! tests whether it is back.

mod changes;
mod rates;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, FromRedisValue, Pipeline, RedisError};

pub use changes::Channels;
pub(crate) use rates::Charge;

/// How long an answer may take. After that the database is quicker.
const PATIENCE: Duration = Duration::from_millis(250);
/// The same for large background writes.
pub const LONG_PATIENCE: Duration = Duration::from_secs(5);
/// How long it is left alone after it did not answer.
const LEFT_ALONE: Duration = Duration::from_secs(1);

/// A Redis server.
pub struct Redis {
    client: Client,
    line: Mutex<Line>,
    /// Whether the log knows that it is gone.
    is_told: AtomicBool,
    answered: AtomicU64,
    failed: AtomicU64,
    left_alone: AtomicU64,
}

/// How Redis does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RedisState {
    /// Whether there is a line to it.
    pub(crate) is_open: bool,
    /// How often it answered.
    pub(crate) answered: u64,
    /// How often it did not, or refused.
    pub(crate) failed: u64,
    /// How often it was not asked, because it had not answered a moment ago.
    pub(crate) left_alone: u64,
}

enum Line {
    Open(MultiplexedConnection),
    /// Not to be tried before then.
    Closed(Option<Instant>),
}

/// Why Redis has no answer.
#[derive(Debug, thiserror::Error)]
pub enum RedisProblem {
    /// It did not answer a moment ago.
    #[error("Redis is left alone for a moment, because it did not answer")]
    LeftAlone,
    /// It could not be reached, or refused.
    #[error("Redis did not answer")]
    Failed(#[from] RedisError),
}

impl std::fmt::Debug for Redis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Redis").finish_non_exhaustive()
    }
}

impl Redis {
    /// The server at an address such as `redis://host:6379`; `None` if the address is invalid.
    pub fn at(url: &str) -> Option<Redis> {
        let client = Client::open(url).ok()?;
        let zero = || AtomicU64::new(0);
        Some(Redis {
            client,
            line: Mutex::new(Line::Closed(None)),
            is_told: AtomicBool::new(false),
            answered: zero(),
            failed: zero(),
            left_alone: zero(),
        })
    }

    /// Asks whether it is there. If not, the log says so.
    pub async fn greet(&self) {
        let mut hello = redis::pipe();
        hello.cmd("PING").ignore();
        drop(self.ask::<()>(&hello).await);
    }

    /// How it does.
    pub(crate) fn state(&self) -> RedisState {
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        RedisState {
            is_open: matches!(*line, Line::Open(_)),
            answered: self.answered.load(Ordering::Relaxed),
            failed: self.failed.load(Ordering::Relaxed),
            left_alone: self.left_alone.load(Ordering::Relaxed),
        }
    }

    /// Whether it is there.
    pub async fn answers(&self) -> Result<(), RedisProblem> {
        let mut ping = Pipeline::new();
        ping.cmd("PING");
        self.ask_within::<(String,)>(LONG_PATIENCE, &ping).await.map(drop)
    }

    /// Carries out commands and gives their answers.
    /// Asks for a quick answer.
    pub async fn ask<T: FromRedisValue>(&self, commands: &Pipeline) -> Result<T, RedisProblem> {
        self.ask_within(PATIENCE, commands).await
    }

    /// Asks for an answer within a time.
    pub async fn ask_within<T: FromRedisValue>(
        &self,
        timeout: Duration,
        commands: &Pipeline,
    ) -> Result<T, RedisProblem> {
        let mut connection = self.connection().await?;
        connection.set_response_timeout(timeout);
        let answer = commands.query_async(&mut connection).await;
        if answer.is_ok() {
            self.answered.fetch_add(1, Ordering::Relaxed);
        }
        answer.map_err(|error| self.gone(error))
    }

    /// The line, opened if it is not. Of several who find it closed, one opens it and the others go
    /// without.
    async fn connection(&self) -> Result<MultiplexedConnection, RedisProblem> {
        {
            let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
            match &*line {
                Line::Open(connection) => return Ok(connection.clone()),
                Line::Closed(Some(until)) if Instant::now() < *until => {
                    self.left_alone.fetch_add(1, Ordering::Relaxed);
                    return Err(RedisProblem::LeftAlone);
                }
                Line::Closed(_) => *line = Line::Closed(Some(Instant::now() + LEFT_ALONE)),
            }
        }
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE));
        let opened = self.client.get_multiplexed_async_connection_with_config(&config).await;
        let connection = opened.map_err(|error| self.gone(error))?;
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        *line = Line::Open(connection.clone());
        if self.is_told.swap(false, Ordering::Relaxed) {
            tracing::info!("redis available again");
        }
        Ok(connection)
    }

    fn gone(&self, error: RedisError) -> RedisProblem {
        self.failed.fetch_add(1, Ordering::Relaxed);
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_told.swap(true, Ordering::Relaxed) {
            tracing::warn!(reason = %error, "redis unavailable, falling back to postgres");
        }
        *line = Line::Closed(Some(Instant::now() + LEFT_ALONE));
        error.into()
    }
}
