//! `/jobs` and `/cloud_code`: work that goes on after the answer.

use parse_engine::{Cx, job};
use parse_model::{ClassName, Json, ObjectId};

use crate::app::App;
use crate::parameter::Request;
use crate::reply::{Place, Problem, Reply};
use crate::task;

/// `POST /jobs/:name`, `POST /jobs`
pub(super) async fn start(
    app: &App,
    cx: &Cx,
    name: Option<String>,
    request: Request,
) -> Result<Reply, Problem> {
    let params = request.arguments();
    let named = || params.get("jobName").and_then(Json::as_str).map(str::to_owned);
    let name = name.or_else(named).unwrap_or_default();
    let started = job::start(cx, &name, params).await?;
    let reply = Reply::empty().with_header("x-parse-job-status-id", started.id().to_owned());
    let in_flight = app.in_flight.clone();
    task::spawn("job", async move {
        let _begun = in_flight.begin();
        started.finish().await;
    });
    Ok(reply)
}

/// `GET /cloud_code/jobs`
pub(super) async fn schedules(cx: &Cx) -> Result<Reply, Problem> {
    Reply::of(&job::list(cx).await?)
}

/// `GET /cloud_code/jobs/data`
pub(super) async fn overview(cx: &Cx) -> Result<Reply, Problem> {
    Reply::of(&job::overview(cx).await?)
}

/// `POST /cloud_code/jobs`
pub(super) async fn create(cx: &Cx, request: Request) -> Result<Reply, Problem> {
    let saved = job::create(cx, request.body).await?;
    let place = Place { class: ClassName::known("_JobSchedule"), id: saved.id };
    Ok(Reply::of(&saved.body)?.created(saved.is_new).at(Some(place)))
}

/// `PUT /cloud_code/jobs/:id`
pub(super) async fn update(cx: &Cx, id: ObjectId, request: Request) -> Result<Reply, Problem> {
    Reply::of(&job::update(cx, &id, request.body).await?.body)
}

/// `DELETE /cloud_code/jobs/:id`
pub(super) async fn delete(cx: &Cx, id: ObjectId) -> Result<Reply, Problem> {
    job::delete(cx, &id).await?;
    Ok(Reply::empty())
}
