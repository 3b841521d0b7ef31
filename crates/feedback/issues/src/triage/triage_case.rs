//! One issue with the data that helps to decide it.

use async_trait::async_trait;
use feedback_model::{Kind, Quality};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::viewers::viewers;
use crate::evidence::view::first_of;
use crate::issue::similar;
use crate::issue::state::{find, read_one};
use crate::issue_page::{IssuePage, page};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;
use feedback_points::points::preview::would_pay;

/// Similar issues that are considered. Fewer are shown.
const LOOKED_AT: i64 = 20;
/// Characters from which a bug without steps is considered understandable.
const TELLING: usize = 80;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TriageCaseReply {
    #[serde(flatten)]
    page: IssuePage,
    similar: Vec<Json>,
    suggestion: Json,
    reporter_stats: Json,
    would_pay: Json,
    seen_by: Json,
    /// The first evidence, of the reporter if possible.
    evidence: Option<Json>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Text {
    body: String,
    has_steps: bool,
    stats: Json,
    proposed: Option<u32>,
    /// The fingerprint of its failure.
    fingerprint: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TriageCaseParams {
    number: u32,
    /// The quality of the report in the viewer's judgement, or else as known.
    quality: Option<Quality>,
}

pub(super) struct TriageCase;

#[async_trait]
impl Query for TriageCase {
    const NAME: &'static str = "triageCase";
    const WHO: Who = Who::Administrator;
    type Params = TriageCaseParams;
    type Answer = TriageCaseReply;

    async fn answer(
        ctx: &CommandContext,
        params: TriageCaseParams,
    ) -> Result<TriageCaseReply, Error> {
        let id = find(ctx, params.number).await?;
        let issue = read_one(ctx, &id).await?;
        let text: Text =
            ctx.row(&Sql::fixed(TEXT, [Bind::from(id.as_str())])).await?.ok_or_else(not_found)?;
        let kind = issue.state.origin.kind;
        let said = format!("{} {}", issue.title, text.body);
        let mut similar = match &text.fingerprint {
            Some(print) => similar::by_failure(ctx, print, Some(issue.number)).await?,
            None => Vec::new(),
        };
        let alike =
            similar::find(ctx, &issue.title, &said, None, Some(issue.number), LOOKED_AT).await?;
        similar::join(&mut similar, alike.rows);
        // Without the issues of its own set.
        similar.retain(|row| row["resolution"] != "duplicate");
        similar::fold(&mut similar);
        open_first(&mut similar);
        similar.truncate(usize::try_from(similar::most(ctx).await?).unwrap_or(usize::MAX));
        Ok(TriageCaseReply {
            page: page(ctx, &id).await?,
            suggestion: suggestion(&similar, kind, &text),
            similar,
            reporter_stats: text.stats,
            would_pay: would_pay(ctx, &id, params.quality.unwrap_or(issue.state.quality)).await?,
            seen_by: viewers(ctx, id.as_str()).await?,
            evidence: first_of(ctx, id.as_str()).await?,
        })
    }
}

const TEXT: &str = r#"select jsonb_build_object('body', i."body", 'hasSteps', jsonb_array_length(coalesce(i."steps", '[]')) > 0,
    'fingerprint', (select c."fingerprint" from "FailureCluster" c where c."objectId" = i."cluster"),
    'stats', jsonb_build_object('accepted', coalesce(u."acceptedCount", 0)::int, 'decided', coalesce(u."decidedCount", 0)::int,
        'spam', coalesce(u."spamCount", 0)::int, 'trustLevel', coalesce(u."trustLevel", 0)::int),
    'proposed', (select t."number"::int from "DuplicateProposal" p join "Issue" t on t."objectId" = p."target"
        where p."issue" = i."objectId" and p."state" = 'open' order by p."createdAt" limit 1))
from "Issue" i left join "_User" u on u."objectId" = i."reporter" where i."objectId" = $1::text"#;

/// The decision that an administrator will most likely make. Only a hint.
///
/// Of several issues with the same title, the one with most affected persons is the merge target. A
/// verified issue is never one, because a regression would disappear in it.
fn suggestion(similar: &[Json], kind: Kind, text: &Text) -> Json {
    if let Some(target) = text.proposed {
        return json!({ "command": "merge", "target": target, "why": "A tester proposed it as a duplicate." });
    }
    let same = similar.iter().filter(|row| is_same(row));
    let (verified, open): (Vec<_>, Vec<_>) = same.partition(|row| row["status"] == "verified");
    // At equal numbers the most similar title wins: it comes first, and `max_by_key` takes the
    // last.
    if let Some(row) = open.iter().rev().max_by_key(|row| row["voteCount"].as_u64()) {
        let why = match row["why"].as_str() {
            Some("failure") => "It is the same failure.",
            _ => "The titles are nearly the same.",
        };
        return json!({ "command": "merge", "target": row["number"], "why": why });
    }
    if kind == Kind::Bug && !text.has_steps && text.body.chars().count() < TELLING {
        return json!({ "command": "ask", "why": "It is short, and has no steps." });
    }
    if let [row, ..] = *verified {
        let why = format!("It may have come back: the fix of #{} was verified.", row["number"]);
        return json!({ "command": "accept", "why": why });
    }
    json!({ "command": "accept", "why": "There are no similar issues." })
}

/// Whether two titles are the same.
fn is_same(row: &Json) -> bool {
    row["score"].as_f64().is_some_and(|score| score >= similar::SAME)
}

/// Puts unfixed issues first: a new report is most likely a duplicate of one of them, even if an
/// issue that was verified long ago has the same words.
fn open_first(similar: &mut [Json]) {
    similar.sort_by_key(|row| !is_same(row) || row["status"] == "verified");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(body: &str, has_steps: bool, proposed: Option<u32>) -> Text {
        Text { body: body.to_owned(), has_steps, stats: Json::Null, proposed, fingerprint: None }
    }

    #[test]
    fn a_proposal_counts_before_likeness_and_likeness_before_a_short_text() {
        let alike = [json!({ "number": 7, "score": 0.8 })];
        let command = |similar: &[Json], text: &Text| suggestion(similar, Kind::Bug, text);
        assert_eq!(command(&alike, &text("x", false, Some(3)))["target"], 3);
        assert_eq!(command(&alike, &text("x", false, None))["target"], 7);
        assert_eq!(command(&[], &text("x", false, None))["command"], "ask");
        assert_eq!(command(&[], &text("x", true, None))["command"], "accept");
        assert_eq!(
            command(&[json!({ "score": 0.5 })], &text(&"x".repeat(90), false, None))["command"],
            "accept"
        );
    }

    #[test]
    fn an_issue_that_is_still_open_is_suggested_before_one_that_is_more_alike_and_verified() {
        let row = |number: u32, status: &str, score: f64| json!({ "number": number, "status": status, "score": score });
        let target = |mut similar: Vec<Json>| {
            open_first(&mut similar);
            suggestion(&similar, Kind::Bug, &text("x", true, None))["target"].clone()
        };
        let old = row(7, "verified", 0.9);
        let (like, unlike) = (row(9, "confirmed", 0.7), row(9, "confirmed", 0.5));
        assert_eq!(target(vec![old.clone(), like.clone(), row(8, "fixed", 0.6)]), 9);
        assert_eq!(target(vec![old, row(8, "verified", 0.8), unlike, like]), 9);
    }

    #[test]
    fn a_report_of_what_was_verified_as_fixed_is_a_regression_and_never_merged_into_it() {
        let old = [json!({ "number": 7, "status": "verified", "score": 0.9 })];
        let hint = suggestion(&old, Kind::Bug, &text("It is back.", true, None));
        assert_eq!(hint["command"], "accept");
        assert_eq!(hint["why"], "It may have come back: the fix of #7 was verified.");
    }

    #[test]
    fn of_several_that_say_the_same_the_one_with_most_people_is_suggested() {
        let row = |number: u32, people: u32, score: f64| json!({ "number": number, "status": "confirmed", "score": score, "voteCount": people });
        let hint = suggestion(
            &[row(7, 2, 0.9), row(8, 40, 0.7), row(9, 90, 0.5)],
            Kind::Bug,
            &text("x", true, None),
        );
        assert_eq!(hint["target"], 8);
    }
}
