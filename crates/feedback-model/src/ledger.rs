//! The ledger of points: entries that are only ever added, each sealed by a hash over itself and
//! the hash before it.
//!
//! # Recomputing the chain
//!
//! Anybody who has the entries of a season can check them. The hash of an entry is the SHA-256, in
//! lower-case hex, of its *canonical bytes*: the fields below, in this order, each written as its
//! length in bytes (decimal), `:`, its bytes in UTF-8, and `,`. A field that is not there is `~,`.
//!
//! 1. the word `touchstone-ledger-2`
//! 2. `season`, 3. `seq`, 4. `user`, 5. `personId`, 6. `amount` (numbers in decimal)
//! 7. `kind`, 8. `rule`, 9. `ruleSet`, 10. `sourceType`, 11. `sourceId`, 12. `idemKey`
//! 13. `reversalOf`: the `seq` of the entry taken back
//! 14. `provisional`: `true` or `false`
//! 15. `reasonHash`: the SHA-256 of the reason's bytes in UTF-8, in lower-case hex
//! 16. `explainHash`: the SHA-256 of the explanation's bytes, which have the same form: the
//!     template, then each number's name and value, then each word's name and value, both in
//!     ascending order of the names' bytes
//! 17. `actor`, 18. `at` in milliseconds since 1970
//! 19. `prevHash`: the hash of the entry before; 64 zeros for the first of a season
//!
//! For instance, the number 400 is the four bytes and two signs `3:400,`.
//!
//! The chain holds the hashes of what people wrote, not the texts: a text can be erased or withheld
//! and every later entry still verifies. Whoever has a text compares it with its hash.

mod audit;
mod seal;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::explain::Explain;
use crate::id::{PersonId, UserId};
use crate::keyed_enum::keyed_enum;
use crate::rule_key::RuleKey;
use crate::timestamp::Timestamp;

pub use audit::{Auditor, Broken, Fault, audit, in_chain};
pub use seal::{Hash, TextHashes, seal};

keyed_enum! {
    /// What kind of entry it is.
    pub enum EntryKind {
        /// Earned by a rule.
        Award = "award",
        /// Takes one entry back, exactly.
        Reversal = "reversal",
        /// Taken away by a rule.
        Penalty = "penalty",
        /// Given or taken by an administrator.
        Adjustment = "adjustment",
    }
}

impl EntryKind {
    /// Whether a user has to say why.
    pub fn needs_reason(self) -> bool {
        self != EntryKind::Award
    }
}

keyed_enum! {
    /// What an entry is about.
    pub enum SourceType {
        /// An issue.
        Issue = "issue",
        /// What a user did for a mission.
        Submission = "submission",
        /// A check of a fix.
        FixCheck = "fix_check",
        /// A comment.
        Comment = "comment",
        /// A proposal that two issues are the same.
        Proposal = "proposal",
        /// What a user shows for what they met.
        Evidence = "evidence",
        /// A decision by hand.
        Manual = "manual",
    }
}

/// An entry that has no place in the chain yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    /// The number of the season; 0 for points that wait for one.
    pub season: u32,
    /// The account.
    pub user: UserId,
    /// The person, as they were linked when it was written.
    #[serde(rename = "personId")]
    pub person: PersonId,
    /// How many points; never 0.
    pub amount: i64,
    /// What kind of entry it is.
    pub kind: EntryKind,
    /// By which rule.
    pub rule: RuleKey,
    /// In which version.
    pub rule_set: u32,
    /// What it is about.
    pub source_type: SourceType,
    /// Which one of those.
    pub source_id: String,
    /// The key that keeps it from being written twice.
    pub idem_key: String,
    /// The `seq` of the entry that this one takes back, in the same season.
    pub reversal_of: Option<u64>,
    /// Whether it was written before its issue was settled.
    pub provisional: bool,
    /// Why, where a user has to say so.
    pub reason: Option<String>,
    /// How the amount came about.
    pub explain: Explain,
    /// Who did it; nobody where it followed by itself.
    pub actor: Option<UserId>,
    /// When.
    pub at: Timestamp,
}

/// An entry in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Its place in the season, from 1.
    pub seq: u64,
    /// What it says.
    #[serde(flatten)]
    pub draft: Draft,
    /// The hash of the reason, which stays where the text is erased.
    pub reason_hash: Option<Hash>,
    /// The hash of the explanation, likewise.
    pub explain_hash: Hash,
    /// The hash of the entry before.
    pub prev_hash: Hash,
    /// Its own.
    pub hash: Hash,
}

impl Entry {
    /// The hash that it should have.
    pub fn sealed(&self) -> Hash {
        let texts = TextHashes { reason: self.reason_hash, explain: self.explain_hash };
        seal(self.seq, &self.draft, texts, self.prev_hash)
    }

    /// Whether the texts that are still there are those whose hashes it holds.
    pub fn has_its_texts(&self) -> bool {
        let found = TextHashes::of(&self.draft);
        let is_reason = match self.draft.reason.as_deref() {
            Some(ERASED) => self.reason_hash.is_some(),
            _ => found.reason == self.reason_hash,
        };
        is_reason && (self.draft.explain.erased || found.explain == self.explain_hash)
    }
}

/// What stands in place of a reason that was erased; nobody can give a reason of no characters.
pub const ERASED: &str = "";

/// The end of a season's chain, where the next entry goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The place of the last entry; 0 where there is none.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
}

impl Head {
    /// Where a season begins.
    pub const START: Head = Head { seq: 0, hash: Hash::ZERO };

    /// Gives a draft the next place, and moves on.
    pub fn append(&mut self, draft: Draft) -> Entry {
        let seq = self.seq + 1;
        let prev_hash = self.hash;
        let texts = TextHashes::of(&draft);
        let hash = seal(seq, &draft, texts, prev_hash);
        *self = Head { seq, hash };
        let TextHashes { reason: reason_hash, explain: explain_hash } = texts;
        Entry { seq, draft, reason_hash, explain_hash, prev_hash, hash }
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

/// The entries that stand: neither taken back nor taking back.
pub fn standing(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    let reversed: std::collections::BTreeSet<(u32, u64)> = entries
        .iter()
        .filter_map(|entry| Some((entry.draft.season, entry.draft.reversal_of?)))
        .collect();
    entries.iter().filter(move |entry| {
        entry.draft.reversal_of.is_none() && !reversed.contains(&(entry.draft.season, entry.seq))
    })
}
