//! The decisions about one issue.

use async_trait::async_trait;
use feedback_model::settlement::Cause;
use feedback_model::text::{CommentBody, PublicReason, Question};
use feedback_model::{Command as Step, Kind, Moment, Quality, Resolution, Severity, Visibility};
use parse_engine::{Error, Extension};
use parse_model::Date;
use serde::Deserialize;

use super::conclude::{Concluded, Undo, conclude};
use super::label::correct;
use super::order::{At, Case, Seen, carry, text};
use super::say::say;
use crate::build::{Known, known};
use crate::command::{Command, Who, command};
use crate::desk::Desk;
use crate::product_state::ProductState;
use crate::refused::invalid;

pub(super) fn bring(extension: Extension, settings: &ProductState) -> Extension {
    let extension = command::<IssueAccept>(extension, settings);
    let extension = command::<IssueAskInfo>(extension, settings);
    let extension = command::<IssueClose>(extension, settings);
    let extension = command::<IssueSnooze>(extension, settings);
    let extension = command::<IssueSetSeverity>(extension, settings);
    let extension = command::<IssueSetQuality>(extension, settings);
    let extension = command::<IssueStart>(extension, settings);
    let extension = command::<IssueStop>(extension, settings);
    let extension = command::<IssueMarkFixed>(extension, settings);
    command::<IssueSetVisibility>(extension, settings)
}

/// Decides about an issue that is held, as whoever asks.
async fn decided(desk: &Desk, case: &Case, step: Step, cause: Cause) -> Result<Concluded, Error> {
    let actor = desk.member()?.actor();
    let carried = carry(desk, &case.issue, &actor, &step, &cause).await?;
    conclude(desk, &case.issue, &carried.issue, &carried.posted, Undo::Possible).await
}

