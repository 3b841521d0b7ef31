//! Alarms when the failure rate of calls has doubled.

use parse_engine::Clock;
use parse_engine::periodic_task::run_all_tasks;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::stage::Programme;
use crate::unreported::{Call, Chain};

const STRANGER: &str = "0x57a465e257a465e257a465e257a465e257a465e2";

/// Some hours pass, and a block with calls is mined, of which the first ones fail.
async fn hours_later(chain: &Chain<'_>, hours: i64, number: u64, count: u64, failed: u64) {
    chain.programme.clock.advance(hours * 3600);
    chain.time.set(chain.programme.clock.now().millis().unsigned_abs() / 1_000);
    let first = number * 1_000;
    let calls: Vec<Call> = (0..count).map(|n| (first + n, STRANGER, n < failed)).collect();
    chain.block(0, 0, number, &calls);
    chain.head(number + 2);
    chain.settle().await;
    run_all_tasks(&chain.programme.engine).await;
    chain.settle().await;
}

/// A chain that is counted from the beginning of an hour.
async fn counted(programme: &Programme) -> Chain<'_> {
    let chain = Chain::counted(programme).await;
    let into_hour = programme.clock.now().millis() / 1_000 % 3_600;
    programme.clock.advance(3_600 - into_hour);
    chain
}

async fn waiting(chain: &Chain<'_>) -> Vec<Json> {
    let of = json!({ "bucket": "action" });
    let list = chain.programme.ask(&chain.admin, "notificationList", of).await;
    let rows = list["rows"].as_array().expect("rows").clone();
    rows.into_iter().filter(|row| row["kind"] == "admin_failure_rate").collect()
}

async fn open(chain: &Chain<'_>) -> Json {
    chain.programme.ask(&chain.admin, "failureAlarms", json!({})).await["rows"].clone()
}

#[test]
fn a_doubled_rate_is_one_alarm_until_it_has_ended() {
    case(async {
        let programme = Programme::open().await;
        let chain = counted(&programme).await;
        hours_later(&chain, 0, 999, 120, 4).await;
        assert!(waiting(&chain).await.is_empty(), "there is nothing to compare with");
        hours_later(&chain, 30, 1_000, 60, 30).await;
        let [alarm] = waiting(&chain).await.try_into().expect("one alarm");
        let told = &alarm["data"];
        let (calls, before) =
            ((&told["failed"], &told["calls"]), (&told["failedBefore"], &told["callsBefore"]));
        assert_eq!(calls, (&json!(30), &json!(60)), "{told}");
        assert_eq!(before, (&json!(4), &json!(120)), "{told}");
        assert_eq!((&told["scope"], &told["hours"]), (&json!("network"), &json!(1)));
        hours_later(&chain, 1, 1_001, 60, 25).await;
        assert_eq!(waiting(&chain).await.len(), 1, "the same incident");
        assert_eq!(open(&chain).await.as_array().map(Vec::len), Some(1));
        hours_later(&chain, 2, 1_002, 60, 2).await;
        assert!(waiting(&chain).await.is_empty(), "it has ended");
        assert_eq!(open(&chain).await, json!([]));
        hours_later(&chain, 2, 1_003, 60, 55).await;
        assert_eq!(waiting(&chain).await.len(), 1, "the next incident");
        let all = "select count(*) from _touchstone.failure_alarm";
        assert_eq!(programme.how_many(all).await, 2);
    });
}

#[test]
fn a_few_calls_and_the_same_rate_are_no_alarm() {
    case(async {
        let programme = Programme::open().await;
        let chain = counted(&programme).await;
        hours_later(&chain, 0, 999, 120, 6).await;
        hours_later(&chain, 30, 1_000, 20, 20).await;
        hours_later(&chain, 30, 1_001, 60, 4).await;
        assert!(waiting(&chain).await.is_empty());
    });
}
