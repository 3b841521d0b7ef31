//! Reports by programs: builds are named by their version.

use async_trait::async_trait;
use feedback_model::build::Channel;
use feedback_model::with_report_texts;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use serde::Deserialize;
use serde_json::json;

use super::call_function::ask;
use feedback_core::command::{Who, admitted, signature};
use feedback_core::refused::invalid;

/// The function it is called by.
pub(super) const NAME: &str = "apiReport";

with_report_texts! {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Report {
        kind: Json,
        title: Json,
        area: Json,
        body: Option<Json>,
        steps: Option<Json>,
        severity: Option<Json>,
        tags: Option<Json>,
        environment: Option<Json>,
        private: Option<bool>,
        /// `web` if left out.
        channel: Option<Channel>,
        /// A version; left out if it is not known.
        build: Option<String>,
    }
}

pub(super) struct ApiReport;

#[async_trait]
impl Function for ApiReport {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<Report>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        admitted(cx, Who::Administrator).await?;
        let report: Report = serde_json::from_value(Json::Object(params))
            .map_err(|error| invalid("PARAMS", error))?;
        let build =
            build(cx, report.channel.unwrap_or(Channel::Web), report.build.as_deref()).await?;
        let mut sent = json!({
            "kind": report.kind, "title": report.title, "area": report.area, "build": build,
            "private": report.private.unwrap_or_default(),
        });
        for (text, value) in report.report_texts() {
            sent[text.key()] = value.into();
        }
        let further = [
            ("body", report.body),
            ("steps", report.steps),
            ("severityClaimed", report.severity),
            ("tags", report.tags),
            ("environment", report.environment),
        ];
        for (name, value) in further {
            if let Some(value) = value.filter(|value| !value.is_null()) {
                sent[name] = value;
            }
        }
        let submitted = ask(cx, "issueSubmit", sent).await?;
        Ok(Some(json!({ "number": submitted["number"], "id": submitted["id"] })))
    }
}

/// The build of a version, or the placeholder for unknown builds.
async fn build(cx: &Cx, channel: Channel, version: Option<&str>) -> Result<Json, Error> {
    let version = version.unwrap_or("unknown");
    let builds = ask(cx, "builds", json!({})).await?;
    let is_meant = |build: &&Json| build["channel"] == channel.key() && build["version"] == version;
    let found = builds["rows"].as_array().and_then(|rows| rows.iter().find(is_meant));
    found.map(|build| build["id"].clone()).ok_or_else(|| {
        invalid("BUILD", format!("There is no build {version} of {}.", channel.key()))
    })
}
