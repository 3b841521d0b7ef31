//! The socket: connections in, within limits, and an orderly end.

mod starting;
mod unread;

use std::convert::Infallible;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HeaderValue, TRANSFER_ENCODING};
use axum::http::{HeaderMap, Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use telemetry::task;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::connection_limit::ConnectionLimit;
use crate::incoming::HttpService;
use crate::metrics::Metrics;
use crate::reply;
use crate::reply::Unserved;
use crate::settings::HttpLimits;
use crate::state::HttpState;
use crate::timed_stream::{TimedStream, Turn};

use unread::Unread;

pub use starting::answer_while_starting;

/// How much of a connection is read ahead; the head of a request must fit.
const BUFFER: usize = 256 * 1024;

/// The upper bound of the listen backlog; the kernel may allow less.
const BACKLOG: usize = 8192;
/// How long connections that were just taken have to show that a request is in them.
const FIRST_BYTES: Duration = Duration::from_millis(50);

/// Serves until `stop` is done. Then it reports for `shutdown_delay` that requests should go
/// elsewhere, and waits at most `grace` for requests in progress.
pub async fn serve(
    service: HttpService,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
    grace: Duration,
) -> std::io::Result<()> {
    let state = Arc::clone(&service.state);
    let limits = state.settings.http;
    let connection_limit =
        Arc::new(ConnectionLimit::new(limits.connections, limits.connections_per_address));
    let (ending, is_ending) = watch::channel(false);
    let taking = Taking { service: &service, listener, connection_limit, is_ending };
    taking.until(stop).await;
    let began = Instant::now();
    state.drain();
    let delay = state.settings.shutdown_delay;
    if !delay.is_zero() {
        tracing::info!(seconds = delay.as_secs(), "draining, requests should go elsewhere");
        taking.until(tokio::time::sleep(delay)).await;
    }
    taking.close()?;
    tokio::time::sleep(FIRST_BYTES).await;
    let left = Left { connections: ending.receiver_count(), writes: state.in_flight.count() };
    tracing::info!(seconds = grace.as_secs(), "shutting down, draining in-flight requests");
    let steps = finish(&state, &ending, grace).await;
    left.tell(began, steps);
    Ok(())
}

/// Lets what has begun finish. Gives how long websockets, requests and writes took.
async fn finish(state: &HttpState, ending: &watch::Sender<bool>, grace: Duration) -> [Duration; 3] {
    let mut steps = [Duration::ZERO; 3];
    let orderly_end = async {
        ending.send_replace(true);
        let mut before = Instant::now();
        let mut took = || std::mem::replace(&mut before, Instant::now()).elapsed();
        state.live.close_all(grace).await;
        steps[0] = took();
        // Every connection has a receiver until it ends.
        ending.closed().await;
        steps[1] = took();
        state.in_flight.finished().await;
        steps[2] = took();
    };
    if tokio::time::timeout(grace, orderly_end).await.is_err() {
        tracing::warn!(
            writes = state.in_flight.count(),
            "shutdown deadline reached, aborting in-flight requests"
        );
    }
    steps
}

/// What there was when the end began.
struct Left {
    connections: usize,
    writes: usize,
}

impl Left {
    /// Says that it is over, and what took how long.
    fn tell(&self, began: Instant, steps: [Duration; 3]) {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let [sockets_millis, requests_millis, writes_millis] = steps.map(millis);
        tracing::info!(
            millis = millis(began.elapsed()),
            connections = self.connections,
            writes = self.writes,
            sockets_millis,
            requests_millis,
            writes_millis,
            "stopped",
        );
    }
}

/// Takes connections in.
struct Taking<'a> {
    service: &'a HttpService,
    listener: TcpListener,
    connection_limit: Arc<ConnectionLimit>,
    is_ending: watch::Receiver<bool>,
}

type Accepted = std::io::Result<(TcpStream, SocketAddr)>;

