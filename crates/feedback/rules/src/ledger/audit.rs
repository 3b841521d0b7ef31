//! Checks the ledger of a season, entry by entry.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, EntryKind, Head, PublicEntry};
use crate::id::PersonId;

/// An invalid entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("entry {seq}: {fault}")]
pub struct Broken {
    /// Its position.
    pub seq: u64,
    /// The problem.
    pub fault: Fault,
}

/// The possible problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the sentence says it")]
pub enum Fault {
    #[error("it is not the one that follows")]
    OutOfPlace,
    #[error("it belongs to another season")]
    OtherSeason,
    #[error("it does not continue the chain")]
    OffTheChain,
    #[error("it is not what was sealed")]
    NotAsSealed,
    #[error("its reason or explanation is not the one whose hash it holds")]
    OtherTexts,
    #[error("its key was used before")]
    KeyUsedTwice,
    #[error("it is about no points")]
    Nothing,
    #[error("its reason is missing")]
    ReasonMissing,
    #[error("its explanation leads to another amount")]
    NotAsExplained,
    #[error("its amount has the wrong sign")]
    WrongSign,
    #[error("it reverses an entry that does not exist")]
    ReversesNothing,
    #[error("it reverses a reversal")]
    ReversesReversal,
    #[error("it reverses an entry that was reversed before")]
    ReversesTwice,
    #[error("its amount or person does not match the entry it reverses")]
    ReversesOtherwise,
}

/// The facts of an entry that a reversal is checked against.
#[derive(Debug)]
struct Original {
    kind: EntryKind,
    amount: i64,
    person: PersonId,
}

/// Checks the entries of a season in order.
#[derive(Debug)]
pub struct Auditor {
    season: u32,
    head: Head,
    seen: BTreeMap<u64, Original>,
    keys: BTreeSet<String>,
    reversed: BTreeSet<u64>,
}

impl Auditor {
    /// Starts at [`Head::START`], or at a checkpoint for later entries.
    pub fn begin(season: u32, head: Head) -> Auditor {
        let (seen, keys, reversed) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
        Auditor { season, head, seen, keys, reversed }
    }

    /// The current head.
    pub fn head(&self) -> Head {
        self.head
    }

    /// Checks the next entry.
    pub fn take(&mut self, entry: &Entry) -> Result<(), Fault> {
        self.take_public(&PublicEntry::of(entry, &self.head.salt))?;
        texts(entry)?;
        explained(entry)
    }

    /// Checks the next entry of a published ledger.
    pub fn take_public(&mut self, entry: &PublicEntry) -> Result<(), Fault> {
        follows(self.season, self.head, entry)?;
        if !self.keys.insert(entry.key.clone()) {
            return Err(Fault::KeyUsedTwice);
        }
        has_its_sign(entry)?;
        if entry.kind == EntryKind::Reversal || entry.reversal_of.is_some() {
            let original = takes_back(entry, &self.seen)?;
            if !self.reversed.insert(original) {
                return Err(Fault::ReversesTwice);
            }
        }
        let PublicEntry { kind, amount, person, .. } = entry;
        let original = Original { kind: *kind, amount: *amount, person: person.clone() };
        self.seen.insert(entry.seq, original);
        self.head = self.head.after(entry.seq, entry.hash);
        Ok(())
    }
}

/// Checks the entries of a season in order, and returns the head.
///
/// `begun` is the start: [`Head::START`], or a checkpoint for later entries. Entries before the
/// checkpoint cannot be reversed then, so complete seasons are checked completely.
pub fn audit(season: u32, begun: Head, entries: &[Entry]) -> Result<Head, Broken> {
    let mut auditor = Auditor::begin(season, begun);
    for entry in entries {
        auditor.take(entry).map_err(|fault| Broken { seq: entry.seq, fault })?;
    }
    Ok(auditor.head())
}

/// Whether an entry is the next one of a season's chain, with a valid seal.
pub fn in_chain(season: u32, head: Head, entry: &Entry) -> Result<(), Fault> {
    follows(season, head, &PublicEntry::of(entry, &head.salt))?;
    texts(entry)
}

fn follows(season: u32, head: Head, entry: &PublicEntry) -> Result<(), Fault> {
    if entry.seq != head.seq + 1 {
        return Err(Fault::OutOfPlace);
    }
    if entry.season != season {
        return Err(Fault::OtherSeason);
    }
    if entry.prev_hash != head.hash {
        return Err(Fault::OffTheChain);
    }
    if entry.hash != entry.sealed() {
        return Err(Fault::NotAsSealed);
    }
    Ok(())
}

fn texts(entry: &Entry) -> Result<(), Fault> {
    if entry.has_its_texts() { Ok(()) } else { Err(Fault::OtherTexts) }
}

fn has_its_sign(entry: &PublicEntry) -> Result<(), Fault> {
    if entry.amount == 0 {
        return Err(Fault::Nothing);
    }
    let is_wrong_sign = match entry.kind {
        EntryKind::Award => entry.amount < 0,
        EntryKind::Penalty => entry.amount > 0,
        EntryKind::Reversal | EntryKind::Adjustment => false,
    };
    if is_wrong_sign { Err(Fault::WrongSign) } else { Ok(()) }
}

fn explained(entry: &Entry) -> Result<(), Fault> {
    let draft = &entry.draft;
    if draft.kind.needs_reason() && entry.reason_hash.is_none() {
        return Err(Fault::ReasonMissing);
    }
    // An erased explanation proves nothing.
    if !draft.explain.erased && draft.explain.amount() != Some(draft.amount) {
        return Err(Fault::NotAsExplained);
    }
    Ok(())
}

/// The position of the entry that this one reverses.
fn takes_back(entry: &PublicEntry, seen: &BTreeMap<u64, Original>) -> Result<u64, Fault> {
    let seq = entry.reversal_of.ok_or(Fault::ReversesNothing)?;
    let original = seen.get(&seq).ok_or(Fault::ReversesNothing)?;
    if original.kind == EntryKind::Reversal {
        return Err(Fault::ReversesReversal);
    }
    let is_mirror = entry.kind == EntryKind::Reversal
        && Some(entry.amount) == original.amount.checked_neg()
        && entry.person == original.person;
    if is_mirror { Ok(seq) } else { Err(Fault::ReversesOtherwise) }
}
