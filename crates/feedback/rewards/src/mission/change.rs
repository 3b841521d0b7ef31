//! Publishing, pausing and closing a mission, and extending its end.

use async_trait::async_trait;
use feedback_model::mission::state::MissionState;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::events;
use super::list::shown;
use super::submission;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, invalid, not_found};

/// A mission whose state is being changed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Locked {
    id: String,
    state: MissionState,
    opens_at: Option<i64>,
    ends_at: Option<i64>,
}

async fn lock(ctx: &CommandContext, mission: &str) -> Result<Locked, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', m."objectId", 'state', m."state", 'opensAt', _touchstone.in_millis(m."opensAt"),
            'endsAt', _touchstone.in_millis(m."endsAt"))
        from "Mission" m where m."objectId" = $1::text or m."slug" = $1::text for update"#,
        [Bind::from(mission)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

/// Writes a mission's state. A mission that becomes live gets an event. One that ends also ends its
/// open submissions, whose number is returned.
pub(super) async fn set(
    ctx: &CommandContext,
    id: &str,
    from: MissionState,
    to: MissionState,
) -> Result<u64, Error> {
    let to = from.become_state(to).map_err(from_refusal)?;
    let sql = Sql::fixed(
        r#"update "Mission" set "state" = $2::text, "updatedAt" = $3::timestamptz,
            "openedAt" = case when $2::text = 'live' then coalesce("openedAt", $3::timestamptz) else "openedAt" end
        where "objectId" = $1::text"#,
        [Bind::from(id), to.key().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    match to {
        MissionState::Live if from != MissionState::Paused => {
            events::opened(ctx, id).await?;
            Ok(0)
        }
        MissionState::Ended => submission::expire_all(ctx, id).await,
        _ => Ok(0),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MissionSetStateParams {
    mission: String,
    state: MissionState,
    reason: Option<String>,
}

#[derive(Serialize)]
pub(super) struct MissionSetStateResult {
    mission: Json,
    expired: u64,
}

pub(super) struct MissionSetState;

#[async_trait]
impl Command for MissionSetState {
    const NAME: &'static str = "missionSetState";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = MissionSetStateParams;
    type Answer = AuditedReply<MissionSetStateResult>;

    async fn run(
        ctx: &CommandContext,
        params: MissionSetStateParams,
    ) -> Result<Self::Answer, Error> {
        let locked = lock(ctx, &params.mission).await?;
        may_open(ctx, &locked, params.state)?;
        let before = shown(ctx, &locked.id).await?;
        let expired = set(ctx, &locked.id, locked.state, params.state).await?;
        let after = shown(ctx, &locked.id).await?;
        let change = AuditChange {
            kind: "mission",
            id: locked.id,
            label: after["title"].as_str().unwrap_or_default().to_owned(),
            before: json!({ "state": before["state"] }),
            after: json!({ "state": after["state"], "reason": params.reason, "expired": expired }),
        };
        Ok(AuditedReply::new(MissionSetStateResult { mission: after, expired }, change))
    }
}

/// A scheduled mission must start in the future, and a live one must end in the future.
fn may_open(ctx: &CommandContext, locked: &Locked, to: MissionState) -> Result<(), Error> {
    let now = ctx.now().millis();
    match to {
        MissionState::Scheduled if locked.opens_at.is_none_or(|opens| opens <= now) => Err(
            invalid("MISSION_FIELD", "Choose when it opens, at a time that lies ahead. (opensAt)"),
        ),
        MissionState::Scheduled | MissionState::Live
            if locked.ends_at.is_some_and(|ends| ends <= now) =>
        {
            Err(invalid("MISSION_FIELD", "Choose an end in the future. (closesAt)"))
        }
        MissionState::Live if locked.opens_at.is_some_and(|opens| opens > now) => Err(invalid(
            "MISSION_FIELD",
            "It opens later: schedule it, or take the time away. (opensAt)",
        )),
        _ => Ok(()),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct MissionExtendParams {
    mission: String,
    closes_at: String,
    reason: String,
}

pub(super) struct MissionExtend;

#[async_trait]
impl Command for MissionExtend {
    const NAME: &'static str = "missionExtend";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = MissionExtendParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: MissionExtendParams) -> Result<Self::Answer, Error> {
        let closes = Date::parse(&params.closes_at).ok_or_else(|| {
            invalid(
                "MISSION_FIELD",
                "Invalid time: expected a timestamp such as 2026-11-18T09:00:00Z. (closesAt)",
            )
        })?;
        if !(3..=500).contains(&params.reason.trim().chars().count()) {
            return Err(invalid("REASON", "Give a reason of 3 to 500 characters."));
        }
        let locked = lock(ctx, &params.mission).await?;
        if matches!(locked.state, MissionState::Ended | MissionState::Archived) {
            return Err(invalid("MISSION_BAD_STATE", "It is over."));
        }
        if locked.ends_at.is_none_or(|ends| closes.millis() <= ends) || closes <= ctx.now() {
            return Err(invalid(
                "MISSION_FIELD",
                "Choose an end that is later than now and than it is. (closesAt)",
            ));
        }
        let before = shown(ctx, &locked.id).await?;
        let sql = Sql::fixed(
            r#"update "Mission" set "closesAt" = $2::timestamptz, "updatedAt" = $3::timestamptz, "endingToldAt" = null
            where "objectId" = $1::text"#,
            [Bind::from(&*locked.id), closes.into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        let after = shown(ctx, &locked.id).await?;
        let change = AuditChange {
            kind: "mission",
            id: locked.id,
            label: after["title"].as_str().unwrap_or_default().to_owned(),
            before: json!({ "closesAt": before["closesAt"] }),
            after: json!({ "closesAt": after["closesAt"], "reason": params.reason.trim() }),
        };
        Ok(AuditedReply::new(json!({ "mission": after }), change))
    }
}
