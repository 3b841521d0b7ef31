//! Functions about chains of Ethereum's family.

mod balance;
mod block;
mod contract;
mod domain;
mod erc20;
mod log;
mod nft;
mod nft_transfer;
mod pair;
mod shape;

use parse_engine::Error;

use crate::answer::Answer;
use crate::ask::Chain;
use crate::param::Params;
use crate::refused::failed;

/// Answers a function from a node.
pub(crate) async fn answer(
    name: &str,
    chain: &Chain<'_>,
    params: &Params,
) -> Result<Answer, Error> {
    match name {
        "getBlock" => block::block(chain, params).await,
        "getDateToBlock" => block::date_to_block(chain, params).await,
        "getTransaction" => block::transaction(chain, params, false).await,
        "getTransactionVerbose" => block::transaction(chain, params, true).await,
        "getInternalTransactions" => block::internal_transactions(chain, params).await,
        "getLogsByAddress" => log::by_address(chain, params).await,
        "getContractEvents" => log::events(chain, params).await,
        "runContractFunction" => contract::run(chain, params).await,
        "getNativeBalance" => balance::native(chain, params).await,
        "getNativeBalancesForAddresses" => balance::native_of_many(chain, params).await,
        "getTokenBalances" => balance::tokens(chain, params).await,
        "getERC20" => balance::one_token(chain, params).await,
        "getTokenMetadata" => erc20::metadata(chain, params).await,
        "getTokenAllowance" => erc20::allowance(chain, params).await,
        "getTokenTransfers" => erc20::of_wallet(chain, params).await,
        "getTokenAddressTransfers" => erc20::of_token(chain, params).await,
        "getErc20Transfers" => erc20::listed(chain, params, erc20::Kind::Transfer).await,
        "getErc20Mints" => erc20::listed(chain, params, erc20::Kind::Mint).await,
        "getErc20Burns" => erc20::listed(chain, params, erc20::Kind::Burn).await,
        "getErc20Approvals" => erc20::listed(chain, params, erc20::Kind::Approval).await,
        "getNFTTransfers" => nft_transfer::of_wallet(chain, params).await,
        "getNFTTransfersByBlock" => nft_transfer::of_block(chain, params).await,
        "getNFTTransfersFromToBlock" => nft_transfer::of_range(chain, params).await,
        "getContractNFTTransfers" => nft_transfer::of_contract(chain, params).await,
        "getWalletTokenIdTransfers" => nft_transfer::of_token(chain, params).await,
        "getNFTMetadata" => nft::contract(chain, params).await,
        "getTokenIdMetadata" => nft::token(chain, params).await,
        "reSyncMetadata" => nft::sync_again(chain, params).await,
        "getMultipleNFTs" => nft::several(chain, params).await,
        "getTokenIdOwners" => nft::owners_of_token(chain, params).await,
        "getNFTsForContract" => nft::of_owner(chain, params).await,
        "getAllTokenIds" => nft::of_contract(chain, params).await,
        "resolveDomain" => domain::unstoppable(chain, params).await,
        "resolveENSDomain" => domain::ens(chain, params).await,
        "resolveAddress" => domain::reverse(chain, params).await,
        "getPairReserves" => pair::reserves(chain, params).await,
        "getPairAddress" => pair::address(chain, params).await,
        _ => Err(failed(format!("No node answers {name}."))),
    }
}
