//! What the operator decided about HTTP. Values are handed over; nothing is read here.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use outbound::network::{Networks, TrustedProxies};
use parse_model::keyword::Denylist;
use parse_model::query::complexity::Complexity;
use parse_model::wire::text::JsonLimits;
use telemetry::secret::Secret;

use crate::allow_list::AllowList;
use crate::file_serving::Serving;

/// What requests are answered by.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// The path below which the protocol is served; `/parse`, or nothing for the root.
    pub mount_path: String,
    /// The address of the mount as clients on this network see it, without a slash at the end.
    pub server_url: String,
    /// The address of the mount as the world sees it, if known.
    pub public_server_url: Option<String>,
    /// Proxies whose word on the caller's address counts.
    pub trusted_proxies: TrustedProxies,
    /// The keys, and from where they count.
    pub keys: Keys,
    /// Which web pages may call; at least one.
    pub allow_origins: Vec<String>,
    /// Routes that clients may use, if they are listed.
    pub allow_list: AllowList,
    /// The largest request body, in bytes.
    pub max_body_bytes: usize,
    /// How much of HTTP is taken in.
    pub http: HttpLimits,
    /// How much one request may ask for.
    pub limits: Limits,
    /// How many websockets there may be, and what each may do.
    pub live: LiveSettings,
    /// How files are served.
    pub files: Serving,
    /// Which requests are done once.
    pub repeats: RepeatSettings,
    /// How the pages are served that links in mails lead to.
    pub pages: PageSettings,
    /// Whether weak settings are returned to a caller with the master key.
    pub is_security_check_enabled: bool,
    /// Whether permission texts are kept from callers.
    pub is_sanitized: bool,
    /// Whether answers are exactly those of Parse Server, also where ours would say more.
    pub mimics_parse_server: bool,
    /// Whether answers say how long they took.
    pub server_timing: bool,
    /// How long before the end readiness probes fail.
    pub shutdown_delay: Duration,
}

/// The keys of an application.
#[derive(Clone, Default)]
pub struct Keys {
    /// The application id.
    pub application_id: String,
    /// Bound by no permission.
    pub master: Secret,
    /// The master key of before, while not every client has the new one.
    pub previous_master: Option<Secret>,
    /// From where the master key counts.
    pub master_from: Networks,
    /// Reads like the master key.
    pub read_only_master: Option<Secret>,
    /// From where the read-only master key counts.
    pub read_only_master_from: Networks,
    /// Reads and writes internal fields.
    pub maintenance: Option<Secret>,
    /// From where the maintenance key counts.
    pub maintenance_from: Networks,
    /// `X-Parse-Client-Key`
    pub client: Option<Secret>,
    /// `X-Parse-Javascript-Key`
    pub javascript: Option<Secret>,
    /// `X-Parse-Windows-Key`
    pub dot_net: Option<Secret>,
    /// `X-Parse-REST-API-Key`
    pub rest_api: Option<Secret>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").field("application_id", &self.application_id).finish_non_exhaustive()
    }
}

impl Keys {
    /// Whether a text is the master key, or the one of before.
    pub fn is_master(&self, given: &str) -> bool {
        // Both are looked at, whatever the first says.
        let is_now = self.master.is(given);
        let was = self.previous_master.as_ref().is_some_and(|key| key.is(given));
        is_now | was
    }
}

/// The most headers a request may have.
pub const HEADERS: usize = 100;

/// How much of HTTP is taken in, and for how long; no time means for ever.
#[derive(Debug, Clone, Copy)]
pub struct HttpLimits {
    /// Headers of one request.
    pub headers: usize,
    /// Bytes of all of them.
    pub header_bytes: usize,
    /// Bytes of an address.
    pub uri_bytes: usize,
    /// How long the head of a request may take.
    pub header_timeout: Option<Duration>,
    /// How long a connection is kept for the next request.
    pub keep_alive: Option<Duration>,
    /// How long a body may pause.
    pub body_idle: Option<Duration>,
    /// How long a body may take.
    pub body_total: Option<Duration>,
    /// How long a file may take to arrive.
    pub upload: Option<Duration>,
    /// How long an answer may take.
    pub handler: Option<Duration>,
    /// Requests at once.
    pub in_flight: usize,
    /// Requests of one caller at once.
    pub in_flight_per_address: usize,
    /// Bytes of large bodies that are held in memory at once.
    pub large_bytes: usize,
    /// Those of one caller.
    pub large_bytes_per_address: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections of one address at once.
    pub connections_per_address: usize,
    /// Requests of one connection.
    pub requests_per_connection: u64,
}

