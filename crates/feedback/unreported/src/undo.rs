//! Removes blocks from the counts that are no longer part of the chain.

use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::position::Watch;
use super::store::{hold, int};
use feedback_core::command_context::CommandContext;

/// Removes this block and all later ones from the counts. They are counted again.
pub(super) async fn undo(
    ctx: &CommandContext,
    network: &str,
    watch: &Watch,
    first: u64,
) -> Result<(), Error> {
    if !hold(ctx, network, watch).await? {
        return Ok(());
    }
    for statement in
        [CALLS, EMPTY_DAYS, HOURS, EMPTY_HOURS, CAUSES, EMPTY_CAUSES, FAILURES, BLOCKS, POSITION]
    {
        let binds = [Bind::from(network), int(first).into()];
        ctx.execute(&Sql::fixed(statement, binds)).await?;
    }
    Ok(())
}

const CALLS: &str = "update _touchstone.call_day d
set calls = d.calls - u.calls, failed = d.failed - u.failed, linked = d.linked - u.linked
from (select c.day, c.contract, c.selector, c.kind, c.build, sum(c.calls) as calls, sum(c.failed) as failed, sum(c.linked) as linked
    from _touchstone.call_block b, jsonb_to_recordset(b.counted)
        c(day int, contract text, selector text, kind text, build text, calls int8, failed int8, linked int8)
    where b.network = $1::text and b.number >= $2::int8 group by 1, 2, 3, 4, 5) u
where d.network = $1::text and (d.day, d.contract, d.selector, d.kind, d.build) = (u.day, u.contract, u.selector, u.kind, u.build)";

const EMPTY_DAYS: &str = "delete from _touchstone.call_day where network = $1::text and calls = 0 and $2::int8 is not null";

const HOURS: &str = "update _touchstone.call_hour h set calls = h.calls - u.calls, failed = h.failed - u.failed
from (select b.hour, c.build, sum(c.calls) as calls, sum(c.failed) as failed
    from _touchstone.call_block b, jsonb_to_recordset(b.counted) c(build text, calls int8, failed int8)
    where b.network = $1::text and b.number >= $2::int8 group by 1, 2) u
where h.network = $1::text and (h.hour, h.build) = (u.hour, u.build)";

const EMPTY_HOURS: &str = "delete from _touchstone.call_hour where network = $1::text and calls = 0 and $2::int8 is not null";

const CAUSES: &str = "update _touchstone.call_cause c set failures = c.failures - u.failures
from (select floor(extract(epoch from at) / 86400)::int as day, contract, selector, kind, build, fingerprint, count(*) as failures
    from _touchstone.call_failure where network = $1::text and block >= $2::int8 and state = 'explained' and is_sample group by 1, 2, 3, 4, 5, 6) u
where c.network = $1::text
    and (c.day, c.contract, c.selector, c.kind, c.build, c.fingerprint) = (u.day, u.contract, u.selector, u.kind, u.build, u.fingerprint)";

const EMPTY_CAUSES: &str = "delete from _touchstone.call_cause where network = $1::text and failures = 0 and $2::int8 is not null";

const FAILURES: &str =
    "delete from _touchstone.call_failure where network = $1::text and block >= $2::int8";

const BLOCKS: &str =
    "delete from _touchstone.call_block where network = $1::text and number >= $2::int8";

const POSITION: &str =
    "update _touchstone.call_watch set block = $2::int8 - 1 where network = $1::text";
