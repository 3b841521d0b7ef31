//! Connections that end, and servers that do.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use parse_engine::extension::Answer as Pending;
use parse_engine::{Cx, Extension, write};
use parse_http::listen;
use parse_model::{ClassName, Json, JsonMap};
use serde_json::json;
use telemetry::task;
use testkit::case;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;

use crate::api::Api;

/// A function that says when it has begun, waits to be let go, and then writes a Note.
#[derive(Default)]
struct Slow {
    has_begun: Notify,
    may_go: Notify,
}

fn with_slow(slow: &Arc<Slow>) -> Extension {
    let slow = slow.clone();
    Extension::default().with_function("slow", move |cx: Cx, _: JsonMap| {
        let slow = slow.clone();
        Box::pin(async move {
            slow.has_begun.notify_one();
            slow.may_go.notified().await;
            write::create(&cx, &ClassName::from_static("Note"), JsonMap::new()).await?;
            Ok(Some(json!("done")))
        }) as Pending
    })
}

struct Listening {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Option<std::io::Result<()>>>,
}

async fn listen(api: &Api, grace: Duration) -> Listening {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async move {
        let _ = stopped.await;
    };
    let server = listen::serve(api.app.http.clone(), listener, stopped, grace);
    Listening { address, stop, ended: task::spawn("server", server) }
}

const CALL: &[u8] = b"POST /parse/functions/slow HTTP/1.1\r\nHost: x\r\n\
    X-Parse-Application-Id: app\r\nContent-Length: 2\r\n\r\n{}";

async fn call(address: SocketAddr) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(CALL).await.expect("a request sent");
    stream
}

async fn count_of_notes(api: &Api) -> Json {
    let found = api.send("GET", "/classes/Note?limit=0&count=1", Json::Null).await.ok();
    found["count"].clone()
}

#[test]
fn a_server_that_is_stopped_finishes_what_it_has_begun() {
    case(async {
        let slow = Arc::new(Slow::default());
        let api = Api::with(&[], with_slow(&slow)).await;
        let server = listen(&api, Duration::from_secs(60)).await;
        let mut stream = call(server.address).await;
        slow.has_begun.notified().await;
        server.stop.send(()).unwrap();
        slow.may_go.notify_one();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.ends_with(r#"{"result":"done"}"#), "{answer}");
        server.ended.await.unwrap().unwrap().unwrap();
        assert!(TcpStream::connect(server.address).await.is_err(), "the socket is closed");
    });
}

#[test]
fn a_write_is_finished_although_its_caller_hung_up() {
    case(async {
        let slow = Arc::new(Slow::default());
        let api = Api::with(&[], with_slow(&slow)).await;
        let server = listen(&api, Duration::from_secs(60)).await;
        let stream = call(server.address).await;
        slow.has_begun.notified().await;
        drop(stream);
        server.stop.send(()).unwrap();
        slow.may_go.notify_one();
        server.ended.await.unwrap().unwrap().unwrap();
        assert_eq!(count_of_notes(&api).await, 1);
    });
}

#[test]
fn a_server_out_of_time_ends_all_the_same() {
    case(async {
        let slow = Arc::new(Slow::default());
        let api = Api::with(&[], with_slow(&slow)).await;
        let server = listen(&api, Duration::ZERO).await;
        let _stream = call(server.address).await;
        slow.has_begun.notified().await;
        server.stop.send(()).unwrap();
        server.ended.await.unwrap().unwrap().unwrap();
        assert_eq!(api.app.http.state.in_flight.count(), 1);
        slow.may_go.notify_one();
        api.app.http.state.in_flight.finished().await;
    });
}

#[test]
fn a_client_whose_body_was_not_read_is_told_that_its_connection_ends() {
    case(async {
        let api = Api::start().await;
        let server = listen(&api, Duration::from_secs(60)).await;
        let refused = "POST /parse/files/a.txt HTTP/1.1\r\nHost: x\r\n\
            X-Parse-Application-Id: app\r\nContent-Length: 5\r\n\r\n";
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(refused.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.contains("\"code\":130"), "{answer}");
        assert!(answer.to_ascii_lowercase().contains("connection: close\r\n"), "{answer}");

        let read = "POST /parse/classes/Note HTTP/1.1\r\nHost: x\r\n\
            X-Parse-Application-Id: app\r\nContent-Length: 2\r\n\r\n{}";
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        for _ in 0..2 {
            stream.write_all(read.as_bytes()).await.unwrap();
            let mut answer = [0; 4096];
            let length = stream.read(&mut answer).await.unwrap();
            assert!(answer[..length].starts_with(b"HTTP/1.1 201"), "it stays open");
        }
    });
}
