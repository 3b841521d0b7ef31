//! Answers while the server starts: it lives, and is not ready.
//!
//! They are given where metrics are read. Nothing is said on the address of the server itself before
//! it is ready.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use outbound::network::is_private;
use telemetry::task;
use tokio::net::TcpListener;

use crate::reply::{self, Readiness};
use crate::router;

/// How long a head may take.
const HEAD: Duration = Duration::from_secs(5);

/// Answers for as long as it is waited for.
pub async fn answer_while_starting(listener: Option<&TcpListener>) {
    let Some(listener) = listener else { return std::future::pending().await };
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        if !is_private(peer.ip()) {
            continue;
        }
        let service = service_fn(|request: Request<Incoming>| {
            let response = match request.uri().path() {
                path if router::is_health(path) => reply::health(),
                _ => reply::ready(Readiness::Starting),
            };
            async move { Ok::<_, Infallible>(response) }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD).keep_alive(false);
        drop(task::spawn("connection", http.serve_connection(TokioIo::new(stream), service)));
    }
}
