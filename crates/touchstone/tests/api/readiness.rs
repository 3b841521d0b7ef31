//! Health and readiness, and the answers to callers while the database is gone.

use std::time::{Duration, Instant};

use parse_engine::Extension;
use parse_http::listen;
use parse_model::Json;
use serde_json::json;
use telemetry::task;
use testkit::{Database, SERVER, case};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{oneshot, watch};
use touchstone::Config;

use crate::api::{Api, eventually, request, text};

/// A way to our PostgreSQL on which nothing moves while it is frozen.
struct Way {
    address: String,
    frozen: watch::Sender<bool>,
}

async fn way() -> Way {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    let (frozen, is_frozen) = watch::channel(false);
    task::spawn("way", async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect(SERVER.rsplit('@').next().expect("a host")).await;
            let (near, far) = (near.into_split(), far.expect("PostgreSQL").into_split());
            task::spawn("there", passed_on(near.0, far.1, is_frozen.clone()));
            task::spawn("back", passed_on(far.0, near.1, is_frozen.clone()));
        }
    });
    Way { address, frozen }
}

async fn passed_on(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    mut is_frozen: watch::Receiver<bool>,
) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut bytes).await {
        if is_frozen.wait_for(|is_frozen| !is_frozen).await.is_err()
            || to.write_all(&bytes[..length]).await.is_err()
        {
            return;
        }
    }
}

async fn asked(api: &Api, path: &str) -> (u16, Json, Duration) {
    let began = Instant::now();
    let answer = api.raw(request("GET", path, &[], Json::Null)).await;
    if answer.status == 503 {
        assert_eq!(answer.header("retry-after"), Some("1"), "{path}");
    }
    (answer.status, answer.body, began.elapsed())
}

#[test]
fn a_frozen_database_makes_a_server_unready_within_a_second_and_leaves_it_healthy() {
    case(async {
        let way = way().await;
        let mut api = Api::start().await;
        let url = format!("postgres://touchstone@{}/{}", way.address, api.database().name());
        api.start_again(&[("DATABASE_URL", &url)], Extension::default()).await;
        let (status, body, _) = asked(&api, "/ready").await;
        assert_eq!((status, body), (200, json!({ "status": "ready" })));
        way.frozen.send_replace(true);
        // What was found out a moment ago is good for that moment.
        eventually(async || asked(&api, "/ready").await.0 == 503).await;
        let (status, body, took) = asked(&api, "/ready").await;
        assert_eq!((status, body), (503, json!({ "status": "database unavailable" })));
        assert!(took < Duration::from_secs(5), "{took:?}");
        let (status, body, took) = asked(&api, "/health").await;
        assert_eq!((status, body), (200, json!({ "status": "ok" })));
        assert!(took < Duration::from_millis(500), "{took:?}");
        way.frozen.send_replace(false);
        eventually(async || asked(&api, "/ready").await.0 == 200).await;
    });
}

#[test]
fn a_frozen_database_keeps_nobody_waiting_longer_than_an_answer_may_take() {
    case(async {
        let way = way().await;
        let mut api = Api::start().await;
        let ada = json!({ "username": "ada", "password": "p" });
        let token = text(&api.send("POST", "/users", ada).await.ok(), "sessionToken").to_owned();
        let url = format!("postgres://touchstone@{}/{}", way.address, api.database().name());
        let settings = [("DATABASE_URL", &*url)];
        let tune = |config: &mut Config| config.http.handler = Some(Duration::from_millis(300));
        // Another node, which has not seen the session.
        api.start_tuned(&settings, Extension::default(), tune).await;
        way.frozen.send_replace(true);
        let session = [("x-parse-session-token", &*token)];
        for (method, path) in [
            ("GET", "/classes/Note"),
            ("POST", "/classes/Note"),
            ("GET", "/files/app/x.txt"),
            ("POST", "/files/x.txt"),
        ] {
            let asked = api.send_with(method, path, &session, json!({}));
            let answer = tokio::time::timeout(Duration::from_secs(8), asked).await;
            let answer = answer.unwrap_or_else(|_| panic!("no answer to {method} {path}"));
            assert_eq!(answer.status, 503, "{method} {path}: {}", answer.text);
        }
        way.frozen.send_replace(false);
    });
}

