//! Observers of the statements sent to the database, and the state of the connections.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;

use crate::counter::Counters;
use crate::error::StoreError;

/// How long a name of a statement may be.
const NAME: usize = 64;

/// A statement that was answered, or failed.
#[derive(Debug, Clone, Copy)]
pub struct SentStatement<'a> {
    /// Its text, which holds no value: those are bound.
    pub text: &'a str,
    /// How long it took, with waiting for its connection.
    pub took: Duration,
    /// Whether it failed.
    pub is_failed: bool,
}

/// Observes the statements sent to the database. It is called in the task that waits for the
/// answer, and must not take long.
pub trait StatementWatch: fmt::Debug + Send + Sync {
    /// A statement has ended.
    fn statement(&self, sent: &SentStatement<'_>);

    /// A transaction has its connection, after so long.
    fn connection(&self, waited: Duration);
}

/// How the connections of one kind are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolState {
    /// What they are for.
    pub name: &'static str,
    /// How many there may be.
    pub most: usize,
    /// How many are open.
    pub open: usize,
    /// How many of those have nothing to do.
    pub idle: usize,
    /// How many wait for one; on connections that many share, what is under way beyond one each.
    pub waiting: usize,
}

/// Runs a statement, and calls the observer. Without one it costs only the check.
pub(crate) fn watched<'a, T: Send + 'a>(
    counters: &'a Counters,
    text: &'a str,
    run: impl Future<Output = Result<T, StoreError>> + Send + 'a,
) -> BoxFuture<'a, Result<T, StoreError>> {
    counters.statement();
    let Some(watch) = counters.watch() else { return Box::pin(run) };
    Box::pin(told(watch, text, run))
}

/// Runs a commit or rollback, and calls the observer.
pub(crate) async fn watched_end(
    counters: &Counters,
    text: &'static str,
    run: impl Future<Output = Result<(), StoreError>>,
) -> Result<(), StoreError> {
    match counters.watch() {
        Some(watch) => told(watch, text, run).await,
        None => run.await,
    }
}

async fn told<T>(
    watch: &Arc<dyn StatementWatch>,
    text: &str,
    run: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let began = Instant::now();
    let outcome = run.await;
    watch.statement(&SentStatement { text, took: began.elapsed(), is_failed: outcome.is_err() });
    outcome
}

impl SentStatement<'_> {
    /// What it does to which table, such as `select Issue`: short enough for a line of the log.
    pub fn name(&self) -> String {
        let mut words = self.text.split(|c: char| c.is_whitespace() || "(),".contains(c));
        let mut words = words.by_ref().filter(|word| !word.is_empty());
        let verbs = ["select", "insert", "update", "delete"];
        let Some(first) = words.next() else { return String::new() };
        let is_verb = |word: &str| verbs.contains(&word);
        let verb = if first == "with" { words.find(|word| is_verb(word)) } else { Some(first) };
        let verb = verb.unwrap_or(first);
        let table = match verb {
            "update" => words.next(),
            "select" | "insert" | "delete" => {
                words.find(|word| matches!(*word, "from" | "into")).and_then(|_| words.next())
            }
            _ => None,
        };
        let table = table.unwrap_or_default().replace('"', "");
        let name = if table.is_empty() { verb.to_owned() } else { format!("{verb} {table}") };
        name.chars().take(NAME).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_named_by_what_it_does_to_which_table() {
        for (text, name) in [
            (r#"select t0."a" from "Issue" t0 where t0."a" = $1::text"#, "select Issue"),
            (
                "insert into _touchstone.outbox (topic) values ($1::text)",
                "insert _touchstone.outbox",
            ),
            (r#"update "_User" set "a" = 1"#, "update _User"),
            ("delete from _touchstone.outbox where id = 1", "delete _touchstone.outbox"),
            ("with put as (insert into a.b (c) values (1)) select 1 from put", "insert a.b"),
            ("select 1", "select"),
            ("commit", "commit"),
            ("", ""),
        ] {
            let sent = SentStatement { text, took: Duration::ZERO, is_failed: false };
            assert_eq!(sent.name(), name, "{text}");
        }
    }
}
