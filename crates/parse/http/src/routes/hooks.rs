//! `/hooks`: webhooks.

use parse_engine::{Cx, hook};
use parse_store::HookKey;

use crate::parameter::Request;
use crate::reply::{HttpError, Reply};

/// `GET /hooks/functions`, `/hooks/triggers`, `/hooks/jobs`
pub(super) async fn list(cx: &Cx, kind: hook::HookKind) -> Result<Reply, HttpError> {
    Reply::of(&hook::list(cx, kind).await?)
}

/// `GET /hooks/functions/:name`, `/hooks/triggers/:class/:trigger`, `/hooks/jobs/:name`
pub(super) async fn show(cx: &Cx, key: HookKey) -> Result<Reply, HttpError> {
    Reply::of(&hook::show(cx, &key).await?)
}

/// `POST /hooks/functions`, `/hooks/triggers`
pub(super) async fn create(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    Reply::of(&hook::create(cx, &request.body).await?)
}

/// `POST /hooks/jobs`
pub(super) async fn create_job(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    Reply::of(&hook::create_job(cx, &request.body).await?)
}

/// `PUT /hooks/functions/:name`, `/hooks/triggers/:class/:trigger`, `/hooks/jobs/:name`
pub(super) async fn change(cx: &Cx, key: HookKey, request: Request) -> Result<Reply, HttpError> {
    if request.body.get("__op").is_some_and(|op| op == "Delete") {
        hook::delete(cx, &key).await?;
        return Ok(Reply::empty());
    }
    Reply::of(&hook::update(cx, key, &request.body).await?)
}
