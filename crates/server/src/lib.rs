//! The HTTP layer: keys, routes and statuses around the engine; the binary `touchstone`.
//!
//! Only this crate knows HTTP and sockets, and within it only [`reply`] knows status codes. No SQL
//! and no triggers here: a handler hands over to the engine and hands back what it says.

mod admission;
mod allow_list;
mod api;
pub mod app;
mod backup;
mod body;
mod caught;
mod chain_data;
mod chain_node;
pub mod chain_transport;
mod clock_sync;
mod command;
pub mod concurrency_limit;
pub mod config;
mod content_type;
mod cors;
mod credential;
mod deadline;
mod doctor;
mod error_chain;
pub mod files;
mod form;
mod html;
pub mod incoming;
mod job_scheduler;
mod key_check;
pub mod listen;
mod live;
mod mail;
pub mod metrics;
mod network;
mod other_nodes;
pub mod outgoing;
mod pages;
mod parameter;
mod percent;
mod periodic_tasks;
pub mod product;
mod product_outside;
mod push;
pub mod rate;
mod recent_log;
pub mod redis;
mod repeated_failure;
pub mod reply;
mod request_id;
mod request_log;
mod request_times;
mod response_header;
pub mod router;
mod routes;
pub mod secret;
mod service_hooks;
mod shedding;
mod signals;
mod start;
mod supervision;
mod sweeping;
pub mod task;
mod telemetry;
pub mod tls;
mod unsubscribe;
pub mod web;
mod webhook;

use std::io::{ErrorKind, IsTerminal};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;

use parse_engine::push::deliver_for_ever;
use parse_engine::worker::work_as;
use parse_engine::{Caller, Engine, Extension};
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinHandle;

pub use app::App;
pub use config::Config;
pub use network::{Networks, TrustedProxies};

