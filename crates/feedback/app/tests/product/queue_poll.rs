//! Jobs without a wake-up: put by another node, or due by the clock.

use std::time::{Duration, Instant};

use parse_engine::Engine;
use parse_engine::worker::work_for_ever;
use serde_json::json;
use testkit::case;

use crate::stage::Programme;

/// How long work may take that is found within a second.
const PATIENCE: Duration = Duration::from_secs(60);

/// Lets the workers of a node run until a statement counts nothing.
async fn work_until_none(programme: &Programme, node: &Engine, sql: &str) {
    let done = async {
        let began = Instant::now();
        while programme.count(sql).await > 0 {
            assert!(began.elapsed() < PATIENCE, "it still waits: {sql}");
        }
    };
    tokio::select! {
        () = work_for_ever(node) => {}
        () = done => {}
    }
}

#[test]
fn events_that_another_node_left_are_consumed() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        programme.ask(&mia, "issueAccept", json!({ "number": number, "severity": "S2" })).await;
        let waiting = "select count(*) from _touchstone.event_consumer c
            where c.position < (select count(*) from _touchstone.event)";
        assert_eq!(programme.count(waiting).await, 4);
        // No commit of the other node wakes it: what is there it has to find.
        let other = programme.second_engine().await;
        work_until_none(&programme, &other, waiting).await;
        let told = r#"select count(*) from "Notification" n join "_User" u on u."objectId" = n."user"
            where u."username" = 'rin'"#;
        assert!(programme.count(told).await > 0);
    });
}

#[test]
fn what_becomes_due_while_the_workers_wait_is_found_and_shared_among_them() {
    case(async {
        let programme = Programme::open().await;
        let client = programme.database.client().await;
        let putting = async {
            // Evidence that was deleted meanwhile: the worker that claims it ends it.
            let put = "insert into _touchstone.evidence_queue (evidence, task, due_at, since)
                select 'gone' || n, 'fetch', 'epoch', 'epoch' from generate_series(1, 20) n";
            client.batch_execute(put).await.expect("work");
            let began = Instant::now();
            while programme.count("select count(*) from _touchstone.evidence_queue").await > 0 {
                assert!(began.elapsed() < PATIENCE, "evidence waits");
            }
        };
        tokio::select! {
            biased;
            () = work_for_ever(&programme.engine) => {}
            () = putting => {}
        }
    });
}
