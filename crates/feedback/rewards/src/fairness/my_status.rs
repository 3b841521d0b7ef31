//! Decisions about the caller's own accounts: their kinds, never the facts behind them.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::answer_shape::MyFairnessAnswer;
use super::appeal::body;
use feedback_core::command::{Command, NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::refused::{invalid, not_found};

pub(super) struct MyFairness;

#[async_trait]
impl Query for MyFairness {
    const NAME: &'static str = "myFairness";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<MyFairnessAnswer>())
    }

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let days = i64::from(ctx.settings().await?.whole("appeal.days"));
        let sql = Sql::fixed(
            r#"select jsonb_build_object('appealDays', $3::int8,
                'link', (select jsonb_build_object('since', _touchstone.iso(l.at), 'kinds', jsonb_build_array(l.reason), 'subjectId', l.id,
                        'accounts', (select count(*) from _touchstone.person_link o where o.person = l.person and o.undone_at is null),
                        'others', (select coalesce(jsonb_agg(u."username" order by u."username"), '[]') from _touchstone.person_link o
                            join "_User" u on u."objectId" = o."user" where o.person = l.person and o.undone_at is null and o."user" <> $1::text),
                        'appealUntil', _touchstone.iso(l.at + $3::int8 * interval '1 day'),
                        'mayAppeal', $2::timestamptz < l.at + $3::int8 * interval '1 day' and not exists (
                            select from _touchstone.appeal a where a."user" = $1::text and a.subject_type = 'risk' and a.subject_id = l.id))
                    from _touchstone.person_link l where l."user" = $1::text and l.undone_at is null),
                'hold', (select jsonb_build_object('since', _touchstone.iso(h.at), 'kinds', jsonb_build_array(h.reason), 'subjectId', h.id,
                        'appealUntil', _touchstone.iso(h.at + $3::int8 * interval '1 day'),
                        'mayAppeal', $2::timestamptz < h.at + $3::int8 * interval '1 day' and not exists (
                            select from _touchstone.appeal a where a."user" = $1::text and a.subject_type = 'risk' and a.subject_id = h.id))
                    from _touchstone.person_hold h where h."user" = $1::text and h.released_at is null),
                'questions', (select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'askedAt', _touchstone.iso(q.asked_at),
                        'due', _touchstone.iso(q.due), 'answeredAt', _touchstone.iso(q.answered_at),
                        'kinds', (select coalesce(jsonb_agg(distinct s ->> 'kind'), '[]') from jsonb_array_elements(c.facts -> 'signals') s
                            where s -> 'users' ? $1::text)) order by q.asked_at desc), '[]')
                    from _touchstone.risk_question q join _touchstone.risk_case c on c.number = q.case_number where q."user" = $1::text),
                'appeals', (select coalesce(jsonb_agg(_touchstone.own_appeal(a) order by a.opened_at desc), '[]')
                    from _touchstone.appeal a where a."user" = $1::text))"#,
            [Bind::from(&*ctx.member()?.id), ctx.now().into(), days.into()],
        );
        ctx.row(&sql).await?.ok_or_else(not_found)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerParams {
    id: String,
    body: String,
}

pub(super) struct RiskAnswer;

#[async_trait]
impl Command for RiskAnswer {
    const NAME: &'static str = "riskAnswer";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = AnswerParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: AnswerParams) -> Result<Json, Error> {
        let body = body("ANSWER_LENGTH", &params.body)?;
        #[derive(Deserialize)]
        struct OpenQuestion {
            answered: bool,
            over: bool,
        }
        let sql = Sql::fixed(
            r#"select jsonb_build_object('answered', q.answered_at is not null,
                'over', q.due < $3::timestamptz or c.state = 'decided')
            from _touchstone.risk_question q join _touchstone.risk_case c on c.number = q.case_number
            where q.id = $1::text and q."user" = $2::text for update of q"#,
            [Bind::from(&*params.id), ctx.member()?.id.as_str().into(), ctx.now().into()],
        );
        let asked: OpenQuestion = ctx.row(&sql).await?.ok_or_else(not_found)?;
        if asked.answered {
            return Err(invalid("ANSWERED", "You have answered this already."));
        }
        if asked.over {
            return Err(invalid("QUESTION_OVER", "The time for an answer has passed."));
        }
        let sql = Sql::fixed(
            "update _touchstone.risk_question set answered_at = $2::timestamptz, body = $3::text where id = $1::text",
            [Bind::from(&*params.id), ctx.now().into(), body.into()],
        );
        ctx.execute(&sql).await?;
        Ok(json!({ "answeredAt": ctx.now().iso() }))
    }
}
