//! Signing in with a wallet: challenges, the accounts that addresses belong to, and the functions
//! that clients of old expect.
//!
//! Brought to the engine as one [`Extension`]. What a signature proves is decided by the crate
//! `wallet`; who somebody is to this application is decided here. A proof is good once: using it up
//! and the session or the link that it leads to are one transaction.
//!
//! It must never know HTTP, keep a signature or a signed text, or believe an address that nobody
//! signed for.

mod account;
mod address;
mod challenge;
mod class;
mod function;
mod node;
mod own_field;
mod proof;
mod provider;
mod refused;
mod rest;
mod sweep;

use std::sync::Arc;

use parse_engine::Extension;
use parse_model::ClassName;
use parse_store::Step;

pub use node::{Nodes, Unreachable};
pub use wallet::evm::contract::Call;

use address::AddressRules;
use provider::{Provider, WALLET};

const STEPS: &[Step] = &[
    ("wallet_0001_challenge", include_str!("../migrations/0001_challenge.sql")),
    ("wallet_0002_address", include_str!("../migrations/0002_address.sql")),
    ("wallet_0003_rest", include_str!("../migrations/0003_rest.sql")),
];

/// What the operator decides about wallets.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The sites that may ask for a sign-in, as browsers name them; none switches wallets off.
    pub origins: Vec<String>,
    /// Whether programs that are no browsers may ask, too.
    pub allows_no_origin: bool,
    /// Whether the texts of old clients are taken.
    pub legacy_texts: bool,
    /// Roles whose members sign in by no text of an old client.
    pub strict_roles: Vec<String>,
    /// Factories that may make a contract wallet while it is asked, in lower case.
    pub factories: Vec<String>,
    /// How many days an unlinked address goes to nobody else; with none it is free at once.
    pub rest_days: u32,
    /// What a sign-in is for, as the text says it; one line of printed ASCII.
    pub title: String,
}

impl Options {
    /// Whether anybody can sign in with a wallet at all.
    fn is_on(&self) -> bool {
        !self.origins.is_empty()
    }
}

/// Everything that signing in with a wallet brings.
pub fn extension(options: Options, nodes: Option<Arc<dyn Nodes>>) -> Extension {
    let shared = Arc::new(Shared { options, nodes });
    let mut extension = Extension::default()
        .with_classes(class::all())
        .with_shown_fields(&ClassName::user(), class::user_fields())
        .with_steps(STEPS)
        .with_rules(ClassName::user(), own_field::OwnFields)
        .with_provider(WALLET, Provider::of_app(&shared))
        .with_chore("wallet challenges", challenge::SWEEP)
        .with_chore("unlinked wallets", rest::SWEEP);
    for kind in class::KINDS {
        extension = extension
            .with_rules(kind.class_name(), AddressRules::of(&shared, kind))
            .with_provider(kind.provider, Provider::of_old_clients(&shared, kind));
    }
    function::bring(extension, &shared)
}

/// What every part goes by.
pub(crate) struct Shared {
    options: Options,
    nodes: Option<Arc<dyn Nodes>>,
}
