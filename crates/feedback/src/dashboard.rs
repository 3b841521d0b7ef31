//! The first page: what waits for the viewer, and how the programme does.

mod admin;
mod query;
mod setup_steps;
mod tester;

use parse_engine::Extension;

use crate::command::query;
use crate::product_state::ProductState;

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<tester::DashboardTester>(extension, state);
    query::<admin::DashboardAdmin>(extension, state)
}
