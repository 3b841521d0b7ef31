//! Another node on the database of a server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use parse_engine::{Extension, SystemClock};
use parse_http::listen;
use telemetry::task;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use touchstone::{App, Work};

use super::client::LiveServer;

/// A node that listens until it is dropped.
pub(super) struct Node {
    pub(super) address: SocketAddr,
    _stop: oneshot::Sender<()>,
    _work: Work,
}

impl Node {
    pub(super) async fn beside(server: &LiveServer) -> Node {
        let config = server.api.app.config.clone();
        let app = App::start(config, Extension::default(), Arc::new(SystemClock));
        let app = Arc::new(app.await.expect("a second server"));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (stop, stopped) = oneshot::channel::<()>();
        let stopped = async move {
            let _ = stopped.await;
        };
        let work = touchstone::work(&app);
        task::spawn(
            "node",
            listen::serve(app.http.clone(), listener, stopped, Duration::from_secs(1)),
        );
        Node { address, _stop: stop, _work: work }
    }
}
