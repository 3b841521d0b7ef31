//! Testers check fixes; enough of them decide.

use async_trait::async_trait;
use feedback_model::build::Build;
use feedback_model::fix_check::{Check, Outcome, Proof, Tally, Verdict, right, tally};
use feedback_model::ledger::SourceType;
use feedback_model::role::AccountStatus;
use feedback_model::settlement::Cause;
use feedback_model::text::CheckNote;
use feedback_model::{
    Actor, Command as Step, Moment, PersonId, Refused, RuleKey, Status, Trust, UserId,
};
use parse_engine::Error;
use parse_model::{Code, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::order::{Case, carry};
use crate::build::{Known, known};
use crate::command::{Command, Who};
use crate::desk::Desk;
use crate::issue::state::Held;
use crate::issue::timeline::{Told, tell};
use crate::points::Posted;
use crate::points::reward::{Reward, reward};
use crate::refused::{by_rule, not_found};

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

    async fn run(desk: &Desk, params: Checking) -> Result<Checked, Error> {
        let member = desk.member()?;
        if member.status == AccountStatus::Limited {
            return Err(by_rule(Refused::Limited));
        }
        let case = Case::hold(desk, params.number, None).await?;
        let state = &case.issue.state;
        let (Status::Fixed, Some(fixed)) = (state.stage.status(), &state.build_fixed) else {
            let refused = match state.stage.resolution() {
                Some(resolution) => Refused::BadResolution(resolution),
                None => Refused::BadState(state.stage.status()),
            };
            return Err(by_rule(refused));
        };
        let Known { build, .. } = known(desk, &params.build).await?;
        if !build.is_at_least(fixed) {
            return Err(by_rule(Refused::BuildTooOld));
        }
        let id = keep(desk, &case.issue, &params).await?;
        let checks = checks(desk, &case.issue).await?;
        mark_counted(desk, &checks, fixed).await?;
        let actor = UserId::from(member.id.as_str());
        let data = json!({ "verdict": params.verdict.key(), "build": params.build });
        let told = Told::to_all("fix_check", data);
        tell(desk, case.issue.id(), Some(&actor), &[told]).await?;
        let after = judge(desk, &case.issue, &checks).await?;
        let status = after.as_ref().unwrap_or(&case.issue).state.stage.status();
        Ok(Checked { check: shown(desk, &id).await?, status: status.key() })
    }
}

async fn keep(desk: &Desk, issue: &Held, check: &Checking) -> Result<String, Error> {
    let id = desk.new_id();
    let sql = Sql::fixed(
        r#"insert into "FixCheck" ("objectId", "createdAt", "updatedAt", "issue", "user", "build", "verdict", "note", "at")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::text, $2::timestamptz)
        on conflict ("issue", "user", "build") do nothing"#,
        [
            Bind::from(&*id),
            desk.now().into(),
            issue.id().as_str().into(),
            desk.member()?.id.as_str().into(),
            check.build.as_str().into(),
            check.verdict.key().into(),
            check.note.as_ref().map(CheckNote::as_str).into(),
        ],
    );
    match desk.execute(&sql).await? {
        0 => Err(Error::refused(
            Code::DUPLICATE_VALUE,
            "You have checked this in that build already.",
        )),
        _ => Ok(id),
    }
}

async fn shown(desk: &Desk, id: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', f."objectId", 'user', _touchstone.person_of(f."user"),
            'build', _touchstone.build_shown(f."build"), 'verdict', f."verdict", 'note', f."note",
            'at', _touchstone.iso(f."at"), 'counted', f."counted")
        from "FixCheck" f where f."objectId" = $1::text"#,
        [Bind::from(id)],
    );
    desk.row(&sql).await?.ok_or_else(not_found)
}

/// A check with whose it is and how it is called.
#[derive(Debug)]
pub(super) struct Kept {
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
    at: Moment,
}

/// Every check of an issue, in the order in which they were made.
pub(super) async fn checks(desk: &Desk, issue: &Held) -> Result<Vec<Kept>, Error> {
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
    let rows: Vec<Row> = desk.rows(&sql).await?;
    let kept = |row: Row| {
        let Row { id, user, person, is_reporter, is_admin, trust, build, verdict, proof, at } = row;
        let check = Check { person, is_reporter, is_admin, trust, build, verdict, proof, at };
        Kept { id, user, check }
    };
    Ok(rows.into_iter().map(kept).collect())
}

async fn mark_counted(desk: &Desk, checks: &[Kept], fixed: &Build) -> Result<(), Error> {
    let counted: Vec<String> =
        checks.iter().filter(|kept| kept.check.counts(fixed)).map(|kept| kept.id.clone()).collect();
    let sql = Sql::fixed(
        r#"update "FixCheck" set "counted" = true where "objectId" = any($1::text[]) and not "counted""#,
        [Bind::from(counted)],
    );
    desk.execute(&sql).await.map(drop)
}

/// What the checks say together.
pub(super) async fn count(
    desk: &Desk,
    issue: &Held,
    kept: &[Kept],
) -> Result<Option<Tally>, Error> {
    let Some(fixed) = &issue.state.build_fixed else { return Ok(None) };
    let checks: Vec<Check> = kept.iter().map(|kept| kept.check.clone()).collect();
    let policy = desk.settings().await?.policy();
    Ok(Some(tally(&checks, fixed, Moment(desk.now().millis()), &policy)))
}

/// Lets the checks decide, if they are enough, and gives the issue as it is then.
pub(super) async fn judge(desk: &Desk, issue: &Held, kept: &[Kept]) -> Result<Option<Held>, Error> {
    let Some(tally) = count(desk, issue, kept).await? else { return Ok(None) };
    let (actor, step) = match (tally.outcome, kept.last()) {
        (Outcome::Verified, _) => (Actor::System, Step::Verify { is_quorum_met: true }),
        (Outcome::Regressed, Some(last)) if last.check.proof == Proof::SameFailure => {
            let build = last.check.build.clone();
            (desk.member()?.actor(), Step::StillBroken { build, proof: Proof::SameFailure })
        }
        _ => return Ok(None),
    };
    let carried = carry(desk, issue, &actor, &step, &Cause::Progress).await?;
    Ok(Some(carried.issue))
}

/// Pays those whose checks were right, now that it has turned out.
pub(super) async fn pay(desk: &Desk, before: &Held, after: &Held) -> Result<Vec<Posted>, Error> {
    let Some(fixed) = &before.state.build_fixed else { return Ok(Vec::new()) };
    let truth = match after.state.stage.status() {
        Status::Verified => Verdict::Works,
        _ => Verdict::StillBroken,
    };
    let now = Moment(desk.now().millis());
    let book = desk.book().await?;
    let most = book.rules_at(now)?.rules.rules().fix_check_persons as usize;
    let kept = checks(desk, before).await?;
    let checks: Vec<Check> = kept.iter().map(|kept| kept.check.clone()).collect();
    let mut posted = Vec::new();
    for check in right(&checks, fixed, truth, most) {
        let same = |kept: &&Kept| kept.check.person == check.person && kept.check.at == check.at;
        let Some(Kept { id, user, .. }) = kept.iter().find(same) else { continue };
        let what = Reward {
            rule: RuleKey::FixCheck,
            user,
            source: SourceType::FixCheck,
            source_id: id,
            issue: before.id().as_str(),
            what: "Fix check on",
        };
        posted.extend(reward(desk, &what).await?);
    }
    Ok(posted)
}
