//! The triage queue, most urgent first.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::{Json, JsonMap};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::viewers::SECONDS;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum QueueOrder {
    #[default]
    Promise,
    Age,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TriageQueueParams {
    cursor: Option<Cursor>,
    limit: Option<u8>,
    #[serde(default)]
    order: QueueOrder,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TriageQueueResult {
    rows: Vec<Json>,
    next: Option<Cursor>,
    waiting: u64,
    due_soon: u64,
    late: u64,
    #[serde(rename = "lookers")]
    viewers: Json,
}

#[derive(Deserialize)]
struct QueueRow {
    key: String,
    id: String,
    row: JsonMap,
    due: JsonMap,
}

impl QueueRow {
    /// The issue in the form of lists, with its due time.
    fn into_json(mut self) -> Json {
        self.row.extend(self.due);
        Json::Object(self.row)
    }
}

/// The numbers of undecided reports.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QueueCounts {
    /// All of them.
    pub waiting: u64,
    /// Those that are due within an hour.
    pub due_soon: u64,
    /// Those that are late.
    pub late: u64,
}

/// Counts the undecided reports.
pub async fn queue_counts(ctx: &CommandContext) -> Result<QueueCounts, Error> {
    let mut binds = vec![Bind::from(ctx.now())];
    binds.extend(promises(ctx).await?);
    Ok(ctx.row(&Sql::fixed(COUNTS, binds)).await?.unwrap_or_default())
}

pub(super) struct TriageQueue;

#[async_trait]
impl Query for TriageQueue {
    const NAME: &'static str = "triageQueue";
    const WHO: Who = Who::Administrator;
    type Params = TriageQueueParams;
    type Answer = TriageQueueResult;

    async fn answer(
        ctx: &CommandContext,
        params: TriageQueueParams,
    ) -> Result<TriageQueueResult, Error> {
        let limit = i64::from(params.limit.unwrap_or(50).clamp(1, 100));
        let member = ctx.member()?;
        let mut binds = vec![Bind::from(ctx.now())];
        binds.extend(promises(ctx).await?);
        binds.extend([Bind::from(&*member.id), matches!(params.order, QueueOrder::Age).into()]);
        let (key, id) = match &params.cursor {
            Some(cursor) => (Some(cursor.key()), Some(cursor.id())),
            None => (None, None),
        };
        binds.extend([key.into(), id.into(), (limit + 1).into()]);
        let mut rows: Vec<QueueRow> = ctx.rows(&Sql::fixed(ROWS, binds)).await?;
        let next = Cursor::after_page(&mut rows, limit, |row| (&row.key, &row.id));

        let counts = queue_counts(ctx).await?;
        let since = ctx.now().plus_seconds(-SECONDS);
        let viewers = Sql::fixed(
            r#"select coalesce(jsonb_object_agg(i."number"::int::text, _touchstone.lookers(i."objectId", $1::text, $2::timestamptz)), '{}')
            from "Issue" i where i."objectId" in (
                select v."issue" from "IssueViewer" v where v."seenAt" > $2::timestamptz and v."person" <> $1::text)"#,
            [Bind::from(&*member.id), since.into()],
        );
        Ok(TriageQueueResult {
            rows: rows.into_iter().map(QueueRow::into_json).collect(),
            next,
            waiting: counts.waiting,
            due_soon: counts.due_soon,
            late: counts.late,
            viewers: ctx.row(&viewers).await?.unwrap_or_else(|| json!({})),
        })
    }
}

/// The response targets: hours to a first response, urgent or not, and days to a decision.
async fn promises(ctx: &CommandContext) -> Result<Vec<Bind>, Error> {
    let settings = ctx.settings().await?;
    let keys = ["promise.firstResponseS1h", "promise.firstResponseH", "promise.decisionDays"];
    Ok(keys.iter().map(|key| Bind::from(i64::from(settings.whole(key)))).collect())
}

// Answered questions come first, then the earliest due time. The page is found first, and then the
// details of all its rows together.
const ROWS: &str = r#"with page as materialized (
    select q.key, q."objectId" as id, q.due, row_number() over (order by q.key, q."objectId") as place
    from (
        select w."objectId", w.due, case when $6::bool then _touchstone.iso(w."submittedAt")
            else case when w."answered" then '0' else '1' end || coalesce(_touchstone.iso(w.due), '9') end collate "C" as key
        from (
            select i."objectId", i."submittedAt", i."answered",
                _touchstone.due_at(i, $2::int8::int, $3::int8::int, $4::int8::int) as due from "Issue" i
            where (i."status" = 'new' and (i."snoozedUntil" is null or i."snoozedUntil" <= $1::timestamptz))
                or (i."status" = 'confirmed' and i."answered")) w) q
    where $7::text is null or (q.key, q."objectId") > ($7::text, $8::text)
    order by q.key, q."objectId" limit $9::int8)
select json_build_object('key', page.key, 'id', page.id, 'row', shown."row",
    'due', json_build_object('dueAt', _touchstone.iso(page.due), 'late', coalesce(page.due < $1::timestamptz, false),
        'urgency', case when page.due < $1::timestamptz then 3
            when page.due < $1::timestamptz + interval '4 hours' then 2
            when page.due < $1::timestamptz + interval '1 day' then 1 else 0 end))
from page join _touchstone.issue_rows((select array_agg(id) from page), $5::text, true) shown on shown.id = page.id
order by page.place"#;

const COUNTS: &str = r#"select jsonb_build_object('waiting', count(*),
        'late', count(*) filter (where q.due < $1::timestamptz),
        'dueSoon', count(*) filter (where q.due between $1::timestamptz and $1::timestamptz + interval '1 hour'))
    from (
        select _touchstone.due_at(i, $2::int8::int, $3::int8::int, $4::int8::int) as due from "Issue" i
        where (i."status" = 'new' and (i."snoozedUntil" is null or i."snoozedUntil" <= $1::timestamptz))
            or (i."status" = 'confirmed' and i."answered")) q"#;
