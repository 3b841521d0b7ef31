//! The reward of an issue, and what it would be.

use feedback_model::purse::purse as worth;
use feedback_model::settlement::{Award, Cause, Instruction, Purse, due, settles_at};
use feedback_model::{IssueId, Quality, Severity};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::{Map, json};

use super::purse::{OtherIssues, PurseCase};
use feedback_core::command_context::CommandContext;
use feedback_core::timestamp::{date, timestamp};

/// The reward of an issue for its viewer: the pool, when it is settled, and the viewer's share.
///
/// The pool of a settled issue is what it paid, whatever its grade since. `worth` is what it would
/// be by its current grade.
///
/// For a duplicate, the reward of its root. `None` if nothing is known yet.
pub async fn of_issue(ctx: &CommandContext, issue: &IssueId) -> Result<Option<Json>, Error> {
    let mut case = PurseCase::read(ctx, issue).await?;
    if let Some(root) = case.facts.duplicate_of.clone() {
        case = PurseCase::read(ctx, &root).await?;
    }
    let Some(confirmed_at) = case.facts.confirmed_at else { return Ok(None) };
    let rules = &case.rules(confirmed_at)?.rules;
    let base = rules.base(case.facts.kind, case.facts.severity);
    let quality = case.facts.quality.unwrap_or_default();
    let sql = Sql::fixed(
        r#"select to_jsonb("personId") from "_User" where "objectId" = $1::text"#,
        [Bind::from(ctx.member()?.id.as_str())],
    );
    let me: Option<String> = ctx.row(&sql).await?;
    let mine =
        case.entries.iter().filter(|entry| Some(entry.draft.person.as_str()) == me.as_deref());
    let mine: i64 = mine.map(|entry| entry.draft.amount).sum();
    let is_settled = case.facts.settled_at.is_some();
    let settles_at = case.facts.settled_at.unwrap_or_else(|| settles_at(confirmed_at, rules));
    let worth = base.map(|base| worth(base, quality, rules));
    let paid: i64 = case.purse_awards().map(|entry| entry.draft.amount).sum();
    Ok(Some(json!({
        "purse": if case.is_paid_out() { Some(paid) } else { worth },
        "worth": worth,
        "settlesAt": date(settles_at).iso(),
        "settled": is_settled,
        "mine": mine,
        "provisional": mine != 0 && !is_settled,
    })))
}

/// The amounts for each person if an issue were accepted now and settled immediately, by severity;
/// under `base` if there are no severities.
pub async fn would_pay(
    ctx: &CommandContext,
    issue: &IssueId,
    quality: Quality,
) -> Result<Json, Error> {
    let mut case = PurseCase::read(ctx, issue).await?;
    let grades: Vec<(&str, Option<Severity>)> = if case.facts.kind.has_severity() {
        Severity::ALL.iter().map(|severity| (severity.key(), Some(*severity))).collect()
    } else {
        vec![("base", None)]
    };
    let now = timestamp(ctx.now());
    let mut answer = Map::new();
    for (key, severity) in grades {
        case.facts.severity = severity;
        case.facts.quality = Some(quality);
        case.facts.confirmed_at.get_or_insert(now);
        case.facts.settled_at = Some(now);
        let purse =
            Purse { capped: case.capped(ctx, now, OtherIssues::All).await?, ..case.purse() };
        let due = due(&purse, &[], &Cause::Progress, &case.rules(now)?.rules);
        let awards: Vec<&Award> = due
            .instructions
            .iter()
            .filter_map(|instruction| match instruction {
                Instruction::Award(award) => Some(award),
                Instruction::Reversal(_) => None,
            })
            .collect();
        answer.insert(key.to_owned(), Json::Array(awards_json(ctx, &awards).await?));
    }
    Ok(Json::Object(answer))
}

/// Awards with the persons who would get them, the finder first.
async fn awards_json(ctx: &CommandContext, awards: &[&Award]) -> Result<Vec<Json>, Error> {
    let rows: Vec<Json> = awards
        .iter()
        .enumerate()
        .map(|(place, award)| json!({ "place": place, "user": award.user, "amount": award.amount }))
        .collect();
    let sql = Sql::fixed(
        r#"select jsonb_build_object('person', _touchstone.person(u), 'amount', part.amount,
            'role', case part.place when 0 then 'finder' else 'cofinder' end)
        from jsonb_to_recordset($1::jsonb) as part(place int, "user" text, amount int8)
        join "_User" u on u."objectId" = part."user" order by part.place"#,
        [Bind::from(Json::Array(rows))],
    );
    ctx.rows(&sql).await
}
