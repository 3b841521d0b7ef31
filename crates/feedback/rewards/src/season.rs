//! Seasons: creating, starting, reviewing and sealing them.

mod schedule;

use async_trait::async_trait;
use feedback_model::season::{Season, SeasonState, may_become, may_stand};
use feedback_model::{IssueId, Timestamp, UserId};
use parse_engine::{Error, Extension};
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, NoParams, Query, Who, command, query};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};
use feedback_core::product_state::ProductState;
use feedback_core::refused::{from_refusal, invalid, not_found};
use feedback_core::rules_and_seasons::RulesAndSeasons;
use feedback_core::task::register_task;
use feedback_core::timestamp::{date, timestamp};
use feedback_issues::triage::settle_all;
use feedback_points::points::{checkpoint, verify};

/// Registers the functions and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<Seasons>(extension, state);
    let extension = query::<SeasonChecklist>(extension, state);
    let extension = command::<SeasonSave>(extension, state);
    let extension = command::<SeasonSetState>(extension, state);
    register_task::<schedule::SeasonClock>(extension, state)
}

struct Seasons;

#[async_trait]
impl Query for Seasons {
    const NAME: &'static str = "seasons";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        Ok(json!({ "rows": seasons_json(ctx, None, ctx.member()?.is_admin).await? }))
    }
}

/// Seasons for clients, newest first. Seasons in preparation are returned to administrators only.
async fn seasons_json(
    ctx: &CommandContext,
    number: Option<u32>,
    with_drafts: bool,
) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('number', s."number", 'name', s."name", 'startsAt', _touchstone.iso(s."startsAt"),
            'endsAt', _touchstone.iso(s."endsAt"), 'reviewDays', s."reviewDays", 'state', s."state", 'finalHash', s."finalHash",
            'entries', coalesce((select seq from _touchstone.ledger_head where season = s."number"), 0),
            'people', (select coalesce(sum(c.people), 0) from _touchstone.board_count c where c.season = s."number"::int))
        from "Season" s
        where ($1::float8 is null or s."number" = $1::float8) and ($2::bool or s."state" <> 'draft')
        order by s."number" desc"#,
        [Bind::from(number.map(f64::from)), with_drafts.into()],
    );
    ctx.rows(&sql).await
}

async fn one(ctx: &CommandContext, number: u32) -> Result<Json, Error> {
    seasons_json(ctx, Some(number), true).await?.pop().ok_or_else(not_found)
}

/// Serializes everything that changes seasons.
async fn lock_seasons(ctx: &CommandContext) -> Result<RulesAndSeasons, Error> {
    let lock = Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.season'))");
    ctx.execute(&lock).await?;
    ctx.read_rules_and_seasons().await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SeasonSaveParams {
    number: Option<u32>,
    name: String,
    starts_at: String,
    ends_at: String,
    review_days: Option<u32>,
}

impl SeasonSaveParams {
    fn name(&self) -> Result<&str, Error> {
        let name = self.name.trim();
        if (1..=80).contains(&name.chars().count()) {
            Ok(name)
        } else {
            Err(invalid("NAME", "A season's name has 1 to 80 characters."))
        }
    }

    /// The resulting season.
    fn season(&self, number: u32, state: SeasonState, days: u32) -> Result<Season, Error> {
        let time = |text: &str| {
            let date = Date::parse(text).map(timestamp);
            date.ok_or_else(|| invalid("TIME", "The start and the end of a season are required."))
        };
        let review_days = self.review_days.unwrap_or(days);
        if review_days > 90 {
            return Err(invalid("REVIEW_DAYS", "A review takes 0 to 90 days."));
        }
        let (starts_at, ends_at) = (time(&self.starts_at)?, time(&self.ends_at)?);
        Ok(Season { number, starts_at, ends_at, review_days, state })
    }
}

struct SeasonSave;

#[async_trait]
impl Command for SeasonSave {
    const NAME: &'static str = "seasonSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = SeasonSaveParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: SeasonSaveParams) -> Result<Self::Answer, Error> {
        let rules_and_seasons = lock_seasons(ctx).await?;
        let before = match params.number {
            Some(number) => Some(rules_and_seasons.season(number).ok_or_else(not_found)?.clone()),
            None => None,
        };
        let shown_before = match &before {
            Some(season) => one(ctx, season.number).await?,
            None => json!({}),
        };
        let next = rules_and_seasons.seasons().last().map_or(1, |season| season.number + 1);
        let number = before.as_ref().map_or(next, |season| season.number);
        let state = before.as_ref().map_or(SeasonState::Draft, |season| season.state);
        let days = ctx.settings().await?.value("season.reviewDays");
        let days = before.as_ref().map_or(days.as_u64().unwrap_or(7), |s| s.review_days.into());
        let season = params.season(number, state, u32::try_from(days).unwrap_or(7))?;
        may_stand(&season, rules_and_seasons.seasons()).map_err(from_refusal)?;
        may_change(before.as_ref(), &season, ctx.now())?;
        write(ctx, &season, params.name()?).await?;
        let after = one(ctx, number).await?;
        let change = AuditChange {
            kind: "season",
            id: number.to_string(),
            label: params.name()?.to_owned(),
            before: shown_before,
            after: after.clone(),
        };
        Ok(AuditedReply::new(json!({ "season": after }), change))
    }
}

