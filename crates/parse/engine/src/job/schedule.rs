//! Schedules, as the dashboard shows and changes them.

use parse_model::query::Query;
use parse_model::wire::object_to_json;
use parse_model::{ClassName, Code, Filter, Json, JsonMap, Object, ObjectId, Refusal, Value};
use serde_json::json;

use crate::cx::Cx;
use crate::draft::Saved;
use crate::error::Error;
use crate::read;
use crate::write;

fn class() -> ClassName {
    ClassName::from_static("_JobSchedule")
}

async fn all(cx: &Cx) -> Result<Vec<Object>, Error> {
    Ok(read::find(cx, &class(), Query::all(Filter::everything())).await?.objects)
}

/// All schedules.
pub async fn list(cx: &Cx) -> Result<Vec<JsonMap>, Error> {
    Ok(all(cx).await?.iter().map(object_to_json).collect())
}

/// The jobs, and which of them have schedules.
pub async fn overview(cx: &Cx) -> Result<Json, Error> {
    let used: Vec<Json> = all(cx)
        .await?
        .iter()
        .filter_map(|row| row.fields.get("jobName").and_then(Value::as_text).map(Json::from))
        .collect();
    Ok(json!({ "in_use": used, "jobs": cx.engine().job_names() }))
}

/// Creates the schedule in a body.
pub async fn create(cx: &Cx, body: JsonMap) -> Result<Saved, Error> {
    let schedule = checked(cx, body)?;
    write::create(cx, &class(), schedule).await
}

/// Changes a schedule.
pub async fn update(cx: &Cx, id: &ObjectId, body: JsonMap) -> Result<Saved, Error> {
    let schedule = checked(cx, body)?;
    write::update(cx, &class(), id, schedule).await
}

/// Removes a schedule.
pub async fn delete(cx: &Cx, id: &ObjectId) -> Result<(), Error> {
    write::delete(cx, &class(), id).await
}

/// The schedule under `job_schedule`, of an existing job. Without a start it starts now.
fn checked(cx: &Cx, mut body: JsonMap) -> Result<JsonMap, Refusal> {
    let Some(Json::Object(mut schedule)) = body.remove("job_schedule") else {
        return Err(Refusal::json("job_schedule must be an object"));
    };
    let name = schedule.get("jobName").and_then(Json::as_str).filter(|name| !name.is_empty());
    if name.is_some_and(|name| cx.engine().job(name).is_none()) {
        return Err(Refusal::new(
            Code::INTERNAL_SERVER_ERROR,
            "Cannot Schedule a job that is not deployed",
        ));
    }
    schedule.entry("startAfter".to_owned()).or_insert_with(|| Json::from(cx.now().iso()));
    Ok(schedule)
}
