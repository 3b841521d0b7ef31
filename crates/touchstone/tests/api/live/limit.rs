//! How much a caller may ask for on sockets: what is asked is charged, and refused before it is
//! worked on.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use super::client::{LiveServer, all_notes};

/// Twenty calls a minute, those from this machine too.
const TWENTY: &str = r#"{"requestPath":"/*path","requestTimeWindow":60000,"requestCount":20,"includeInternalRequests":true,"zone":"ZONE"}"#;

fn twenty(zone: &str) -> String {
    TWENTY.replace("ZONE", zone)
}

fn asking(class: &str, pattern: &str) -> Json {
    json!({ "className": class, "where": { "title": { "$regex": pattern } } })
}

#[test]
fn sockets_of_one_customer_of_ipv6_count_together() {
    case(async {
        let proxy = [("TRUST_PROXY", "127.0.0.1")];
        let server = LiveServer::tuned(&proxy, |live| live.sockets_per_address = 2).await;
        let mut open = Vec::new();
        for (address, is_open) in [
            ("2001:db8:0:1::1", true),
            ("2001:db8:0:1::2", true),
            ("2001:db8:0:1::3", false),
            ("2001:db8:0:2::1", true),
        ] {
            let (answer, client) =
                server.handshake("/parse", &[("X-Forwarded-For", address)]).await;
            assert_eq!(client.is_some(), is_open, "{address}: {answer}");
            open.push(client);
        }
    });
}

#[test]
fn a_socket_is_charged_for_being_opened_and_for_every_message() {
    case(async {
        let rule = twenty("ip");
        let server = LiveServer::start(&[("RATE_LIMIT", rule.as_str())]).await;
        let mut client = server.connected(json!({})).await;
        for id in 0..18 {
            client.say(json!({ "op": "unsubscribe", "requestId": id })).await;
            assert_eq!(client.next().await["code"], 2);
        }
        client.say(json!({ "op": "unsubscribe", "requestId": 18 })).await;
        assert_eq!(client.close_code().await, 1008);
        let (answer, _) = server.handshake("/parse", &[]).await;
        assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    });
}

#[test]
fn what_is_asked_is_charged_to_the_user_wherever_it_comes_from() {
    case(async {
        let rule = twenty("user");
        let server = LiveServer::start(&[("RATE_LIMIT", rule.as_str())]).await;
        let (_, token) = server.sign_up("ada").await;
        let mut clients = Vec::new();
        for _ in 0..2 {
            clients.push(server.connected(json!({ "sessionToken": token })).await);
        }
        let mut codes = Vec::new();
        for round in 0..11 {
            for client in &mut clients {
                let query = all_notes();
                client.say(json!({ "op": "subscribe", "requestId": round, "query": query })).await;
                codes.push(client.next().await["code"].clone());
            }
        }
        let refused = codes.iter().position(|code| *code == json!(155)).expect("a refusal");
        assert!((18..=20).contains(&refused), "{codes:?}");
    });
}

#[test]
fn a_user_has_so_many_sockets_by_connecting_or_by_subscribing() {
    case(async {
        let server = LiveServer::tuned(&[], |live| live.sockets_per_user = 1).await;
        let (_, token) = server.sign_up("ada").await;
        let first = server.connected(json!({ "sessionToken": token })).await;
        let mut second = server.open().await;
        let connect = json!({ "op": "connect", "applicationId": crate::api::APPLICATION, "sessionToken": token });
        second.say(connect).await;
        assert_eq!(second.close_code().await, 1008);
        let mut third = server.connected(json!({})).await;
        third
            .say(json!({
                "op": "subscribe", "requestId": 1, "query": all_notes(), "sessionToken": token,
            }))
            .await;
        assert_eq!(third.close_code().await, 1008);
        drop(first);
        crate::api::eventually(async || {
            let mut again = server.open().await;
            let connect = json!({ "op": "connect", "applicationId": crate::api::APPLICATION, "sessionToken": token });
            again.say(connect).await;
            again.heard().await.is_some_and(|answer| answer["op"] == "connected")
        })
        .await;
    });
}

#[test]
fn a_socket_is_closed_after_a_hundred_refusals() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut client = server.connected(json!({})).await;
        for made_up in 0..100 {
            let token = format!("r:{made_up}");
            let query = all_notes();
            client
                .say(json!({ "op": "subscribe", "requestId": 1, "query": query, "sessionToken": token }))
                .await;
            assert_eq!(client.next().await["code"], 209);
        }
        assert_eq!(client.close_code().await, 1008);
    });
}

#[test]
fn patterns_are_compiled_only_of_what_may_be_asked_and_only_so_many() {
    case(async {
        let server = LiveServer::start(&[]).await;
        server.create("Note", json!({ "title": "a" })).await;
        let closed = json!({ "className": "Note", "classLevelPermissions": { "find": {} } });
        let mut client = server.connected(json!({})).await;
        // Refused for its size, once it is compiled.
        client
            .say(json!({ "op": "subscribe", "requestId": 1, "query": asking("Note", "\\w{200}a") }))
            .await;
        let answer = client.next().await;
        assert_eq!(
            (&answer["code"], &answer["error"]),
            (&json!(102), &json!("bad $regex: it is too large"))
        );
        let mut codes = Vec::new();
        for id in 0..50 {
            let of = |letter: char| json!({ "title": { "$regex": format!("[a-z]{{200}}{letter}{id}") } });
            let query = json!({ "className": "Note", "where": { "$or": [of('a'), of('b'), of('c'), of('d')] } });
            client.say(json!({ "op": "subscribe", "requestId": id, "query": query })).await;
            codes.push(client.next().await["code"].clone());
        }
        assert!(codes.contains(&Json::Null) && codes.contains(&json!(155)), "{codes:?}");
        server.api.master("PUT", "/schemas/Note", closed).await.ok();
        let mut other = server.connected(json!({})).await;
        other
            .say(json!({ "op": "subscribe", "requestId": 1, "query": asking("Note", "\\w{200}a") }))
            .await;
        assert_eq!(other.next().await["code"], 119);
    });
}

#[test]
fn long_conditions_are_kept_only_so_many() {
    case(async {
        let server = LiveServer::start(&[]).await;
        server.create("Note", json!({ "title": "a" })).await;
        let mut client = server.connected(json!({})).await;
        let mut codes = Vec::new();
        for id in 0..50 {
            let numbers: Vec<u32> = (0..1000).collect();
            let query =
                json!({ "className": "Note", "where": { "n": { "$nin": numbers }, "id": id } });
            client.say(json!({ "op": "subscribe", "requestId": id, "query": query })).await;
            codes.push(client.next().await["code"].clone());
        }
        let refused = codes.iter().position(|code| *code == json!(155)).expect("a refusal");
        assert!((3..=5).contains(&refused), "{codes:?}");
        // What ends makes room, and a short condition needs none.
        client.say(json!({ "op": "subscribe", "requestId": 51, "query": all_notes() })).await;
        assert_eq!(client.next().await["op"], "subscribed");
        client.say(json!({ "op": "unsubscribe", "requestId": 0 })).await;
        assert_eq!(client.next().await["op"], "unsubscribed");
        let numbers = [1, 2, 3].repeat(300);
        let query = json!({ "className": "Note", "where": { "n": { "$nin": numbers } } });
        client.say(json!({ "op": "subscribe", "requestId": 0, "query": query })).await;
        assert_eq!(client.next().await["op"], "subscribed");
    });
}
