//! The effects of a link, computed in a transaction that is rolled back.

use std::collections::BTreeMap;

use async_trait::async_trait;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::account_link::Grouping;
use super::person_link::check_users;
use feedback_core::command::{Who, admitted, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::invalid;
use feedback_points::points::{Posted, postings_json};

/// The name of the function.
pub(super) const NAME: &str = "personLinkPreview";

/// Issues that are listed.
const SHOWN: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PreviewParams {
    users: Vec<String>,
}

pub(super) struct PersonLinkPreview {
    pub(super) state: ProductState,
}

#[async_trait]
impl Function for PersonLinkPreview {
    /// Its transaction is always rolled back, so it must not run inside another one.
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<PreviewParams>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let member = admitted(cx, Who::Administrator).await?;
        let params: PreviewParams = serde_json::from_value(Json::Object(params))
            .map_err(|error| invalid("PARAMS", error))?;
        if cx.db().is_transaction() {
            return Err(invalid("TRANSACTION", "This function cannot run inside a transaction."));
        }
        check_users(&params.users)?;
        let tx = cx.in_transaction()?;
        let ctx = CommandContext::new(tx.clone(), Access::Writes, member, self.state.clone());
        let found = Box::pin(effects(&ctx, &params.users)).await;
        drop(ctx);
        let undone: Result<(), Error> = Err(invalid("PREVIEW", "This was a dry run."));
        // It ends with the refusal that rolls it back.
        let _ = tx.finish_for(cx, undone).await;
        Ok(Some(json!({ "effects": found? })))
    }
}

async fn effects(ctx: &CommandContext, users: &[String]) -> Result<Json, Error> {
    let grouping = Grouping::together(ctx, users).await?;
    let ids: Vec<String> = grouping.accounts.iter().map(|account| account.id.clone()).collect();
    let issues = grouping.shared_issues(ctx).await?;
    let issues: Vec<String> = issues.iter().map(|issue| issue.as_str().to_owned()).collect();
    let (people_before, before) = (counts(ctx, &issues).await?, place(ctx, &ids).await?);
    let regrouped = grouping.carry_out(ctx).await?;
    let (people_after, after) = (counts(ctx, &issues).await?, place(ctx, &ids).await?);
    let mut shown: Vec<(i64, Json)> = people_before
        .iter()
        .map(|(number, before)| {
            let after = people_after.get(number).copied().unwrap_or_default();
            (before - after, json!({ "number": number, "before": before, "after": after }))
        })
        .filter(|(less, _)| *less != 0)
        .collect();
    shown.sort_by_key(|(less, _)| std::cmp::Reverse(*less));
    let (own, others): (Vec<Posted>, Vec<Posted>) =
        regrouped.posted.into_iter().partition(|one| ids.iter().any(|id| id == one.user.as_str()));
    let mut parts: Vec<i64> = by_account(&own).into_values().filter(|sum| *sum < 0).collect();
    parts.sort_unstable();
    let others = postings_json(ctx, &others).await?;
    let (gained, lost): (Vec<Json>, Vec<Json>) =
        others.into_iter().partition(|one| one["amount"].as_i64() > Some(0));
    Ok(json!({
        "people": people(ctx, &ids).await?,
        "personsBefore": grouping.persons_before(), "personsAfter": 1,
        "issueCount": shown.len(),
        "issues": shown.into_iter().take(SHOWN).map(|(_, issue)| issue).collect::<Vec<Json>>(),
        "reversed": -parts.iter().sum::<i64>(),
        "parts": parts.iter().map(|part| -part).collect::<Vec<i64>>(),
        "gained": gained, "lost": lost,
        "rank": { "before": before["rank"], "after": after["rank"] },
        "total": { "before": before["total"], "after": after["total"] },
        "frozen": regrouped.frozen,
    }))
}

fn by_account(posted: &[Posted]) -> BTreeMap<&str, i64> {
    let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
    for one in posted {
        *sums.entry(one.user.as_str()).or_default() += one.amount;
    }
    sums
}

async fn people(ctx: &CommandContext, ids: &[String]) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select _touchstone.person(u) from "_User" u where u."objectId" = any($1::text[]) order by u."username""#,
        [Bind::from(ids.to_vec())],
    );
    ctx.rows(&sql).await
}

/// Persons affected by issues, by issue number.
async fn counts(ctx: &CommandContext, ids: &[String]) -> Result<BTreeMap<u32, i64>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_array(i."number"::int, _touchstone.affected(i)) from "Issue" i where i."objectId" = any($1::text[])"#,
        [Bind::from(ids.to_vec())],
    );
    let found: Vec<(u32, i64)> = ctx.rows(&sql).await?;
    Ok(found.into_iter().collect())
}

/// The best rank of accounts in the live season, and their total there.
async fn place(ctx: &CommandContext, ids: &[String]) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('total', coalesce(sum(s."total"), 0)::bigint,
            'rank', min(_touchstone.rank(s)) filter (where s."eligible"))
        from "Standing" s join "Season" o on o."number" = s."season" and o."state" = 'live'
        where s."personId" in (select u."personId" from "_User" u where u."objectId" = any($1::text[]))"#,
        [Bind::from(ids.to_vec())],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}
