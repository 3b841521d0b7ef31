//! Privacy, terms and rules: pages that the programme publishes in versions, and that testers
//! accept.
//!
//! Nothing is published until an administrator does. A version can ask to be accepted. Testers who
//! have not accepted it still read, but commands that write refuse.

pub(crate) mod accept;
mod acceptances;
mod kind;
mod publish;
mod published;
mod read;
mod versions;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;

pub(crate) use published::for_page;

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<read::Policies>(extension, state);
    let extension = query::<read::PolicyPage>(extension, state);
    let extension = query::<versions::PolicyVersions>(extension, state);
    let extension = query::<acceptances::PolicyAcceptances>(extension, state);
    let extension = command::<accept::PolicyAccept>(extension, state);
    let extension = command::<publish::PolicyPublish>(extension, state);
    command::<publish::PolicyWithdraw>(extension, state)
}
