//! What an account of Solana has.

use alloy_primitives::U256;
use futures_util::future::try_join;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use super::ask::Cluster;
use super::metaplex::{self, Metadata};
use crate::quantity::in_units;
use crate::refused::{failed, nonsense};

/// The programs that keep tokens.
const PROGRAMS: [&str; 2] =
    ["TokenkegQfeZyiNwAJbNbGKFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"];

/// How many lamports make a SOL, as decimals.
const DECIMALS: u8 = 9;

/// The most tokens of an account that are returned.
const MOST_TOKENS: usize = 1_000;

/// What an account has of the chain's own currency.
pub(super) async fn balance(cluster: &Cluster<'_>, address: &str) -> Result<Json, Error> {
    let answer = cluster.request("getBalance", json!([address])).await?;
    let lamports = answer.get("value").and_then(Json::as_u64).ok_or_else(nonsense)?;
    let solana = in_units(U256::from(lamports), DECIMALS);
    Ok(json!({ "solana": solana, "lamports": lamports.to_string() }))
}

/// An account with some of a token.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    account: String,
    mint: String,
    amount: u64,
    decimals: u8,
}

impl Held {
    fn read(told: &Json) -> Option<Held> {
        let info = &told["account"]["data"]["parsed"]["info"];
        let amount = &info["tokenAmount"];
        Some(Held {
            account: told["pubkey"].as_str()?.to_owned(),
            mint: info["mint"].as_str()?.to_owned(),
            amount: amount["amount"].as_str()?.parse().ok()?,
            decimals: u8::try_from(amount["decimals"].as_u64()?).ok()?,
        })
    }

    /// Whether it can be the only one of its kind.
    fn may_be_nft(&self) -> bool {
        self.amount == 1 && self.decimals == 0
    }
}

/// The tokens of an account that are amounts, and those that are things.
pub(super) async fn tokens(cluster: &Cluster<'_>, address: &str) -> Result<(Json, Json), Error> {
    let mut held = Vec::new();
    for program in PROGRAMS {
        let asked = json!([address, { "programId": program }, { "encoding": "jsonParsed" }]);
        let answer = cluster.request("getTokenAccountsByOwner", asked).await?;
        let told = answer.get("value").and_then(Json::as_array).ok_or_else(nonsense)?;
        held.extend(told.iter().filter_map(Held::read).filter(|held| held.amount > 0));
    }
    if held.len() > MOST_TOKENS {
        return Err(failed(format!("This account has more than {MOST_TOKENS} tokens.")));
    }
    let mints: Vec<String> = held.iter().map(|held| held.mint.clone()).collect();
    let (told, parsed) = try_join(metadata(cluster, &mints), cluster.parsed(&mints)).await?;
    let (mut amounts, mut things) = (Vec::new(), Vec::new());
    for ((held, told), mint) in held.iter().zip(told).zip(parsed) {
        let (name, symbol) = named(told.as_ref(), &mint);
        let mut row = json!({
            "associatedTokenAddress": held.account,
            "mint": held.mint,
            "name": name,
            "symbol": symbol,
        });
        if held.may_be_nft() && supply(&mint) == Some("1") {
            things.push(row);
            continue;
        }
        row["amount"] = json!(in_units(U256::from(held.amount), held.decimals));
        row["amountRaw"] = json!(held.amount.to_string());
        row["decimals"] = json!(held.decimals);
        amounts.push(row);
    }
    Ok((Json::Array(amounts), Json::Array(things)))
}

async fn metadata(cluster: &Cluster<'_>, mints: &[String]) -> Result<Vec<Option<Metadata>>, Error> {
    let keys: Option<Vec<metaplex::Key>> = mints.iter().map(|mint| metaplex::key(mint)).collect();
    let keys = keys.ok_or_else(nonsense)?;
    let places: Vec<String> = keys
        .iter()
        .map(|mint| bs58::encode(metaplex::metadata_account(mint)).into_string())
        .collect();
    let accounts = cluster.accounts(&places).await?;
    let read = |(data, mint): (Option<Vec<u8>>, &metaplex::Key)| {
        Metadata::read(&data?).filter(|told| told.mint == *mint)
    };
    Ok(accounts.into_iter().zip(&keys).map(read).collect())
}

fn supply(mint: &Json) -> Option<&str> {
    mint["data"]["parsed"]["info"]["supply"].as_str()
}

/// The name and the symbol: of the metadata account, or else of the mint itself.
fn named(told: Option<&Metadata>, mint: &Json) -> (Json, Json) {
    if let Some(told) = told {
        return (json!(told.name), json!(told.symbol));
    }
    let extensions = mint["data"]["parsed"]["info"]["extensions"].as_array();
    let own = extensions
        .into_iter()
        .flatten()
        .find(|extension| extension["extension"] == "tokenMetadata");
    let own = own.map_or(&Json::Null, |extension| &extension["state"]);
    (own["name"].clone(), own["symbol"].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_the_mint_where_there_is_no_metadata_account() {
        let state = json!({"name": "Own", "symbol": "OWN"});
        let extensions = json!([{"extension": "tokenMetadata", "state": state}]);
        let mint = json!({"data": {"parsed": {"info": {"extensions": extensions}}}});
        assert_eq!(named(None, &mint), (json!("Own"), json!("OWN")));
        assert_eq!(named(None, &Json::Null), (Json::Null, Json::Null));
    }

    #[test]
    fn an_account_that_makes_no_sense_holds_nothing() {
        for told in [json!(null), json!({"pubkey": 5}), json!({"pubkey": "a", "account": []})] {
            assert_eq!(Held::read(&told), None);
        }
    }
}
