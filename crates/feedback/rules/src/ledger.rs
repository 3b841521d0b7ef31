//! The ledger of points: entries that are only ever added, each sealed by a hash over itself and
//! the hash before it.
//!
//! # Recomputing the chain
//!
//! The chain is made of public data: [`PublicEntry`]. It names no account, no issue and no text. It
//! has hashes with the season's salt instead, which the server keeps secret, because ids are few
//! and a hash without a salt could be looked up.
//!
//! Everything that is hashed consists of fields, each written as its length in bytes (decimal),
//! `:`, its bytes in UTF-8, and `,`. A field that is not there is `~,`. For instance, the number 400
//! is the four bytes and two signs `3:400,`. Hashes are SHA-256 in lower-case hex.
//!
//! The hash of an entry is that of these fields:
//!
//! 1. the word `touchstone-ledger-3`
//! 2. `season`, 3. `seq`, 4. `personId`: the salted id of the person, 5. `amount`
//! 6. `kind`, 7. `rule`, 8. `ruleSet`
//! 9. `source`: the salted id of what the entry is about
//! 10. `key`: the salted key that keeps it from being written twice
//! 11. `place`: from where it counts; `seq`, or the place of the entry it was written again for
//! 12. `reversalOf`: the `seq` of the reversed entry
//! 13. `detail`: the hash of everything else
//! 14. `prevHash`: the hash of the entry before; 64 zeros for the first of a season
//!
//! A salted id is the first 32 digits of the hash of the salt, a word (`person`, `source` or `key`)
//! and the id. `detail` is the hash of the salt, the word `detail`, `user`, `personId`, `sourceType`,
//! `sourceId`, `idemKey`, `provisional`, `reasonHash`, `explainHash`, `actor` and `at` in
//! milliseconds since 1970. `reasonHash` is the hash of the reason's bytes, `explainHash` that of the
//! explanation's fields: the template, then each number's name and value, then each word's name and
//! value, both in ascending order of the names' bytes.
//!
//! The chain holds the hashes of what people wrote, not the texts: a text can be erased and every
//! later entry still verifies.

mod audit;
mod hash;
mod place;
mod public_entry;
mod salt;
#[cfg(test)]
mod tests;
mod text_hash;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::explain::Explain;
use crate::id::{PersonId, UserId};
use crate::keyed_enum::keyed_enum;
use crate::rule_key::RuleKey;
use crate::timestamp::Timestamp;

pub use audit::{Auditor, Broken, Fault, audit, in_chain};
pub use hash::{Hash, NoHash};
pub use place::{key_again, place};
pub use public_entry::PublicEntry;
pub use salt::Salt;
pub use text_hash::TextHashes;

keyed_enum! {
    /// The kind of an entry.
    pub enum EntryKind {
        /// Earned by a rule.
        Award = "award",
        /// Reverses one entry exactly.
        Reversal = "reversal",
        /// Deducted by a rule.
        Penalty = "penalty",
        /// Given or deducted by an administrator.
        Adjustment = "adjustment",
    }
}

impl EntryKind {
    /// Whether a reason from a user is required.
    pub fn needs_reason(self) -> bool {
        self != EntryKind::Award
    }
}

keyed_enum! {
    /// The kind of source of an entry.
    pub enum SourceType {
        /// An issue.
        Issue = "issue",
        /// A mission submission.
        Submission = "submission",
        /// A fix check.
        FixCheck = "fix_check",
        /// A comment.
        Comment = "comment",
        /// A duplicate proposal.
        Proposal = "proposal",
        /// Evidence.
        Evidence = "evidence",
        /// A manual decision.
        Manual = "manual",
    }
}

/// An entry without a position in the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// The number of the season. 0 for points outside a season.
    pub season: u32,
    /// The account.
    pub user: UserId,
    /// The person of the account when it was written.
    #[serde(rename = "personId")]
    pub person: PersonId,
    /// The points, never 0.
    pub amount: i64,
    /// The kind of entry.
    pub kind: EntryKind,
    /// The rule.
    pub rule: RuleKey,
    /// The version of the rule set.
    pub rule_set: u32,
    /// The kind of source.
    pub source_type: SourceType,
    /// The id of the source.
    pub source_id: String,
    /// The idempotency key.
    pub idem_key: String,
    /// The `seq` of the entry that this one reverses, in the same season.
    pub reversal_of: Option<u64>,
    /// Whether it was written before its issue was settled.
    pub provisional: bool,
    /// The reason, if one is required.
    pub reason: Option<String>,
    /// The explanation of the amount.
    pub explain: Explain,
    /// The actor. `None` if it followed automatically.
    pub actor: Option<UserId>,
    /// The time.
    pub at: Timestamp,
}

/// An entry in the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Its position in the season, from 1.
    pub seq: u64,
    /// Its content.
    #[serde(flatten)]
    pub draft: Draft,
    /// The hash of the reason, which remains after the text is erased.
    pub reason_hash: Option<Hash>,
    /// The hash of the explanation, likewise.
    pub explain_hash: Hash,
    /// The hash of the previous entry.
    pub prev_hash: Hash,
    /// Its own.
    pub hash: Hash,
}

impl Entry {
    /// Whether the texts that are still there match their hashes.
    pub fn has_its_texts(&self) -> bool {
        let found = TextHashes::of(&self.draft);
        let is_reason = match self.draft.reason.as_deref() {
            Some(ERASED) => self.reason_hash.is_some(),
            _ => found.reason == self.reason_hash,
        };
        is_reason && (self.draft.explain.erased || found.explain == self.explain_hash)
    }
}

/// Replaces an erased reason. A given reason is never empty.
pub const ERASED: &str = "";

/// The end of a season's chain, where the next entry goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The position of the last entry. 0 if there is none.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
    /// The salt of the season.
    pub salt: Salt,
}

impl Head {
    /// The start of a season without a salt, for computed ledgers that are never published.
    pub const START: Head = Head::start(Salt::NONE);

    /// The start of a season.
    pub const fn start(salt: Salt) -> Head {
        Head { seq: 0, hash: Hash::ZERO, salt }
    }

    /// The end after one more entry.
    #[must_use]
    pub fn after(self, seq: u64, hash: Hash) -> Head {
        Head { seq, hash, salt: self.salt }
    }

    /// Appends a draft, and moves the head.
    pub fn append(&mut self, draft: Draft) -> Entry {
        let TextHashes { reason: reason_hash, explain: explain_hash } = TextHashes::of(&draft);
        let (seq, prev_hash, hash) = (self.seq + 1, self.hash, Hash::ZERO);
        let mut entry = Entry { seq, draft, reason_hash, explain_hash, prev_hash, hash };
        entry.hash = PublicEntry::of(&entry, &self.salt).sealed();
        *self = self.after(seq, entry.hash);
        entry
    }
}

/// The sum of each person's entries.
pub fn totals<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> BTreeMap<&'a PersonId, i64> {
    let mut totals = BTreeMap::new();
    for entry in entries {
        *totals.entry(&entry.draft.person).or_default() += entry.draft.amount;
    }
    totals
}

/// The effective entries: neither reversed nor reversals.
pub fn standing(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    let reversed: std::collections::BTreeSet<(u32, u64)> = entries
        .iter()
        .filter_map(|entry| Some((entry.draft.season, entry.draft.reversal_of?)))
        .collect();
    entries.iter().filter(move |entry| {
        entry.draft.reversal_of.is_none() && !reversed.contains(&(entry.draft.season, entry.seq))
    })
}
