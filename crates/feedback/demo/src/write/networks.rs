//! The networks that the product under test runs on, with its contracts and tokens there.

use std::collections::HashMap;

use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::BulkWriter;
use crate::asset::ASSETS;
use crate::deployment::{Deployment, NETWORKS};
use crate::ids;
use crate::participants::Participants;
use crate::seeded_rng::SeededRng;

/// Writes the networks that are not there yet, and returns the ids of all, in the order of
/// [`NETWORKS`]. They are not monitored, because they have no nodes.
pub(crate) async fn networks(
    writer: &BulkWriter<'_>,
    participants: &Participants,
) -> Result<Vec<String>, Error> {
    let sql = Sql::new(r#"select jsonb_build_array("chainId"::int8, "objectId") from "Network""#);
    let there: HashMap<u64, String> =
        writer.read::<(u64, String)>(&sql).await?.into_iter().collect();
    let mut all = Vec::new();
    let (mut rows, mut contracts, mut tokens) = (Vec::new(), Vec::new(), Vec::new());
    for (place, known) in NETWORKS.iter().enumerate() {
        if let Some(id) = there.get(&known.chain_id) {
            all.push(id.clone());
            continue;
        }
        let id = ids::other(writer.seed, "network", place, 0);
        let mut rng = SeededRng::nth(writer.seed, "registry", place);
        let deployment = Deployment::of(writer.seed, place);
        rows.push(
            json!({ "id": id, "chain": known.chain_id, "name": known.name, "symbol": known.symbol,
            "blockTime": known.block_time, "at": participants.begin.0 }),
        );
        contracts.extend(deployment.contracts().into_iter().map(|(called, role, address)| {
            json!({ "id": rng.id(), "network": id, "address": address, "name": called, "role": role.key(),
                "at": participants.begin.0 })
        }));
        tokens.extend(ASSETS.iter().zip(&deployment.tokens).map(|(asset, address)| {
            json!({ "id": rng.id(), "network": id, "address": address, "symbol": asset.symbol,
                "decimals": asset.decimals, "at": participants.begin.0 })
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
