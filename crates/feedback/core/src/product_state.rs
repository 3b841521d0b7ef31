//! State shared by all requests of this node: the operator's defaults, caches, and concurrency
//! limits.

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

/// The shared state. Clones share it.
#[derive(Clone)]
pub struct ProductState {
    /// The operator's default, used until an administrator decides.
    access: AccessMode,
    outside: Arc<OutsideOptions>,
    admin_concurrency: AdminConcurrency,
    wakes: Arc<Wakes>,
    slots: Arc<Slots>,
    after_command: Arc<[Arc<dyn AfterCommand>]>,
    /// How often cached lists were invalidated.
    list_generation: Arc<AtomicU64>,
    /// The limit of sends in doubt at services without idempotency keys.
    in_doubt: InDoubt,
    /// The address of the app, without a slash at the end.
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

    /// Who may create an account while no administrator has decided.
    pub fn access(&self) -> AccessMode {
        self.access
    }

    /// The limit of concurrent commands of administrators.
    pub fn admin_concurrency(&self) -> &AdminConcurrency {
        &self.admin_concurrency
    }

    /// The transport for calls to external services. For workers, never for commands.
    pub fn outside(&self) -> &dyn Outside {
        &*self.outside.transport
    }

    /// The keys that encrypt secrets.
    pub fn secrets(&self) -> &SecretKeys {
        &self.outside.secrets
    }

    /// The addresses of services.
    pub fn service_addresses(&self) -> &ServiceAddresses {
        &self.outside.addresses
    }

    /// The limit of sends in doubt at services without idempotency keys.
    pub fn in_doubt(&self) -> &InDoubt {
        &self.in_doubt
    }

    /// The address of the app, without a slash at the end.
    pub fn app_url(&self) -> &str {
        &self.app_url
    }

    /// The value that a part of the product shares between requests.
    pub fn slot<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.slots.get_or_default()
    }

    /// Adds a value to the slots, before requests are served.
    pub fn with_slot<T: Send + Sync + 'static>(self, value: T) -> ProductState {
        self.slots.put(Arc::new(value));
        self
    }

    /// The hooks after every command of a member.
    pub fn after_command(&self) -> &[Arc<dyn AfterCommand>] {
        &self.after_command
    }

    /// Wakes a queue. To be called after the commit.
    pub fn wake(&self, queue: Queue) {
        self.wakes.wake(queue);
    }

    /// Waits until a queue is woken. A wake resumes one waiter. Without a waiter it is kept for the
    /// next.
    pub async fn woken(&self, queue: Queue) {
        self.wakes.woken(queue).await;
    }

    /// Changes whenever the queue is woken, for all subscribers.
    pub fn subscribe(&self, queue: Queue) -> watch::Receiver<u64> {
        self.wakes.subscribe(queue)
    }

    /// Cached answers of an earlier generation are ignored.
    pub(crate) fn list_generation(&self) -> u64 {
        self.list_generation.load(Ordering::Acquire)
    }

    /// Invalidates cached lists, because a command has changed their content.
    pub(crate) fn invalidate_lists(&self) {
        self.list_generation.fetch_add(1, Ordering::AcqRel);
    }
}
