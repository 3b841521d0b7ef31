//! Previewing a payout, without storing it.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use payout::{Bundle, Decision, U256, address};
use serde_json::json;

use super::calculation::{Calculation, Problem};
use super::params::{PayeeFilter, Plan, RewardParams};
use super::payees::Person;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// Rows per page, by default and at most.
const ROWS: usize = 50;
const MOST_ROWS: usize = 200;

pub(super) struct RewardPreview;

#[async_trait]
impl Query for RewardPreview {
    const NAME: &'static str = "rewardPreview";
    const WHO: Who = Who::Administrator;
    type Params = RewardParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, asked: RewardParams) -> Result<Json, Error> {
        let (only, after) = (asked.only.unwrap_or_default(), asked.after.unwrap_or(0));
        let limit = asked.limit.unwrap_or(ROWS);
        if !(1..=MOST_ROWS).contains(&limit) {
            return Err(invalid("LIMIT", "A page has 1 to 200 rows."));
        }
        let plan = asked.plan()?;
        let warnings = warnings(ctx, &plan).await?;
        let found = Calculation::of(ctx, plan).await?;
        let spread = found.spread();
        let (proportional, _) = found.proportional()?;
        let is_meant = |place: &usize| is_meant(&found, *place, only);
        let mut places = (after..found.people.len()).filter(is_meant);
        let rows: Vec<Json> =
            places.by_ref().take(limit).map(|place| row(&found, &proportional, place)).collect();
        let next = places.next().and(rows.last().map(|last| last["place"].clone()));
        let problem = |problem: &Problem| json!({ "key": problem.key, "sentence": problem.sentence, "people": problem.people });
        Ok(json!({
            "season": found.season,
            "problems": found.problems().iter().map(problem).collect::<Vec<Json>>(),
            "warnings": warnings,
            "figures": found.figures(&spread)?,
            "lorenz": spread.lorenz,
            "rows": rows,
            "next": next,
        }))
    }
}

fn is_meant(found: &Calculation, place: usize, only: PayeeFilter) -> bool {
    let person: &Person = &found.people[place];
    let is_below = found.is_below(person);
    let has_leaf = person.decision == Decision::Pay
        && person.address.is_some()
        && found.amount(place) > U256::ZERO;
    match only {
        PayeeFilter::All => true,
        PayeeFilter::Paid => has_leaf,
        PayeeFilter::Missing => person.why == Some(payout::Why::NoAddress) && !is_below,
        PayeeFilter::Decided => person.decision != Decision::Pay || !person.is_by_rule,
        PayeeFilter::Below => is_below && person.decision != Decision::LeaveOut,
    }
}

fn row(found: &Calculation, proportional: &Bundle, place: usize) -> Json {
    let person = &found.people[place];
    let share = found.bundle.allocation.shares[place];
    let points_alone =
        proportional.allocation.shares[place].map_or(U256::ZERO, |share| share.amount);
    let is_below = found.is_below(person) && person.decision != Decision::LeaveOut;
    let why = if is_below { Some("below_minimum") } else { person.why.map(payout::Why::key) };
    json!({
        "place": place + 1, "rank": person.rank, "personId": person.person, "user": person.user,
        "username": person.username, "points": person.total, "decision": person.decision, "why": why,
        "byRule": person.is_by_rule, "address": person.address.map(address::checksummed),
        "amount": found.amount(place).to_string(), "proportional": points_alone.to_string(),
        "capped": share.is_some_and(|share| share.is_capped),
    })
}

/// Properties of the token that make claims fail.
async fn warnings(ctx: &CommandContext, plan: &Plan) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select t."flags" from "Token" t join "Network" n on n."objectId" = t."network"
        where n."chainId" = $1::float8 and lower(t."address") = $2::text limit 1"#,
        [Bind::Int(plan.token.chain_id.cast_signed()), plan.token.address.as_deref().into()],
    );
    let flags = ctx.row::<Option<Vec<String>>>(&sql).await?.flatten().unwrap_or_default();
    let warning = |flag: &String| match flag.as_str() {
        "feeOnTransfer" => Some(
            json!({ "key": "TOKEN_FEE", "sentence": "This token charges a fee on each transfer: the contract receives less than the sum, and the last claims fail." }),
        ),
        "rebasing" => Some(
            json!({ "key": "TOKEN_REBASING", "sentence": "Balances of this token rebase: the sum may not stay in the contract." }),
        ),
        "nonStandardReturn" => Some(
            json!({ "key": "TOKEN_RETURN", "sentence": "Transfers of this token return nothing: older distributor contracts revert every claim." }),
        ),
        _ => None,
    };
    let mut warnings: Vec<Json> = flags.iter().filter_map(warning).collect();
    if plan.token.address.is_none() {
        warnings.push(json!({ "key": "TOKEN_NATIVE", "sentence": "This is the native coin: distributor contracts cannot pay it, only transfers can." }));
    }
    Ok(warnings)
}
