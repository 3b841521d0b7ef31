//! The settings of a server: one file, every key also an environment variable.
//!
//! This is the only reader of the environment; everybody else is handed values.

mod explain;
mod key;
mod source;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use parse_engine::Settings;
use parse_store::StoreOptions;

use crate::network::Networks;

pub use explain::{explanation, markdown};
pub use key::{FILE_VARIABLE, KEYS, Key, PREFIX, Secrecy};
pub use source::{Origin, Setting, Settled, Sources, settle};

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
    pub trusted_proxies: Networks,
    /// The keys, and from where they count.
    pub keys: Keys,
    /// Which web pages may call; at least one.
    pub allow_origins: Vec<String>,
    /// Request headers web pages may send beside the protocol's.
    pub allow_headers: Vec<String>,
    /// The largest request body, in bytes.
    pub max_body_bytes: usize,
    /// How long requests in flight may take to finish at the end.
    pub shutdown_grace: Duration,
    /// Threads that serve requests; one per core where nothing is said.
    pub worker_threads: Option<usize>,
    /// Whether permission texts are kept from callers.
    pub is_sanitized: bool,
    /// The database.
    pub store: StoreOptions,
    /// What the engine goes by.
    pub engine: Settings,
    /// What is logged, and how.
    pub log: LogSettings,
    /// Whether the server runs for development.
    pub is_dev: bool,
    /// Whether the master key was made up for this run, and must be shown to be of use.
    pub is_master_key_made_up: bool,
    /// Variables that look like settings and are none.
    pub unknown_variables: Vec<String>,
}

/// The keys of an application.
#[derive(Clone, Default)]
pub struct Keys {
    /// The application id.
    pub application_id: String,
    /// Bound by no permission.
    pub master: String,
    /// From where the master key counts.
    pub master_from: Networks,
    /// Reads like the master key.
    pub read_only_master: Option<String>,
    /// From where the read-only master key counts.
    pub read_only_master_from: Networks,
    /// Reads and writes internal fields.
    pub maintenance: Option<String>,
    /// From where the maintenance key counts.
    pub maintenance_from: Networks,
    /// `X-Parse-Client-Key`
    pub client: Option<String>,
    /// `X-Parse-Javascript-Key`
    pub javascript: Option<String>,
    /// `X-Parse-Windows-Key`
    pub dot_net: Option<String>,
    /// `X-Parse-REST-API-Key`
    pub rest_api: Option<String>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").field("application_id", &self.application_id).finish_non_exhaustive()
    }
}

/// What is logged, and how.
#[derive(Debug, Clone)]
pub struct LogSettings {
    /// A filter of tracing's.
    pub filter: String,
    /// How lines are written.
    pub format: LogFormat,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// Text on a terminal, otherwise JSON.
    #[default]
    Auto,
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// Why a server cannot start with these settings; one line per thing to put right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.join("\n"))]
pub struct ConfigError(pub Vec<String>);

impl Sources {
    /// What this process was started with.
    pub fn of_process(file: Option<PathBuf>, is_dev: bool) -> Result<Sources, ConfigError> {
        let environment: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| name.starts_with(PREFIX))
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
        let settled = settle(sources).map_err(|why| ConfigError(vec![why]))?;
        Config::from_settled(&settled)
    }

