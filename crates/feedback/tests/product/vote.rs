use std::time::{Duration, Instant};

use serde_json::json;
use testkit::case;

use crate::access::all_of;
use crate::stage::Programme;

#[test]
fn a_user_is_counted_once_and_can_take_it_back() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let which = json!({ "number": number });
        for _ in 0..2 {
            let answer = programme.ask(&kai, "issueVote", which.clone()).await;
            assert_eq!(answer, json!({ "voteCount": 2, "proofCount": 0, "affectsMe": true }));
        }
        // Anyone who reported it is affected already, and stays so.
        let answer = programme.ask(&rin, "issueVote", which.clone()).await;
        assert_eq!(answer, json!({ "voteCount": 2, "proofCount": 0, "affectsMe": true }));
        let answer = programme.ask(&rin, "issueUnvote", which.clone()).await;
        assert_eq!(answer, json!({ "voteCount": 2, "proofCount": 0, "affectsMe": true }));
        for _ in 0..2 {
            let answer = programme.ask(&kai, "issueUnvote", which.clone()).await;
            assert_eq!(answer, json!({ "voteCount": 1, "proofCount": 0, "affectsMe": false }));
        }
        assert_eq!(programme.count(r#"select "watchCount"::int8 from "Issue""#).await, 1);
    });
}

#[test]
fn two_accounts_of_one_person_count_once() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let people = programme.crowd(2, 1).await;
        let client = programme.database.client().await;
        client
            .execute(
                r#"update "_User" set "personId" = 'crowd00000' where "objectId" = 'crowd00001'"#,
                &[],
            )
            .await
            .expect("a link");
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let which = json!({ "number": number });
        for one in &people {
            let answer = programme.ask(one, "issueVote", which.clone()).await;
            assert_eq!(answer["voteCount"], 2);
        }
        let answer = programme.ask(&people[0], "issueUnvote", which.clone()).await;
        assert_eq!(answer, json!({ "voteCount": 2, "proofCount": 0, "affectsMe": true }));
        let answer = programme.ask(&people[1], "issueUnvote", which).await;
        assert_eq!(answer, json!({ "voteCount": 1, "proofCount": 0, "affectsMe": false }));
    });
}

#[test]
fn a_thousand_votes_at_once_count_exactly_and_nobody_waits_for_the_issue() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let people = programme.crowd(1000, 1).await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let watcher = programme.database.client().await;
        let voting = all_of(people.iter().map(|one| {
            let which = json!({ "number": number });
            programme.call(Some(one), "issueVote", which)
        }));
        let looking = async {
            let (mut looks, mut queues) = (0_u32, 0_u32);
            let deadline = Instant::now() + Duration::from_secs(600);
            while Instant::now() < deadline {
                // What waits for a row waits for the transaction that holds it.
                let sql = "select count(*) > 1, (select count(*) from \"Vote\")
                from pg_locks l where not l.granted and l.locktype in ('tuple', 'transactionid')
                    and l.pid in (select pid from pg_stat_activity where datname = current_database())";
                let row = watcher.query_one(sql, &[]).await.expect("locks");
                looks += 1;
                queues += u32::from(row.get::<_, bool>(0));
                if row.get::<_, i64>(1) == 1000 {
                    break;
                }
            }
            (looks, queues)
        };
        let started = Instant::now();
        let (outcomes, (looks, queues)) = tokio::join!(voting, looking);
        let taken = started.elapsed();
        for outcome in &outcomes {
            assert!(outcome.is_ok(), "{:?}", outcome.as_ref().err());
        }
        // Anyone who votes next counts what is left.
        let kai = programme.tester("kai").await;
        let answer = programme.ask(&kai, "issueVote", json!({ "number": number })).await;
        assert_eq!(answer["voteCount"], 1002);
        assert_eq!(programme.count(r#"select "voteCount"::int8 from "Issue""#).await, 1002);
        eprintln!("1000 votes took {taken:?}; in {queues} of {looks} looks there was a queue");
        assert!(queues * 5 < looks, "there was a queue in {queues} of {looks} looks");
    });
}
