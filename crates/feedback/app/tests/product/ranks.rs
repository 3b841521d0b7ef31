use serde_json::{Value, json};
use testkit::case;

use crate::stage::{Programme, TestUser};

async fn give(programme: &Programme, admin: &TestUser, to: &TestUser, amount: i64) {
    let params = json!({ "user": to.id, "amount": amount, "reason": "For the case at hand.", "rule": "manual" });
    programme.ask(admin, "pointsAdjust", params).await;
}

/// The names on the board, in their order, and whether ranks are 1, 2, 3 …
async fn board(programme: &Programme, who: &TestUser) -> Vec<String> {
    let board = programme.ask(who, "standingsTop", json!({})).await;
    let rows = board["rows"].as_array().expect("rows").clone();
    for (row, rank) in rows.iter().zip(1..) {
        assert_eq!(row["rank"], rank, "ranks have no gap and no tie");
    }
    assert_eq!(board["total"], rows.len());
    rows.iter()
        .map(|row| row["person"]["username"].as_str().unwrap_or("hidden").to_owned())
        .collect()
}

async fn testers(programme: &Programme, names: &[&str]) -> Vec<TestUser> {
    let mut testers = Vec::new();
    for name in names {
        testers.push(programme.tester(name).await);
    }
    testers
}

#[test]
fn of_equal_totals_the_one_who_was_there_first_stands_higher() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let all = testers(&programme, &["ada", "bob", "cyd"]).await;
        programme.season(&mia).await;
        for (person, amount) in [(0, 10), (1, 20), (2, 20), (0, 10)] {
            give(&programme, &mia, &all[person], amount).await;
        }
        assert_eq!(board(&programme, &all[0]).await, ["bob", "cyd", "ada"]);
        // A point more, and no rank gets worse by it.
        give(&programme, &mia, &all[0], 1).await;
        assert_eq!(board(&programme, &all[0]).await, ["ada", "bob", "cyd"]);
        let mine = programme.ask(&all[2], "myStanding", json!({})).await;
        assert_eq!(mine["nextRank"], json!({ "rank": 2, "points": 1 }));
        assert_eq!(mine["series"][0]["total"], 20);
        let found = programme.ask(&all[2], "standingsFind", json!({ "name": "BO" })).await;
        assert_eq!(
            (&found["rows"][0]["rank"], found["rows"].as_array().map(Vec::len)),
            (&json!(2), Some(1))
        );
    });
}

#[test]
fn a_high_find_breaks_a_tie_and_loses_it_again_when_it_is_taken_back() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let all = testers(&programme, &["ada", "bob"]).await;
        programme.season(&mia).await;
        give(&programme, &mia, &all[0], 150).await;
        let (_, number) = programme.found(&all[1], json!({})).await;
        programme
            .ask(&mia, "issueResettle", json!({ "number": number, "reason": "To have it paid." }))
            .await;
        assert_eq!(board(&programme, &all[0]).await, ["bob", "ada"]);
        let back = json!({ "season": 1, "seq": 2, "reason": "To have it reversed." });
        programme.ask(&mia, "pointsReverse", back).await;
        give(&programme, &mia, &all[1], 150).await;
        assert_eq!(board(&programme, &all[0]).await, ["ada", "bob"]);
    });
}

