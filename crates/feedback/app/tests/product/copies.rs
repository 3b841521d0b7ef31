//! Texts that repeat a transaction elsewhere: who gets them, and what is in tickets.

use parse_engine::worker::drain_all;
use serde_json::json;
use testkit::case;

use crate::case::at;
use crate::evidence::{NODE, hash};
use crate::issue::report;
use crate::stage::Programme;

#[test]
fn the_texts_are_for_those_who_may_see_the_hash_and_name_no_node() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.chain(&mia, NODE, 1).await;
        programme.mined(NODE, &hash(1), 990, &hash(900));
        let id = programme.paste(&rin, &hash(1)).await;
        drain_all(&programme.engine).await;
        let of = json!({ "id": id });
        assert_eq!(programme.refusal(Some(&kai), "evidenceCopies", of.clone()).await.0, 101);
        let report = report("It returns too little", json!({ "evidence": [id] }));
        programme.ask(&rin, "issueSubmit", report).await;
        assert_eq!(programme.refusal(Some(&kai), "evidenceCopies", of.clone()).await.0, 101);
        let told = programme.ask(&rin, "evidenceCopies", of.clone()).await;
        let test = told["foundry"].as_str().expect("a test");
        assert!(test.contains("assertEq(data, hex\"39d35496\""), "{test}");
        assert_eq!(told["explorer"], format!("https://scan1.test/tx/{}", hash(1)));
        assert!(!told.to_string().contains("topsecret"), "{told}");
        assert_eq!(programme.ask(&mia, "evidenceCopies", of.clone()).await, told);
        programme.ask(&rin, "evidenceShare", json!({ "id": id, "share": true })).await;
        assert_eq!(programme.ask(&kai, "evidenceCopies", of).await, told);
    });
}

#[test]
fn a_ticket_has_the_transaction_that_its_owner_shows() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        programme.season(&mia).await;
        programme.chain(&mia, NODE, 1).await;
        let (tracker, place) = programme.repository(&mia).await;
        for (n, is_shared) in [(1, false), (2, true)] {
            programme.mined(NODE, &hash(n), 990, &hash(900));
            let id = programme.paste(&rin, &hash(n)).await;
            drain_all(&programme.engine).await;
            let share = json!({ "id": id, "share": is_shared });
            programme.ask(&rin, "evidenceShare", share).await;
            let report = report(&format!("It fails, number {n}"), json!({ "evidence": [id] }));
            let number = programme.ask(&rin, "issueSubmit", report).await["number"].clone();
            programme.clock.advance(120);
            let number = u32::try_from(number.as_u64().expect("a number")).expect("a small one");
            let mut create = at(number);
            create["tracker"] = json!(tracker);
            programme.ask(&mia, "trackerIssueCreate", create).await;
            programme.settle_trackers().await;
        }
        let hidden = place.issue(1)["body"].as_str().expect("a text").to_owned();
        assert!(!hidden.contains(&hash(1)) && !hidden.contains("```"), "{hidden}");
        let shown = place.issue(2)["body"].as_str().expect("a text").to_owned();
        for part in [
            format!("\n- https://scan1.test/tx/{}\n", hash(2)),
            "\n```solidity\n// SPDX".to_owned(),
            format!(
                "\n```sh\n# The whole trace. The earlier transactions of its block run first.\ncast run {}",
                hash(2)
            ),
        ] {
            assert!(shown.contains(&part), "{part}: {shown}");
        }
        assert!(!shown.contains("topsecret"));
    });
}
