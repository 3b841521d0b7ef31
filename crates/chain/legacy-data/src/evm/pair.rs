//! Pairs of tokens on exchanges with reserves.

use alloy_primitives::{Address, B256};
use futures_util::future::try_join;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::abi::number_in;
use crate::answer::Answer;
use crate::ask::{Chain, encoded};
use crate::param::Params;
use crate::quantity::{address_in, spelled, word};
use crate::refused::{failed, not_found};

/// Well-known factories: the chain, the exchange, the address.
const FACTORIES: &[(u64, &str, &str)] = &[
    (1, "uniswapv2", "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f"),
    (1, "sushiswapv2", "0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac"),
    (56, "pancakeswapv2", "0xca143ce32fe78f1f7019d7d551a6402fc5350c73"),
    (56, "pancakeswapv1", "0xbcfccbde45ce874adcb698cc183debcf17952812"),
    (137, "quickswap", "0x5757371414417b8c6caad45baef941abc7d3ab32"),
];

/// The reserves of a pair.
pub(super) async fn reserves(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let pair = params.address("pair_address")?;
    let (at, block) = chain.at(params).await?;
    let told = chain.call(pair, encoded("getReserves()", &[]), &at).await?;
    let told = told.filter(|bytes| bytes.len() >= 64);
    let told = told.ok_or_else(|| failed("There is no pair with reserves at this address."))?;
    let reserve = |place: usize| number_in(B256::from_slice(&told[place..place + 32])).to_string();
    let value = json!({ "reserve0": reserve(0), "reserve1": reserve(32) });
    Ok(Answer::at(value, block))
}

/// The address of the pair of two tokens.
pub(super) async fn address(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let tokens = (params.address("token0_address")?, params.address("token1_address")?);
    let exchange = params.needed("exchange")?.to_ascii_lowercase();
    let factory = factory(chain, &exchange)?;
    let (at, block) = chain.at(params).await?;
    let words = [word(tokens.0), word(tokens.1)];
    let pair = chain.word(factory, "getPair(address,address)", &words, &at).await?;
    let pair = pair.and_then(address_in).filter(|pair| !pair.is_zero());
    let pair = pair.ok_or_else(|| not_found("There is no pair of these tokens."))?;
    // The smaller address comes first in every pair.
    let (first, second) = (tokens.0.min(tokens.1), tokens.0.max(tokens.1));
    let (first, second) = try_join(token(chain, first), token(chain, second)).await?;
    let value = json!({ "token0": first, "token1": second, "pairAddress": spelled(pair) });
    Ok(Answer::at(value, block))
}

fn factory(chain: &Chain<'_>, exchange: &str) -> Result<Address, Error> {
    let own = chain.shared.options.factories.iter();
    let own = own.map(|(id, name, address)| (*id, name.as_str(), address.as_str()));
    let mut all = own.chain(FACTORIES.iter().copied());
    let found = all.find(|(id, name, _)| *id == chain.id && *name == exchange);
    found.and_then(|(_, _, address)| address.parse().ok()).ok_or_else(|| {
        failed(format!(
            "The exchange {exchange} is not known on this chain. The operator adds it to chain_data_factories."
        ))
    })
}

async fn token(chain: &Chain<'_>, address: Address) -> Result<Json, Error> {
    let facts = chain.token(address).await?;
    Ok(json!({
        "address": spelled(address),
        "name": facts.name,
        "symbol": facts.symbol,
        "decimals": facts.decimals.map(|decimals| decimals.to_string()),
        "logo": null,
        "logo_hash": null,
        "thumbnail": null,
        "block_number": null,
        "validated": null,
        "created_at": null,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_factory_has_an_address() {
        for (_, name, address) in FACTORIES {
            assert!(address.parse::<Address>().is_ok(), "{name}");
        }
    }
}
