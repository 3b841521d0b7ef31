//! Reports by programs, which name builds by version.

use async_trait::async_trait;
use feedback_model::build::Channel;
use feedback_model::{Kind, Severity, with_report_texts};
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use serde::Deserialize;
use serde_json::json;

use super::call_function::ask;
use feedback_core::command::{Who, admitted, signature};
use feedback_core::form::{Form, Parameters};
use feedback_core::refused::invalid_with;

/// The name of the function.
pub(super) const NAME: &str = "apiReport";

/// Versions listed in the error for an unknown build.
const MOST_VERSIONS: usize = 20;

/// Fields with another name in `issueSubmit`.
const OTHER_NAMES: [(&str, &str); 1] = [("severity", "severityClaimed")];

with_report_texts! {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Report {
        kind: Kind,
        title: String,
        area: String,
        body: Option<String>,
        steps: Option<Vec<String>>,
        severity: Option<Severity>,
        tags: Option<Vec<String>>,
        environment: Option<JsonMap>,
        private: Option<bool>,
        /// Default: `web`.
        channel: Option<Channel>,
        /// A version, if known.
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
        let Form { sent: report, mut errors } = Form::<Report>::read(params)?;
        let channel = report.channel.unwrap_or(Channel::Web);
        let found = build(cx, channel, report.build.as_deref()).await;
        let found = errors.check("build", found)?;
        // An invalid report is sent without a build, so that the rest is validated and nothing is
        // written.
        let build = found.filter(|_| errors.is_empty()).unwrap_or_else(|| json!(""));
        match ask(cx, "issueSubmit", sent(&report, build)).await {
            Ok(submitted) if errors.is_empty() => {
                Ok(Some(json!({ "number": submitted["number"], "id": submitted["id"] })))
            }
            Ok(_) => Err(errors.refusal()),
            Err(Error::Refused(refusal)) => {
                errors.add(refusal, &OTHER_NAMES, &["build"]);
                Err(errors.refusal())
            }
            Err(failure) => Err(failure),
        }
    }
}

/// The report as parameters of `issueSubmit`.
fn sent(report: &Report, build: Json) -> Json {
    let mut sent = json!({
        "kind": report.kind, "title": report.title, "area": report.area, "build": build,
        "private": report.private.unwrap_or_default(),
    });
    for (text, value) in report.report_texts() {
        sent[text.key()] = value.into();
    }
    let further = [
        ("body", json!(report.body)),
        ("steps", json!(report.steps)),
        ("severityClaimed", json!(report.severity)),
        ("tags", json!(report.tags)),
        ("environment", json!(report.environment)),
    ];
    for (name, value) in further {
        if !value.is_null() {
            sent[name] = value;
        }
    }
    sent
}

/// The build of a version, or the placeholder for unknown builds.
async fn build(cx: &Cx, channel: Channel, version: Option<&str>) -> Result<Json, Error> {
    let version = version.unwrap_or("unknown");
    let builds = ask(cx, "builds", json!({})).await?;
    let of_channel = builds["rows"].as_array().into_iter().flatten();
    let of_channel = of_channel.filter(|build| build["channel"] == channel.key());
    let found = of_channel.clone().find(|build| build["version"] == version);
    found.map(|build| build["id"].clone()).ok_or_else(|| {
        let sentence = format!("There is no build {version} of {}.", channel.key());
        let versions: Vec<&Json> =
            of_channel.take(MOST_VERSIONS).map(|build| &build["version"]).collect();
        invalid_with("BUILD", sentence, json!({ "allowed": versions }))
    })
}
