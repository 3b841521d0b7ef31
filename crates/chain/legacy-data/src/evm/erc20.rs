//! Tokens that are amounts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use alloy_primitives::{Address, B256, U256};
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::abi::number_in;
use crate::answer::Answer;
use crate::ask::Chain;
use crate::kept::TokenFacts;
use crate::page::ranged;
use crate::param::{MOST_ROWS, Params};
use crate::quantity::{address_in, date, in_units, spelled, word};
use crate::refused::{failed, required};
use crate::scan::{self, Filter, Log, Range};
use crate::signature::{APPROVAL, TRANSFER};

/// Names, symbols and decimals.
pub(super) async fn metadata(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let addresses = params.addresses("addresses")?;
    if addresses.is_empty() {
        return Err(required("addresses"));
    }
    let facts = chain.each(&addresses, |address| chain.token(*address)).await?;
    let rows = addresses.iter().zip(facts).map(|(address, facts)| {
        json!({
            "address": spelled(*address),
            "name": facts.name.clone().unwrap_or_default(),
            "symbol": facts.symbol.clone().unwrap_or_default(),
            "decimals": facts.decimals.map_or_else(String::new, |decimals| decimals.to_string()),
            "logo": null,
            "logo_hash": null,
            "thumbnail": null,
            "block_number": null,
            "validated": null,
            "possible_spam": false,
        })
    });
    Ok(Answer::head(Json::Array(rows.collect())))
}

/// How much a spender may spend of an owner's token.
pub(super) async fn allowance(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let token = params.address("address")?;
    let (owner, spender) = (params.address("owner_address")?, params.address("spender_address")?);
    let words = [word(owner), word(spender)];
    let allowance = chain.number(token, "allowance(address,address)", &words, "latest").await?;
    let allowance = allowance.ok_or_else(|| failed("There is no token at this address."))?;
    Ok(Answer::head(json!({ "allowance": allowance.to_string() })))
}

/// A transfer or an approval.
#[derive(Debug, Clone, Copy)]
struct Movement {
    from: Address,
    to: Address,
    value: U256,
}

/// Three topics and a value; those of tokens that are not amounts have four.
fn movement(log: &Log) -> Option<Movement> {
    let &[_, from, to] = &log.topics[..] else { return None };
    let value = log.data.get(..32).map(|bytes| number_in(B256::from_slice(bytes)))?;
    Some(Movement { from: address_in(from)?, to: address_in(to)?, value })
}

/// The transfers to and from a wallet.
pub(super) async fn of_wallet(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let wallet = Some(vec![word(params.address("address")?)]);
    let transfer = Some(vec![TRANSFER]);
    let filters = [
        Filter { contracts: Vec::new(), topics: vec![transfer.clone(), wallet.clone()] },
        Filter { contracts: Vec::new(), topics: vec![transfer, None, wallet] },
    ];
    transactions(chain, params, &filters).await
}

/// The transfers of a token.
pub(super) async fn of_token(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let contracts = vec![spelled(params.address("address")?)];
    let filter = Filter { contracts, topics: vec![Some(vec![TRANSFER])] };
    transactions(chain, params, &[filter]).await
}

async fn transactions(
    chain: &Chain<'_>,
    params: &Params,
    filters: &[Filter],
) -> Result<Answer, Error> {
    let everything = |log: &Log| movement(log).into_iter().collect();
    let tell = |log: &Log, moved: Movement, facts: &TokenFacts, made: u64| {
        json!({
            "token_name": facts.name,
            "token_symbol": facts.symbol,
            "token_logo": null,
            "token_decimals": facts.decimals.map(|decimals| decimals.to_string()),
            "transaction_hash": log.text("transactionHash"),
            "address": log.text("address"),
            "block_timestamp": date(made),
            "block_number": log.block.to_string(),
            "block_hash": log.text("blockHash"),
            "to_address": spelled(moved.to),
            "from_address": spelled(moved.from),
            "value": moved.value.to_string(),
            "value_decimal": facts.decimals.map(|decimals| in_units(moved.value, decimals)),
            "transaction_index": log.transaction,
            "log_index": log.index,
            "possible_spam": false,
        })
    };
    told(chain, params, filters, everything, tell).await
}

/// What is listed of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// From one to another.
    Transfer,
    /// From the zero address.
    Mint,
    /// To the zero address.
    Burn,
    /// A permission to spend.
    Approval,
}

