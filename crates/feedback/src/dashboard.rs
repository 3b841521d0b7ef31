//! The first page: what waits for whoever looks, and how the programme does.

mod admin;
mod query;
mod setup_steps;
mod tester;

use parse_engine::Extension;

use crate::command::question;
use crate::product_state::ProductState;

pub(crate) fn bring(extension: Extension, settings: &ProductState) -> Extension {
    let extension = question::<tester::DashboardTester>(extension, settings);
    question::<admin::DashboardAdmin>(extension, settings)
}
