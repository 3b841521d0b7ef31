//! The interface by which an application extends the engine.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use async_trait::async_trait;
use parse_model::query::Query;
use parse_model::{Class, ClassName, Field, FieldName, Json, JsonMap, Object};
use parse_store::Migration;

use crate::cx::Cx;
use crate::draft::{Change, Draft};
use crate::effect::Effect;
use crate::error::Error;
use crate::validator::Validator;

mod auth_provider;
pub(crate) mod hook_registry;
mod identity_store;
mod implementations;
pub(crate) mod system_class;
mod trigger_chain;

use implementations::Implementations;
use trigger_chain::TriggerChain;

pub use auth_provider::{AuthAttempt, AuthProvider, AuthValidation, Policy, Verified};
pub use identity_store::{ExternalIdentityStore, Proof, ProofConsumer, ProofPurpose};

/// Everything that an application registers: functions, triggers, auth providers.
///
/// A value without global state. The order of registration has no meaning, except that triggers of
/// one class are called in order.
#[derive(Default)]
pub struct Extension {
    functions: HashMap<String, Entry>,
    missing: BTreeMap<&'static str, &'static str>,
    triggers: HashMap<ClassName, Arc<dyn Triggers>>,
    classes: Vec<Class>,
    shown_fields: Vec<(ClassName, FieldName, Field)>,
    migrations: Vec<Migration>,
    live_classes: Vec<ClassName>,
    /// Implementations of the engine's optional features.
    pub(crate) implementations: Implementations,
    /// Whether requests call code that may ask about the request itself.
    pub(crate) has_cloud_code: bool,
}

/// A function with its validator.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) function: Arc<dyn Function>,
    pub(crate) validator: Option<Arc<Validator>>,
}

impl Extension {
    /// Adds a cloud function.
    #[must_use]
    pub fn with_function(mut self, name: &str, function: impl Function + 'static) -> Extension {
        let entry = Entry { function: Arc::new(function), validator: None };
        self.functions.insert(name.to_owned(), entry);
        self.has_cloud_code = true;
        self
    }

    /// Adds a cloud function that changes nothing.
    #[must_use]
    pub fn with_reading_function(self, name: &str, function: impl Function + 'static) -> Extension {
        self.with_function(name, Reading(function))
    }

    /// Adds a cloud function with requirements for its caller.
    #[must_use]
    pub fn with_validated_function(
        mut self,
        name: &str,
        validator: Validator,
        function: impl Function + 'static,
    ) -> Extension {
        let entry = Entry { function: Arc::new(function), validator: Some(Arc::new(validator)) };
        self.functions.insert(name.to_owned(), entry);
        self.has_cloud_code = true;
        self
    }

    /// Explains why there is no function with a name that clients are known to call. A webhook with
    /// that name takes precedence.
    #[must_use]
    pub fn with_missing_function(mut self, name: &'static str, why: &'static str) -> Extension {
        self.missing.insert(name, why);
        self
    }

