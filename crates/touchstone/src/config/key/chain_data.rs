//! Data of blockchains for clients made for Moralis.

use super::definition::{Key, Secrecy, open, secret};

const CHAINS: &str = "numbers of chains with the addresses of their nodes, such as 1=https://node.example, separated by commas; a number may stand there several times";
const NETWORKS: &str = "networks of Solana with the addresses of their nodes, such as mainnet=https://node.example, separated by commas";
const FACTORIES: &str = "exchanges with the addresses of their factories, such as 1:uniswapv2=0x5c69…, separated by commas";
const WHOLE: &str = "a whole number, at least 1";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { secrecy: Secrecy::Secret, ..open("chain_nodes", None, CHAINS, "Nodes that answer the blockchain functions of old clients. In the profile `product` these functions exist only if a node or a provider is set; in `parse` they otherwise say what to configure.") },
    Key { secrecy: Secrecy::Secret, ..open("solana_nodes", None, NETWORKS, "The same for Solana. Not set: its functions say what to configure.") },
    open("chain_data_provider_url", None, "an address that begins with http:// or https://", "A provider of indexed blockchain data that is asked what no node can tell, such as https://deep-index.moralis.io/api/v2.2. Not set: such functions say so."),
    open("chain_data_solana_provider_url", None, "an address that begins with http:// or https://", "Where that provider answers about Solana. Not set: nowhere."),
    secret("chain_data_provider_key", "The key at that provider, sent as X-API-Key and never shown."),
    open("chain_data_user_limit", Some("300"), WHOLE, "Cost of the blockchain data that one user may ask for in a minute; docs/moralis.md lists the cost of each function. An IP address may ask for twice as much."),
    open("chain_data_factories", None, FACTORIES, "Exchanges whose pairs are known beside the common ones."),
    open("chain_data_ipfs_gateway", None, "an address that begins with http:// or https://", "Where descriptions of tokens on IPFS are fetched, such as https://ipfs.io/ipfs. Not set: they are not."),
];
