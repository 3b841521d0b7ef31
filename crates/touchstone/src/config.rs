//! The settings of a server: one file, every key also an environment variable.
//!
//! This is the only reader of the environment. All other code is given values.

mod access;
mod account;
mod chain_data;
mod cloud;
mod database;
mod engine;
mod explain;
mod files;
mod http;
mod key;
mod lifetime;
mod limits;
mod live;
mod lookup;
mod mail;
mod outside;
mod production;
mod programme;
mod push;
mod rate;
mod reader;
mod source;
mod unit;
mod wallet;
mod watch;
mod web;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use outbound::mail::SmtpSettings;
use outbound::network::{Networks, TrustedProxies};
use outbound::push::FcmSettings;
use outbound::webhook::WebhookSettings;
use parse_blobs::FolderRules;
use parse_engine::Settings;
use parse_http::allow_list::AllowList;
use parse_http::file_serving::Serving;
use parse_http::redis::Redis;
use parse_http::settings::{
    HttpLimits, HttpSettings, Keys, Limits, LiveSettings, PageSettings, RepeatSettings, WebSettings,
};
use parse_store::StoreOptions;
use telemetry::{LogFormat, LogSettings};

use crate::demo_page::DemoPage;
use programme::programme;
use reader::{Reader, mount_path, origin_of, url};
use unit::size;

pub use chain_data::ChainDataSettings;
pub use explain::{env_example, explanation, explanation_json, first_settings, markdown};
pub use key::{FILE_VARIABLE, GROUPS, Key, PREFIX, Secrecy, keys};
pub use lifetime::Lifetime;
pub use lookup::Origin;
pub use rate::RateSettings;
pub(crate) use source::without_password;
pub use source::{ResolvedSettings, Setting, Sources, resolve};
pub(crate) use unit::duration_with_unit;
pub use wallet::{WalletSettings, WalletWays};
pub use watch::WatchSettings;

/// Everything a server is started with.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The path below which the protocol is served; `/parse`, or nothing for the root.
    pub mount_path: String,
    /// The address of the mount as clients on this network see it, without a slash at the end.
    pub server_url: String,
    /// The address of the mount as the world sees it, where that is known.
    pub public_server_url: Option<String>,
    /// Proxies whose word on the caller's address counts.
    pub trusted_proxies: TrustedProxies,
    /// The keys, and from where they count.
    pub keys: Keys,
    /// Which web pages may call; at least one.
    pub allow_origins: Vec<String>,
    /// Which web pages may send the master key.
    pub admin_origins: Vec<String>,
    /// Routes that clients may use, where they are listed.
    pub allow_list: AllowList,
    /// Request headers web pages may send beside the protocol's.
    pub allow_headers: Vec<String>,
    /// The largest request body, in bytes.
    pub max_body_bytes: usize,
    /// How much of HTTP is taken in.
    pub http: HttpLimits,
    /// How much one request may ask for.
    pub limits: Limits,
    /// How many websockets there may be, and what each may do.
    pub live: LiveSettings,
    /// Where files are kept, and how they are served.
    pub files: Serving,
    /// How often a caller may call.
    pub rates: RateSettings,
    /// How the server begins and ends.
    pub lifetime: Lifetime,
    /// Threads that serve requests; one per core where nothing is said.
    pub worker_threads: Option<usize>,
    /// Which requests are done once.
    pub repeats: RepeatSettings,
    /// How calls to webhooks are made.
    pub webhooks: WebhookSettings,
    /// Networks that outgoing calls may reach although they are private.
    pub outgoing_allowed_networks: Networks,
    /// Whether permission texts are kept from callers.
    pub is_sanitized: bool,
    /// The database.
    pub store: StoreOptions,
    /// Redis, if there is one.
    pub redis: Option<Arc<Redis>>,
    /// What the engine goes by.
    pub engine: Settings,
    /// How pushes reach Firebase, if they do.
    pub fcm: Option<FcmSettings>,
    /// Where mail is handed over, if it is.
    pub smtp: Option<SmtpSettings>,
    /// How the pages are served that links in mails lead to.
    pub pages: PageSettings,
    /// How people sign in with wallets.
    pub wallets: WalletSettings,
    /// Where data of blockchains comes from.
    pub chain_data: ChainDataSettings,
    /// The web app.
    pub web: WebSettings,
    /// What is logged, and how.
    pub log: LogSettings,
    /// Metrics, traces and the addresses that monitoring uses.
    pub watch: WatchSettings,
    /// Whether the profile is the product's.
    pub is_product: bool,
    /// What the product goes by before an administrator decides.
    pub programme: feedback::Options,
    /// Whether strangers call, so that what is not safe is refused.
    pub is_production: bool,
    /// What is not safe about these settings, each with what to do about it.
    pub unsafe_settings: Vec<String>,
    /// Settings that are set by an old name, each with the name to use.
    pub renamed_settings: Vec<String>,
    /// Whether the server runs for development.
    pub is_dev: bool,
    /// Whether the master key was made up for this run, and must be shown to be of use.
    pub is_master_key_made_up: bool,
    /// What the page tells visitors of a demo server. No setting sets it.
    pub(crate) demo: Option<DemoPage>,
}

