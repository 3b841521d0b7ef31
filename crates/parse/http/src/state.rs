//! What every request needs: the engine, the settings, and what was made of them once.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use parse_blobs::Storage;
use parse_engine::Engine;
use parse_model::query::parse::Limits;
use telemetry::error_chain::chain;
use telemetry::supervision::Supervision;
use telemetry::task::InFlight;
use telemetry::{RequestId, Tracing};
use tokio::sync::Mutex;

use crate::body::Bodies;
use crate::concurrency_limit::ConcurrencyLimit;
use crate::connection_limit::ConnectionLimit;
use crate::cors::Cors;
use crate::live_queries::LiveQueries;
use crate::metrics::Metrics;
use crate::rate::Rates;
use crate::redis::Redis;
use crate::repeated_failure::RepeatedFailures;
use crate::reply::{HttpError, Readiness};
use crate::settings::HttpSettings;
use crate::web::Site;

/// How many requests wait for a permit.
const WAITING: usize = 64;
/// The part of all requests at once that one network may have.
const NETWORK_SHARE: usize = 4;
/// How soon the database of a server that is ready answers.
const READY_WITHIN: Duration = Duration::from_secs(1);
/// How long its answer is good for all who ask. They are not counted, so that their number must not
/// be that of statements.
const READY_FOR: Duration = Duration::from_millis(100);

/// What a server is made of.
pub struct HttpParts {
    /// What requests are asked of.
    pub engine: Engine,
    /// What requests are answered by.
    pub settings: HttpSettings,
    /// Which web pages may call.
    pub cors: Cors,
    /// Where files are.
    pub files: Storage,
    /// How often callers may call.
    pub rates: Rates,
    /// The web app, if it is served.
    pub site: Option<Site>,
    /// The counters, if metrics are served.
    pub metrics: Option<Arc<Metrics>>,
    /// Where requests are traced to, if they are.
    pub tracing: Option<Tracing>,
    /// Redis, if there is one.
    pub redis: Option<Arc<Redis>>,
}

/// One running server, without its socket.
pub struct HttpState {
    /// What requests are asked of.
    pub engine: Engine,
    /// What requests are answered by.
    pub settings: HttpSettings,
    /// Where files are.
    pub files: Storage,
    /// How often callers may call.
    pub rates: Rates,
    /// The concurrency limit of requests.
    pub concurrency_limit: ConcurrencyLimit,
    /// How bodies are read.
    pub bodies: Bodies,
    /// The web app, if it is served.
    pub site: Option<Site>,
    /// The counters, if metrics are served.
    pub metrics: Option<Arc<Metrics>>,
    /// Where requests are traced to, if they are.
    pub tracing: Option<Tracing>,
    /// Writes that have begun and must be let finish.
    pub in_flight: Arc<InFlight>,
    /// How what goes on beside requests does.
    pub supervision: Supervision,
    pub(crate) cors: Cors,
    /// How many results a query may bring.
    pub(crate) limits: Limits,
    /// Requests under way, by caller.
    pub(crate) callers: Arc<ConnectionLimit>,
    /// The same by 256 addresses of IPv4 or a /56 of IPv6, which one customer may have all of.
    pub(crate) networks: Arc<ConnectionLimit>,
    /// Websockets and their subscriptions.
    pub(crate) live: Arc<LiveQueries>,
    pub(crate) redis: Option<Arc<Redis>>,
    run: u32,
    requests: AtomicU64,
    unknown_caller: Once,
    failures: RepeatedFailures,
    is_draining: AtomicBool,
    /// When the database was asked last whether it is there, and what came of it.
    database_look: Mutex<Option<(Instant, bool)>>,
}

/// The concurrency limit of requests, and of those for the web app.
pub fn concurrency_limit(in_flight: usize) -> ConcurrencyLimit {
    ConcurrencyLimit::new(in_flight, WAITING)
}

