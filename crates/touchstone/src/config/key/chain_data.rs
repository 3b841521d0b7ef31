//! Data of blockchains for clients made for Moralis.

use super::definition::{Key, Secrecy, open, secret};

const URL: &str = "an address that begins with http:// or https://";
const CHAINS: &str = "chain ids with RPC endpoints, such as 1=https://node.example, separated by commas; an id can be repeated";
const NETWORKS: &str =
    "Solana networks with RPC endpoints, such as mainnet=https://node.example, separated by commas";
const FACTORIES: &str = "exchanges with the addresses of their factories, such as 1:uniswapv2=0x5c69…, separated by commas";
const WHOLE: &str = "a whole number, at least 1";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { secrecy: Secrecy::Secret, ..open("chain_nodes", None, CHAINS, "RPC endpoints for the blockchain functions of Moralis clients. In the profile `product` these functions exist only if an endpoint or a provider is set. In `parse` they otherwise return an error that names this setting.") },
    Key { secrecy: Secrecy::Secret, ..open("solana_nodes", None, NETWORKS, "RPC endpoints for the Solana functions. Default: they return an error that names this setting.") },
    open("chain_data_provider_url", None, URL, "Provider of indexed blockchain data, for questions that an RPC endpoint cannot answer, such as https://deep-index.moralis.io/api/v2.2. Default: such functions return an error."),
    open("chain_data_solana_provider_url", None, URL, "Address of that provider for Solana. Default: none."),
    secret("chain_data_provider_key", "Key of that provider, sent as X-API-Key."),
    open("chain_data_user_limit", Some("300"), WHOLE, "Cost of the blockchain data that one user may request per minute. docs/how-to/developers/migrate-from-moralis.md lists the cost of each function. An IP address may request twice as much."),
    open("chain_data_factories", None, FACTORIES, "Exchanges whose pairs are known in addition to the built-in ones."),
    open("chain_data_ipfs_gateway", None, URL, "Gateway from which token metadata on IPFS is fetched, such as https://ipfs.io/ipfs. Default: it is not fetched."),
];
