//! What testers decide about questions: whether they are asked, and their answers.

use async_trait::async_trait;
use feedback_model::IssueId;
use feedback_model::event::EventKind;
use feedback_model::notification::NotificationKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use feedback_core::command::{Command, NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{Consumer, StoredEvent};
use feedback_core::refused::not_found;
use feedback_notify::notification::resolve_waiting;

/// Returns whether the caller is asked about failed calls of their linked wallets.
pub(super) struct FailureQuestions;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FailureQuestionsResult {
    is_on: bool,
    /// Whether the calls of any network are counted. Without that, nothing is asked.
    is_counting: bool,
}

#[async_trait]
impl Query for FailureQuestions {
    const NAME: &'static str = "failureQuestions";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = FailureQuestionsResult;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<FailureQuestionsResult, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('isOn', _touchstone.agrees_to_questions(u),
                'isCounting', exists (select from _touchstone.call_watch w where w.is_on))
            from "_User" u where u."objectId" = $1::text"#,
            [Bind::from(&*ctx.member()?.id)],
        );
        ctx.row(&sql).await?.ok_or_else(not_found)
    }
}

/// An answer without a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    /// The failure was fine.
    Fine,
    /// The tester does not want to be asked again.
    Stop,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FailureAnswerParams {
    failure: String,
    answer: Answer,
}

/// Answers a question about a failed call without a report: it was fine, or no more questions.
pub(super) struct FailureAnswer;

#[async_trait]
impl Command for FailureAnswer {
    const NAME: &'static str = "failureAnswer";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = FailureAnswerParams;
    type Answer = Json;

    /// Idempotent. The first answer stays, but a tester can stop the questions at any time.
    async fn run(ctx: &CommandContext, given: FailureAnswerParams) -> Result<Json, Error> {
        let me = &ctx.member()?.id;
        let key = match given.answer {
            Answer::Fine => "fine",
            Answer::Stop => "stop",
        };
        let sql = Sql::fixed(
            r#"update _touchstone.failure_question set answer = coalesce(answer, $3::text),
                answered_at = coalesce(answered_at, $4::timestamptz)
            where id = $1::text and "user" = $2::text"#,
            [Bind::from(&*given.failure), me.as_str().into(), key.into(), ctx.now().into()],
        );
        if ctx.execute(&sql).await? == 0 {
            return Err(not_found());
        }
        if given.answer == Answer::Stop {
            stop(ctx, me.as_str()).await?;
        }
        resolve_waiting(ctx, NotificationKind::FailureQuestion, &given.failure).await?;
        Ok(json!({}))
    }
}

async fn stop(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "_User" set "privacy" = coalesce("privacy", '{}') || '{"askAboutFailures": false}', "updatedAt" = $2::timestamptz
        where "objectId" = $1::text"#,
        [Bind::from(user), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    let forget = Sql::fixed(
        r#"delete from _touchstone.call_asker where "user" = $1::text"#,
        [Bind::from(user)],
    );
    ctx.execute(&forget).await.map(drop)
}

/// Marks questions as answered when a report of the tester has the transaction.
pub(super) struct Reported;

#[async_trait]
impl Consumer for Reported {
    const NAME: &'static str = "failure questions";

    async fn take(ctx: &CommandContext, events: &[StoredEvent]) -> Result<(), Error> {
        let submitted = events.iter().filter(|event| event.kind == EventKind::IssueSubmitted);
        let issues = submitted.filter_map(|event| event.issue.as_ref().map(IssueId::as_str));
        let issues: Vec<String> = issues.map(str::to_owned).collect();
        if issues.is_empty() {
            return Ok(());
        }
        let sql = Sql::fixed(
            r#"update _touchstone.failure_question q set answer = 'report', answered_at = $2::timestamptz
            from "Issue" i join "Evidence" e on e."issue" = i."objectId"
            where i."objectId" = any($1::text[]) and q."user" = i."reporter" and q.network = e."network" and q.hash = e."txHash"
                and q.answer is distinct from 'report'
            returning to_jsonb(q.id)"#,
            [Bind::from(issues), ctx.now().into()],
        );
        for question in ctx.rows::<String>(&sql).await? {
            resolve_waiting(ctx, NotificationKind::FailureQuestion, &question).await?;
        }
        Ok(())
    }
}
