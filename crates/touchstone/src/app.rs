//! Starts a server from its settings: opens what it needs and hands it to HTTP.

use std::sync::Arc;

use outbound::mail::SmtpMailer;
use outbound::outgoing::{CallLimits, Outgoing};
use outbound::push::fcm::Fcm;
use outbound::webhook::HttpWebhookClient;
use parse_blobs::Storage;
use parse_engine::{Clock, Engine, Error, Extension};
use parse_http::cors::{Cors, CorsRules, OF_OLD_CLIENTS};
use parse_http::incoming::HttpService;
use parse_http::metrics::{Metrics, Statements};
use parse_http::rate::{AccountLimit, KeyLimit, Rates, SharedCounts};
use parse_http::state::{HttpParts, HttpState, concurrency_limit};
use parse_http::web::{Site, SiteSettings, Unusable};
use parse_model::{Json, JsonMap};
use parse_store::{Store, migrate};
use telemetry::Tracing;

use crate::api::{self, ApiRoutes};
use crate::brand::BrandRoute;
use crate::config::{Config, WalletSettings};
use crate::unsubscribe::UnsubscribePage;
use crate::widget::{self, StoredScripts, WidgetRoutes};

/// One running server, without its socket.
pub struct App {
    /// What requests are asked of.
    pub engine: Engine,
    /// What the server was started with.
    pub config: Config,
    /// What answers requests.
    pub http: HttpService,
}

impl App {
    /// Opens the database and starts the engine.
    pub async fn start(
        config: Config,
        extension: Extension,
        clock: Arc<dyn Clock>,
    ) -> Result<App, StartError> {
        let cors = cors(&config).ok_or(StartError::UnusableHeader)?;
        outbound::tls::install();
        let site = open_site(&config)?;
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
        let extension = with_webhooks(&config, extension, &clock);
        let (extension, rates, key_limits) = with_rates(&config, extension);
        // Boxed, because the future of a start would be too large with them.
        let key_limits = Box::new(key_limits);
        let extension = with_mail(&config, extension)?;
        let watch = &config.watch;
        let tracing = open_tracing(&config)?;
        let metrics = watch.metrics_listen.map(|_| Metrics::new(extension.function_names()));
        store.set_watch(Arc::new(Statements::new(metrics.clone(), watch.slow_statement)));
        let engine = Engine::start(store, extension, config.engine.clone(), clock).await?;
        let state = HttpState::new(HttpParts {
            engine: engine.clone(),
            settings: config.http_settings(),
            cors,
            files,
            rates,
            site,
            metrics,
            tracing,
            redis: config.redis.clone(),
        });
        let mut http = HttpService::new(Arc::new(state));
        if config.is_product {
            let KeyLimits { api, widget, unsigned } = *key_limits;
            let widget = WidgetRoutes::new(widget, unsigned, &config.programme.app_url);
            http = http.with_side_route(UnsubscribePage).with_side_route(ApiRoutes::new(api));
            http = http.with_side_route(widget).with_side_route(BrandRoute);
            if let Some(site) = &http.state.site {
                let scripts = Box::pin(StoredScripts::open(&engine, site)).await;
                http = http.with_side_route(scripts);
            }
        }
        Ok(App { engine, config, http })
    }

    /// Sends what is left of the traces. Blocks for a moment.
    pub fn send_traces(&self) {
        if let Some(tracing) = &self.http.state.tracing {
            tracing.end();
        }
    }
}

/// Reads the web app, if there is one to be served.
fn open_site(config: &Config) -> Result<Option<Site>, Unusable> {
    if !config.serves_app() {
        return Ok(None);
    }
    let public = config.public_server_url.as_deref().unwrap_or_default();
    Site::open(
        SiteSettings {
            web: &config.web,
            is_https: public.starts_with("https://"),
            page: page_settings(config),
        },
        concurrency_limit(config.http.in_flight),
    )
}

