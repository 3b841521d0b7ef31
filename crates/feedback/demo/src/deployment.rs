//! The networks that the swap of the demo runs on, with its contracts and tokens there.

use chain::registry::Role;

use crate::asset::{ASSETS, Asset};
use crate::seeded_rng::SeededRng;

/// A network as it is.
#[derive(Debug)]
pub(super) struct KnownNetwork {
    pub(super) chain_id: u64,
    pub(super) name: &'static str,
    /// What it is called on a command line.
    pub(super) key: &'static str,
    pub(super) symbol: &'static str,
    pub(super) block_time: u64,
    pub(super) explorer: &'static str,
}

#[rustfmt::skip] // A table, one network per line.
pub(super) const NETWORKS: [KnownNetwork; 5] = [
    KnownNetwork { chain_id: 11_155_111, name: "Sepolia", key: "sepolia", symbol: "ETH", block_time: 12_000, explorer: "https://sepolia.etherscan.io" },
    KnownNetwork { chain_id: 84_532, name: "Base Sepolia", key: "base-sepolia", symbol: "ETH", block_time: 2_000, explorer: "https://sepolia.basescan.org" },
    KnownNetwork { chain_id: 421_614, name: "Arbitrum Sepolia", key: "arbitrum-sepolia", symbol: "ETH", block_time: 250, explorer: "https://sepolia.arbiscan.io" },
    KnownNetwork { chain_id: 11_155_420, name: "OP Sepolia", key: "op-sepolia", symbol: "ETH", block_time: 2_000, explorer: "https://sepolia-optimism.etherscan.io" },
    KnownNetwork { chain_id: 80_002, name: "Polygon Amoy", key: "polygon-amoy", symbol: "POL", block_time: 2_000, explorer: "https://amoy.polygonscan.com" },
];

/// What is deployed on one of them. The addresses follow from the seed; nothing is there.
#[derive(Debug)]
pub(super) struct Deployment {
    pub(super) chain_id: u64,
    pub(super) symbol: &'static str,
    pub(super) block_time: u64,
    pub(super) router: String,
    pub(super) universal_router: String,
    pub(super) permit: String,
    quoter: String,
    /// In the order of the assets.
    pub(super) tokens: Vec<String>,
}

impl Deployment {
    pub(super) fn of(seed: u64, network: usize) -> Deployment {
        let KnownNetwork { chain_id, symbol, block_time, .. } = NETWORKS[network];
        let mut rng = SeededRng::nth(seed, "contracts", network);
        Deployment {
            chain_id,
            symbol,
            block_time,
            router: rng.address(),
            universal_router: rng.address(),
            permit: rng.address(),
            quoter: rng.address(),
            tokens: ASSETS.iter().map(|_| rng.address()).collect(),
        }
    }

    /// The token of a place in its list.
    pub(super) fn asset(at: usize) -> &'static Asset {
        &ASSETS[at]
    }

    /// Names, roles and addresses of its contracts.
    pub(super) fn contracts(&self) -> [(&'static str, Role, &String); 4] {
        [
            ("Router", Role::Router, &self.router),
            ("Universal router", Role::Router, &self.universal_router),
            ("Permit2", Role::Permit, &self.permit),
            ("Quoter", Role::Quoter, &self.quoter),
        ]
    }
}
