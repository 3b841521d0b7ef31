//! The context of one request.

use std::sync::Arc;

use parse_identity::{Caller, ProtectedFields};
use parse_model::query::complexity::Complexity;
use parse_model::{Class, ClassName, Date};
use parse_store::{Db, Invalidation, RowAccess};

use crate::after_commit::Pending;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use crate::settings::Settings;

/// How deep triggers may nest by writing to classes with triggers.
const MAX_DEPTH: u8 = 8;

/// The context of a request: its caller, its time, and its database connection.
///
/// Cheap to clone. Time and caller do not change during a request.
#[derive(Debug, Clone)]
pub struct Cx {
    engine: Engine,
    caller: Arc<Caller>,
    db: Db,
    now: Date,
    depth: u8,
    /// The effects after the transaction, if there is one.
    pub(crate) pending: Option<Arc<Pending>>,
}

impl Cx {
    pub(crate) fn new(engine: Engine, caller: Caller, db: Db) -> Cx {
        let now = engine.clock().now();
        let pending = db.is_transaction().then(Arc::default);
        Cx { engine, caller: Arc::new(caller), db, now, depth: 0, pending }
    }

    /// The caller.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        self.engine.settings()
    }

    /// The time of this request.
    pub fn now(&self) -> Date {
        self.now
    }

    /// The database for its statements.
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// A class, if it exists.
    pub fn class(&self, name: &ClassName) -> Option<Arc<Class>> {
        self.db.class(name)
    }

    /// The same request with master rights.
    pub fn as_master(&self) -> Cx {
        let caller = Caller {
            installation_id: self.caller.installation_id.clone(),
            context: self.caller.context.clone(),
            request: self.caller.request.clone(),
            ..Caller::master()
        };
        Cx { caller: Arc::new(caller), ..self.clone() }
    }

    /// The same request inside a transaction: the current one, or a new one, which the first
    /// statement that may write begins.
    ///
    /// The caller that opened a new one ends it with [`Cx::finish_for`]. Dropping it rolls back and
    /// closes its connection.
    pub fn in_transaction(&self) -> Result<Cx, Error> {
        if self.db.is_transaction() {
            return Ok(self.clone());
        }
        if self.db.is_read_only() {
            let source = "a function that declares that it only reads asked for one".into();
            return Err(Error::Failed { doing: "opening a transaction", source });
        }
        let pending = Some(Arc::default());
        Ok(Cx { db: self.db.store().begin(), pending, ..self.clone() })
    }

    /// The same request outside any transaction.
    pub(crate) fn outside_transactions(&self) -> Cx {
        Cx { db: self.db.store().db(), pending: None, ..self.clone() }
    }

    /// The same request without write access. Inside a transaction it stays there, to read what was
    /// written in it.
    pub(crate) fn read_only(&self) -> Cx {
        if self.db.is_transaction() {
            return self.clone();
        }
        Cx { db: self.db.store().read_only(), ..self.clone() }
    }

    /// The same request, ready to write to a class: in a transaction if the extension has triggers
    /// of one of these kinds, so that their effects commit or roll back with the write.
    pub(crate) fn for_write(
        &self,
        class: &ClassName,
        kinds: [TriggerKind; 2],
    ) -> Result<Cx, Error> {
        let has_triggers =
            kinds.iter().any(|trigger| self.engine.local_triggers(class, *trigger).is_some());
        if has_triggers { self.in_transaction() } else { Ok(self.clone()) }
    }

    /// The same request one level deeper, for writes by triggers.
    pub(crate) fn deeper(&self) -> Result<Cx, Error> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::Failed {
                doing: "running triggers",
                source: "triggers nest too deeply".into(),
            });
        }
        Ok(Cx { depth: self.depth + 1, ..self.clone() })
    }

    /// The complexity limits for queries of this caller.
    pub fn complexity(&self) -> Complexity {
        let limits = self.settings().complexity;
        if self.caller.is_unrestricted() { limits.for_master() } else { limits }
    }

    /// A limit for this caller: ten times as high with the master key.
    pub(crate) fn most(&self, limit: usize) -> usize {
        if self.caller.is_unrestricted() { limit.saturating_mul(10) } else { limit }
    }

    /// The fields of a class that are protected from the caller.
    pub(crate) fn protected_fields(&self, class: &Class) -> ProtectedFields {
        let settings = self.settings();
        let is_owner_exempt = settings.protected_fields_owner_exempt;
        ProtectedFields::of(&self.caller, class, &settings.protected_fields, is_owner_exempt)
    }

    /// Which rows the caller may read.
    pub fn readable(&self) -> RowAccess<'_> {
        if self.caller.is_unrestricted() {
            RowAccess::Everything
        } else {
            RowAccess::ReadableBy(&self.caller.principals)
        }
    }

    /// Which rows the caller may write.
    pub fn writable(&self) -> RowAccess<'_> {
        if self.caller.is_unrestricted() {
            RowAccess::Everything
        } else {
            RowAccess::WritableBy(&self.caller.principals)
        }
    }

    /// Publishes an invalidation, here and on other nodes, when the transaction commits. It belongs
    /// to the transaction of the change: a node that is killed between the two would leave the
    /// others with what they cached.
    pub async fn publish(&self, invalidation: Invalidation) -> Result<(), Error> {
        debug_assert!(self.db.is_transaction(), "{invalidation:?} outside a transaction");
        self.db.rows(&invalidation.sql()).await.while_doing("publishing an invalidation")?;
        self.on_commit(move |engine| engine.invalidate_here(invalidation));
        Ok(())
    }
}
