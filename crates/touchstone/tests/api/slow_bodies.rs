//! Bodies that hardly come, from callers who have many of them.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::join_all;
use parse_engine::Extension;
use parse_engine::extension::Answer as Pending;
use parse_http::listen;
use parse_model::Json;
use telemetry::task;
use testkit::case;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::api::{APPLICATION, Api};

/// Requests that are worked for at once.
const PLACES: usize = 64;
/// Requests of one caller at once, as the product has it.
const OF_ONE: usize = 32;
/// More than there are places, and than may wait for one.
const SLOW: usize = PLACES + 64 + 22;

async fn served() -> (Api, SocketAddr) {
    let hello = |_, _| Box::pin(async { Ok(Some(Json::from("hello"))) }) as Pending;
    let extension = Extension::default().with_function("hello", hello);
    let settings = [("PROFILE", "product"), ("TRUST_PROXY", "127.0.0.1"), ("MAX_IN_FLIGHT", "64")];
    let api = Api::with(&settings, extension).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let for_ever = std::future::pending();
    let server = listen::serve(api.app.http.clone(), listener, for_ever, Duration::ZERO);
    task::spawn("server", server);
    (api, address)
}

/// The first bytes of a request whose body never ends.
async fn slow(address: SocketAddr, path: &str, kind: &str, from: &str) -> TcpStream {
    slow_as("POST", address, path, kind, from).await
}

async fn slow_as(
    method: &str,
    address: SocketAddr,
    path: &str,
    kind: &str,
    from: &str,
) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let head = format!(
        "{method} /parse{path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {from}\r\n\
         X-Parse-Application-Id: {APPLICATION}\r\nContent-Type: {kind}\r\n\
         Content-Length: 60000\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).await.expect("a head");
    stream
}

/// The beginning of the answer on a connection, if there is one within so long.
async fn answer(stream: &mut TcpStream, within: Duration) -> Option<String> {
    let mut bytes = vec![0; 2048];
    let read = tokio::time::timeout(within, stream.read(&mut bytes)).await.ok()?;
    let length = read.unwrap_or_default();
    Some(String::from_utf8_lossy(&bytes[..length]).into_owned())
}

/// Waits until so many of the requests were refused, and gives the others.
async fn held_of(
    mut opened: Vec<TcpStream>,
    refused: usize,
    check: impl Fn(&str),
) -> Vec<TcpStream> {
    let most = opened.len() - refused;
    while opened.len() > most {
        let looks = opened.iter_mut().map(|one| answer(one, Duration::from_millis(200)));
        let answers = join_all(looks).await;
        let mut held = Vec::new();
        for (stream, answer) in opened.into_iter().zip(answers) {
            match answer {
                None => held.push(stream),
                Some(answer) => check(&answer),
            }
        }
        opened = held;
    }
    opened
}

/// A whole call in one piece, from another caller.
async fn bystander(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let call = format!(
        "POST /parse/functions/hello HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.5\r\n\
         X-Parse-Application-Id: {APPLICATION}\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    stream.write_all(call.as_bytes()).await.expect("a call");
    answer(&mut stream, Duration::from_secs(10)).await.expect("an answer in time")
}

#[test]
fn bodies_that_hardly_come_keep_nobody_else_from_an_answer() {
    case(async {
        for (method, path, kind) in [
            ("POST", "/apps/app/request_password_reset", "application/x-www-form-urlencoded"),
            ("POST", "/functions/hello", "application/json"),
            ("POST", "/functions/hello", "multipart/form-data; boundary=x"),
            // Probes are not counted, and this is none.
            ("TRACE", "/health", "application/json"),
        ] {
            let (_api, address) = served().await;
            let opened = (0..SLOW).map(|_| slow_as(method, address, path, kind, "198.51.100.7"));
            let opened = join_all(opened).await;
            // Those beyond the caller's share are answered at once, which tells that all have come.
            let held = held_of(opened, SLOW - OF_ONE, |answer| {
                assert!(answer.starts_with("HTTP/1.1 429"), "{path}: {answer}");
                assert!(answer.contains("retry-after: 1"), "{path}: {answer}");
                assert!(answer.contains("Too many requests at once"), "{path}: {answer}");
            });
            let held = held.await;
            assert_eq!(held.len(), OF_ONE, "{path}");
            let told = bystander(address).await;
            assert!(told.starts_with("HTTP/1.1 200"), "{path}: {told}");
        }
    });
}

#[test]
fn a_body_that_comes_with_its_head_needs_no_place_among_slow_ones() {
    case(async {
        let (_api, address) = served().await;
        let (path, kind) = ("/functions/hello", "application/json");
        let callers = (0..PLACES + 3).map(|number| {
            let from = format!("198.51.{number}.7");
            async move { slow(address, path, kind, &from).await }
        });
        let opened = join_all(callers).await;
        let held = held_of(opened, 3, |answer| {
            assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        });
        let held = held.await;
        assert_eq!(held.len(), PLACES);
        let told = bystander(address).await;
        assert!(told.starts_with("HTTP/1.1 200"), "{told}");
    });
}

#[test]
fn the_networks_of_one_customer_take_not_all_places() {
    case(async {
        let (_api, address) = served().await;
        let opened = (0..80).map(|number| async move {
            let from = format!("2001:db8:0:{:x}::1", number % 8);
            slow(address, "/functions/hello", "application/json", &from).await
        });
        let opened = join_all(opened).await;
        let held = held_of(opened, 80 - OF_ONE, |answer| {
            assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
        });
        assert_eq!(held.await.len(), OF_ONE);
    });
}
