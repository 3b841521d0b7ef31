//! Saving a mission: everything while it is a draft, afterwards only texts, places and time.

use async_trait::async_trait;
use feedback_model::mission::draft::{MissionKind, Plain, Review, is_slug, slug};
use feedback_model::mission::state::MissionState;
use feedback_model::mission::step::{Step, StepDraft, steps};
use parse_engine::Error;
use parse_model::{Code, Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::list::{MissionResult, shown};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, invalid, keyed, not_found};
use feedback_networks::build::find_build;

/// Networks of a mission.
const NETWORKS: usize = 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct MissionSaveParams {
    id: Option<String>,
    slug: Option<String>,
    title: String,
    #[serde(default)]
    brief: String,
    kind: MissionKind,
    steps: Vec<StepDraft>,
    points: u32,
    minutes: Option<u32>,
    season: Option<u32>,
    opens_at: Option<String>,
    closes_at: Option<String>,
    capacity: Option<u32>,
    #[serde(default)]
    min_trust: u32,
    build: Option<String>,
    #[serde(default)]
    networks: Vec<String>,
    review: Option<Review>,
    note: Option<String>,
}

/// A valid mission with its previous state.
struct ValidMission {
    slug: String,
    review: Review,
    steps: Json,
    networks: Vec<String>,
    opens_at: Option<Date>,
    closes_at: Option<Date>,
}

/// A mission before a change.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MissionBefore {
    state: MissionState,
    slug: String,
    kind: MissionKind,
    points: u32,
    min_trust: u32,
    review: Review,
    frozen: Json,
    taken: u32,
    closes_at: Option<i64>,
    words: Json,
}

pub(super) struct MissionSave;

#[async_trait]
impl Command for MissionSave {
    const NAME: &'static str = "missionSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = MissionSaveParams;
    type Answer = AuditedReply<MissionResult>;

    async fn run(ctx: &CommandContext, params: MissionSaveParams) -> Result<Self::Answer, Error> {
        let before = match &params.id {
            Some(id) => Some(lock(ctx, id).await?),
            None => None,
        };
        let fit = fit(ctx, &params, before.as_ref()).await?;
        if let Some(before) = &before {
            keep_frozen(ctx, before, &params, &fit).await?;
        }
        let was = match &params.id {
            Some(id) => shown(ctx, id).await?,
            None => json!({}),
        };
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        write(ctx, &id, &params, &fit).await?;
        if let Some(before) = before.filter(|before| before.state.is_frozen()) {
            note_words(ctx, &id, &before, &params).await?;
        }
        let after = shown(ctx, &id).await?;
        let label = params.title.trim().to_owned();
        let change = AuditChange { kind: "mission", id, label, before: was, after: after.clone() };
        Ok(AuditedReply::new(MissionResult { mission: after }, change))
    }
}

fn moment(text: Option<&String>, field: &'static str) -> Result<Option<Date>, Error> {
    let read = |text: &String| {
        Date::parse(text).ok_or_else(|| {
            invalid(
                "MISSION_FIELD",
                format!(
                    "Invalid time: expected a timestamp such as 2026-11-18T09:00:00Z. ({field})"
                ),
            )
        })
    };
    text.map(read).transpose()
}

async fn fit(
    ctx: &CommandContext,
    params: &MissionSaveParams,
    before: Option<&MissionBefore>,
) -> Result<ValidMission, Error> {
    let review = params.review.unwrap_or(Review::AUTO);
    let plain = Plain {
        title: &params.title,
        brief: &params.brief,
        points: params.points,
        capacity: params.capacity,
        min_trust: params.min_trust,
        minutes: params.minutes,
        review,
    };
    plain.check().map_err(from_refusal)?;
    let read = steps(&params.steps).map_err(from_refusal)?;
    let (opens_at, closes_at) = (
        moment(params.opens_at.as_ref(), "opensAt")?,
        moment(params.closes_at.as_ref(), "closesAt")?,
    );
    if matches!((opens_at, closes_at), (Some(opens), Some(closes)) if opens >= closes) {
        return Err(invalid("MISSION_FIELD", "A mission ends after it opens. (closesAt)"));
    }
    if let Some(build) = &params.build {
        find_build(ctx, build).await?;
    }
    let networks = networks(ctx, params, &read).await?;
    let slug = free_slug(ctx, params, before).await?;
    let steps = serde_json::to_value(&params.steps).unwrap_or_default();
    Ok(ValidMission { slug, review, steps, networks, opens_at, closes_at })
}