    /// Reads all settings, their sources laid over one another.
    pub fn from_settled(settled: &Settled) -> Result<Config, ConfigError> {
        let mut read = Reader { settled, problems: Vec::new() };
        let listen = read.value("listen", |text| text.parse().ok()).unwrap_or(NOWHERE);
        let mount_path = read.value("mount_path", mount_path).unwrap_or_default();
        let public_server_url = read.value("public_server_url", url);
        let server_url =
            read.value("server_url", url).unwrap_or_else(|| format!("http://{listen}{mount_path}"));
        let keys = keys(&mut read);
        let public_url = public_server_url.clone().unwrap_or_else(|| server_url.clone());
        let engine = engine_settings(&mut read, &keys.application_id, public_url);
        // Read for its own sake: the profile has already chosen the defaults.
        let _profile =
            read.value("profile", |text| matches!(text, "parse" | "product").then_some(()));
        let config = Config {
            listen,
            mount_path,
            server_url,
            public_server_url,
            trusted_proxies: read.value("trust_proxy", Networks::parse).unwrap_or_default(),
            keys,
            allow_origins: read.list("allow_origin"),
            allow_headers: read.list("allow_headers"),
            max_body_bytes: read.value("max_upload_size", size).unwrap_or_default(),
            shutdown_grace: Duration::from_secs(read.whole("shutdown_grace", 0, 3600).unwrap_or(0)),
            worker_threads: read.whole("worker_threads", 1, 1024),
            is_sanitized: read.flag("enable_sanitized_error_response"),
            store: store_options(&mut read, engine.mixed_fleet),
            engine,
            log: LogSettings {
                filter: read.value("log", |text| Some(text.to_owned())).unwrap_or_default(),
                format: read.value("log_format", log_format).unwrap_or_default(),
            },
            is_dev: read.flag("dev"),
            is_master_key_made_up: settled.setting("master_key").origin == Origin::Development,
            unknown_variables: settled.unknown_variables.clone(),
        };
        if read.problems.is_empty() { Ok(config) } else { Err(ConfigError(read.problems)) }
    }
}

const NOWHERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

/// Reads values by name and gathers what is wrong with them.
struct Reader<'a> {
    settled: &'a Settled,
    problems: Vec<String>,
}

impl Reader<'_> {
    fn value<T>(&mut self, name: &str, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let setting = self.settled.setting(name);
        let text = setting.text.as_deref()?;
        let value = parse(text);
        if value.is_none() {
            let shown = match setting.key.secrecy {
                Secrecy::Open => format!("{text:?}"),
                Secrecy::Address | Secrecy::Secret => setting.shown(),
            };
            self.problems.push(format!(
                "{name} is {shown} (from: {}); expected {}. Set {} or `{name}` in the settings file.",
                setting.origin,
                setting.key.expects,
                setting.key.variable(),
            ));
        }
        value
    }

    fn required(&mut self, name: &str, advice: &str) -> String {
        let value = self.value(name, word);
        if self.settled.setting(name).text.is_none() {
            let key = self.settled.setting(name).key;
            self.problems.push(format!(
                "{name} is not set; expected {}. Set {} or `{name}` in the settings file{advice}.",
                key.expects,
                key.variable(),
            ));
        }
        value.unwrap_or_default()
    }

    fn flag(&mut self, name: &str) -> bool {
        self.value(name, flag).unwrap_or_default()
    }

    fn whole<N: TryFrom<u64>>(&mut self, name: &str, least: u64, most: u64) -> Option<N> {
        self.value(name, |text| {
            let number = text.parse().ok().filter(|number| (least..=most).contains(number))?;
            N::try_from(number).ok()
        })
    }

    fn list(&mut self, name: &str) -> Vec<String> {
        self.value(name, |text| {
            let items = text.split(',').map(|item| item.trim().to_owned());
            Some(items.filter(|item| !item.is_empty()).collect())
        })
        .unwrap_or_default()
    }
}

fn keys(read: &mut Reader<'_>) -> Keys {
    let advice = "; for development, start with --dev";
    let keys = Keys {
        application_id: read.required("application_id", advice),
        master: read.required("master_key", advice),
        master_from: read.value("master_key_ips", Networks::parse).unwrap_or_default(),
        read_only_master: read.value("read_only_master_key", word),
        read_only_master_from: read
            .value("read_only_master_key_ips", Networks::parse)
            .unwrap_or_default(),
        maintenance: read.value("maintenance_key", word),
        maintenance_from: read.value("maintenance_key_ips", Networks::parse).unwrap_or_default(),
        client: read.value("client_key", word),
        javascript: read.value("javascript_key", word),
        dot_net: read.value("dot_net_key", word),
        rest_api: read.value("rest_api_key", word),
    };
    // One text for two of them would give the weaker key the rights of the stronger.
    let strong = [
        ("master_key", Some(&keys.master)),
        ("read_only_master_key", keys.read_only_master.as_ref()),
        ("maintenance_key", keys.maintenance.as_ref()),
    ];
    for (at, (name, value)) in strong.iter().enumerate() {
        for (other, same) in &strong[at + 1..] {
            if value.is_some_and(|value| !value.is_empty()) && value == same {
                read.problems.push(format!(
                    "{name} and {other} are the same; expected two different texts. Change one."
                ));
            }
        }
    }
    keys
}

