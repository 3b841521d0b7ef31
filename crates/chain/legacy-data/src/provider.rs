//! What a provider is asked, and what its replies mean to old clients.

use parse_engine::Error;
use parse_model::{Json, JsonMap};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;

use crate::answer::Answer;
use crate::catalogue::Entry;
use crate::outside::{Provider, Question, Reply};
use crate::param::Params;
use crate::refused::{failed, not_found, required};

/// Everything but letters, digits and what no server reads a meaning into.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Where a provider has what the oldest helpers ask for.
const OLD_HELPERS: &[(&str, &str)] = &[
    ("getAllERC20", "/:address/erc20"),
    ("getERC20", "/:address/erc20"),
    ("getNFTs_old", "/:address/nft"),
    ("getNFTsCount_old", "/wallets/:address/stats"),
    ("getTransactionsCount", "/wallets/:address/stats"),
];

/// Whether the oldest clients ask, who mean another function by the same name: they alone name an
/// order.
fn is_old(entry: &Entry, params: &Params) -> bool {
    entry.path.is_empty() || (entry.name == "getTransactions" && params.text("order").is_some())
}

/// Asks the provider.
pub(crate) async fn answer(
    entry: &Entry,
    chain: Option<u64>,
    params: &Params,
    provider: &dyn Provider,
) -> Result<Answer, Error> {
    let question = question(entry, chain, params)?;
    let reply = provider.ask(question).await.map_err(|_| {
        failed("The provider of blockchain data did not answer. Try again in a moment.")
    })?;
    let value = read(&reply)?;
    let value = if is_old(entry, params) { old_form(entry, params, &value)? } else { paged(value) };
    Ok(Answer::head(value))
}

/// The question for a call. Everything that a caller sent is encoded, so that it stays where it was
/// put.
pub(crate) fn question(
    entry: &Entry,
    chain: Option<u64>,
    params: &Params,
) -> Result<Question, Error> {
    let old = OLD_HELPERS.iter().find(|(name, _)| *name == entry.name);
    let template = old.map_or(entry.path, |(_, path)| *path);
    let mut path = String::new();
    let mut in_path = Vec::new();
    for segment in template.split('/').skip(1) {
        path.push('/');
        match segment.strip_prefix(':') {
            None => path.push_str(segment),
            Some(name) => {
                let usual = (name == "network").then(|| "mainnet".to_owned());
                let value = params.text(name).or(usual).ok_or_else(|| required(name))?;
                // A segment of dots would lead elsewhere.
                if value.bytes().all(|byte| byte == b'.') {
                    return Err(crate::refused::unreadable(name, "a value"));
                }
                path.extend(utf8_percent_encode(&value, PLAIN));
                in_path.push(name);
            }
        }
    }
    let mut query: Vec<(String, String)> = Vec::new();
    if let Some(id) = chain {
        query.push(("chain".to_owned(), format!("{id:#x}")));
    }
    let mut body = JsonMap::new();
    let others = entry.params.split_ascii_whitespace().filter(|name| *name != "chain");
    for name in others.filter(|name| !in_path.contains(name)) {
        let Some(value) = params.value(name).filter(|_| old.is_none()) else { continue };
        match value {
            value if entry.method == "POST" => {
                let value = params.json(name).unwrap_or_else(|| value.clone());
                body.insert(name.to_owned(), value);
            }
            Json::Array(items) => {
                query.extend(items.iter().enumerate().filter_map(|(at, item)| {
                    Some((format!("{name}[{at}]"), item.as_str()?.to_owned()))
                }));
            }
            _ => query.extend(params.text(name).map(|text| (name.to_owned(), text))),
        }
    }
    for (at, (name, value)) in query.iter().enumerate() {
        path.push(if at == 0 { '?' } else { '&' });
        path.extend(utf8_percent_encode(name, PLAIN));
        path.push('=');
        path.extend(utf8_percent_encode(value, PLAIN));
    }
    let body = (entry.method == "POST").then(|| Json::Object(body).to_string());
    Ok(Question { is_solana: entry.is_solana(), method: entry.method, path, body })
}

fn read(reply: &Reply) -> Result<Json, Error> {
    let value = serde_json::from_slice::<Json>(&reply.body).ok();
    match (reply.status, value) {
        (200..=299, Some(value)) => Ok(value),
        (404, _) => Err(not_found("The provider of blockchain data found nothing.")),
        (401 | 403, _) => Err(failed(
            "The provider of blockchain data rejected this server's key; the operator has to check chain_data_provider_key.",
        )),
        (429, _) => Err(failed(
            "Too many requests to the provider of blockchain data. Try again in a moment.",
        )),
        (400..=499, Some(value)) => {
            let said = value.get("message").and_then(Json::as_str).unwrap_or_default();
            let said: String = said.chars().filter(|c| !c.is_control()).take(200).collect();
            Err(failed(format!("The provider of blockchain data refused: {said}")))
        }
        _ => Err(failed("The provider of blockchain data failed. Try again in a moment.")),
    }
}

