//! Questions about many objects at once: pipelines and distinct values.

use parse_model::{ClassName, Code, Json, JsonMap};

use crate::cx::Cx;
use crate::error::Error;

/// Answers `GET /aggregate/:class`: a pipeline, or the distinct values of a field.
pub async fn run(_cx: &Cx, _class: &ClassName, _params: JsonMap) -> Result<Vec<Json>, Error> {
    Err(Error::refused(Code::COMMAND_UNAVAILABLE, "aggregate is not available yet"))
}
