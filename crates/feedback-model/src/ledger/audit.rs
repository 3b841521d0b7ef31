//! The check of a season's ledger, from its first entry to its last.

use std::collections::{BTreeMap, BTreeSet};

use super::{Entry, EntryKind, Head, seal};

/// An entry that should not be as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("entry {seq}: {fault}")]
pub struct Broken {
    /// Its place.
    pub seq: u64,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What can be wrong with an entry.
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
    #[error("its key was used before")]
    KeyUsedTwice,
    #[error("it is about no points")]
    Nothing,
    #[error("nobody said why")]
    ReasonMissing,
    #[error("its explanation leads to another amount")]
    NotAsExplained,
    #[error("its amount has the wrong sign")]
    WrongSign,
    #[error("it takes back something that is not there")]
    ReversesNothing,
    #[error("it takes back what takes something back")]
    ReversesReversal,
    #[error("it takes back what was taken back before")]
    ReversesTwice,
    #[error("it is not minus what it takes back, for the same person")]
    ReversesOtherwise,
}

/// Checks the entries of a season in their order, and tells where the chain ends.
///
/// `begun` is where it starts: [`Head::START`], or a checkpoint for entries after it. Entries
/// before the checkpoint cannot be taken back then, so whole seasons are checked whole.
pub fn audit(season: u32, begun: Head, entries: &[Entry]) -> Result<Head, Broken> {
    let mut head = begun;
    let mut seen: BTreeMap<u64, &Entry> = BTreeMap::new();
    let mut keys = BTreeSet::new();
    let mut reversed = BTreeSet::new();
    for entry in entries {
        let broken = |fault| Broken { seq: entry.seq, fault };
        in_chain(season, head, entry).map_err(broken)?;
        if !keys.insert(&entry.draft.idem_key) {
            return Err(broken(Fault::KeyUsedTwice));
        }
        sound(entry).map_err(broken)?;
        if entry.draft.kind == EntryKind::Reversal || entry.draft.reversal_of.is_some() {
            let original = takes_back(entry, &seen).map_err(broken)?;
            if !reversed.insert(original) {
                return Err(broken(Fault::ReversesTwice));
            }
        }
        seen.insert(entry.seq, entry);
        head = Head { seq: entry.seq, hash: entry.hash };
    }
    Ok(head)
}

/// Whether an entry is the one that follows where a season's chain stands, and as it was sealed.
pub fn in_chain(season: u32, head: Head, entry: &Entry) -> Result<(), Fault> {
    if entry.seq != head.seq + 1 {
        return Err(Fault::OutOfPlace);
    }
    if entry.draft.season != season {
        return Err(Fault::OtherSeason);
    }
    if entry.prev_hash != head.hash {
        return Err(Fault::OffTheChain);
    }
    if entry.hash != seal(entry.seq, &entry.draft, entry.prev_hash) {
        return Err(Fault::NotAsSealed);
    }
    Ok(())
}

fn sound(entry: &Entry) -> Result<(), Fault> {
    let draft = &entry.draft;
    if draft.amount == 0 {
        return Err(Fault::Nothing);
    }
    let is_wrong_sign = match draft.kind {
        EntryKind::Award => draft.amount < 0,
        EntryKind::Penalty => draft.amount > 0,
        EntryKind::Reversal | EntryKind::Adjustment => false,
    };
    if is_wrong_sign {
        return Err(Fault::WrongSign);
    }
    if draft.kind.needs_reason() && draft.reason.is_none() {
        return Err(Fault::ReasonMissing);
    }
    if draft.explain.amount() != Some(draft.amount) {
        return Err(Fault::NotAsExplained);
    }
    Ok(())
}

/// The place of the entry that this one takes back.
fn takes_back(entry: &Entry, seen: &BTreeMap<u64, &Entry>) -> Result<u64, Fault> {
    let seq = entry.draft.reversal_of.ok_or(Fault::ReversesNothing)?;
    let original = &seen.get(&seq).ok_or(Fault::ReversesNothing)?.draft;
    if original.kind == EntryKind::Reversal {
        return Err(Fault::ReversesReversal);
    }
    let is_mirror = entry.draft.kind == EntryKind::Reversal
        && Some(entry.draft.amount) == original.amount.checked_neg()
        && entry.draft.person == original.person;
    if is_mirror { Ok(seq) } else { Err(Fault::ReversesOtherwise) }
}
