//! No subscriber receives what they may not read, and none for longer than they may.

use parse_engine::Extension;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use super::client::{Client, LiveServer, all_notes};
use crate::api::{Api, Hands, text};

const ENDED: &str = "Invalid session token";

async fn subscribed(server: &LiveServer, token: &str) -> Client {
    let mut client = server.connected(json!({ "sessionToken": token })).await;
    client.subscribe(1, all_notes()).await;
    client
}

fn of(user: &str) -> Json {
    json!({ user: { "read": true } })
}

async fn ended(client: &mut Client) {
    let told = client.next().await;
    assert_eq!(
        told,
        json!({
            "op": "error", "code": 209, "error": ENDED, "reconnect": false, "requestId": 1,
        })
    );
}

#[test]
fn an_object_is_told_to_those_who_may_read_it() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let (ada_id, ada) = server.sign_up("ada").await;
        let (_, bob) = server.sign_up("bob").await;
        let mut ada = subscribed(&server, &ada).await;
        let mut bob = subscribed(&server, &bob).await;
        let mut master = server.connected(json!({ "masterKey": crate::api::MASTER })).await;
        master.subscribe(1, all_notes()).await;
        let private = json!({ "title": "private", "ACL": of(&ada_id) });
        let id = server.create("Note", private).await;
        let open = json!({ "title": "open", "ACL": { "*": { "read": true } } });
        server.change("Note", &id, open).await;
        server.change("Note", &id, json!({ "title": "shut", "ACL": of(&ada_id) })).await;
        let event = |op: &str, title: &str| (op.to_owned(), title.to_owned());
        for client in [&mut ada, &mut master] {
            assert_eq!(client.event().await, event("create", "private"));
            assert_eq!(client.event().await, event("update", "open"));
            assert_eq!(client.event().await, event("update", "shut"));
        }
        let entered = bob.next().await;
        assert_eq!(
            (&entered["op"], &entered["object"]["title"]),
            (&json!("enter"), &json!("open"))
        );
        assert!(entered.get("original").is_none(), "{entered}");
        let left = bob.next().await;
        assert_eq!((&left["op"], &left["object"]["title"]), (&json!("leave"), &json!("open")));
        assert!(!left.to_string().contains("shut"), "{left}");
    });
}

#[test]
fn a_protected_field_is_told_to_nobody_it_is_hidden_from() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let schema = json!({
            "className": "Note",
            "fields": { "title": { "type": "String" }, "secret": { "type": "String" } },
            "classLevelPermissions": {
                "find": { "*": true }, "get": { "*": true }, "create": { "*": true },
                "protectedFields": { "*": ["secret"] },
            },
        });
        server.api.master("POST", "/schemas/Note", schema).await.ok();
        let mut client = server.connected(json!({})).await;
        client.subscribe(1, all_notes()).await;
        let id = server.create("Note", json!({ "title": "a", "secret": "x" })).await;
        server.change("Note", &id, json!({ "secret": "y" })).await;
        for _ in 0..2 {
            let event = client.next().await;
            assert!(event["object"].get("secret").is_none(), "{event}");
            assert!(event["original"].get("secret").is_none(), "{event}");
        }
        for query in [
            json!({ "className": "Note", "where": { "secret": "x" } }),
            json!({ "className": "Note", "where": {}, "watch": ["secret"] }),
        ] {
            client.say(json!({ "op": "subscribe", "requestId": 2, "query": query })).await;
            let answer = client.next().await;
            assert_eq!(
                (&answer["op"], &answer["code"]),
                (&json!("error"), &json!(119)),
                "{answer}"
            );
        }
    });
}

