//! Runs a server from its start to its end.

use std::io::{ErrorKind, IsTerminal};
use std::net::SocketAddr;
use std::sync::Arc;

use parse_blobs::OwnFolder;
use parse_engine::Extension;
use parse_http::{listen, live_queries, metrics_page};
use parse_identity::Caller;
use telemetry::{error_chain, task};
use tokio::net::{TcpListener, TcpSocket};

use crate::app::App;
use crate::config::{self, Config};
use crate::version::version;
use crate::{background, start};

/// Prints the startup message of the application to standard error, never to the log: logs are kept,
/// and the message may hold a secret. If standard error may be a log, only the command that prints
/// the message is logged.
async fn print_startup_message(app: &App) {
    let Some(message) = app.engine.extension().startup_message() else { return };
    let cx = app.engine.cx(Caller::master());
    let printed = if app.config.is_dev || std::io::stderr().is_terminal() {
        message.at_start(&cx).await.map(|text| text.map(|text| eprintln!("\n{text}\n")).is_some())
    } else {
        let command = message.in_log(&cx).await;
        command.map(|command| {
            let tell = |run| tracing::warn!(run, "no administrator exists yet");
            command.map(tell).is_some()
        })
    };
    if let Err(error) = printed {
        tracing::error!(reason = error_chain::chain(&error), "startup message failed");
    }
}

/// Connections that wait to be taken.
const BACKLOG: u32 = 1024;

/// The address of the server, taken without listening on it yet.
fn bind_socket(address: SocketAddr) -> Result<TcpSocket, String> {
    let bind = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // Connections that are just ending keep no server from starting.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        Ok(socket)
    };
    bind().map_err(|error| cannot_listen("listen", address, &error))
}

/// Why an address cannot be listened on, and what to do about it.
fn cannot_listen(setting: &str, address: SocketAddr, error: &std::io::Error) -> String {
    let advice = match error.kind() {
        ErrorKind::AddrInUse => "Stop the program that listens there, or choose another port",
        ErrorKind::PermissionDenied => {
            "Ports below 1024 are for root: choose another one, and put a proxy in front"
        }
        ErrorKind::AddrNotAvailable => {
            "This machine does not have the address: choose one that it has"
        }
        _ => "Choose another address",
    };
    format!("cannot listen on {address}: {error}. {advice} ({setting}).")
}

/// Runs a server until the process is asked to end.
pub async fn run(config: Config, extension: Extension) -> Result<(), String> {
    // Created at once: a signal without a listener would be lost.
    Box::pin(run_until(config, extension, listen::asked_to_stop())).await
}

/// Runs a server until `stop` is done.
pub(crate) async fn run_until(
    config: Config,
    extension: Extension,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), String> {
    let mut stop = Box::pin(stop);
    let socket = bind_socket(config.listen)?;
    let address = socket.local_addr().map_err(|error| error.to_string())?;
    let metrics = match config.watch.metrics_listen {
        Some(address) => {
            let listener = TcpListener::bind(address).await;
            Some(listener.map_err(|error| cannot_listen("metrics_listen", address, &error))?)
        }
        None => None,
    };
    let grace = config.lifetime.shutdown_grace;
    live_queries::raise_open_files(&config.live);
    let app = tokio::select! {
        app = start::started_patiently(config, extension) => app?,
        () = listen::answer_while_starting(metrics.as_ref()) => return Ok(()),
        () = stop.as_mut() => return Ok(()),
    };
    let folder =
        OwnFolder::join(app.engine.store(), &app.config.folder_rules()).await?.map(Arc::new);
    // Not before: a proxy passes over a node that takes no connections, and sends no POST on that
    // was answered with 503.
    let listener =
        socket.listen(BACKLOG).map_err(|error| cannot_listen("listen", address, &error))?;
    tracing::info!(
        url = %format!("http://{address}{}", app.config.mount_path),
        application_id = app.config.keys.application_id,
        version = version(),
        profile = if app.config.is_product { "product" } else { "parse" },
        database = config::without_password(&app.config.store.url),
        "listening",
    );
    if app.http.state.site.is_some() {
        tracing::info!(url = %format!("http://{address}/"), "serving web app");
    } else if app.config.is_product {
        tracing::warn!("web app not served, the program was built without it");
    }
    let mut work = background::work(&app);
    work.0.extend(folder.clone().map(|folder| {
        let engine = app.engine.clone();
        app.http.state.supervision.keep_running("telling of files", move || {
            let (engine, folder) = (engine.clone(), Arc::clone(&folder));
            async move { folder.keep_telling(engine.store()).await }
        })
    }));
    work.0.extend(metrics.map(|listener| {
        let address = listener.local_addr().map_or_else(|_| String::new(), |it| it.to_string());
        tracing::info!(url = %format!("http://{address}/metrics"), "serving metrics");
        task::spawn("metrics", metrics_page::listen(Arc::clone(&app.http.state), listener))
    }));
    print_startup_message(&app).await;
    let end = listen::serve(app.http.clone(), listener, stop, grace).await;
    drop(work);
    if let Some(folder) = folder {
        folder.leave(app.engine.store()).await;
    }
    if app.http.state.tracing.is_some() {
        // Sending blocks, and needs the runtime for its call.
        drop(tokio::task::spawn_blocking(move || app.send_traces()).await);
    }
    end.map_err(|error| format!("serving ended: {error}"))
}
