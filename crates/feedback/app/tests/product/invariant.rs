use serde_json::{Value, json};
use testkit::case;

use crate::case::{at, merge};
use crate::people::differences;
use crate::stage::{Programme, TestUser};

/// What the check returns while data is wrong that is corrected afterwards.
async fn told_while(programme: &Programme, who: &TestUser, wrong: &str, right: &str) -> Value {
    let client = programme.database.client().await;
    client.batch_execute(wrong).await.expect("something wrong");
    let told = differences(programme, who).await;
    client.batch_execute(right).await.expect("put right");
    assert_eq!(differences(programme, who).await, json!([]), "after {right}");
    told
}

#[test]
fn every_count_of_a_set_that_is_wrong_is_told_with_what_it_should_be() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        let root = programme.report_of(&rin, "The map freezes").await;
        let duplicate = programme.report_of(&sam, "The map is frozen").await;
        let uma = programme.tester("uma").await;
        programme.ask(&uma, "issueVote", at(duplicate)).await;
        programme.ask(&mia, "issueMerge", merge(duplicate, root)).await;
        // The persons of the whole set, its duplicates, anyone who watches the root, proof, evidence.
        let found = [3, 1, 3, 0, 0];
        for (place, column) in ["voteCount", "mergedCount", "watchCount"].into_iter().enumerate() {
            let by = |sign: &str| {
                format!(
                    r#"update "Issue" set "{column}" = "{column}" {sign} 1 where "number" = {root}"#
                )
            };
            let told = told_while(&programme, &mia, &by("+"), &by("-")).await;
            let mut counted = found;
            counted[place] += 1;
            let what = json!({ "issue": root, "counted": counted, "found": found });
            assert_eq!((&told[0]["what"], &told[1]), (&what, &Value::Null), "{column}");
        }
    });
}

#[test]
fn anyone_who_is_ranked_and_may_not_be_is_told() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        programme.season(&mia).await;
        for (who, amount) in [(&rin, 5), (&sam, 7)] {
            let params = json!({ "user": who.id, "amount": amount, "reason": "For the case at hand.", "rule": "manual" });
            programme.ask(&mia, "pointsAdjust", params).await;
        }
        let held = json!([{ "rule": "Only who may be ranked is ranked", "of": 1,
        "what": { "season": 1, "person": rin.id } }]);
        let become_of = |state: &str| {
            format!(
                r#"alter table "_User" disable trigger rank_anew;
            update "_User" set {state} where "objectId" = '{}';
            alter table "_User" enable trigger rank_anew"#,
                rin.id
            )
        };
        for (wrong, right) in [
            (r#""riskState" = 'held'"#, r#""riskState" = 'clear'"#),
            (r#""status" = 'suspended'"#, r#""status" = 'active'"#),
        ] {
            let told = told_while(&programme, &mia, &become_of(wrong), &become_of(right)).await;
            assert_eq!(told, held, "{wrong}");
        }
        let drop_out = |is_eligible: bool| {
            format!(
                r#"update "Standing" set "eligible" = {is_eligible} where "personId" = '{}'"#,
                rin.id
            )
        };
        let told = told_while(&programme, &mia, &drop_out(false), &drop_out(true)).await;
        assert_eq!(told, held, "left out of the ranks");
    });
}
