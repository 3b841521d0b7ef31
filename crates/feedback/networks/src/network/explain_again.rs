//! Explains evidence again after an administrator has described its error.

use parse_engine::Error;
use parse_store::{Bind, Sql};

use feedback_core::command_context::CommandContext;
use feedback_core::wakes::Queue;

/// Pieces of evidence that one changed description queues.
const MOST: i64 = 10_000;

/// Queues evidence whose failure began with this selector (`0x` and eight digits), or whose error
/// text includes this text. Returns their number.
pub(super) async fn explain_again(
    ctx: &CommandContext,
    selector_or_text: &str,
) -> Result<u64, Error> {
    let key = selector_or_text.trim().to_lowercase();
    let is_selector = key.len() == 10
        && key.strip_prefix("0x").is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
    let text = if is_selector { BY_SELECTOR } else { BY_TEXT };
    let key = if is_selector { key } else { format!("%{}%", pattern(&key)) };
    let sql = Sql::fixed(text, [Bind::from(key), ctx.now().into(), MOST.into()]);
    let due = ctx.execute(&sql).await?;
    ctx.wake_on_commit(Queue::Evidence);
    Ok(due)
}

fn pattern(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

// Evidence that is queued anyway will use the new description. Only what follows an explanation is
// replaced.
const BY_SELECTOR: &str = r#"insert into _touchstone.evidence_queue (evidence, task, due_at, since)
select e."objectId", 'explain', $2::timestamptz, $2::timestamptz from "Evidence" e
where e."explanation" -> 'revert' -> 'frames' -> -1 ->> 'selector' = $1::text and e."state" in ('decoded', 'partial')
order by e."decodedAt" desc limit $3::int8
on conflict (evidence) do update set task = 'explain', due_at = excluded.due_at, since = excluded.since, looks = 0
    where _touchstone.evidence_queue.task in ('settle', 'rerun')"#;

const BY_TEXT: &str = r#"insert into _touchstone.evidence_queue (evidence, task, due_at, since)
select e."objectId", 'explain', $2::timestamptz, $2::timestamptz from "Evidence" e
where e."failureClass" in ('unknown_revert', 'empty_revert', 'wallet_error', 'rpc_error') and e."state" in ('decoded', 'partial')
    and (lower(e."explanation" -> 'revert' ->> 'text') like $1::text or lower(e."explanation" -> 'rpc' ->> 'message') like $1::text)
order by e."decodedAt" desc limit $3::int8
on conflict (evidence) do update set task = 'explain', due_at = excluded.due_at, since = excluded.since, looks = 0
    where _touchstone.evidence_queue.task in ('settle', 'rerun')"#;
