//! Triage: administrators decide about issues, and time decides where nobody does.
//!
//! What may be decided is the rules' word; here an issue is held with its set, the decision carried
//! out, counts and points brought in line, all in one transaction.

mod bulk;
mod case;
mod check;
mod conclude;
mod decide;
mod label;
mod look;
mod merge;
mod order;
mod proposal;
mod queue;
mod reopen;
mod say;
mod timer;
mod undo;
mod watchers;

use parse_engine::Extension;

use crate::chore::chore;
use crate::command::{command, question};
use crate::product_state::ProductState;

pub(crate) use order::close_new;

pub(crate) fn bring(extension: Extension, settings: &ProductState) -> Extension {
    let extension = decide::bring(extension, settings);
    let extension = label::bring(extension, settings);
    let extension = command::<merge::IssueMerge>(extension, settings);
    let extension = command::<merge::IssueUnmerge>(extension, settings);
    let extension = command::<undo::IssueUndo>(extension, settings);
    let extension = command::<reopen::IssueReopen>(extension, settings);
    let extension = command::<proposal::IssueProposeDuplicate>(extension, settings);
    let extension = command::<proposal::IssueDecideProposal>(extension, settings);
    let extension = command::<check::FixCheckSubmit>(extension, settings);
    let extension = command::<look::TriageLook>(extension, settings);
    let extension = question::<queue::TriageQueue>(extension, settings);
    let extension = question::<case::TriageCase>(extension, settings);
    let extension = chore::<timer::Timers>(extension, settings);
    extension.with_function(bulk::NAME, bulk::IssueBulk)
}
