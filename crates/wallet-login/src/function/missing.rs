//! Functions of the old clients that need data of chains, which this server has none of.
//!
//! They are no functions here, so anyone who moves an application may bring their own by these
//! names; only what is said when there is none is clearer.

use parse_engine::Extension;

const NAMES: &[&str] = &[
    "getBlock",
    "getDateToBlock",
    "getLogsByAddress",
    "getNFTTransfersByBlock",
    "getInternalTransactions",
    "getTransaction",
    "getTransactionVerbose",
    "getContractEvents",
    "runContractFunction",
    "getTransactions",
    "getTransactionsVerbose",
    "getNativeBalance",
    "getNativeBalancesForAddresses",
    "getTokenBalances",
    "getTokenTransfers",
    "getNFTs",
    "getNFTTransfers",
    "getWalletNFTCollections",
    "getNFTsForContract",
    "getTokenMetadata",
    "getNFTTrades",
    "getNFTLowestPrice",
    "getTokenMetadataBySymbol",
    "getTokenPrice",
    "getMultipleTokenPrices",
    "getTokenAddressTransfers",
    "getTokenAllowance",
    "getErc20Transfers",
    "getErc20Mints",
    "getErc20Burns",
    "getErc20Approvals",
    "searchNFTs",
    "getNFTTransfersFromToBlock",
    "getAllTokenIds",
    "getMultipleNFTs",
    "getContractNFTTransfers",
    "getNFTOwners",
    "getNFTMetadata",
    "reSyncMetadata",
    "getTokenIdMetadata",
    "getTokenIdOwners",
    "getWalletTokenIdTransfers",
    "syncNFTContract",
    "resolveDomain",
    "resolveENSDomain",
    "resolveAddress",
    "getPairReserves",
    "getPairAddress",
    "uploadFolder",
    "web3ApiVersion",
    "endpointWeights",
    "getTopERC20TokensByMarketCap",
    "getTopERC20TokensByPriceMovers",
    "getTopNFTCollectionsByMarketCap",
    "getHottestNFTCollectionsByTradingVolume",
    "reviewContracts",
    "sol-balance",
    "sol-getSPL",
    "sol-getNFTs",
    "sol-getPortfolio",
    "sol-getNFTMetadata",
    "sol-getTokenPrice",
    "getAllERC20",
    "getERC20",
    "getNFTs_old",
    "getNFTsCount_old",
    "getTransactionsCount",
];

/// Adds what is said instead.
pub(super) fn register(extension: Extension) -> Extension {
    NAMES.iter().fold(extension, |extension, name| {
        extension.with_missing_function(
            name,
            "This server has no blockchain data. Bring a cloud function of this name, or ask a provider from your own code.",
        )
    })
}
