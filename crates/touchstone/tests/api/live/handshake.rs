//! Who gets a socket, and who is authenticated on it.

use serde_json::json;
use testkit::case;

use super::client::LiveServer;

fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
}

#[test]
fn a_socket_is_had_at_the_root_and_anywhere_below_the_mount() {
    case(async {
        let server = LiveServer::start(&[]).await;
        for (path, expected) in
            [("/", 101), ("/parse", 101), ("/parse/", 101), ("/parse/live", 101), ("/live", 404)]
        {
            let (answer, _) = server.handshake(path, &[]).await;
            assert_eq!(status(&answer), expected, "{path}: {answer}");
        }
        let (answer, _) = server.handshake("/", &[]).await;
        assert!(answer.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{answer}");
    });
}

#[test]
fn a_handshake_that_is_none_is_refused() {
    case(async {
        let server = LiveServer::start(&[]).await;
        for (header, value, expected) in [
            ("Sec-WebSocket-Version", "8", 426),
            ("Sec-WebSocket-Key", "short", 400),
            ("Connection", "keep-alive", 400),
        ] {
            let (answer, _) = server.handshake("/parse", &[(header, value)]).await;
            assert_eq!(status(&answer), expected, "{header}: {answer}");
            if expected == 426 {
                assert!(answer.contains("sec-websocket-version: 13"), "{answer}");
            }
        }
    });
}

/// Row 241 of the attack catalogue.
#[test]
fn a_page_of_another_origin_gets_no_socket() {
    case(async {
        let server = LiveServer::start(&[("ALLOW_ORIGIN", "https://app.example")]).await;
        for (origin, expected) in [
            ("https://evil.example", 403),
            ("null", 403),
            ("https://app.example", 101),
            ("http://localhost", 101),
        ] {
            let (answer, _) = server.handshake("/parse", &[("Origin", origin)]).await;
            assert_eq!(status(&answer), expected, "{origin}: {answer}");
        }
    });
}

/// Row 259 of the attack catalogue.
#[test]
fn an_address_gets_so_many_sockets_and_then_must_wait() {
    case(async {
        let proxy = [("TRUST_PROXY", "127.0.0.1")];
        let server = LiveServer::tuned(&proxy, |live| live.sockets_per_address = 2).await;
        let from = [("X-Forwarded-For", "192.0.2.7")];
        let (_, first) = server.handshake("/parse", &from).await;
        let (_, second) = server.handshake("/parse", &from).await;
        assert!(first.is_some() && second.is_some());
        let (answer, _) = server.handshake("/parse", &from).await;
        assert_eq!(status(&answer), 429, "{answer}");
        assert!(answer.contains("retry-after: "), "{answer}");
        let (_, other) = server.handshake("/parse", &[("X-Forwarded-For", "192.0.2.8")]).await;
        assert!(other.is_some());
        drop(first);
        crate::api::eventually(async || server.handshake("/parse", &from).await.1.is_some()).await;
    });
}

#[test]
fn a_server_that_is_full_says_when_to_come_again() {
    case(async {
        let server = LiveServer::start(&[("LIVE_QUERY_MAX_SOCKETS", "1")]).await;
        let _only = server.open().await;
        let (answer, _) = server.handshake("/parse", &[]).await;
        assert_eq!(status(&answer), 503, "{answer}");
        assert!(answer.contains("retry-after: "), "{answer}");
    });
}

#[test]
fn sockets_are_not_counted_as_connections() {
    case(async {
        let server = LiveServer::start(&[("MAX_CONNECTIONS", "1")]).await;
        let mut first = server.connected(json!({})).await;
        let mut second = server.connected(json!({})).await;
        first.subscribe(1, super::client::all_notes()).await;
        second.subscribe(1, super::client::all_notes()).await;
    });
}

/// Row 242 of the attack catalogue.
#[test]
fn a_client_without_the_right_keys_is_told_so_and_closed() {
    case(async {
        let server = LiveServer::start(&[("JAVASCRIPT_KEY", "js-key")]).await;
        for with in [
            json!({ "applicationId": "other", "javascriptKey": "js-key" }),
            json!({ "applicationId": "app" }),
            json!({ "applicationId": "app", "javascriptKey": "guessed" }),
            json!({ "applicationId": "app", "masterKey": "guessed" }),
        ] {
            let mut client = server.open().await;
            let mut message = with.clone();
            message["op"] = json!("connect");
            client.say(message).await;
            let answer = client.next().await;
            assert_eq!((&answer["op"], &answer["code"]), (&json!("error"), &json!(4)), "{with}");
            assert_eq!(client.close_code().await, 1008, "{with}");
        }
        let with = json!({ "javascriptKey": "js-key", "installationId": "one" });
        let mut client = server.open().await;
        let answer = client.connect(with).await;
        assert_eq!(answer["installationId"], "one");
    });
}

#[test]
fn the_master_key_counts_only_from_where_it_may_be_used() {
    case(async {
        let server = LiveServer::start(&[("MASTER_KEY_IPS", "192.0.2.0/24")]).await;
        let mut client = server.open().await;
        let key = crate::api::MASTER;
        client.say(json!({ "op": "connect", "applicationId": "app", "masterKey": key })).await;
        assert_eq!(client.next().await["code"], 4);
        assert_eq!(client.close_code().await, 1008);
    });
}

#[test]
fn a_server_that_ends_says_so_on_every_socket() {
    case(async {
        let server = LiveServer::start(&[]).await;
        let mut idle = server.open().await;
        let mut subscribed = server.connected(json!({})).await;
        subscribed.subscribe(1, super::client::all_notes()).await;
        let (_, idle_code, code) =
            tokio::join!(server.stop(), idle.close_code(), subscribed.close_code());
        assert_eq!((idle_code, code), (1001, 1001));
    });
}
