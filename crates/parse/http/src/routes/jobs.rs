//! `/jobs` and `/cloud_code`: work that goes on after the answer.

use parse_engine::{Cx, job};
use parse_model::{ClassName, Json, ObjectId};
use telemetry::task;

use crate::parameter::Request;
use crate::reply::{HttpError, Location, Reply};
use crate::state::HttpState;

/// `POST /jobs/:name`, `POST /jobs`
pub(super) async fn start(
    state: &HttpState,
    cx: &Cx,
    name: Option<String>,
    request: Request,
) -> Result<Reply, HttpError> {
    let params = request.arguments();
    let named = || params.get("jobName").and_then(Json::as_str).map(str::to_owned);
    let name = name.or_else(named).unwrap_or_default();
    let started = job::start(cx, &name, params).await?;
    let reply = Reply::empty().with_header("x-parse-job-status-id", started.id().to_owned());
    let in_flight = state.in_flight.clone();
    task::spawn("job", async move {
        let _begun = in_flight.begin();
        started.finish().await;
    });
    Ok(reply)
}

/// `GET /cloud_code/jobs`
pub(super) async fn schedules(cx: &Cx) -> Result<Reply, HttpError> {
    Reply::of(&job::list(cx).await?)
}

/// `GET /cloud_code/jobs/data`
pub(super) async fn overview(cx: &Cx) -> Result<Reply, HttpError> {
    Reply::of(&job::overview(cx).await?)
}

/// `POST /cloud_code/jobs`
pub(super) async fn create(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    let saved = job::create(cx, request.body).await?;
    let place = Location { class: ClassName::from_static("_JobSchedule"), id: saved.id };
    Ok(Reply::of(&saved.body)?.created(saved.is_new).at(Some(place)))
}

/// `PUT /cloud_code/jobs/:id`
pub(super) async fn update(cx: &Cx, id: ObjectId, request: Request) -> Result<Reply, HttpError> {
    Reply::of(&job::update(cx, &id, request.body).await?.body)
}

/// `DELETE /cloud_code/jobs/:id`
pub(super) async fn delete(cx: &Cx, id: ObjectId) -> Result<Reply, HttpError> {
    job::delete(cx, &id).await?;
    Ok(Reply::empty())
}
