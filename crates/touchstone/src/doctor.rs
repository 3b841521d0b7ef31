//! Whether a server, and what it stands on, is set up as it should be; and what to do where it is
//! not.
//!
//! Everything is looked at and nothing is changed, but for a probe that is put into the place of
//! files and taken away again. What cannot be looked at is a finding too.

mod database;
mod finding;
mod heading;
mod machine;
mod outside;
mod server_facts;

use parse_files::Blobs;
use parse_store::Migration;

use crate::config::Config;

pub(crate) use finding::{Finding, Severity};

/// Checks the consequences of the settings, in the order in which an operator would look.
pub(crate) async fn examined(
    config: &Config,
    storage: &dyn Blobs,
    migrations: &[Migration],
    now_millis: i64,
) -> Vec<Finding> {
    let mut found = Vec::new();
    machine::settings(config, &mut found);
    machine::open_files(config, &mut found);
    machine::folder(config, &mut found).await;
    let known = database::examine(config, migrations, now_millis, &mut found).await;
    machine::files(storage, known.files, &mut found).await;
    outside::redis(config, &mut found).await;
    outside::mail(config, &mut found).await;
    outside::public_address(config, &mut found).await;
    outside::endpoints(&known.endpoints, &mut found);
    found
}
