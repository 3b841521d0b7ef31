//! What a request costs the database: which connections it takes, what it leaves behind, and what
//! happens after its commit.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use parse_engine::extension::Answer as Pending;
use parse_engine::{
    AuthAttempt, AuthProvider, Cx, Error, Extension, PeriodicTask, Verified, periodic_task, write,
};
use parse_model::{ClassName, Code, Json, JsonMap};
use parse_store::Traffic;
use serde_json::json;
use testkit::{case, case_within};
use tokio::time::timeout;
use touchstone::Config;

use crate::api::Api;

/// Long enough for anything that does not stand still.
const SOON: Duration = Duration::from_secs(30);

async fn note(cx: &Cx, text: &str) -> Result<(), Error> {
    let body = JsonMap::from_iter([("text".to_owned(), Json::from(text))]);
    write::create(cx, &ClassName::from_static("Note"), body).await.map(drop)
}

fn refusal() -> Error {
    Error::refused(Code::SCRIPT_FAILED, "not today")
}

/// Writes a note, and then thinks better of it.
fn writes_and_refuses(cx: Cx, _: JsonMap) -> Pending {
    Box::pin(async move {
        note(&cx, "refused").await?;
        Err(refusal())
    })
}

async fn number(api: &Api, sql: &str) -> i64 {
    let client = api.database().client().await;
    client.query_one(sql, &[]).await.expect("a number").get(0)
}

/// The server's own connections to the database of this case.
async fn backends(api: &Api) -> BTreeSet<i32> {
    let sql = "select pid from pg_stat_activity
        where datname = current_database() and application_name = 'touchstone'";
    let rows = api.database().client().await.query(sql, &[]).await.expect("backends");
    rows.iter().map(|row| row.get(0)).collect()
}

async fn call(api: &Api, function: &str, id: &str) -> crate::api::Answer {
    let path = format!("/functions/{function}");
    api.send_with("POST", &path, &[("x-parse-request-id", id)], json!({})).await
}

#[test]
fn a_function_that_reads_opens_no_transaction_and_writes_no_row_whatever_id_it_comes_with() {
    case(async {
        let look = |cx: Cx, _: JsonMap| {
            Box::pin(async move {
                let class = cx.class(&ClassName::from_static("_User")).expect("users");
                let filter = parse_model::Filter::everything();
                let select = parse_store::Select::new(&filter, parse_store::RowAccess::Everything);
                let found =
                    parse_store::object::count(cx.db(), &class, &select).await.expect("a count");
                Ok(Some(json!(found)))
            }) as Pending
        };
        let api = Api::with(&[], Extension::default().with_reading_function("look", look)).await;
        let before = api.app.engine.store().traffic();
        for _ in 0..3 {
            call(&api, "look", "the same id").await.is(200, json!({ "result": 0 }));
        }
        let Traffic { statements, transactions } = api.app.engine.store().traffic();
        assert_eq!((statements - before.statements, transactions), (3, before.transactions));
        assert_eq!(number(&api, "select count(*) from _touchstone.answered_request").await, 0);
    });
}

