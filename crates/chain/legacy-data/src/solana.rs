//! Functions about Solana.

mod account;
mod ask;
mod metaplex;

use futures_util::future::try_join;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::answer::Answer;
use crate::param::Params;
use crate::refused::{failed, not_found, unreadable};
use crate::shared::Shared;

use ask::Cluster;
use metaplex::Key;

/// Answers a function from a node.
pub(crate) async fn answer(name: &str, shared: &Shared, params: &Params) -> Result<Answer, Error> {
    let network = params.text("network").unwrap_or_else(|| "mainnet".to_owned());
    let cluster = Cluster::named(shared, &network)?;
    let address = params.needed("address")?;
    let key = metaplex::key(&address)
        .ok_or_else(|| unreadable("address", "an address of Solana in base 58"))?;
    let value = match name {
        "sol-balance" => account::balance(&cluster, &address).await?,
        "sol-getSPL" => account::tokens(&cluster, &address).await?.0,
        "sol-getNFTs" => account::tokens(&cluster, &address).await?.1,
        "sol-getPortfolio" => {
            let (balance, (tokens, nfts)) =
                try_join(account::balance(&cluster, &address), account::tokens(&cluster, &address))
                    .await?;
            json!({ "nativeBalance": balance, "nfts": nfts, "tokens": tokens })
        }
        "sol-getNFTMetadata" => nft(&cluster, &address, &key).await?,
        _ => return Err(failed(format!("No node answers {name}."))),
    };
    Ok(Answer::head(value))
}

async fn nft(cluster: &Cluster<'_>, address: &str, mint: &Key) -> Result<Json, Error> {
    let places = [metaplex::metadata_account(mint), metaplex::edition_account(mint)];
    let accounts = cluster.accounts(&places.map(|place| bs58::encode(place).into_string())).await?;
    let missing = || not_found("No metadata is known for this mint.");
    let data = accounts.first().and_then(Option::as_deref).ok_or_else(missing)?;
    let told = metaplex::Metadata::read(data).filter(|told| told.mint == *mint);
    let told = told.ok_or_else(missing)?;
    let edition = accounts.get(1).and_then(Option::as_deref);
    Ok(json!({
        "mint": address,
        "standard": "metaplex",
        "name": told.name,
        "symbol": told.symbol,
        "metaplex": {
            "metadataUri": told.uri,
            "masterEdition": edition.is_some_and(metaplex::is_master_edition),
            "isMutable": told.is_mutable,
            "primarySaleHappened": told.primary_sale_happened,
            "sellerFeeBasisPoints": told.seller_fee_basis_points,
            "updateAuthority": bs58::encode(told.update_authority).into_string(),
        },
    }))
}
