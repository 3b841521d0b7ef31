//! Trackers: issues of ours at GitHub, Linear and Jira, and what happens there.
//!
//! Ours goes over by a queue: a command or the consumer writes a row, a worker calls while no
//! transaction is open. What a tracker sends is proved, taken once, and becomes a proposal that an
//! administrator decides about, or a step that needs nobody's word. Nothing goes round in circles:
//! what we did ourselves is told apart, a state is written only where it differs, old news is left
//! alone, and a link that is written to too often stops.

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

/// Registers what is here with the engine.
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