#[test]
fn a_function_that_says_it_reads_cannot_write() {
    case(async {
        let lies = |cx: Cx, _: JsonMap| {
            Box::pin(async move { note(&cx, "written").await.map(|()| None) }) as Pending
        };
        let api = Api::with(&[], Extension::default().with_reading_function("lies", lies)).await;
        api.send("POST", "/classes/Note", json!({ "text": "the first" })).await.ok();
        assert_eq!(call(&api, "lies", "1").await.status, 500);
        assert_eq!(number(&api, r#"select count(*) from "Note""#).await, 1);
    });
}

#[test]
fn a_thousand_refusals_of_each_kind_leave_the_same_backends() {
    case_within(Duration::from_secs(120), async {
        let extension = Extension::default().with_function("refuse", writes_and_refuses);
        let api = Api::with(&[], extension).await;
        api.send("POST", "/classes/Note", json!({ "text": "the first" })).await.ok();
        let create =
            json!({ "method": "POST", "path": "/parse/classes/Note", "body": { "text": "b" } });
        let missing =
            json!({ "method": "PUT", "path": "/parse/classes/Note/nosuchid", "body": {} });
        let batch = json!({ "transaction": true, "requests": [create, missing] });
        let refused = async |round: usize| {
            call(&api, "refuse", &round.to_string()).await.refused(400, 141, "not today");
            api.send("POST", "/functions/refuse", json!({})).await.refused(400, 141, "not today");
            let undone = api.send("POST", "/batch", batch.clone()).await;
            assert_eq!((undone.status, &undone.body["code"]), (400, &json!(101)));
        };
        for round in 0..20 {
            refused(round).await;
        }
        let before = backends(&api).await;
        for round in 20..1020 {
            refused(round).await;
        }
        assert_eq!(backends(&api).await, before);
        assert_eq!(number(&api, r#"select count(*) from "Note""#).await, 1);
    });
}

#[test]
fn what_follows_a_commit_never_follows_a_rollback() {
    case(async {
        let ran = Arc::new(AtomicUsize::new(0));
        let effect = |refuses: bool| {
            let ran = Arc::clone(&ran);
            move |cx: Cx, _: JsonMap| {
                let ran = Arc::clone(&ran);
                Box::pin(async move {
                    note(&cx, "written").await?;
                    let counted = Arc::clone(&ran);
                    cx.on_commit(move |_| {
                        counted.fetch_add(1, Ordering::SeqCst);
                    });
                    assert!(cx.db().is_transaction());
                    let so_far = ran.load(Ordering::SeqCst);
                    if refuses { Err(refusal()) } else { Ok(Some(json!(so_far))) }
                }) as Pending
            }
        };
        let extension = Extension::default()
            .with_function("keep", effect(false))
            .with_function("refuse", effect(true));
        let api = Api::with(&[], extension).await;
        call(&api, "refuse", "1").await.refused(400, 141, "not today");
        assert_eq!(ran.load(Ordering::SeqCst), 0);
        call(&api, "keep", "2").await.is(200, json!({ "result": 0 }));
        assert_eq!(ran.load(Ordering::SeqCst), 1);
        // A repeat is answered and does nothing.
        call(&api, "keep", "2").await.is(200, json!({ "result": 0 }));
        assert_eq!(ran.load(Ordering::SeqCst), 1);
    });
}

/// Accepts all credentials, and records how many transactions had begun when it was called.
struct Watchful(Arc<AtomicU64>);

#[async_trait]
impl AuthProvider for Watchful {
    async fn verify(&self, cx: &Cx, _: &AuthAttempt<'_>) -> Result<Verified, Error> {
        self.0.store(cx.engine().store().traffic().transactions, Ordering::SeqCst);
        Ok(Verified::default())
    }
}

#[test]
fn what_is_proved_is_proved_before_the_transaction_also_with_a_request_id() {
    case(async {
        let seen = Arc::new(AtomicU64::new(u64::MAX));
        let provider = Watchful(Arc::clone(&seen));
        let api = Api::with(&[], Extension::default().with_provider("trusting", provider)).await;
        let body = json!({ "authData": { "trusting": { "id": "ada" } } });
        let sign_in = async |id: &str| {
            let before = api.app.engine.store().traffic().transactions;
            let answer =
                api.send_with("POST", "/users", &[("x-parse-request-id", id)], body.clone()).await;
            assert_eq!(seen.load(Ordering::SeqCst), before, "{}", answer.text);
            answer.ok()
        };
        let first = sign_in("1").await;
        assert_eq!(sign_in("2").await["objectId"], first["objectId"]);
        let again = api.send_with("POST", "/users", &[("x-parse-request-id", "1")], body).await;
        assert_eq!(again.ok(), first);
    });
}

/// A periodic task that writes, so that it needs a connection beside the one that holds its lock.
struct Writes;

#[async_trait]
impl PeriodicTask for Writes {
    async fn run(&self, cx: &Cx) -> Result<(), Error> {
        cx.unit(|tx| async move { note(&tx, "by itself").await }).await
    }
}

#[test]
fn one_or_two_connections_for_transactions_are_enough_for_everything() {
    case(async {
        for size in [1, 2] {
            let extension = Extension::default()
                .with_function("refuse", writes_and_refuses)
                .with_periodic_task("writes", Writes)
                .with_periodic_task("writes too", Writes);
            let tune = |config: &mut Config| config.store.transaction_connections = size;
            let api = Api::tuned(&[], extension, tune).await;
            api.send("POST", "/classes/Note", json!({ "text": "the first" })).await.ok();
            let rounds = async {
                for _ in 0..5 {
                    periodic_task::run_all_tasks(&api.app.engine).await;
                }
            };
            let calls = (0..20).map(|n| {
                let api = &api;
                async move { call(api, "refuse", &n.to_string()).await }
            });
            let all = futures_util::future::join(rounds, futures_util::future::join_all(calls));
            let (_, answers) = timeout(SOON, all).await.expect("it stands still");
            assert!(answers.iter().all(|answer| answer.status == 400));
            assert_eq!(number(&api, r#"select count(*) from "Note""#).await, 11);
        }
    });
}
