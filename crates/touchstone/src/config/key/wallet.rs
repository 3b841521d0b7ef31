//! Signing in with a wallet.

use super::definition::{FLAG, Key, Secrecy, open};

const ORIGINS: &str = "origins separated by commas; `own` for the origin of `public_url`";
const FAMILIES: &str = "one or more of evm, solana, polkadot and multiversx, separated by commas";
const CHAINS: &str =
    "chain ids with RPC endpoints, such as 1=https://node.example, separated by commas";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("own"), ..open("wallet_origins", None, ORIGINS, "Sites on which users sign in with a wallet. Messages to sign name one of them. Default in `parse`: none, so that wallet sign-in is off.") },
    Key { product_default: Some("evm"), ..open("wallet_families", Some("evm, solana, polkadot, multiversx"), FAMILIES, "Kinds of wallets that may sign in and can be linked. Accounts linked to another kind keep it, and can sign in with it once it is listed.") },
    open("wallet_allow_no_origin", Some("false"), FLAG, "Allow wallet sign-in for programs that are not browsers and send no Origin header. Their messages name the first site."),
    open("legacy_wallet_texts", Some("false"), FLAG, "Allow clients made for Moralis to sign in with messages that they create themselves. A wallet cannot check which site such a message is for. Administrators cannot sign in with one."),
    Key { secrecy: Secrecy::Secret, ..open("wallet_chains", None, CHAINS, "Chains whose contract wallets may sign in, in the order in which they are asked. Default: none, so that only wallets with a key may sign in.") },
    open("wallet_factories", None, "addresses of contracts separated by commas", "Factories that may deploy a contract wallet in a simulation, so that it can sign in before it is deployed. Default: none."),
    Key { product_default: Some("90"), ..open("wallet_relink_cooldown", Some("0"), "a duration such as 90d, at most 365d; a plain number is in days", "Time after unlinking in which a wallet cannot be linked to another account. 0: no waiting time.") },
    open("wallet_connect_project", None, "a project id", "WalletConnect project through which the app offers wallets on other devices. Add its relay to `web_connect_sources`. Default: not offered."),
    open("magic_link_key", None, "a publishable key", "Key of Magic, through which the app offers wallets that open with a code from an e-mail. Add its pages to `web_frame_sources`. Default: not offered."),
    open("magic_link_network", Some("mainnet"), "a network as Magic names it", "Network of the wallets of Magic."),
    open("wallet_page_nodes", None, CHAINS, "Nodes that hold accounts of their own, such as development nodes, which the app offers as wallets. Every visitor of the app can see these addresses. Default: none."),
];
