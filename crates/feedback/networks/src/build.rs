//! Builds of the product under test.

use async_trait::async_trait;
use feedback_model::build::{Build, Channel};
use parse_engine::{Error, Extension};
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, NoParams, Query, Who, command, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{invalid, invalid_with, not_found};

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<BuildSave>(extension, state);
    query::<Builds>(extension, state)
}

/// An existing build.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KnownBuild {
    /// In the form of the rules.
    pub build: Build,
    /// Whether testers can still get it.
    pub is_active: bool,
}

/// A build by its id.
pub async fn find_build(ctx: &CommandContext, id: &str) -> Result<KnownBuild, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('build', _touchstone.build_order("objectId"), 'isActive', "state" = 'active')
        from "Build" where "objectId" = $1::text"#,
        [Bind::from(id)],
    );
    match ctx.row(&sql).await? {
        Some(known) => Ok(known),
        None => {
            let details = json!({ "allowed": newest_ids(ctx).await? });
            Err(invalid_with("BUILD", "Choose one of the programme's builds.", details))
        }
    }
}

/// The ids of the builds that a report most likely refers to.
async fn newest_ids(ctx: &CommandContext) -> Result<Vec<String>, Error> {
    let sql = Sql::new(
        r#"select to_jsonb("objectId") from "Build" where "state" = 'active' order by "releasedAt" desc limit 20"#,
    );
    ctx.rows(&sql).await
}

/// All builds, newest of each channel first.
pub async fn all(ctx: &CommandContext, is_admin: bool) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', b."objectId", 'channel', b."channel", 'version', b."version",
            'ordinal', b."ordinal"::int, 'state', b."state", 'releasedAt', _touchstone.iso(b."releasedAt"))
            || case when $1::bool then jsonb_build_object('notes', b."notes", 'commit', b."commit",
                'fixedIssues', coalesce(b."fixedIssues", '[]')) else '{}' end
        from "Build" b
        order by array_position(array['web', 'contracts', 'mobile'], b."channel"), b."ordinal" desc limit 1000"#,
        [Bind::from(is_admin)],
    );
    ctx.rows(&sql).await
}

struct Builds;

#[async_trait]
impl Query for Builds {
    const NAME: &'static str = "builds";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        Ok(json!({ "rows": all(ctx, ctx.member()?.is_admin).await? }))
    }
}

/// Whether testers can get a build.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    #[default]
    Active,
    Retired,
}

impl State {
    fn key(self) -> &'static str {
        match self {
            State::Active => "active",
            State::Retired => "retired",
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BuildSaveParams {
    id: Option<String>,
    channel: Channel,
    version: String,
    ordinal: Option<u32>,
    released_at: String,
    notes: Option<String>,
    commit: Option<String>,
    fixed_issues: Option<Vec<u32>>,
    state: Option<State>,
}

#[derive(Serialize)]
struct BuildSaveResult {
    build: Json,
}

struct BuildSave;

#[async_trait]
impl Command for BuildSave {
    const NAME: &'static str = "buildSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = BuildSaveParams;
    type Answer = AuditedReply<BuildSaveResult>;

    async fn run(ctx: &CommandContext, params: BuildSaveParams) -> Result<Self::Answer, Error> {
        let fields = fit(&params)?;
        // Two concurrent inserts must not get the same ordinal.
        ctx.execute(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.build'))"))
            .await?;
        let is_new = params.id.is_none();
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        let before = build_json(ctx, &id).await?;
        if before.is_none() != is_new {
            return Err(not_found());
        }
        write(ctx, &id, &params, &fields).await?;
        let after = build_json(ctx, &id).await?.ok_or_else(not_found)?;
        let before = before.unwrap_or_else(|| json!({}));
        let change =
            AuditChange { kind: "build", id, label: fields.version, before, after: after.clone() };
        Ok(AuditedReply::new(BuildSaveResult { build: after }, change))
    }
}

/// The valid fields of a build.
struct ValidBuild {
    version: String,
    released_at: Date,
}

fn fit(params: &BuildSaveParams) -> Result<ValidBuild, Error> {
    let version = params.version.trim().to_owned();
    let fits = feedback_model::search::Version::parse(&version).is_some() && version.len() <= 40;
    if !fits || version == "unknown" {
        return Err(invalid(
            "BUILD_VERSION",
            "A version has 1 to 40 letters, digits and . _ + -, and is not “unknown”.",
        ));
    }
    let released_at = Date::parse(&params.released_at)
        .ok_or_else(|| invalid("BUILD_RELEASED", "The release time of the build is required."))?;
    let has_room =
        |text: &Option<String>, most| text.as_ref().is_none_or(|text| text.chars().count() <= most);
    if !has_room(&params.notes, 4000) || !has_room(&params.commit, 80) {
        return Err(invalid("BUILD_TEXT", "Notes have at most 4,000 characters, a commit 80."));
    }
    if params.ordinal == Some(0) {
        return Err(invalid("BUILD_ORDINAL", "Positions start at 1."));
    }
    Ok(ValidBuild { version, released_at })
}

async fn write(
    ctx: &CommandContext,
    id: &str,
    params: &BuildSaveParams,
    fields: &ValidBuild,
) -> Result<(), Error> {
    let fixed: Option<Json> = params
        .fixed_issues
        .as_ref()
        .map(|numbers| numbers.iter().map(|number| Json::from(*number)).collect());
    let sql = Sql::fixed(
        r#"insert into "Build" as b ("objectId", "createdAt", "updatedAt", "channel", "version", "ordinal", "releasedAt",
            "notes", "commit", "fixedIssues", "state", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text,
            coalesce($5::float8, (select coalesce(max("ordinal"), 0) + 1 from "Build" where "channel" = $3::text)),
            $6::timestamptz, $7::text, $8::text, coalesce($9::jsonb, '[]'), coalesce($10::text, 'active'), '{*}', '{}')
        on conflict ("objectId") do update set "updatedAt" = excluded."updatedAt", "channel" = excluded."channel",
            "version" = excluded."version", "ordinal" = coalesce($5::float8, b."ordinal"), "releasedAt" = excluded."releasedAt",
            "notes" = coalesce($7::text, b."notes"), "commit" = coalesce($8::text, b."commit"),
            "fixedIssues" = coalesce($9::jsonb, b."fixedIssues"), "state" = coalesce($10::text, b."state")
        where b."ordinal" > 0"#,
        [
            Bind::from(id),
            ctx.now().into(),
            params.channel.key().into(),
            fields.version.as_str().into(),
            params.ordinal.map(f64::from).into(),
            fields.released_at.into(),
            params.notes.as_deref().into(),
            params.commit.as_deref().into(),
            fixed.into(),
            params.state.map(State::key).into(),
        ],
    );
    match ctx.execute(&sql).await? {
        0 => Err(invalid("BUILD_UNKNOWN", "The build “unknown” cannot be changed.")),
        _ => Ok(()),
    }
}

async fn build_json(ctx: &CommandContext, id: &str) -> Result<Option<Json>, Error> {
    let builds = all(ctx, true).await?;
    Ok(builds.into_iter().find(|build| build["id"] == id))
}
