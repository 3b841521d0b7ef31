//! What goes on beside requests for as long as the server runs.

use std::sync::Arc;

use outbound::mail;
use parse_engine::Engine;
use parse_engine::worker::work_as;
use parse_http::state::HttpState;
use parse_http::{files, live};
use parse_push::deliver_for_ever;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::{cluster_tasks, job_scheduler, periodic_tasks, sweeper};

/// What goes on beside requests. Ends when dropped; whatever was being sent is taken up again
/// later.
#[must_use]
pub struct Work(pub(crate) Vec<JoinHandle<Option<()>>>);

impl Drop for Work {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

/// Starts what goes on beside requests: listening to other nodes, sending mail and pushes, deleting
/// files, live queries, other nodes, jobs, periodic tasks, and the application's workers. Each is a
/// task of its own that is restarted after a panic.
pub fn work(app: &App) -> Work {
    let mut beside = TaskSpawner { app, tasks: cluster_tasks::work(app) };
    beside.run("listening for invalidations", |engine| async move {
        engine.listen_for_invalidations().await;
    });
    beside.run("sending mail", mail::work);
    beside.run("sweeping", sweeper::run);
    beside.run_http("deleting files", files::delete_removed);
    beside.run_http("live queries", live::run);
    beside.run_http("job scheduler", |state| {
        job_scheduler::run(state.engine.clone(), Arc::clone(&state.in_flight))
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
struct TaskSpawner<'a> {
    app: &'a App,
    tasks: Vec<JoinHandle<Option<()>>>,
}

impl TaskSpawner<'_> {
    fn run<F>(&mut self, name: &str, begin: impl Fn(Engine) -> F + Send + Sync + 'static)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let engine = self.app.engine.clone();
        let begin = move || begin(engine.clone());
        self.tasks.push(self.app.http.state.supervision.keep_running(name, begin));
    }

    fn run_http<F>(
        &mut self,
        name: &str,
        begin: impl Fn(Arc<HttpState>) -> F + Send + Sync + 'static,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let state = Arc::clone(&self.app.http.state);
        let begin = move || begin(Arc::clone(&state));
        self.tasks.push(self.app.http.state.supervision.keep_running(name, begin));
    }
}