    /// The explanation for a missing function.
    pub(crate) fn missing(&self, name: &str) -> Option<&'static str> {
        self.missing.get(name).copied()
    }

    /// Adds triggers of a class. They are called in the order in which they were added.
    #[must_use]
    pub fn with_triggers(
        mut self,
        class: ClassName,
        triggers: impl Triggers + 'static,
    ) -> Extension {
        self.add_triggers(class, Arc::new(triggers));
        self
    }

    /// Adds classes that the application needs. They are created at startup, and their permissions
    /// are always those given here.
    #[must_use]
    pub fn with_classes(mut self, classes: impl IntoIterator<Item = Class>) -> Extension {
        self.classes.extend(classes);
        self
    }

    /// Adds fields that the application displays but can do without. If a class already has one
    /// with another type, it belongs to another application and stays unchanged, so the application
    /// must check the type before it writes.
    #[must_use]
    pub fn with_shown_fields(
        mut self,
        class: &ClassName,
        fields: impl IntoIterator<Item = (FieldName, Field)>,
    ) -> Extension {
        let of_class = |(name, field)| (class.clone(), name, field);
        self.shown_fields.extend(fields.into_iter().map(of_class));
        self
    }

    /// Adds migrations of the tables of those classes beyond columns: constraints, triggers,
    /// indexes. Each is applied once per database, in order.
    #[must_use]
    pub fn with_migrations(mut self, migrations: &[Migration]) -> Extension {
        self.migrations.extend(migrations);
        self
    }

    /// Makes a class live: subscribers get its changes.
    #[must_use]
    pub fn with_live_class(mut self, class: ClassName) -> Extension {
        self.live_classes.push(class);
        self
    }

    /// Adds everything that another extension registers. Where only one is possible, the other's is
    /// used. Its triggers are called after those of the same class here.
    #[must_use]
    pub fn and(mut self, other: Extension) -> Extension {
        self.functions.extend(other.functions);
        self.missing.extend(other.missing);
        for (class, triggers) in other.triggers {
            self.add_triggers(class, triggers);
        }
        self.classes.extend(other.classes);
        self.shown_fields.extend(other.shown_fields);
        self.migrations.extend(other.migrations);
        self.live_classes.extend(other.live_classes);
        self.implementations.extend(other.implementations);
        self.has_cloud_code |= other.has_cloud_code;
        self
    }

    fn add_triggers(&mut self, class: ClassName, triggers: Arc<dyn Triggers>) {
        self.has_cloud_code = true;
        let triggers = match self.triggers.remove(&class) {
            Some(first) => Arc::new(TriggerChain::new(first, triggers)),
            None => triggers,
        };
        self.triggers.insert(class, triggers);
    }

    /// The fields that the application can do without.
    pub(crate) fn shown_fields(&self) -> &[(ClassName, FieldName, Field)] {
        &self.shown_fields
    }

    /// The classes that the application needs.
    pub(crate) fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The live classes of the application.
    pub(crate) fn live_classes(&self) -> &[ClassName] {
        &self.live_classes
    }

    /// The migrations of their tables.
    pub fn migrations(&self) -> &[Migration] {
        &self.migrations
    }

    /// A function by name.
    pub fn function(&self, name: &str) -> Option<&Arc<dyn Function>> {
        self.functions.get(name).map(|entry| &entry.function)
    }

    /// The names of all functions.
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str)
    }

    /// Every function with its name, in alphabetical order.
    pub fn functions(&self) -> Vec<(&str, &Arc<dyn Function>)> {
        let named = self.functions.iter().map(|(name, entry)| (name.as_str(), &entry.function));
        let mut all: Vec<_> = named.collect();
        all.sort_unstable_by_key(|(name, _)| *name);
        all
    }

    /// A function by name, with its requirements.
    pub(crate) fn entry(&self, name: &str) -> Option<Entry> {
        self.functions.get(name).cloned()
    }

    /// The triggers of a class.
    pub fn triggers_of(&self, class: &ClassName) -> Option<&Arc<dyn Triggers>> {
        self.triggers.get(class)
    }
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extension")
            .field("functions", &self.functions.keys())
            .field("triggers", &self.triggers.keys())
            .finish_non_exhaustive()
    }
}

/// A cloud function.
#[async_trait]
pub trait Function: Send + Sync {
    /// Handles a call. `None` serialises as `undefined`.
    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error>;

    /// The effect of a call.
    fn effect(&self) -> Effect {
        Effect::Writes
    }

    /// Whether a call may be part of a transactional batch. A function that takes contended locks
    /// must not hold them while the batch does other things.
    fn joins_batches(&self) -> bool {
        true
    }

    /// Its signature for the reference. `None` if it has none.
    fn signature(&self) -> Option<Signature> {
        None
    }
}

/// The signature of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Signature {
    /// Its callers.
    pub caller: &'static str,
    /// The JSON Schema of its parameters.
    pub params: Json,
    /// The JSON Schema of its answer, if declared.
    pub answer: Option<Json>,
}

/// A function that is registered as changing nothing.
struct Reading<F>(F);

