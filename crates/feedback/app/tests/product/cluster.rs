use serde_json::{Value, json};
use testkit::case;

use crate::access::all_of;
use crate::case::{DAY, accept, at, close};
use crate::people::differences;
use crate::proof::failure;
use crate::stage::{Programme, TestUser};

/// The clusters of the last week, as a user sees them.
async fn clusters(programme: &Programme, who: &TestUser) -> Vec<Value> {
    let answer = programme.ask(who, "clusterList", json!({ "period": "7d" })).await;
    answer["rows"].as_array().expect("rows").clone()
}

fn counts(row: &Value) -> (i64, i64, i64) {
    let number = |key: &str| row[key].as_i64().expect("a number");
    (number("evidenceCount"), number("personCount"), number("inPeriod"))
}

#[test]
fn evidence_of_one_failure_is_one_cluster_that_counts_each_person_once() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.network(1, false).await;
        programme.network(2, false).await;
        let (old, new) = (programme.build(4).await, programme.build(5).await);
        let n = programme.report_of(&rin, "The permit expires").await;
        let other = programme.report_of(&kai, "Permit out of date").await;
        for fields in [json!({ "build": new }), json!({ "build": new, "network": "net0000002" })] {
            let evidence = programme.shows(&rin, fields).await;
            programme.joins(&rin, n, &evidence).await;
        }
        let evidence = programme.shows(&kai, json!({ "build": old })).await;
        programme.joins(&kai, other, &evidence).await;
        let stranger = programme.shows(&kai, json!({ "ownerMatch": "no", "build": new })).await;
        programme.joins(&kai, n, &stranger).await;
        let looked_up = programme.shows(&kai, json!({})).await;
        let rows = clusters(&programme, &rin).await;
        assert_eq!(rows.len(), 1, "{rows:?}");
        let row = &rows[0];
        assert_eq!(counts(row), (4, 2, 4), "what was only looked up counts nowhere");
        assert_eq!(row["title"], "Permit expired › permit AllowanceExpired");
        assert_eq!(row["networks"], json!(["Network 1", "Network 2"]));
        assert_eq!((&row["firstBuild"], &row["lastBuild"]), (&json!(old), &json!(new)));
        assert_eq!((&row["state"], &row["isNewIn"]), (&json!("open"), &Value::Null));
        let spark = row["spark"].as_array().expect("a spark");
        assert_eq!((spark.len(), &spark[23]), (24, &json!(4)));
        let page = programme.ask(&rin, "clusterGet", json!({ "id": row["id"] })).await;
        assert_eq!(page["rows"].as_array().map(Vec::len), Some(4));
        assert_eq!(page["cluster"]["path"], json!(["Router", "permit"]));
        assert_eq!(page["cluster"]["fingerprint"], json!(failure(1)));
        let facet = json!([{ "key": "net0000001", "label": "Network 1", "count": 3 },
            { "key": "net0000002", "label": "Network 2", "count": 1 }]);
        assert_eq!(page["facets"]["networks"], facet);
        assert_eq!(
            page["facets"]["tokens"][0],
            json!({ "key": "USDC", "label": "USDC", "count": 4 })
        );
        let plotted: i64 = page["plot"]
            .as_array()
            .expect("a plot")
            .iter()
            .filter_map(|at| at["count"].as_i64())
            .sum();
        assert_eq!(plotted, 4);
        // Nothing in the rows of other users leads to them.
        for row in page["rows"].as_array().expect("rows") {
            let is_mine = row["owner"]["id"] == json!(rin.id);
            assert_eq!(row["txHash"].is_string(), is_mine, "{row}");
            assert_eq!(row["explanation"]["from"].is_string(), is_mine, "{row}");
        }
        assert_eq!(programme.row(n).await["cluster"], row["id"]);
        assert!(!page.to_string().contains(&looked_up));
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn what_is_kept_back_is_in_no_cluster_while_it_is() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.network(1, false).await;
        let n = programme.report_of(&rin, "The permit expires").await;
        let evidence =
            programme.shows(&rin, json!({ "quoteErrorBps": -12, "headroomBps": 10000 })).await;
        programme.joins(&rin, n, &evidence).await;
        let id = clusters(&programme, &kai).await[0]["id"].clone();
        let show = async |visibility: &str| {
            let params = json!({ "number": n, "visibility": visibility });
            programme.ask(&mia, "issueSetVisibility", params).await;
        };
        show("private").await;
        for who in [&kai, &rin, &mia] {
            assert_eq!(clusters(&programme, who).await, Vec::<Value>::new());
            assert_eq!(
                programme.refusal(Some(who), "clusterGet", json!({ "id": id })).await.0,
                101
            );
            let matrix = programme.ask(who, "coverageMatrix", json!({ "period": "30d" })).await;
            assert_eq!(matrix["cells"], json!([]));
            let stats = programme.ask(who, "failureStats", json!({ "period": "30d" })).await;
            assert_eq!((&stats["classes"], &stats["quoteError"]), (&json!([]), &Value::Null));
        }
        assert_eq!(programme.find(&kai, "FailureCluster").await.expect("clusters"), 0);
        assert_eq!(differences(&programme, &mia).await, json!([]));
        show("programme").await;
        assert_eq!(counts(&clusters(&programme, &kai).await[0]), (1, 1, 1));
        assert_eq!(programme.find(&kai, "FailureCluster").await.expect("clusters"), 1);
        programme.ask(&mia, "issueClose", close(n, "spam")).await;
        assert_eq!(clusters(&programme, &kai).await, Vec::<Value>::new());
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn forty_people_who_prove_a_failure_at_once_are_counted_exactly() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.network(1, false).await;
        let people = programme.crowd(40, 1).await;
        let issues = [
            programme.report_of(&rin, "The permit expires").await,
            programme.report_of(&rin, "Permit out of date").await,
        ];
        let mut votes = Vec::new();
        for (place, one) in people.iter().enumerate() {
            let shown = json!({ "fingerprint": failure(1 + (place % 3) as u8) });
            votes.push((one, issues[place % 2], programme.shows(one, shown).await));
        }
        let outcomes = all_of(votes.iter().map(|(one, number, evidence)| {
            let params = json!({ "number": number, "evidence": evidence });
            programme.call(Some(one), "issueVote", params)
        }))
        .await;
        for outcome in &outcomes {
            assert!(outcome.is_ok(), "{:?}", outcome.as_ref().err());
        }
        let found: Vec<(i64, i64, i64)> =
            clusters(&programme, &rin).await.iter().map(counts).collect();
        assert_eq!(found.iter().map(|(evidence, ..)| evidence).sum::<i64>(), 40);
        assert_eq!(found, [(14, 14, 14), (13, 13, 13), (13, 13, 13)]);
        assert_eq!(differences(&programme, &mia).await, json!([]));
        let proven = r#"select count(*) from "IssueReach" where "proof""#;
        assert_eq!(programme.how_many(proven).await, 40);
    });
}

