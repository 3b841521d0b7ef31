//! Stores what was counted. The position of the network is compared and moved in the same
//! transaction, so that no block counts twice.

use std::collections::BTreeMap;

use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde_json::json;

use super::asker;
use super::count::{CountedBlock, Failure};
use super::position::Watch;
use feedback_core::command_context::CommandContext;
use feedback_core::wakes::Queue;
use feedback_networks::network::block_reader;

/// Counted blocks that can be undone.
const UNDONE: i64 = 256;
/// Failures of a contract's function that are looked up in one hour.
const LOOKED_AT_PER_HOUR: usize = 5;
/// Failures of a network that are looked up in one hour.
const LOOKED_AT_IN_ALL: usize = 60;

pub(super) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Locks the position of a network. Whether it is where this node left it, and this node's.
pub(super) async fn hold(
    ctx: &CommandContext,
    network: &str,
    watch: &Watch,
) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "select 'true'::jsonb from _touchstone.call_watch
        where network = $1::text and is_on and holder = $2::text and block is not distinct from $3::int8 for update",
        [Bind::from(network), block_reader(ctx).id(ctx).into(), watch.block.map(int).into()],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}

/// Begins to count after this block.
pub(super) async fn begin(ctx: &CommandContext, network: &str, block: u64) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.call_watch set block = $2::int8, first_block = $2::int8 + 1
        where network = $1::text and block is null and holder = $3::text",
        [Bind::from(network), int(block).into(), block_reader(ctx).id(ctx).into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Adds the calls of blocks to the counts.
pub(super) async fn add(
    ctx: &CommandContext,
    network: &str,
    watch: &Watch,
    counted: &[CountedBlock],
    confirmed: u64,
) -> Result<(), Error> {
    let Some(last) = counted.last().map(|block| int(block.number)) else { return Ok(()) };
    if !hold(ctx, network, watch).await? {
        return Ok(());
    }
    let blocks: Json = counted.iter().map(block_row).collect();
    let sql = Sql::fixed(
        "insert into _touchstone.call_block (network, number, hash, hour, counted)
        select $1::text, b.number, b.hash, b.hour, b.counted
        from jsonb_to_recordset($2::jsonb) b(number int8, hash text, hour int, counted jsonb)",
        [Bind::from(network), blocks.clone().into()],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        "insert into _touchstone.call_day as d (day, network, contract, selector, kind, build, calls, failed, linked)
        select c.day, $1::text, c.contract, c.selector, c.kind, c.build, sum(c.calls), sum(c.failed), sum(c.linked)
        from jsonb_to_recordset($2::jsonb) b(counted jsonb), jsonb_to_recordset(b.counted)
            c(day int, contract text, selector text, kind text, build text, calls int8, failed int8, linked int8)
        group by 1, 2, 3, 4, 5, 6
        on conflict (network, day, contract, selector, kind, build) do update set calls = d.calls + excluded.calls,
            failed = d.failed + excluded.failed, linked = d.linked + excluded.linked",
        [Bind::from(network), blocks.clone().into()],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        "insert into _touchstone.call_hour as h (network, hour, build, calls, failed)
        select $1::text, b.hour, c.build, sum(c.calls), sum(c.failed)
        from jsonb_to_recordset($2::jsonb) b(hour int, counted jsonb), jsonb_to_recordset(b.counted) c(build text, calls int8, failed int8)
        group by 2, 3
        on conflict (network, hour, build) do update set calls = h.calls + excluded.calls, failed = h.failed + excluded.failed",
        [Bind::from(network), blocks.into()],
    );
    ctx.execute(&sql).await?;
    queue_failures(ctx, network, counted).await?;
    let sql = Sql::fixed(
        "delete from _touchstone.call_block where network = $1::text and number <= $2::int8",
        [Bind::from(network), (last - UNDONE).into()],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        "update _touchstone.call_watch set block = $2::int8, confirmed = $3::int8, counted_at = $4::timestamptz, misses = 0
        where network = $1::text",
        [Bind::from(network), last.into(), int(confirmed).into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

fn block_row(block: &CountedBlock) -> Json {
    let groups = block.groups.iter().map(|(group, calls)| {
        json!({ "day": group.day, "contract": group.contract, "selector": group.selector, "kind": group.kind,
            "build": group.build, "calls": calls.calls, "failed": calls.failed, "linked": calls.linked })
    });
    json!({ "number": block.number, "hash": block.hash, "hour": block.hour, "counted": groups.collect::<Json>() })
}

/// Queues the first failures of each function and hour for a look-up, in the order of the chain.
async fn queue_failures(
    ctx: &CommandContext,
    network: &str,
    counted: &[CountedBlock],
) -> Result<(), Error> {
    let mut by_hour: BTreeMap<i64, Vec<&Failure>> = BTreeMap::new();
    for failure in counted.iter().flat_map(|block| &block.failures) {
        by_hour.entry(failure.at.div_euclid(3_600_000)).or_default().push(failure);
    }
    let mut left = Vec::new();
    for (hour, failures) in by_hour {
        let (sample, rest) = choose(failures, queued(ctx, network, hour).await?);
        queue(ctx, network, &sample, true).await?;
        left.extend(rest);
    }
    queue(ctx, network, &asker::choose(ctx, left).await?, false).await?;
    ctx.wake_on_commit(Queue::Failures);
    Ok(())
}

/// Queues failures for a look-up, with their senders among the testers who agreed to be asked.
async fn queue(
    ctx: &CommandContext,
    network: &str,
    failures: &[&Failure],
    is_sample: bool,
) -> Result<(), Error> {
    if failures.is_empty() {
        return Ok(());
    }
    let failures: Vec<Json> =
        failures.iter().filter_map(|one| serde_json::to_value(one).ok()).collect();
    let sql = Sql::fixed(
        r#"with failed as (select * from jsonb_to_recordset($2::jsonb)
            f(hash text, place int, block int8, at int8, contract text, selector text, kind text, build text, asker text)),
        queued as (
            insert into _touchstone.call_failure
                (network, hash, place, block, at, contract, selector, kind, build, due_at, is_sample)
            select $1::text, f.hash, f.place, f.block, _touchstone.from_millis(f.at), f.contract, f.selector, f.kind, f.build,
                $3::timestamptz, $4::bool from failed f
            on conflict do nothing returning hash, place)
        insert into _touchstone.call_asker (network, hash, place, "user")
        select $1::text, f.hash, f.place, f.asker from failed f join queued using (hash, place) where f.asker is not null"#,
        [Bind::from(network), Json::from(failures).into(), ctx.now().into(), is_sample.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

type Queued = BTreeMap<(String, String), usize>;

/// The failures of an hour that were chosen before, by contract and function.
async fn queued(ctx: &CommandContext, network: &str, hour: i64) -> Result<Queued, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_array(contract, selector, count(*)) from _touchstone.call_failure
        where network = $1::text and is_sample and at >= $2::timestamptz and at < $3::timestamptz group by contract, selector",
        [
            Bind::from(network),
            Date::from_millis(hour * 3_600_000).into(),
            Date::from_millis((hour + 1) * 3_600_000).into(),
        ],
    );
    let queued: Vec<(String, String, usize)> = ctx.rows(&sql).await?;
    Ok(queued
        .into_iter()
        .map(|(contract, selector, count)| ((contract, selector), count))
        .collect())
}

/// A bounded choice that no sender influences: the first failures of each function, and the rest.
fn choose(failures: Vec<&Failure>, mut queued: Queued) -> (Vec<&Failure>, Vec<&Failure>) {
    let mut in_all: usize = queued.values().sum();
    failures.into_iter().partition(|failure| {
        let group = &failure.group;
        let key = (group.contract.clone(), group.selector.clone());
        let count = queued.entry(key).or_default();
        let is_chosen = *count < LOOKED_AT_PER_HOUR && in_all < LOOKED_AT_IN_ALL;
        *count += usize::from(is_chosen);
        in_all += usize::from(is_chosen);
        is_chosen
    })
}

/// Leaves out the blocks up to this one, and records the gap.
pub(super) async fn skip(
    ctx: &CommandContext,
    network: &str,
    watch: &Watch,
    until: u64,
    reason: &'static str,
) -> Result<(), Error> {
    let Some(last) = watch.block else { return Ok(()) };
    if !hold(ctx, network, watch).await? {
        return Ok(());
    }
    note_gap(ctx, network, int(last) + 1, int(until), reason).await?;
    let sql = Sql::fixed(
        "update _touchstone.call_watch set block = $2::int8, confirmed = $2::int8, misses = 0 where network = $1::text",
        [Bind::from(network), int(until).into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Records blocks that are not counted.
pub(super) async fn note_gap(
    ctx: &CommandContext,
    network: &str,
    first: i64,
    last: i64,
    reason: &'static str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.call_gap (network, first_block, last_block, reason, noticed_at)
        select $1::text, $2::int8, $3::int8, $4::text, $5::timestamptz where $3::int8 >= $2::int8 on conflict do nothing",
        [Bind::from(network), first.into(), last.into(), reason.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Notes that no endpoint had the next block.
pub(super) async fn note_miss(ctx: &CommandContext, network: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.call_watch set misses = misses + 1 where network = $1::text and holder = $2::text",
        [Bind::from(network), block_reader(ctx).id(ctx).into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Notes that everything up to this block is counted.
pub(super) async fn note_confirmed(
    ctx: &CommandContext,
    network: &str,
    confirmed: u64,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.call_watch set confirmed = greatest(block, $2::int8), counted_at = $4::timestamptz
        where network = $1::text and holder = $3::text",
        [
            Bind::from(network),
            int(confirmed).into(),
            block_reader(ctx).id(ctx).into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Ends the rounds of this node for now. It keeps the network until after the next round.
pub(super) async fn rest(
    ctx: &CommandContext,
    network: &str,
    due: Date,
    held: Date,
    problem: Option<&str>,
) -> Result<(), Error> {
    let problem: Option<String> = problem.map(|problem| problem.chars().take(200).collect());
    let sql = Sql::fixed(
        "update _touchstone.call_watch set due_at = $2::timestamptz, held_until = $3::timestamptz, problem = $4::text
        where network = $1::text and holder = $5::text",
        [
            Bind::from(network),
            due.into(),
            held.into(),
            problem.into(),
            block_reader(ctx).id(ctx).into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::Group;

    fn failure(contract: &str, n: usize) -> Failure {
        let group = Group {
            day: 1,
            contract: contract.to_owned(),
            selector: "0x38ed1739".to_owned(),
            kind: "direct".to_owned(),
            build: String::new(),
        };
        Failure { hash: format!("{n}"), place: 0, block: 1, at: 0, group, asker: None }
    }

    #[test]
    fn some_failures_of_each_function_are_looked_up_and_not_all() {
        let failures: Vec<Failure> =
            (0..500).map(|n| failure(if n % 2 == 0 { "a" } else { "b" }, n)).collect();
        let (chosen, rest) = choose(failures.iter().collect(), Queued::new());
        assert_eq!(chosen.len(), 2 * LOOKED_AT_PER_HOUR);
        assert_eq!(chosen.len() + rest.len(), failures.len());
        let before = Queued::from([(("a".to_owned(), "0x38ed1739".to_owned()), 4)]);
        assert_eq!(choose(failures.iter().collect(), before).0.len(), 1 + LOOKED_AT_PER_HOUR);
        let many: Vec<Failure> = (0..500).map(|n| failure(&n.to_string(), n)).collect();
        assert_eq!(choose(many.iter().collect(), Queued::new()).0.len(), LOOKED_AT_IN_ALL);
    }
}
