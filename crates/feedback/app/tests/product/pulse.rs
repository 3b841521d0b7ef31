//! The signal to followers that points have moved.

use parse_engine::periodic_task::{Interval, run_due_tasks};
use parse_engine::worker::drain_all;
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, TestUser};

async fn give(programme: &Programme, admin: &TestUser, to: &TestUser) {
    let params =
        json!({ "user": to.id, "amount": 5, "reason": "For the case at hand.", "rule": "manual" });
    programme.ask(admin, "pointsAdjust", params).await;
}

const VERSION: &str = r#"select coalesce(string_agg(p."version"::text || ' of ' || s."name", ', '), '')
    from "SeasonPulse" p join "Season" s on s."objectId" = p."season""#;
const TOLD: &str = r#"select coalesce(string_agg(concat_ws(' ', u."username", p."season", p."seq"), ', ' order by u."username"), '')
    from "PointsPulse" p join "_User" u on u."objectId" = p."user""#;

#[test]
fn a_board_that_moves_is_told_at_once_and_then_once_a_second() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.season(&mia).await;
        let drained = async || {
            drain_all(&programme.engine).await;
            (programme.text(VERSION).await, programme.text(TOLD).await)
        };
        assert_eq!(drained().await, (String::new(), String::new()));
        give(&programme, &mia, &rin).await;
        let first = ("1 of One".to_owned(), "rin 1 1".to_owned());
        assert_eq!(drained().await, first);
        give(&programme, &mia, &rin).await;
        give(&programme, &mia, &rin).await;
        assert_eq!(drained().await, first, "a moment later it waits");
        programme.clock.advance(1);
        let third = ("3 of One".to_owned(), "rin 1 3".to_owned());
        assert_eq!(drained().await, third, "both in one");
        let changed = r#"select (select "updatedAt" from "SeasonPulse")::text || (select "updatedAt" from "PointsPulse")::text"#;
        let before = programme.text(changed).await;
        programme.clock.advance(60);
        assert_eq!(drained().await, third);
        assert_eq!(programme.text(changed).await, before, "nothing moved, nothing is written");
    });
}

#[test]
fn what_was_written_where_nobody_could_tell_of_it_is_told_by_the_task() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        programme.season(&mia).await;
        give(&programme, &mia, &rin).await;
        give(&programme, &mia, &sam).await;
        run_due_tasks(&programme.engine, Interval::Second).await;
        assert_eq!(programme.text(VERSION).await, "2 of One");
        assert_eq!(programme.text(TOLD).await, "rin 1 1, sam 1 2");
        // A user who is no longer ranked changes the board without an entry.
        programme.clock.advance(1);
        programme
            .alter(r#"update "_User" set "riskState" = 'held' where "username" = 'rin'"#)
            .await;
        run_due_tasks(&programme.engine, Interval::Second).await;
        assert_eq!(programme.text(VERSION).await, "3 of One");
        assert_eq!(programme.text(TOLD).await, "rin 1 1, sam 1 2");
    });
}

#[test]
fn everybody_learns_that_the_board_moved_and_only_oneself_of_ones_points() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        programme.season(&mia).await;
        give(&programme, &mia, &rin).await;
        drain_all(&programme.engine).await;
        for (who, own) in [(&rin, 1), (&sam, 0), (&mia, 1)] {
            assert_eq!(programme.find(who, "SeasonPulse").await.expect("a pulse"), 1);
            assert_eq!(programme.find(who, "PointsPulse").await.expect("their own"), own);
        }
    });
}
