//! Following the change log.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use parse_model::{Class, ClassName, JsonMap, Object};
use parse_store::change_log::{self, Change, Cursor, Look};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use super::wake::{POLL, SPACING};
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};

/// Changes per read.
const AT_ONCE: usize = 1000;
/// How often this node stores its position when there are no changes.
const KEEP_EVERY: Duration = Duration::from_secs(2);
/// The same when every read has changes, because then subscribers wait.
const KEEP_AT_LEAST_EVERY: Duration = Duration::from_secs(10);

/// One change of one object of a live class.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveChange {
    /// The class as it is now.
    pub class: Arc<Class>,
    /// The object before. `None` if it was created.
    pub before: Option<Object>,
    /// The object after. `None` if it was deleted.
    pub after: Option<Object>,
    /// Whether one of our nodes wrote it, not a Parse Server or an operator.
    pub is_ours: bool,
}

/// What a follower receives.
#[derive(Debug, Clone, PartialEq)]
pub enum Followed {
    /// Committed changes, in order, never empty.
    Changes(Vec<LiveChange>),
    /// Changes were missed, so all subscribers must query again.
    Lost,
}

/// Reads the change log from a position on.
#[derive(Debug)]
pub struct ChangeFollower {
    engine: Engine,
    name: String,
    cursor: Cursor,
    woken: watch::Receiver<u64>,
    looked_at: Instant,
    /// Whether a wake-up has arrived, or polling is due, since the last read.
    is_due: bool,
    kept_at: Instant,
    is_failing: bool,
    /// Columns that are not fields, so that the classes need not be reloaded for them.
    unlisted: HashSet<(ClassName, String)>,
}

impl Engine {
    /// Follows the log from now on: changes committed after this returns are received.
    pub async fn follow_changes(&self) -> Result<ChangeFollower, Error> {
        let woken = self.live().woken.subscribe();
        let current = change_log::current(&self.store().db()).await;
        let cursor = current.while_doing("reading the change log")?;
        let mut follower = ChangeFollower::at(self, self.live().node.clone(), cursor, woken);
        follower.keep().await?;
        Ok(follower)
    }

    /// Follows the log under a name that outlives this node, from the position of the previous
    /// follower with that name, or from now on if there was none.
    pub async fn resume_changes(&self, name: &str) -> Result<ChangeFollower, Error> {
        let woken = self.live().woken.subscribe();
        let db = self.store().db();
        let reading = "reading the change log";
        let follow = |cursor| ChangeFollower::at(self, name.to_owned(), cursor, woken);
        match change_log::kept_cursor(&db, name).await.while_doing(reading)? {
            // Stored positions are not renewed here, so that a follower that repeatedly fails does
            // not keep the log from being trimmed.
            Some(cursor) => Ok(follow(cursor)),
            None => {
                let mut begun = follow(change_log::current(&db).await.while_doing(reading)?);
                begun.keep().await?;
                Ok(begun)
            }
        }
    }
}

impl ChangeFollower {
    fn at(
        engine: &Engine,
        name: String,
        cursor: Cursor,
        woken: watch::Receiver<u64>,
    ) -> ChangeFollower {
        ChangeFollower {
            engine: engine.clone(),
            name,
            cursor,
            woken,
            looked_at: Instant::now(),
            is_due: false,
            kept_at: Instant::now(),
            is_failing: false,
            unlisted: HashSet::new(),
        }
    }

    /// Waits for the next changes. Cancelling it loses nothing.
    pub async fn next(&mut self) -> Followed {
        loop {
            if !self.cursor.has_more() {
                self.rest().await;
            }
            match self.look().await {
                Ok(Some(followed)) => return followed,
                Ok(None) => {}
                Err(error) => {
                    if !self.is_failing {
                        tracing::warn!(%error, "change log unreadable, will retry");
                    }
                    self.is_failing = true;
                    sleep(POLL).await;
                }
            }
        }
    }

    /// Stores the position, so that another follower can continue from it.
    pub async fn keep(&mut self) -> Result<(), Error> {
        let db = self.engine.store().db();
        let kept = change_log::keep_cursor(&db, &self.name, &self.cursor).await;
        kept.while_doing("keeping a place in the change log")?;
        self.kept_at = Instant::now();
        Ok(())
    }

    /// Stops following. The log need not be kept for this follower any more.
    pub async fn end(self) -> Result<(), Error> {
        let db = self.engine.store().db();
        let forgotten = change_log::forget_node(&db, &self.name).await;
        forgotten.while_doing("leaving the change log")
    }

    /// Waits for a wake-up or the polling interval, with a minimum delay. A wake-up is remembered
    /// until a read is done.
    async fn rest(&mut self) {
        if !self.is_due {
            let _ = timeout_at(self.looked_at + POLL, self.woken.changed()).await;
            self.is_due = true;
        }
        sleep_until(self.looked_at + SPACING).await;
        self.woken.mark_unchanged();
    }

    async fn look(&mut self) -> Result<Option<Followed>, Error> {
        if self.kept_at.elapsed() >= KEEP_AT_LEAST_EVERY {
            self.keep().await?;
        }
        self.looked_at = Instant::now();
        let db = self.engine.store().db();
        let look = change_log::since(&db, &self.cursor, AT_ONCE).await;
        let (followed, cursor) = match look.while_doing("reading the change log")? {
            Look::Lost { cursor } => {
                tracing::warn!("position in the change log lost, subscribers refetch");
                (Some(Followed::Lost), cursor)
            }
            Look::Changes { changes, cursor } => {
                self.know_fields_of(&changes).await?;
                let changes: Vec<_> = changes.iter().filter_map(|one| self.read(one)).collect();
                ((!changes.is_empty()).then_some(Followed::Changes(changes)), cursor)
            }
        };
        // This does not wait: changes that were read are returned, or the cursor does not move past
        // them.
        self.cursor = cursor;
        self.is_due = false;
        self.is_failing = false;
        if followed.is_none() && self.kept_at.elapsed() >= KEEP_EVERY {
            self.keep().await?;
        }
        Ok(followed)
    }

    /// Reloads the classes if a row has an unknown column, because its commit may arrive before the
    /// notification of the new field.
    async fn know_fields_of(&mut self, changes: &[Change]) -> Result<(), Error> {
        if !changes.iter().any(|change| self.unknown(change).next().is_some()) {
            return Ok(());
        }
        self.engine.store().reload_schema().await.while_doing("reading the classes")?;
        let unlisted: Vec<_> = changes.iter().flat_map(|change| self.unknown(change)).collect();
        self.unlisted.extend(unlisted);
        Ok(())
    }

    fn unknown<'a>(&'a self, change: &'a Change) -> impl Iterator<Item = (ClassName, String)> {
        let class = self.engine.store().db().class(&change.class);
        let row = change.after.as_ref().or(change.before.as_ref());
        let columns = row.into_iter().flatten().filter(|(name, value)| {
            !value.is_null()
                && !name.starts_with('_')
                && class.as_ref().is_none_or(|class| class.field_type(name).is_none())
        });
        let columns: Vec<_> =
            columns.map(|(name, _)| (change.class.clone(), name.clone())).collect();
        columns.into_iter().filter(|column| !self.unlisted.contains(column))
    }

    /// The change as objects. `None` if the class was deleted.
    fn read(&self, change: &Change) -> Option<LiveChange> {
        let class = self.engine.store().db().class(&change.class)?;
        let object = |row: &JsonMap| change_log::object(&class, row);
        Some(LiveChange {
            before: change.before.as_ref().map(object),
            after: change.after.as_ref().map(object),
            is_ours: change.is_ours,
            class,
        })
    }
}
