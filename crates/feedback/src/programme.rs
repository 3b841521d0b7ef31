//! The programme as everybody in it sees it: names, words, parts of the product.

use async_trait::async_trait;
use parse_engine::{Error, Extension};
use parse_model::Json;
use serde_json::json;

use crate::command::{Nothing, Question, Who, question};
use crate::desk::Desk;
use crate::setting::Settings;

pub(crate) fn bring(extension: Extension, settings: &Settings) -> Extension {
    question::<Programme>(extension, settings)
}

struct Programme;

#[async_trait]
impl Question for Programme {
    const NAME: &'static str = "programme";
    const WHO: Who = Who::Member;
    type Params = Nothing;
    type Answer = Json;

    async fn answer(desk: &Desk, _: Nothing) -> Result<Json, Error> {
        let chosen = desk.settings().await?;
        Ok(json!({
            "product": {
                "name": chosen.value("product.name"),
                "shortName": chosen.value("product.shortName"),
            },
            "areas": chosen.value("areas"),
            "severityWords": chosen.value("severity.words"),
            "readOnly": chosen.is_read_only(),
            "securityContact": chosen.value("security.contact"),
            "votersVisible": chosen.value("voters.visible"),
            "timeZone": chosen.value("programme.timeZone"),
            "promise": {
                "firstResponseS1h": chosen.value("promise.firstResponseS1h"),
                "firstResponseH": chosen.value("promise.firstResponseH"),
                "decisionDays": chosen.value("promise.decisionDays"),
            },
        }))
    }
}
