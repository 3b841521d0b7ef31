//! The socket: connections in, one service each, and an orderly end.

use std::convert::Infallible;
use std::future::{Future, Ready, ready};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response};
use axum::serve::{IncomingStream, ListenerExt};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower::Service;

use crate::app::App;
use crate::incoming;

/// Serves until `stop` is done, then lets what has begun finish, for at most `grace`.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
    grace: Duration,
) -> std::io::Result<()> {
    let listener = listener.tap_io(|stream| {
        // Answers are small and complete: waiting for more to send would only cost time.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY cannot be set");
        }
    });
    let (stopping, mut stopped) = watch::channel(false);
    let server = axum::serve(listener, Door(app.clone())).with_graceful_shutdown(async move {
        stop.await;
        tracing::info!(seconds = grace.as_secs(), "stopping; requests in flight may finish");
        let _ = stopping.send(true);
    });
    let out_of_time = async move {
        let _ = stopped.wait_for(|is_stopping| *is_stopping).await;
        tokio::time::sleep(grace).await;
    };
    let orderly_end = async {
        server.await?;
        app.in_flight.finished().await;
        Ok(())
    };
    tokio::select! {
        end = orderly_end => end,
        () = out_of_time => {
            tracing::warn!(writes = app.in_flight.count(), "out of time: what is left is cut off");
            Ok(())
        }
    }
}

/// Makes a service for each connection.
struct Door(Arc<App>);

impl<L> Service<IncomingStream<'_, L>> for Door
where
    L: axum::serve::Listener<Addr = std::net::SocketAddr>,
{
    type Response = Connection;
    type Error = Infallible;
    type Future = Ready<Result<Connection, Infallible>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, stream: IncomingStream<'_, L>) -> Self::Future {
        ready(Ok(Connection { app: self.0.clone(), peer: stream.remote_addr().ip() }))
    }
}

/// One connection.
#[derive(Clone)]
struct Connection {
    app: Arc<App>,
    peer: IpAddr,
}

impl Service<Request<Body>> for Connection {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let Connection { app, peer } = self.clone();
        Box::pin(async move { Ok(incoming::answer(&app, peer, request).await) })
    }
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