/// Why a server cannot start with these settings; one line per thing to put right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct ConfigError(pub Vec<String>);

/// Whether standard error is the journal of systemd, where lines carry their priority.
pub(crate) fn is_journal() -> bool {
    let stream = std::env::var_os("JOURNAL_STREAM");
    telemetry::is_journal(stream.as_ref().and_then(|stream| stream.to_str()))
}

impl Sources {
    /// What this process was started with.
    pub fn of_process(file: Option<PathBuf>, is_dev: bool) -> Result<Sources, ConfigError> {
        let environment: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| lookup::is_read(name))
            .collect();
        let named = || environment.get(FILE_VARIABLE).filter(|path| !path.is_empty());
        let file = match file.or_else(|| named().map(PathBuf::from)) {
            Some(path) => {
                let text = std::fs::read_to_string(&path).map_err(|error| {
                    ConfigError(vec![format!(
                        "the settings file {} cannot be read: {error}",
                        path.display()
                    )])
                })?;
                Some((path, text))
            }
            None => None,
        };
        Ok(Sources { environment, file, is_dev })
    }
}

impl Config {
    /// Reads all settings; on failure tells everything that is wrong, not only the first thing.
    pub fn from_sources(sources: &Sources) -> Result<Config, ConfigError> {
        let resolved = resolve(sources).map_err(|why| ConfigError(vec![why]))?;
        Config::from_resolved(&resolved)
    }

    /// Reads all settings, their sources laid over one another.
    pub fn from_resolved(resolved: &ResolvedSettings) -> Result<Config, ConfigError> {
        let mut read = Reader { resolved, problems: resolved.problems.clone() };
        let Addresses { listen, mount_path, server_url, public_server_url } = addresses(&mut read);
        let keys = access::keys(&mut read);
        let own_address = public_server_url.clone().unwrap_or_else(|| server_url.clone());
        let max_body_bytes = read.value("max_upload_size", size).unwrap_or_default();
        // The profile has already chosen the defaults; a few things follow it all the way.
        let is_limited = read.value("limits", is_product).unwrap_or(true);
        let is_product = read.value("profile", is_product).unwrap_or(true);
        let limits = limits::limits(&mut read, max_body_bytes, is_limited);
        let mut engine = engine::engine_settings(&mut read, &keys, &own_address, is_product);
        limits::apply(&limits, &mut engine);
        let web = web::web_settings(&mut read, &mount_path);
        let public = public_server_url.as_deref();
        let pages = web::with_links(&web, mail::pages(&mut read), is_product, &mount_path, public);
        engine.account = account::account_settings(&mut read, &pages, is_product, public, &keys);
        let outgoing = cloud::outgoing_allowed(&mut read);
        let (programme, fcm, redis) = programme(&mut read, &own_address, &outgoing, &keys);
        let config = Config {
            listen,
            mount_path,
            server_url,
            public_server_url,
            trusted_proxies: read.value("trust_proxy", TrustedProxies::parse).unwrap_or_default(),
            keys,
            allow_origins: allowed_origins(&mut read, is_product, &own_address),
            admin_origins: origins(read.list("admin_origin"), &own_address),
            allow_list: read.value("route_allow_list", AllowList::parse).unwrap_or_default(),
            allow_headers: read.list("allow_headers"),
            max_body_bytes,
            files: files::serving(&mut read, max_body_bytes, engine.files.is_public(), is_product),
            http: http::http_limits(&mut read, is_product, is_limited),
            limits,
            live: live::live_settings(&mut read, is_limited),
            rates: rate::rates(&mut read, is_product, is_limited),
            is_product,
            lifetime: lifetime::lifetime(&mut read),
            programme,
            worker_threads: read.whole("worker_threads", 1, 1024),
            repeats: cloud::repeats(&mut read),
            webhooks: cloud::webhooks(&mut read, is_product),
            outgoing_allowed_networks: outgoing,
            is_sanitized: read.flag("enable_sanitized_error_response"),
            store: database::store_options(&mut read, engine.mixed_fleet, is_product),
            redis,
            engine,
            fcm,
            wallets: wallet::wallet_settings(&mut read, &own_address, pages.app_name.as_deref()),
            chain_data: chain_data::chain_data(&mut read),
            smtp: mail::smtp(&mut read),
            pages,
            web,
            log: log_settings(&mut read),
            watch: watch::watch_settings(&mut read, listen, is_product),
            is_production: read.flag("production"),
            unsafe_settings: Vec::new(),
            renamed_settings: resolved.renamed.clone(),
            is_dev: read.flag("dev"),
            is_master_key_made_up: resolved.setting("master_key").origin == Origin::Development,
            demo: None,
        };
        config.finished(resolved, read.problems)
    }
}

