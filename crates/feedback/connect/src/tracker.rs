//! Trackers: synchronizes issues with GitHub, Linear and Jira.
//!
//! Outgoing changes use a queue: a command or the consumer writes a row, and a worker calls while
//! no transaction is open. An incoming delivery is verified, accepted once, and becomes a proposal
//! for an administrator, or a change that needs no approval. Loops are prevented: own changes are
//! recognized, a state is written only if it differs, old changes are ignored, and a link with too
//! many writes stops.

mod comment;
mod configuration;
mod connection;
mod consumer;
mod execute;
mod issue_link;
mod list;
mod observe;
mod proposal;
mod receive;
mod record_attempt;
mod save;
mod subject;
mod test;
mod upkeep;
mod work;
mod worker;

use parse_engine::Extension;

use configuration::Service;
use feedback_core::command::{command, query};
use feedback_core::event::register_consumer;
use feedback_core::lease_queue::register_queue;
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

/// Registers the functions and workers of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::TrackerList>(extension, state);
    let extension = command::<save::TrackerSave>(extension, state);
    let extension = command::<save::TrackerRemove>(extension, state);
    let extension = extension.with_function(test::NAME, test::TrackerTest { state: state.clone() });
    let extension = command::<issue_link::TrackerIssueCreate>(extension, state);
    let extension = command::<issue_link::TrackerIssueLink>(extension, state);
    let extension = command::<issue_link::TrackerIssueUnlink>(extension, state);
    let extension = command::<comment::TrackerCommentSend>(extension, state);
    let extension = query::<proposal::TrackerProposals>(extension, state);
    let extension = command::<proposal::TrackerProposalDecide>(extension, state);
    let extension = register_consumer::<consumer::Trackers>(extension, state);
    let extension = register_task::<upkeep::TrackerUpkeep>(extension, state);
    let extension = register_queue(extension, state, worker::TrackerQueue);
    Service::ALL.into_iter().fold(extension, |extension, service| {
        let hook = receive::TrackerHook { service, state: state.clone() };
        extension.with_service_hook(service.key(), hook)
    })
}