/// The named networks and those of the checks. Each must belong to the programme, and so must each
/// token on its network.
async fn networks(
    ctx: &CommandContext,
    params: &MissionSaveParams,
    steps: &[Step],
) -> Result<Vec<String>, Error> {
    let mut networks = params.networks.clone();
    let checks: Vec<_> = steps.iter().filter_map(Step::check).collect();
    networks.extend(checks.iter().map(|check| check.network.clone()));
    networks.sort();
    networks.dedup();
    if networks.len() > NETWORKS {
        return Err(invalid(
            "MISSION_FIELD",
            format!("A mission has at most {NETWORKS} networks. (networks)"),
        ));
    }
    let tokens: Vec<Json> = checks
        .iter()
        .flat_map(|check| {
            let tokens = check.token_in.iter().chain(&check.token_out);
            tokens.map(|token| json!({ "token": token, "network": check.network }))
        })
        .collect();
    let sql = Sql::fixed(
        r#"select jsonb_build_object(
            'networks', (select count(*) from "Network" n where n."objectId" = any($1::text[]) and n."enabled"),
            'tokens', (select count(*) from jsonb_to_recordset($2::jsonb) one(token text, network text)
                where one.token = 'native' or exists (select from "Token" t where t."objectId" = one.token and t."network" = one.network)))"#,
        [Bind::from(networks.as_slice()), Json::from(tokens.clone()).into()],
    );
    let found: Json = ctx.row(&sql).await?.unwrap_or_default();
    if found["networks"].as_u64() != u64::try_from(networks.len()).ok() {
        return Err(invalid("MISSION_FIELD", "Choose among the programme's networks. (networks)"));
    }
    if found["tokens"].as_u64() != u64::try_from(tokens.len()).ok() {
        return Err(invalid("MISSION_CHECK", "Choose among the tokens of the check's network."));
    }
    Ok(networks)
}

/// The slug: unchanged once it was live, as requested, or derived from the title.
async fn free_slug(
    ctx: &CommandContext,
    params: &MissionSaveParams,
    before: Option<&MissionBefore>,
) -> Result<String, Error> {
    let given = params.slug.as_deref().map(str::trim).filter(|slug| !slug.is_empty());
    let wanted = match (given, before) {
        (Some(given), _) if is_slug(given) => given.to_owned(),
        (Some(_), _) => {
            let words = "An address has 3 to 60 small letters, digits and hyphens. (slug)";
            return Err(invalid("MISSION_FIELD", words));
        }
        (None, Some(before)) => before.slug.clone(),
        (None, None) => slug(&params.title),
    };
    let sql = Sql::fixed(
        r#"select to_jsonb(m."slug") from "Mission" m
        where (m."slug" = $1::text or m."slug" like $1::text || '-%') and m."objectId" is distinct from $2::text"#,
        [Bind::from(&*wanted), params.id.as_deref().into()],
    );
    let taken: Vec<String> = ctx.rows(&sql).await?;
    if !taken.contains(&wanted) {
        return Ok(wanted);
    }
    if given.is_some() {
        return Err(keyed(
            Code::DUPLICATE_VALUE,
            "SLUG_TAKEN",
            "Another mission has this address.",
        ));
    }
    let numbered =
        (2..1_000).map(|n: u32| format!("{wanted}-{n}")).find(|one| !taken.contains(one));
    numbered.ok_or_else(|| invalid("MISSION_FIELD", "Choose another address. (slug)"))
}

async fn lock(ctx: &CommandContext, id: &str) -> Result<MissionBefore, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('state', m."state", 'slug', m."slug", 'kind', m."kind", 'points', m."points"::int,
            'minTrust', m."minTrust"::int, 'review', m."review", 'frozen', _touchstone.frozen_steps(m."steps"),
            'taken', (select p.taken from _touchstone.mission_places p where p.mission = m."objectId"),
            'closesAt', _touchstone.in_millis(m."closesAt"),
            'words', jsonb_build_object('title', m."title", 'brief', m."brief", 'steps', m."steps"))
        from "Mission" m where m."objectId" = $1::text for update"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

/// A mission that was live keeps everything that testers rely on.
async fn keep_frozen(
    ctx: &CommandContext,
    before: &MissionBefore,
    params: &MissionSaveParams,
    fit: &ValidMission,
) -> Result<(), Error> {
    if params.capacity.is_some_and(|places| places < before.taken) {
        let taken = before.taken;
        return Err(invalid("MISSION_CAPACITY", format!("{taken} places are taken already.")));
    }
    if !before.state.is_frozen() {
        return Ok(());
    }
    let sql =
        Sql::fixed("select _touchstone.frozen_steps($1::jsonb)", [Bind::from(fit.steps.clone())]);
    let frozen: Json = ctx.row(&sql).await?.unwrap_or_default();
    let is_same = frozen == before.frozen
        && before.points == params.points
        && before.kind == params.kind
        && before.min_trust == params.min_trust
        && before.review == fit.review
        && before.slug == fit.slug;
    if !is_same {
        return Err(invalid(
            "MISSION_FROZEN",
            "A published mission can only change its text, add places or extend its deadline.",
        ));
    }
    let is_earlier = match (before.closes_at, fit.closes_at) {
        (Some(before), Some(after)) => after.millis() < before,
        (None, Some(_)) => true,
        (_, None) => false,
    };
    if is_earlier || matches!(before.state, MissionState::Ended | MissionState::Archived) {
        return Err(invalid(
            "MISSION_FROZEN",
            "The end of a mission can only move to a later time; close the mission instead.",
        ));
    }
    Ok(())
}