impl Config {
    /// The same for a command that only reads: a database that is not up to date is refused, and not
    /// migrated.
    pub(crate) fn without_migrating(mut self) -> Config {
        self.lifetime.migrates_on_start = false;
        self
    }

    /// What requests are answered by.
    pub(crate) fn http_settings(&self) -> HttpSettings {
        HttpSettings {
            mount_path: self.mount_path.clone(),
            server_url: self.server_url.clone(),
            public_server_url: self.public_server_url.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            keys: self.keys.clone(),
            allow_origins: self.allow_origins.clone(),
            allow_list: self.allow_list.clone(),
            max_body_bytes: self.max_body_bytes,
            http: self.http,
            limits: self.limits.clone(),
            live: self.live,
            files: self.files.clone(),
            repeats: self.repeats.clone(),
            pages: self.pages.clone(),
            is_security_check_enabled: self.is_product,
            is_sanitized: self.is_sanitized,
            mimics_parse_server: !self.is_product,
            server_timing: self.watch.server_timing,
            shutdown_delay: self.lifetime.shutdown_delay,
        }
    }

    /// What this node goes by when it tells others of its folder of files.
    pub(crate) fn folder_rules(&self) -> FolderRules<'_> {
        FolderRules {
            location: &self.files.place,
            listen: self.listen,
            is_production: self.is_production,
            accepts_new_folder: self.files.accepts_new_folder,
        }
    }

    /// Whether the web app is served.
    pub fn serves_app(&self) -> bool {
        web::is_served(&self.web, self.is_product, &self.mount_path)
    }

    /// Refuses what is wrong, and in production what is not safe.
    fn finished(
        mut self,
        resolved: &ResolvedSettings,
        mut problems: Vec<String>,
    ) -> Result<Config, ConfigError> {
        self.unsafe_settings = production::unsafe_settings(&self, resolved);
        if self.is_production {
            let refused = self.unsafe_settings.iter().map(|why| format!("in production: {why}"));
            problems.extend(refused);
        }
        if problems.is_empty() { Ok(self) } else { Err(ConfigError(problems)) }
    }
}

const NOWHERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

/// Where the server listens, and where it is found.
struct Addresses {
    listen: SocketAddr,
    mount_path: String,
    server_url: String,
    public_server_url: Option<String>,
}

fn addresses(read: &mut Reader<'_>) -> Addresses {
    let listen = read.value("listen", |text| text.parse().ok()).unwrap_or(NOWHERE);
    let mount_path = read.value("mount_path", mount_path).unwrap_or_default();
    let public_url = read.value("public_url", url).map(|app| format!("{app}{mount_path}"));
    let with_mount = read.value("public_server_url", url);
    if public_url.is_some() && with_mount.is_some() {
        let problem = "public_url and public_server_url are both set; remove public_server_url.";
        read.problems.push(problem.to_owned());
    }
    let public_server_url = public_url.or(with_mount);
    let server_url =
        read.value("server_url", url).unwrap_or_else(|| format!("http://{listen}{mount_path}"));
    Addresses { listen, mount_path, server_url, public_server_url }
}

/// The origins whose pages may call.
fn allowed_origins(read: &mut Reader<'_>, is_product: bool, own_address: &str) -> Vec<String> {
    let listed = origins(read.list("allow_origin"), own_address);
    if is_product && listed.iter().any(|origin| origin == "null") {
        let told =
            "allow_origin has null, which any page can claim to be; list the pages' origins.";
        read.problems.push(told.to_owned());
    }
    listed
}

/// The origins; `own` stands for that of our own address.
fn origins(listed: Vec<String>, own_address: &str) -> Vec<String> {
    let own = origin_of(own_address).unwrap_or_default();
    listed.into_iter().map(|origin| if origin == "own" { own.clone() } else { origin }).collect()
}

fn is_product(text: &str) -> Option<bool> {
    match text {
        "product" => Some(true),
        "parse" => Some(false),
        _ => None,
    }
}

fn log_settings(read: &mut Reader<'_>) -> LogSettings {
    LogSettings {
        filter: read.value("log", |text| Some(text.to_owned())).unwrap_or_default(),
        format: read.value("log_format", log_format).unwrap_or_default(),
    }
}

fn log_format(text: &str) -> Option<LogFormat> {
    match text {
        "auto" => Some(LogFormat::Auto),
        "text" => Some(LogFormat::Text),
        "json" => Some(LogFormat::Json),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
