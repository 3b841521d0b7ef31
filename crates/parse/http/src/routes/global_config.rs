//! `/config`: the parameters of the application.

use parse_engine::{Cx, global_config};

use crate::parameter::Request;
use crate::reply::{HttpError, Reply};

/// `GET /config`
pub(super) async fn show(cx: &Cx) -> Result<Reply, HttpError> {
    Reply::of(&global_config::show(cx).await?)
}

/// `PUT /config`
pub(super) async fn change(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    global_config::change(cx, request.body).await?;
    Ok(Reply::written(br#"{"result":true}"#.to_vec()))
}
