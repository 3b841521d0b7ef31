//! Balances, of the chain's own currency and of tokens.

use alloy_primitives::{Address, U256};
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::answer::Answer;
use crate::ask::Chain;
use crate::chain_name::name_of;
use crate::param::Params;
use crate::quantity::{big, date, in_units, number, spelled, word};
use crate::refused::{failed, nonsense, required};

/// The decimals of every chain's own currency.
const NATIVE_DECIMALS: u8 = 18;

async fn balance(chain: &Chain<'_>, address: Address, at: &str) -> Result<U256, Error> {
    let answer = chain.request("eth_getBalance", json!([spelled(address), at])).await?;
    answer.as_str().and_then(big).ok_or_else(nonsense)
}

/// What an address has.
pub(super) async fn native(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let address = params.address("address")?;
    let (at, block) = chain.at(params).await?;
    let balance = balance(chain, address, &at).await?;
    Ok(Answer::at(json!({ "balance": balance.to_string() }), block))
}

/// What several addresses have.
pub(super) async fn native_of_many(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let addresses = params.addresses("wallet_addresses")?;
    if addresses.is_empty() {
        return Err(required("wallet_addresses"));
    }
    let (at, named) = chain.at(params).await?;
    let block = chain.request("eth_getBlockByNumber", json!([at, false])).await?;
    let height = number(&block, "number").ok_or_else(nonsense)?;
    let made = number(&block, "timestamp").ok_or_else(nonsense)?;
    let balances = chain.each(&addresses, |address| balance(chain, *address, &at)).await?;
    let total = balances.iter().fold(U256::ZERO, |sum, balance| sum.saturating_add(*balance));
    let each = addresses.iter().zip(&balances).map(|(address, balance)| {
        json!({
            "address": spelled(*address),
            "balance": balance.to_string(),
            "balance_formatted": in_units(*balance, NATIVE_DECIMALS),
        })
    });
    let value = json!([{
        "chain": name_of(chain.id),
        "chain_id": format!("{:#x}", chain.id),
        "total_balance": total.to_string(),
        "block_number": height.to_string(),
        "block_timestamp": date(made),
        "total_balance_formatted": in_units(total, NATIVE_DECIMALS),
        "wallet_balances": each.collect::<Vec<Json>>(),
    }]);
    Ok(Answer::at(value, named))
}

/// What an address has of some tokens. No node knows which tokens there are.
pub(super) async fn tokens(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let owner = params.address("address")?;
    let tokens = params.addresses("token_addresses")?;
    if tokens.is_empty() {
        return Err(failed(
            "A node cannot list all tokens of an address: name them in token_addresses, or have the operator set chain_data_provider_url.",
        ));
    }
    let (at, block) = chain.at(params).await?;
    let rows = chain.each(&tokens, |token| token_row(chain, owner, *token, &at)).await?;
    Ok(Answer::at(Json::Array(rows.into_iter().flatten().collect()), block))
}

async fn token_row(
    chain: &Chain<'_>,
    owner: Address,
    token: Address,
    at: &str,
) -> Result<Option<Json>, Error> {
    let balance = chain.number(token, "balanceOf(address)", &[word(owner)], at).await?;
    let Some(balance) = balance.filter(|balance| !balance.is_zero()) else { return Ok(None) };
    let facts = chain.token(token).await?;
    Ok(Some(json!({
        "token_address": spelled(token),
        "name": facts.name,
        "symbol": facts.symbol,
        "logo": null,
        "thumbnail": null,
        "decimals": facts.decimals,
        "balance": balance.to_string(),
        "possible_spam": false,
    })))
}

/// What an address has of one token, in the shape of the oldest clients.
pub(super) async fn one_token(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let owner = params.address("address")?;
    if params.text("tokenAddress").is_none() {
        return Err(failed(
            "A symbol does not identify one token: give its tokenAddress, or have the operator set chain_data_provider_url.",
        ));
    }
    let token = params.address("tokenAddress")?;
    let balance = chain.number(token, "balanceOf(address)", &[word(owner)], "latest").await?;
    let balance = balance.ok_or_else(|| failed("There is no token at tokenAddress."))?;
    let facts = chain.token(token).await?;
    Ok(Answer::head(json!({
        "balance": balance.to_string(),
        "decimals": facts.decimals,
        "name": facts.name,
        "symbol": facts.symbol,
        "contractType": "ERC20",
    })))
}
