//! One rule: which calls, counted by what, how many in how long.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use ipnet::IpNet;
use parse_model::{Json, JsonMap};
use regex::Regex;

use super::Call;
use super::path::{Pattern, Spellings};

/// What calls are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// The address; of IPv6 the network of one customer.
    Ip,
    /// A wider network: 256 addresses of IPv4, a /56 of IPv6.
    Network,
    /// The session, or the address without one.
    Session,
    /// The user, or the address without one.
    User,
    /// The account that the call names, whoever makes it.
    Account,
    /// The account that the call names, for callers of one network: guesses from one place must not
    /// keep the owner out elsewhere.
    AccountFromNetwork,
    /// All calls together.
    Global,
}

impl Zone {
    /// What a call of a session or user is counted under; nothing if a strict rule finds nobody to count.
    pub(super) fn key(self, call: &Call<'_>, who: Option<&str>, is_strict: bool) -> Option<String> {
        let address = || Some(subnet(call.from, 32, 64).to_string());
        let or_address = |found: Option<String>| match found {
            None if is_strict => None,
            None => address(),
            found => found,
        };
        match self {
            Zone::Ip => address(),
            Zone::Network => Some(subnet(call.from, 24, 56).to_string()),
            Zone::Session | Zone::User => or_address(who.map(str::to_owned)),
            Zone::Account => or_address(call.account()),
            Zone::AccountFromNetwork => {
                let network = subnet(call.from, 24, 56);
                or_address(call.account().map(|account| format!("{network} {account}")))
            }
            Zone::Global => Some(String::new()),
        }
    }
}

/// The network an address belongs to.
pub(super) fn subnet(address: IpAddr, v4: u8, v6: u8) -> IpAddr {
    let prefix = if address.is_ipv4() { v4 } else { v6 };
    IpNet::new(address, prefix).map_or(address, |network| network.network())
}

/// Which methods a rule is about.
#[derive(Debug, Clone)]
pub(super) enum Methods {
    All,
    Listed(Vec<String>),
    Like(Regex),
}

impl Methods {
    fn include(&self, method: &str) -> bool {
        match self {
            Methods::All => true,
            Methods::Listed(listed) => {
                listed.iter().any(|known| known.eq_ignore_ascii_case(method))
            }
            Methods::Like(pattern) => pattern.is_match(method),
        }
    }
}

/// One rule.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the protocol's own")]
pub struct Rule {
    pub(super) path: Pattern,
    pub(super) methods: Methods,
    pub(super) zone: Zone,
    pub(super) count: NonZeroU32,
    pub(super) window: Duration,
    pub(super) message: String,
    /// Calls with the master key count too.
    pub(super) with_master_key: bool,
    /// Only they do.
    pub(super) only_master_key: bool,
    /// Calls from this machine count too.
    pub(super) with_internal: bool,
    /// Only what it names is counted: an item of a batch under its own method and not also as a
    /// POST, and nobody by their address for want of what the zone names.
    pub(super) is_strict: bool,
}

impl Rule {
    /// Whether a call is counted.
    pub(super) fn concerns(&self, call: &Call<'_>, path: &Spellings<'_>) -> bool {
        if call.is_internal() && !self.with_internal {
            return false;
        }
        if call.is_master() && !self.with_master_key || !call.is_master() && self.only_master_key {
            return false;
        }
        // Signing in is the same by whatever method.
        let has_method = path.is_sign_in()
            || self.methods.include(call.method)
            || (call.is_in_batch && !self.is_strict && self.methods.include("POST"));
        has_method && self.path.fits(path)
    }
}

/// The message of a rule that has none of its own.
pub(super) const MESSAGE: &str = "Too many requests.";

/// The keys that Parse Server's rules have. Counters are this node's own, so `redisUrl` is not
/// among them.
const KEYS: [&str; 8] = [
    "requestPath",
    "requestTimeWindow",
    "requestCount",
    "requestMethods",
    "includeMasterKey",
    "includeInternalRequests",
    "errorResponseMessage",
    "zone",
];

/// Reads rules in Parse Server's form: one, or a list; nothing if one cannot be read.
pub fn rules(text: &str) -> Option<Vec<Rule>> {
    match serde_json::from_str(text).ok()? {
        Json::Array(rules) => rules.iter().map(|rule| read(rule.as_object()?)).collect(),
        Json::Object(rule) => Some(vec![read(&rule)?]),
        _ => None,
    }
}

fn read(map: &JsonMap) -> Option<Rule> {
    if map.keys().any(|key| !KEYS.contains(&key.as_str())) {
        return None;
    }
    let flag = |name: &str| match map.get(name) {
        None => Some(false),
        Some(value) => value.as_bool(),
    };
    let whole = |name: &str| map.get(name)?.as_u64().filter(|number| *number > 0);
    let methods = match map.get("requestMethods") {
        None | Some(Json::Null) => Methods::All,
        Some(Json::Array(listed)) => {
            let text = |method: &Json| method.as_str().map(str::to_owned);
            Methods::Listed(listed.iter().map(text).collect::<Option<Vec<String>>>()?)
        }
        Some(Json::String(pattern)) => Methods::Like(Regex::new(pattern).ok()?),
        Some(_) => return None,
    };
    let zone = match map.get("zone").map(Json::as_str) {
        None | Some(Some("ip")) => Zone::Ip,
        Some(Some("session")) => Zone::Session,
        Some(Some("user")) => Zone::User,
        Some(Some("global")) => Zone::Global,
        Some(_) => return None,
    };
    let message = match map.get("errorResponseMessage") {
        None => MESSAGE.to_owned(),
        Some(message) => message.as_str()?.to_owned(),
    };
    Some(Rule {
        path: Pattern::parse(map.get("requestPath")?.as_str()?)?,
        methods,
        zone,
        count: NonZeroU32::new(u32::try_from(whole("requestCount")?).ok()?)?,
        window: Duration::from_millis(whole("requestTimeWindow")?),
        message,
        with_master_key: flag("includeMasterKey")?,
        only_master_key: false,
        with_internal: flag("includeInternalRequests")?,
        is_strict: false,
    })
}
