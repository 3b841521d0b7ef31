//! Cloud functions.

use parse_model::{Code, Json, JsonMap};

use crate::cx::Cx;
use crate::error::Error;

/// Calls a function of the extension; nothing is JavaScript's undefined.
pub async fn call(cx: &Cx, name: &str, params: JsonMap) -> Result<Option<Json>, Error> {
    match cx.engine().function(name) {
        Some(function) => function.call(&cx.deeper()?, params).await,
        None => Err(Error::refused(Code::SCRIPT_FAILED, format!("Invalid function: \"{name}\""))),
    }
}
