use serde_json::{Value, json};
use testkit::case;

use crate::access::all_of;
use crate::case::{DAY, accept, at, changed, merge};
use crate::people::differences;
use crate::stage::Programme;

#[test]
fn merging_and_parting_restores_everything_and_sets_stay_flat() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let mut people = Vec::new();
        for name in ["rin", "sam", "tom", "uma"] {
            people.push(programme.tester(name).await);
        }
        let [rin, sam, tom, uma] = people.as_slice() else { unreachable!() };
        let a = programme.report_of(rin, "The map freezes").await;
        let b = programme.report_of(sam, "The map is frozen").await;
        let c = programme.report_of(tom, "Map stands still").await;
        for (who, n) in [(uma, a), (uma, b), (tom, b)] {
            programme.ask(who, "issueVote", at(n)).await;
        }
        let until = programme.now().plus_seconds(3 * DAY).iso();
        programme.ask(&mia, "issueSnooze", json!({ "number": b, "until": until })).await;
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        let (rows, around) =
            ((programme.row(a).await, programme.row(b).await), programme.around().await);

        let merged = programme.ask(&mia, "issueMerge", merge(b, a)).await;
        assert_eq!(merged["issue"]["duplicateOf"], a);
        let root = programme.row(a).await;
        assert_eq!((&root["voteCount"], &root["mergedCount"]), (&json!(4), &json!(1)));
        let chain = programme.refusal(Some(&mia), "issueMerge", merge(c, b)).await;
        assert!(chain.1.starts_with("MERGE_CHAIN: "), "{chain:?}");
        assert_eq!(differences(&programme, &mia).await, json!([]));
        // The set moves along, and returns when the last merge is undone.
        let before = (programme.row(a).await, programme.row(b).await, programme.row(c).await);
        let watched = programme.around().await;
        programme.ask(&mia, "issueMerge", merge(a, c)).await;
        assert_eq!(programme.row(b).await["duplicateOf"], before.2["objectId"]);
        assert_eq!(differences(&programme, &mia).await, json!([]));
        programme.ask(&mia, "issueUndo", at(a)).await;
        assert_eq!(changed(&before.0, &programme.row(a).await), [""; 0]);
        assert_eq!(changed(&before.1, &programme.row(b).await), [""; 0]);
        assert_eq!(changed(&before.2, &programme.row(c).await), [""; 0]);
        assert_eq!(programme.around().await, watched);

        programme.ask(&mia, "issueUnmerge", at(b)).await;
        assert_eq!(changed(&rows.0, &programme.row(a).await), [""; 0]);
        let mut parted = programme.row(b).await;
        assert!(
            parted["firstResponseAt"].is_string(),
            "its reporter was answered, that stays true"
        );
        parted.insert("firstResponseAt".to_owned(), Value::Null);
        assert_eq!(changed(&rows.1, &parted), [""; 0]);
        assert_eq!(programme.around().await, around);
        programme.replays().await;
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn administrators_who_merge_and_part_at_once_leave_sound_sets_counts_and_points() {
    case(async {
        let programme = Programme::open().await;
        let admins = [programme.administrator("mia").await, programme.administrator("max").await];
        programme.season(&admins[0]).await;
        let mut numbers = Vec::new();
        for name in ["rin", "sam", "tom", "uma", "vic", "wes"] {
            let who = programme.tester(name).await;
            numbers.push(programme.report_of(&who, "The map freezes").await);
            programme.clock.advance(60);
        }
        for n in &numbers[..3] {
            programme.ask(&admins[0], "issueAccept", accept(*n)).await;
        }
        let mut seed = 7_u32;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize % below
        };
        let (mut done, mut refused) = (0, 0);
        for _ in 0..12 {
            let calls: Vec<_> = (0..4)
            .map(|at_once| {
                let n = numbers[next(6)];
                let (name, params) = match next(4) {
                    0 => ("issueUnmerge", at(n)),
                    1 => (
                        "issueSetSeverity",
                        json!({ "number": n, "severity": if next(2) == 0 { "S1" } else { "S3" } }),
                    ),
                    _ => ("issueMerge", merge(n, numbers[next(6)])),
                };
                programme.call(Some(&admins[at_once % 2]), name, params)
            })
            .collect();
            for outcome in all_of(calls).await {
                match outcome {
                    Ok(_) => done += 1,
                    Err(error) if error.code().is_some() => refused += 1,
                    Err(error) => panic!("{error:?}"),
                }
            }
        }
        assert!(done > 10 && refused > 0, "{done} done, {refused} refused");
        programme.replays().await;
        assert_eq!(differences(&programme, &admins[0]).await, json!([]));
        programme.totals(1).await;
        programme.audited(1).await;
    });
}

