use std::time::{Duration, Instant};

use parse_engine::periodic_task::{Interval, run_due_tasks};
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
        run_due_tasks(&programme.engine, Interval::Second).await;
        assert_eq!(programme.count(r#"select "watchCount"::int8 from "Issue""#).await, 1);
    });
}

/// The transaction that last wrote the issue, and what it holds.
const WRITTEN: &str = r#"select concat_ws(' ', xmin, "voteCount", "watchCount") from "Issue""#;

#[test]
fn votes_do_not_write_to_the_issue_which_is_brought_in_line_once_a_second() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let people = programme.crowd(3, 1).await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        run_due_tasks(&programme.engine, Interval::Second).await;
        let before = programme.text(WRITTEN).await;
        let impact = programme.text(r#"select "impact"::text from "Issue""#).await;
        for (count, one) in (2..).zip(&people) {
            let which = json!({ "number": number });
            let answer = programme.ask(one, "issueVote", which.clone()).await;
            assert_eq!(answer["voteCount"], count, "the voter sees it at once");
            let shown = programme.ask(&rin, "issueGet", which).await;
            assert_eq!(shown["issue"]["voteCount"], count, "and so do others");
            let list = programme.ask(&rin, "searchIssues", json!({ "query": "swap" })).await;
            assert_eq!(list["rows"][0]["voteCount"], count, "in lists too");
        }
        assert_eq!(programme.text(WRITTEN).await, before);
        run_due_tasks(&programme.engine, Interval::Second).await;
        let after = programme.text(WRITTEN).await;
        assert!(after.ends_with(" 4 4"), "{after}");
        assert_ne!(programme.text(r#"select "impact"::text from "Issue""#).await, impact);
        assert_eq!(programme.count("select count(*) from _touchstone.count_change").await, 0);
        run_due_tasks(&programme.engine, Interval::Second).await;
        assert_eq!(
            programme.text(WRITTEN).await,
            after,
            "where nothing changed nothing is written"
        );
    });
}

#[test]
fn an_issue_that_somebody_holds_is_brought_in_line_later_and_others_at_once() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let held = programme.reported(&rin, "Swap reverts after approve").await;
        let sam = programme.tester("sam").await;
        let free = programme.reported(&sam, "The map freezes when it is zoomed").await;
        for number in [held, free] {
            programme.ask(&kai, "issueVote", json!({ "number": number })).await;
        }
        let client = programme.database.client().await;
        let lock = format!(r#"begin; select from "Issue" where "number" = {held} for update"#);
        client.batch_execute(&lock).await.expect("a lock");
        let counts = r#"select string_agg("voteCount"::text, ' ' order by "number") from "Issue""#;
        run_due_tasks(&programme.engine, Interval::Second).await;
        assert_eq!(programme.text(counts).await, "1 2");
        client.batch_execute("rollback").await.expect("an end");
        run_due_tasks(&programme.engine, Interval::Second).await;
        assert_eq!(programme.text(counts).await, "2 2");
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
        let kai = programme.tester("kai").await;
        let answer = programme.ask(&kai, "issueVote", json!({ "number": number })).await;
        assert_eq!(answer["voteCount"], 1002);
        run_due_tasks(&programme.engine, Interval::Second).await;
        assert_eq!(programme.count(r#"select "voteCount"::int8 from "Issue""#).await, 1002);
        eprintln!("1000 votes took {taken:?}; in {queues} of {looks} looks there was a queue");
        assert!(queues * 5 < looks, "there was a queue in {queues} of {looks} looks");
    });
}
