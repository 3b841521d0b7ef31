//! Several requests in one.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Api, text};

fn create(name: &str) -> Json {
    json!({ "method": "POST", "path": "/parse/classes/Note", "body": { "name": name } })
}

fn missing() -> Json {
    json!({ "method": "PUT", "path": "/parse/classes/Note/nosuchid", "body": {} })
}

async fn names(api: &Api) -> Vec<String> {
    let found = api.send("GET", "/classes/Note?order=name", Json::Null).await.ok();
    let results = found["results"].as_array().expect("results").iter();
    results.map(|note| text(note, "name").to_owned()).collect()
}

#[test]
fn items_are_answered_in_order_and_fail_alone() {
    case(async {
        let api = Api::start().await;
        let requests = json!({ "requests": [create("a"), missing(), create("b")] });
        let answer = api.send("POST", "/batch", requests).await.ok();
        assert!(answer[0]["success"]["objectId"].is_string(), "{answer}");
        assert_eq!(answer[1], json!({ "error": { "code": 101, "error": "Object not found." } }));
        assert!(answer[2]["success"]["createdAt"].is_string(), "{answer}");
        assert_eq!(names(&api).await, ["a", "b"]);
    });
}

#[test]
fn an_item_that_cannot_be_routed_stops_the_batch_before_it_begins() {
    case(async {
        let api = Api::start().await;
        let nowhere = json!({ "method": "GET", "path": "/parse/nope" });
        let requests = json!({ "requests": [create("a"), nowhere] });
        let answer = api.send("POST", "/batch", requests).await;
        answer.refused(400, 107, "cannot route GET /nope");
        assert_eq!(names(&api).await, Vec::<String>::new());
    });
}

#[test]
fn a_transaction_keeps_all_or_nothing() {
    case(async {
        let api = Api::start().await;
        let all = json!({ "transaction": true, "requests": [create("a"), create("b")] });
        let answer = api.send("POST", "/batch", all).await.ok();
        assert_eq!(answer.as_array().unwrap().len(), 2);
        let nothing = json!({ "transaction": true, "requests": [create("c"), missing()] });
        let answer = api.send("POST", "/batch", nothing).await;
        answer.refused(400, 101, "Object not found.");
        assert_eq!(names(&api).await, ["a", "b"]);
    });
}

#[test]
fn transactions_that_wait_for_each_other_both_succeed_in_the_end() {
    case(async {
        let api = Api::start().await;
        let mut paths = Vec::new();
        for name in ["a", "b"] {
            let body = json!({ "name": name, "n": 0 });
            let made = api.send("POST", "/classes/Note", body).await.ok();
            paths.push(format!("/parse/classes/Note/{}", text(&made, "objectId")));
        }
        let step = |path: &str| {
            json!({ "method": "PUT", "path": path,
                    "body": { "n": { "__op": "Increment", "amount": 1 } } })
        };
        let batch = |order: [usize; 2]| {
            json!({ "transaction": true,
                    "requests": order.map(|at| step(&paths[at])) })
        };
        for _ in 0..10 {
            let (there, back) = tokio::join!(
                api.send("POST", "/batch", batch([0, 1])),
                api.send("POST", "/batch", batch([1, 0])),
            );
            there.ok();
            back.ok();
        }
        for path in &paths {
            let note = api.send("GET", &path["/parse".len()..], Json::Null).await.ok();
            assert_eq!(note["n"], 20);
        }
    });
}

#[test]
fn a_batch_inside_a_batch_is_refused() {
    case(async {
        let api = Api::start().await;
        let inner = json!({ "method": "POST", "path": "/parse/batch", "body": { "requests": [] } });
        let answer = api.send("POST", "/batch", json!({ "requests": [inner] })).await;
        answer.refused(400, 107, "nested batch requests are not allowed");
    });
}
