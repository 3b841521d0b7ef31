//! The dashboard: items that need the viewer's attention, and statistics of the programme.

mod admin;
mod query;
mod setup_steps;
mod tester;

use parse_engine::Extension;

use feedback_core::command::query;
use feedback_core::product_state::ProductState;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<tester::DashboardTester>(extension, state);
    query::<admin::DashboardAdmin>(extension, state)
}
