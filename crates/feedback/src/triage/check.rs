//! Testers check fixes; enough of them decide.

use async_trait::async_trait;
use feedback_model::build::Build;
use feedback_model::fix_check::{Check, Outcome, Proof, Tally, Verdict, right, tally};
use feedback_model::ledger::SourceType;
use feedback_model::role::AccountStatus;
use feedback_model::settlement::Cause;
use feedback_model::text::CheckNote;
use feedback_model::{
    Actor, PersonId, Refused, RuleKey, Status, Timestamp, TriageCommand, Trust, UserId,
};
use parse_engine::Error;
use parse_model::{Code, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::transition::{LockedCase, apply_transition};
use crate::build::{KnownBuild, find_build};
use crate::command::{Command, Who};
use crate::command_context::CommandContext;
use crate::issue::state::LockedIssue;
use crate::issue::timeline::{TimelineEvent, append_events};
use crate::points::Posted;
use crate::points::reward::{Reward, reward};
use crate::refused::{from_refusal, not_found};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checking {
    number: u32,
    build: String,
    verdict: Verdict,
    note: Option<CheckNote>,
}

#[derive(Serialize)]
pub(super) struct Checked {
    check: Json,
    status: &'static str,
}

pub(super) struct FixCheckSubmit;

#[async_trait]
impl Command for FixCheckSubmit {
    const NAME: &'static str = "fixCheckSubmit";
    const WHO: Who = Who::Member;
    type Params = Checking;
    type Answer = Checked;

    async fn run(ctx: &CommandContext, params: Checking) -> Result<Checked, Error> {
        let member = ctx.member()?;
        if member.status == AccountStatus::Limited {
            return Err(from_refusal(Refused::Limited));
        }
        let case = LockedCase::lock(ctx, params.number, None).await?;
        let state = &case.issue.state;
        let (Status::Fixed, Some(fixed)) = (state.stage.status(), &state.build_fixed) else {
            let refused = match state.stage.resolution() {
                Some(resolution) => Refused::BadResolution(resolution),
                None => Refused::BadState(state.stage.status()),
            };
            return Err(from_refusal(refused));
        };
        let KnownBuild { build, .. } = find_build(ctx, &params.build).await?;
        if !build.is_at_least(fixed) {
            return Err(from_refusal(Refused::BuildTooOld));
        }
        let id = keep(ctx, &case.issue, &params).await?;
        let checks = checks(ctx, &case.issue).await?;
        mark_counted(ctx, &checks, fixed).await?;
        let actor = UserId::from(member.id.as_str());
        let data = json!({ "verdict": params.verdict.key(), "build": params.build });
        let told = TimelineEvent::to_all("fix_check", data);
        append_events(ctx, case.issue.id(), Some(&actor), &[told]).await?;
        let after = judge(ctx, &case.issue, &checks).await?;
        let status = after.as_ref().unwrap_or(&case.issue).state.stage.status();
        Ok(Checked { check: check_json(ctx, &id).await?, status: status.key() })
    }
}

async fn keep(
    ctx: &CommandContext,
    issue: &LockedIssue,
    check: &Checking,
) -> Result<String, Error> {
    let id = ctx.new_id();
    let sql = Sql::fixed(
        r#"insert into "FixCheck" ("objectId", "createdAt", "updatedAt", "issue", "user", "build", "verdict", "note", "at")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::text, $2::timestamptz)
        on conflict ("issue", "user", "build") do nothing"#,
        [
            Bind::from(&*id),
            ctx.now().into(),
            issue.id().as_str().into(),
            ctx.member()?.id.as_str().into(),
            check.build.as_str().into(),
            check.verdict.key().into(),
            check.note.as_ref().map(CheckNote::as_str).into(),
        ],
    );
    match ctx.execute(&sql).await? {
        0 => Err(Error::refused(
            Code::DUPLICATE_VALUE,
            "You have checked this in that build already.",
        )),
        _ => Ok(id),
    }
}

async fn check_json(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', f."objectId", 'user', _touchstone.person_of(f."user"),
            'build', _touchstone.build_shown(f."build"), 'verdict', f."verdict", 'note', f."note",
            'at', _touchstone.iso(f."at"), 'counted', f."counted")
        from "FixCheck" f where f."objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

/// A check with whose it is and how it is called.
#[derive(Debug)]
pub(super) struct RecordedCheck {
    id: String,
    user: String,
    check: Check,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    id: String,
    user: String,
    person: PersonId,
    is_reporter: bool,
    is_admin: bool,
    trust: Trust,
    build: Build,
    verdict: Verdict,
    proof: Proof,
    at: Timestamp,
}

/// Every check of an issue, in the order in which they were made.
pub(super) async fn checks(
    ctx: &CommandContext,
    issue: &LockedIssue,
) -> Result<Vec<RecordedCheck>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', f."objectId", 'user', f."user",
            'person', coalesce(u."personId", u."objectId"), 'isReporter', i."reporter" = f."user",
            'isAdmin', coalesce(u."isAdmin", false), 'trust', coalesce(u."trustLevel", 0)::int,
            'build', _touchstone.build_order(f."build"), 'verdict', f."verdict", 'proof', f."proof",
            'at', _touchstone.in_millis(f."at"))
        from "FixCheck" f join "_User" u on u."objectId" = f."user" join "Issue" i on i."objectId" = f."issue"
        where f."issue" = $1::text and coalesce(u."status", 'active') = 'active'
        order by f."at", f."objectId""#,
        [Bind::from(issue.id().as_str())],
    );
    let rows: Vec<Row> = ctx.rows(&sql).await?;
    let kept = |row: Row| {
        let Row { id, user, person, is_reporter, is_admin, trust, build, verdict, proof, at } = row;
        let check = Check { person, is_reporter, is_admin, trust, build, verdict, proof, at };
        RecordedCheck { id, user, check }
    };
    Ok(rows.into_iter().map(kept).collect())
}

