//! The failure classes, for an administrator to choose from.

use async_trait::async_trait;
use chain::FailureClass;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

pub(super) struct FailureClasses;

#[async_trait]
impl Query for FailureClasses {
    const NAME: &'static str = "failureClasses";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(_: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let row = |class: FailureClass| json!({ "key": class.key(), "verdict": class.verdict().key(), "sentence": class.sentence() });
        Ok(json!({ "rows": FailureClass::ALL.map(row).to_vec() }))
    }
}
