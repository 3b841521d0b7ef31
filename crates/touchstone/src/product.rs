//! Where the product joins the server.

use std::sync::Arc;

use parse_engine::Extension;
use wallet_login::Nodes;

use crate::chain_data;
use crate::chain_node::ChainNodes;
use crate::config::Config;

/// What the server registers: the product in its own profile, nothing for another application;
/// signing in with a wallet, if that is wanted; and the blockchain functions of old clients, in
/// the product's profile only where they have a source.
pub fn extension(config: &Config) -> Extension {
    let chain_data = if config.is_product && !config.chain_data.has_source() {
        Extension::default()
    } else {
        chain_data::extension(config)
    };
    if config.is_product {
        // Asked first: what it settles about addresses is no longer what a client sent.
        chain_data.and(wallets(config)).and(feedback::extension(&config.programme))
    } else if config.wallets.is_on() {
        chain_data.and(wallets(config))
    } else {
        chain_data
    }
}

/// Signing in with a wallet, under these settings.
pub fn wallets(config: &Config) -> Extension {
    let chains = &config.wallets.chains;
    let mut nodes: Option<Arc<dyn Nodes>> = None;
    if !chains.is_empty() {
        match ChainNodes::new(chains) {
            Some(known) => nodes = Some(Arc::new(known)),
            None => tracing::error!("wallet_chains has an invalid URL"),
        }
    }
    wallet_login::extension(config.wallets.options.clone(), nodes)
}
