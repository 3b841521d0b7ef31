//! One request's view of the world.

use std::sync::Arc;

use parse_model::query::complexity::Complexity;
use parse_model::{Class, ClassName, Date};
use parse_store::{Db, Notice, Reach};

use crate::caller::Caller;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::Moment;
use crate::settings::Settings;

/// How deep rules may call for writes that call rules.
const MAX_DEPTH: u8 = 8;

/// Everything an operation sees: who calls, what time it is, where statements go.
///
/// Cheap to clone. Time and caller arrive here once and do not change during a request.
#[derive(Debug, Clone)]
pub struct Cx {
    engine: Engine,
    caller: Arc<Caller>,
    db: Db,
    now: Date,
    depth: u8,
}

impl Cx {
    pub(crate) fn new(engine: Engine, caller: Caller, db: Db) -> Cx {
        let now = engine.clock().now();
        Cx { engine, caller: Arc::new(caller), db, now, depth: 0 }
    }

    /// Who is calling.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// What the operator decided.
    pub fn settings(&self) -> &Settings {
        self.engine.settings()
    }

    /// When this request happens.
    pub fn now(&self) -> Date {
        self.now
    }

    /// Where statements go.
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// A class, if it exists.
    pub fn class(&self, name: &ClassName) -> Option<Arc<Class>> {
        self.db.class(name)
    }

    /// The same request with the rights of the server itself.
    pub fn as_master(&self) -> Cx {
        let caller = Caller {
            installation_id: self.caller.installation_id.clone(),
            context: self.caller.context.clone(),
            request: self.caller.request.clone(),
            ..Caller::master()
        };
        Cx { caller: Arc::new(caller), ..self.clone() }
    }

    /// The same request inside a transaction: the one it is in, or a new one.
    ///
    /// Whoever opened a new one commits it with [`Cx::commit`]; dropping it undoes it.
    pub async fn in_transaction(&self) -> Result<Cx, Error> {
        if self.db.is_transaction() {
            return Ok(self.clone());
        }
        let db = self.db.store().begin().await.while_doing("opening a transaction")?;
        Ok(Cx { db, ..self.clone() })
    }

    /// The same request outside any transaction.
    pub(crate) fn outside_transactions(&self) -> Cx {
        Cx { db: self.db.store().db(), ..self.clone() }
    }

    /// Makes the transaction permanent; nothing to do outside one.
    pub async fn commit(self) -> Result<(), Error> {
        self.db.commit().await.while_doing("committing")
    }

    /// The same request ready to write to a class: in a transaction where the extension's rules care
    /// about one of these moments, so that whatever they do stands or falls with the write.
    pub(crate) async fn for_write(
        &self,
        class: &ClassName,
        moments: [Moment; 2],
    ) -> Result<Cx, Error> {
        let has_rules =
            moments.iter().any(|moment| self.engine.own_rules(class, *moment).is_some());
        if has_rules { self.in_transaction().await } else { Ok(self.clone()) }
    }

    /// Ends what [`Cx::in_transaction`] began for `outer`: for good if all went well, without a trace
    /// if not.
    pub async fn finish_for<T>(self, outer: &Cx, outcome: Result<T, Error>) -> Result<T, Error> {
        if outer.db.is_transaction() || !self.db.is_transaction() {
            return outcome;
        }
        match outcome {
            Ok(value) => self.commit().await.map(|()| value),
            Err(error) => {
                self.db.rollback().await.while_doing("rolling back")?;
                Err(error)
            }
        }
    }

    /// The same request one level deeper, for writes that rules ask for.
    pub(crate) fn deeper(&self) -> Result<Cx, Error> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::Failed {
                doing: "following the rules of classes",
                source: "rules call for writes that call rules, too deep to go on".into(),
            });
        }
        Ok(Cx { depth: self.depth + 1, ..self.clone() })
    }

    /// How much a query of this caller may ask for.
    pub fn complexity(&self) -> Complexity {
        let limits = self.settings().complexity;
        if self.caller.is_unrestricted() { limits.for_master() } else { limits }
    }

    /// A limit as it holds for this caller: ten times as much with the master key.
    pub(crate) fn most(&self, limit: usize) -> usize {
        if self.caller.is_unrestricted() { limit.saturating_mul(10) } else { limit }
    }

    /// Which rows the caller may read.
    pub fn readable(&self) -> Reach<'_> {
        if self.caller.is_unrestricted() {
            Reach::Everything
        } else {
            Reach::ReadableBy(self.caller.group())
        }
    }

    /// Which rows the caller may write.
    pub fn writable(&self) -> Reach<'_> {
        if self.caller.is_unrestricted() {
            Reach::Everything
        } else {
            Reach::WritableBy(self.caller.group())
        }
    }

    /// Forgets what is no longer true, here at once and on other nodes at the commit.
    pub async fn tell(&self, notice: Notice) -> Result<(), Error> {
        self.engine.forget(&notice);
        self.db.rows(&notice.sql()).await.while_doing("telling the other nodes")?;
        Ok(())
    }
}
