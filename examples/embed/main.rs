//! A program around the object server: a guest book with a function and a trigger of its own.
//!
//! Everything the server does it does here too: `serve`, settings from the environment, every route
//! of the protocol. What is registered below runs inside the transaction of the request.

use std::process::ExitCode;

use async_trait::async_trait;
use parse_engine::extension::Answer;
use parse_engine::{Cx, Draft, Error, Extension, TriggerKind, Triggers, read};
use parse_model::query::Query;
use parse_model::{ClassName, Code, FieldName, JsonMap, Value};
use serde_json::json;

const ENTRY: &str = "Entry";

fn main() -> ExitCode {
    touchstone::main_with(|_| {
        Extension::default()
            .with_reading_function("entryCount", entry_count)
            .with_triggers(ClassName::from_static(ENTRY), GuestBook)
    })
}

/// The number of entries, regardless of read access.
fn entry_count(cx: Cx, _: JsonMap) -> Answer {
    Box::pin(async move {
        let query = Query { with_count: true, limit: Some(0), ..Query::default() };
        let found = read::find(&cx.as_master(), &ClassName::from_static(ENTRY), query).await?;
        Ok(Some(json!(found.count)))
    })
}

/// An entry has a text, and is signed by the user who wrote it.
struct GuestBook;

#[async_trait]
impl Triggers for GuestBook {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[TriggerKind::BeforeSave]
    }

    async fn before_save(&self, cx: &Cx, draft: &mut Draft) -> Result<(), Error> {
        let text = draft.get("text")?;
        if text.as_ref().and_then(Value::as_text).is_none_or(|text| text.trim().is_empty()) {
            return Err(Error::refused(Code::VALIDATION_ERROR, "An entry needs a text."));
        }
        let author = cx.caller().user_id().unwrap_or("a stranger").to_owned();
        draft.set(FieldName::from_static("author"), author);
        Ok(())
    }
}