#[test]
fn pages_and_neighbourhoods_show_the_same_order() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.season(&mia).await;
        give(&programme, &mia, &rin, 100).await;
        // Persons without accounts would not be ranked, so each gets one.
        programme
        .alter(
            r#"insert into "_User" ("objectId", "createdAt", "updatedAt", "username", "personId", "status", "isAdmin")
                select 'p' || n, now(), now(), 'p' || n, 'p' || n, 'active', false from generate_series(1, 250) n;
            insert into "Standing" ("objectId", "createdAt", "updatedAt", "season", "personId", "displayUser", "total", "highCount", "lastSeq", "eligible")
                select 'p' || n, now(), now(), 1, 'p' || n, 'p' || n, 10 + n % 7 * 30, n % 3, n + 1, true from generate_series(1, 250) n"#,
        )
        .await;
        let mut all: Vec<Value> = Vec::new();
        for page in 1..=4 {
            let answer = programme.ask(&rin, "standingsTop", json!({ "page": page })).await;
            all.extend(answer["rows"].as_array().expect("rows").clone());
        }
        assert_eq!(all.len(), 251);
        let place = |row: &Value| (row["rank"].clone(), row["person"]["id"].clone());
        for (row, rank) in all.iter().zip(1..) {
            assert_eq!(row["rank"], rank);
        }
        let around = programme.ask(&rin, "standingsAround", json!({ "radius": 25 })).await;
        let mine = all.iter().find(|row| row["isMe"] == true).expect("oneself");
        assert_eq!(&around["rows"][25], mine, "users are in the middle of their neighbourhood");
        let top = programme.ask(&rin, "standingsTop", json!({})).await;
        assert_eq!((&top["me"], &around["me"]), (mine, mine));
        let around: Vec<_> = around["rows"].as_array().expect("rows").iter().map(place).collect();
        assert_eq!(around.len(), 51);
        let first = usize::try_from(around[0].0.as_u64().expect("a rank")).expect("a place") - 1;
        assert_eq!(around, all[first..first + 51].iter().map(place).collect::<Vec<_>>());
        let order = |row: &Value| {
            (-row["total"].as_i64().expect("a total"), -row["highCount"].as_i64().expect("a count"))
        };
        assert!(all.is_sorted_by_key(order));
        let refused =
            programme.refusal(Some(&rin), "standingsAround", json!({ "radius": 26 })).await;
        assert_eq!(refused.0, 142);
    });
}

#[test]
fn hiding_changes_nobodys_rank_and_being_held_or_suspended_does() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let all = testers(&programme, &["ada", "bob", "cyd"]).await;
        programme.season(&mia).await;
        for (person, amount) in all.iter().zip([30, 20, 10]) {
            give(&programme, &mia, person, amount).await;
        }
        let hide = json!({ "privacy": { "showOnLeaderboard": false } });
        programme.ask(&all[0], "memberPrefsSet", hide).await;
        assert_eq!(board(&programme, &all[2]).await, ["hidden", "bob", "cyd"]);
        assert_eq!(board(&programme, &all[0]).await, ["ada", "bob", "cyd"], "one sees oneself");
        assert_eq!(
            programme
                .refusal(Some(&all[2]), "pointsBreakdown", json!({ "user": all[0].id }))
                .await
                .0,
            101
        );
        let found = programme.ask(&all[2], "standingsFind", json!({ "name": "ada" })).await;
        assert_eq!(found["rows"], json!([]));
        // What was changed past the commands is seen a second later.
        programme
            .alter(r#"update "_User" set "riskState" = 'held' where "username" = 'ada'"#)
            .await;
        programme.clock.advance(1);
        assert_eq!(board(&programme, &all[2]).await, ["bob", "cyd"]);
        let mine = programme.ask(&all[0], "myStanding", json!({})).await;
        assert_eq!((&mine["held"], &mine["standing"]), (&json!(true), &json!(null)));
        programme
            .alter(r#"update "_User" set "riskState" = 'clear' where "username" = 'ada'"#)
            .await;
        programme.clock.advance(1);
        assert_eq!(board(&programme, &all[2]).await, ["hidden", "bob", "cyd"]);
        let suspend =
            json!({ "user": all[1].id, "status": "suspended", "reason": "For the case at hand." });
        programme.ask(&mia, "userSetStatus", suspend).await;
        assert_eq!(board(&programme, &all[2]).await, ["hidden", "cyd"]);
        let plots = programme.ask(&all[2], "standingPlots", json!({})).await;
        assert_eq!((&plots["mine"], &plots["histogram"][0]["count"]), (&json!(10), &json!(1)));
    });
}

