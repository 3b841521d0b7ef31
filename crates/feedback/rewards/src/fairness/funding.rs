//! Looks up who paid the first gas of wallets, a few at a time, each once.
//!
//! A result never changes and is stored. If no endpoint can answer, it stays unknown, which counts
//! neither way, and is tried again a day later.

use std::time::Duration;

use async_trait::async_trait;
use chain_node::{Budget, NodeError, Nodes};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;
use tokio::time::Instant;

use super::first_funder::{Chain, FirstFunding, block_at, first_funding};
use feedback_core::command_context::CommandContext;
use feedback_core::task::{Task, TaskRun};
use feedback_networks::network;

/// Wallets looked up in a minute.
const AT_ONCE: i64 = 20;

/// Time in which a run starts look-ups. The rest waits for the next run.
const RUN: Duration = Duration::from_secs(45);

/// Wallets that were active this long before the programme began are not part of a farm.
const BEFORE: i64 = 90 * 86_400;

struct Asking<'a> {
    nodes: &'a Nodes,
    chain_id: u64,
    budget: &'a Budget,
}

#[async_trait]
impl Chain for Asking<'_> {
    async fn ask(&self, method: &str, params: Json) -> Result<Json, NodeError> {
        match method {
            "eth_getBlockByNumber" => {
                self.nodes.request_long(self.chain_id, method, params, self.budget).await
            }
            _ => self.nodes.request(self.chain_id, method, params, self.budget).await,
        }
    }
}

pub(super) struct FirstFunders;

#[async_trait]
impl Task for FirstFunders {
    const NAME: &'static str = "first funders";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let there = Sql::new(r#"select to_jsonb(to_regclass('"_EthAddress"') is not null)"#);
        let networks = network::all_enabled(&ctx).await?;
        if networks.is_empty() || ctx.row(&there).await? != Some(true) {
            return Ok(());
        }
        let nodes = network::nodes(&ctx).await?;
        let ends_at = Instant::now() + RUN;
        for address in waiting(&ctx).await? {
            if Instant::now() >= ends_at {
                return Ok(());
            }
            let mut known = None;
            // One budget for all networks: a wallet takes half a minute at most, however many there
            // are.
            let calls = 150 * u32::try_from(networks.len()).unwrap_or(1);
            let budget = Budget::new(Duration::from_secs(30), calls, 64 << 20);
            for network in networks.iter() {
                let asking = Asking { nodes: &nodes, chain_id: network.chain_id, budget: &budget };
                match find_funder(&ctx, &asking, &address).await {
                    Ok(found) if found.kind == "never" => {
                        known.get_or_insert((network.id.clone(), found));
                    }
                    Ok(found) => {
                        known = Some((network.id.clone(), found));
                        break;
                    }
                    // An endpoint without history has no answer. Tried again another day.
                    Err(_) => {
                        known = None;
                        break;
                    }
                }
            }
            save_funding(&ctx, &address, known).await?;
        }
        let chains = networks.iter().map(|network| network.chain_id).collect();
        payers(&ctx, &nodes, chains, ends_at).await
    }
}

async fn find_funder(
    ctx: &CommandContext,
    chain: &Asking<'_>,
    address: &str,
) -> Result<FirstFunding, NodeError> {
    let sql = Sql::new(
        r#"select to_jsonb(floor(extract(epoch from min("createdAt")))::bigint) from "_User""#,
    );
    let began: i64 = ctx.row(&sql).await.ok().flatten().unwrap_or_default();
    let since = u64::try_from(began - BEFORE).unwrap_or_default();
    first_funding(chain, address, block_at(chain, since).await?).await
}

/// Wallets without a known payer: those of users with points first, then payers of several wallets.
async fn waiting(ctx: &CommandContext) -> Result<Vec<String>, Error> {
    let sql = Sql::fixed(
        r#"with own as (
            select lower(w."objectId") as address, coalesce((select max(s."total") from "Standing" s where s."personId" = u."personId"), 0) as points
            from "_EthAddress" w join "_User" u on u."objectId" = w."user"
            union all select f.funder, -1 from _touchstone.wallet_funding f join _touchstone.funder p on p.address = f.funder
            where not coalesce(p.is_contract, false) and _touchstone.funder_weight(p.sent, p.verdict) <> 'hub'
            group by f.funder having count(*) > 1)
        select to_jsonb(o.address) from own o
        where not exists (select from _touchstone.wallet_funding f where f.address = o.address)
            and not exists (select from _touchstone.funding_attempt t where t.address = o.address and t.at > $2::timestamptz - interval '1 day')
        group by o.address order by max(o.points) desc, o.address limit $1::int8"#,
        [Bind::from(AT_ONCE), ctx.now().into()],
    );
    ctx.rows(&sql).await
}

async fn save_funding(
    ctx: &CommandContext,
    address: &str,
    known: Option<(String, FirstFunding)>,
) -> Result<(), Error> {
    let Some((network, found)) = known else {
        let sql = Sql::fixed(
            "insert into _touchstone.funding_attempt (address, at) values ($1::text, $2::timestamptz)
            on conflict (address) do update set at = excluded.at",
            [Bind::from(address), ctx.now().into()],
        );
        return ctx.execute(&sql).await.map(drop);
    };
    let row = json!({
        "address": address, "kind": found.kind, "network": network, "funder": found.funder, "via": found.via, "block": found.block,
        "at": found.at, "value": found.value,
    });
    let sql = Sql::fixed(
        "insert into _touchstone.wallet_funding (address, kind, network, funder, via, block, at, value, looked_at)
        select r.address, r.kind, r.network, r.funder, r.via, r.block, to_timestamp(r.at), r.value, $2::timestamptz
        from jsonb_to_record($1::jsonb) as r(address text, kind text, network text, funder text, via text, block bigint, at bigint, value text)
        on conflict (address) do nothing",
        [Bind::from(row), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Looks up how much the payers have sent, so that exchanges and faucets are recognized.
async fn payers(
    ctx: &CommandContext,
    nodes: &Nodes,
    chains: Vec<u64>,
    ends_at: Instant,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select to_jsonb(f.funder) from _touchstone.wallet_funding f left join _touchstone.funder p on p.address = f.funder
        where f.funder is not null and p.looked_at is null group by f.funder order by count(*) desc limit $1::int8",
        [Bind::from(AT_ONCE)],
    );
    for address in ctx.rows::<String>(&sql).await? {
        if Instant::now() >= ends_at {
            return Ok(());
        }
        let (mut sent, mut has_code) = (None, None);
        let calls = 10 * u32::try_from(chains.len()).unwrap_or(1);
        let budget = Budget::new(Duration::from_secs(10), calls, 1 << 20);
        for chain_id in &chains {
            let asking = Asking { nodes, chain_id: *chain_id, budget: &budget };
            let latest = json!([address, "latest"]);
            let count = asking.ask("eth_getTransactionCount", latest.clone()).await.ok();
            let count = count.and_then(|count| {
                i64::from_str_radix(count.as_str()?.strip_prefix("0x")?, 16).ok()
            });
            sent = sent.max(count);
            let code = asking.ask("eth_getCode", latest).await.ok();
            has_code = has_code.max(code.and_then(|code| Some(code.as_str()?.len() > 2)));
        }
        let sql = Sql::fixed(
            "insert into _touchstone.funder (address, sent, is_contract, looked_at) values ($1::text, $2::int8, $3::bool, $4::timestamptz)
            on conflict (address) do update set sent = excluded.sent, is_contract = excluded.is_contract, looked_at = excluded.looked_at",
            [Bind::from(&*address), sent.into(), has_code.into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
    }
    Ok(())
}
