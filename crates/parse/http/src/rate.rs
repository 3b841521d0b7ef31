//! How often a caller may call.
//!
//! Every call is charged under what it really asks for: the method after `_method`, the canonical
//! path, and each item of a batch as if it had come alone. Every node counts for itself, and where
//! there is Redis all of them together too.

mod account_limit;
mod counter;
mod failure;
mod key_limit;
mod path;
mod rule;
mod shared;
mod table;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use parse_identity::Key;
use parse_model::{Code, Json, JsonMap};

use crate::parameter::{Request, query_from};
use crate::reply::HttpError;

use counter::{Counter, Tally};
use failure::Failures;
use path::Spellings;
use rule::wide_network;

pub use account_limit::AccountLimit;
pub use key_limit::KeyLimit;
pub(crate) use rule::subnet;
pub use rule::{Rule, Zone, rules};
pub use shared::SharedCounts;
pub use table::{product, product_accounts};

/// One call, as far as it matters for how often it may be made.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// What is done.
    pub method: &'a str,
    /// Whether it is an item of a batch.
    pub is_in_batch: bool,
    /// The path below the mount.
    pub path: &'a str,
    /// Who calls.
    pub from: IpAddr,
    /// The key that was proved.
    pub key: Key,
    /// The body, for the account it names.
    pub body: &'a JsonMap,
    /// The parameters of the address, for the same.
    pub query: &'a str,
}

impl Call<'_> {
    fn is_internal(&self) -> bool {
        self.from.is_loopback()
    }

    fn is_master(&self) -> bool {
        matches!(self.key, Key::Master | Key::ReadOnlyMaster)
    }

    /// Whether it signs in, or up, by an external identity. What also brings a name or a password
    /// asks for an account with a password, whatever it says beside.
    fn brings_identity(&self) -> bool {
        let has = |name: &str| self.body.contains_key(name);
        self.body.get("authData").and_then(Json::as_object).is_some_and(|data| !data.is_empty())
            && !has("username")
            && !has("password")
    }

    /// The account that the call is about, no matter who makes it: by what its route looks it up.
    fn account(&self, path: &Spellings<'_>) -> Option<String> {
        let first = |body: &JsonMap, names: &[&str]| {
            names.iter().find_map(|name| body.get(*name).and_then(Json::as_str).map(str::to_owned))
        };
        let account = if path.is_sign_in() {
            let query = if path.is("challenge") { Vec::new() } else { query_from(self.query) };
            let sent = Request { query, body: credentials_in(self.body) }.credentials();
            first(&sent, &["username", "email"])
        } else {
            first(self.body, &["email", "username", "token"])
        };
        account.filter(|account| !account.is_empty()).map(|account| account.to_lowercase())
    }
}

/// What a body says about an account, without everything else it may hold.
fn credentials_in(body: &JsonMap) -> JsonMap {
    let named = |name: &&str| body.get(*name).map(|value| ((*name).to_owned(), value.clone()));
    ["username", "email"].iter().filter_map(named).collect()
}

/// A call that comes too often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooOften {
    /// 155, or 100 where Parse Server's clients are expected.
    pub code: Code,
    /// What the rule says.
    pub message: String,
    /// When it may be tried again.
    pub retry_after: Duration,
}

/// A rule with what it has counted.
#[derive(Debug)]
struct Counted {
    rule: Rule,
    counter: Counter,
    /// By wide network, once the common budget is used up.
    shares: Option<Counter>,
    /// Whether a call waits for the count of all nodes.
    is_awaited: bool,
}

/// The part of the common budget that each wide network may still use beyond it.
const SHARE: u32 = 40;

impl Counted {
    fn new(rule: &Rule) -> Counted {
        let share = NonZeroU32::new(rule.count.get() / SHARE).unwrap_or(NonZeroU32::MIN);
        let shares = (rule.zone == Zone::FairShare).then(|| Counter::new(share, rule.window));
        Counted {
            rule: rule.clone(),
            counter: Counter::new(rule.count, rule.window),
            shares,
            is_awaited: shared::is_awaited(rule),
        }
    }

    fn charge(&self, tally: &Tally, from: IpAddr) -> Result<(), Duration> {
        match (self.counter.charge(tally), &self.shares) {
            (Err(_), Some(shares)) => shares.charge(&wide_network(from).into()),
            (outcome, _) => outcome,
        }
    }
}

/// All rules with their counters.
#[derive(Debug)]
pub struct Rates {
    rules: Vec<Counted>,
    code: Code,
    failures: Failures,
    shared: Option<Arc<SharedCounts>>,
}

impl Rates {
    /// For these rules; refusals carry the code, and an address may present so many wrong keys an
    /// hour.
    pub fn new(rules: &[Rule], code: Code, failures_an_hour: u32) -> Rates {
        Rates {
            rules: rules.iter().map(Counted::new).collect(),
            code,
            failures: Failures::new(failures_an_hour),
            shared: None,
        }
    }

    /// The same, counted together with other nodes if there are shared counts.
    pub fn shared_by(mut self, shared: Option<Arc<SharedCounts>>) -> Rates {
        self.shared = shared.filter(|_| !self.rules.is_empty());
        self
    }