impl HttpState {
    /// A server that has answered nothing yet.
    pub fn new(parts: HttpParts) -> HttpState {
        let HttpParts { engine, settings, cors, files, rates, site, metrics, tracing, redis } =
            parts;
        let limits = Limits {
            default_limit: engine.settings().default_limit,
            max_limit: engine.settings().max_limit,
            complexity: engine.settings().complexity,
        };
        let http = &settings.http;
        HttpState {
            concurrency_limit: concurrency_limit(http.in_flight),
            callers: Arc::new(ConnectionLimit::new(usize::MAX, http.in_flight_per_address)),
            networks: Arc::new(ConnectionLimit::new(
                usize::MAX,
                http.in_flight_per_address.max(http.in_flight / NETWORK_SHARE),
            )),
            bodies: Bodies::new(http),
            live: Arc::new(LiveQueries::new(&settings.live)),
            engine,
            settings,
            files,
            rates,
            site,
            metrics,
            tracing,
            in_flight: Arc::default(),
            supervision: Supervision::default(),
            cors,
            limits,
            redis,
            run: rand::random(),
            requests: AtomicU64::new(0),
            unknown_caller: Once::new(),
            failures: RepeatedFailures::default(),
            is_draining: AtomicBool::new(false),
            database_look: Mutex::default(),
        }
    }

    /// From now on requests should go elsewhere.
    pub(crate) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Whether requests should go elsewhere.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether requests should be sent here. The database must answer soon: the load balancer would
    /// rather send them elsewhere than wait. Migrations are done, or there would be no application.
    pub(crate) async fn readiness(&self) -> Readiness {
        if self.is_draining() {
            return Readiness::Draining;
        }
        match self.has_database().await {
            true if self.supervision.is_any_down() => Readiness::WorkerDown,
            true => Readiness::Ready,
            false => Readiness::NoDatabase,
        }
    }

    /// Whether the database answers, asked once for all who want to know it at about the same time.
    async fn has_database(&self) -> bool {
        let asked = Instant::now();
        let mut look = self.database_look.lock().await;
        if let Some((began, answers)) = *look
            && began + READY_FOR >= asked
        {
            return answers;
        }
        let began = Instant::now();
        let answers = tokio::time::timeout(READY_WITHIN, self.engine.is_healthy()).await;
        let answers = answers.unwrap_or(false);
        *look = Some((began, answers));
        answers
    }

    /// A number for the next request, unlike any other of this run.
    pub(crate) fn next_request(&self) -> RequestId {
        RequestId::new(self.run, self.requests.fetch_add(1, Ordering::Relaxed))
    }

    /// Sends what is left of the traces. Blocks for a moment.
    pub fn send_traces(&self) {
        if let Some(tracing) = &self.tracing {
            tracing.end();
        }
    }

    /// Warns once per run that a proxy forwards requests and either `trust_proxy` does not name it
    /// or it does not say for whom.
    pub(crate) fn warn_of_unknown_caller(&self, peer: IpAddr) {
        self.unknown_caller.call_once(|| {
            if self.settings.trusted_proxies.contain(peer.to_canonical()) {
                tracing::warn!(%peer, "request from a peer in trust_proxy without the address of a caller in X-Forwarded-For, caller address unknown");
            } else {
                tracing::warn!(%peer, "forwarded request from a peer not in trust_proxy, caller address unknown");
            }
        });
    }

    /// Tells the log of a failure; refusals are the caller's affair and only seen when debugging.
    pub fn note(&self, problem: &HttpError, request: &dyn std::fmt::Display) {
        match problem {
            HttpError::Failed { doing, source } | HttpError::Unavailable { doing, source } => {
                self.failures.tell(request, doing, chain(source.as_ref()));
            }
            HttpError::Refused(refusal) | HttpError::Undone(refusal) => {
                // The message to the caller may hold personal data and is not logged; a message
                // that is hidden from callers is for the operator.
                let why = if refusal.is_sensitive { &*refusal.message } else { "" };
                tracing::debug!(%request, code = refusal.code.0, why, "request refused");
            }
            other => {
                tracing::debug!(%request, status = other.status().as_u16(), "request rejected");
            }
        }
    }
}
