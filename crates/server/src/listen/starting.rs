//! Answers while the server waits for its database: it lives, and is not ready.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;

use crate::reply::{self, Readiness};
use crate::{router, task};

/// A start that takes no longer is not told of: who calls meanwhile is answered when it is done.
const SHORT_START: Duration = Duration::from_secs(2);
/// How long a head may take.
const HEAD: Duration = Duration::from_secs(5);

/// Answers for as long as it is waited for.
pub(crate) async fn answer_while_starting(listener: &TcpListener, mount_path: &str) {
    tokio::time::sleep(SHORT_START).await;
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let mount_path = mount_path.to_owned();
        let service = service_fn(move |request: Request<Incoming>| {
            let path = router::below_mount(request.uri().path(), &mount_path);
            let response = match path {
                Some(path) if router::is_health(path) => reply::health(),
                _ => reply::ready(Readiness::Starting),
            };
            async move { Ok::<_, Infallible>(response) }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD).keep_alive(false);
        drop(task::spawn("connection", http.serve_connection(TokioIo::new(stream), service)));
    }
}
