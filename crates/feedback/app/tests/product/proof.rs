use parse_engine::worker::drain_all;
use serde_json::{Value, json};
use testkit::case;

use crate::case::{accept, at};
use crate::evidence::{NODE, SENDER, hash};
use crate::issue::report;
use crate::people::differences;
use crate::stage::{Programme, TestUser};

/// The distinct selector of a failure.
pub(crate) fn failure(name: u8) -> String {
    format!("{name:02x}").repeat(32)
}

impl Programme {
    /// A network, which is looked at or not, and its id.
    pub(crate) async fn network(&self, chain: u32, enabled: bool) -> String {
        let id = format!("net{chain:07}");
        let statement = format!(
            r#"insert into "Network" ("objectId", "createdAt", "updatedAt", "chainId", "name", "isTestnet", "nativeSymbol",
                "nativeDecimals", "confirmations", "blockTimeMs", "enabled", "_rperm", "_wperm")
            values ('{id}', now(), now(), {chain}, 'Network {chain}', true, 'ETH', 18, 2, 2000, {enabled}, '{{*}}', '{{}}')"#
        );
        self.alter(&statement).await;
        id
    }

    /// Evidence of a user as a node's answer left it: a swap of theirs that failed, unless said
    /// otherwise.
    pub(crate) async fn shows(&self, who: &TestUser, fields: Value) -> String {
        static COUNTER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let count = COUNTER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let now = self.now().iso();
        let mut row = json!({
            "objectId": format!("evid{count:06}"), "createdAt": now, "updatedAt": now, "owner": who.id, "kind": "tx",
            "network": "net0000001", "txHash": format!("0x{count:064x}"), "state": "decoded", "chainStatus": "reverted",
            "blockTime": now, "ownerMatch": "yes", "failureClass": "permit_expired", "verdict": "suspect",
            "fingerprint": failure(1), "walletKind": "injected", "decodedAt": now, "shareHash": false,
            "explanation": { "chainStatus": "reverted", "sentence": "The signed permit has expired.",
                "from": "0x00000000000000000000000000000000000000aa",
                "revert": { "data": null, "text": null, "alternatives": [], "frames": [
                    { "depth": 0, "label": "Router", "role": "router", "args": [] },
                    { "depth": 1, "role": "permit", "name": "AllowanceExpired", "args": [] }] },
                "swap": { "tokenIn": { "symbol": "USDC" }, "tokenOut": { "symbol": "WETH" }, "exact": "in", "hops": [] },
                "actors": [], "commands": [], "transfers": [] },
        });
        for (field, value) in crate::stage::map(fields) {
            row[field] = value;
        }
        let client = self.database.client().await;
        client
            .execute(
                r#"insert into "Evidence" select * from jsonb_populate_record(null::"Evidence", $1::text::jsonb)"#,
                &[&row.to_string()],
            )
            .await
            .expect("evidence");
        row["objectId"].as_str().expect("an id").to_owned()
    }

    /// Says for a user that an issue affects them too, with evidence.
    pub(crate) async fn joins(&self, who: &TestUser, number: u32, evidence: &str) -> Value {
        self.ask(who, "issueVote", json!({ "number": number, "evidence": evidence })).await
    }
}