impl Default for HttpLimits {
    /// Nothing is bounded but the number of headers.
    fn default() -> HttpLimits {
        HttpLimits {
            headers: HEADERS,
            header_bytes: usize::MAX,
            uri_bytes: usize::MAX,
            header_timeout: None,
            keep_alive: None,
            body_idle: None,
            body_total: None,
            upload: None,
            handler: None,
            in_flight: usize::MAX,
            in_flight_per_address: usize::MAX,
            large_bytes: usize::MAX,
            large_bytes_per_address: usize::MAX,
            connections: usize::MAX,
            connections_per_address: usize::MAX,
            requests_per_connection: u64::MAX,
        }
    }
}

/// How much one request may ask for.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Of the JSON that is sent.
    pub json: JsonLimits,
    /// The largest body of a single request, in bytes.
    pub body_bytes: usize,
    /// The largest body of a batch, in bytes.
    pub batch_bytes: usize,
    /// The largest context for cloud code, in bytes.
    pub context_bytes: usize,
    /// What no write may carry.
    pub denylist: Denylist,
    /// Of a query.
    pub complexity: Complexity,
    /// The most one write may carry, in bytes.
    pub object_bytes: usize,
    /// The most fields clients may give a class.
    pub class_fields: usize,
}

impl Default for Limits {
    /// Nothing but the depth is bounded.
    fn default() -> Limits {
        Limits {
            json: JsonLimits::WIDE,
            body_bytes: usize::MAX,
            batch_bytes: usize::MAX,
            context_bytes: usize::MAX,
            denylist: Denylist::default(),
            complexity: Complexity::UNLIMITED,
            object_bytes: usize::MAX,
            class_fields: usize::MAX,
        }
    }
}

/// How many websockets there may be, and what each may do.
#[derive(Debug, Clone, Copy)]
pub struct LiveSettings {
    /// Websockets at once.
    pub sockets: usize,
    /// Websockets of one address at once.
    pub sockets_per_address: usize,
    /// Websockets of one user at once.
    pub sockets_per_user: usize,
    /// Subscriptions of one websocket.
    pub subscriptions: usize,
    /// How often a websocket is pinged.
    pub ping_interval: Duration,
    /// What is asked of the kernel as its send buffer, in bytes.
    pub send_buffer: usize,
}

/// How pages are served.
#[derive(Debug, Clone, Default)]
pub struct PageSettings {
    /// What the application is called.
    pub app_name: Option<String>,
    /// The operator's own pages.
    pub path: Option<PathBuf>,
    /// Addresses in place of pages.
    pub custom_urls: BTreeMap<String, String>,
}

/// What happens to a request that was made before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RepeatMode {
    /// It gets the first answer.
    #[default]
    Replay,
    /// It is refused, as in Parse Server.
    Refuse,
    /// It is done again.
    Off,
}

/// Which requests are done once.
#[derive(Debug, Clone, Default)]
pub struct RepeatSettings {
    /// What happens to a repeat.
    pub mode: RepeatMode,
    /// Where; patterns of paths.
    pub paths: Vec<regex::Regex>,
    /// How long a request is remembered.
    pub ttl_seconds: i64,
}

/// The web app.
#[derive(Debug, Clone, Default)]
pub struct WebSettings {
    /// The folder of the built app, if it is not that of the binary.
    pub root: Option<PathBuf>,
    /// Servers that the app may call.
    pub connect_sources: Vec<String>,
    /// Servers whose pages it may show in frames.
    pub frame_sources: Vec<String>,
    /// Servers that it may load images from.
    pub image_sources: Vec<String>,
}
