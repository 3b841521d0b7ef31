//! Cloud functions.

use parse_model::{Code, Json, JsonMap};

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Entry;

/// Calls a function; nothing is JavaScript's undefined.
pub async fn call(cx: &Cx, name: &str, mut params: JsonMap) -> Result<Option<Json>, Error> {
    let Some(Entry { function, validator }) = cx.engine().function(name) else {
        let invalid = format!("Invalid function: \"{name}\"");
        let text = match cx.engine().extension().missing(name) {
            Some(why) => format!("{invalid}. {why}"),
            None => invalid,
        };
        return Err(Error::refused(Code::SCRIPT_FAILED, text));
    };
    if let Some(validator) = validator
        && !validator.admit(cx, &mut params).await?
    {
        return Ok(None);
    }
    function.call(&cx.deeper()?, params).await
}
