//! Merging: one root with any number of duplicates, one level deep.
//!
//! Only pointers change. Votes, comments and watchers stay where they are, so that unmerging is
//! exact. A merge first locks all members in ascending order of their ids.

use crate::id::IssueId;
use crate::issue::IssueState;
use crate::refused::Refused;
use crate::status::Resolution;

/// A merge that is allowed. Only [`plan`] creates one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merge {
    source: IssueId,
    root: IssueId,
    moved: Vec<IssueId>,
}

impl Merge {
    /// The issue that becomes a duplicate.
    pub fn source(&self) -> &IssueId {
        &self.source
    }

    /// The root it is merged into.
    pub fn root(&self) -> &IssueId {
        &self.root
    }

    /// The duplicates of the source that follow it to the new root, in ascending order.
    pub fn moved(&self) -> &[IssueId] {
        &self.moved
    }
}

/// Whether `source` may become a duplicate of `target`.
///
/// `duplicates` are those that point at the source today; they must move along.
pub fn plan(
    source: &IssueState,
    duplicates: &[IssueId],
    do_they_move: bool,
    target: &IssueState,
) -> Result<Merge, Refused> {
    if source.origin.id == target.origin.id {
        return Err(Refused::MergeSelf);
    }
    match target.stage.resolution() {
        Some(Resolution::Duplicate) => return Err(Refused::MergeChain),
        Some(gone @ (Resolution::Spam | Resolution::Withdrawn)) => {
            return Err(Refused::MergeTargetGone(gone));
        }
        _ => {}
    }
    if source.visibility != target.visibility {
        return Err(Refused::MergeVisibility);
    }
    if !duplicates.is_empty() && !do_they_move {
        return Err(Refused::MergeHasDuplicates);
    }
    let mut moved = duplicates.to_vec();
    moved.sort();
    moved.dedup();
    Ok(Merge { source: source.origin.id.clone(), root: target.origin.id.clone(), moved })
}

#[cfg(test)]
mod tests;
