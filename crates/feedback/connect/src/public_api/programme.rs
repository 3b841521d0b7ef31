//! The values a report may have: areas, builds, severities, kinds and networks.

use async_trait::async_trait;
use feedback_model::{Kind, Severity};
use parse_engine::Error;
use parse_model::Json;
use serde::Serialize;
use serde_json::json;

use super::call_function::ask;
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

/// Builds that are listed, the newest of each channel first.
const MOST_BUILDS: usize = 200;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ApiProgrammeResult {
    name: Json,
    read_only: Json,
    kinds: Vec<Json>,
    areas: Json,
    severities: Vec<Json>,
    builds: Vec<Json>,
    networks: Vec<Json>,
}

pub(super) struct ApiProgramme;

#[async_trait]
impl Query for ApiProgramme {
    const NAME: &'static str = "apiProgramme";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = ApiProgrammeResult;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<ApiProgrammeResult, Error> {
        let programme = ask(ctx.cx(), "programme", json!({})).await?;
        let networks = ask(ctx.cx(), "networks", json!({})).await?;
        let kind = |kind: Kind| json!({ "key": kind.key(), "hasSeverity": kind.has_severity() });
        let severity = |one: Severity| json!({ "key": one.key(), "name": programme["severityWords"][one.key()] });
        let is_active = |build: &&Json| build["state"] == "active";
        let builds = programme["builds"].as_array().into_iter().flatten().filter(is_active);
        let is_enabled = |network: &&Json| network["enabled"] == true;
        let networks = networks["rows"].as_array().into_iter().flatten().filter(is_enabled);
        Ok(ApiProgrammeResult {
            name: programme["product"]["name"].clone(),
            read_only: programme["readOnly"].clone(),
            kinds: Kind::ALL.into_iter().map(kind).collect(),
            areas: programme["areas"].clone(),
            severities: Severity::ALL.into_iter().map(severity).collect(),
            builds: builds
                .take(MOST_BUILDS)
                .map(|build| pick(build, &["id", "channel", "version", "releasedAt"]))
                .collect(),
            networks: networks
                .map(|network| pick(network, &["chainId", "name", "isTestnet", "nativeSymbol"]))
                .collect(),
        })
    }
}

/// Some fields of an object.
fn pick(from: &Json, fields: &[&str]) -> Json {
    fields.iter().map(|field| ((*field).to_owned(), from[*field].clone())).collect()
}
