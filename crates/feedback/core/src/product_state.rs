//! What all requests to this node share: the operator's default, caches, and the turns of
//! administrators.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::watch;

use crate::admin_concurrency::AdminConcurrency;
use crate::after_command::AfterCommand;
use crate::at_most_one_in_doubt::InDoubt;
use crate::outside::{Outside, OutsideOptions, ServiceAddresses};
use crate::secret_keys::SecretKeys;
use crate::setting::AccessMode;
use crate::slots::Slots;
use crate::wakes::{Queue, Wakes};

/// The shared state. A clone shares it too.
#[derive(Clone)]
pub struct ProductState {
    /// The operator's word, if no administrator has spoken.
    access: AccessMode,
    outside: Arc<OutsideOptions>,
    admin_concurrency: AdminConcurrency,
    wakes: Arc<Wakes>,
    slots: Arc<Slots>,
    after_command: Arc<[Arc<dyn AfterCommand>]>,
    /// How often everything was invalidated that lists found.
    list_generation: Arc<AtomicU64>,
    /// The limit of sends in doubt at services without idempotency keys.
    in_doubt: InDoubt,
    /// Where the app is, without a slash at the end.
    app_url: Arc<str>,
}

impl fmt::Debug for ProductState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProductState").field("app_url", &self.app_url).finish_non_exhaustive()
    }
}

impl ProductState {
    /// The state of a node that has just started.
    pub fn new(
        access: AccessMode,
        app_url: &str,
        outside: OutsideOptions,
        after_command: Vec<Arc<dyn AfterCommand>>,
    ) -> ProductState {
        ProductState {
            access,
            outside: Arc::new(outside),
            admin_concurrency: AdminConcurrency::default(),
            wakes: Arc::default(),
            slots: Arc::default(),
            after_command: after_command.into(),
            list_generation: Arc::default(),
            in_doubt: InDoubt::default(),
            app_url: app_url.into(),
        }
    }

    /// Who may make an account while no administrator has decided.
    pub fn access(&self) -> AccessMode {
        self.access
    }

    /// The limit of concurrent commands of administrators.
    pub fn admin_concurrency(&self) -> &AdminConcurrency {
        &self.admin_concurrency
    }

    /// What carries calls to services outside: for workers, never for commands.
    pub fn outside(&self) -> &dyn Outside {
        &*self.outside.transport
    }

    /// With what secrets are sealed.
    pub fn secrets(&self) -> &SecretKeys {
        &self.outside.secrets
    }

    /// Where the services are.
    pub fn service_addresses(&self) -> &ServiceAddresses {
        &self.outside.addresses
    }

    /// The limit of sends in doubt at services without idempotency keys.
    pub fn in_doubt(&self) -> &InDoubt {
        &self.in_doubt
    }

    /// Where the app is, without a slash at the end.
    pub fn app_url(&self) -> &str {
        &self.app_url
    }

    /// What a part of the product keeps for all requests.
    pub fn slot<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.slots.get_or_default()
    }

    /// Adds a value to the slots, before requests are served.
    pub fn with_slot<T: Send + Sync + 'static>(self, value: T) -> ProductState {
        self.slots.put(Arc::new(value));
        self
    }

    /// What follows every command of a member.
    pub fn after_command(&self) -> &[Arc<dyn AfterCommand>] {
        &self.after_command
    }

    /// Says that there is something in a queue: to be called after the commit.
    pub fn wake(&self, queue: Queue) {
        self.wakes.wake(queue);
    }

    /// Waits until there is something in a queue. A wake resumes one waiter; without a waiter it is
    /// kept for the next.
    pub async fn woken(&self, queue: Queue) {
        self.wakes.woken(queue).await;
    }

    /// Changes whenever there is something in a queue, for all who subscribe.
    pub fn subscribe(&self, queue: Queue) -> watch::Receiver<u64> {
        self.wakes.subscribe(queue)
    }

    /// Answers of an earlier generation are not found in caches of lists.
    pub(crate) fn list_generation(&self) -> u64 {
        self.list_generation.load(Ordering::Acquire)
    }

    /// Invalidates what was found a moment ago, because a command has changed it.
    pub(crate) fn invalidate_lists(&self) {
        self.list_generation.fetch_add(1, Ordering::AcqRel);
    }
}