/// A confirmed and fixed issue about a failure, its number and the build that fixes it.
async fn fixed(programme: &Programme, mia: &TestUser, rin: &TestUser) -> (u32, String) {
    programme.season(mia).await;
    programme.network(1, false).await;
    let n = programme.report_of(rin, "The permit expires").await;
    let evidence = programme.shows(rin, json!({})).await;
    programme.joins(rin, n, &evidence).await;
    let build = programme.build(6).await;
    let released = programme.now().iso();
    programme.alter(&format!(r#"update "Build" set "releasedAt" = '{released}'"#)).await;
    programme.ask(mia, "issueAccept", accept(n)).await;
    programme.ask(mia, "issueMarkFixed", json!({ "number": n, "build": build })).await;
    (n, build)
}

#[test]
fn a_failure_in_the_build_that_mends_it_reopens_the_issue_and_pays_once() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let sam = programme.tester("sam").await;
        let (n, build) = fixed(&programme, &mia, &rin).await;
        let state = async || clusters(&programme, &kai).await[0]["state"].clone();
        assert_eq!(state().await, "fixed");
        programme.clock.advance(15 * DAY);
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        assert_eq!(programme.row(n).await["status"], "verified");
        programme.clock.advance(60);
        // A user reports it again; the regression is found by the failure alone.
        let newer = programme.report_of(&kai, "Permit trouble again").await;
        let evidence = programme.shows(&kai, json!({ "build": build })).await;
        programme.joins(&kai, newer, &evidence).await;
        let row = programme.row(n).await;
        assert_eq!((&row["status"], &row["regressions"]), (&json!("confirmed"), &json!(1)));
        assert_eq!(state().await, "regressed");
        assert_eq!(programme.totals(1).await[&kai.id], 60, "40 % of 150");
        let again = programme.shows(&sam, json!({ "build": build })).await;
        programme.joins(&sam, n, &again).await;
        assert_eq!(programme.totals(1).await.get(&sam.id), None, "it was open already");
        let told = programme.ask(&rin, "issueTimeline", json!({ "number": n })).await;
        assert!(told.to_string().contains("found that it is back"), "{told}");
        programme.replays().await;
        programme.audited(1).await;
        assert_eq!(differences(&programme, &mia).await, json!([]));
        // Closing it as not valid takes everything back that it paid.
        programme.ask(&mia, "issueClose", close(n, "invalid")).await;
        assert_eq!(programme.totals(1).await[&kai.id], 0);
    });
}

