//! The decisions about one issue.

use async_trait::async_trait;
use feedback_model::settlement::Cause;
use feedback_model::text::{CommentBody, PublicReason, Question};
use feedback_model::{Kind, Quality, Resolution, Severity, Timestamp, TriageCommand, Visibility};
use parse_engine::{Error, Extension};
use parse_model::Date;
use serde::Deserialize;

use super::add_comment::add_comment;
use super::label::correct;
use super::reply::{TriageResult, Undo, build_reply};
use super::transition::{LockedCase, SeenAt, TransitionTarget, apply_transition, text};
use feedback_core::command::{Command, Who, command};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::invalid;
use feedback_networks::build::{KnownBuild, find_build};

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<IssueAccept>(extension, state);
    let extension = command::<IssueAskInfo>(extension, state);
    let extension = command::<IssueClose>(extension, state);
    let extension = command::<IssueSnooze>(extension, state);
    let extension = command::<IssueSetSeverity>(extension, state);
    let extension = command::<IssueSetQuality>(extension, state);
    let extension = command::<IssueStart>(extension, state);
    let extension = command::<IssueStop>(extension, state);
    let extension = command::<IssueMarkFixed>(extension, state);
    command::<IssueSetVisibility>(extension, state)
}

/// Decides about an issue that is locked, as the caller.
async fn decided(
    ctx: &CommandContext,
    case: &LockedCase,
    step: TriageCommand,
    cause: Cause,
) -> Result<TriageResult, Error> {
    let actor = ctx.member()?.actor();
    let carried = apply_transition(ctx, &case.issue, &actor, &step, &cause).await?;
    build_reply(ctx, &case.issue, &carried.issue, &carried.posted, Undo::Possible).await
}

