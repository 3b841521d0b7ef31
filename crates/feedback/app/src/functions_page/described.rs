//! What documents tell of a function.

use parse_engine::{Effect, Signature};

use super::source::Origin;

/// A function as documents tell of it.
pub(super) struct Described {
    pub(super) name: String,
    pub(super) signature: Signature,
    pub(super) effect: Effect,
    pub(super) origin: Origin,
}

impl Described {
    /// Whether it changes nothing.
    pub(super) fn only_reads(&self) -> bool {
        self.effect == Effect::Reads
    }

    /// What it refuses with: code, key if there is one, and when.
    pub(super) fn refusals(&self) -> Vec<(i32, &str, &str)> {
        let mut all = Vec::new();
        if self.signature.caller != "anybody" {
            all.push((209, "", "no valid session"));
        }
        if self.signature.caller == "administrator" {
            all.push((119, "", "not an administrator"));
        }
        all.push((142, "PARAMS", "what was sent does not fit the schema"));
        if self.signature.caller == "signed in" && !self.only_reads() {
            all.push((142, "READ_ONLY", "the programme is closed for changes"));
        }
        let own = self.origin.keys.iter().filter(|key| *key != "PARAMS" && *key != "READ_ONLY");
        all.extend(own.map(|key| (142, key.as_str(), "")));
        all
    }
}
