//! The schema API: classes, their fields, permissions and indexes, made and changed by the master.

use parse_model::{Code, Json, JsonMap};

use crate::cx::Cx;
use crate::error::Error;

fn later<T>() -> Result<T, Error> {
    Err(Error::refused(Code::COMMAND_UNAVAILABLE, "schemas are not available yet"))
}

/// `GET /schemas`
pub async fn list(_cx: &Cx) -> Result<Json, Error> {
    later()
}

/// `GET /schemas/:class`
pub async fn show(_cx: &Cx, _class: &str) -> Result<Json, Error> {
    later()
}

/// `POST /schemas` and `POST /schemas/:class`
pub async fn create(_cx: &Cx, _class: Option<&str>, _body: JsonMap) -> Result<Json, Error> {
    later()
}

/// `PUT /schemas/:class`
pub async fn update(_cx: &Cx, _class: &str, _body: JsonMap) -> Result<Json, Error> {
    later()
}

/// `DELETE /schemas/:class`
pub async fn delete(_cx: &Cx, _class: &str) -> Result<(), Error> {
    later()
}

/// `DELETE /purge/:class`
pub async fn purge(_cx: &Cx, _class: &str) -> Result<(), Error> {
    later()
}