#[test]
fn whoever_calls_while_the_database_is_gone_is_told_to_come_again() {
    case(async {
        let api = Api::start().await;
        api.send("POST", "/classes/Note", json!({ "a": 1 })).await.ok();
        let elsewhere = Database::fresh().await;
        let gone = format!("drop database {} with (force)", api.database().name());
        elsewhere.client().await.batch_execute(&gone).await.expect("it gone");
        for (method, path) in [("GET", "/classes/Note"), ("POST", "/classes/Note")] {
            let answer = api.send(method, path, json!({})).await;
            assert_eq!(
                (answer.status, &answer.body["code"]),
                (503, &json!(100)),
                "{}",
                answer.text
            );
            assert_eq!(answer.header("retry-after"), Some("1"));
        }
    });
}

struct Served {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    ended: tokio::task::JoinHandle<Option<std::io::Result<()>>>,
}

async fn serve(api: &Api) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async move { drop(stopped.await) };
    let server = listen::serve(api.app.http.clone(), listener, stopped, Duration::from_secs(60));
    Served { address, stop, ended: task::spawn("server", server) }
}

const READY: &[u8] = b"GET /parse/ready HTTP/1.1\r\nHost: x\r\n\r\n";

async fn exchange(stream: &mut TcpStream) -> String {
    stream.write_all(READY).await.expect("a request sent");
    let mut answer = vec![0; 4096];
    let length = stream.read(&mut answer).await.expect("an answer");
    String::from_utf8_lossy(&answer[..length]).to_lowercase()
}

#[test]
fn before_it_ends_a_server_says_so_and_still_serves() {
    case(async {
        let api = Api::with(&[("SHUTDOWN_DELAY", "2")], Extension::default()).await;
        let served = serve(&api).await;
        let mut kept = TcpStream::connect(served.address).await.expect("a connection");
        let answer = exchange(&mut kept).await;
        assert!(answer.starts_with("http/1.1 200") && !answer.contains("connection: close"));
        served.stop.send(()).expect("a server that listens");
        let is_draining = async || {
            let mut new = TcpStream::connect(served.address).await.expect("still listening");
            exchange(&mut new).await.contains("draining")
        };
        eventually(is_draining).await;
        let answer = exchange(&mut kept).await;
        assert!(
            answer.starts_with("http/1.1 503") && answer.contains("connection: close"),
            "{answer}"
        );
        served.ended.await.expect("an end").expect("no panic").expect("an orderly end");
        assert!(TcpStream::connect(served.address).await.is_err(), "the socket is closed");
    });
}

#[test]
fn whom_the_kernel_has_let_in_is_served_before_the_end() {
    case(async {
        let api = Api::start().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let mut waiting = Vec::new();
        for _ in 0..20 {
            let mut stream = TcpStream::connect(address).await.expect("a place in the backlog");
            stream.write_all(READY).await.expect("a request sent");
            waiting.push(stream);
        }
        let stopped = std::future::ready(());
        let server =
            listen::serve(api.app.http.clone(), listener, stopped, Duration::from_secs(60));
        let ended = task::spawn("server", server);
        for mut stream in waiting {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.expect("an answer");
            assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("draining"), "{answer}");
        }
        ended.await.expect("an end").expect("no panic").expect("an orderly end");
    });
}

#[test]
fn a_connection_waits_longer_for_its_next_request_than_a_head_may_take() {
    case(async {
        let tune =
            |config: &mut Config| config.http.header_timeout = Some(Duration::from_millis(200));
        let api = Api::tuned(&[], Extension::default(), tune).await;
        let served = serve(&api).await;
        let mut kept = TcpStream::connect(served.address).await.expect("a connection");
        assert!(exchange(&mut kept).await.starts_with("http/1.1 200"));
        let mut silent = TcpStream::connect(served.address).await.expect("a connection");
        let mut slow = TcpStream::connect(served.address).await.expect("a connection");
        assert!(exchange(&mut slow).await.starts_with("http/1.1 200"));
        slow.write_all(b"GET /parse/ready HT").await.expect("half a head");
        for stream in [&mut silent, &mut slow] {
            let mut rest = Vec::new();
            let closed =
                tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest));
            drop(closed.await.expect("closed in time"));
        }
        // Longer than a head may take has passed by now.
        assert!(exchange(&mut kept).await.starts_with("http/1.1 200"));
    });
}
