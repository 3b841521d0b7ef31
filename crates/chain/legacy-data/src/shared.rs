//! What all parts share.

use std::sync::Arc;

use chain_node::{Nodes, Transport};

use crate::allowance::Allowance;
use crate::kept::Kept;
use crate::outside::{Provider, Web};

/// What the operator decides about data of chains.
#[derive(Debug, Clone)]
pub struct Options {
    /// What a user may use in a minute. An address may use twice as much.
    pub per_user: u32,
    /// How many blocks one question about logs may span.
    pub most_blocks: u64,
    /// Where files of IPFS are fetched, without a slash at the end; not at all without.
    pub ipfs_gateway: Option<String>,
    /// Factories of pairs: the chain, the exchange in lower case, the address of the factory.
    pub factories: Vec<(u64, String, String)>,
}

impl Default for Options {
    fn default() -> Options {
        Options { per_user: 300, most_blocks: 10_000, ipfs_gateway: None, factories: Vec::new() }
    }
}

/// Nodes of Solana.
#[derive(Clone)]
pub struct SolanaNodes {
    /// What carries questions to them.
    pub transport: Arc<dyn Transport>,
    /// The name of a network, and an address; the first that answers counts.
    pub endpoints: Vec<(String, String)>,
}

/// Who can be asked.
#[derive(Clone, Default)]
pub struct Sources {
    /// Nodes of chains, with the numbers of those chains.
    pub nodes: Option<(Nodes, Vec<u64>)>,
    /// Nodes of Solana.
    pub solana: Option<SolanaNodes>,
    /// A provider.
    pub provider: Option<Arc<dyn Provider>>,
    /// What contracts point at.
    pub web: Option<Arc<dyn Web>>,
}

impl Sources {
    /// Whether there is no source at all.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_none() && self.solana.is_none() && self.provider.is_none()
    }
}

/// What every part goes by.
pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) sources: Sources,
    pub(crate) kept: Kept,
    pub(crate) allowance: Allowance,
}
