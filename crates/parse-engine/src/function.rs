//! Cloud functions.

use parse_model::{Code, Json, JsonMap};

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Entry;
use crate::unit_of_work::Effect;

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
    let cx = cx.deeper()?;
    match function.effect() {
        Effect::Reads => function.call(&cx.read_only(), params).await,
        Effect::OwnTransactions => function.call(&cx, params).await,
        Effect::Writes => {
            let (function, params) = (&function, &params);
            cx.unit(|tx| async move { function.call(&tx, params.clone()).await }).await
        }
    }
}
