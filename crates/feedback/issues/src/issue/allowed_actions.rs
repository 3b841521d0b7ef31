//! The actions that a user may take on an issue now. Each one is decided by the rules.

use feedback_model::allowance::{Act, limits};
use feedback_model::build::{Build, Channel};
use feedback_model::role::AccountStatus;
use feedback_model::status::Resolution;
use feedback_model::text::{PublicReason, Question};
use feedback_model::{
    Actor, Policy, Quality, Refused, Severity, Span, Status, Timestamp, TriageCommand, Trust,
    Visibility, decide,
};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Serialize;

use super::state::LockedIssue;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::from_refusal;

/// Whether a user may edit an issue now.
pub(crate) fn may_edit(issue: &LockedIssue, actor: &Actor) -> Result<(), Error> {
    if actor.is_admin() {
        return Ok(());
    }
    if !actor.is_reporter_of(&issue.state) {
        return Err(from_refusal(Refused::ReporterOnly));
    }
    if matches!(actor, Actor::Member(member) if member.status == AccountStatus::Limited)
        && issue.state.stage.status() != Status::NeedsInfo
    {
        return Err(from_refusal(Refused::Limited));
    }
    match issue.state.stage.status() {
        Status::New | Status::NeedsInfo => Ok(()),
        status => Err(from_refusal(Refused::BadState(status))),
    }
}

/// The allowed actions.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the page asks each of them by itself")]
pub(crate) struct May {
    edit: bool,
    withdraw: bool,
    reopen: bool,
    vote: bool,
    comment: bool,
    check: bool,
    /// Whether such a check would count, and be paid if it is right.
    check_counts: bool,
    propose_duplicate: bool,
    triage: Vec<&'static str>,
}

/// The actions that the caller may take on an issue now.
pub(crate) async fn may(ctx: &CommandContext, issue: &LockedIssue) -> Result<May, Error> {
    let member = ctx.member()?;
    let actor = member.actor();
    let policy = ctx.settings().await?.policy();
    let asked = PermissionQuery {
        issue,
        actor: &actor,
        policy: &policy,
        now: Timestamp(ctx.now().millis()),
    };
    let is_active = member.status == AccountStatus::Active;
    let is_mine = actor.is_reporter_of(&issue.state);
    let status = issue.state.stage.status();
    let level = member.member().trust;
    let may_propose = limits(Act::DuplicateProposal, level).iter().all(|limit| limit.count > 0);
    let mut triage = if member.is_admin { asked.triage() } else { Vec::new() };
    if member.is_admin && may_undo(ctx, issue, &policy).await? {
        triage.push("issueUndo");
    }
    Ok(May {
        edit: may_edit(issue, &actor).is_ok(),
        withdraw: asked.allows(&TriageCommand::Withdraw),
        reopen: asked.allows(&TriageCommand::Reopen { has_evidence: false, comment_chars: 50 }),
        vote: is_active && status != Status::Closed && !is_mine,
        comment: is_active || is_mine,
        check: is_active && !member.is_admin && status == Status::Fixed,
        check_counts: is_mine || level >= Trust::Reliable,
        propose_duplicate: is_active && (member.is_admin || may_propose) && status.is_open(),
        triage,
    })
}

/// Whether the last event was a recent decision of the caller.
async fn may_undo(
    ctx: &CommandContext,
    issue: &LockedIssue,
    policy: &Policy,
) -> Result<bool, Error> {
    let seconds = i64::from(policy.undo_seconds);
    let sql = Sql::fixed(
        r#"select to_jsonb(e."actor" is not distinct from $2::text and e."at" >= $3::timestamptz and e."type" <> 'undone'
            and jsonb_array_length(coalesce(e."data" -> 'changes', '[]')) > 0)
        from "IssueEvent" e where e."issue" = $1::text order by e."seq" desc limit 1"#,
        [
            Bind::from(issue.id().as_str()),
            ctx.member()?.id.as_str().into(),
            ctx.now().plus_seconds(-seconds).into(),
        ],
    );
    Ok(ctx.row::<bool>(&sql).await?.unwrap_or(false))
}

struct PermissionQuery<'a> {
    issue: &'a LockedIssue,
    actor: &'a Actor,
    policy: &'a Policy,
    now: Timestamp,
}

impl PermissionQuery<'_> {
    fn allows(&self, command: &TriageCommand) -> bool {
        let decided = decide(&self.issue.state, self.actor, command, self.now, self.policy);
        // "Unchanged" depends on the value that was tried here.
        matches!(decided, Ok(_) | Err(Refused::Unchanged))
    }

    /// The commands of administrators that the rules would allow with suitable values.
    fn triage(&self) -> Vec<&'static str> {
        let state = &self.issue.state;
        let has_severity = state.origin.kind.has_severity();
        let severity = has_severity.then_some(state.severity.unwrap_or(Severity::S3));
        let later =
            Build { ordinal: u32::MAX, channel: Channel::Web, id: state.origin.build.id.clone() };
        let other = match state.visibility {
            Visibility::Programme => Visibility::Private,
            Visibility::Private => Visibility::Programme,
        };
        let reason = PublicReason::parse("A reason of twenty characters").ok();
        let question = Question::parse("A question that fits").ok();
        let tried = [
            ("issueAccept", Some(TriageCommand::Accept { severity, quality: None })),
            ("issueAskInfo", question.map(TriageCommand::AskInfo)),
            (
                "issueClose",
                reason.map(|reason| TriageCommand::Close {
                    resolution: Resolution::Invalid,
                    reason,
                    is_spam_confirmed: false,
                }),
            ),
            ("issueUnmerge", Some(TriageCommand::Unmerge)),
            ("issueSnooze", Some(TriageCommand::Snooze(self.now.after(Span::hours(1))))),
            ("issueStart", Some(TriageCommand::Start)),
            ("issueStop", Some(TriageCommand::Stop)),
            ("issueMarkFixed", Some(TriageCommand::MarkFixed { build: later, is_active: true })),
            ("issueReopen", Some(TriageCommand::Reopen { has_evidence: false, comment_chars: 0 })),
            ("issueSetSeverity", severity.map(TriageCommand::SetSeverity)),
            ("issueSetQuality", Some(TriageCommand::SetQuality(Quality::A))),
            ("issueSetVisibility", Some(TriageCommand::SetVisibility(other))),
        ];
        let mut allowed: Vec<&'static str> = tried
            .into_iter()
            .filter(|(_, command)| command.as_ref().is_some_and(|command| self.allows(command)))
            .map(|(name, _)| name)
            .collect();
        // A merge needs a target. Any issue that is not closed can be merged.
        if state.stage.status() != Status::Closed {
            allowed.push("issueMerge");
        }
        if state.settled_at.is_some() && state.stage.duplicate_of().is_none() {
            allowed.push("issueResettle");
        }
        allowed.extend(["issueAssign", "issueSetArea", "issueTag", "issueLinkExternal"]);
        allowed
    }
}
