//! The connections between the accounts of a case: payers, wallets and browsers.

use std::collections::{BTreeMap, BTreeSet};

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::command_context::CommandContext;

/// Characters of an address in a box.
fn short(address: &str) -> String {
    match (address.get(..6), address.get(address.len().saturating_sub(4)..)) {
        (Some(head), Some(tail)) if address.len() > 12 => format!("{head}…{tail}"),
        _ => address.to_owned(),
    }
}

#[derive(Deserialize)]
struct Tie {
    from: String,
    from_kind: String,
    to: String,
    to_kind: String,
    note: Option<String>,
}

/// Boxes and lines between them. A payer or a browser with more than one account is highlighted.
pub(super) async fn graph(
    ctx: &CommandContext,
    users: &[String],
    signals: &Json,
) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('from', u."objectId", 'from_kind', 'user', 'to', v.device, 'to_kind', 'device', 'note', u."username")
        from (select distinct "user", device from _touchstone.visit where "user" = any($1::text[]) and device is not null) v
        join "_User" u on u."objectId" = v."user""#,
        [Bind::from(users.to_vec())],
    );
    let mut ties: Vec<Tie> = ctx.rows(&sql).await?;
    ties.extend(wallets(ctx, users).await?);
    let sql = Sql::fixed(
        r#"select jsonb_build_array(u."objectId", u."username") from "_User" u where u."objectId" = any($1::text[])"#,
        [Bind::from(users.to_vec())],
    );
    let names: Vec<(String, Option<String>)> = ctx.rows(&sql).await?;
    let mut nodes: BTreeMap<String, Json> = BTreeMap::new();
    for (id, name) in names {
        let node = json!({ "id": format!("user:{id}"), "kind": "user", "label": name, "note": null, "hot": false });
        nodes.insert(format!("user:{id}"), node);
    }
    let hot = hot(&ties, signals);
    let mut edges = Vec::new();
    for tie in &ties {
        let (from, to) =
            (format!("{}:{}", tie.from_kind, tie.from), format!("{}:{}", tie.to_kind, tie.to));
        for (kind, id, key) in [(&tie.from_kind, &tie.from, &from), (&tie.to_kind, &tie.to, &to)] {
            let note = (kind == "wallet").then_some(tie.note.as_ref()).flatten();
            let label = match kind.as_str() {
                "device" => format!("Device {}", id.get(..3).unwrap_or(id)),
                _ => short(id),
            };
            nodes.entry(key.clone()).or_insert_with(|| {
                json!({ "id": key, "kind": kind, "label": label, "note": note, "hot": hot.contains(key) })
            });
        }
        edges.push(
            json!({ "from": from, "to": to, "hot": hot.contains(&from) || hot.contains(&to) }),
        );
    }
    Ok(json!({ "nodes": nodes.into_values().collect::<Vec<Json>>(), "edges": edges }))
}

/// Payers and browsers with more than one account that are part of a signal.
fn hot(ties: &[Tie], signals: &Json) -> BTreeSet<String> {
    let facts: BTreeSet<&str> = signals
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|signal| {
            ["funder", "device", "address"].map(|key| signal["detail"][key].as_str())
        })
        .flatten()
        .collect();
    let ends = ties.iter().flat_map(|tie| [(&tie.from_kind, &tie.from), (&tie.to_kind, &tie.to)]);
    ends.filter(|(kind, id)| *kind != "user" && facts.contains(id.as_str()))
        .map(|(kind, id)| format!("{kind}:{id}"))
        .collect()
}

async fn wallets(ctx: &CommandContext, users: &[String]) -> Result<Vec<Tie>, Error> {
    let there = Sql::new(r#"select to_jsonb(to_regclass('"_EthAddress"') is not null)"#);
    if ctx.row(&there).await? != Some(true) {
        return Ok(Vec::new());
    }
    let sql = Sql::fixed(
        r#"with own as (select lower(w."objectId") as address, w."user" as who from "_EthAddress" w where w."user" = any($1::text[]))
        select jsonb_build_object('from', o.address, 'from_kind', 'wallet', 'to', o.who, 'to_kind', 'user', 'note', _touchstone.iso(f.at))
        from own o left join _touchstone.wallet_funding f on f.address = o.address
        union all select jsonb_build_object('from', f.funder, 'from_kind', 'funder', 'to', o.address, 'to_kind', 'wallet', 'note', _touchstone.iso(f.at))
        from own o join _touchstone.wallet_funding f on f.address = o.address where f.funder is not null"#,
        [Bind::from(users.to_vec())],
    );
    ctx.rows(&sql).await
}
