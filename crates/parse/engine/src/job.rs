//! Jobs: work that continues after the answer, and its status.

mod due;
mod schedule;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use parse_model::{Code, Date, Json, JsonMap, Refusal};
use parse_store::{JobBegin, JobEnd};

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::Extension;

pub use due::start_due;
pub use schedule::{create, delete, list, overview, update};

/// How often a running job renews its lease.
const BEAT: Duration = Duration::from_secs(10);
/// A job without a renewal for this many seconds counts as lost.
const SILENT_SECONDS: i64 = 60;
/// The longest message that is kept.
const LONGEST_MESSAGE: usize = 16 * 1024;

/// A job.
#[async_trait]
pub trait Job: Send + Sync {
    /// Does the work. The returned text is the last message of its status.
    async fn run(&self, cx: &Cx, run: &JobRun, params: JsonMap) -> Result<Outcome, Error>;
}

impl Extension {
    /// Adds a job.
    #[must_use]
    pub fn with_job(mut self, name: &str, job: impl Job + 'static) -> Extension {
        self.implementations.insert::<dyn Job>(name, Arc::new(job));
        self.has_cloud_code = true;
        self
    }

    /// A job by name.
    pub fn job(&self, name: &str) -> Option<&Arc<dyn Job>> {
        self.implementations.get(name)
    }

    /// The names of all jobs.
    pub fn job_names(&self) -> impl Iterator<Item = &str> {
        self.implementations.all::<dyn Job>().map(|(name, _)| name)
    }
}

/// The result of a closure that serves as a job.
pub type JobAnswer = Pin<Box<dyn Future<Output = Result<Outcome, Error>> + Send>>;

#[async_trait]
impl<F> Job for F
where
    F: Fn(Cx, JobRun, JsonMap) -> JobAnswer + Send + Sync,
{
    async fn run(&self, cx: &Cx, run: &JobRun, params: JsonMap) -> Result<Outcome, Error> {
        self(cx.clone(), run.clone(), params).await
    }
}

/// The outcome of a job that did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is done, with an optional message.
    Done(Option<String>),
    /// It continues in another process, which writes the end into `_JobStatus`.
    RunsElsewhere,
}

/// One run of a job.
#[derive(Debug, Clone)]
pub struct JobRun {
    /// The id of its status.
    pub id: String,
    /// Its name.
    pub name: String,
}

impl JobRun {
    /// Sets the message of its status.
    pub async fn message(&self, cx: &Cx, text: &str) -> Result<(), Error> {
        let text = shortened(text);
        parse_store::job::note(cx.db(), &self.id, text).await.while_doing("noting a job's message")
    }
}

fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST_MESSAGE)]
}

/// A started job with its status, whose work is still to be done.
pub struct Started {
    run: JobRun,
    job: Arc<dyn Job>,
    params: JsonMap,
    cx: Cx,
}

impl std::fmt::Debug for Started {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Started").field(&self.run).finish()
    }
}

/// Creates the status of a new job.
pub async fn start(cx: &Cx, name: &str, params: JsonMap) -> Result<Started, Error> {
    let Some(job) = cx.engine().job(name) else {
        return Err(Refusal::new(Code::SCRIPT_FAILED, "Invalid job.").into());
    };
    begun(cx, name, job, params, "api").await
}

async fn begun(
    cx: &Cx,
    name: &str,
    job: Arc<dyn Job>,
    params: JsonMap,
    source: &str,
) -> Result<Started, Error> {
    let id = parse_identity::id::object_id(cx.settings().object_id_size).into_string();
    let shown = Json::Object(params.clone());
    let begin = JobBegin { id: &id, name, source, params: &shown, now: cx.now() };
    parse_store::job::begin(cx.db(), &begin).await.while_doing("writing the status of a job")?;
    let run = JobRun { id, name: name.to_owned() };
    // The work has its own statements, because the transaction it was started in ends with the
    // answer.
    Ok(Started { run, job, params, cx: cx.outside_transactions() })
}

impl Started {
    /// The id of its status.
    pub fn id(&self) -> &str {
        &self.run.id
    }

    /// Does the work and writes the outcome. A task of the server runs this.
    pub async fn finish(self) {
        let Started { run, job, params, cx } = self;
        let outcome = {
            let work = std::panic::AssertUnwindSafe(job.run(&cx, &run, params));
            let mut work = std::pin::pin!(futures_util::FutureExt::catch_unwind(work));
            loop {
                tokio::select! {
                    outcome = &mut work => break outcome,
                    () = tokio::time::sleep(BEAT) => {
                        if let Err(error) = parse_store::job::beat(cx.db(), &run.id).await {
                            tracing::warn!(%error, job = run.name, "job heartbeat failed");
                        }
                    }
                }
            }
        };
        let now = cx.engine().clock().now();
        let written = match &outcome {
            Ok(Ok(Outcome::RunsElsewhere)) => parse_store::job::release(cx.db(), &run.id).await,
            Ok(Ok(Outcome::Done(message))) => {
                let message = message.as_deref().map(shortened);
                let end = JobEnd { status: "succeeded", message, now };
                parse_store::job::end(cx.db(), &run.id, &end).await
            }
            Ok(Err(error)) => {
                let text = failure(error);
                let end = JobEnd { status: "failed", message: Some(shortened(&text)), now };
                parse_store::job::end(cx.db(), &run.id, &end).await
            }
            Err(_) => {
                let end = JobEnd { status: "failed", message: Some("the job panicked"), now };
                parse_store::job::end(cx.db(), &run.id, &end).await
            }
        };
        if let Err(error) = written {
            tracing::error!(%error, job = run.name, "job result not stored");
        }
    }
}

/// The text of an error: the message of a refusal, and a fixed text for other errors.
fn failure(error: &Error) -> String {
    match error {
        Error::Refused(refusal) => refusal.message.to_string(),
        other => {
            tracing::error!(error = %other, "job failed");
            "Internal server error.".to_owned()
        }
    }
}

/// Marks jobs as failed whose node is gone.
pub async fn give_up_lost(engine: &Engine) -> Result<(), Error> {
    let message = "the server that ran this job stopped before it was done";
    let now: Date = engine.clock().now();
    let db = engine.store().db();
    let lost = parse_store::job::give_up(&db, SILENT_SECONDS, message, now)
        .await
        .while_doing("looking for lost jobs")?;
    for id in lost {
        tracing::warn!(id, "job lease expired, marked failed");
    }
    Ok(())
}
