//! The listener of metrics: an address of its own, for those on the same network only.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::ACCEPT;
use axum::http::{Method, Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use outbound::network::is_private;
use telemetry::task;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::asking;
use super::page::page;
use super::plain_text::plain_text;
use crate::state::HttpState;
use crate::{reply, router};

/// Connections at once: a scraper needs one.
const CONNECTIONS: usize = 16;
/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(5);
/// How long a connection may last, so that none is held for ever.
const LONGEST: Duration = Duration::from_secs(3600);

/// Serves the metrics page, and the periodic reads from the database for it, for ever.
pub async fn listen(state: Arc<HttpState>, listener: TcpListener) {
    let asking = Arc::clone(&state);
    let _asking = task::spawn("metrics", async move { asking::keep_asking(&asking).await });
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let is_near = is_private(peer.ip());
        if !is_near {
            tracing::warn!(peer = %peer.ip(), "metrics request from a public address, connection closed");
        }
        if let (true, Ok(place)) = (is_near, Arc::clone(&places).try_acquire_owned()) {
            let state = Arc::clone(&state);
            task::spawn("metrics connection", async move {
                let _place = place;
                // Who takes longer comes back.
                let _ = tokio::time::timeout(LONGEST, serve(state, stream)).await;
            });
        }
    }
}

async fn serve(state: Arc<HttpState>, stream: TcpStream) {
    let service = service_fn(move |request: Request<Incoming>| {
        let state = Arc::clone(&state);
        async move { Ok::<_, Infallible>(answer(&state, &request).await) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    if let Err(error) = http.serve_connection(TokioIo::new(stream), service).await {
        tracing::trace!(%error, "connection closed early");
    }
}

async fn answer(state: &Arc<HttpState>, request: &Request<Incoming>) -> Response<Body> {
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    match request.uri().path() {
        _ if !is_get => return reply::no_metrics(),
        "/metrics" => {}
        path if router::is_health(path) => return reply::health(),
        path if router::is_ready(path) => return reply::ready(state.readiness().await),
        _ => return reply::no_metrics(),
    }
    let accepted = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
    let is_open =
        accepted.is_some_and(|accepted| accepted.contains("application/openmetrics-text"));
    match page(state).await {
        Some(page) if is_open => reply::metrics(page, true),
        Some(page) => reply::metrics(plain_text(&page), false),
        None => reply::no_metrics(),
    }
}
