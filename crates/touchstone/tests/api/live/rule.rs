//! What a client must keep to, or is closed.

use std::time::Duration;

use serde_json::json;
use testkit::{case, case_within};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::client::{LiveServer, all_notes};

/// Row 244 of the attack catalogue.
#[test]
fn a_message_that_is_too_long_closes_the_socket() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut client = server.connected(json!({})).await;
        client.try_send(Message::text("x".repeat(1 << 20))).await;
        assert_eq!(client.close_code().await, 1009);

        let mut client = server.connected(json!({})).await;
        let piece = |opcode| {
            Message::Frame(Frame::message(vec![b'x'; 30_000], OpCode::Data(opcode), false))
        };
        client.try_send(piece(Data::Text)).await;
        client.try_send(piece(Data::Continue)).await;
        client.try_send(piece(Data::Continue)).await;
        assert_eq!(client.close_code().await, 1009);
    });
}

/// Row 261 of the attack catalogue.
#[test]
fn a_flood_of_pings_closes_the_socket() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut client = server.connected(json!({})).await;
        for _ in 0..1000 {
            if !client.try_send(Message::Ping(Vec::new().into())).await {
                break;
            }
        }
        assert_eq!(client.close_code().await, 1008);
    });
}

#[test]
fn a_client_that_is_pinged_and_answers_stays() {
    case(async {
        let often = Duration::from_millis(100);
        let server = LiveServer::tuned(&[], |live| live.ping_interval = often).await;
        let mut client = server.connected(json!({})).await;
        client.subscribe(1, all_notes()).await;
        for _ in 0..5 {
            client.ping().await;
        }
        server.create("Note", json!({ "title": "a" })).await;
        assert_eq!(client.event().await.1, "a");
    });
}

/// Row 243 of the attack catalogue.
#[test]
fn garbage_is_answered_and_then_closes_the_socket() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut client = server.connected(json!({})).await;
        for message in [
            Message::text("no json"),
            Message::binary(vec![1, 2, 3]),
            Message::text(r#"{"op":"nope"}"#),
            Message::text("{}"),
            Message::text(r#"{"op":"subscribe"}"#),
        ] {
            client.send(message).await;
            let answer = client.next().await;
            assert_eq!((&answer["op"], &answer["code"]), (&json!("error"), &json!(1)), "{answer}");
        }
        assert_eq!(client.close_code().await, 1008);
    });
}

/// Row 258 of the attack catalogue.
#[test]
fn a_number_that_is_used_again_replaces_its_subscription() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut client = server.connected(json!({})).await;
        for n in 0..100 {
            client.subscribe(1, json!({ "className": "Note", "where": { "stars": n } })).await;
        }
        server.create("Note", json!({ "title": "old", "stars": 98 })).await;
        server.create("Note", json!({ "title": "new", "stars": 99 })).await;
        assert_eq!(client.event().await, ("create".to_owned(), "new".to_owned()));
    });
}

/// Row 259 of the attack catalogue.
#[test]
fn a_socket_has_so_many_subscriptions_and_no_more() {
    case(async {
        let server = LiveServer::tuned(&[], |live| live.subscriptions = 3).await;
        let mut client = server.connected(json!({})).await;
        for n in 1..=3 {
            client.subscribe(n, all_notes()).await;
        }
        client.say(json!({ "op": "subscribe", "requestId": 4, "query": all_notes() })).await;
        let answer = client.next().await;
        assert_eq!((&answer["code"], &answer["requestId"]), (&json!(155), &json!(4)), "{answer}");
    });
}

/// Row 260 of the attack catalogue.
#[test]
fn a_reader_that_is_too_slow_is_closed_and_nobody_else_waits_for_it() {
    case_within(Duration::from_secs(40), async {
        let server = LiveServer::start(&[]).await;
        let mut slow = server.connected(json!({})).await;
        slow.subscribe(1, all_notes()).await;
        let mut quick = server.connected(json!({})).await;
        quick.subscribe(1, all_notes()).await;
        let text = "x".repeat(60_000);
        // The receiver's side of the kernel takes some megabytes too.
        for n in 0..200 {
            server.create("Note", json!({ "title": format!("{n}"), "text": text })).await;
            assert_eq!(quick.event().await.1, n.to_string());
        }
        // It gets the reason if it reads in time, and is cut off otherwise.
        while slow.heard().await.is_some() {}
    });
}
