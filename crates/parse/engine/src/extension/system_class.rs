//! Special behaviour of the protocol's classes.
//!
//! The read and write paths know only this trait: each class is in the file of its feature, and the
//! engine gets all of them at startup.

use std::fmt;

use async_trait::async_trait;
use parse_identity::Caller;
use parse_model::query::Query;
use parse_model::{ClassName, JsonMap, Object, ObjectId, Refusal};
use parse_store::Invalidation;

use crate::cx::Cx;
use crate::draft::Saved;
use crate::engine::Engine;
use crate::error::Error;

/// A class of the protocol. Writes come here if the caller may access the class, in the transaction
/// that its triggers need.
#[async_trait]
pub(crate) trait SystemClass: Send + Sync {
    /// Creates an object.
    async fn create(&self, cx: &Cx, body: JsonMap) -> Result<Saved, Error>;

    /// Changes an object.
    async fn update(&self, cx: &Cx, id: &ObjectId, body: JsonMap) -> Result<Saved, Error>;

    /// Removes an object.
    async fn delete(&self, cx: &Cx, id: &ObjectId) -> Result<(), Error>;

    /// Whether writes are called before a transaction is opened, and open it themselves.
    fn manages_own_transactions(&self) -> bool {
        false
    }

    /// The notification to other nodes when all objects are removed at once.
    fn purge_notice(&self) -> Option<Invalidation> {
        None
    }

    /// Whether new objects get an ACL from the class, whatever default is stored.
    fn makes_acl(&self) -> bool {
        false
    }

    /// Whether [`SystemClass::narrow`] restricts callers to some of the objects.
    fn is_narrowed(&self) -> bool {
        false
    }

    /// Restricts a query to the objects that the caller may ask for.
    fn narrow(&self, _cx: &Cx, _query: &mut Query) -> Result<(), Refusal> {
        Ok(())
    }

    /// Removes fields that the caller must not see.
    fn hide(&self, _engine: &Engine, _caller: &Caller, _object: &mut Object) {}

    /// Whether [`SystemClass::hide`] removes anything.
    fn hides(&self) -> bool {
        false
    }

    /// Removes further fields of an included object.
    fn hide_included(&self, _cx: &Cx, _object: &mut Object) {}

    /// Removes fields of an object before it is sent to a webhook.
    fn hide_from_webhooks(&self, _object: &mut Object) {}
}

/// The classes of the protocol, by name.
#[derive(Default)]
pub(crate) struct SystemClasses(Vec<(ClassName, Box<dyn SystemClass>)>);

impl SystemClasses {
    /// Adds a class.
    #[must_use]
    pub(crate) fn with(mut self, name: ClassName, class: impl SystemClass + 'static) -> Self {
        self.0.push((name, Box::new(class)));
        self
    }

    /// The class with this name. `None` for ordinary ones, without a look-up.
    pub(crate) fn get(&self, name: &ClassName) -> Option<&dyn SystemClass> {
        if !name.is_system() {
            return None;
        }
        self.0.iter().find(|(known, _)| known == name).map(|(_, class)| &**class)
    }
}

impl fmt::Debug for SystemClasses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}
