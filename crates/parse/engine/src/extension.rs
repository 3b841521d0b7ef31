//! The seam: what an application registers with the engine.

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

/// Everything an application registers: functions, triggers of classes, auth providers.
///
/// A value, not a registry: nothing is global, and the order in which things are added means
/// nothing, except that triggers of one class are called in that order.
#[derive(Default)]
pub struct Extension {
    functions: HashMap<String, Entry>,
    missing: BTreeMap<&'static str, &'static str>,
    triggers: HashMap<ClassName, Arc<dyn Triggers>>,
    classes: Vec<Class>,
    shown_fields: Vec<(ClassName, FieldName, Field)>,
    migrations: Vec<Migration>,
    live_classes: Vec<ClassName>,
    /// What features of the engine ask an application for.
    pub(crate) implementations: Implementations,
    /// Whether something is called by requests, and may ask about the request itself.
    pub(crate) has_cloud_code: bool,
}

/// A function and what it asks of its caller: one entry, so that neither is found without the
/// other.
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

    /// Adds a cloud function that asks something of its caller.
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

    /// Says why there is no function of a name that clients are known to call. A webhook of that
    /// name is a function.
    #[must_use]
    pub fn with_missing_function(mut self, name: &'static str, why: &'static str) -> Extension {
        self.missing.insert(name, why);
        self
    }

    /// Why there is no function of a name.
    pub(crate) fn missing(&self, name: &str) -> Option<&'static str> {
        self.missing.get(name).copied()
    }

    /// Adds triggers of a class. Those that were added first are called first.
    #[must_use]
    pub fn with_triggers(
        mut self,
        class: ClassName,
        triggers: impl Triggers + 'static,
    ) -> Extension {
        self.add_triggers(class, Arc::new(triggers));
        self
    }

    /// Adds classes that the application cannot do without. They are made at the start, and their
    /// permissions are always what is said here.
    #[must_use]
    pub fn with_classes(mut self, classes: impl IntoIterator<Item = Class>) -> Extension {
        self.classes.extend(classes);
        self
    }

    /// Adds fields in which the application shows something and which it can do without. One that a
    /// class has already with another type belongs to another application: it stays as it is, and
    /// the application must look at the type before it writes there.
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

    /// Adds what is done to the tables of those classes beyond columns: constraints, triggers,
    /// indexes. Each migration is applied once per database, in order.
    #[must_use]
    pub fn with_migrations(mut self, migrations: &[Migration]) -> Extension {
        self.migrations.extend(migrations);
        self
    }

    /// Makes a class live: its changes are sent to subscribers.
    #[must_use]
    pub fn with_live_class(mut self, class: ClassName) -> Extension {
        self.live_classes.push(class);
        self
    }

    /// Adds all that another extension registers. Of what there is one of, the other's counts where
    /// it has one; its triggers are called after those of the same class here.
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

    /// The classes that the application cannot do without.
    pub(crate) fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The classes that the application makes live.
    pub(crate) fn live_classes(&self) -> &[ClassName] {
        &self.live_classes
    }

    /// What is done to their tables.
    pub fn migrations(&self) -> &[Migration] {
        &self.migrations
    }

    /// A function by name.
    pub fn function(&self, name: &str) -> Option<&Arc<dyn Function>> {
        self.functions.get(name).map(|entry| &entry.function)
    }

    /// The names of all functions: a list that only another program makes longer.
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str)
    }

    /// Every function with its name, in the order of the alphabet.
    pub fn functions(&self) -> Vec<(&str, &Arc<dyn Function>)> {
        let named = self.functions.iter().map(|(name, entry)| (name.as_str(), &entry.function));
        let mut all: Vec<_> = named.collect();
        all.sort_unstable_by_key(|(name, _)| *name);
        all
    }

    /// A function by name, with what it asks of its caller.
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
    /// Answers a call; nothing is JavaScript's undefined.
    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error>;

    /// What a call does to the database.
    fn effect(&self) -> Effect {
        Effect::Writes
    }

    /// Whether a call may be one item of a transactional batch. What locks rows that others wait
    /// for must not hold them while a client has the server do other things.
    fn joins_batches(&self) -> bool {
        true
    }

    /// How it is called, for documents that are made of it; `None` if it does not say.
    fn signature(&self) -> Option<Signature> {
        None
    }
}

/// How a function is called.
#[derive(Debug, Clone, PartialEq)]
pub struct Signature {
    /// Who may call it.
    pub caller: &'static str,
    /// What is sent, as a JSON Schema.
    pub params: Json,
    /// What is answered, as a JSON Schema, if that is described.
    pub answer: Option<Json>,
}

/// A function that changes nothing, whatever it says itself.
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

/// What a closure that serves as a function returns.
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

/// The kind of a trigger: when in the life of an object it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TriggerKind {
    /// Before it is written.
    BeforeSave,
    /// After it was written.
    AfterSave,
    /// Before it is removed.
    BeforeDelete,
    /// After it was removed.
    AfterDelete,
    /// Before objects are looked for.
    BeforeFind,
    /// After objects were found.
    AfterFind,
    /// Before a user is signed in.
    BeforeLogin,
    /// After a user was signed in.
    AfterLogin,
    /// After a session was ended by its user.
    AfterLogout,
    /// Before a link to set a new password is sent.
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

    /// The kind of a name.
    pub fn named(name: &str) -> Option<TriggerKind> {
        TriggerKind::ALL.iter().find(|(_, known)| *known == name).map(|(trigger, _)| *trigger)
    }

    /// Its name in the protocol.
    pub fn name(self) -> &'static str {
        TriggerKind::ALL.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| *name)
    }
}

/// Triggers of one class, called by the engine around reads and writes.
///
/// Triggers on saving and deleting run inside the write's transaction: an `Err` undoes the write.
#[async_trait]
pub trait Triggers: Send + Sync {
    /// The kinds of trigger implemented. A class without one takes the short path.
    fn kinds(&self) -> &[TriggerKind];

    /// May refuse the write or complete the draft. Must not write: the password of a user is hashed
    /// after it, and what it held would be held meanwhile.
    async fn before_save(&self, _cx: &Cx, _draft: &mut Draft) -> Result<(), Error> {
        Ok(())
    }

    /// Writes in the same transaction; may also change the answer to the caller.
    async fn after_save(&self, _cx: &Cx, _change: &mut Change) -> Result<(), Error> {
        Ok(())
    }

    /// May refuse the removal.
    async fn before_delete(&self, _cx: &Cx, _stored: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// Writes in the transaction of the removal.
    async fn after_delete(&self, _cx: &Cx, _stored: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// May refuse the question or narrow it.
    async fn before_find(&self, _cx: &Cx, _query: &mut Query) -> Result<(), Error> {
        Ok(())
    }

    /// May change what is shown.
    async fn after_find(
        &self,
        _cx: &Cx,
        _query: &Query,
        _objects: &mut Vec<Object>,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// For `_User`: may refuse to let a user in.
    async fn before_login(&self, _cx: &Cx, _user: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// For `_User`: a user was signed in.
    async fn after_login(&self, _cx: &Cx, _user: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// For `_User`: may refuse to send a link to set a new password.
    async fn before_password_reset_request(&self, _cx: &Cx, _user: &Object) -> Result<(), Error> {
        Ok(())
    }

    /// For `_Session`: a user left.
    async fn after_logout(&self, _cx: &Cx, _session: &Object) -> Result<(), Error> {
        Ok(())
    }
}
