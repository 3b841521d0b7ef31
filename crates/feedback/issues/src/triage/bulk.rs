//! One decision about many issues.
//!
//! Each issue is a command of its own with its own transaction and audit entry, so a refused one
//! does not affect the others.

use async_trait::async_trait;
use feedback_model::allowance::BULK;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use serde::Deserialize;
use serde_json::json;

use feedback_core::command::{Who, admitted, signature};
use feedback_core::refused::invalid;

/// The name of the function.
pub(super) const NAME: &str = "issueBulk";

/// The commands that can be applied in bulk.
const COMMANDS: &[&str] = &[
    "issueAccept",
    "issueAskInfo",
    "issueClose",
    "issueMerge",
    "issueUnmerge",
    "issueSnooze",
    "issueAssign",
    "issueSetSeverity",
    "issueSetQuality",
    "issueSetArea",
    "issueTag",
    "issueStart",
    "issueStop",
    "issueMarkFixed",
    "issueSetVisibility",
    "issueReopen",
    "issueUndo",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bulk {
    command: String,
    numbers: Vec<u32>,
    #[serde(default)]
    params: JsonMap,
}

pub(super) struct IssueBulk;

#[async_trait]
impl Function for IssueBulk {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<Bulk>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        // Before any answer about the parameters, from which other users could learn something.
        admitted(cx, Who::Administrator).await?;
        let bulk: Bulk = serde_json::from_value(Json::Object(params))
            .map_err(|error| invalid("PARAMS", error))?;
        let function = cx.engine().extension().function(&bulk.command);
        let Some(function) = function.filter(|_| COMMANDS.contains(&&*bulk.command)) else {
            return Err(invalid("COMMAND", "This command cannot run on several issues."));
        };
        if bulk.numbers.len() > BULK {
            return Err(invalid("TOO_MANY", format!("Choose at most {BULK} issues.")));
        }
        if cx.db().is_transaction() {
            return Err(invalid("TRANSACTION", "This function cannot run inside a transaction."));
        }
        let (mut done, mut refused) = (Vec::new(), Vec::new());
        for number in bulk.numbers {
            let mut params = bulk.params.clone();
            params.insert("number".to_owned(), number.into());
            match function.call(cx, params).await {
                Ok(_) => done.push(number),
                // An error about the caller applies to all issues.
                Err(error) if is_about_caller(&error) => return Err(error),
                Err(Error::Refused(refusal)) => {
                    refused.push(json!({ "number": number, "reason": refusal.message }));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Some(json!({ "done": done, "refused": refused })))
    }
}

fn is_about_caller(error: &Error) -> bool {
    matches!(error.code().map(|code| code.0), Some(119 | 209))
}
