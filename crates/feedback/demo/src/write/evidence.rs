//! What people show for what they met. What is counted of it, the database sees to.

use chain::{Amount, Quote};
use feedback_model::evidence::WalletKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::Sql;
use serde_json::json;

use super::networks::{address, hex};
use super::{BulkWriter, PAGE};
use crate::failure::{FAILURES, Failure, Swapped};
use crate::ids;
use crate::issue_history::{IssueHistory, Shown, ShownState};
use crate::participants::Participants;
use crate::report::TOKENS;
use crate::seeded_rng::SeededRng;

/// Writes all evidence, and what administrators said about its clusters.
pub(crate) async fn evidence(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    issue_histories: &[IssueHistory],
    networks: &[String],
) -> Result<(), Error> {
    let mut rows = Vec::new();
    for (place, history) in issue_histories.iter().enumerate() {
        for (number, shown) in history.shown.iter().enumerate() {
            let mut row = row(shown, networks);
            row["id"] = ids::evidence(writer.seed, place, number).into();
            row["owner"] = json!(participants.testers[shown.tester]);
            row["issue"] = json!(history.state.origin.id);
            row["vote"] = json!(shown.vote.map(|at| ids::other(writer.seed, "vote", place, at)));
            row["build"] = json!(participants.releases[shown.release].build.id);
            rows.push(row);
        }
    }
    // In the order of time, so that a cluster has the name that its first evidence gives it.
    rows.sort_by_key(|row| (row["at"].as_i64(), row["id"].as_str().map(str::to_owned)));
    for (place, row) in rows.iter_mut().enumerate() {
        row["place"] = place.into();
    }
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(PAGE));
        writer.write([writer.rows(SHOWN, std::mem::replace(&mut rows, rest))]).await?;
    }
    let back = issue_histories.iter().find(|history| history.back_by.is_some());
    let back = back.map(|history| json!({ "issue": history.state.origin.id })).into_iter();
    writer
        .write([
            Sql::new(COUNTED),
            writer.rows(QUEUED, Vec::new()),
            Sql::new(TOLD_OF),
            writer.rows(
                IGNORED,
                vec![json!({ "reason": "The pool moved; the swap protects people as it should." })],
            ),
            writer.rows(ABOUT, back.collect()),
        ])
        .await
}

fn row(shown: &Shown, networks: &[String]) -> Json {
    let failure = &FAILURES[shown.failure];
    let mut rng = SeededRng::of(shown.words, "evidence");
    let swapped = swapped(shown, &mut rng);
    let wallet = WalletKind::ALL[shown.wallet].key();
    let mut row = json!({
        "at": shown.at.0, "state": shown.state.key(), "wallet": wallet, "shared": shown.is_shared,
        "ownerMatch": owner_match(failure, shown), "steps": steps(shown.state),
    });
    if failure.is_error() {
        row["kind"] = "rpc_error".into();
    } else {
        row["kind"] = "tx".into();
        row["hash"] = hex(&mut rng, 32).into();
        if shown.state != ShownState::NotFound {
            row["network"] = json!(networks.get(shown.network));
        }
    }
    match shown.state {
        ShownState::Decoded | ShownState::Partial => {
            let told = failure.explanation(&swapped, shown.state == ShownState::Partial);
            row["status"] = json!(told.chain_status);
            row["block"] = json!(told.block_number);
            row["mined"] = json!(told.block_time.map(|seconds| seconds * 1000));
            row["from"] = json!(told.from);
            row["to"] = json!(told.to);
            row["class"] = json!(told.failure_class);
            row["verdict"] = json!(told.verdict);
            row["fingerprint"] = json!(told.fingerprint);
            row["confidence"] = json!(told.confidence);
            row["decoded"] = json!(shown.at.0 + 1_500);
            if failure.is_mined_well() {
                row["quote"] = quote(&swapped);
                row["quoteBps"] = json!(swapped.quote_bps);
                row["headroomBps"] = json!(swapped.headroom_bps);
            }
            row["told"] = json!(told);
        }
        ShownState::Waiting => row["status"] = "pending".into(),
        ShownState::NotFound => row["reason"] = "No network knows this transaction.".into(),
        ShownState::Failed => row["reason"] = "No node answered.".into(),
        ShownState::Queued => {}
    }
    row
}

fn owner_match(failure: &Failure, shown: &Shown) -> &'static str {
    match (failure.is_error() || !shown.state.is_explained(), shown.is_own) {
        (true, _) => "unknown",
        (false, true) => "yes",
        (false, false) => "no",
    }
}

fn swapped(shown: &Shown, rng: &mut SeededRng) -> Swapped {
    let token = rng.at(TOKENS.len());
    let mined_at = shown.at.0 / 1000 - rng.between(20, 90);
    Swapped {
        from: address(rng),
        to: address(rng),
        token_in: TOKENS[token],
        token_out: TOKENS[(token + 1 + rng.at(TOKENS.len() - 1)) % TOKENS.len()],
        // Up to nine tokens of 18 decimals.
        amount: 10_000_000_000_000 * (1 + rng.below(900_000)),
        block: 7_300_000 + rng.below(400_000),
        block_hash: hex(rng, 32),
        mined_at: u64::try_from(mined_at).unwrap_or(0),
        quote_bps: -rng.between(60, 340),
        headroom_bps: rng.between(40, 100) * 100,
    }
}

