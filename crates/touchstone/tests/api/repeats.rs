//! Requests that carry an id beside transactions of others.

use parse_engine::extension::Answer as Pending;
use parse_engine::{Cx, Extension, write};
use parse_model::{ClassName, Json, JsonMap, ObjectId};
use serde_json::json;
use testkit::case;

use crate::api::{Api, MASTER, eventually, text};

/// A function that counts up notes, one after the other, in the transaction of its request.
fn extension() -> Extension {
    Extension::default().with_function("count", |cx: Cx, params: JsonMap| {
        Box::pin(async move {
            let one = json!({ "n": { "__op": "Increment", "amount": 1 } });
            for id in params["notes"].as_array().into_iter().flatten().filter_map(Json::as_str) {
                let body = one.as_object().cloned().unwrap_or_default();
                write::update(&cx, &ClassName::from_static("Note"), &ObjectId::new(id), body)
                    .await?;
            }
            Ok(Some(json!("counted")))
        }) as Pending
    })
}

/// Takes a note that the request wants next, then one that it has: one of both has to give up. Says
/// whether it was the request.
async fn contend(api: &Api, notes: &[String], asked: impl Future<Output = ()>) -> bool {
    let (mut rival, looker) = (api.database().client().await, api.database().client().await);
    let rival = rival.transaction().await.expect("a transaction");
    let own = rival.query_one("select pg_backend_pid()", &[]).await.expect("a number");
    let own: i32 = own.get(0);
    let take = r#"update "Note" set "n" = "n" where "objectId" = $1"#;
    rival.execute(take, &[&notes[1]]).await.expect("the second note");
    let meanwhile = async {
        let waiting =
            "select exists (select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)))";
        eventually(async || looker.query_one(waiting, &[&own]).await.expect("a look").get(0)).await;
        let taken = rival.execute(take, &[&notes[0]]).await;
        rival.rollback().await.expect("the end of it");
        taken.is_ok()
    };
    tokio::join!(asked, meanwhile).1
}

#[test]
fn a_request_with_an_id_that_had_to_give_up_is_tried_again_and_done_once() {
    case(async {
        let api = Api::with(&[], extension()).await;
        let mut notes = Vec::new();
        for _ in 0..2 {
            let made = api.send("POST", "/classes/Note", json!({ "n": 0 })).await.ok();
            notes.push(text(&made, "objectId").to_owned());
        }
        // The request waits first, so it is looked at first; only a machine that stands still for a
        // second lets the other one give up.
        for round in 1..=5 {
            let id = format!("round {round}");
            let call = async || {
                let (once, body) = ([("x-parse-request-id", &*id)], json!({ "notes": notes }));
                let answer = api.send_with("POST", "/functions/count", &once, body).await;
                answer.is(200, json!({ "result": "counted" }));
            };
            let gave_up = Box::pin(contend(&api, &notes, call())).await;
            call().await;
            for note in &notes {
                let note = api.send("GET", &format!("/classes/Note/{note}"), Json::Null).await.ok();
                assert_eq!(note["n"], round);
            }
            if gave_up {
                return;
            }
        }
        panic!("the request never had to give up");
    });
}

#[test]
fn what_the_master_key_was_answered_is_not_answered_to_a_client_with_the_same_id() {
    case(async {
        let api = Api::start().await;
        let headers = [("x-parse-request-id", "once"), ("x-parse-installation-id", "device")];
        let with_key = [headers[0], headers[1], ("x-parse-master-key", MASTER)];
        let note = || json!({ "text": "kept" });
        let first = api.send_with("POST", "/classes/Note", &with_key, note()).await.ok();
        let again = api.send_with("POST", "/classes/Note", &with_key, note()).await.ok();
        assert_eq!(again, first);
        let client = api.send_with("POST", "/classes/Note", &headers, note()).await.ok();
        assert_ne!(client["objectId"], first["objectId"]);
    });
}
