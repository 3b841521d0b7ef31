//! What every request needs: the engine, the settings, and what was made of them once.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use parse_engine::{Clock, Engine, Error, Extension};
use parse_model::query::parse::Limits;
use parse_store::{Store, migrate};

use crate::api;
use crate::body::Bodies;
use crate::concurrency_limit::ConcurrencyLimit;
use crate::config::Config;
use crate::cors::{Cors, CorsRules, OF_OLD_CLIENTS};
use crate::error_chain::chain;
use crate::files::Storage;
use crate::listen::connection_limit::ConnectionLimit;
use crate::live::LiveQueries;
use crate::mail::SmtpMailer;
use crate::metrics::Metrics;
use crate::outgoing::{self, Outgoing};
use crate::push::fcm::Fcm;
use crate::rate::{AccountLimit, KeyLimit, Rates, SharedCounts};
use crate::repeated_failure::RepeatedFailures;
use crate::reply::{HttpError, Readiness};
use crate::supervision::Supervision;
use crate::task::InFlight;
use crate::telemetry::{RequestId, Statements, Tracing};
use crate::web::{Site, Unusable};
use crate::webhook::HttpWebhookClient;

/// How many requests wait for a permit.
const WAITING: usize = 64;
/// How soon the database of a server that is ready answers.
const READY_WITHIN: Duration = Duration::from_secs(1);

/// One running server, without its socket.
pub struct App {
    /// What requests are asked of.
    pub engine: Engine,
    /// What the server was started with.
    pub config: Config,
    /// Which web pages may call.
    pub cors: Cors,
    /// How many results a query may bring.
    pub limits: Limits,
    /// Where files are.
    pub files: Storage,
    /// The client for calls to addresses that others chose.
    pub outgoing: Arc<Outgoing>,
    pub(crate) rates: Rates,
    /// How often keys of programs are used.
    pub(crate) api_rates: KeyLimit,
    /// The concurrency limit of requests.
    pub concurrency_limit: ConcurrencyLimit,
    /// Requests under way, by caller.
    pub(crate) callers: Arc<ConnectionLimit>,
    /// How bodies are read.
    pub(crate) bodies: Bodies,
    /// Websockets, and what they are told.
    pub(crate) live: Arc<LiveQueries>,
    /// The web app, where it is served.
    pub(crate) site: Option<Site>,
    /// What is counted, where somebody may look.
    pub metrics: Option<Arc<Metrics>>,
    /// Where requests are traced to, if they are.
    pub(crate) tracing: Option<Tracing>,
    /// Writes that have begun and must be let finish.
    pub in_flight: Arc<InFlight>,
    /// How what goes on beside requests does.
    pub(crate) supervision: Supervision,
    run: u32,
    requests: AtomicU64,
    unknown_caller: Once,
    failures: RepeatedFailures,
    is_draining: AtomicBool,
}