/// The start of a season that has begun is fixed, because reports belong to it, and its end must be
/// in the future.
fn may_change(before: Option<&Season>, after: &Season, now: Date) -> Result<(), Error> {
    let Some(before) = before else { return Ok(()) };
    match before.state {
        SeasonState::Draft => Ok(()),
        SeasonState::Live if after.starts_at != before.starts_at => {
            Err(invalid("SEASON_BEGUN", "The season has started; its start cannot be changed."))
        }
        SeasonState::Live if after.ends_at != before.ends_at && after.ends_at <= timestamp(now) => {
            Err(invalid("SEASON_ENDS_AHEAD", "Choose an end in the future."))
        }
        SeasonState::Live => Ok(()),
        SeasonState::Review
            if (after.starts_at, after.ends_at) == (before.starts_at, before.ends_at) =>
        {
            Ok(())
        }
        SeasonState::Review | SeasonState::Final | SeasonState::Archived => {
            Err(invalid("SEASON_OVER", "The season has ended; its dates cannot be changed."))
        }
    }
}

async fn write(ctx: &CommandContext, season: &Season, name: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into "Season" ("objectId", "createdAt", "updatedAt", "number", "name", "startsAt", "endsAt", "reviewDays",
            "state", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::float8, $4::text, $5::timestamptz, $6::timestamptz,
            $7::float8, 'draft', '{role:administrators}', '{}')
        on conflict ("number") do update set "name" = excluded."name", "startsAt" = excluded."startsAt",
            "endsAt" = excluded."endsAt", "reviewDays" = excluded."reviewDays", "updatedAt" = excluded."updatedAt""#,
        [
            Bind::from(ctx.new_id()),
            ctx.now().into(),
            f64::from(season.number).into(),
            name.into(),
            date(season.starts_at).into(),
            date(season.ends_at).into(),
            f64::from(season.review_days).into(),
        ],
    );
    ctx.rules_and_seasons_changed();
    ctx.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonSetStateParams {
    number: u32,
    state: SeasonState,
}

struct SeasonSetState;

#[async_trait]
impl Command for SeasonSetState {
    const NAME: &'static str = "seasonSetState";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = SeasonSetStateParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: SeasonSetStateParams,
    ) -> Result<Self::Answer, Error> {
        let rules_and_seasons = lock_seasons(ctx).await?;
        let before = one(ctx, params.number).await?;
        if params.state == SeasonState::Final {
            settle_what_is_open(ctx, &rules_and_seasons, params.number).await?;
        }
        advance(ctx, &rules_and_seasons, params.number, params.state).await?;
        let after = one(ctx, params.number).await?;
        let label = after["name"].as_str().unwrap_or_default().to_owned();
        let id = params.number.to_string();
        let change = AuditChange { kind: "season", id, label, before, after: after.clone() };
        let checklist = checklist(ctx, params.number).await?;
        Ok(AuditedReply::new(json!({ "season": after, "checklist": checklist }), change))
    }
}