/// Row 133 of the attack catalogue.
#[test]
fn whoever_logs_out_is_told_no_more() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let (_, token) = server.sign_up("ada").await;
        let mut client = subscribed(&server, &token).await;
        client.subscribe(2, all_notes()).await;
        let by = [("x-parse-session-token", &*token)];
        server.api.send_with("POST", "/logout", &by, json!({})).await.ok();
        let (first, second) = (client.next().await, client.next().await);
        let mut ids = [first, second].map(|told| {
            assert_eq!((&told["op"], &told["code"]), (&json!("error"), &json!(209)), "{told}");
            told["requestId"].as_u64().expect("a number")
        });
        ids.sort_unstable();
        assert_eq!(ids, [1, 2]);
        server.create("Note", json!({ "title": "after" })).await;
        client
            .say(json!({
                "op": "subscribe", "requestId": 1, "query": all_notes(), "sessionToken": token,
            }))
            .await;
        ended(&mut client).await;
    });
}

#[test]
fn a_session_that_has_ended_by_itself_ends_its_subscriptions() {
    case(async {
        let clock = Hands::at("2026-01-01T00:00:00.000Z");
        let settings = [("LIVE_QUERY_CLASS_NAMES", "Note"), ("SESSION_LENGTH", "3600")];
        let api = Api::at(&settings, Extension::default(), clock.clone()).await;
        let server = LiveServer::of(api).await;
        let (_, token) = server.sign_up("ada").await;
        let mut client = subscribed(&server, &token).await;
        clock.advance(3599);
        server.create("Note", json!({ "title": "before" })).await;
        assert_eq!(client.event().await.1, "before");
        clock.advance(2);
        ended(&mut client).await;
    });
}

#[test]
fn a_token_that_was_never_good_is_nobodys_at_connecting_and_refused_at_subscribing() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut client = subscribed(&server, "r:guessed").await;
        let query = all_notes();
        client
            .say(json!({
                "op": "subscribe", "requestId": 1, "query": query, "sessionToken": "r:guessed",
            }))
            .await;
        ended(&mut client).await;
    });
}

#[test]
fn whoever_is_given_a_role_or_loses_it_asks_again_and_is_told_accordingly() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let (id, token) = server.sign_up("ada").await;
        let role = json!({ "name": "editors", "ACL": {} });
        let role = server.api.master("POST", "/roles", role).await.ok();
        let path = format!("/roles/{}", text(&role, "objectId"));
        let user = json!({ "__type": "Pointer", "className": "_User", "objectId": id });
        let mut client = subscribed(&server, &token).await;
        let mut other = server.connected(json!({})).await;
        other.subscribe(1, all_notes()).await;
        for (op, is_told) in [("AddRelation", true), ("RemoveRelation", false)] {
            let users = json!({ "users": { "__op": op, "objects": [user] } });
            server.api.master("PUT", &path, users).await.ok();
            assert_eq!(client.close_code().await, 1012, "no object changed, so there is no event");
            client = subscribed(&server, &token).await;
            let of_the_role =
                json!({ "title": "of the role", "ACL": { "role:editors": { "read": true } } });
            server.create("Note", of_the_role).await;
            server.create("Note", json!({ "title": op })).await;
            if is_told {
                assert_eq!(client.event().await.1, "of the role");
            }
            assert_eq!(client.event().await.1, op);
            assert_eq!(other.event().await.1, op, "others go on as they were");
        }
    });
}

#[test]
fn a_class_that_is_closed_ends_its_subscriptions() {
    case(async {
        let server = LiveServer::start(&[]).await;
        server.create("Note", json!({ "title": "first" })).await;
        let mut client = server.connected(json!({})).await;
        client.subscribe(1, all_notes()).await;
        let closed = json!({ "classLevelPermissions": { "find": {}, "get": {} } });
        server.api.master("PUT", "/schemas/Note", closed).await.ok();
        let told = client.next().await;
        assert_eq!((&told["code"], &told["requestId"]), (&json!(119), &json!(1)), "{told}");
        client.say(json!({ "op": "subscribe", "requestId": 1, "query": all_notes() })).await;
        assert_eq!(client.next().await["code"], 119);
    });
}
