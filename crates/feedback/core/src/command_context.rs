//! The context in which one command or query runs.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use parse_engine::{Cx, Error, Search};
use parse_model::Date;
use parse_store::{Access, Sql};
use serde::de::DeserializeOwned;

use crate::member::Member;
use crate::outside::{Outside, ServiceAddresses};
use crate::product_state::ProductState;
use crate::refused::invalid_session;
use crate::rules_and_seasons::RulesAndSeasons;
use crate::secret_keys::SecretKeys;
use crate::setting::Settings;
use crate::short_ttl_cache::ShortTtlCache;
use crate::table;
use crate::wakes::Queue;

/// The request, its member, and access to the tables.
#[derive(Debug)]
pub struct CommandContext {
    cx: Cx,
    access: Access,
    member: Option<Member>,
    state: ProductState,
    /// Cached for the rest of this command or query.
    settings: Mutex<Option<Settings>>,
    rules_and_seasons: Mutex<Option<Arc<RulesAndSeasons>>>,
}

impl CommandContext {
    /// The context of a request, or of work without one.
    pub fn new(
        cx: Cx,
        access: Access,
        member: Option<Member>,
        state: ProductState,
    ) -> CommandContext {
        let (settings, rules_and_seasons) = (Mutex::new(None), Mutex::new(None));
        CommandContext { cx, access, member, state, settings, rules_and_seasons }
    }

    /// The request.
    pub fn cx(&self) -> &Cx {
        &self.cx
    }

    /// The time of this command or query, the same for all its parts.
    pub fn now(&self) -> Date {
        self.cx.now()
    }

    /// The caller. `None` if they are not signed in, which some functions allow.
    pub fn member(&self) -> Result<&Member, Error> {
        self.member.as_ref().ok_or_else(invalid_session)
    }

    /// The programme settings, read once.
    pub async fn settings(&self) -> Result<Settings, Error> {
        let known = self.settings.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let settings = Settings::read(self.cx.db(), self.state.access()).await?;
        *self.settings.lock().unwrap_or_else(PoisonError::into_inner) = Some(settings.clone());
        Ok(settings)
    }

    /// Drops the cached settings after this command has changed one.
    pub(crate) fn settings_changed(&self) {
        *self.settings.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The current rule sets and seasons, uncached. For commands that change them.
    pub async fn read_rules_and_seasons(&self) -> Result<RulesAndSeasons, Error> {
        RulesAndSeasons::read(self.cx.db(), self.access).await
    }

    /// The rule sets and seasons, read once.
    pub async fn rules_and_seasons(&self) -> Result<Arc<RulesAndSeasons>, Error> {
        let known = self.rules_and_seasons.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known {
            return Ok(known);
        }
        let rules_and_seasons = Arc::new(self.read_rules_and_seasons().await?);
        *self.rules_and_seasons.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Arc::clone(&rules_and_seasons));
        Ok(rules_and_seasons)
    }

    /// Drops the cached rule sets and seasons after this command has changed one.
    pub fn rules_and_seasons_changed(&self) {
        *self.rules_and_seasons.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The value that a part of the product shares between requests.
    pub fn slot<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.state.slot()
    }

    /// The transport for calls to external services, for use outside transactions.
    pub fn outside(&self) -> &dyn Outside {
        self.state.outside()
    }

    /// The keys that encrypt secrets.
    pub fn secrets(&self) -> &SecretKeys {
        self.state.secrets()
    }

    /// The addresses of services.
    pub fn service_addresses(&self) -> &ServiceAddresses {
        self.state.service_addresses()
    }

    /// The result of a query that is the same for all users: from the cache, or computed now. A
    /// transaction bypasses the cache, because what it reads may never be committed.
    pub async fn shared<T: Clone + Send + Sync + 'static>(
        &self,
        cache: &ShortTtlCache<T>,
        question: &str,
        find: impl Future<Output = Result<T, Error>> + Send,
    ) -> Result<T, Error> {
        if self.cx.db().is_transaction() {
            return find.await;
        }
        // Boxed, because the future is large and every layer around it would copy it.
        let find: Pin<Box<dyn Future<Output = Result<T, Error>> + Send + '_>> = Box::pin(find);
        cache.answer(question, self.now(), self.state.list_generation(), find).await
    }

    /// Wakes the workers of a queue after the commit.
    pub fn wake_on_commit(&self, queue: Queue) {
        let state = self.state.clone();
        self.cx.on_commit(move |_| state.wake(queue));
    }

    /// The address of the app, without a slash at the end.
    pub fn app_url(&self) -> &str {
        self.state.app_url()
    }

    /// The address of an issue's page.
    pub fn issue_url(&self, number: &impl std::fmt::Display) -> String {
        format!("{}/issues/{number}", self.state.app_url())
    }

    /// Invalidates cached lists and pages of ranks on every node after the commit.
    pub fn invalidate_lists_on_commit(&self) {
        self.cx.set_leaves_caches(false);
        let state = self.state.clone();
        self.cx.on_commit(move |_| state.invalidate_lists());
    }

    /// The rows of a statement whose first column is a JSON document.
    pub async fn rows<T: DeserializeOwned>(&self, sql: &Sql) -> Result<Vec<T>, Error> {
        table::rows(self.cx.db(), sql, self.access).await
    }

    /// Like `rows`, for a statement whose cost depends on a text from the caller.
    pub async fn search<T: DeserializeOwned>(
        &self,
        sql: &Sql,
        search: Search,
    ) -> Result<Vec<T>, Error> {
        table::typed_all(self.cx.search(sql, search).await?)
    }

    /// The first row of a statement, if there is one.
    pub async fn row<T: DeserializeOwned>(&self, sql: &Sql) -> Result<Option<T>, Error> {
        Ok(self.rows(sql).await?.into_iter().next())
    }

    /// Runs a statement and gives the number of rows it touched.
    pub async fn execute(&self, sql: &Sql) -> Result<u64, Error> {
        table::execute(self.cx.db(), sql).await
    }

    /// A new id for an object.
    pub fn new_id(&self) -> String {
        parse_identity::id::random_text(self.cx.settings().object_id_size)
    }
}
