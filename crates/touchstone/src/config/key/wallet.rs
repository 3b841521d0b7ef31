//! Signing in with a wallet.

use super::definition::{FLAG, Key, Secrecy, open};

const ORIGINS: &str = "origins separated by commas; `own` for that of `public_server_url`";
const FAMILIES: &str = "one or more of evm, solana, polkadot and multiversx, separated by commas";
const CHAINS: &str = "numbers of chains with the addresses of their nodes, such as 1=https://node.example, separated by commas";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("own"), ..open("wallet_origins", None, ORIGINS, "The sites whose visitors may sign in with a wallet; texts to sign name one of them. Not set: nobody signs in with a wallet.") },
    Key { product_default: Some("evm"), ..open("wallet_families", Some("evm, solana, polkadot, multiversx"), FAMILIES, "The kinds of wallets that may sign in and can be linked. Accounts linked to another kind stay, and sign in with it again once it is listed here.") },
    open("wallet_allow_no_origin", Some("false"), FLAG, "Programs that are no browsers, and so name no site, may sign in with a wallet too; their texts name the first site."),
    open("legacy_wallet_texts", Some("false"), FLAG, "Clients made for Moralis may sign in with the texts that they make themselves. A wallet cannot check which site such a text is for; administrators are never let in by one."),
    Key { secrecy: Secrecy::Secret, ..open("wallet_chains", None, CHAINS, "Chains whose contract wallets may sign in, in the order in which they are asked. Not set: only wallets with a key.") },
    open("wallet_factories", None, "addresses of contracts separated by commas", "Factories that may deploy a contract wallet in a simulation, so that it can sign in before it is deployed. Not set: none."),
    Key { product_default: Some("90"), ..open("wallet_rest_days", Some("0"), "a number of days, at most 365", "How long a wallet that was unlinked goes to no other account, so that nobody passes one around. 0: it is free at once.") },
    open("wallet_connect_project", None, "a project id", "The app offers wallets on other devices through WalletConnect, as this project; its relay belongs into `web_connect_sources`. Not set: it does not."),
    open("magic_link_key", None, "a publishable key", "The app offers wallets that Magic opens by a code in a mail; its pages belong into `web_frame_sources`. Not set: it does not."),
    open("magic_link_network", Some("mainnet"), "a network as Magic names them", "The network of those wallets."),
    open("wallet_page_nodes", None, CHAINS, "Nodes that hold accounts of their own, as development nodes do, which the app offers as wallets. Everybody who opens the app sees these addresses. Not set: none."),
];
