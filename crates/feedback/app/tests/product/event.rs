//! Events and their consumers: each event once, even if a consumer dies in between.

use feedback::dead_letter;
use parse_engine::worker::drain_all;
use serde_json::json;
use testkit::case;

use crate::case::at;
use crate::stage::{Programme, TestUser};

/// A small generator, so that a case can be repeated by its seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// Works for a while and is then given up in the middle, as by a death: its connection is closed and
/// what it had begun is rolled back.
async fn work_and_die(engine: &parse_engine::Engine, patience: u64) {
    let given_up = async {
        for _ in 0..patience {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        biased;
        () = drain_all(engine) => {}
        () = given_up => {}
    }
}

#[test]
fn whoever_dies_in_the_middle_each_event_is_told_exactly_once() {
    for seed in [11, 271_828, 3_141_592] {
        case(async move {
            let mut dice = Dice(seed);
            let programme = Programme::open().await;
            let mia = programme.administrator("mia").await;
            let people = [programme.tester("rin").await, programme.tester("kai").await];
            let mut issues = Vec::new();
            for (n, who) in people.iter().cycle().take(4).enumerate() {
                issues.push(
                    programme.report_of(who, &format!("The map freezes in the {n}th way")).await,
                );
            }
            let other = programme.second_engine().await;
            let mut said = 0;
            for _ in 0..12 {
                for _ in 0..dice.roll(4) {
                    let number = issues[usize::try_from(dice.roll(4)).expect("a place")];
                    programme.said(&mia, number.into(), "We look into it.").await;
                    said += 1;
                }
                if dice.roll(3) == 0 {
                    let who: &TestUser = &people[usize::try_from(dice.roll(2)).expect("a place")];
                    programme.ask(who, "notificationRead", json!({ "all": true })).await;
                }
                let (one, two) = (dice.roll(900), dice.roll(900));
                futures_util::future::join(
                    work_and_die(&programme.engine, one),
                    work_and_die(&other, two),
                )
                .await;
            }
            futures_util::future::join(drain_all(&programme.engine), drain_all(&other)).await;
            drain_all(&programme.engine).await;
            let told = r#"select coalesce(sum("count"), 0)::int8 from "Notification" where "event" = 'comment_staff'"#;
            assert_eq!(programme.how_many(told).await, said, "seed {seed}");
            let doubled = r#"select count(*) from (select 1 from "Notification" where "readAt" is null
                group by "user", "groupKey" having count(*) > 1) few"#;
            assert_eq!(programme.how_many(doubled).await, 0);
        });
    }
}

#[test]
fn what_commands_do_is_told_in_stable_words_and_in_order() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let number = u32::try_from(number).expect("a number");
        let build = programme.build(7).await;
        let ask = json!({ "number": number, "question": "Which wallet was it?" });
        programme.ask(&mia, "issueAskInfo", ask).await;
        programme.said(&rin, number.into(), "It was a Ledger.").await;
        programme.ask(&mia, "issueAccept", json!({ "number": number, "severity": "S2" })).await;
        programme.ask(&mia, "issueStart", at(number)).await;
        programme.ask(&mia, "issueMarkFixed", json!({ "number": number, "build": build })).await;
        let works = json!({ "number": number, "build": build, "verdict": "works" });
        programme.ask(&rin, "fixCheckSubmit", works).await;
        programme.settle_down().await;
        let told = programme
            .text("select string_agg(type, ' ' order by position) from _touchstone.event where issue is not null")
            .await;
        assert_eq!(
            told,
            "issue.submitted issue.info_asked issue.answered comment.added issue.confirmed issue.started issue.fixed \
            fix_check.asked points.settled fix_check.answered"
        );
        let left = "select count(*) from _touchstone.event where position is null";
        assert_eq!(programme.how_many(left).await, 0);
    });
}

#[test]
fn an_event_that_cannot_be_taken_is_left_out_in_the_end_and_the_rest_goes_on() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let number = programme.report_of(&rin, "The map freezes").await;
        // Of a newer version, perhaps.
        programme
            .alter("insert into _touchstone.event (id, at, type, data) values ('evt_0000000000', now(), 'no.such_kind', '{}')")
            .await;
        programme.said(&mia, number.into(), "We look into it.").await;
        assert_eq!(programme.inbox(&rin).await, [""; 0], "it waits behind what cannot be taken");
        for _ in 0..250 {
            drain_all(&programme.engine).await;
        }
        assert_eq!(programme.inbox(&rin).await, ["comment_staff 1"]);
        let left_out = "select string_agg(event, ',') from _touchstone.event_left_out where consumer = 'notifications'";
        assert_eq!(programme.text(left_out).await, "evt_0000000000");
    });
}

#[test]
fn an_event_that_was_left_out_is_consumed_once_an_operator_retries_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let number = programme.report_of(&rin, "The map freezes").await;
        drain_all(&programme.engine).await;
        programme.said(&mia, number.into(), "We look into it.").await;
        let set_type = async |kind: &str| {
            let sql = format!(
                "update _touchstone.event set type = '{kind}' where data::text like '%We look%' or type = 'no.such_kind'"
            );
            programme.alter(&sql).await;
        };
        set_type("no.such_kind").await;
        for _ in 0..250 {
            drain_all(&programme.engine).await;
        }
        let db = programme.engine.store().db();
        let dead = async || {
            let counts = dead_letter::count(&db).await.expect("counts");
            counts.iter().find(|one| one.queue == "events").expect("the queue").dead
        };
        assert_eq!((dead().await, programme.inbox(&rin).await.len()), (4, 0));
        // Retried while it still cannot be read, it is left out again.
        for inbox in [&[""; 0][..], &["comment_staff 1"]] {
            let retried = dead_letter::retry(&db, "events", programme.now()).await.expect("rows");
            assert_eq!(retried, Some(4));
            drain_all(&programme.engine).await;
            drain_all(&programme.engine).await;
            assert_eq!(programme.inbox(&rin).await, inbox);
            set_type("comment.added").await;
        }
        assert_eq!(dead().await, 0);
    });
}

#[test]
fn events_are_forgotten_after_a_month_but_not_before_everybody_has_read_them() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let number = programme.report_of(&rin, "The map freezes").await;
        programme.said(&mia, number.into(), "We look into it.").await;
        programme.clock.advance(31 * 86_400);
        let there = "select count(*) from _touchstone.event";
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        let kept = programme.how_many(there).await;
        assert!(kept >= 1, "no consumer has read it");
        drain_all(&programme.engine).await;
        programme.alter("update _touchstone.event_consumer set position = (select max(position) from _touchstone.event)").await;
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        let old = "select count(*) from _touchstone.event where type = 'comment.added'";
        assert_eq!(programme.how_many(old).await, 0);
    });
}
