//! Signing in with a wallet: challenges, the accounts that addresses belong to, and the functions
//! that clients of old expect.
//!
//! Registered with the engine as one [`Extension`]. What a signature proves is decided by the crate
//! `wallet`; who a user is to this application is decided here. A proof is good once: using it up
//! and the session or the link that it leads to are one transaction.
//!
//! It must never depend on HTTP, store a signature or a signed text, or trust an address without a
//! signature.

mod account;
mod address;
mod challenge;
mod class;
mod cleanup;
mod function;
mod node;
mod own_field;
mod proof;
mod provider;
mod refused;
mod rest;
mod shared;

use std::sync::Arc;

use parse_engine::Extension;
use parse_model::ClassName;
use parse_store::Migration;

pub use node::{Nodes, Unreachable};
pub use shared::Options;
pub use wallet::Family;
pub use wallet::evm::contract::Call;

use address::AddressRules;
use provider::{Provider, WALLET};
use shared::Shared;

const MIGRATIONS: &[Migration] =
    &[("wallet_0001_sign_in", include_str!("../migrations/0001_sign_in.sql"))];

/// Everything that wallet sign-in registers.
pub fn extension(options: Options, nodes: Option<Arc<dyn Nodes>>) -> Extension {
    let shared = Arc::new(Shared { options, nodes });
    let mut extension = Extension::default()
        .with_classes(class::all())
        .with_shown_fields(&ClassName::user(), class::user_fields())
        .with_migrations(MIGRATIONS)
        .with_triggers(ClassName::user(), own_field::OwnFields)
        .with_provider(WALLET, Provider::of_app(&shared))
        .with_periodic_task("wallet challenges", challenge::SWEEP)
        .with_periodic_task("unlinked wallets", rest::SWEEP);
    for kind in class::KINDS {
        extension = extension
            .with_triggers(kind.class_name(), AddressRules::of(&shared, kind))
            .with_provider(kind.provider, Provider::of_old_clients(&shared, kind));
    }
    function::register(extension, &shared)
}
