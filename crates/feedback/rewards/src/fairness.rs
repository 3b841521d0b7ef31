//! Duplicate-account detection, review and appeals.
//!
//! The detection only fills a queue. Points, ranks and accounts change only by an administrator's
//! command, of which the affected users are notified, and which can be undone exactly.

mod account_link;
mod answer_shape;
mod appeal;
mod appeal_decide;
mod case_graph;
mod effects;
mod exemption;
mod first_funder;
mod funding;
mod link_reason;
mod my_status;
mod payout_hold;
mod person_link;
mod population;
mod resolve;
mod risk_case;
mod scan;
mod visit;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub use visit::NoteVisit;

/// Registers the functions and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<person_link::PersonLink>(extension, state);
    let extension = command::<person_link::PersonUnlink>(extension, state);
    let extension = query::<person_link::PersonLinks>(extension, state);
    let extension = command::<payout_hold::PersonHold>(extension, state);
    let extension = command::<payout_hold::PersonRelease>(extension, state);
    let extension = query::<risk_case::RiskCases>(extension, state);
    let extension = query::<risk_case::RiskCase>(extension, state);
    let extension = command::<resolve::RiskResolve>(extension, state);
    let extension = command::<appeal::AppealOpen>(extension, state);
    let extension = command::<appeal::AppealWithdraw>(extension, state);
    let extension = query::<appeal_decide::Appeals>(extension, state);
    let extension = command::<appeal_decide::AppealDecide>(extension, state);
    let extension = query::<my_status::MyFairness>(extension, state);
    let extension = command::<my_status::RiskAnswer>(extension, state);
    let extension = query::<exemption::RiskThresholds>(extension, state);
    let extension = command::<exemption::RiskFunder>(extension, state);
    let extension = command::<exemption::InvitationClear>(extension, state);
    let extension = register_task::<funding::FirstFunders>(extension, state);
    let extension = register_task::<scan::RiskScan>(extension, state);
    let preview = effects::PersonLinkPreview { state: state.clone() };
    extension.with_function(effects::NAME, preview)
}
