//! The schema API and purging.

use parse_engine::{Cx, schema};

use crate::parameter::Request;
use crate::reply::{HttpError, Reply};

/// `GET /schemas`
pub(super) async fn list(cx: &Cx) -> Result<Reply, HttpError> {
    Reply::of(&schema::list(cx).await?)
}

/// `GET /schemas/:class`
pub(super) async fn show(cx: &Cx, class: String) -> Result<Reply, HttpError> {
    Reply::of(&schema::show(cx, &class).await?)
}

/// `POST /schemas` or `POST /schemas/:class`
pub(super) async fn create(
    cx: &Cx,
    class: Option<String>,
    request: Request,
) -> Result<Reply, HttpError> {
    Reply::of(&schema::create(cx, class.as_deref(), request.body).await?)
}

/// `PUT /schemas/:class`
pub(super) async fn update(cx: &Cx, class: String, request: Request) -> Result<Reply, HttpError> {
    Reply::of(&schema::update(cx, &class, request.body).await?)
}

/// `DELETE /schemas/:class`
pub(super) async fn delete(cx: &Cx, class: String) -> Result<Reply, HttpError> {
    schema::delete(cx, &class).await?;
    Ok(Reply::empty())
}

/// `DELETE /purge/:class`
pub(super) async fn purge(cx: &Cx, class: String) -> Result<Reply, HttpError> {
    schema::purge(cx, &class).await?;
    Ok(Reply::empty())
}