#[test]
fn a_vote_with_evidence_is_proof_and_taking_it_back_takes_that_too() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.network(1, false).await;
        let n = programme.report_of(&rin, "The permit expires").await;
        let evidence = programme.shows(&kai, json!({})).await;
        let answer = programme.joins(&kai, n, &evidence).await;
        assert_eq!(answer, json!({ "voteCount": 2, "proofCount": 1, "affectsMe": true }));
        // The reporter is counted already; their evidence makes it proof.
        let own = programme.shows(&rin, json!({})).await;
        assert_eq!(programme.joins(&rin, n, &own).await["proofCount"], 2);
        let impact = programme.row(n).await["impact"].as_f64().expect("an impact");
        assert!((impact - 1.5 * 7_f64.ln()).abs() < 1e-9, "{impact}");
        let other = programme.report_of(&rin, "Another thing").await;
        let taken = json!({ "number": other, "evidence": evidence });
        assert_eq!(programme.refusal(Some(&kai), "issueVote", taken).await.0, 142);
        let foreign = json!({ "number": other, "evidence": own });
        assert!([101, 142].contains(&programme.refusal(Some(&kai), "issueVote", foreign).await.0));
        assert_eq!(differences(&programme, &mia).await, json!([]));
        let answer = programme.ask(&kai, "issueUnvote", at(n)).await;
        assert_eq!(answer, json!({ "voteCount": 1, "proofCount": 1, "affectsMe": false }));
        let free = format!(
            r#"select count(*) from "Evidence" where "objectId" = '{evidence}' and "issue" is null and "vote" is null"#
        );
        assert_eq!(programme.how_many(&free).await, 1);
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn somebody_elses_transaction_and_one_that_is_not_explained_prove_nothing() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.network(1, false).await;
        let n = programme.report_of(&rin, "The permit expires").await;
        let people = programme.crowd(3, 1).await;
        let fields = [
            json!({ "ownerMatch": "no" }),
            json!({ "ownerMatch": "unknown" }),
            json!({ "state": "queued", "explanation": null, "decodedAt": null, "fingerprint": null }),
        ];
        let mut given = Vec::new();
        for (one, fields) in people.iter().zip(fields) {
            let evidence = programme.shows(one, fields).await;
            assert_eq!(programme.joins(one, n, &evidence).await["proofCount"], 0);
            given.push(evidence);
        }
        // What is explained only after the vote counts from then on.
        let explain = format!(
            r#"update "Evidence" set "state" = 'decoded', "explanation" = '{{}}', "decodedAt" = now(), "fingerprint" = '{}'
            where "objectId" = '{}'"#,
            failure(1),
            given[2]
        );
        programme.alter(&explain).await;
        assert_eq!(programme.joins(&people[0], n, &given[0]).await["proofCount"], 1);
        let counted = r#"select count(*) from "Vote" where "proof""#;
        assert_eq!(programme.how_many(counted).await, 1);
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn proof_goes_with_its_reporter_through_merging_and_parting() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.network(1, false).await;
        let root = programme.report_of(&rin, "The permit expires").await;
        let duplicate = programme.report_of(&kai, "Permit out of date").await;
        let evidence = programme.shows(&kai, json!({})).await;
        programme.joins(&kai, duplicate, &evidence).await;
        let counts = async |n: u32| {
            let row = programme.row(n).await;
            (row["proofCount"].clone(), row["evidenceCount"].clone())
        };
        programme.ask(&mia, "issueMerge", json!({ "number": duplicate, "into": root })).await;
        assert_eq!(counts(root).await, (json!(1), json!(1)));
        assert_eq!(differences(&programme, &mia).await, json!([]));
        programme.ask(&mia, "issueUnmerge", at(duplicate)).await;
        assert_eq!(counts(root).await, (json!(0), json!(0)));
        assert_eq!(counts(duplicate).await, (json!(1), json!(1)));
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn a_newcomers_check_counts_with_proof_and_proof_that_it_is_broken_reopens() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let sam = programme.tester("sam").await;
        programme.network(1, true).await;
        let n = programme.report_of(&rin, "The permit expires").await;
        let first = programme.shows(&rin, json!({})).await;
        programme.joins(&rin, n, &first).await;
        let build = programme.build(4).await;
        programme.alter(r#"update "Build" set "releasedAt" = 'epoch' where "ordinal" = 4"#).await;
        programme.ask(&mia, "issueAccept", accept(n)).await;
        programme.ask(&mia, "issueMarkFixed", json!({ "number": n, "build": build })).await;
        let check = |verdict: &str, evidence: Option<&str>| json!({ "number": n, "build": build, "verdict": verdict, "evidence": evidence });
        let plain = programme.ask(&sam, "fixCheckSubmit", check("works", None)).await;
        assert_eq!(
            (&plain["check"]["counted"], &plain["status"]),
            (&json!(false), &json!("fixed"))
        );
        let broken = programme.shows(&kai, json!({ "build": build })).await;
        let proven =
            programme.ask(&kai, "fixCheckSubmit", check("still_broken", Some(&broken))).await;
        assert_eq!(
            (&proven["check"]["counted"], &proven["status"]),
            (&json!(true), &json!("confirmed"))
        );
        assert_eq!(programme.row(n).await["regressions"], 1);
        // Ten for being right, and 40 % of 150 for bringing it back.
        assert_eq!(programme.totals(1).await[&kai.id], 70);
        programme.replays().await;
        programme.audited(1).await;
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn with_a_network_a_quorum_needs_one_who_proves_that_it_works() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let rin = programme.tester("rin").await;
        let people = programme.crowd(3, 2).await;
        programme.network(1, true).await;
        let n = programme.report_of(&rin, "The permit expires").await;
        let build = programme.build(4).await;
        programme.ask(&mia, "issueAccept", accept(n)).await;
        programme.ask(&mia, "issueMarkFixed", json!({ "number": n, "build": build })).await;
        let check = |evidence: Option<&str>| json!({ "number": n, "build": build, "verdict": "works", "evidence": evidence });
        for one in &people[..2] {
            let answer = programme.ask(one, "fixCheckSubmit", check(None)).await;
            assert_eq!(answer["status"], "fixed");
        }
        let swap = json!({ "chainStatus": "success", "failureClass": null, "verdict": null, "fingerprint": null });
        let evidence = programme.shows(&people[2], swap).await;
        let answer = programme.ask(&people[2], "fixCheckSubmit", check(Some(&evidence))).await;
        assert_eq!(answer["status"], "verified");
    });
}

