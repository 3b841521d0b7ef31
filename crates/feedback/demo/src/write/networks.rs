//! The networks that the product under test runs on, with its contracts and tokens there.

use std::collections::HashMap;

use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::BulkWriter;
use crate::ids;
use crate::participants::Participants;
use crate::report::{NETWORKS, TOKENS};
use crate::seeded_rng::SeededRng;

/// The chains of [`NETWORKS`], with the symbols of their coins and the seconds of a block.
const CHAINS: [(u64, &str, u32); 5] = [
    (11_155_111, "ETH", 12_000),
    (84_532, "ETH", 2_000),
    (421_614, "ETH", 250),
    (11_155_420, "ETH", 2_000),
    (80_002, "POL", 2_000),
];

const CONTRACTS: [(&str, &str); 3] =
    [("Router", "router"), ("Permit", "permit"), ("Quoter", "quoter")];

/// Writes the networks that are not there yet, and gives the ids of all, in the order of
/// [`NETWORKS`]. Nobody looks at them: they have no nodes.
pub(crate) async fn networks(
    writer: &BulkWriter<'_>,
    participants: &Participants,
) -> Result<Vec<String>, Error> {
    let sql = Sql::new(r#"select jsonb_build_array("chainId"::int8, "objectId") from "Network""#);
    let there: HashMap<u64, String> =
        writer.read::<(u64, String)>(&sql).await?.into_iter().collect();
    let mut all = Vec::new();
    let (mut rows, mut contracts, mut tokens) = (Vec::new(), Vec::new(), Vec::new());
    for (place, ((chain, symbol, block_time), name)) in CHAINS.iter().zip(NETWORKS).enumerate() {
        if let Some(id) = there.get(chain) {
            all.push(id.clone());
            continue;
        }
        let id = ids::other(writer.seed, "network", place, 0);
        let mut rng = SeededRng::nth(writer.seed, "contracts", place);
        rows.push(json!({ "id": id, "chain": chain, "name": name, "symbol": symbol, "blockTime": block_time,
            "at": participants.begin.0 }));
        contracts.extend(CONTRACTS.iter().map(|(called, role)| {
            json!({ "id": rng.id(), "network": id, "address": address(&mut rng), "name": called, "role": role,
                "at": participants.begin.0 })
        }));
        tokens.extend(TOKENS.iter().take(6).map(|token| {
            let decimals = if token.starts_with("USD") { 6 } else { 18 };
            json!({ "id": rng.id(), "network": id, "address": address(&mut rng), "symbol": token,
                "decimals": decimals, "at": participants.begin.0 })
        }));
        all.push(id);
    }
    let made: Vec<String> =
        rows.iter().filter_map(|row| row["id"].as_str().map(str::to_owned)).collect();
    let note = Sql::fixed("update _touchstone.demo set networks = $1::text[]", [Bind::from(made)]);
    let statements = [
        writer.rows(WRITTEN, rows),
        writer.rows(DEPLOYED, contracts),
        writer.rows(LISTED, tokens),
        note,
    ];
    writer.write(statements).await?;
    Ok(all)
}

/// An address, or anything else of so many bytes, in hex.
pub(super) fn hex(rng: &mut SeededRng, bytes: usize) -> String {
    let digits = (0..bytes * 2).map(|_| char::from(b"0123456789abcdef"[rng.at(16)]));
    format!("0x{}", digits.collect::<String>())
}

pub(super) fn address(rng: &mut SeededRng) -> String {
    hex(rng, 20)
}

const WRITTEN: &str = r#"insert into "Network" ("objectId", "createdAt", "updatedAt", "chainId", "name", "isTestnet", "nativeSymbol",
        "nativeDecimals", "confirmations", "blockTimeMs", "enabled", "_rperm", "_wperm")
    select n."id", _touchstone.from_millis(n."at"), $2::timestamptz, n."chain", n."name", true, n."symbol", 18, 5, n."blockTime", false,
        '{*}', '{}'
    from jsonb_to_recordset($1::jsonb) as n("id" text, "at" int8, "chain" float8, "name" text, "symbol" text, "blockTime" float8)"#;

const DEPLOYED: &str = r#"insert into "Contract" ("objectId", "createdAt", "updatedAt", "network", "address", "name", "role", "enabled",
        "_rperm", "_wperm")
    select c."id", _touchstone.from_millis(c."at"), $2::timestamptz, c."network", c."address", c."name", c."role", true, '{*}', '{}'
    from jsonb_to_recordset($1::jsonb) as c("id" text, "at" int8, "network" text, "address" text, "name" text, "role" text)"#;

const LISTED: &str = r#"insert into "Token" ("objectId", "createdAt", "updatedAt", "network", "address", "symbol", "decimals", "flags",
        "_rperm", "_wperm")
    select t."id", _touchstone.from_millis(t."at"), $2::timestamptz, t."network", t."address", t."symbol", t."decimals", '[]', '{*}', '{}'
    from jsonb_to_recordset($1::jsonb) as t("id" text, "at" int8, "network" text, "address" text, "symbol" text, "decimals" float8)"#;
