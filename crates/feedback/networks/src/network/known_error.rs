//! Errors with a known meaning, how often each was seen, and the unknown ones.

use std::collections::{HashMap, HashSet};

use alloy_primitives::hex::encode_prefixed;
use chain::builtin;
use chain::{FailureClass, Verdict};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use feedback_core::command_context::CommandContext;

/// The errors that are built in or come from an ABI, without those in `described`.
pub(super) async fn others(ctx: &CommandContext, described: &[Json]) -> Result<Vec<Json>, Error> {
    let key = |row: &Json| row["key"].as_str().map(str::to_lowercase);
    let mut known: HashSet<String> = described.iter().filter_map(key).collect();
    let mut rows: Vec<Json> = Vec::new();
    let from_interfaces = of_interfaces(ctx).await?;
    for row in built_in().chain(from_interfaces) {
        if key(&row).is_some_and(|key| known.insert(key)) {
            rows.push(row);
        }
    }
    Ok(rows)
}

fn built_in() -> impl Iterator<Item = Json> {
    let errors = builtin::error::all().map(|(selector, signature, meaning)| {
        row(&encode_prefixed(selector), false, Some(signature), meaning, "builtin")
    });
    let texts = builtin::text::all()
        .map(|(text, class)| row(text, true, None, Some((class, class.verdict())), "builtin"));
    errors.chain(texts)
}

async fn of_interfaces(ctx: &CommandContext) -> Result<Vec<Json>, Error> {
    let sql = Sql::new(
        r#"select distinct on (item ->> 'name', item -> 'inputs') item
        from "Contract" c, jsonb_array_elements(c."abi") item
        where c."enabled" and item ->> 'type' = 'error' order by item ->> 'name', item -> 'inputs' limit 1000"#,
    );
    let items: Vec<Json> = ctx.rows(&sql).await?;
    let readable = |item: Json| serde_json::from_value::<alloy_json_abi::Error>(item).ok();
    let unknown = Some((FailureClass::UnknownRevert, Verdict::Unknown));
    let told = |error: alloy_json_abi::Error| {
        row(&encode_prefixed(error.selector()), false, Some(&error.signature()), unknown, "abi")
    };
    Ok(items.into_iter().filter_map(readable).map(told).collect())
}

fn row(
    key: &str,
    is_text: bool,
    signature: Option<&str>,
    meaning: Option<(FailureClass, Verdict)>,
    source: &str,
) -> Json {
    json!({
        "id": null, "key": key, "isText": is_text, "signature": signature,
        "failureClass": meaning.map(|(class, _)| class.key()), "verdict": meaning.map(|(_, verdict)| verdict.key()),
        "sentence": meaning.map(|(class, _)| class.sentence()), "advice": null, "source": source, "enabled": true, "count": 0,
    })
}

/// Adds to each row how often its error was seen in the last 30 days.
pub(super) async fn count(ctx: &CommandContext, rows: &mut [Json]) -> Result<(), Error> {
    let seen: Vec<(String, i64)> = ctx.rows(&Sql::fixed(SEEN, [Bind::from(ctx.now())])).await?;
    let (selectors, texts): (Vec<_>, Vec<_>) =
        seen.into_iter().partition(|(key, _)| super::signature::selector_bytes(key).is_some());
    let selectors: HashMap<String, i64> = selectors.into_iter().collect();
    for row in rows {
        let key = row["key"].as_str().unwrap_or_default().to_lowercase();
        let count = if row["isText"] == true {
            texts.iter().filter(|(text, _)| text.contains(&key)).map(|(_, count)| count).sum()
        } else {
            selectors.get(&key).copied().unwrap_or_default()
        };
        row["count"] = Json::from(count);
    }
    Ok(())
}

/// The unknown errors of the last 30 days, by number of affected persons.
pub(super) async fn unknown(ctx: &CommandContext) -> Result<Vec<Json>, Error> {
    let mut rows: Vec<Json> = ctx.rows(&Sql::fixed(UNKNOWN, [Bind::from(ctx.now())])).await?;
    for row in &mut rows {
        let key = row["key"].as_str().unwrap_or_default();
        let signature = super::signature::selector_bytes(key).and_then(builtin::bundled::signature);
        // The name is known only if its types fit what the transaction returned.
        let name = row["name"].as_str().unwrap_or_default();
        let is_name = |text: &&str| text.split_once('(').is_some_and(|(before, _)| before == name);
        row["signature"] = json!(signature.filter(is_name));
    }
    Ok(rows)
}

/// Queues the evidence that failed with an error.
pub(super) async fn explain_again(ctx: &CommandContext, row: &Json) -> Result<(), Error> {
    super::explain_again::explain_again(ctx, row["key"].as_str().unwrap_or_default()).await?;
    Ok(())
}

/// Selectors and texts of final errors, in lower case.
const SEEN: &str = r#"with seen as (
    select e."explanation" -> 'revert' -> 'frames' -> -1 ->> 'selector' as selector,
        lower(left(coalesce(e."explanation" -> 'revert' ->> 'text', e."explanation" -> 'rpc' ->> 'message'), 300)) as text
    from "Evidence" e where e."decodedAt" > $1::timestamptz - interval '30 days')
select jsonb_build_array(key, count(*)) from (
    select selector as key from seen union all select text from seen) one
where key is not null group by key order by count(*) desc limit 5000"#;

/// `Error(string)` is identified by its text, all others by their selector.
const UNKNOWN: &str = r#"with seen as (
    select e."objectId" as id, u."personId" as person, e."decodedAt" as at, n."name" as network,
        e."explanation" -> 'revert' as revert, e."explanation" -> 'revert' -> 'frames' -> -1 as origin
    from "Evidence" e join "_User" u on u."objectId" = e."owner" left join "Network" n on n."objectId" = e."network"
    where e."failureClass" = 'unknown_revert' and e."decodedAt" > $1::timestamptz - interval '30 days'),
keyed as (
    select *, coalesce(nullif(coalesce(origin ->> 'selector', substr(revert ->> 'data', 1, 10)), '0x08c379a0'),
        left(revert ->> 'text', 200)) as key
    from seen),
last as (select distinct on (key) * from keyed where key is not null order by key, at desc, id)
select jsonb_build_object('key', last.key, 'isText', last.key !~ '^0x[0-9a-f]{8}$', 'count', number.count, 'people', number.people,
    'name', last.origin ->> 'name', 'lastSeenAt', _touchstone.iso(last.at), 'sample', last.id,
    'words', greatest((char_length(last.revert ->> 'data') - 10) / 64, 0),
    'origin', jsonb_build_object('label', last.origin ->> 'label', 'contract', last.origin ->> 'contract', 'network', last.network))
from last join (select key, count(*) as count, count(distinct person) as people from keyed group by key) number using (key)
order by number.people desc, number.count desc, last.key limit 100"#;
