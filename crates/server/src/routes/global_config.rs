//! `/config`: the parameters of the application.

use parse_engine::{Cx, global_config};

use crate::parameter::Request;
use crate::reply::{Problem, Reply};

/// `GET /config`
pub(super) async fn show(cx: &Cx) -> Result<Reply, Problem> {
    Reply::of(&global_config::show(cx).await?)
}

/// `PUT /config`
pub(super) async fn change(cx: &Cx, request: Request) -> Result<Reply, Problem> {
    global_config::change(cx, request.body).await?;
    Ok(Reply::written(br#"{"result":true}"#.to_vec()))
}
