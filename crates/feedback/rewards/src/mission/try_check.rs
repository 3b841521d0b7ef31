//! Tests a check before a mission is published: on transactions from evidence, or on those of the
//! caller's own wallets.

use std::collections::BTreeMap;

use async_trait::async_trait;
use feedback_model::mission::check::{Check, CheckDraft};
use feedback_model::mission::verdict::{Outcome, Reason, TxFacts};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, invalid};

/// Transactions that are tried, and that are shown.
const TRIED: i64 = 1_000;
const SHOWN: usize = 50;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MissionTryCheckParams {
    check: CheckDraft,
    #[serde(default)]
    mine: bool,
    days: Option<i64>,
}

#[derive(Deserialize)]
struct TriedTransaction {
    facts: TxFacts,
    row: Json,
}

#[derive(Serialize)]
pub(super) struct MissionTryCheckResult {
    looked: usize,
    passed: usize,
    missed: usize,
    undecided: usize,
    reasons: Vec<Json>,
    rows: Vec<Json>,
}

pub(super) struct MissionTryCheck;

#[async_trait]
impl Query for MissionTryCheck {
    const NAME: &'static str = "missionTryCheck";
    const WHO: Who = Who::Administrator;
    type Params = MissionTryCheckParams;
    type Answer = MissionTryCheckResult;

    /// Passing ones first, then near misses: the further a check gets before it fails, the nearer.
    async fn answer(
        ctx: &CommandContext,
        asked: MissionTryCheckParams,
    ) -> Result<MissionTryCheckResult, Error> {
        let check = Check::read(&asked.check).map_err(from_refusal)?;
        let days = asked.days.unwrap_or(7);
        if !(1..=30).contains(&days) {
            return Err(invalid("DAYS", "Choose 1 to 30 days."));
        }
        let sql = Sql::fixed(
            r#"select jsonb_build_object('facts', _touchstone.tx_facts(e), 'row', jsonb_build_object('evidence', e."objectId",
                'hash', e."txHash", 'at', _touchstone.iso(coalesce(e."blockTime", e."createdAt")),
                'person', (select _touchstone.person(u) from "_User" u where u."objectId" = e."owner")))
            from "Evidence" e
            where e."kind" = 'tx' and e."state" in ('decoded', 'partial') and e."network" = $1::text
                and e."decodedAt" > $2::timestamptz and ($3::text is null or e."owner" = $3::text)
            order by e."decodedAt" desc limit $4::int8"#,
            [
                Bind::from(&*check.network),
                ctx.now().plus_seconds(-days * 86_400).into(),
                asked.mine.then(|| ctx.member().map(|me| me.id.clone())).transpose()?.into(),
                TRIED.into(),
            ],
        );
        let tried: Vec<TriedTransaction> = ctx.rows(&sql).await?;
        Ok(summed(&check, tried))
    }
}

fn summed(check: &Check, tried: Vec<TriedTransaction>) -> MissionTryCheckResult {
    let looked = tried.len();
    let mut judged: Vec<(Outcome, Json)> =
        tried.into_iter().map(|one| (check.judge(&one.facts, None), one.row)).collect();
    judged.sort_by_key(|(outcome, _)| nearness(*outcome));
    let mut reasons: BTreeMap<Reason, usize> = BTreeMap::new();
    for (outcome, _) in &judged {
        if let Outcome::Failed(reason) | Outcome::Undecided(reason) = outcome {
            *reasons.entry(*reason).or_default() += 1;
        }
    }
    let mut counted: Vec<(Reason, usize)> = reasons.into_iter().collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let is = |wanted: fn(&Outcome) -> bool| judged.iter().filter(|(one, _)| wanted(one)).count();
    MissionTryCheckResult {
        looked,
        passed: is(|one| *one == Outcome::Passed),
        missed: is(|one| matches!(one, Outcome::Failed(_))),
        undecided: is(|one| matches!(one, Outcome::Undecided(_))),
        reasons: counted.into_iter().map(|(reason, count)| reason_json(reason, count)).collect(),
        rows: judged
            .into_iter()
            .take(SHOWN)
            .map(|(outcome, row)| with_outcome(outcome, row))
            .collect(),
    }
}

/// Reasons are in the order in which parts are checked, so a later one is nearer.
fn nearness(outcome: Outcome) -> usize {
    let place = |reason: Reason| Reason::ALL.iter().rev().position(|one| *one == reason);
    match outcome {
        Outcome::Passed => 0,
        Outcome::Failed(reason) => 1 + place(reason).unwrap_or_default(),
        Outcome::Undecided(_) => 1,
    }
}

fn reason_json(reason: Reason, count: usize) -> Json {
    json!({ "reason": reason.key(), "sentence": reason.sentence(), "count": count })
}

fn with_outcome(outcome: Outcome, mut row: Json) -> Json {
    let (word, reason) = match outcome {
        Outcome::Passed => ("passed", None),
        Outcome::Failed(reason) => ("failed", Some(reason)),
        Outcome::Undecided(reason) => ("undecided", Some(reason)),
    };
    row["outcome"] = word.into();
    row["reason"] = json!(reason.map(Reason::key));
    row["sentence"] = json!(reason.map(Reason::sentence));
    row
}
