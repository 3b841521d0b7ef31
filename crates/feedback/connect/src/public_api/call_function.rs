//! Calls other functions of the product.

use parse_engine::{Cx, Error, function};
use parse_model::{Json, JsonMap};

/// Calls another function for the same caller.
pub(crate) async fn ask(cx: &Cx, name: &str, params: Json) -> Result<Json, Error> {
    let params = match params {
        Json::Object(params) => params,
        _ => JsonMap::new(),
    };
    Ok(function::call(cx, name, params).await?.unwrap_or_default())
}
