//! Announcing a release to users, once per build.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_notify::announcement::{Release, announce};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApiAnnounceReleaseParams {
    /// The build's id.
    build: String,
    title: String,
    notes: String,
    fixes: Vec<u32>,
}

pub(super) struct ApiAnnounceRelease;

#[async_trait]
impl Command for ApiAnnounceRelease {
    const NAME: &'static str = "apiAnnounceRelease";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ApiAnnounceReleaseParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: ApiAnnounceReleaseParams,
    ) -> Result<Self::Answer, Error> {
        // Concurrent calls must not announce the same build twice.
        let lock = Sql::fixed(
            "select pg_advisory_xact_lock(hashtextextended('touchstone.release ' || $1::text, 0))",
            [Bind::from(&*params.build)],
        );
        ctx.execute(&lock).await?;
        if let Some(known) = known(ctx, &params.build).await? {
            return Ok(AuditedReply::new(known, None));
        }
        let release = Release {
            build: &params.build,
            title: &params.title,
            notes: &params.notes,
            fixes: &params.fixes,
        };
        let (id, people) = announce(ctx, &release).await?;
        let after = json!({ "id": id, "people": people });
        let change = AuditChange {
            kind: "announcement",
            id,
            label: params.title,
            before: json!({}),
            after: after.clone(),
        };
        Ok(AuditedReply::new(after, change))
    }
}

/// The existing announcement of a build.
async fn known(ctx: &CommandContext, build: &str) -> Result<Option<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', "objectId", 'people', "people"::int) from "Announcement"
        where "build" = $1::text and "kind" = 'release' and "publishedAt" is not null order by "publishedAt" limit 1"#,
        [Bind::from(build)],
    );
    ctx.row(&sql).await
}
