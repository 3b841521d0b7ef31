//! One rule: which calls, counted by what, how many in how long.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use ipnet::IpNet;
use parse_model::{Json, JsonMap};
use regex::Regex;

use super::Call;
use super::counter::Tally;
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
    /// The account that the call names, no matter who makes it.
    Account,
    /// The account that the call names, for callers of one network: guesses from one place must not
    /// keep the owner out elsewhere.
    AccountFromNetwork,
    /// All calls together.
    Global,
    /// All calls together; once there are too many, those of each wide network by themselves, so
    /// that a caller who uses up the common budget does not block other networks.
    FairShare,
}

impl Zone {
    /// What a call of a session or user is counted under; `None` if a strict rule has no caller to
    /// count.
    pub(super) fn tally(
        self,
        call: &Call<'_>,
        path: &Spellings<'_>,
        who: Option<&str>,
        is_strict: bool,
    ) -> Option<Tally> {
        let within = |exact: String| Tally { exact, wide: free_network(call.from) };
        let address = || Some(within(subnet(call.from, 32, 64).to_string()));
        let or_address = |found: Option<Tally>| match found {
            None if is_strict => None,
            None => address(),
            found => found,
        };
        match self {
            Zone::Ip => address(),
            Zone::Network => Some(within(subnet(call.from, 24, 56).to_string())),
            Zone::Session => or_address(who.map(|token| within(token.to_owned()))),
            Zone::User => or_address(who.map(|id| id.to_owned().into())),
            Zone::Account => or_address(call.account(path).map(Tally::from)),
            Zone::AccountFromNetwork => {
                let network = subnet(call.from, 24, 56);
                let account = call.account(path);
                or_address(account.map(|account| within(format!("{network} {account}"))))
            }
            Zone::Global | Zone::FairShare => Some(String::new().into()),
        }
    }
}

/// The network that its owner can come from without end: of IPv6 what a provider is given.
/// Addresses of IPv4 cannot be made up.
fn free_network(address: IpAddr) -> Option<String> {
    address.is_ipv6().then(|| wide_network(address))
}

/// The network that a fair share is given to.
pub(super) fn wide_network(address: IpAddr) -> String {
    subnet(address, 16, 32).to_string()
}

/// The network an address belongs to.
pub(crate) fn subnet(address: IpAddr, v4: u8, v6: u8) -> IpAddr {
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

/// Which calls to a path a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Any,
    /// Those that sign in by an external identity and bring no password.
    Identity,
    /// Those that do not.
    NoIdentity,
}

/// One rule.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the protocol's own")]
pub struct Rule {
    /// Calls to any of these paths are counted together.
    pub(super) paths: Vec<Pattern>,
    pub(super) methods: Methods,
    pub(super) subject: Subject,
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
    /// Only the named method or caller is counted: an item of a batch under its own method and not
    /// also as a POST, and a call without the caller that the zone names not by its address.
    pub(super) is_strict: bool,
}

impl Rule {
    /// Whether it counts every call of an address or a user, whatever the body of the call says.
    /// Operators' rules may leave out calls with the master key, which may be in the body, and are
    /// none.
    pub(super) fn counts_every_call(&self) -> bool {
        self.is_strict
            && matches!(self.zone, Zone::Ip | Zone::User)
            && self.subject == Subject::Any
            && !self.only_master_key
            && matches!(self.methods, Methods::All)
            && self.paths.iter().any(Pattern::fits_everything)
    }

    /// Everything that decides which calls are counted, and by what. Two rules that differ in any of
    /// it, or in count or window, count apart.
    pub(super) fn identity(&self) -> String {
        let Rule { paths, methods, subject, zone, count: _, window: _, message: _, .. } = self;
        let flags =
            [self.with_master_key, self.only_master_key, self.with_internal, self.is_strict];
        format!("{paths:?} {methods:?} {subject:?} {zone:?} {flags:?}")
    }

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
        let is_subject = match self.subject {
            Subject::Any => true,
            Subject::Identity => call.brings_identity(),
            Subject::NoIdentity => !call.brings_identity(),
        };
        has_method && is_subject && self.paths.iter().any(|pattern| pattern.fits(path))
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

/// Reads rules in Parse Server's form: one, or a list; `None` if one cannot be read.
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
        paths: vec![Pattern::parse(map.get("requestPath")?.as_str()?)?],
        methods,
        subject: Subject::Any,
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