impl Taking<'_> {
    /// All that come until `end` is done.
    async fn until(&self, end: impl Future<Output = ()>) {
        let mut end = std::pin::pin!(end);
        loop {
            let accepted = tokio::select! {
                // First the end: connections that keep coming must not postpone it.
                biased;
                () = &mut end => return,
                accepted = self.listener.accept() => accepted,
            };
            self.take(accepted).await;
        }
    }

    /// Takes the connections that the kernel has accepted already, and closes the socket.
    fn close(self) -> std::io::Result<()> {
        let listener = self.listener.into_std()?;
        for _ in 0..BACKLOG {
            let Ok((stream, peer)) = listener.accept() else { break };
            stream.set_nonblocking(true)?;
            let (stream, peer) = (TcpStream::from_std(stream)?, peer.ip().to_canonical());
            begin(self.service, &self.connection_limit, &self.is_ending, stream, peer);
        }
        Ok(())
    }

    async fn take(&self, accepted: Accepted) {
        match accepted {
            Ok((stream, peer)) => {
                let peer = peer.ip().to_canonical();
                begin(self.service, &self.connection_limit, &self.is_ending, stream, peer);
            }
            Err(error) => {
                // Out of file handles, mostly: those that end give theirs back.
                tracing::warn!(%error, "accept failed");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Serves one connection on its own, if there is room for it.
fn begin(
    service: &HttpService,
    connection_limit: &Arc<ConnectionLimit>,
    is_ending: &watch::Receiver<bool>,
    stream: TcpStream,
    peer: IpAddr,
) {
    let state = &service.state;
    let is_exempt = peer.is_loopback() || state.settings.trusted_proxies.contain(peer);
    let Ok(place) = connection_limit.enter(peer, is_exempt) else {
        tracing::debug!("connection limit reached, connection rejected");
        return;
    };
    // Answers are small and complete: waiting for more to send would only cost time.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "TCP_NODELAY not set");
    }
    let turn = Arc::new(Turn::default());
    let stream = TimedStream::new(stream, Arc::clone(&turn), state.settings.http.header_timeout);
    let connection =
        Arc::new(Connection { service: service.clone(), peer, served: AtomicU64::new(0), turn });
    let service = service_fn(move |request: Request<Incoming>| {
        let connection = connection.clone();
        async move {
            connection.turn.begin();
            let response = connection.handle_connection(request).await;
            connection.turn.end();
            Ok::<_, Infallible>(response)
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(state.settings.http.keep_alive)
        .max_headers(state.settings.http.headers)
        .max_buf_size(BUFFER);
    let served = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut is_ending = is_ending.clone();
    // Ends at an upgrade too: a websocket is counted apart and closed by `live`.
    task::spawn("connection", async move {
        let _place = place;
        let mut served = std::pin::pin!(served);
        let end = tokio::select! {
            end = served.as_mut() => end,
            _ = is_ending.changed() => {
                served.as_mut().graceful_shutdown();
                served.await
            }
        };
        if let Err(error) = end {
            tracing::trace!(%error, "connection closed early");
        }
    });
}

/// One connection.
struct Connection {
    service: HttpService,
    peer: IpAddr,
    served: AtomicU64,
    turn: Arc<Turn>,
}

impl Connection {
    async fn handle_connection(&self, request: Request<Incoming>) -> Response<Body> {
        let limits = &self.service.state.settings.http;
        let (request, unread) = Unread::watch(request);
        let mut response = match unservable(&request, limits) {
            Some(why) => reply::unserved(why),
            None => {
                let _serving = self.service.state.metrics.as_ref().map(Metrics::serving);
                self.service.answer(self.peer, request).await
            }
        };
        let is_refused = response.extensions_mut().remove::<Unserved>().is_some();
        let number = self.served.fetch_add(1, Ordering::Relaxed) + 1;
        let is_upgrade = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        let is_last = is_refused
            || unread.is_left()
            || number >= limits.requests_per_connection
            || self.service.state.is_draining();
        if is_last && !is_upgrade {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Why a request is not even looked at.
fn unservable(request: &Request<Body>, limits: &HttpLimits) -> Option<Unserved> {
    let headers = request.headers();
    if headers.contains_key(TRANSFER_ENCODING) && headers.contains_key(CONTENT_LENGTH) {
        // Two lengths, of which a proxy may have believed the other.
        return Some(Unserved::Ambiguous);
    }
    if request.uri().path_and_query().map_or(0, |uri| uri.as_str().len()) > limits.uri_bytes {
        return Some(Unserved::LongAddress);
    }
    (length(headers) > limits.header_bytes).then_some(Unserved::LongHeaders)
}

fn length(headers: &HeaderMap) -> usize {
    headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum()
}

/// Done when the process is asked to end.
pub async fn asked_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
