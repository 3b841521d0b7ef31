//! Every function of the old clients that is about data of chains: its source, its direct path, its
//! parameters and its cost.

/// Who answers a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answerer {
    /// A node of the chain; a provider if there is no node and one is configured.
    Node,
    /// A provider of indexed data, with the key that the operator has there.
    Provider,
    /// This server by itself.
    Server,
    /// No source any more.
    Gone,
}

impl Answerer {
    /// The word for it in the documentation.
    pub fn word(self) -> &'static str {
        match self {
            Answerer::Node => "node",
            Answerer::Provider => "provider",
            Answerer::Server => "server",
            Answerer::Gone => "none",
        }
    }
}

/// One function.
#[derive(Debug)]
pub struct Entry {
    /// Its name, under which clients call it.
    pub name: &'static str,
    /// Who answers.
    pub answerer: Answerer,
    /// What a call takes from the caller's allowance.
    pub cost: u32,
    /// The method of its direct path.
    pub method: &'static str,
    /// Its direct path; a segment that begins with a colon is a parameter.
    pub path: &'static str,
    /// The other parameters, separated by blanks. Anything else that is sent is ignored.
    pub params: &'static str,
}

impl Entry {
    /// Whether it is about Solana.
    pub fn is_solana(&self) -> bool {
        self.name.starts_with("sol-")
    }

    /// The names of all its parameters.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        let in_path = self.path.split('/').filter_map(|segment| segment.strip_prefix(':'));
        in_path.chain(self.params.split_ascii_whitespace())
    }
}

/// The function of a name.
pub fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}

const fn get(
    name: &'static str,
    answerer: Answerer,
    cost: u32,
    path: &'static str,
    params: &'static str,
) -> Entry {
    Entry { name, answerer, cost, method: "GET", path, params }
}

const fn sent(method: &'static str, entry: Entry) -> Entry {
    Entry { method, ..entry }
}

use Answerer::{Gone, Node, Provider, Server};