fn quote(swapped: &Swapped) -> Json {
    json!(Quote {
        expected_out: Some(Amount::from(swapped.amount + swapped.amount / 50)),
        min_out: Some(Amount::from(swapped.amount - swapped.amount / 200)),
        slippage_bps: Some(50),
        source: Some("typed".to_owned()),
        ..Quote::default()
    })
}

/// How far each step came.
fn steps(state: ShownState) -> Json {
    let done = match state {
        ShownState::Decoded | ShownState::Partial => 5,
        ShownState::Waiting => 2,
        ShownState::Queued | ShownState::NotFound | ShownState::Failed => 0,
    };
    let step = |(place, key): (usize, &str)| {
        let is_skipped = state == ShownState::Partial && key == "trace";
        let state = match (is_skipped, place < done) {
            (true, _) | (false, false) => "skipped",
            (false, true) => "done",
        };
        json!({ "key": key, "state": state })
    };
    ["network", "transaction", "receipt", "trace", "decoded"]
        .into_iter()
        .enumerate()
        .map(step)
        .collect()
}

const SHOWN: &str = r#"insert into "Evidence" ("objectId", "createdAt", "updatedAt", "owner", "issue", "vote", "kind", "network", "txHash", "state",
        "reason", "chainStatus", "blockNumber", "blockTime", "from", "to", "ownerMatch", "failureClass", "verdict", "fingerprint",
        "confidence", "shareHash", "build", "walletKind", "explanation", "quote", "quoteErrorBps", "headroomBps", "steps", "attachedAt", "decodedAt")
    select e."id", _touchstone.from_millis(e."at"), $2::timestamptz, e."owner", e."issue", e."vote", e."kind", e."network", e."hash",
        e."state", e."reason", e."status", e."block", _touchstone.from_millis(e."mined"), e."from", e."to", e."ownerMatch", e."class",
        e."verdict", e."fingerprint", e."confidence", e."shared", e."build", e."wallet", e."told", e."quote", e."quoteBps", e."headroomBps",
        e."steps", _touchstone.from_millis(e."at"), _touchstone.from_millis(e."decoded")
    from jsonb_to_recordset($1::jsonb) as e("id" text, "at" int8, "owner" text, "issue" text, "vote" text, "kind" text,
        "network" text, "hash" text, "state" text, "reason" text, "status" text, "block" float8, "mined" int8, "from" text, "to" text,
        "ownerMatch" text, "class" text, "verdict" text, "fingerprint" text, "confidence" text, "shared" bool, "build" text,
        "wallet" text, "told" jsonb, "quote" jsonb, "quoteBps" float8, "headroomBps" float8, "steps" jsonb, "decoded" int8, "place" int8)
    order by e."place""#;

const COUNTED: &str = r#"with taken as (delete from _touchstone.count_change returning root, evidence),
    sums as (select root, sum(evidence) as evidence from taken group by root)
    update "Issue" i set "evidenceCount" = i."evidenceCount" + sums.evidence from sums where i."objectId" = sums.root"#;

/// What is not explained yet waits in the queue, and nobody takes it: the demo has no nodes to ask.
const QUEUED: &str = r#"insert into _touchstone.evidence_queue (evidence, due_at, task, since)
    select e."objectId", $2::timestamptz + interval '10 years', case e."state" when 'waiting' then 'wait' else 'fetch' end, $2::timestamptz
    from "Evidence" e where e."state" in ('queued', 'waiting') and $1::jsonb is not null"#;

/// An issue shows what its first explained evidence does.
const TOLD_OF: &str = r#"update "Issue" i set "failureClass" = f."failureClass", "verdict" = f."verdict", "network" = f."network"
    from (select distinct on (e."issue") e."issue", e."failureClass", e."verdict", e."network" from "Evidence" e
        where e."state" in ('decoded', 'partial') order by e."issue", e."createdAt", e."objectId") f
    where i."objectId" = f."issue""#;

const IGNORED: &str = r#"update "FailureCluster" c set "state" = 'ignored', "ignoredReason" = said."reason", "updatedAt" = $2::timestamptz
    from jsonb_to_recordset($1::jsonb) as said("reason" text) where c."failureClass" = 'slippage_exceeded'"#;

const ABOUT: &str = r#"update "FailureCluster" c set "rootIssue" = i."objectId", "rootChosen" = true, "updatedAt" = $2::timestamptz,
        "state" = _touchstone.cluster_state(c."state" = 'ignored', i."objectId")
    from jsonb_to_recordset($1::jsonb) as back("issue" text) join "Issue" i on i."objectId" = back."issue"
    where c."objectId" = i."cluster""#;
