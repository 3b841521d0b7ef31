//! The engine: what all requests share.

use std::sync::Arc;

use parse_model::ClassName;
use parse_store::{Notice, Sql, Store};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::caller::Caller;
use crate::client_query::ClientQueries;
use crate::clock::Clock;
use crate::config_cache::ConfigCache;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::extension::{Entry, Extension, Moment, Rules};
use crate::hook::Registry;
use crate::session_cache::SessionCache;
use crate::settings::Settings;
use crate::system_class::{SystemClass, SystemClasses};

/// What all requests share. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Engine(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    extension: Extension,
    settings: Settings,
    clock: Arc<dyn Clock>,
    sessions: SessionCache,
    config: ConfigCache,
    push: Notify,
    hooks: Registry,
    outbox: Notify,
    client_queries: ClientQueries,
    system_classes: SystemClasses,
}

impl Engine {
    /// What all requests share, before anything is read or made.
    pub(crate) fn new(
        store: Store,
        extension: Extension,
        settings: Settings,
        clock: Arc<dyn Clock>,
        system_classes: SystemClasses,
    ) -> Engine {
        Engine(Arc::new(Inner {
            sessions: SessionCache::new(settings.mixed_fleet, store.hearing().clone()),
            config: ConfigCache::default(),
            push: Notify::new(),
            hooks: Registry::default(),
            outbox: Notify::new(),
            client_queries: ClientQueries::new(store.client_query_options()),
            store,
            extension,
            settings,
            clock,
            system_classes,
        }))
    }

    /// What the operator decided.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// What the application brings.
    pub fn extension(&self) -> &Extension {
        &self.0.extension
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// What time it is.
    pub fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    pub(crate) fn sessions(&self) -> &SessionCache {
        &self.0.sessions
    }

    pub(crate) fn client_queries(&self) -> &ClientQueries {
        &self.0.client_queries
    }

    pub(crate) fn config_cache(&self) -> &ConfigCache {
        &self.0.config
    }

    /// What a class does otherwise than others, if it is one of the protocol's.
    pub(crate) fn system_class(&self, name: &ClassName) -> Option<&dyn SystemClass> {
        self.0.system_classes.get(name)
    }

    /// Waits for a node to say that there is a push to be sent.
    pub(crate) fn push_woken(&self) -> Notified<'_> {
        self.0.push.notified()
    }

    pub(crate) fn hooks(&self) -> &Registry {
        &self.0.hooks
    }

    /// A cloud function: the extension's, or else one that lives elsewhere.
    pub(crate) fn function(&self, name: &str) -> Option<Entry> {
        let distant =
            || self.0.hooks.function(name).map(|function| Entry { function, validator: None });
        self.0.extension.entry(name).or_else(distant)
    }

    /// What a function does to the database. What is done elsewhere is nobody's transaction; a name
    /// that nothing is called by is refused without one.
    pub fn function_effect(&self, name: &str) -> Effect {
        match self.0.extension.function(name) {
            Some(function) => function.effect(),
            None if self.0.hooks.function(name).is_some() => Effect::OwnTransactions,
            None => Effect::Reads,
        }
    }

    /// Whether a function may be called as one item of a transactional batch.
    pub fn may_join_batch(&self, name: &str) -> bool {
        self.0.extension.function(name).is_none_or(|function| function.joins_batches())
    }

    /// The rules that care about this moment of a class: the extension's, or else those that live
    /// elsewhere.
    pub(crate) fn rules(&self, class: &ClassName, moment: Moment) -> Option<Arc<dyn Rules>> {
        self.own_rules(class, moment).or_else(|| self.distant_rules(class, moment))
    }

    /// The extension's rules, which stand or fall with a write.
    pub(crate) fn own_rules(&self, class: &ClassName, moment: Moment) -> Option<Arc<dyn Rules>> {
        let rules = self.0.extension.rules_of(class)?;
        rules.moments().contains(&moment).then(|| Arc::clone(rules))
    }

    /// Rules that live elsewhere and must not be waited for while a transaction is held.
    pub(crate) fn distant_rules(
        &self,
        class: &ClassName,
        moment: Moment,
    ) -> Option<Arc<dyn Rules>> {
        self.0.hooks.rules(class.as_str(), moment)
    }

    /// Whether rules that live elsewhere are asked around a save of a class.
    pub fn asks_elsewhere_on_save(&self, class: &ClassName) -> bool {
        [Moment::BeforeSave, Moment::AfterSave]
            .into_iter()
            .any(|moment| self.distant_rules(class, moment).is_some())
    }

    /// Whether any rules care about this moment of a class.
    pub fn has_rules(&self, class: &ClassName, moment: Moment) -> bool {
        self.rules(class, moment).is_some()
    }

    /// Whether there is cloud code that may ask about the request itself.
    pub fn has_cloud_code(&self) -> bool {
        self.0.extension.has_cloud_code || !self.0.hooks.is_empty()
    }

    /// One request's view of the world, each statement a transaction of its own.
    pub fn cx(&self, caller: Caller) -> Cx {
        Cx::new(self.clone(), caller, self.0.store.db())
    }

    /// The same inside one transaction, which the first statement that may write begins.
    pub fn begin(&self, caller: Caller) -> Cx {
        Cx::new(self.clone(), caller, self.0.store.begin())
    }

    /// The same inside a transaction whose first statement is a claim.
    pub(crate) fn begin_with_claim(&self, caller: Caller, claim: Sql) -> Cx {
        Cx::new(self.clone(), caller, self.0.store.begin_with_claim(claim))
    }

    /// Whether the database answers.
    pub async fn is_healthy(&self) -> bool {
        self.0.store.db().rows(&Sql::new("select 1")).await.is_ok()
    }

    /// Waits until somebody puts work into the outbox.
    pub async fn outbox_filled(&self) {
        self.0.outbox.notified().await;
    }

    pub(crate) fn forget(&self, notice: &Notice) {
        if matches!(notice, Notice::Outbox | Notice::Everything) {
            self.0.outbox.notify_one();
        }
        self.0.sessions.forget(notice);
        self.0.config.forget(notice);
        if matches!(notice, Notice::Push | Notice::Everything) {
            self.0.push.notify_waiters();
        }
    }
}