/// A page with the total that the old client needs to offer the next one: providers no longer send
/// it.
fn paged(mut value: Json) -> Json {
    let number = |name: &str| value.get(name).and_then(Json::as_u64);
    let has_rows = value.get("result").is_some_and(Json::is_array);
    if !has_rows || number("total").is_some_and(|total| total > 0) {
        return value;
    }
    let page = number("page").unwrap_or_default();
    let rows = value["result"].as_array().map_or(0, Vec::len) as u64;
    let size = number("page_size").filter(|size| *size > 0).unwrap_or(rows.max(1));
    let has_more = value.get("cursor").and_then(Json::as_str).is_some_and(|text| !text.is_empty());
    let before = page.saturating_mul(size);
    let total =
        if has_more { before.saturating_add(size + 1) } else { before.saturating_add(rows) };
    value["page"] = json!(page);
    value["page_size"] = json!(size);
    value["total"] = json!(total);
    value
}

/// What the oldest clients expect.
fn old_form(entry: &Entry, params: &Params, value: &Json) -> Result<Json, Error> {
    let rows = value.as_array().or_else(|| value.get("result").and_then(Json::as_array));
    let rows = || rows.into_iter().flatten();
    let token = |row: &Json| {
        json!({
            "balance": row["balance"],
            "decimals": row["decimals"],
            "name": row["name"],
            "symbol": row["symbol"],
            "contractType": "ERC20",
        })
    };
    let count = |told: &Json| match told {
        Json::String(text) => text.parse::<u64>().ok(),
        told => told.as_u64(),
    };
    match entry.name {
        "getAllERC20" => Ok(rows().map(token).collect()),
        "getERC20" => {
            let symbol = params.needed("symbol")?;
            let is_meant = |row: &&Json| row["symbol"].as_str() == Some(symbol.as_str());
            let found = rows().find(is_meant).map(token);
            found.ok_or_else(|| not_found("This address has no token of that symbol."))
        }
        "getNFTs_old" => Ok(rows()
            .map(|row| {
                json!({
                    "amount": count(&row["amount"]),
                    "contract_type": row["contract_type"],
                    "name": row["name"],
                    "symbol": row["symbol"],
                    "token_address": row["token_address"],
                    "token_id": row["token_id"],
                    "token_uri": row["token_uri"],
                })
            })
            .collect()),
        "getNFTsCount_old" => Ok(json!({ "result": count(&value["nfts"]) })),
        "getTransactionsCount" => Ok(json!({ "result": count(&value["transactions"]["total"]) })),
        _ => Ok(rows().cloned().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::entry;

    fn asked(name: &str, sent: Json) -> Result<Question, Error> {
        let entry = entry(name).unwrap();
        let Json::Object(sent) = sent else { panic!("an object") };
        question(entry, Some(1), &Params::of(entry, &sent))
    }

    #[test]
    fn parameters_go_into_the_path_the_query_or_the_body() {
        let question = asked("getNFTs", json!({"address": "0xab", "limit": 5, "format": "hex"}));
        assert_eq!(question.unwrap().path, "/0xab/nft?chain=0x1&format=hex&limit=5");
        let list = json!({"symbols": ["A", "B"], "chain": "eth"});
        let question = asked("getTokenMetadataBySymbol", list).unwrap();
        assert_eq!(
            question.path,
            "/erc20/metadata/symbols?chain=0x1&symbols%5B0%5D=A&symbols%5B1%5D=B"
        );
        let tokens = json!([{"token_address": "0xab"}]);
        let question = asked("getMultipleTokenPrices", json!({"tokens": tokens})).unwrap();
        assert_eq!((question.method, question.path.as_str()), ("POST", "/erc20/prices?chain=0x1"));
        assert_eq!(question.body.unwrap(), r#"{"tokens":[{"token_address":"0xab"}]}"#);
    }

    #[test]
    fn nothing_that_is_sent_leads_to_another_path() {
        let sent = json!({"address": "../admin?x=1#y/z"});
        let question = asked("getNFTs", sent).unwrap();
        assert_eq!(question.path, "/..%2Fadmin%3Fx%3D1%23y%2Fz/nft?chain=0x1");
        assert!(asked("getNFTs", json!({"address": ".."})).is_err());
        assert!(asked("getNFTs", json!({})).is_err());
    }

    #[test]
    fn a_page_gets_the_total_that_the_old_client_needs() {
        let page = json!({"page": 1, "page_size": 2, "cursor": "x", "result": [1, 2]});
        assert_eq!(paged(page)["total"], 5);
        let last = json!({"page": 1, "page_size": 2, "cursor": null, "result": [1]});
        assert_eq!(paged(last)["total"], 3);
        assert_eq!(paged(json!({"usdPrice": 1})), json!({"usdPrice": 1}));
    }
}