#[test]
fn a_proposed_duplicate_is_merged_and_paid_for_once_an_administrator_agrees() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        let a = programme.report_of(&rin, "The map freezes").await;
        let b = programme.report_of(&rin, "The map is frozen").await;
        let propose = json!({ "number": b, "target": a, "note": "Same map." });
        assert_eq!(
            programme.refusal(Some(&sam), "issueProposeDuplicate", propose.clone()).await.0,
            119
        );
        programme.trusted(&sam, 1).await;
        programme.ask(&sam, "issueProposeDuplicate", propose.clone()).await;
        assert_eq!(programme.refusal(Some(&sam), "issueProposeDuplicate", propose).await.0, 137);
        let client = programme.database.client().await;
        let id: String = client
            .query_one(r#"select "objectId" from "DuplicateProposal""#, &[])
            .await
            .expect("a proposal")
            .get(0);
        let accept = json!({ "id": id, "accept": true });
        let merged = programme.ask(&mia, "issueDecideProposal", accept.clone()).await;
        assert_eq!(merged["issue"]["duplicateOf"], a);
        assert_eq!(programme.totals(1).await[&sam.id], 5);
        let again = programme.refusal(Some(&mia), "issueDecideProposal", accept.clone()).await;
        assert!(again.1.starts_with("PROPOSAL_DECIDED: "), "{again:?}");
        programme.ask(&mia, "issueUndo", at(b)).await;
        assert_eq!(programme.totals(1).await[&sam.id], 0);
        programme.clock.advance(1);
        programme.ask(&mia, "issueDecideProposal", accept).await;
        assert_eq!(programme.totals(1).await[&sam.id], 5);
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn merging_into_what_a_tester_proposed_accepts_the_first_proposal_and_pays_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        let (tom, uma) = (programme.tester("tom").await, programme.tester("uma").await);
        for one in [&sam, &tom, &uma] {
            programme.trusted(one, 2).await;
        }
        let a = programme.report_of(&rin, "The map freezes").await;
        let b = programme.report_of(&rin, "The map is frozen").await;
        let c = programme.report_of(&rin, "Something else").await;
        for (who, target) in [(&sam, a), (&tom, a), (&uma, c)] {
            let proposal = json!({ "number": b, "target": target });
            programme.ask(who, "issueProposeDuplicate", proposal).await;
            programme.clock.advance(1);
        }
        programme.ask(&mia, "issueMerge", merge(b, a)).await;
        let states = async || {
            let page = programme.ask(&mia, "issueGet", at(b)).await;
            let proposals = page["proposals"].as_array().expect("proposals").iter();
            proposals
                .map(|one| one["state"].as_str().expect("a state").to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(states().await, ["accepted", "accepted", "rejected"]);
        let totals = programme.totals(1).await;
        assert!(totals[&sam.id] > 0, "{totals:?}");
        assert!(!totals.contains_key(&tom.id) && !totals.contains_key(&uma.id), "{totals:?}");
        programme.ask(&mia, "issueUndo", at(b)).await;
        assert_eq!(states().await, ["open", "open", "open"]);
        assert_eq!(programme.totals(1).await[&sam.id], 0);
        programme.audited(1).await;
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}
