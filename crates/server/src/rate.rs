//! How often somebody may call.
//!
//! Every call is charged under what it really asks for: the method after `_method`, the canonical
//! path, and each item of a batch as if it had come alone. Counters are this node's own.

mod counter;
mod failure;
mod path;
mod rule;
mod table;

use std::net::IpAddr;
use std::time::Duration;

use parse_engine::Key;
use parse_model::{Code, Json, JsonMap};

use crate::parameter::query_from;
use crate::reply::Problem;

use counter::Counter;
use failure::Failures;
use path::Spellings;

pub use rule::{Rule, Zone, rules};
pub use table::product;

/// One call, as far as it matters for how often it may be made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    /// What is done.
    pub(crate) method: &'a str,
    /// Whether it is an item of a batch.
    pub(crate) is_in_batch: bool,
    /// The path below the mount.
    pub(crate) path: &'a str,
    /// Who calls.
    pub(crate) from: IpAddr,
    /// The key that was proved.
    pub(crate) key: Key,
    /// The body, for the account it names.
    pub(crate) body: &'a JsonMap,
    /// The parameters of the address, for the same.
    pub(crate) query: &'a str,
}

impl Call<'_> {
    fn is_internal(&self) -> bool {
        self.from.is_loopback()
    }

    fn is_master(&self) -> bool {
        matches!(self.key, Key::Master | Key::ReadOnlyMaster)
    }

    /// The account that the call is about, whoever makes it.
    fn account(&self) -> Option<String> {
        let named = |name: &str| self.body.get(name).and_then(Json::as_str).map(str::to_owned);
        named("username")
            .or_else(|| named("email"))
            .or_else(|| {
                let in_address = query_from(self.query).into_iter();
                let mut named =
                    in_address.filter(|(name, _)| name == "username" || name == "email");
                named.next().map(|(_, value)| value)
            })
            .map(|account| account.to_lowercase())
    }
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

/// All rules with their counters.
#[derive(Debug)]
pub(crate) struct Rates {
    rules: Vec<(Rule, Counter)>,
    code: Code,
    failures: Failures,
}

impl Rates {
    /// For these rules; refusals carry the code, and an address may present so many wrong keys an
    /// hour.
    pub(crate) fn new(rules: &[Rule], code: Code, failures_an_hour: u32) -> Rates {
        let counted = |rule: &Rule| (rule.clone(), Counter::new(rule.count, rule.window));
        Rates {
            rules: rules.iter().map(counted).collect(),
            code,
            failures: Failures::new(failures_an_hour),
        }
    }

    /// Charges a call, with the session it names, before anything is asked of the database.
    pub(crate) fn charge(&self, call: &Call<'_>, session: Option<&str>) -> Result<(), Problem> {
        self.charge_where(call, |rule| rule.zone != Zone::User, session)
    }

    /// Charges a call to its user, once that is known.
    pub(crate) fn charge_user(&self, call: &Call<'_>, user: Option<&str>) -> Result<(), Problem> {
        self.charge_where(call, |rule| rule.zone == Zone::User, user)
    }

    fn charge_where(
        &self,
        call: &Call<'_>,
        is_due: impl Fn(&Rule) -> bool,
        who: Option<&str>,
    ) -> Result<(), Problem> {
        if self.rules.is_empty() {
            return Ok(());
        }
        let spellings = Spellings::of(call.path);
        for (rule, counter) in &self.rules {
            if !is_due(rule) || !rule.concerns(call, &spellings) {
                continue;
            }
            let Some(key) = rule.zone.key(call, who, rule.is_strict) else { continue };
            if let Err(retry_after) = counter.charge(&key) {
                let (code, message) = (self.code, rule.message.clone());
                return Err(Problem::TooOften(TooOften { code, message, retry_after }));
            }
        }
        Ok(())
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
