//! The setup steps that an administrator must complete before testers can start.

use parse_engine::Error;
use parse_model::Json;
use parse_store::Sql;
use serde::Deserialize;
use serde_json::json;

use feedback_core::command_context::CommandContext;

#[derive(Deserialize)]
struct StepsDone {
    demo: bool,
    names: bool,
    builds: bool,
    network: bool,
    season: bool,
    invitations: bool,
}

/// The steps, and which of them are done.
pub(super) async fn steps(ctx: &CommandContext) -> Result<Vec<Json>, Error> {
    let sql = Sql::new(
        r#"select jsonb_build_object(
            'demo', exists (select from _touchstone.demo),
            'names', exists (select from "Setting" where "key" = 'product.name'),
            'builds', exists (select from "Build" where "version" <> 'unknown'),
            'network', exists (select from "Network" where "enabled" and "traceMode" is not null),
            'season', exists (select from "Season" where "state" <> 'draft'),
            'invitations', exists (select from "Invitation") or exists (
                select from "Setting" where "key" = 'access.mode' and "value" ->> 'is' = 'open'))"#,
    );
    // A demo has no missing steps.
    let Some(done) = ctx.row::<StepsDone>(&sql).await?.filter(|done| !done.demo) else {
        return Ok(Vec::new());
    };
    let step = |key: &str, done: bool, sentence: &str| json!({ "key": key, "done": done, "sentence": sentence });
    Ok(vec![
        step("names", done.names, "Name the product."),
        step("builds", done.builds, "Add the first build."),
        step("network", done.network, "Add a network, and test its node."),
        step("season", done.season, "Open a season."),
        step(
            "invitations",
            done.invitations,
            "Make an invitation and send it to the first testers.",
        ),
    ])
}