/// A step that needs nothing but the issue and moves no points that were there.
async fn plain(desk: &Desk, at: At, step: Step) -> Result<Concluded, Error> {
    let case = Case::hold(desk, at.number, at.seen).await?;
    decided(desk, &case, step, Cause::Progress).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Acceptance {
    number: u32,
    seen: Option<Seen>,
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
    type Params = Acceptance;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: Acceptance) -> Result<Concluded, Error> {
        let Acceptance { number, seen, severity, quality, kind, area, build, note } = params;
        let note = note.filter(|note| !note.trim().is_empty());
        let note = text(note.map(|note| CommentBody::parse(&note)).transpose())?;
        let case = Case::hold(desk, number, seen).await?;
        let corrected = correct(desk, &case.issue, kind, area.as_deref(), build.as_deref()).await?;
        let case = Case { issue: corrected, ..case };
        let step = Step::Accept { severity, quality };
        if let Some(note) = note {
            say(desk, &case.issue, note.as_str(), "comment").await?;
        }
        decided(desk, &case, step, Cause::Progress).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asking {
    number: u32,
    seen: Option<Seen>,
    question: String,
}

struct IssueAskInfo;

#[async_trait]
impl Command for IssueAskInfo {
    const NAME: &'static str = "issueAskInfo";
    const WHO: Who = Who::Administrator;
    type Params = Asking;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: Asking) -> Result<Concluded, Error> {
        let question = text(Question::parse(&params.question))?;
        let case = Case::hold(desk, params.number, params.seen).await?;
        let step = Step::AskInfo(question.clone());
        let actor = desk.member()?.actor();
        let carried = carry(desk, &case.issue, &actor, &step, &Cause::Progress).await?;
        say(desk, &case.issue, question.as_str(), "info_request").await?;
        conclude(desk, &case.issue, &carried.issue, &carried.posted, Undo::Possible).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Closing {
    number: u32,
    seen: Option<Seen>,
    resolution: Resolution,
    reason: String,
    #[serde(default)]
    confirm: bool,
}

struct IssueClose;

#[async_trait]
impl Command for IssueClose {
    const NAME: &'static str = "issueClose";
    const WHO: Who = Who::Administrator;
    type Params = Closing;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: Closing) -> Result<Concluded, Error> {
        let Closing { number, seen, resolution, reason, confirm } = params;
        let reason = text(PublicReason::parse(&reason))?;
        let case = Case::hold(desk, number, seen).await?;
        let cause = Cause::Change(format!("it was closed: {reason}"));
        let step = Step::Close { resolution, reason, is_spam_confirmed: confirm };
        decided(desk, &case, step, cause).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Snoozing {
    number: u32,
    seen: Option<Seen>,
    until: Option<String>,
}

struct IssueSnooze;

#[async_trait]
impl Command for IssueSnooze {
    const NAME: &'static str = "issueSnooze";
    const WHO: Who = Who::Administrator;
    type Params = Snoozing;
    type Answer = Concluded;

    /// Without a time it comes back to the queue at once, as if something had stirred it.
    async fn run(desk: &Desk, params: Snoozing) -> Result<Concluded, Error> {
        let case = Case::hold(desk, params.number, params.seen).await?;
        let Some(until) = params.until else {
            let step = Step::Wake { is_stirred: true };
            let system = feedback_model::Actor::System;
            let carried = carry(desk, &case.issue, &system, &step, &Cause::Progress).await?;
            return conclude(desk, &case.issue, &carried.issue, &carried.posted, Undo::Never).await;
        };
        let until =
            Date::parse(&until).ok_or_else(|| invalid("MOMENT", "This is no point in time."))?;
        decided(desk, &case, Step::Snooze(Moment(until.millis())), Cause::Progress).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grading {
    number: u32,
    seen: Option<Seen>,
    severity: Severity,
    reason: Option<String>,
}

struct IssueSetSeverity;

#[async_trait]
impl Command for IssueSetSeverity {
    const NAME: &'static str = "issueSetSeverity";
    const WHO: Who = Who::Administrator;
    type Params = Grading;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: Grading) -> Result<Concluded, Error> {
        let reason = params.reason.filter(|reason| !reason.trim().is_empty());
        let reason = text(reason.map(|reason| CommentBody::parse(&reason)).transpose())?;
        let case = Case::hold(desk, params.number, params.seen).await?;
        let by = desk.member()?.username.clone().unwrap_or_default();
        let why = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        let cause = format!("it was regraded to {} by {by}{why}", params.severity.word());
        if let Some(reason) = &reason {
            say(desk, &case.issue, reason.as_str(), "comment").await?;
        }
        decided(desk, &case, Step::SetSeverity(params.severity), Cause::Change(cause)).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rating {
    number: u32,
    seen: Option<Seen>,
    quality: Quality,
}

struct IssueSetQuality;

#[async_trait]
impl Command for IssueSetQuality {
    const NAME: &'static str = "issueSetQuality";
    const WHO: Who = Who::Administrator;
    type Params = Rating;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: Rating) -> Result<Concluded, Error> {
        let case = Case::hold(desk, params.number, params.seen).await?;
        let cause = format!("the report was rated {}", params.quality.key());
        decided(desk, &case, Step::SetQuality(params.quality), Cause::Change(cause)).await
    }
}

struct IssueStart;

#[async_trait]
impl Command for IssueStart {
    const NAME: &'static str = "issueStart";
    const WHO: Who = Who::Administrator;
    type Params = At;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: At) -> Result<Concluded, Error> {
        plain(desk, params, Step::Start).await
    }
}

struct IssueStop;

#[async_trait]
impl Command for IssueStop {
    const NAME: &'static str = "issueStop";
    const WHO: Who = Who::Administrator;
    type Params = At;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: At) -> Result<Concluded, Error> {
        plain(desk, params, Step::Stop).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mending {
    number: u32,
    seen: Option<Seen>,
    build: String,
}

struct IssueMarkFixed;

#[async_trait]
impl Command for IssueMarkFixed {
    const NAME: &'static str = "issueMarkFixed";
    const WHO: Who = Who::Administrator;
    type Params = Mending;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: Mending) -> Result<Concluded, Error> {
        let case = Case::hold(desk, params.number, params.seen).await?;
        let Known { build, is_active } = known(desk, &params.build).await?;
        decided(desk, &case, Step::MarkFixed { build, is_active }, Cause::Progress).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Showing {
    number: u32,
    seen: Option<Seen>,
    visibility: Visibility,
}

struct IssueSetVisibility;

#[async_trait]
impl Command for IssueSetVisibility {
    const NAME: &'static str = "issueSetVisibility";
    const WHO: Who = Who::Administrator;
    type Params = Showing;
    type Answer = Concluded;

    /// The whole set is seen by the same people.
    async fn run(desk: &Desk, params: Showing) -> Result<Concluded, Error> {
        let case = Case::hold(desk, params.number, params.seen).await?;
        let actor = desk.member()?.actor();
        let step = Step::SetVisibility(params.visibility);
        let mut after = case.issue.clone();
        for issue in &case.set {
            let carried = carry(desk, issue, &actor, &step, &Cause::Progress).await?;
            if issue.id() == case.issue.id() {
                after = carried.issue;
            }
        }
        conclude(desk, &case.issue, &after, &[], Undo::Possible).await
    }
}