fn engine_settings(read: &mut Reader<'_>, application_id: &str, public_url: String) -> Settings {
    let mut settings = Settings::default();
    application_id.clone_into(&mut settings.application_id);
    settings.public_url = public_url;
    settings.allow_client_class_creation = read.flag("allow_client_class_creation");
    settings.allow_custom_object_id = read.flag("allow_custom_object_id");
    settings.object_id_size = read.whole("object_id_size", 4, 64).unwrap_or_default();
    settings.enforce_private_users = read.flag("enforce_private_users");
    settings.protected_fields =
        read.value("protected_fields", |text| serde_json::from_str(text).ok()).unwrap_or_default();
    settings.protected_fields_owner_exempt = read.flag("protected_fields_owner_exempt");
    settings.protected_fields_trigger_exempt = read.flag("protected_fields_trigger_exempt");
    settings.protected_fields_save_response_exempt =
        read.flag("protected_fields_save_response_exempt");
    settings.session_length_seconds =
        read.whole("session_length", 1, 100 * 31_536_000).unwrap_or_default();
    settings.expire_inactive_sessions = read.flag("expire_inactive_sessions");
    settings.extend_session_on_use = read.flag("extend_session_on_use");
    settings.revoke_session_on_password_reset = read.flag("revoke_session_on_password_reset");
    settings.enable_anonymous_users = read.flag("enable_anonymous_users");
    settings.convert_email_to_lowercase = read.flag("convert_email_to_lowercase");
    settings.convert_username_to_lowercase = read.flag("convert_username_to_lowercase");
    settings.default_limit = read.whole("default_limit", 0, 1_000_000).unwrap_or_default();
    settings.max_limit = read.whole("max_limit", 1, 1_000_000);
    settings.mixed_fleet = read.flag("mixed_fleet");
    settings.allow_public_explain = read.flag("allow_public_explain");
    settings
}

fn store_options(read: &mut Reader<'_>, mixed_fleet: bool) -> StoreOptions {
    // More connections than the cores can serve only make both ends switch between them.
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    StoreOptions {
        url: read.required("database_url", "; our own database is started by `just up`"),
        replica_url: read.value("replica_url", word),
        pipelined_connections: read.whole("pipelined_connections", 1, 1000).unwrap_or(cores + 1),
        write_connections: read.whole("write_connections", 1, 1000).unwrap_or(3 * cores),
        transaction_connections: read.whole("transaction_connections", 1, 1000).unwrap_or_default(),
        mixed_fleet,
    }
}

fn word(text: &str) -> Option<String> {
    (!text.is_empty() && text.trim() == text).then(|| text.to_owned())
}

fn flag(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn mount_path(text: &str) -> Option<String> {
    let path = text.trim_end_matches('/');
    (text.starts_with('/') && !path.contains(['?', '#', ' '])).then(|| path.to_owned())
}

fn url(text: &str) -> Option<String> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
    let is_usable = !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_graphic());
    is_usable.then(|| text.trim_end_matches('/').to_owned())
}

fn size(text: &str) -> Option<usize> {
    let text = text.trim().to_ascii_lowercase();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: usize = match &text[digits.len()..] {
        "" | "b" => 1,
        "k" | "kb" => 1 << 10,
        "m" | "mb" => 1 << 20,
        "g" | "gb" => 1 << 30,
        _ => return None,
    };
    digits.trim_end().parse::<usize>().ok()?.checked_mul(unit)
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
