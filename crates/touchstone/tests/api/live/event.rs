//! The events of subscribers.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use super::client::{LiveServer, all_notes};

#[test]
fn a_subscriber_is_told_what_becomes_of_the_objects_of_its_query() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut client = server.connected(json!({})).await;
        client.subscribe(7, json!({ "className": "Note", "where": { "stars": 5 } })).await;
        let id = server.create("Note", json!({ "title": "a", "stars": 5 })).await;
        let made = client.next().await;
        assert_eq!((&made["op"], &made["requestId"]), (&json!("create"), &json!(7)));
        assert_eq!(made["object"]["objectId"], *id);
        assert_eq!(made["object"]["className"], "Note");
        for (change, expected) in [
            (json!({ "title": "b" }), "update"),
            (json!({ "stars": 4 }), "leave"),
            (json!({ "stars": 5 }), "enter"),
        ] {
            server.change("Note", &id, change).await;
            let event = client.next().await;
            assert_eq!(event["op"], expected, "{event}");
            assert!(event["original"].is_object(), "{event}");
        }
        server.delete("Note", &id).await;
        assert_eq!(client.event().await, ("delete".to_owned(), "b".to_owned()));
    });
}

#[test]
fn events_of_one_transaction_come_in_their_order() {
    case(async {
        let server = LiveServer::start(&[]).await;
        server.create("Note", json!({ "title": "first", "stars": 1 })).await;
        let mut client = server.connected(json!({})).await;
        client.subscribe(1, all_notes()).await;
        let requests: Vec<Json> = (0..20)
            .map(|n| json!({ "method": "POST", "path": "/parse/classes/Note", "body": { "stars": n } }))
            .collect();
        let batch = json!({ "transaction": true, "requests": requests });
        server.api.send("POST", "/batch", batch).await.ok();
        for n in 0..20 {
            assert_eq!(client.next().await["object"]["stars"], n);
        }
    });
}

#[test]
fn many_subscribers_and_many_subscriptions_are_told_each_once() {
    case(async {
        let server = LiveServer::start(&[]).await;
        server.create("Note", json!({ "title": "first" })).await;
        let mut clients = Vec::new();
        for _ in 0..80 {
            let mut client = server.connected(json!({})).await;
            client.subscribe(1, all_notes()).await;
            client.subscribe(2, json!({ "className": "Note", "where": { "title": "b" } })).await;
            clients.push(client);
        }
        server.create("Note", json!({ "title": "a" })).await;
        server.create("Note", json!({ "title": "b" })).await;
        for client in &mut clients {
            let mut heard = Vec::new();
            for _ in 0..3 {
                let event = client.next().await;
                heard.push((event["requestId"].as_u64(), event["object"]["title"].clone()));
            }
            assert_eq!(heard[0], (Some(1), json!("a")));
            heard[1..].sort_by_key(|(request, _)| *request);
            assert_eq!(heard[1..], [(Some(1), json!("b")), (Some(2), json!("b"))]);
        }
    });
}

#[test]
fn whoever_unsubscribes_is_told_no_more() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut client = server.connected(json!({})).await;
        client.subscribe(1, all_notes()).await;
        client.subscribe(2, json!({ "className": "Note", "where": { "title": "last" } })).await;
        client.say(json!({ "op": "unsubscribe", "requestId": 1 })).await;
        let answer = client.next().await;
        assert_eq!((&answer["op"], &answer["requestId"]), (&json!("unsubscribed"), &json!(1)));
        server.create("Note", json!({ "title": "first" })).await;
        server.create("Note", json!({ "title": "last" })).await;
        let event = client.next().await;
        assert_eq!((&event["requestId"], &event["object"]["title"]), (&json!(2), &json!("last")));
    });
}

#[test]
fn a_subscription_can_be_asked_what_is_there() {
    case(async {
        let server = LiveServer::start(&[]).await;
        server.create("Note", json!({ "title": "a", "stars": 5 })).await;
        server.create("Note", json!({ "title": "b", "stars": 4 })).await;
        let mut client = server.connected(json!({})).await;
        let query = json!({ "className": "Note", "where": { "stars": 5 }, "keys": ["title"] });
        client.subscribe(1, query).await;
        client.say(json!({ "op": "query", "requestId": 1 })).await;
        let answer = client.next().await;
        assert_eq!((&answer["op"], &answer["requestId"]), (&json!("result"), &json!(1)));
        let results = answer["results"].as_array().expect("a list");
        assert_eq!(results.len(), 1, "{answer}");
        assert_eq!((&results[0]["title"], &results[0]["className"]), (&json!("a"), &json!("Note")));
        assert!(results[0].get("stars").is_none(), "{answer}");
    });
}

#[test]
fn a_class_that_is_not_live_can_be_subscribed_to_and_says_nothing() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut client = server.connected(json!({})).await;
        client.subscribe(1, json!({ "className": "Quiet", "where": {} })).await;
        client.subscribe(2, all_notes()).await;
        server.create("Quiet", json!({ "title": "a" })).await;
        server.create("Note", json!({ "title": "b" })).await;
        assert_eq!(client.next().await["requestId"], 2);
    });
}

#[test]
fn whoever_comes_after_everybody_left_is_told_of_what_follows() {
    case(async {
        let server = LiveServer::start(&[]).await;
        for title in ["a", "b", "c"] {
            let mut client = server.connected(json!({})).await;
            client.subscribe(1, all_notes()).await;
            server.create("Note", json!({ "title": title })).await;
            assert_eq!(client.event().await, ("create".to_owned(), title.to_owned()));
        }
    });
}