impl App {
    /// Opens the database and starts the engine.
    pub async fn start(
        config: Config,
        extension: Extension,
        clock: Arc<dyn Clock>,
    ) -> Result<App, StartError> {
        let cors = cors(&config).ok_or(StartError::UnusableHeader)?;
        crate::tls::install();
        let site = Site::open(&config, ConcurrencyLimit::new(config.http.in_flight, WAITING))?;
        let files =
            Storage::open(&config.files.place).map_err(|source| StartError::Files { source })?;
        check_migrated(&config, &extension).await?;
        let store = Store::open(&config.store)
            .await
            .map_err(|source| StartError::Database { source: Box::new(source) })?;
        if config.is_production && is_superuser(&store).await? {
            return Err(StartError::Superuser);
        }
        let extension = with_push(&config, extension, &clock)?;
        let allowed = config.outgoing_allowed_networks.clone();
        let outgoing = Arc::new(Outgoing::new(allowed, outgoing::CallLimits::default()));
        let extension = with_webhooks(&config, extension, &outgoing, &clock);
        let (extension, rates, api_rates) = with_rates(&config, extension);
        let extension = with_mail(&config, extension)?;
        let watch = &config.watch;
        let tracing = open_tracing(&config)?;
        let metrics = watch.metrics_listen.map(|_| Metrics::new(extension.function_names()));
        store.set_watch(Arc::new(Statements::new(metrics.clone(), watch.slow_statement)));
        let engine = Engine::start(store, extension, config.engine.clone(), clock).await?;
        let limits = Limits {
            default_limit: config.engine.default_limit,
            max_limit: config.engine.max_limit,
            complexity: config.engine.complexity,
        };
        let concurrency_limit = ConcurrencyLimit::new(config.http.in_flight, WAITING);
        let callers = ConnectionLimit::new(usize::MAX, config.http.in_flight_per_address);
        let bodies = Bodies::new(&config.http);
        let live = Arc::new(LiveQueries::new(&config.live));
        Ok(App {
            engine,
            live,
            config,
            cors,
            limits,
            files,
            outgoing,
            rates,
            api_rates,
            concurrency_limit,
            callers: Arc::new(callers),
            bodies,
            site,
            metrics,
            tracing,
            in_flight: Arc::default(),
            supervision: Supervision::default(),
            run: rand::random(),
            requests: AtomicU64::new(0),
            unknown_caller: Once::new(),
            failures: RepeatedFailures::default(),
            is_draining: AtomicBool::new(false),
        })
    }

    /// From now on requests should go elsewhere.
    pub(crate) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Whether requests should go elsewhere.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether requests should be sent here. The database must answer soon: whoever asks would
    /// rather send them elsewhere than wait. Migrations are done, or there would be no application.
    pub(crate) async fn readiness(&self) -> Readiness {
        if self.is_draining() {
            return Readiness::Draining;
        }
        match tokio::time::timeout(READY_WITHIN, self.engine.is_healthy()).await {
            Ok(true) if self.supervision.is_any_down() => Readiness::WorkerDown,
            Ok(true) => Readiness::Ready,
            Ok(false) | Err(_) => Readiness::NoDatabase,
        }
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
            if self.config.trusted_proxies.contain(peer.to_canonical()) {
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
                // What the caller is told may hold names and addresses of people; what is kept from
                // callers is for the operator.
                let why = if refusal.is_sensitive { &*refusal.message } else { "" };
                tracing::debug!(%request, code = refusal.code.0, why, "request refused");
            }
            other => {
                tracing::debug!(%request, status = other.status().as_u16(), "request rejected");
            }
        }
    }
}

/// Refuses an older database where it is not to be touched.
async fn check_migrated(config: &Config, extension: &Extension) -> Result<(), StartError> {
    if config.lifetime.migrates_on_start {
        return Ok(());
    }
    let pending = migrate::pending(&config.store, extension.migrations()).await;
    let pending = pending.map_err(|source| StartError::Database { source: Box::new(source) })?;
    match pending.first() {
        None => Ok(()),
        Some(first) => Err(StartError::Pending { count: pending.len(), first }),
    }
}

async fn is_superuser(store: &Store) -> Result<bool, StartError> {
    let answer = store.db().is_superuser().await;
    answer.map_err(|source| StartError::Database { source: Box::new(source) })
}

/// Which web pages may call, and what they may send.
fn cors(config: &Config) -> Option<Cors> {
    let mut further_headers = config.allow_headers.clone();
    if config.wallets.options.legacy_texts {
        further_headers.extend(OF_OLD_CLIENTS.map(str::to_owned));
    }
    Cors::new(&CorsRules {
        origins: &config.allow_origins,
        admin_origins: &config.admin_origins,
        further_headers: &further_headers,
        is_exact: config.is_product,
    })
}

/// How often callers may call and keys be used, counted with other nodes where there is Redis; and how
/// many accounts callers may make.
fn with_rates(config: &Config, extension: Extension) -> (Extension, Rates, KeyLimit) {
    let of = |redis| Arc::new(SharedCounts::new(redis, &config.engine.application_id));
    let shared = config.redis.clone().map(of);
    let settings = &config.rates;
    let extension = match &*settings.account_rules {
        [] => extension,
        rules => extension.with_sign_up_limit(AccountLimit::new(rules, shared.clone())),
    };
    let rates = Rates::new(&settings.rules, settings.code, settings.failures);
    let api_rates = KeyLimit::new(api::CALLS, api::WINDOW, shared.clone());
    (extension, rates.shared_by(shared), api_rates)
}