    /// The same, without waiting for the counts of all nodes.
    pub(crate) fn never_waiting(mut self) -> Rates {
        self.rules.iter_mut().for_each(|counted| counted.is_awaited = false);
        self
    }

    /// The counts of all nodes, if they are shared.
    pub fn shared(&self) -> Option<Arc<SharedCounts>> {
        self.shared.clone()
    }

    /// Charges a call, with the session it names, before anything is asked of the database.
    pub fn charge(&self, call: &Call<'_>, session: Option<&str>) -> Result<(), HttpError> {
        self.charge_where(call, |rule| rule.zone != Zone::User, session)
    }

    /// Charges the address of a call whose body has not come, so that one which never comes is
    /// counted too. Only rules that hold whatever the body says are charged.
    pub(crate) fn charge_address(&self, call: &Call<'_>) -> Result<(), HttpError> {
        let is_due = |rule: &Rule| rule.zone != Zone::User && rule.counts_every_call();
        self.charge_where(call, is_due, None)
    }

    /// Charges the rest of a call whose address was charged before its body came.
    pub(crate) fn charge_rest(
        &self,
        call: &Call<'_>,
        session: Option<&str>,
    ) -> Result<(), HttpError> {
        let is_due = |rule: &Rule| rule.zone != Zone::User && !rule.counts_every_call();
        self.charge_where(call, is_due, session)
    }

    /// Charges the user of a call whose body has not come, as far as that is sure.
    pub(crate) fn charge_user_early(&self, call: &Call<'_>, user: &str) -> Result<(), HttpError> {
        let is_due = |rule: &Rule| rule.zone == Zone::User && rule.counts_every_call();
        self.charge_where(call, is_due, Some(user))
    }

    /// Charges the rest of a call whose user was charged before its body came.
    pub(crate) fn charge_user_rest(&self, call: &Call<'_>, user: &str) -> Result<(), HttpError> {
        let is_due = |rule: &Rule| rule.zone == Zone::User && !rule.counts_every_call();
        self.charge_where(call, is_due, Some(user))
    }

    /// Charges a call to its user, once that is known.
    pub(crate) fn charge_user(&self, call: &Call<'_>, user: Option<&str>) -> Result<(), HttpError> {
        self.charge_where(call, |rule| rule.zone == Zone::User, user)
    }

    /// Waits for the count of all nodes if a call is about passwords or new accounts; other calls
    /// do not wait. If the shared count is unavailable, that of this node is enough.
    pub async fn charge_together(
        &self,
        call: &Call<'_>,
        session: Option<&str>,
    ) -> Result<(), HttpError> {
        let Some(shared) = &self.shared else { return Ok(()) };
        let spellings = Spellings::of(call.path);
        let mut charges = Vec::new();
        let mut message = "";
        for counted in &self.rules {
            let rule = &counted.rule;
            let is_due = counted.is_awaited && rule.zone != Zone::User && shared::is_shared(rule);
            if !is_due || !rule.concerns(call, &spellings) {
                continue;
            }
            if let Some(tally) = rule.zone.tally(call, &spellings, session, rule.is_strict) {
                charges.push(shared.charge(rule, &tally));
                message = &rule.message;
            }
        }
        if charges.is_empty() {
            return Ok(());
        }
        match Box::pin(shared.ask(&charges)).await {
            Some(retry_after) => Err(self.too_often(message, retry_after)),
            None => Ok(()),
        }
    }

    fn charge_where(
        &self,
        call: &Call<'_>,
        is_due: impl Fn(&Rule) -> bool,
        who: Option<&str>,
    ) -> Result<(), HttpError> {
        if self.rules.is_empty() {
            return Ok(());
        }
        let spellings = Spellings::of(call.path);
        for counted in &self.rules {
            let rule = &counted.rule;
            if !is_due(rule) || !rule.concerns(call, &spellings) {
                continue;
            }
            let tally = rule.zone.tally(call, &spellings, who, rule.is_strict);
            let Some(tally) = tally else { continue };
            if let Err(retry_after) = counted.charge(&tally, call.from) {
                return Err(self.too_often(&rule.message, retry_after));
            }
            if let Some(retry_after) = self.charge_elsewhere(counted, &tally) {
                return Err(self.too_often(&rule.message, retry_after));
            }
        }
        Ok(())
    }

    /// Has a call counted by all nodes, without waiting; says for how long the caller must wait if
    /// they were too often before.
    fn charge_elsewhere(&self, counted: &Counted, tally: &Tally) -> Option<Duration> {
        let shared = self.shared.as_ref().filter(|_| shared::is_shared(&counted.rule))?;
        let charge = shared.charge(&counted.rule, tally);
        let wait = shared.wait(&charge);
        if wait.is_none() && !counted.is_awaited {
            shared.note(charge);
        }
        wait
    }

    fn too_often(&self, message: &str, retry_after: Duration) -> HttpError {
        let (code, message) = (self.code, message.to_owned());
        HttpError::TooOften(TooOften { code, message, retry_after })
    }

    /// Whether an address has presented too many wrong keys.
    pub(crate) fn is_barred(&self, from: IpAddr) -> bool {
        self.failures.is_barred(from)
    }

    /// Remembers that an address presented a wrong key.
    pub(crate) fn note_wrong_key(&self, from: IpAddr) {
        self.failures.note(from);
    }
}

#[cfg(test)]
mod tests;
