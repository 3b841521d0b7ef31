//! The verdict on a fix from its checks.

use feedback_model::build::Build;
use feedback_model::fix_check::{Check, Outcome, Proof, Tally, Verdict, right, tally};
use feedback_model::ledger::SourceType;
use feedback_model::settlement::Cause;
use feedback_model::{
    Actor, IssueId, Member, PersonId, RuleKey, Status, Timestamp, TriageCommand, Trust, UserId,
};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::regression_reward;
use super::transition::{LockedCase, apply_transition};
use crate::issue::state::LockedIssue;
use feedback_core::command_context::CommandContext;
use feedback_points::points::Posted;
use feedback_points::points::reward::{Reward, reward};

/// A check with its owner and id.
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

/// Every check of an issue, in chronological order.
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

/// Marks the checks that count.
pub(super) async fn mark_counted(
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

/// The verdict of the checks.
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

/// Applies the verdict, if there are enough checks, and returns the issue afterwards.
pub(super) async fn judge(
    ctx: &CommandContext,
    issue: &LockedIssue,
    kept: &[RecordedCheck],
) -> Result<Option<LockedIssue>, Error> {
    let Some(tally) = count(ctx, issue, kept).await? else { return Ok(None) };
    match tally.outcome {
        Outcome::Verified => {
            let step = TriageCommand::Verify { is_quorum_met: true };
            let carried =
                apply_transition(ctx, issue, &Actor::System, &step, &Cause::Progress).await?;
            Ok(Some(carried.issue))
        }
        Outcome::Regressed => came_back(ctx, issue, kept).await,
        Outcome::Disputed | Outcome::Undecided => Ok(None),
    }
}

/// Reopens an issue after the first check that proves it is still broken, and rewards that tester.
async fn came_back(
    ctx: &CommandContext,
    issue: &LockedIssue,
    kept: &[RecordedCheck],
) -> Result<Option<LockedIssue>, Error> {
    let Some(fixed) = &issue.state.build_fixed else { return Ok(None) };
    let proves = |kept: &&RecordedCheck| {
        kept.check.counts(fixed)
            && kept.check.verdict == Verdict::StillBroken
            && kept.check.proof == Proof::SameFailure
    };
    let Some(RecordedCheck { user, check, .. }) = kept.iter().find(proves) else {
        return Ok(None);
    };
    let actor = Actor::Member(Member::tester(UserId::from(user.as_str()), check.trust));
    let step = TriageCommand::StillBroken { build: check.build.clone(), proof: check.proof };
    let carried = apply_transition(ctx, issue, &actor, &step, &Cause::Progress).await?;
    regression_reward::pay(ctx, &carried.issue, user).await?;
    Ok(Some(carried.issue))
}

/// Counts checks whose evidence was explained only after they were submitted.
pub async fn prove(ctx: &CommandContext, evidence: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("issue") from "FixCheck" where "evidence" = $1::text"#,
        [Bind::from(evidence)],
    );
    for issue in ctx.rows::<IssueId>(&sql).await? {
        let case = LockedCase::lock_with(ctx, &issue, &[]).await?;
        let sql = Sql::fixed(
            r#"update "FixCheck" f set "proof" = _touchstone.proof_of(f."evidence", f."issue"), "updatedAt" = $3::timestamptz
            where f."evidence" = $1::text and f."issue" = $2::text
                and f."proof" <> _touchstone.proof_of(f."evidence", f."issue")"#,
            [Bind::from(evidence), issue.as_str().into(), ctx.now().into()],
        );
        let (1.., Status::Fixed, Some(fixed)) = (
            ctx.execute(&sql).await?,
            case.issue.state.stage.status(),
            &case.issue.state.build_fixed,
        ) else {
            continue;
        };
        let checks = checks(ctx, &case.issue).await?;
        mark_counted(ctx, &checks, fixed).await?;
        judge(ctx, &case.issue, &checks).await?;
    }
    Ok(())
}

/// Rewards the testers whose checks were right.
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
