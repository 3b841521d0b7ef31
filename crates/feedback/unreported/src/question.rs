//! Asks a tester about a failed call of their wallet, once its cause is known.

use chain::{Explanation, FailureClass, Verdict};
use feedback_model::Timestamp;
use feedback_model::event::EventKind;
use feedback_model::failure_question::{QuestionFacts, is_asked};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::queue::FailureJob;
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, append};
use feedback_core::timestamp::timestamp;

/// Characters of the id of a question.
const ID_SIZE: usize = 10;

/// The tester who is to be asked about this failure. It is forgotten.
pub(super) async fn take_asker(
    ctx: &CommandContext,
    job: &FailureJob,
) -> Result<Option<String>, Error> {
    let sql = Sql::fixed(
        r#"delete from _touchstone.call_asker where network = $1::text and hash = $2::text and place = $3::int8
        returning to_jsonb("user")"#,
        [Bind::from(&*job.network), job.hash.as_str().into(), job.place.into()],
    );
    ctx.row(&sql).await
}

/// Asks the tester, unless the rules say otherwise.
pub(super) async fn ask(
    ctx: &CommandContext,
    job: &FailureJob,
    user: &str,
    explanation: &Explanation,
    fingerprint: &str,
) -> Result<(), Error> {
    let class = explanation.failure_class.unwrap_or(FailureClass::UnknownRevert);
    let hold = Sql::fixed(
        r#"select _touchstone.hold_person("personId") from "_User" where "objectId" = $1::text"#,
        [Bind::from(user)],
    );
    ctx.execute(&hold).await?;
    let Some(known) = known(ctx, job, user, fingerprint).await? else { return Ok(()) };
    let facts = QuestionFacts {
        has_agreed: known.has_agreed,
        is_expected: explanation.verdict.unwrap_or(class.verdict()) == Verdict::Expected,
        asks_expected: ctx.settings().await?.value("failures.askExpected") == true,
        is_reported: known.is_reported,
        was_asked_about_cause: known.was_asked_about_cause,
        last_asked: known.last_asked.map(Timestamp),
    };
    if !is_asked(&facts, timestamp(ctx.now())) {
        return Ok(());
    }
    let id = parse_identity::id::random_text(ID_SIZE);
    let sql = Sql::fixed(
        r#"insert into _touchstone.failure_question
            (id, "user", network, hash, fingerprint, class, sentence, is_swap, failed_at, asked_at)
        select $1::text, $2::text, f.network, f.hash, $5::text, $6::text, $7::text, $8::bool, f.at, $9::timestamptz
        from _touchstone.call_failure f where f.network = $3::text and f.hash = $4::text and f.place = $10::int8
        returning jsonb_build_object('id', network, 'name', (select n."name" from "Network" n where n."objectId" = network))"#,
        [
            Bind::from(&*id),
            user.into(),
            job.network.as_str().into(),
            job.hash.as_str().into(),
            fingerprint.into(),
            class.key().into(),
            class.sentence().into(),
            explanation.swap.is_some().into(),
            ctx.now().into(),
            job.place.into(),
        ],
    );
    let network: Option<parse_model::Json> = ctx.row(&sql).await?;
    let data = json!({ "failure": id, "failureClass": class.key(), "network": network });
    append(ctx, &DomainEvent { kind: EventKind::FailureAsked, issue: None, actor: None, data })
        .await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Known {
    has_agreed: bool,
    is_reported: bool,
    was_asked_about_cause: bool,
    last_asked: Option<i64>,
}

/// What the database has about the tester and the failure. Accounts of one person count together.
async fn known(
    ctx: &CommandContext,
    job: &FailureJob,
    user: &str,
    fingerprint: &str,
) -> Result<Option<Known>, Error> {
    let sql = Sql::fixed(
        r#"with asked as (
            select q.fingerprint, q.asked_at from "_User" me join "_User" u on u."personId" = me."personId"
                join _touchstone.failure_question q on q."user" = u."objectId" where me."objectId" = $1::text)
        select jsonb_build_object('hasAgreed', _touchstone.agrees_to_questions(me),
            'isReported', exists (select from "Evidence" e where e."network" = $2::text and e."txHash" = $3::text and e."issue" is not null)
                or exists (select from "Evidence" e where e."fingerprint" = $4::text and e."issue" is not null and e."person" = me."personId"),
            'wasAskedAboutCause', exists (select from asked where fingerprint = $4::text),
            'lastAsked', (select _touchstone.in_millis(max(asked_at)) from asked))
        from "_User" me where me."objectId" = $1::text"#,
        [
            Bind::from(user),
            job.network.as_str().into(),
            job.hash.as_str().into(),
            fingerprint.into(),
        ],
    );
    ctx.row(&sql).await
}