/// What the server itself tells the page.
fn page_settings(config: &Config) -> JsonMap {
    let text = |name: &str, value: &str| (name.to_owned(), Json::from(value));
    let mut told = JsonMap::from_iter([
        text("applicationId", &config.keys.application_id),
        text("serverUrl", &config.mount_path),
    ]);
    if let Some(key) = &config.keys.javascript {
        told.extend([text("javascriptKey", key.expose())]);
    }
    if config.wallets.is_on() {
        told.insert("wallets".to_owned(), wallet_settings(&config.wallets));
    }
    if let Some(demo) = &config.demo {
        told.insert("demo".to_owned(), demo.json());
    }
    told
}

/// Which wallets sign in, and what the ways to them need.
fn wallet_settings(WalletSettings { options, ways, .. }: &WalletSettings) -> Json {
    let families: Vec<&str> = options.families.iter().map(|family| family.name()).collect();
    let mut told = serde_json::json!({ "families": families });
    if let Some(project) = &ways.connect_project {
        told["walletConnect"] = serde_json::json!({ "projectId": project });
    }
    if let Some((key, network)) = &ways.magic {
        told["magicLink"] = serde_json::json!({ "apiKey": key, "network": network });
    }
    if !ways.nodes.is_empty() {
        let nodes = ways.nodes.iter();
        told["network"] =
            nodes.map(|(chain, url)| (chain.to_string(), Json::from(url.as_str()))).collect();
    }
    told
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

/// How often programs and pages may ask.
struct KeyLimits {
    api: KeyLimit,
    widget: KeyLimit,
    unsigned: [KeyLimit; 2],
}

/// The rate limits of callers and keys, shared with other nodes if there is Redis; and how many
/// accounts callers may create.
fn with_rates(config: &Config, extension: Extension) -> (Extension, Rates, KeyLimits) {
    let of = |redis| Arc::new(SharedCounts::new(redis, &config.engine.application_id));
    let shared = config.redis.clone().map(of);
    let settings = &config.rates;
    let extension = match &*settings.account_rules {
        [] => extension,
        rules => extension.with_sign_up_limit(AccountLimit::new(rules, shared.clone())),
    };
    let rates = Rates::new(&settings.rules, settings.code, settings.failures);
    let key_limits = KeyLimits {
        api: KeyLimit::new(api::CALLS, api::WINDOW, shared.clone()),
        widget: KeyLimit::new(widget::CALLS, widget::WINDOW, shared.clone()),
        unsigned: widget::UNSIGNED
            .map(|(count, window)| KeyLimit::new(count, window, shared.clone())),
    };
    (extension, rates.shared_by(shared), key_limits)
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

fn with_webhooks(config: &Config, extension: Extension, clock: &Arc<dyn Clock>) -> Extension {
    let allowed = config.outgoing_allowed_networks.clone();
    let outgoing = Arc::new(Outgoing::new(allowed, CallLimits::default()));
    let (webhooks, replies) = (config.webhooks.clone(), config.limits.json);
    let client = HttpWebhookClient::new(outgoing, webhooks, replies, Arc::clone(clock));
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
    #[error("{count} migrations pending, beginning with {first}; run `touchstone migrate`")]
    Pending {
        /// How many.
        count: usize,
        /// The first of them.
        first: &'static str,
    },
    /// The web app cannot be served.
    #[error("the web app cannot be served; check web_root")]
    WebApp(#[from] Unusable),
    /// An origin or a header name that is not a valid header value.
    #[error("allow_origin or allow_headers is not a valid HTTP header value")]
    UnusableHeader,
    /// Firebase cannot be called at its address.
    #[error(
        "fcm in service_urls or the token_uri of the service account is not an address that can be called"
    )]
    UnusableFcm,
    /// The mail server's address means nothing.
    #[error(
        "smtp_url cannot be read: expected smtps://user:password@host or smtp://user:password@host:587?tls=required"
    )]
    UnusableMailServer,
    /// Addresses are to be confirmed and nothing can be mailed.
    #[error("verify_user_emails needs app_name, public_url, smtp_url and mail_from")]
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
