//! Reports from the pages of the product under test.
//!
//! A page names a key, which is public and bound to origins. A tester proves an account by a
//! signature for that key, and gets a token that reports in their name and does nothing else. The
//! functions of this module whose callers are pages refuse everyone who is not.

mod admission;
mod config;
mod context;
mod delete;
mod device;
mod digest;
mod explain;
mod lenient;
mod list;
mod network;
mod origin;
mod redact;
mod report;
mod save;
mod script;
mod session;
mod token;
mod unsigned;

use parse_engine::Extension;
use parse_model::ClassName;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub use admission::{AdmittedPage, admit_page};
pub use script::{store_scripts, stored_script};
pub use token::holder;

/// Registers the functions and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::WidgetKeyList>(extension, state);
    let extension = command::<save::WidgetKeySave>(extension, state);
    let extension = command::<delete::WidgetKeyDelete>(extension, state);
    let extension = query::<device::WidgetDevices>(extension, state);
    let extension = command::<device::WidgetDeviceEnd>(extension, state);
    let extension = query::<context::IssueContext>(extension, state);
    let extension = query::<config::WidgetConfig>(extension, state);
    let extension = extension.with_function(session::NAME, session::WidgetSession);
    let extension = command::<session::WidgetSessionEnd>(extension, state);
    let explain = explain::WidgetExplain { state: state.clone() };
    let extension = extension.with_function(explain::NAME, explain);
    let extension = command::<report::WidgetReport>(extension, state);
    let extension = command::<unsigned::WidgetReportUnsigned>(extension, state);
    let extension = command::<unsigned::WidgetClaim>(extension, state);
    let extension = query::<unsigned::UnsignedReports>(extension, state);
    let extension = command::<unsigned::UnsignedReportDecide>(extension, state);
    let extension =
        extension.with_triggers(ClassName::registered("_EthAddress"), token::WalletUnlinked);
    register_task::<token::TokenSweep>(extension, state)
}