/// A transition that needs only the issue and changes no existing points.
async fn plain(
    ctx: &CommandContext,
    at: TransitionTarget,
    step: TriageCommand,
) -> Result<TriageResult, Error> {
    let case = LockedCase::lock(ctx, at.number, at.seen).await?;
    decided(ctx, &case, step, Cause::Progress).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueAcceptParams {
    number: u32,
    seen: Option<SeenAt>,
    severity: Option<Severity>,
    quality: Option<Quality>,
    kind: Option<Kind>,
    area: Option<String>,
    build: Option<String>,
    note: Option<String>,
}

struct IssueAccept;

#[async_trait]
impl Command for IssueAccept {
    const NAME: &'static str = "issueAccept";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueAcceptParams;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: IssueAcceptParams) -> Result<TriageResult, Error> {
        let IssueAcceptParams { number, seen, severity, quality, kind, area, build, note } = params;
        let note = note.filter(|note| !note.trim().is_empty());
        let note = text(note.map(|note| CommentBody::parse(&note)).transpose())?;
        let case = LockedCase::lock(ctx, number, seen).await?;
        let corrected = correct(ctx, &case.issue, kind, area.as_deref(), build.as_deref()).await?;
        let case = LockedCase { issue: corrected, ..case };
        let step = TriageCommand::Accept { severity, quality };
        if let Some(note) = note {
            add_comment(ctx, &case.issue, note.as_str(), "comment").await?;
        }
        decided(ctx, &case, step, Cause::Progress).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueAskInfoParams {
    number: u32,
    seen: Option<SeenAt>,
    question: String,
}

struct IssueAskInfo;

#[async_trait]
impl Command for IssueAskInfo {
    const NAME: &'static str = "issueAskInfo";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueAskInfoParams;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: IssueAskInfoParams) -> Result<TriageResult, Error> {
        let question = text(Question::parse(&params.question))?;
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let step = TriageCommand::AskInfo(question.clone());
        let actor = ctx.member()?.actor();
        let carried = apply_transition(ctx, &case.issue, &actor, &step, &Cause::Progress).await?;
        add_comment(ctx, &case.issue, question.as_str(), "info_request").await?;
        build_reply(ctx, &case.issue, &carried.issue, &carried.posted, Undo::Possible).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueCloseParams {
    number: u32,
    seen: Option<SeenAt>,
    resolution: Resolution,
    reason: String,
    #[serde(default)]
    confirm: bool,
}

struct IssueClose;

/// Closes an issue as the command does.
pub(super) async fn close(
    ctx: &CommandContext,
    number: u32,
    resolution: Resolution,
    reason: String,
) -> Result<TriageResult, Error> {
    let params = IssueCloseParams { number, seen: None, resolution, reason, confirm: false };
    IssueClose::run(ctx, params).await
}

#[async_trait]
impl Command for IssueClose {
    const NAME: &'static str = "issueClose";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueCloseParams;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: IssueCloseParams) -> Result<TriageResult, Error> {
        let IssueCloseParams { number, seen, resolution, reason, confirm } = params;
        let reason = text(PublicReason::parse(&reason))?;
        let case = LockedCase::lock(ctx, number, seen).await?;
        let cause = Cause::Change(format!("it was closed: {reason}"));
        let step = TriageCommand::Close { resolution, reason, is_spam_confirmed: confirm };
        decided(ctx, &case, step, cause).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueSnoozeParams {
    number: u32,
    seen: Option<SeenAt>,
    until: Option<String>,
}

struct IssueSnooze;

#[async_trait]
impl Command for IssueSnooze {
    const NAME: &'static str = "issueSnooze";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueSnoozeParams;
    type Answer = TriageResult;

    /// Without a time it returns to the queue at once, as after new activity.
    async fn run(ctx: &CommandContext, params: IssueSnoozeParams) -> Result<TriageResult, Error> {
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let Some(until) = params.until else {
            let step = TriageCommand::Wake { is_stirred: true };
            let system = feedback_model::Actor::System;
            let carried =
                apply_transition(ctx, &case.issue, &system, &step, &Cause::Progress).await?;
            return build_reply(ctx, &case.issue, &carried.issue, &carried.posted, Undo::Never)
                .await;
        };
        let until = Date::parse(&until).ok_or_else(|| {
            invalid("MOMENT", "Invalid time: expected a timestamp such as 2026-11-18T09:00:00Z.")
        })?;
        decided(ctx, &case, TriageCommand::Snooze(Timestamp(until.millis())), Cause::Progress).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueSetSeverityParams {
    number: u32,
    seen: Option<SeenAt>,
    severity: Severity,
    reason: Option<String>,
}

struct IssueSetSeverity;

/// Grades an issue as the command does.
pub(super) async fn regrade(
    ctx: &CommandContext,
    number: u32,
    severity: Severity,
) -> Result<TriageResult, Error> {
    IssueSetSeverity::run(
        ctx,
        IssueSetSeverityParams { number, seen: None, severity, reason: None },
    )
    .await
}

#[async_trait]
impl Command for IssueSetSeverity {
    const NAME: &'static str = "issueSetSeverity";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueSetSeverityParams;
    type Answer = TriageResult;

    async fn run(
        ctx: &CommandContext,
        params: IssueSetSeverityParams,
    ) -> Result<TriageResult, Error> {
        let reason = params.reason.filter(|reason| !reason.trim().is_empty());
        let reason = text(reason.map(|reason| CommentBody::parse(&reason)).transpose())?;
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let by = ctx.member()?.username.clone().unwrap_or_default();
        let why = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        let cause = format!("it was regraded to {} by {by}{why}", params.severity.word());
        if let Some(reason) = &reason {
            add_comment(ctx, &case.issue, reason.as_str(), "comment").await?;
        }
        decided(ctx, &case, TriageCommand::SetSeverity(params.severity), Cause::Change(cause)).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueSetQualityParams {
    number: u32,
    seen: Option<SeenAt>,
    quality: Quality,
}

struct IssueSetQuality;

#[async_trait]
impl Command for IssueSetQuality {
    const NAME: &'static str = "issueSetQuality";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueSetQualityParams;
    type Answer = TriageResult;

    async fn run(
        ctx: &CommandContext,
        params: IssueSetQualityParams,
    ) -> Result<TriageResult, Error> {
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let cause = format!("the report was rated {}", params.quality.key());
        decided(ctx, &case, TriageCommand::SetQuality(params.quality), Cause::Change(cause)).await
    }
}

struct IssueStart;

#[async_trait]
impl Command for IssueStart {
    const NAME: &'static str = "issueStart";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = TransitionTarget;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: TransitionTarget) -> Result<TriageResult, Error> {
        plain(ctx, params, TriageCommand::Start).await
    }
}

struct IssueStop;

#[async_trait]
impl Command for IssueStop {
    const NAME: &'static str = "issueStop";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = TransitionTarget;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: TransitionTarget) -> Result<TriageResult, Error> {
        plain(ctx, params, TriageCommand::Stop).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkFixedParams {
    number: u32,
    seen: Option<SeenAt>,
    build: String,
}

struct IssueMarkFixed;

/// Marks an issue as fixed as the command does.
pub(super) async fn mark_fixed(
    ctx: &CommandContext,
    number: u32,
    build: String,
) -> Result<TriageResult, Error> {
    IssueMarkFixed::run(ctx, MarkFixedParams { number, seen: None, build }).await
}

#[async_trait]
impl Command for IssueMarkFixed {
    const NAME: &'static str = "issueMarkFixed";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = MarkFixedParams;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: MarkFixedParams) -> Result<TriageResult, Error> {
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let KnownBuild { build, is_active } = find_build(ctx, &params.build).await?;
        decided(ctx, &case, TriageCommand::MarkFixed { build, is_active }, Cause::Progress).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VisibilityParams {
    number: u32,
    seen: Option<SeenAt>,
    visibility: Visibility,
}

struct IssueSetVisibility;

#[async_trait]
impl Command for IssueSetVisibility {
    const NAME: &'static str = "issueSetVisibility";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = VisibilityParams;
    type Answer = TriageResult;

    /// The whole set has the same visibility.
    async fn run(ctx: &CommandContext, params: VisibilityParams) -> Result<TriageResult, Error> {
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let actor = ctx.member()?.actor();
        let step = TriageCommand::SetVisibility(params.visibility);
        let mut after = case.issue.clone();
        for issue in &case.set {
            let carried = apply_transition(ctx, issue, &actor, &step, &Cause::Progress).await?;
            if issue.id() == case.issue.id() {
                after = carried.issue;
            }
        }
        build_reply(ctx, &case.issue, &after, &[], Undo::Possible).await
    }
}
