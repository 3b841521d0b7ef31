//! What all parts of signing in with a wallet share.

use std::sync::Arc;

use parse_engine::Error;
use wallet::Family;

use crate::node::Nodes;
use crate::refused::unsupported;

/// What the operator decides about wallets.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The sites that may ask for a sign-in, as browsers name them; none switches wallets off.
    pub origins: Vec<String>,
    /// The families whose wallets sign in and can be linked.
    pub families: Vec<Family>,
    /// Whether programs that are no browsers may ask, too.
    pub allows_no_origin: bool,
    /// Whether the texts of old clients are taken.
    pub legacy_texts: bool,
    /// Roles whose members sign in by no text of an old client.
    pub strict_roles: Vec<String>,
    /// Factories that may make a contract wallet while it is asked, in lower case.
    pub factories: Vec<String>,
    /// How many days an unlinked address cannot be linked to another account; with none it is free
    /// at once.
    pub rest_days: u32,
    /// What a sign-in is for, as the text says it; one line of printed ASCII.
    pub title: String,
}

impl Options {
    /// Whether sign-in with a wallet is enabled.
    pub(crate) fn is_on(&self) -> bool {
        !self.origins.is_empty()
    }

    /// Refuses a family that the operator did not switch on.
    pub(crate) fn check(&self, family: Family) -> Result<Family, Error> {
        if self.families.contains(&family) {
            return Ok(family);
        }
        Err(unsupported(
            "Wallets of this kind are switched off here. Use another wallet, or ask the operator to add the kind to wallet_families.",
        ))
    }
}

/// What every part goes by.
pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) nodes: Option<Arc<dyn Nodes>>,
}
