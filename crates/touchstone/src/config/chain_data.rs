//! Reads where data of blockchains comes from, and how much of it a caller may have.

use chain_data::Options;

use super::reader::{Reader, url, word};
use super::wallet::chains;

/// Where data of blockchains comes from.
#[derive(Debug, Clone, Default)]
pub struct ChainDataSettings {
    /// The settings of all chains.
    pub options: Options,
    /// Nodes by the numbers of their chains, in the order in which they are asked.
    pub nodes: Vec<(u64, String)>,
    /// Nodes of Solana by their networks.
    pub solana: Vec<(String, String)>,
    /// Where the provider answers about chains of Ethereum's family.
    pub provider: Option<String>,
    /// Where it answers about Solana.
    pub solana_provider: Option<String>,
    /// The key there.
    pub provider_key: Option<String>,
}

impl ChainDataSettings {
    /// Whether anything can be asked for blockchain data.
    pub(crate) fn has_source(&self) -> bool {
        let has_node = !self.nodes.is_empty() || !self.solana.is_empty();
        has_node || self.provider.is_some() || self.solana_provider.is_some()
    }
}

/// Reads it.
pub(super) fn chain_data(read: &mut Reader<'_>) -> ChainDataSettings {
    let usual = Options::default();
    let most = u64::from(u32::MAX);
    let options = Options {
        per_user: read.whole("chain_data_user_limit", 1, most).unwrap_or(usual.per_user),
        ipfs_gateway: read.value("chain_data_ipfs_gateway", url),
        factories: read.value("chain_data_factories", factories).unwrap_or_default(),
        ..usual
    };
    ChainDataSettings {
        options,
        nodes: read.value("chain_nodes", chains).unwrap_or_default(),
        solana: read.value("solana_nodes", networks).unwrap_or_default(),
        provider: read.value("chain_data_provider_url", url),
        solana_provider: read.value("chain_data_solana_provider_url", url),
        provider_key: read.value("chain_data_provider_key", word),
    }
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

fn networks(text: &str) -> Option<Vec<(String, String)>> {
    let network = |item: &str| {
        let (name, address) = item.split_once('=')?;
        let is_known = ["mainnet", "devnet", "testnet"].contains(&name.trim());
        is_known.then_some((name.trim().to_owned(), url(address.trim())?))
    };
    items(text).map(network).collect()
}

fn factories(text: &str) -> Option<Vec<(u64, String, String)>> {
    let factory = |item: &str| {
        let (place, address) = item.split_once('=')?;
        let (chain, exchange) = place.split_once(':')?;
        let digits = address.trim().strip_prefix("0x").filter(|digits| digits.len() == 40)?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let chain = chain.trim().parse().ok().filter(|chain| *chain > 0 && is_hex)?;
        Some((chain, word(exchange.trim())?.to_ascii_lowercase(), address.trim().to_owned()))
    };
    items(text).map(factory).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_may_have_several_nodes_and_a_network_of_solana_has_a_name() {
        assert_eq!(chains("1=https://a.example,1=https://b.example").unwrap().len(), 2);
        assert_eq!(networks("mainnet=https://a.example, devnet=http://b").unwrap().len(), 2);
        for bad in ["https://a.example", "moonnet=https://a.example", "mainnet=ftp://a"] {
            assert_eq!(networks(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_factory_is_that_of_an_exchange_on_a_chain() {
        let address = "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f";
        let read = factories(&format!("1:UniswapV2={address}")).unwrap();
        assert_eq!(read, [(1, "uniswapv2".to_owned(), address.to_owned())]);
        for bad in ["1:uniswapv2", "uniswapv2=0x1", "0:a=0x1", "1:a=0x1"] {
            assert_eq!(factories(bad), None, "{bad}");
        }
    }
}
