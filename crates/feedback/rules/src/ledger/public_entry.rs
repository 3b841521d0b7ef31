//! An entry as it is published.

use serde::{Deserialize, Serialize};

use super::hash::{Fields, Hash};
use super::place::place;
use super::{Entry, EntryKind, Salt};
use crate::id::{PersonId, UserId};
use crate::rule_key::RuleKey;

/// An entry without names: accounts, issues and texts are hashes with the season's salt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PublicEntry {
    /// The number of the season.
    pub season: u32,
    /// Its position in the season, from 1.
    pub seq: u64,
    /// The salted id of the person.
    #[serde(rename = "personId")]
    pub person: PersonId,
    /// The points.
    pub amount: i64,
    /// The kind of entry.
    pub kind: EntryKind,
    /// The rule.
    pub rule: RuleKey,
    /// The version of the rule set.
    pub rule_set: u32,
    /// The salted id of its source.
    pub source: String,
    /// The salted idempotency key.
    pub key: String,
    /// The position from which it counts.
    pub place: u64,
    /// The `seq` of the entry that this one reverses.
    #[serde(deserialize_with = "Option::deserialize")]
    pub reversal_of: Option<u64>,
    /// The hash of everything else.
    pub detail: Hash,
    /// The hash of the previous entry.
    pub prev_hash: Hash,
    /// Its own.
    pub hash: Hash,
}

impl PublicEntry {
    /// The public part of an entry.
    pub fn of(entry: &Entry, salt: &Salt) -> PublicEntry {
        let draft = &entry.draft;
        let source = format!("{}:{}", draft.source_type.key(), draft.source_id);
        PublicEntry {
            season: draft.season,
            seq: entry.seq,
            person: salt.person(&draft.person),
            amount: draft.amount,
            kind: draft.kind,
            rule: draft.rule,
            rule_set: draft.rule_set,
            source: salt.salted("source", &source),
            key: salt.salted("key", &draft.idem_key),
            place: place(entry),
            reversal_of: draft.reversal_of,
            detail: detail(entry, salt),
            prev_hash: entry.prev_hash,
            hash: entry.hash,
        }
    }

    /// The correct hash. The module of the ledger describes the hashed fields.
    pub fn sealed(&self) -> Hash {
        let mut fields = Fields::default();
        fields.put("touchstone-ledger-3");
        fields.put(&self.season.to_string());
        fields.put(&self.seq.to_string());
        fields.put(self.person.as_str());
        fields.put(&self.amount.to_string());
        fields.put(self.kind.key());
        fields.put(self.rule.key());
        fields.put(&self.rule_set.to_string());
        fields.put(&self.source);
        fields.put(&self.key);
        fields.put(&self.place.to_string());
        fields.maybe(self.reversal_of.map(|seq| seq.to_string()).as_deref());
        fields.put(&self.detail.to_string());
        fields.put(&self.prev_hash.to_string());
        fields.hash()
    }
}

fn detail(entry: &Entry, salt: &Salt) -> Hash {
    let draft = &entry.draft;
    let mut fields = salt.fields("detail");
    fields.put(draft.user.as_str());
    fields.put(draft.person.as_str());
    fields.put(draft.source_type.key());
    fields.put(&draft.source_id);
    fields.put(&draft.idem_key);
    fields.put(if draft.provisional { "true" } else { "false" });
    fields.maybe(entry.reason_hash.map(|hash| hash.to_string()).as_deref());
    fields.put(&entry.explain_hash.to_string());
    fields.maybe(draft.actor.as_ref().map(UserId::as_str));
    fields.put(&draft.at.0.to_string());
    fields.hash()
}