#[test]
fn a_check_whose_evidence_is_explained_later_has_its_proof_from_then_on() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.chain(&mia, NODE, 5).await;
        programme.mined(NODE, &hash(1), 990, &hash(900));
        programme.mined(NODE, &hash(2), 991, &hash(901));
        programme.link(&kai, SENDER).await;
        let first = programme.paste(&rin, &hash(1)).await;
        let sent = report("Too little comes back", json!({ "evidence": [first] }));
        let submitted = programme.ask(&rin, "issueSubmit", sent).await;
        let n = u32::try_from(submitted["number"].as_u64().expect("a number")).expect("small");
        drain_all(&programme.engine).await;
        let build = programme.build(4).await;
        programme.alter(r#"update "Build" set "releasedAt" = 'epoch' where "ordinal" = 4"#).await;
        programme.ask(&mia, "issueAccept", accept(n)).await;
        programme.ask(&mia, "issueMarkFixed", json!({ "number": n, "build": build })).await;
        let pasted = json!({ "text": hash(2), "build": build, "walletKind": "injected" });
        let pasted = programme.ask(&kai, "evidencePreview", pasted).await;
        let check = json!({ "number": n, "build": build, "verdict": "still_broken",
            "evidence": pasted["evidence"]["id"] });
        let checked = programme.ask(&kai, "fixCheckSubmit", check).await;
        assert_eq!(
            (&checked["check"]["counted"], &checked["status"]),
            (&json!(false), &json!("fixed"))
        );
        drain_all(&programme.engine).await;
        let row = programme.row(n).await;
        assert_eq!((&row["status"], &row["regressions"]), (&json!("confirmed"), &json!(1)));
        // For the first proof from there, too: the owner of the report's transaction is unknown.
        assert_eq!(programme.totals(1).await[&kai.id], 75, "ten, 40 % of 150, and five");
        let told = programme.ask(&rin, "issueTimeline", json!({ "number": n })).await.to_string();
        for sentence in ["evidence was explained: slippage exceeded", "found that it is back"] {
            assert!(told.contains(sentence), "{sentence} in {told}");
        }
        programme.replays().await;
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}
