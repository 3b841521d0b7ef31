//! Reads who may sign in with a wallet, and how.

use wallet_login::{Family, Options};

use super::origins;
use super::reader::{Reader, url, word};
use super::unit::Unit;

/// The role whose members sign in by no text of an old client.
const ADMINISTRATORS: &str = "administrators";

/// How people sign in with wallets.
#[derive(Debug, Clone, Default)]
pub struct WalletSettings {
    /// The settings of all kinds of wallets.
    pub options: Options,
    /// The chains whose contracts are asked, each with the address of a node.
    pub chains: Vec<(u64, String)>,
    /// The ways to a wallet that the app offers beside those it finds in a browser.
    pub ways: WalletWays,
}

/// Ways to a wallet that a third party runs. The app offers what is set.
#[derive(Debug, Clone, Default)]
pub struct WalletWays {
    /// The project at WalletConnect.
    pub connect_project: Option<String>,
    /// The key and the network at Magic.
    pub magic: Option<(String, String)>,
    /// Nodes that hold accounts.
    pub nodes: Vec<(u64, String)>,
}

impl WalletSettings {
    /// Whether wallets can sign in at all.
    pub fn is_on(&self) -> bool {
        !self.options.origins.is_empty()
    }
}

/// Reads it. `name` is what people call the application.
pub(super) fn wallet_settings(
    read: &mut Reader<'_>,
    own_address: &str,
    name: Option<&str>,
) -> WalletSettings {
    let listed = read.value("wallet_origins", listed).unwrap_or_default();
    let printed = |c: &char| c.is_ascii_graphic() || *c == ' ';
    let title: String = name.unwrap_or_default().chars().filter(printed).take(60).collect();
    let title = if title.trim().is_empty() { "this site".to_owned() } else { title };
    let options = Options {
        origins: origins(listed, own_address),
        families: read.value("wallet_families", families).unwrap_or_default(),
        allows_no_origin: read.flag("wallet_allow_no_origin"),
        legacy_texts: read.flag("legacy_wallet_texts"),
        strict_roles: vec![ADMINISTRATORS.to_owned()],
        factories: read.value("wallet_factories", factories).unwrap_or_default(),
        rest_days: read.duration("wallet_relink_cooldown", Unit::Days, 0, 365).unwrap_or_default(),
        title,
    };
    WalletSettings {
        options,
        chains: read.value("wallet_chains", chains).unwrap_or_default(),
        ways: ways(read),
    }
}

fn ways(read: &mut Reader<'_>) -> WalletWays {
    let network = read.value("magic_link_network", word).unwrap_or_default();
    WalletWays {
        connect_project: read.value("wallet_connect_project", word),
        magic: read.value("magic_link_key", word).map(|key| (key, network)),
        nodes: read.value("wallet_page_nodes", chains).unwrap_or_default(),
    }
}

fn listed(text: &str) -> Option<Vec<String>> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    let origin = |item: &str| {
        let item = item.to_ascii_lowercase();
        (item == "own" || is_origin(&item)).then_some(item)
    };
    items.map(origin).collect()
}

fn families(text: &str) -> Option<Vec<Family>> {
    let named: Option<Vec<Family>> =
        text.split(',').map(|name| Family::named(name.trim())).collect();
    let named = named?;
    // Each family once, in the order in which the app offers them.
    Some(Family::ALL.into_iter().filter(|family| named.contains(family)).collect())
}

fn is_origin(text: &str) -> bool {
    url(text).is_some_and(|url| url == text && url.matches('/').count() == 2)
}

fn factories(text: &str) -> Option<Vec<String>> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    let address = |item: &str| {
        let digits = item.strip_prefix("0x").filter(|digits| digits.len() == 40)?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex.then(|| item.to_ascii_lowercase())
    };
    items.map(address).collect()
}

pub(super) fn chains(text: &str) -> Option<Vec<(u64, String)>> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    let chain = |item: &str| {
        let (number, address) = item.split_once('=')?;
        let number = number.trim().parse().ok().filter(|number| *number > 0)?;
        Some((number, url(address.trim())?))
    };
    items.map(chain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_numbers_with_addresses() {
        let read = chains("1=https://a.example/key?x=1, 31337=http://127.0.0.1:8545").unwrap();
        assert_eq!(read[0], (1, "https://a.example/key?x=1".to_owned()));
        assert_eq!(read[1], (31337, "http://127.0.0.1:8545".to_owned()));
        for bad in ["eth=https://a.example", "0=https://a.example", "1=ftp://a", "1", "=https://a"]
        {
            assert_eq!(chains(bad), None, "{bad}");
        }
    }

    #[test]
    fn families_are_named_in_any_order() {
        assert_eq!(families("solana, evm"), Some(vec![Family::Evm, Family::Solana]));
        for bad in ["", "ethereum", "evm,", "evm,bitcoin"] {
            assert_eq!(families(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_origin_is_no_address() {
        assert!(is_origin("https://app.example") && is_origin("http://localhost:5173"));
        for bad in ["app.example", "https://app.example/", "https://app.example/x", "*", "null"] {
            assert!(!is_origin(bad), "{bad}");
        }
    }
}