/// What happened to tokens, by lists of contracts and wallets.
pub(super) async fn listed(
    chain: &Chain<'_>,
    params: &Params,
    kind: Kind,
) -> Result<Answer, Error> {
    let contracts: Vec<String> =
        params.addresses("contract_addresses")?.into_iter().map(spelled).collect();
    let wallets: Vec<B256> = params.addresses("wallet_addresses")?.into_iter().map(word).collect();
    let without_contracts: BTreeSet<String> =
        params.addresses("exclude_contracts")?.into_iter().map(spelled).collect();
    let without_wallets: BTreeSet<Address> =
        params.addresses("exclude_wallets")?.into_iter().collect();
    let filter = |from: Option<Vec<B256>>, to: Option<Vec<B256>>| {
        let topic = if kind == Kind::Approval { APPROVAL } else { TRANSFER };
        Filter { contracts: contracts.clone(), topics: vec![Some(vec![topic]), from, to] }
    };
    let some = (!wallets.is_empty()).then_some(wallets);
    let zero = Some(vec![B256::ZERO]);
    let filters = match (kind, some) {
        (Kind::Mint, some) => vec![filter(zero, some)],
        (Kind::Burn, some) => vec![filter(some, zero)],
        (_, None) => vec![filter(None, None)],
        (_, Some(wallets)) => {
            vec![filter(Some(wallets.clone()), None), filter(None, Some(wallets))]
        }
    };
    let wanted = |log: &Log| {
        let moved = movement(log).filter(|moved| {
            let is_within = |wallet: &Address| without_wallets.contains(wallet);
            !is_within(&moved.from)
                && !is_within(&moved.to)
                && !without_contracts.contains(&log.text("address"))
        });
        moved.into_iter().collect()
    };
    let tell = |log: &Log, moved: Movement, facts: &TokenFacts, made: u64| {
        listed_row(kind, log, moved, facts, made)
    };
    told(chain, params, &filters, wanted, tell).await
}

fn listed_row(kind: Kind, log: &Log, moved: Movement, facts: &TokenFacts, made: u64) -> Json {
    let mut row = json!({
        "token_name": facts.name,
        "token_symbol": facts.symbol,
        "token_logo": null,
        "token_decimals": facts.decimals.map(|decimals| decimals.to_string()),
        "contract_address": log.text("address"),
        "transaction_hash": log.text("transactionHash"),
        "transaction_index": log.transaction,
        "log_index": log.index,
        "block_timestamp": date(made),
        "block_number": log.block,
        "block_hash": log.text("blockHash"),
        "value": moved.value.to_string(),
        "value_decimal": facts.decimals.map(|decimals| in_units(moved.value, decimals)),
        "possible_spam": false,
    });
    if kind == Kind::Transfer {
        // Of all these lists, only this one tells its places as text.
        for name in ["transaction_index", "log_index", "block_number"] {
            row[name] = json!(row[name].to_string());
        }
    }
    if kind != Kind::Mint {
        row["from_wallet"] = json!(spelled(moved.from));
    }
    if kind != Kind::Burn {
        row["to_wallet"] = json!(spelled(moved.to));
    }
    row
}

async fn told(
    chain: &Chain<'_>,
    params: &Params,
    filters: &[Filter],
    wanted: impl Fn(&Log) -> Vec<Movement>,
    tell: impl Fn(&Log, Movement, &TokenFacts, u64) -> Json,
) -> Result<Answer, Error> {
    let range = Range::of(chain, params).await?;
    let limit = params.limit(MOST_ROWS)?;
    let (found, next) = scan::page(chain, filters, range, limit, wanted).await?;
    let logs: Vec<&Log> = found.iter().map(|(log, _)| log).collect();
    let times = scan::times(chain, &logs).await?;
    let contracts: BTreeSet<String> = logs.iter().map(|log| log.text("address")).collect();
    let contracts: Vec<String> = contracts.into_iter().collect();
    let facts = chain.each(&contracts, |contract| facts_of(chain, contract)).await?;
    let known: BTreeMap<&str, Arc<TokenFacts>> =
        contracts.iter().map(String::as_str).zip(facts).collect();
    let nothing = TokenFacts::default();
    let rows = found.iter().zip(times).map(|((log, moved), made)| {
        let facts = known.get(log.text("address").as_str());
        tell(log, *moved, facts.map_or(&nothing, Arc::as_ref), made)
    });
    Ok(Answer::at(ranged(rows.collect(), range.page, limit, next), range.end()))
}

async fn facts_of(chain: &Chain<'_>, contract: &str) -> Result<Arc<TokenFacts>, Error> {
    match contract.parse() {
        Ok(address) => chain.token(address).await,
        Err(_) => Ok(Arc::default()),
    }
}