#[test]
fn no_administrator_stranger_old_build_or_old_transaction_brings_anything_back() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let (n, build) = fixed(&programme, &mia, &rin).await;
        let older = programme.build(5).await;
        let before = programme.now().plus_seconds(-DAY).iso();
        programme.clock.advance(60);
        let shown = [
            (&mia, json!({ "build": build })),
            (&kai, json!({ "build": build, "ownerMatch": "no" })),
            (&kai, json!({ "build": older })),
            (&kai, json!({ "build": build, "blockTime": before })),
            (&kai, json!({ "build": null })),
            (&kai, json!({ "build": build, "fingerprint": failure(9) })),
        ];
        for (who, fields) in shown {
            let evidence = programme.shows(who, fields.clone()).await;
            programme.joins(who, n, &evidence).await;
            assert_eq!(programme.row(n).await["status"], "fixed", "{fields}");
        }
        let hidden = programme.report_of(&kai, "Permit trouble again").await;
        let private = json!({ "number": hidden, "visibility": "private" });
        programme.ask(&mia, "issueSetVisibility", private).await;
        let evidence = programme.shows(&kai, json!({ "build": build })).await;
        programme.joins(&kai, hidden, &evidence).await;
        assert_eq!(programme.row(n).await["status"], "fixed", "what is private says nothing");
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn the_first_proof_of_each_pair_pays_five_within_the_caps() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let rin = programme.tester("rin").await;
        let people = programme.crowd(4, 1).await;
        for chain in 1..=8 {
            programme.network(chain, false).await;
        }
        let n = programme.report_of(&rin, "The permit expires").await;
        let first = programme.shows(&rin, json!({})).await;
        programme.joins(&rin, n, &first).await;
        let early = programme.shows(&people[0], json!({ "network": "net0000002" })).await;
        programme.joins(&people[0], n, &early).await;
        programme.ask(&mia, "issueAccept", accept(n)).await;
        let total = async |one: &TestUser| programme.totals(1).await.get(&one.id).copied();
        assert_eq!(total(&people[0]).await, None, "what was proven before is not paid afterwards");
        let show = async |one: &TestUser, network: u32, wallet: &str| {
            let fields = json!({ "network": format!("net{network:07}"), "walletKind": wallet });
            let evidence = programme.shows(one, fields).await;
            programme.joins(one, n, &evidence).await;
            evidence
        };
        show(&people[1], 2, "injected").await;
        assert_eq!(total(&people[1]).await, None, "that pair was proven before");
        let paid = show(&people[1], 2, "hardware").await;
        assert_eq!(total(&people[1]).await, Some(5));
        for network in 3..=7 {
            show(&people[1], network, "injected").await;
        }
        assert_eq!(total(&people[1]).await, Some(20), "four in a day");
        show(&people[2], 7, "hardware").await;
        show(&people[2], 8, "hardware").await;
        show(&people[2], 8, "other").await;
        assert_eq!(total(&people[2]).await, Some(10), "six pairs of one issue");
        let why: String = programme
            .text(r#"select "explain" -> 'words' ->> 'what' from "PointsEntry" where "rule" = 'thanks' limit 1"#)
            .await;
        assert_eq!(why, "First proof from another network and wallet for");
        programme.audited(1).await;
        // Evidence that turns out to be a stranger's was never proof.
        programme
            .alter(&format!(
                r#"update "Evidence" set "ownerMatch" = 'no' where "objectId" = '{paid}'"#
            ))
            .await;
        programme.joins(&people[1], n, &paid).await;
        assert_eq!(total(&people[1]).await, Some(15));
        assert_eq!(differences(&programme, &mia).await, json!([]));
        programme.ask(&people[2], "issueUnvote", at(n)).await;
        assert!(total(&people[2]).await < Some(10));
    });
}

