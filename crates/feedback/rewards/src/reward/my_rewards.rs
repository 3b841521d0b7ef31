//! The caller's payouts, and the proofs for claiming them.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use payout::tree::path;
use payout::{Decision, Leaf, U256, address, decimal};
use serde_json::json;

use super::answer_shape::MyRewardsAnswer;
use super::export::{RewardSeasonParams, shown};
use super::payees::ClosedSeason;
use super::stored::{Export, Payee, exports, nodes, payees_sql};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;

pub(super) struct RewardMine;

#[async_trait]
impl Query for RewardMine {
    const NAME: &'static str = "rewardMine";
    const WHO: Who = Who::Member;
    type Params = RewardSeasonParams;
    type Answer = Json;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<MyRewardsAnswer>())
    }

    async fn answer(ctx: &CommandContext, of: RewardSeasonParams) -> Result<Json, Error> {
        let person = Sql::fixed(
            r#"select to_jsonb(coalesce("personId", "objectId")) from "_User" where "objectId" = $1::text"#,
            [Bind::from(&*ctx.member()?.id)],
        );
        let person: String = ctx.row(&person).await?.unwrap_or_default();
        let mut rows = Vec::new();
        for export in exports(ctx, of.season, false).await? {
            if export.state == "published" {
                rows.extend(line(ctx, &export, &person).await?);
            }
        }
        Ok(json!({ "rows": rows }))
    }
}

/// The line of a person with points in the season.
async fn line(ctx: &CommandContext, export: &Export, person: &str) -> Result<Option<Json>, Error> {
    let sql =
        Sql::fixed(payees_sql!("p.person = $2::text"), [Bind::from(&*export.id), person.into()]);
    let Some(payee) = ctx.row::<Payee>(&sql).await? else { return Ok(None) };
    let sums = Sql::fixed(
        "select jsonb_build_object('weight', weight::text, 'ranked', ranked)
        from _touchstone.reward_source where export = $1::text",
        [Bind::from(&*export.id)],
    );
    let sums: Json = ctx.row(&sums).await?.unwrap_or_default();
    let season = ClosedSeason::read(ctx, export.season).await?;
    let is_below =
        payee.total.unsigned_abs() < export.min_points && payee.decision != Decision::LeaveOut;
    let why = if is_below { Some("below_minimum") } else { payee.why.map(payout::Why::key) };
    let checksummed = payee.address.as_deref().and_then(address::parse).map(address::checksummed);
    Ok(Some(json!({
        "export": shown(ctx, export).await?, "salted": season.salted(&payee.person),
        "points": payee.total, "rank": payee.rank, "people": sums["ranked"],
        "decision": payee.decision, "why": why,
        "amount": payee.amount, "address": checksummed, "weight": payee.weight, "totalWeight": sums["weight"],
        "leaf": leaf(ctx, export, &payee).await?,
    })))
}

async fn leaf(ctx: &CommandContext, export: &Export, payee: &Payee) -> Result<Option<Json>, Error> {
    let address = payee.address.as_deref().and_then(address::parse);
    let (Some(index), Some(place), Some(address)) = (payee.leaf_index, payee.tree_place, address)
    else {
        return Ok(None);
    };
    let amount = decimal::parse(&payee.amount).unwrap_or(U256::ZERO);
    let hash = Leaf { address, amount }.hash(export.format, index);
    let places: Vec<usize> = path(place).collect();
    let proof = nodes(ctx, &export.id, &places).await?;
    Ok(Some(json!({ "index": index, "hash": hash.to_string(), "proof": proof })))
}