/// All of them, in the order of the old client's groups.
#[rustfmt::skip] // One line per function, so that the table can be read as one.
pub const ENTRIES: &[Entry] = &[
    get("getBlock", Node, 2, "/block/:block_number_or_hash", "chain include"),
    get("getDateToBlock", Node, 5, "/dateToBlock", "chain date"),
    get("getLogsByAddress", Node, 5, "/:address/logs", "chain block_number from_block to_block from_date to_date topic0 topic1 topic2 topic3 limit disable_total cursor"),
    get("getNFTTransfersByBlock", Node, 2, "/block/:block_number_or_hash/nft/transfers", "chain limit disable_total cursor"),
    get("getInternalTransactions", Node, 5, "/transaction/:transaction_hash/internal-transactions", "chain"),
    get("getTransaction", Node, 1, "/transaction/:transaction_hash", "chain include"),
    get("getTransactionVerbose", Node, 1, "/transaction/:transaction_hash/verbose", "chain include"),
    sent("POST", get("getContractEvents", Node, 5, "/:address/events", "chain from_block to_block from_date to_date topic offset limit disable_total abi data")),
    sent("POST", get("runContractFunction", Node, 1, "/:address/function", "chain function_name abi params")),
    get("getTransactions", Provider, 5, "/:address", "chain from_block to_block from_date to_date cursor limit disable_total include order"),
    get("getTransactionsVerbose", Provider, 5, "/:address/verbose", "chain from_block to_block from_date to_date include cursor limit disable_total"),
    get("getNativeBalance", Node, 1, "/:address/balance", "chain to_block"),
    get("getNativeBalancesForAddresses", Node, 2, "/wallets/balances", "chain to_block wallet_addresses"),
    get("getTokenBalances", Node, 3, "/:address/erc20", "chain to_block token_addresses"),
    get("getTokenTransfers", Node, 5, "/:address/erc20/transfers", "chain from_block to_block from_date to_date limit disable_total cursor"),
    get("getNFTs", Provider, 5, "/:address/nft", "chain format limit disable_total token_addresses cursor normalizeMetadata media_items"),
    get("getNFTTransfers", Node, 5, "/:address/nft/transfers", "chain format direction from_block to_block from_date to_date limit disable_total cursor"),
    get("getWalletNFTCollections", Provider, 5, "/:address/nft/collections", "chain limit disable_total cursor"),
    get("getNFTsForContract", Node, 5, "/:address/nft/:token_address", "chain format cursor limit disable_total"),
    get("getTokenMetadata", Node, 2, "/erc20/metadata", "chain addresses"),
    get("getNFTTrades", Provider, 5, "/nft/:address/trades", "chain from_block to_block from_date to_date marketplace cursor limit disable_total"),
    get("getNFTLowestPrice", Gone, 1, "/nft/:address/lowestprice", "chain days marketplace"),
    get("getTokenMetadataBySymbol", Provider, 5, "/erc20/metadata/symbols", "chain symbols"),
    get("getTokenPrice", Provider, 5, "/erc20/:address/price", "chain exchange to_block"),
    sent("POST", get("getMultipleTokenPrices", Provider, 10, "/erc20/prices", "chain tokens")),
    get("getTokenAddressTransfers", Node, 5, "/erc20/:address/transfers", "chain from_block to_block from_date to_date limit disable_total cursor"),
    get("getTokenAllowance", Node, 1, "/erc20/:address/allowance", "chain owner_address spender_address"),
    get("getErc20Transfers", Node, 10, "/erc20/transfers", "chain from_block to_block limit contract_addresses exclude_contracts wallet_addresses exclude_wallets cursor"),
    get("getErc20Mints", Node, 10, "/erc20/mints", "chain from_block to_block limit contract_addresses exclude_contracts wallet_addresses exclude_wallets cursor"),
    get("getErc20Burns", Node, 10, "/erc20/burns", "chain from_block to_block limit contract_addresses exclude_contracts wallet_addresses exclude_wallets cursor"),
    get("getErc20Approvals", Node, 10, "/erc20/approvals", "chain from_block to_block limit contract_addresses exclude_contracts wallet_addresses exclude_wallets cursor"),
    get("searchNFTs", Gone, 1, "/nft/search", "chain format q filter from_block to_block from_date to_date addresses cursor limit disable_total"),
    get("getNFTTransfersFromToBlock", Node, 10, "/nft/transfers", "chain from_block to_block from_date to_date format limit disable_total cursor"),
    get("getAllTokenIds", Node, 5, "/nft/:address", "chain format limit disable_total totalRanges range cursor normalizeMetadata media_items"),
    sent("POST", get("getMultipleNFTs", Node, 5, "/nft/getMultipleNFTs", "chain tokens normalizeMetadata media_items")),
    get("getContractNFTTransfers", Node, 5, "/nft/:address/transfers", "chain from_block to_block from_date to_date format limit disable_total cursor"),
    get("getNFTOwners", Provider, 5, "/nft/:address/owners", "chain format limit disable_total cursor normalizeMetadata media_items"),
    get("getNFTMetadata", Node, 1, "/nft/:address/metadata", "chain"),
    get("reSyncMetadata", Node, 3, "/nft/:address/:token_id/metadata/resync", "chain flag mode"),
    get("getTokenIdMetadata", Node, 3, "/nft/:address/:token_id", "chain format normalizeMetadata media_items"),
    get("getTokenIdOwners", Node, 3, "/nft/:address/:token_id/owners", "chain format limit disable_total cursor normalizeMetadata media_items"),
    get("getWalletTokenIdTransfers", Node, 5, "/nft/:address/:token_id/transfers", "chain format limit disable_total order cursor from_block to_block"),
    sent("PUT", get("syncNFTContract", Server, 1, "/nft/:address/sync", "chain")),
    get("resolveDomain", Node, 2, "/resolve/:domain", "chain currency"),
    get("resolveENSDomain", Node, 2, "/resolve/ens/:domain", "chain"),
    get("resolveAddress", Node, 3, "/resolve/:address/reverse", "chain"),
    get("getPairReserves", Node, 1, "/:pair_address/reserves", "chain to_block to_date"),
    get("getPairAddress", Node, 2, "/:token0_address/:token1_address/pairAddress", "chain to_block to_date exchange"),
    sent("POST", get("uploadFolder", Gone, 1, "/ipfs/uploadFolder", "abi data")),
    get("web3ApiVersion", Server, 1, "/web3/version", ""),
    get("endpointWeights", Server, 1, "/info/endpointWeights", ""),
    get("getTopERC20TokensByMarketCap", Provider, 5, "/market-data/erc20s/top-tokens", ""),
    get("getTopERC20TokensByPriceMovers", Provider, 5, "/market-data/erc20s/top-movers", ""),
    get("getTopNFTCollectionsByMarketCap", Provider, 5, "/market-data/nfts/top-collections", ""),
    get("getHottestNFTCollectionsByTradingVolume", Provider, 5, "/market-data/nfts/hottest-collections", ""),
    sent("POST", get("reviewContracts", Server, 1, "/contracts-review", "contracts")),
    get("sol-balance", Node, 1, "/account/:network/:address/balance", ""),
    get("sol-getSPL", Node, 3, "/account/:network/:address/tokens", ""),
    get("sol-getNFTs", Node, 3, "/account/:network/:address/nft", ""),
    get("sol-getPortfolio", Node, 5, "/account/:network/:address/portfolio", ""),
    get("sol-getNFTMetadata", Node, 2, "/nft/:network/:address/metadata", ""),
    get("sol-getTokenPrice", Provider, 5, "/token/:network/:address/price", ""),
    // The helpers before all these, which have no path of their own: the one given is the provider's.
    get("getAllERC20", Provider, 5, "", "chain address"),
    get("getERC20", Node, 1, "", "chain address symbol tokenAddress"),
    get("getNFTs_old", Provider, 5, "", "chain address"),
    get("getNFTsCount_old", Provider, 5, "", "chain address"),
    get("getTransactionsCount", Provider, 5, "", "chain address"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_old_clients_know_sixty_seven_names_each_once() {
        let names: BTreeSet<&str> = ENTRIES.iter().map(|entry| entry.name).collect();
        assert_eq!((names.len(), ENTRIES.len()), (67, 67));
    }

    #[test]
    fn the_documentation_says_of_every_name_who_answers_it() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../docs/how-to/developers/migrate-from-moralis.md"
        );
        let document = std::fs::read_to_string(path).unwrap();
        let (_, table) = document.split_once("| function | answered by |").unwrap();
        let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
        let told: Vec<(String, String)> = rows
            .map(|row| {
                let mut cells = row.trim_matches('|').split('|').map(str::trim);
                let name = cells.next().unwrap().trim_matches('`').to_owned();
                (name, cells.next().unwrap().to_owned())
            })
            .collect();
        let known: Vec<(String, String)> = ENTRIES
            .iter()
            .map(|entry| (entry.name.to_owned(), entry.answerer.word().to_owned()))
            .collect();
        assert_eq!(told, known);
    }
}
