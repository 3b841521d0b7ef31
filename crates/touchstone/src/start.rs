//! From settings to a server that can answer: waiting for the database, and saying in words what
//! keeps it from starting.

use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parse_engine::{DatabaseClock, Extension};
use parse_store::reach::{Unreachable, advice, reach, room};
use parse_store::{StoreError, StoreOptions, migrate};
use telemetry::error_chain::chain;

use crate::app::{App, StartError};
use crate::clock_sync;
use crate::config::Config;

/// How long until the database is tried again.
const TRY_AGAIN: Duration = Duration::from_millis(500);
/// How often the wait is logged.
const TELL_AGAIN: Duration = Duration::from_secs(5);
/// How long one attempt may take: a database that hangs takes connections and never answers.
const ATTEMPT: Duration = Duration::from_secs(5);
/// Attempts for which there is time while a server waits.
const ATTEMPTS: u32 = 3;
/// Long enough to distinguish a refused connection from one without an answer.
const LEAST_ATTEMPT: Duration = Duration::from_millis(200);

/// Waits for the database for as long as the operator wants, where waiting may help.
pub(crate) async fn wait_for_database(
    options: &StoreOptions,
    patience: Duration,
) -> Result<(), String> {
    let began = Instant::now();
    let mut told: Option<Instant> = None;
    while let Err(why) = reach_within(options, attempt(patience, began.elapsed())).await {
        let waited = began.elapsed();
        if !why.may_come || waited >= patience {
            return Err(format!("{why}."));
        }
        if told.is_none_or(|at| at.elapsed() >= TELL_AGAIN) {
            let seconds_left = (patience - waited).as_secs();
            tracing::warn!(reason = why.problem, seconds_left, "waiting for the database");
            told = Some(Instant::now());
        }
        tokio::time::sleep(TRY_AGAIN).await;
    }
    if told.is_some() {
        tracing::info!(seconds = began.elapsed().as_secs(), "database reached");
    }
    Ok(())
}

/// How long the next attempt may take. Commands do not wait for a database that is not there, but
/// do for one that answers slowly.
fn attempt(patience: Duration, waited: Duration) -> Duration {
    if patience.is_zero() {
        return ATTEMPT;
    }
    ATTEMPT.min(patience / ATTEMPTS).min(patience.saturating_sub(waited)).max(LEAST_ATTEMPT)
}

async fn reach_within(options: &StoreOptions, most: Duration) -> Result<(), Unreachable> {
    tokio::time::timeout(most, reach(options)).await.unwrap_or_else(|_| {
        Err(Unreachable {
            problem: format!(
                "no connection to the database: no answer within {:.1} s",
                most.as_secs_f32()
            ),
            advice: "See whether PostgreSQL there is stopped or overloaded, and whether \
                database_url names its port"
                .to_owned(),
            may_come: true,
        })
    })
}

/// Starts the application for a command, which does not wait.
pub(crate) async fn started(config: Config, extension: Extension) -> Result<App, String> {
    wait_for_database(&config.store, Duration::ZERO).await?;
    let options = config.store.clone();
    let clock = Arc::new(DatabaseClock::default());
    let app = Box::pin(App::start(config, extension, clock.clone())).await;
    let app = app.map_err(|error| in_words(&error, &options))?;
    clock_sync::begin(&app, clock).await;
    Ok(app)
}

/// The same for a dry run or a list, which must not change the database: one with pending migrations
/// is refused.
pub(crate) fn started_unchanged(
    config: Config,
    extension: Extension,
) -> Pin<Box<impl Future<Output = Result<App, String>>>> {
    Box::pin(started(config.without_migrating(), extension))
}

/// Whether no migration was ever applied to the database.
pub(crate) async fn is_untouched(config: &Config, extension: &Extension) -> Result<bool, String> {
    wait_for_database(&config.store, Duration::ZERO).await?;
    let pending = migrate::pending(&config.store, extension.migrations()).await;
    let pending = pending.map_err(|error| in_words(&error, &config.store))?;
    Ok(pending.len() == migrate::all().len() + extension.migrations().len())
}

/// The same for a server, which waits, and compares what it may need with what there is.
pub(crate) async fn started_patiently(config: Config, extension: Extension) -> Result<App, String> {
    wait_for_database(&config.store, config.lifetime.database_wait).await?;
    let app = started(config, extension).await?;
    app.http.state.files.prepare().await?;
    compare_connections(&app.config.store).await;
    if let Some(redis) = &app.config.redis {
        redis.greet().await;
    }
    Ok(app)
}

/// Warns when this server alone could use up the connections of the database.
async fn compare_connections(options: &StoreOptions) {
    let wanted = options.most_connections();
    match room(options).await {
        Ok(room) if i64::try_from(wanted).is_ok_and(|wanted| wanted > room.connections) => {
            let (allowed, limit) = (room.connections, room.limit);
            tracing::warn!(
                wanted,
                allowed,
                limit,
                "database_connections exceeds the connection limit of the database"
            );
        }
        Ok(room) => {
            tracing::debug!(wanted, allowed = room.connections, "connections of the database");
        }
        Err(error) => tracing::warn!(reason = chain(&error), "connection limit not read"),
    }
}

/// An error of the start with what to do about it, if known.
pub(crate) fn in_words(
    error: &(dyn std::error::Error + 'static),
    options: &StoreOptions,
) -> String {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let of_store = error.downcast_ref::<StoreError>();
        if let Some(advice) = of_store.and_then(|error| advice(error, &options.url)) {
            return format!("{}. {advice}.", chain(error));
        }
        cause = match error.downcast_ref::<StartError>() {
            // Its boxed source is not `'static` to the compiler until it is looked at.
            Some(StartError::Database { source } | StartError::Files { source }) => {
                Some(source.as_ref())
            }
            _ => error.source(),
        };
    }
    chain(error)
}