/// Answers are made of many small texts that one thread makes and another frees; the C library's
/// allocator spends a third of a find's time on that, this one a tenth.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The whole program with the extension for given settings: reads the arguments and does what they
/// say.
pub fn main_with(extension_of: impl FnOnce(&Config) -> Extension) -> ExitCode {
    match command::execute(extension_of) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            let prefix = match config::is_journal() {
                true => telemetry::prefix(tracing::Level::ERROR),
                false => "",
            };
            eprintln!("{prefix}touchstone: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What goes on beside requests. Ends when dropped; whatever was being sent is taken up again
/// later.
#[must_use]
pub struct Work(Vec<JoinHandle<Option<()>>>);

impl Drop for Work {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

/// Starts what goes on beside requests: listening to other nodes, sending mail and pushes, deleting
/// files, live queries, other nodes, jobs, periodic tasks, and the application's workers. Each is a
/// task of its own that is restarted after a panic.
pub fn work(app: &Arc<App>) -> Work {
    let mut beside = Beside { app, tasks: other_nodes::work(app) };
    beside.run("listening for invalidations", |engine| async move {
        engine.listen_for_invalidations().await;
    });
    beside.run("sending mail", mail::work);
    beside.run("sweeping", sweeping::run);
    beside.run_app("deleting files", files::delete_removed);
    beside.run_app("live queries", live::run);
    beside.run_app("job scheduler", |app| {
        job_scheduler::run(app.engine.clone(), Arc::clone(&app.in_flight))
    });
    for schedule in periodic_tasks::Schedule::of_all(&app.engine) {
        let name = format!("task {}", schedule.name());
        beside.run(&name, move |engine| periodic_tasks::run(engine, schedule.clone()));
    }
    let workers = app.engine.extension().workers();
    for name in workers.map(|(name, _)| name.to_owned()).collect::<Vec<_>>() {
        beside.run(&name.clone(), move |engine| {
            let name = name.clone();
            async move { work_as(&engine, &name).await }
        });
    }
    if app.engine.extension().push_provider().is_some() {
        beside.run("sending pushes", |engine| async move { deliver_for_ever(&engine).await });
    }
    Work(beside.tasks)
}

/// The tasks that go on beside requests.
struct Beside<'a> {
    app: &'a Arc<App>,
    tasks: Vec<JoinHandle<Option<()>>>,
}

impl Beside<'_> {
    fn run<F>(&mut self, name: &str, begin: impl Fn(Engine) -> F + Send + Sync + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let engine = self.app.engine.clone();
        let begin = move || begin(engine.clone());
        self.tasks.push(self.app.supervision.keep_running(name, begin));
    }

    fn run_app<F>(&mut self, name: &str, begin: impl Fn(Arc<App>) -> F + Send + Sync + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let app = Arc::clone(self.app);
        let begin = move || begin(Arc::clone(&app));
        self.tasks.push(self.app.supervision.keep_running(name, begin));
    }
}

/// Tells the operator who started the server what the application has to say, beside the log: logs
/// are kept, and what is told may be a secret. Where standard error may be a log, only how to ask
/// for it is told.
async fn welcome(app: &App) {
    let Some(welcome) = app.engine.extension().welcome() else { return };
    let cx = app.engine.cx(Caller::master());
    let told = if app.config.is_dev || std::io::stderr().is_terminal() {
        welcome.at_start(&cx).await.map(|text| text.map(|text| eprintln!("\n{text}\n")).is_some())
    } else {
        let command = welcome.in_log(&cx).await;
        command.map(|command| {
            let tell = |run| tracing::warn!(run, "there is no administrator yet");
            command.map(tell).is_some()
        })
    };
    if let Err(error) = told {
        tracing::error!(reason = error_chain::chain(&error), "startup message failed");
    }
}

/// Connections that wait to be taken.
const BACKLOG: u32 = 1024;

/// The address of the server, taken without listening on it yet.
fn bound(address: SocketAddr) -> Result<TcpSocket, String> {
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
    let socket = bound(config.listen)?;
    let address = socket.local_addr().map_err(|error| error.to_string())?;
    let metrics = match config.watch.metrics_listen {
        Some(address) => {
            let listener = TcpListener::bind(address).await;
            Some(listener.map_err(|error| cannot_listen("metrics_listen", address, &error))?)
        }
        None => None,
    };
    let grace = config.lifetime.shutdown_grace;
    // Asked for once: a signal that comes when nobody listens would be lost.
    let mut stop = Box::pin(listen::asked_to_stop());
    live::raise_open_files(&config.live);
    let app = tokio::select! {
        app = start::started_patiently(config, extension) => app?,
        () = listen::answer_while_starting(metrics.as_ref()) => return Ok(()),
        () = stop.as_mut() => return Ok(()),
    };
    let folder = files::OwnFolder::join(&app.engine, &app.config).await?.map(Arc::new);
    // Not before: a proxy passes over a node that takes no connections, and sends no POST on that
    // was answered with 503.
    let listener =
        socket.listen(BACKLOG).map_err(|error| cannot_listen("listen", address, &error))?;
    tracing::info!(
        url = %format!("http://{address}{}", app.config.mount_path),
        application_id = app.config.keys.application_id,
        version = command::version(),
        profile = if app.config.is_product { "product" } else { "parse" },
        database = config::without_password(&app.config.store.url),
        "listening",
    );
    if app.site.is_some() {
        tracing::info!(url = %format!("http://{address}/"), "serving web app");
    } else if app.config.is_product {
        tracing::warn!("web app not served, the program was built without it");
    }
    let app = Arc::new(app);
    let mut work = work(&app);
    work.0.extend(folder.clone().map(|folder| {
        let engine = app.engine.clone();
        app.supervision.keep_running("telling of files", move || {
            let (engine, folder) = (engine.clone(), Arc::clone(&folder));
            async move { folder.keep_telling(&engine).await }
        })
    }));
    work.0.extend(metrics.map(|listener| {
        let address = listener.local_addr().map_or_else(|_| String::new(), |it| it.to_string());
        tracing::info!(url = %format!("http://{address}/metrics"), "serving metrics");
        task::spawn("metrics", metrics::listen(Arc::clone(&app), listener))
    }));
    welcome(&app).await;
    let end = listen::serve(Arc::clone(&app), listener, stop, grace).await;
    drop(work);
    if let Some(folder) = folder {
        folder.leave(&app.engine).await;
    }
    if app.tracing.is_some() {
        // Sending blocks, and needs the runtime for its call.
        drop(tokio::task::spawn_blocking(move || app.send_traces()).await);
    }
    end.map_err(|error| format!("serving ended: {error}"))
}
