//! Writes the evidence; database triggers count it.

use feedback_model::evidence::WalletKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::Sql;
use serde_json::json;

use super::people::payout_address;
use super::{BulkWriter, PAGE};
use crate::asset::ASSETS;
use crate::deployment::{Deployment, NETWORKS};
use crate::failure::{FAILURES, Recordings, SwappedTokens};
use crate::ids;
use crate::issue_history::{EvidenceStory, IssueHistory, ShownState};
use crate::participants::Participants;
use crate::report::Setting;
use crate::seeded_rng::SeededRng;

/// Writes all evidence, and what administrators said about its clusters.
pub(crate) async fn evidence(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    issue_histories: &[IssueHistory],
    networks: &[String],
) -> Result<(), Error> {
    let sight = Sight {
        seed: writer.seed,
        networks,
        recordings: Recordings::read(),
        deployments: (0..NETWORKS.len()).map(|at| Deployment::of(writer.seed, at)).collect(),
    };
    let mut rows = Vec::new();
    for (place, history) in issue_histories.iter().enumerate() {
        let setting = Setting::of(history.fault, history.words);
        for (number, shown) in history.shown.iter().enumerate() {
            let mut row = sight.row(history, &setting, shown);
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
                vec![json!({ "reason": "The price moved while the transaction was waiting. The swap protects its sender, as it should." })],
            ),
            writer.rows(ABOUT, back.collect()),
        ])
        .await
}

/// What evidence is made from.
struct Sight<'a> {
    seed: u64,
    /// The ids of the networks.
    networks: &'a [String],
    recordings: Recordings,
    deployments: Vec<Deployment>,
}

impl Sight<'_> {
    fn row(&self, history: &IssueHistory, setting: &Setting, shown: &EvidenceStory) -> Json {
        let mut rng = SeededRng::of(shown.words, "evidence");
        let swapped = self.swapped(history, setting, shown, &mut rng);
        let wallet = WalletKind::ALL[shown.wallet].key();
        let is_error = shown.failure.is_some_and(|failure| FAILURES[failure].is_error());
        let mut row = json!({
            "at": shown.at.0, "state": shown.state.key(), "wallet": wallet, "shared": shown.is_shared,
            "ownerMatch": owner_match(is_error, shown), "steps": steps(shown.state),
        });
        if is_error {
            row["kind"] = "rpc_error".into();
        } else {
            row["kind"] = "tx".into();
            row["hash"] = swapped.hash.clone().into();
            if shown.state != ShownState::NotFound {
                row["network"] = json!(self.networks.get(shown.network));
            }
        }
        match shown.state {
            ShownState::Decoded | ShownState::Partial => self.explain(shown, &swapped, &mut row),
            ShownState::Waiting => row["status"] = "pending".into(),
            ShownState::NotFound => {
                row["reason"] =
                    "No network knows this transaction. Choose the network it is on.".into();
            }
            ShownState::Failed => {
                let name = NETWORKS[shown.network].name;
                row["reason"] = format!("No node of {name} can be reached.").into();
            }
            ShownState::Queued => {}
        }
        row
    }

    fn explain(&self, shown: &EvidenceStory, swapped: &SwappedTokens<'_>, row: &mut Json) {
        let is_partial = shown.state == ShownState::Partial;
        let (told, quote) = match shown.failure {
            Some(failure) => self.recordings.failed(failure, swapped, is_partial),
            None => {
                let (told, quote) = self.recordings.well(swapped);
                (told, Some(quote))
            }
        };
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
        let compare = told.compare.clone().unwrap_or_default();
        row["quoteBps"] = json!(compare.executed_vs_quote_bps);
        row["headroomBps"] = json!(compare.headroom_used_bps);
        row["quote"] = json!(quote);
        row["told"] = json!(told);
    }

    /// The swap that is shown: for its report, the very one that is written about.
    fn swapped(
        &self,
        history: &IssueHistory,
        setting: &Setting,
        shown: &EvidenceStory,
        rng: &mut SeededRng,
    ) -> SwappedTokens<'_> {
        let asset = &ASSETS[setting.token_in];
        let is_own = shown.tester == history.reporter && shown.vote.is_none();
        let amount = if is_own { setting.amount() } else { rng.one(&asset.amounts) };
        let from = payout_address(self.seed, shown.tester).unwrap_or_else(|| rng.address());
        let quote_bps = match shown.failure {
            None => -rng.between(0, 40),
            Some(_) => -rng.between(240, 340),
        };
        SwappedTokens {
            from,
            on: &self.deployments[shown.network],
            token_in: setting.token_in,
            token_out: setting.token_out,
            amount: asset.units(amount),
            pool: rng.address(),
            hash: rng.hex(32),
            block: 7_300_000 + rng.below(400_000),
            block_hash: rng.hex(32),
            mined_at: u64::try_from(shown.at.0 / 1000 - rng.between(20, 90)).unwrap_or(0),
            nonce: rng.below(400),
            quote_bps,
        }
    }
}

fn owner_match(is_error: bool, shown: &EvidenceStory) -> &'static str {
    let is_known = !is_error && shown.failure.is_some() && shown.state.is_explained();
    match (is_known, shown.is_own) {
        (false, _) => "unknown",
        (true, true) => "yes",
        (true, false) => "no",
    }
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

/// Unexplained evidence stays in the queue: the demo has no nodes to ask.
const QUEUED: &str = r#"insert into _touchstone.evidence_queue (evidence, due_at, task, since)
    select e."objectId", $2::timestamptz + interval '10 years', case e."state" when 'waiting' then 'wait' else 'fetch' end, $2::timestamptz
    from "Evidence" e where e."state" in ('queued', 'waiting') and $1::jsonb is not null"#;

/// An issue shows what its first explained evidence does.
const TOLD_OF: &str = r#"update "Issue" i set "failureClass" = f."failureClass", "verdict" = f."verdict", "network" = f."network"
    from (select distinct on (e."issue") e."issue", e."failureClass", e."verdict", e."network" from "Evidence" e
        where e."state" in ('decoded', 'partial') and e."failureClass" is not null order by e."issue", e."createdAt", e."objectId") f
    where i."objectId" = f."issue""#;

const IGNORED: &str = r#"update "FailureCluster" c set "state" = 'ignored', "ignoredReason" = said."reason", "updatedAt" = $2::timestamptz
    from jsonb_to_recordset($1::jsonb) as said("reason" text) where c."failureClass" = 'slippage_exceeded'"#;

const ABOUT: &str = r#"update "FailureCluster" c set "rootIssue" = i."objectId", "rootChosen" = true, "updatedAt" = $2::timestamptz,
        "state" = _touchstone.cluster_state(c."state" = 'ignored', i."objectId")
    from jsonb_to_recordset($1::jsonb) as back("issue" text) join "Issue" i on i."objectId" = back."issue"
    where c."objectId" = i."cluster""#;