/// Changes the state of a season, inside a transaction that has locked the seasons.
///
/// Entering `final` seals it: concurrent writers of its ledger are waited for, everything must have
/// been settled, by the periodic task or by the administrator who seals it manually, and the last
/// checkpoint is written.
async fn advance(
    ctx: &CommandContext,
    rules_and_seasons: &RulesAndSeasons,
    number: u32,
    to: SeasonState,
) -> Result<(), Error> {
    let season = rules_and_seasons.season(number).ok_or_else(not_found)?;
    may_become(season, to, rules_and_seasons.seasons()).map_err(from_refusal)?;
    let next = season.entering(to, timestamp(ctx.now()));
    if to == SeasonState::Live {
        may_stand(&next, rules_and_seasons.seasons()).map_err(from_refusal)?;
    }
    let hash = if to == SeasonState::Final {
        let open = unsettled(ctx, number).await?.len();
        if open > 0 {
            return Err(invalid(
                "SEASON_UNSETTLED",
                format!("{open} confirmed reports of this season are not settled yet."),
            ));
        }
        Some(checkpoint::write(ctx, number).await?)
    } else {
        None
    };
    let sql = Sql::fixed(
        r#"update "Season" set "state" = $2::text, "finalHash" = coalesce($3::text, "finalHash"), "_rperm" = '{*}',
            "startsAt" = $5::timestamptz, "endsAt" = $6::timestamptz, "updatedAt" = $4::timestamptz
        where "number" = $1::float8"#,
        [
            f64::from(number).into(),
            Bind::from(to.key()),
            hash.into(),
            ctx.now().into(),
            date(next.starts_at).into(),
            date(next.ends_at).into(),
        ],
    );
    ctx.rules_and_seasons_changed();
    ctx.execute(&sql).await?;
    append_season_event(ctx, number, to).await
}

/// All users are notified when a season begins, ends, or is final; not when it is archived.
async fn append_season_event(
    ctx: &CommandContext,
    number: u32,
    state: SeasonState,
) -> Result<(), Error> {
    if !matches!(state, SeasonState::Live | SeasonState::Review | SeasonState::Final) {
        return Ok(());
    }
    let shown = one(ctx, number).await?;
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let event = DomainEvent {
        kind: EventKind::SeasonChanged,
        issue: None,
        actor: actor.as_ref(),
        data: json!({ "number": number, "name": shown["name"], "state": state.key() }),
    };
    append(ctx, &event).await
}

/// Changes the state of a season when it is due.
pub(super) async fn follow_clock(
    ctx: &CommandContext,
    number: u32,
    now: Timestamp,
) -> Result<(), Error> {
    let rules_and_seasons = lock_seasons(ctx).await?;
    match rules_and_seasons.season(number).and_then(|season| season.awaited(now)) {
        Some(state) => advance(ctx, &rules_and_seasons, number, state).await,
        None => Ok(()),
    }
}

/// An administrator who seals a season manually does not wait for open reward pools.
async fn settle_what_is_open(
    ctx: &CommandContext,
    rules_and_seasons: &RulesAndSeasons,
    number: u32,
) -> Result<(), Error> {
    let season = rules_and_seasons.season(number).ok_or_else(not_found)?;
    may_become(season, SeasonState::Final, rules_and_seasons.seasons()).map_err(from_refusal)?;
    settle_all(ctx, &unsettled(ctx, number).await?).await
}