/// Adds the mail server of the settings, unless the application registers its own. Where addresses
/// are to be confirmed, there must be one.
fn with_mail(config: &Config, extension: Extension) -> Result<Extension, StartError> {
    let extension = match &config.smtp {
        Some(smtp) if extension.mailer().is_none() => {
            let mailer = SmtpMailer::new(smtp).ok_or(StartError::UnusableMailServer)?;
            extension.with_mailer(mailer)
        }
        _ => extension,
    };
    let account = &config.engine.account;
    if account.verify_user_emails && (account.links.is_none() || extension.mailer().is_none()) {
        return Err(StartError::NoMail);
    }
    Ok(extension)
}

fn with_webhooks(
    config: &Config,
    extension: Extension,
    outgoing: &Arc<Outgoing>,
    clock: &Arc<dyn Clock>,
) -> Extension {
    let (webhooks, replies) = (config.webhooks.clone(), config.limits.json);
    let client = HttpWebhookClient::new(Arc::clone(outgoing), webhooks, replies, Arc::clone(clock));
    extension.with_webhook_client(client)
}

fn open_tracing(config: &Config) -> Result<Option<Tracing>, StartError> {
    let watch = &config.watch;
    let to =
        |endpoint: &String| Tracing::to(endpoint, &watch.otlp_headers, watch.otlp_sample_ratio);
    let tracing = watch.otlp_endpoint.as_ref().map(to).transpose();
    tracing.map_err(|source| StartError::Traces { source: Box::new(source) })
}

/// Adds the provider of the settings, unless the application registers its own.
fn with_push(
    config: &Config,
    extension: Extension,
    clock: &Arc<dyn Clock>,
) -> Result<Extension, StartError> {
    match &config.fcm {
        Some(settings) if extension.push_provider().is_none() => {
            let fcm = Fcm::new(settings, Arc::clone(clock)).ok_or(StartError::UnusableFcm)?;
            Ok(extension.with_push_provider(fcm))
        }
        _ => Ok(extension),
    }
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be opened.
    #[error("the database cannot be opened")]
    Database {
        /// What it said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The role of the database may do everything.
    #[error(
        "in production: the role of database_url is a superuser, so a fault here could read files and run programs on the database's machine; use a role that owns only this database"
    )]
    Superuser,
    /// The place of files cannot be opened.
    #[error("cannot open file storage; check files_url and what belongs to it")]
    Files {
        /// What it said.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The database is older than the program, and is not to be touched.
    #[error(
        "the database lacks {count} migrations, {first} first, and is not migrated here; run `touchstone migrate`"
    )]
    Pending {
        /// How many.
        count: usize,
        /// The first of them.
        first: &'static str,
    },
    /// The web app cannot be served.
    #[error("the web app cannot be served; check web_root")]
    App(#[from] Unusable),
    /// An origin or a header name that cannot stand in a header.
    #[error("allow_origin or allow_headers holds text that cannot stand in an HTTP header")]
    UnusableHeader,
    /// Firebase cannot be called at its address.
    #[error("fcm_url or the token_uri of the service account is no address that can be called")]
    UnusableFcm,
    /// The mail server's address means nothing.
    #[error(
        "smtp_url cannot be read: expected smtps://user:password@host or smtp://user:password@host:587?tls=required"
    )]
    UnusableMailServer,
    /// Addresses are to be confirmed and nothing can be mailed.
    #[error("verify_user_emails needs app_name, public_server_url, smtp_url and mail_from")]
    NoMail,
    /// Traces cannot be sent.
    #[error("traces cannot be sent; check otlp_endpoint")]
    Traces {
        /// What is wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The engine found something it cannot work with.
    #[error(transparent)]
    Engine(#[from] Error),
}
