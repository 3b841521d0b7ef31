//! The description of a function for the reference.

use parse_engine::{Effect, Signature};

use super::example::Example;
use super::source::Origin;

/// A described function.
pub(super) struct Described {
    pub(super) name: String,
    pub(super) signature: Signature,
    pub(super) effect: Effect,
    pub(super) origin: Origin,
    pub(super) example: Option<Example>,
}

impl Described {
    /// Whether it changes no data.
    pub(super) fn only_reads(&self) -> bool {
        self.effect == Effect::Reads
    }

    /// Its refusals: code, key if there is one, and condition.
    pub(super) fn refusals(&self) -> Vec<(i32, &str, &str)> {
        let mut all = Vec::new();
        match self.signature.caller {
            "public" => {}
            "widget" => all.push((101, "", "not asked by a page of the widget")),
            _ => all.push((209, "", "no valid session")),
        }
        if self.signature.caller == "administrator" {
            all.push((119, "", "not an administrator"));
        }
        all.push((142, "PARAMS", "what was sent does not fit the schema"));
        if self.signature.caller == "signed in" && !self.only_reads() {
            all.push((142, "READ_ONLY", "the programme is closed for changes"));
        }
        all.extend(self.own_keys().map(|key| (142, key, "")));
        all
    }

    /// The keys of its own refusals, besides those that every function has.
    pub(super) fn own_keys(&self) -> impl Iterator<Item = &str> {
        let keys = self.origin.keys.iter().map(String::as_str);
        keys.filter(|key| *key != "PARAMS" && *key != "READ_ONLY")
    }
}
