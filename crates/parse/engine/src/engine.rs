//! The engine: state shared by all requests.

use std::sync::Arc;

use parse_identity::{CacheState, Caller, SessionCache};
use parse_model::ClassName;
use parse_store::{Invalidation, LiveClasses, Sql, Store};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use crate::client_query::ClientQueries;
use crate::clock::Clock;
use crate::config_cache::ConfigCache;
use crate::cx::Cx;
use crate::effect::Effect;
use crate::extension::hook_registry::Registry;
use crate::extension::system_class::{SystemClass, SystemClasses};
use crate::extension::{Entry, Extension, TriggerKind, Triggers};
use crate::live_state::Live;
use crate::settings::Settings;

/// State shared by all requests. Cheap to clone.
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
    live: Live,
}

/// The live classes of the operator and the application.
fn live_classes(settings: &Settings, extension: &Extension) -> LiveClasses {
    let registered = extension.live_classes().iter().cloned();
    registered.fold(settings.live_classes.clone(), LiveClasses::with)
}

impl Engine {
    /// The initial state, before anything is read or created.
    pub(crate) fn new(
        store: Store,
        extension: Extension,
        settings: Settings,
        clock: Arc<dyn Clock>,
        system_classes: SystemClasses,
    ) -> Engine {
        Engine(Arc::new(Inner {
            sessions: SessionCache::new(settings.mixed_fleet, store.listener_health().clone()),
            config: ConfigCache::default(),
            push: Notify::new(),
            hooks: Registry::default(),
            outbox: Notify::new(),
            client_queries: ClientQueries::new(store.client_query_options()),
            live: Live::new(live_classes(&settings, &extension)),
            store,
            extension,
            settings,
            clock,
            system_classes,
        }))
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// The extension of the application.
    pub fn extension(&self) -> &Extension {
        &self.0.extension
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// The clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    /// The state of the session cache.
    pub fn session_cache(&self) -> CacheState {
        self.0.sessions.state()
    }

    pub(crate) fn sessions(&self) -> &SessionCache {
        &self.0.sessions
    }

    pub(crate) fn live(&self) -> &Live {
        &self.0.live
    }

    pub(crate) fn client_queries(&self) -> &ClientQueries {
        &self.0.client_queries
    }

    pub(crate) fn config_cache(&self) -> &ConfigCache {
        &self.0.config
    }

    /// The special behaviour of a class, if it is one of the protocol's.
    pub(crate) fn system_class(&self, name: &ClassName) -> Option<&dyn SystemClass> {
        self.0.system_classes.get(name)
    }

    /// Waits until another node reports a pending push.
    pub fn push_woken(&self) -> Notified<'_> {
        self.0.push.notified()
    }

    pub(crate) fn hooks(&self) -> &Registry {
        &self.0.hooks
    }

    /// A cloud function: the extension's, or else a webhook.
    pub(crate) fn function(&self, name: &str) -> Option<Entry> {
        let webhook =
            || self.0.hooks.function(name).map(|function| Entry { function, validator: None });
        self.0.extension.entry(name).or_else(webhook)
    }

    /// The effect of a function. A webhook runs outside a transaction. An unknown name is refused
    /// without one.
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

    /// The triggers of this kind on a class: the extension's, or else the webhooks.
    pub(crate) fn triggers(
        &self,
        class: &ClassName,
        trigger: TriggerKind,
    ) -> Option<Arc<dyn Triggers>> {
        self.local_triggers(class, trigger).or_else(|| self.webhook_triggers(class, trigger))
    }

    /// The extension's triggers, which run in the write's transaction.
    pub(crate) fn local_triggers(
        &self,
        class: &ClassName,
        trigger: TriggerKind,
    ) -> Option<Arc<dyn Triggers>> {
        let triggers = self.0.extension.triggers_of(class)?;
        triggers.kinds().contains(&trigger).then(|| Arc::clone(triggers))
    }

    /// Webhook triggers, which must not be awaited while a transaction is open.
    pub(crate) fn webhook_triggers(
        &self,
        class: &ClassName,
        trigger: TriggerKind,
    ) -> Option<Arc<dyn Triggers>> {
        self.0.hooks.triggers(class.as_str(), trigger)
    }

    /// Whether a webhook trigger is called around a save of a class.
    pub fn has_save_webhook(&self, class: &ClassName) -> bool {
        [TriggerKind::BeforeSave, TriggerKind::AfterSave]
            .into_iter()
            .any(|trigger| self.webhook_triggers(class, trigger).is_some())
    }

    /// Whether a class has a trigger of this kind.
    pub fn has_triggers(&self, class: &ClassName, trigger: TriggerKind) -> bool {
        self.triggers(class, trigger).is_some()
    }

    /// Whether there is cloud code that may ask about the request itself.
    pub fn has_cloud_code(&self) -> bool {
        self.0.extension.has_cloud_code || !self.0.hooks.is_empty()
    }

    /// The context of a request outside transactions.
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

    /// Waits until the outbox has work.
    pub async fn outbox_filled(&self) {
        self.0.outbox.notified().await;
    }

    /// Applies an invalidation that this node has committed, before its own notification arrives.
    /// Caches of identities get ended sessions immediately, so that no event after the answer
    /// reaches them. Invalidations of shared data reach them once, with those of all other nodes.
    pub(crate) fn invalidate_here(&self, invalidation: Invalidation) {
        self.invalidate(&invalidation);
        if matches!(invalidation, Invalidation::Session(_) | Invalidation::User(_)) {
            self.0.live.applied(invalidation);
        }
    }

    pub(crate) fn invalidate(&self, invalidation: &Invalidation) {
        if let Invalidation::Changes(node) = invalidation {
            self.0.live.heard(node);
            return;
        }
        if matches!(invalidation, Invalidation::Outbox | Invalidation::Everything) {
            self.0.outbox.notify_one();
        }
        self.0.sessions.invalidate(invalidation);
        self.0.config.invalidate(invalidation);
        if matches!(invalidation, Invalidation::Push | Invalidation::Everything) {
            self.0.push.notify_waiters();
        }
    }
}