/// The confirmed issues of a season whose reward pool is not final.
async fn unsettled(ctx: &CommandContext, number: u32) -> Result<Vec<IssueId>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(i."objectId") from "Issue" i, "Season" s
        where s."number" = $1::float8 and i."submittedAt" >= s."startsAt" and i."submittedAt" < s."endsAt"
            and i."confirmedAt" is not null and i."settledAt" is null and i."duplicateOf" is null
            and coalesce(i."resolution", '') not in ('invalid', 'spam', 'withdrawn')"#,
        [Bind::from(f64::from(number))],
    );
    ctx.rows(&sql).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonChecklistParams {
    number: u32,
}

struct SeasonChecklist;

#[async_trait]
impl Query for SeasonChecklist {
    const NAME: &'static str = "seasonChecklist";
    const WHO: Who = Who::Administrator;
    type Params = SeasonChecklistParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: SeasonChecklistParams) -> Result<Json, Error> {
        one(ctx, params.number).await?;
        Ok(json!({ "items": checklist(ctx, params.number).await? }))
    }
}

/// The tasks before a season is sealed.
async fn checklist(ctx: &CommandContext, number: u32) -> Result<Vec<Json>, Error> {
    let item = |key: &str, count: usize, sentence: String| json!({ "key": key, "ok": count == 0, "count": count, "sentence": sentence });
    let undecided = Sql::fixed(
        r#"select to_jsonb(count(*)) from "Issue" i, "Season" s
        where s."number" = $1::float8 and i."submittedAt" >= s."startsAt" and i."submittedAt" < s."endsAt"
            and i."status" in ('new', 'needs_info') and i."confirmedAt" is null"#,
        [Bind::from(f64::from(number))],
    );
    let undecided: usize = ctx.row(&undecided).await?.unwrap_or(0);
    let unsettled = unsettled(ctx, number).await?.len();
    let appeals = Sql::fixed(OPEN_APPEALS, [Bind::from(f64::from(number))]);
    let appeals: usize = ctx.row(&appeals).await?.unwrap_or(0);
    let verified = verify::verify(ctx, number, verify::VerifyFrom::Start).await?;
    let broken = usize::from(!verified.is_sound);
    Ok(vec![
        item(
            "decided",
            undecided,
            match undecided {
                0 => "All reports of the season are triaged.".to_owned(),
                1 => "1 report of the season waits for a decision.".to_owned(),
                many => format!("{many} reports of the season are waiting for triage."),
            },
        ),
        item(
            "settled",
            unsettled,
            match unsettled {
                0 => "Every confirmed report is settled.".to_owned(),
                1 => "1 confirmed report is not settled yet.".to_owned(),
                many => format!("{many} confirmed reports are not settled yet."),
            },
        ),
        item(
            "appeals",
            appeals,
            match appeals {
                0 => "No appeal about the season is open.".to_owned(),
                1 => "1 appeal about the season is open.".to_owned(),
                many => format!("{many} appeals about the season are open."),
            },
        ),
        item(
            "ledger",
            broken,
            match broken {
                0 => "Every entry of the ledger verifies.".to_owned(),
                _ => "The ledger does not verify.".to_owned(),
            },
        ),
    ])
}

/// Appeals that could still change something. Entries of a final season never change, whatever
/// accounts are linked.
const OPEN_APPEALS: &str = r#"select to_jsonb(count(*)) from _touchstone.appeal a, "Season" s
where s."number" = $1::float8 and a.state = 'open' and case a.subject_type
    when 'points' then (_touchstone.named_entry(a.subject_id))."season" = s."number"
    when 'risk' then s."state" in ('live', 'review')
    when 'suspension' then s."state" in ('live', 'review')
    when 'submission' then exists (select from "Submission" m where m."objectId" = a.subject_id
        and m."submittedAt" >= s."startsAt" and m."submittedAt" < s."endsAt")
    else exists (select from "Issue" i where i."objectId" = a.subject_id
        and i."submittedAt" >= s."startsAt" and i."submittedAt" < s."endsAt") end"#;