async fn mark_counted(
    ctx: &CommandContext,
    checks: &[RecordedCheck],
    fixed: &Build,
) -> Result<(), Error> {
    let counted: Vec<String> =
        checks.iter().filter(|kept| kept.check.counts(fixed)).map(|kept| kept.id.clone()).collect();
    let sql = Sql::fixed(
        r#"update "FixCheck" set "counted" = true where "objectId" = any($1::text[]) and not "counted""#,
        [Bind::from(counted)],
    );
    ctx.execute(&sql).await.map(drop)
}

/// What the checks say together.
pub(super) async fn count(
    ctx: &CommandContext,
    issue: &LockedIssue,
    kept: &[RecordedCheck],
) -> Result<Option<Tally>, Error> {
    let Some(fixed) = &issue.state.build_fixed else { return Ok(None) };
    let checks: Vec<Check> = kept.iter().map(|kept| kept.check.clone()).collect();
    let policy = ctx.settings().await?.policy();
    Ok(Some(tally(&checks, fixed, Timestamp(ctx.now().millis()), &policy)))
}

/// Lets the checks decide, if they are enough, and gives the issue as it is then.
pub(super) async fn judge(
    ctx: &CommandContext,
    issue: &LockedIssue,
    kept: &[RecordedCheck],
) -> Result<Option<LockedIssue>, Error> {
    let Some(tally) = count(ctx, issue, kept).await? else { return Ok(None) };
    let (actor, step) = match (tally.outcome, kept.last()) {
        (Outcome::Verified, _) => (Actor::System, TriageCommand::Verify { is_quorum_met: true }),
        (Outcome::Regressed, Some(last)) if last.check.proof == Proof::SameFailure => {
            let build = last.check.build.clone();
            (ctx.member()?.actor(), TriageCommand::StillBroken { build, proof: Proof::SameFailure })
        }
        _ => return Ok(None),
    };
    let carried = apply_transition(ctx, issue, &actor, &step, &Cause::Progress).await?;
    Ok(Some(carried.issue))
}

/// Pays those whose checks were right, now that it has turned out.
pub(super) async fn pay(
    ctx: &CommandContext,
    before: &LockedIssue,
    after: &LockedIssue,
) -> Result<Vec<Posted>, Error> {
    let Some(fixed) = &before.state.build_fixed else { return Ok(Vec::new()) };
    let truth = match after.state.stage.status() {
        Status::Verified => Verdict::Works,
        _ => Verdict::StillBroken,
    };
    let now = Timestamp(ctx.now().millis());
    let rules_and_seasons = ctx.rules_and_seasons().await?;
    let most = rules_and_seasons.rules_at(now)?.rules.rules().fix_check_persons as usize;
    let kept = checks(ctx, before).await?;
    let checks: Vec<Check> = kept.iter().map(|kept| kept.check.clone()).collect();
    let mut posted = Vec::new();
    for check in right(&checks, fixed, truth, most) {
        let same =
            |kept: &&RecordedCheck| kept.check.person == check.person && kept.check.at == check.at;
        let Some(RecordedCheck { id, user, .. }) = kept.iter().find(same) else { continue };
        let what = Reward {
            rule: RuleKey::FixCheck,
            user,
            source: SourceType::FixCheck,
            source_id: id,
            issue: before.id().as_str(),
            what: "Fix check on",
        };
        posted.extend(reward(ctx, &what).await?);
    }
    Ok(posted)
}