#[async_trait]
impl<F: Function> Function for Reading<F> {
    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        self.0.call(cx, params).await
    }

    fn effect(&self) -> Effect {
        Effect::Reads
    }

    fn signature(&self) -> Option<Signature> {
        self.0.signature()
    }
}

/// The result of a closure that serves as a function.
pub type Answer = Pin<Box<dyn Future<Output = Result<Option<Json>, Error>> + Send>>;

#[async_trait]
impl<F> Function for F
where
    F: Fn(Cx, JsonMap) -> Answer + Send + Sync,
{
    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        self(cx.clone(), params).await
    }
}

/// The kind of a trigger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TriggerKind {
    /// Before an object is written.
    BeforeSave,
    /// After an object was written.
    AfterSave,
    /// Before an object is deleted.
    BeforeDelete,
    /// After an object was deleted.
    AfterDelete,
    /// Before a query.
    BeforeFind,
    /// After a query.
    AfterFind,
    /// Before a user signs in.
    BeforeLogin,
    /// After a user signed in.
    AfterLogin,
    /// After a user ended their session.
    AfterLogout,
    /// Before a password reset link is sent.
    BeforePasswordResetRequest,
}

impl TriggerKind {
    /// Every kind with its name in the protocol.
    pub const ALL: &'static [(TriggerKind, &'static str)] = &[
        (TriggerKind::BeforeSave, "beforeSave"),
        (TriggerKind::AfterSave, "afterSave"),
        (TriggerKind::BeforeDelete, "beforeDelete"),
        (TriggerKind::AfterDelete, "afterDelete"),
        (TriggerKind::BeforeFind, "beforeFind"),
        (TriggerKind::AfterFind, "afterFind"),
        (TriggerKind::BeforeLogin, "beforeLogin"),
        (TriggerKind::AfterLogin, "afterLogin"),
        (TriggerKind::AfterLogout, "afterLogout"),
        (TriggerKind::BeforePasswordResetRequest, "beforePasswordResetRequest"),
    ];

    /// The kind with this name.
    pub fn named(name: &str) -> Option<TriggerKind> {
        TriggerKind::ALL.iter().find(|(_, known)| *known == name).map(|(trigger, _)| *trigger)
    }

    /// Its name in the protocol.
    pub fn name(self) -> &'static str {
        TriggerKind::ALL.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| *name)
    }
}

/// Triggers of one class.
///
/// Triggers on saving and deleting run inside the write's transaction: an `Err` rolls it back.
#[async_trait]
pub trait Triggers: Send + Sync {
    /// The kinds of trigger implemented. A class without one takes the short path.
    fn kinds(&self) -> &[TriggerKind];

    /// May refuse the write or change the draft. Must not write: a password is hashed after it, and
    /// the locks would be held meanwhile.
    async fn before_save(&self, _cx: &Cx, _draft: &mut Draft) -> Result<(), Error> {
        Ok(())
    }

    /// Writes in the same transaction, and may change the answer to the caller.
    async fn after_save(&self, _cx: &Cx, _change: &mut Change) -> Result<(), Error> {
        Ok(())
    }

    /// May refuse the deletion.
    async fn before_delete(&self, _cx: &Cx, _stored: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// Writes in the transaction of the deletion.
    async fn after_delete(&self, _cx: &Cx, _stored: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// May refuse or narrow the query.
    async fn before_find(&self, _cx: &Cx, _query: &mut Query) -> Result<(), Error> {
        Ok(())
    }

    /// May change the returned objects.
    async fn after_find(
        &self,
        _cx: &Cx,
        _query: &Query,
        _objects: &mut Vec<Object>,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// For `_User`: may refuse a sign-in.
    async fn before_login(&self, _cx: &Cx, _user: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// For `_User`: a user signed in.
    async fn after_login(&self, _cx: &Cx, _user: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// For `_User`: may refuse to send a password reset link.
    async fn before_password_reset_request(&self, _cx: &Cx, _user: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// For `_Session`: a user signed out.
    async fn after_logout(&self, _cx: &Cx, _session: &Object) -> Result<(), Error> {
        Ok(())
    }
}
