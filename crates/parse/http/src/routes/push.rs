//! `/push` and `/push_audiences`.

use parse_engine::{Cx, read};
use parse_model::query::parse;
use parse_model::wire::object_to_json;
use parse_model::{ClassName, Json, JsonMap, Object, ObjectId};

use super::classes::rights;
use crate::parameter::Request;
use crate::reply::{HttpError, Reply};
use crate::state::HttpState;

/// `POST /push`
pub(super) async fn send(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    let id = parse_push::send(cx, request.body).await?;
    let reply = Reply::written(br#"{"result":true}"#.to_vec());
    Ok(reply.with_header("x-parse-push-status-id", id.into_string()))
}

/// `GET /push_audiences`
pub(super) async fn find_audiences(
    state: &HttpState,
    cx: &Cx,
    request: Request,
) -> Result<Reply, HttpError> {
    let query = parse::query(&request.parameters()?, rights(cx), &state.limits)?;
    let found = read::find(cx, &audience(), query).await?;
    let mut answer = JsonMap::new();
    answer.insert("results".to_owned(), found.objects.iter().map(audience_json).collect());
    if let Some(count) = found.count {
        answer.insert("count".to_owned(), Json::from(count));
    }
    Reply::of(&answer)
}

/// `GET /push_audiences/:id`
pub(super) async fn get_audience(
    state: &HttpState,
    cx: &Cx,
    id: ObjectId,
    request: Request,
) -> Result<Reply, HttpError> {
    let query = parse::single(&request.parameters()?, rights(cx), &state.limits)?;
    Reply::of(&audience_json(&read::get(cx, &audience(), &id, query).await?))
}

fn audience() -> ClassName {
    ClassName::from_static("_Audience")
}

/// An audience with its query as JSON rather than as the text in which it is stored.
fn audience_json(audience: &Object) -> Json {
    let mut shown = object_to_json(audience);
    let parsed = shown.get("query").and_then(Json::as_str).map(serde_json::from_str::<Json>);
    if let Some(Ok(query)) = parsed {
        shown.insert("query".to_owned(), query);
    }
    Json::Object(shown)
}
