//! The answers in a mission: a summary of each question, and every submission.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::list::{MissionRow, page};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::refused::not_found;
use feedback_issues::attachment::with_addresses;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MissionAnswersParams {
    mission: String,
    cursor: Option<Cursor>,
    limit: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct MissionAnswersResult {
    questions: Json,
    rows: Vec<Json>,
    next: Option<Cursor>,
    total: i64,
}

#[derive(Deserialize)]
struct Summary {
    id: String,
    questions: Json,
    total: i64,
}

pub(super) struct MissionAnswers;

#[async_trait]
impl Query for MissionAnswers {
    const NAME: &'static str = "missionAnswers";
    const WHO: Who = Who::Administrator;
    type Params = MissionAnswersParams;
    type Answer = MissionAnswersResult;

    /// Newest submission first.
    async fn answer(
        ctx: &CommandContext,
        asked: MissionAnswersParams,
    ) -> Result<MissionAnswersResult, Error> {
        let limit = page(asked.limit)?;
        let summary = Sql::fixed(SUMMARY, [Bind::from(&*asked.mission)]);
        let summary: Summary = ctx.row(&summary).await?.ok_or_else(not_found)?;
        let sql = Sql::fixed(
            ROWS,
            [
                Bind::from(&*summary.id),
                asked.cursor.as_ref().map(Cursor::key).into(),
                asked.cursor.as_ref().map(Cursor::id).into(),
                (limit + 1).into(),
            ],
        );
        let mut placed: Vec<MissionRow> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut placed, limit, |row| (&row.key, &row.id));
        let mut rows: Vec<Json> = placed.into_iter().map(|placed| placed.row).collect();
        for files in rows.iter_mut().filter_map(|row| row.pointer_mut("/submission/attachments")) {
            with_addresses(ctx, files);
        }
        Ok(MissionAnswersResult { questions: summary.questions, rows, next, total: summary.total })
    }
}

/// Answers in words are not counted, because hardly two are the same.
const SUMMARY: &str = r#"with mission as (select m.* from "Mission" m where m."objectId" = $1::text or m."slug" = $1::text),
handed_in as materialized (select s."answers" as answers from "Submission" s join mission on mission."objectId" = s."mission"
    where s."submittedAt" is not null and s."state" not in ('withdrawn', 'expired')),
questions as (select step.value ->> 'id' as id, step.value ->> 'text' as text, step.value -> 'question' as question, step.place
    from mission, jsonb_array_elements(mission."steps") with ordinality step(value, place) where step.value ->> 'type' = 'question'),
answered as materialized (select questions.id, questions.question ->> 'type' as type, handed_in.answers -> questions.id as answer
    from questions, handed_in where jsonb_typeof(handed_in.answers -> questions.id) <> 'null'),
parts as (select answered.id, case jsonb_typeof(part.value) when 'number' then trim_scale((part.value)::numeric)::text else part.value #>> '{}' end as answer
    from answered, jsonb_array_elements(case jsonb_typeof(answered.answer) when 'array' then answered.answer
        else jsonb_build_array(answered.answer) end) part
    where answered.type <> 'text'),
counted as (select parts.id, parts.answer, count(*) as count from parts group by parts.id, parts.answer)
select jsonb_build_object('id', mission."objectId", 'total', (select count(*) from handed_in),
    'questions', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'text', q.text, 'type', q.question ->> 'type',
            'answered', (select count(*) from answered where answered.id = q.id),
            'counts', (select coalesce(jsonb_agg(jsonb_build_object('answer', most.answer, 'count', most.count)
                    order by most.count desc, most.answer), '[]')
                from (select c.answer, c.count from counted c where c.id = q.id order by c.count desc, c.answer limit 50) most))
        order by q.place), '[]') from questions q))
from mission"#;

const ROWS: &str = r#"select jsonb_build_object('key', _touchstone.iso(s."submittedAt"), 'id', s."objectId", 'row', jsonb_build_object(
    'submission', _touchstone.submission_shown(s, true),
    'person', (select _touchstone.person(u) from "_User" u where u."objectId" = s."user")))
from "Submission" s
where s."mission" = $1::text and s."submittedAt" is not null and s."state" not in ('withdrawn', 'expired')
    and ($2::text is null or (s."submittedAt", s."objectId") < ($2::text::timestamptz, $3::text))
order by s."submittedAt" desc, s."objectId" desc limit $4::int8"#;