#[test]
fn who_looks_a_moment_later_sees_the_page_that_was_found_with_themself_on_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let all = testers(&programme, &["ada", "bob"]).await;
        programme.season(&mia).await;
        for (person, amount) in all.iter().zip([30, 20]) {
            give(&programme, &mia, person, amount).await;
        }
        let hide = json!({ "privacy": { "showOnLeaderboard": false } });
        programme.ask(&all[0], "memberPrefsSet", hide).await;
        programme.clock.advance(1);
        assert_eq!(board(&programme, &all[1]).await, ["hidden", "bob"]);
        // Another node, whose changes are seen after about a second.
        let elsewhere = r#"update "Standing" set "highCount" = 7"#;
        programme.alter(elsewhere).await;
        let seen = async |who: &TestUser| {
            let top = programme.ask(who, "standingsTop", json!({})).await;
            let row = |row: &Value| {
                (row["person"]["username"].clone(), row["isMe"].clone(), row["highCount"].clone())
            };
            top["rows"].as_array().expect("rows").iter().map(row).collect::<Vec<_>>()
        };
        let (me, other) = (json!(true), json!(false));
        let (ada, bob) = (json!("ada"), json!("bob"));
        let ada_sees = |high: i64| {
            vec![(ada.clone(), me.clone(), json!(high)), (bob.clone(), other.clone(), json!(high))]
        };
        assert_eq!(seen(&all[0]).await, ada_sees(0));
        assert_eq!(
            seen(&all[1]).await,
            [(json!(null), other.clone(), json!(0)), (bob.clone(), me.clone(), json!(0))]
        );
        programme.clock.advance(2);
        assert_eq!(seen(&all[0]).await, ada_sees(7));
        // What is done here is seen at once.
        give(&programme, &mia, &all[1], 20).await;
        assert_eq!(board(&programme, &all[0]).await, ["bob", "ada"]);
    });
}

#[test]
fn a_season_that_is_final_stays_as_it_was_sealed() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let all = testers(&programme, &["ada", "bob", "cyd", "dee", "eve"]).await;
        programme.season(&mia).await;
        for (person, amount) in all.iter().zip([50, 40, 30, 20, 10]) {
            give(&programme, &mia, person, amount).await;
        }
        for state in ["review", "final"] {
            programme.ask(&mia, "seasonSetState", json!({ "number": 1, "state": state })).await;
        }
        let sealed = programme.ask(&mia, "seasons", json!({})).await["rows"][0].clone();
        assert_eq!(sealed["people"], 5);

        let leave = json!({ "username": "bob", "texts": "erase" });
        programme.ask(&all[1], "accountDelete", leave).await;
        programme.clock.advance(48 * 3600 + 1);
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        let suspend =
            json!({ "user": all[2].id, "status": "suspended", "reason": "Sold their account." });
        programme.ask(&mia, "userSetStatus", suspend).await;
        let hold = json!({ "user": all[3].id, "reason": "same_payout" });
        programme.ask(&mia, "personHold", hold).await;

        let board = board(&programme, &all[4]).await;
        assert_eq!((board[0].as_str(), board[2].as_str(), board.len()), ("ada", "cyd", 5));
        assert!(board[1].starts_with("deleted-"), "under a pseudonym: {board:?}");
        let mine = programme.ask(&all[4], "myStanding", json!({ "season": 1 })).await;
        assert_eq!(mine["standing"]["rank"], 5, "{mine}");
        let after = programme.ask(&mia, "seasons", json!({})).await["rows"][0].clone();
        assert_eq!(after, sealed);
        let invariants = programme.ask(&mia, "invariantsCheck", json!({})).await;
        assert_eq!(invariants["differences"], json!([]), "{invariants}");
    });
}