#[test]
fn administrators_name_clusters_ignore_them_and_say_what_they_are_about() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.network(1, false).await;
        let n = programme.report_of(&rin, "The permit expires").await;
        let evidence = programme.shows(&rin, json!({})).await;
        programme.joins(&rin, n, &evidence).await;
        let id = clusters(&programme, &rin).await[0]["id"].clone();
        for name in ["clusterSave", "clusterSetState", "clusterSetIssue"] {
            let params = json!({ "id": id, "state": "open" });
            assert_eq!(programme.refusal(Some(&rin), name, params).await.0, 119, "{name}");
        }
        let saved = json!({ "id": id, "title": "Permit deadlines", "advice": "Sign again." });
        let answer = programme.ask(&mia, "clusterSave", saved).await;
        assert_eq!(answer["cluster"]["title"], "Permit deadlines");
        let bare = json!({ "id": id, "state": "ignored" });
        assert_eq!(programme.refusal(Some(&mia), "clusterSetState", bare).await.0, 142);
        let ignored = json!({ "id": id, "state": "ignored", "reason": "It is meant to be so." });
        assert_eq!(
            programme.ask(&mia, "clusterSetState", ignored).await["cluster"]["state"],
            "ignored"
        );
        let about = programme.ask(&mia, "clusterSetIssue", json!({ "id": id, "issue": n })).await;
        assert_eq!(about["cluster"]["rootIssue"]["number"], n);
        let list = json!({ "period": "24h", "state": "ignored" });
        assert_eq!(programme.ask(&kai, "clusterList", list).await["rows"][0]["id"], id);
        let opened = json!({ "id": id, "state": "open" });
        assert_eq!(
            programme.ask(&mia, "clusterSetState", opened).await["cluster"]["state"],
            "open"
        );
        // While a user types, the same failure ranks before similar texts.
        programme.report_of(&rin, "Permit of mine is out of date").await;
        let mine = programme.shows(&kai, json!({})).await;
        let asked = json!({ "title": "Permit of mine is out of date", "evidence": mine });
        let similar = programme.ask(&kai, "similarFind", asked.clone()).await;
        let told: Vec<(&Value, &Value)> = similar["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| (&row["why"], &row["proofCount"]))
            .collect();
        assert_eq!(told[0], (&json!("failure"), &json!(1)));
        assert_eq!(told[1].0, "title");
        assert_eq!(programme.refusal(Some(&rin), "similarFind", asked).await.0, 101);
        let entries = r#"select count(*) from "AuditEntry" where "action" like 'cluster%'"#;
        assert_eq!(programme.how_many(entries).await, 4);
    });
}

#[test]
fn statistics_tell_where_people_tested_how_swaps_failed_and_how_quotes_were_kept() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.network(1, false).await;
        let build = programme.build(4).await;
        let n = programme.report_of(&rin, "The permit expires").await;
        for (place, bps) in [-40, -2, -2, 4].into_iter().enumerate() {
            let swap = json!({ "chainStatus": "success", "failureClass": null, "verdict": null, "fingerprint": null,
                "build": build, "quoteErrorBps": bps, "headroomBps": place * 3333 + 1 });
            let evidence = programme.shows(&rin, swap).await;
            programme.joins(&rin, n, &evidence).await;
        }
        let failed =
            programme.shows(&rin, json!({ "build": build, "walletKind": "hardware" })).await;
        programme.joins(&rin, n, &failed).await;
        let matrix = programme.ask(&rin, "coverageMatrix", json!({ "period": "7d" })).await;
        let cells = json!([{ "network": "net0000001", "wallet": "hardware", "count": 1, "failed": 1 },
            { "network": "net0000001", "wallet": "injected", "count": 4, "failed": 0 }]);
        assert_eq!(matrix["cells"], cells);
        assert_eq!(matrix["networks"], json!([{ "id": "net0000001", "name": "Network 1" }]));
        assert_eq!(matrix["wallets"].as_array().map(Vec::len), Some(5));
        let stats = programme.ask(&rin, "failureStats", json!({ "period": "7d" })).await;
        assert_eq!(stats["days"].as_array().map(Vec::len), Some(7));
        assert_eq!(stats["classes"][0]["failureClass"], "permit_expired");
        assert_eq!(stats["classes"][0]["perDay"][6], 1);
        assert_eq!(stats["builds"], json!([{ "version": build, "swaps": 5, "failures": 1 }]));
        let quotes = &stats["quoteError"];
        assert_eq!(
            (&quotes["count"], &quotes["p5"], &quotes["p50"], &quotes["p95"]),
            (&json!(4), &json!(-40), &json!(-2), &json!(4))
        );
        assert_eq!(
            (&stats["headroom"]["count"], &stats["headroom"]["onTheFloor"]),
            (&json!(4), &json!(1))
        );
        let none = json!({ "period": "7d", "build": "another" });
        assert_eq!(programme.ask(&rin, "failureStats", none).await["builds"], json!([]));
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}