async fn write(
    ctx: &CommandContext,
    id: &str,
    params: &MissionSaveParams,
    fit: &ValidMission,
) -> Result<(), Error> {
    let season = match params.season {
        Some(season) => Some(season),
        None => Some(ctx.rules_and_seasons().await?.default_season()).filter(|number| *number > 0),
    };
    let networks: Json = fit.networks.iter().cloned().collect();
    let sql = Sql::fixed(
        WRITE,
        [
            Bind::from(id),
            ctx.now().into(),
            fit.slug.as_str().into(),
            params.title.trim().into(),
            params.brief.trim().into(),
            params.kind.key().into(),
            fit.steps.clone().into(),
            f64::from(params.points).into(),
            params.minutes.map(f64::from).into(),
            season.map(f64::from).into(),
            fit.opens_at.into(),
            fit.closes_at.into(),
            params.capacity.map(f64::from).into(),
            f64::from(params.min_trust).into(),
            params.build.as_deref().into(),
            networks.into(),
            json!(fit.review).into(),
            ctx.member()?.id.as_str().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

const WRITE: &str = r#"insert into "Mission" ("objectId", "createdAt", "updatedAt", "slug", "title", "brief", "kind", "steps",
    "points", "minutes", "season", "opensAt", "closesAt", "capacity", "minTrust", "build", "networks", "review", "createdBy",
    "state", "extendedSeconds")
values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::jsonb, $8::float8, $9::float8,
    $10::float8, $11::timestamptz, $12::timestamptz, $13::float8, $14::float8, $15::text, $16::jsonb, $17::jsonb, $18::text,
    'draft', 0)
on conflict ("objectId") do update set "updatedAt" = excluded."updatedAt", "slug" = excluded."slug", "title" = excluded."title",
    "brief" = excluded."brief", "kind" = excluded."kind", "steps" = excluded."steps", "points" = excluded."points",
    "minutes" = excluded."minutes", "season" = excluded."season", "opensAt" = excluded."opensAt", "closesAt" = excluded."closesAt",
    "capacity" = excluded."capacity", "minTrust" = excluded."minTrust", "build" = excluded."build",
    "networks" = excluded."networks", "review" = excluded."review""#;

/// Stores the previous texts, if they changed.
async fn note_words(
    ctx: &CommandContext,
    id: &str,
    before: &MissionBefore,
    params: &MissionSaveParams,
) -> Result<(), Error> {
    let steps = serde_json::to_value(&params.steps).unwrap_or_default();
    let after =
        json!({ "title": params.title.trim(), "brief": params.brief.trim(), "steps": steps });
    if after == before.words {
        return Ok(());
    }
    let sql = Sql::fixed(
        "insert into _touchstone.mission_mended (mission, at, by, before, after, note)
        values ($1::text, $2::timestamptz, $3::text, $4::jsonb, $5::jsonb, $6::text)",
        [
            Bind::from(id),
            ctx.now().into(),
            ctx.member()?.id.as_str().into(),
            before.words.clone().into(),
            after.into(),
            params.note.as_deref().map(str::trim).into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MissionTextsParams {
    mission: String,
}

pub(super) struct MissionTexts;

#[async_trait]
impl Query for MissionTexts {
    const NAME: &'static str = "missionTexts";
    const WHO: Who = Who::Administrator;
    type Params = MissionTextsParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, one: MissionTextsParams) -> Result<Json, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('at', _touchstone.iso(t.at), 'before', t.before, 'after', t.after, 'note', t.note,
                'by', (select _touchstone.person(u) from "_User" u where u."objectId" = t.by))
            from _touchstone.mission_mended t join "Mission" m on m."objectId" = t.mission
            where m."objectId" = $1::text or m."slug" = $1::text order by t.at desc limit 200"#,
            [Bind::from(&*one.mission)],
        );
        let rows: Vec<Json> = ctx.rows(&sql).await?;
        Ok(json!({ "rows": rows }))
    }
}
