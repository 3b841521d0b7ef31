//! The program `touchstone`: its commands and settings, and what is wired together to serve.

mod api;
pub mod app;
mod background;
mod backup;
mod brand;
mod chain_data;
mod chain_node;
mod clock_sync;
mod cluster_tasks;
mod command;
pub mod config;
mod demo;
mod demo_page;
mod doctor;
mod job_scheduler;
mod periodic_tasks;
pub mod product;
pub mod redis_boards;
mod serve;
mod service_client;
mod signals;
mod start;
mod sweeper;
mod unsubscribe;
mod version;
mod widget;

use std::process::ExitCode;

use parse_engine::Extension;

pub use app::App;
pub use background::{Work, work};
pub use config::Config;
pub use serve::run;

/// Answers are made of many small texts that one thread makes and another frees; the C library's
/// allocator spends a third of a find's time on that, this one a tenth.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The whole program with the extension for given settings: reads the arguments and does what they
/// say.
pub fn main_with(extension_of: impl Fn(&Config) -> Extension) -> ExitCode {
    match command::execute(extension_of) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            let prefix = match config::is_journal() {
                true => telemetry::prefix(tracing::Level::ERROR),
                false => "",
            };
            command::print_error(&error, prefix);
            ExitCode::FAILURE
        }
    }
}
