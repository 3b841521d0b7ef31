//! Editing a report: by its reporter before triage, by administrators at any time.
//!
//! The earlier text is stored in the timeline.

use async_trait::async_trait;
use feedback_model::report_text::{ReportText, ReportTexts};
use feedback_model::text::Step;
use feedback_model::{Refused, Severity, report_text_columns, with_report_texts};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::draft;
use crate::answer_shape::IssueAnswer;
use crate::attachment;
use crate::issue::issue_reply::{IssueReply, issue_reply};
use crate::issue::state::{LockedIssue, lock};
use crate::issue::timeline::{TimelineEvent, append_events};
use crate::issue::{answer, may_edit};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::refused::{from_refusal, invalid, not_found};

with_report_texts! {
    /// The parameters: the fields to change.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    pub(super) struct IssueEditParams {
        number: u32,
        /// The time of the last edit that the client has seen.
        version: Option<String>,
        title: Option<String>,
        body: Option<String>,
        steps: Option<Vec<String>>,
        area: Option<String>,
        severity_claimed: Option<Severity>,
        attachments: Option<Vec<String>>,
    }
}

pub(super) struct IssueEdit;

#[async_trait]
impl Command for IssueEdit {
    const NAME: &'static str = "issueEdit";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = IssueEditParams;
    type Answer = AuditedReply<IssueReply>;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<IssueAnswer>())
    }

    async fn run(ctx: &CommandContext, edit: IssueEditParams) -> Result<Self::Answer, Error> {
        let issue = lock(ctx, edit.number).await?;
        let actor = ctx.member()?.actor();
        may_edit(&issue, &actor)?;
        let version = edit.version.as_deref().and_then(Date::parse).map(Date::millis);
        if version != issue.edited_at.map(|at| at.0) {
            return Err(invalid(
                "ISSUE_MOVED_ON",
                "Another user edited this report in the meantime. Reload it and try again.",
            ));
        }
        let before = written(ctx, &issue).await?;
        let after = edited(ctx, &edit, &issue, &before).await?;
        let mut changes = changed(&before, &after);
        if let Some(attachments) = &edit.attachments {
            let most = attachment::PER_REPORT;
            if attachment::replace(ctx, attachments, issue.id(), most).await? {
                changes.push("attachments");
            }
        }
        if changes.is_empty() {
            return Err(from_refusal(Refused::Unchanged));
        }
        write(ctx, &issue, &after).await?;
        let pick = |from: &Json| -> Json {
            changes.iter().map(|field| ((*field).to_owned(), from[*field].clone())).collect()
        };
        let change = (!actor.is_reporter_of(&issue.state)).then(|| AuditChange {
            kind: "issue",
            id: issue.id().as_str().to_owned(),
            label: format!("#{}", issue.number),
            before: pick(&before),
            after: pick(&after),
        });
        let data = json!({ "fields": changes, "before": pick(&before), "after": pick(&after) });
        append_events(ctx, issue.id(), actor.user(), &[TimelineEvent::to_all("edited", data)])
            .await?;
        answer(ctx, &issue, &actor).await?;
        Ok(AuditedReply::new(issue_reply(ctx, issue.id()).await?, change))
    }
}

/// The current text.
async fn written(ctx: &CommandContext, issue: &LockedIssue) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('title', i."title", 'body', i."body", 'steps', i."steps", 'area', i."area",
            'severityClaimed', i."severityClaimed") || _touchstone.report_texts(i)
        from "Issue" i where i."objectId" = $1::text"#,
        [Bind::from(issue.id().as_str())],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

/// The text after the edit.
async fn edited(
    ctx: &CommandContext,
    edit: &IssueEditParams,
    issue: &LockedIssue,
    before: &Json,
) -> Result<Json, Error> {
    let mut after = before.clone();
    if let Some(title) = &edit.title {
        after["title"] = draft::title(title)?.as_str().into();
    }
    if let Some(body) = &edit.body {
        let body = draft::body(body)?;
        if body.as_str().chars().count() < feedback_model::triage::LEAST_REPORT {
            return Err(from_refusal(Refused::ReportTooShort));
        }
        after["body"] = body.as_str().into();
    }
    if let Some(steps) = &edit.steps {
        let steps = draft::steps(steps)?;
        after["steps"] = steps.iter().map(Step::as_str).collect();
    }
    let texts = ReportTexts::parse(edit.report_texts()).map_err(from_refusal)?;
    for (text, sent) in edit.report_texts() {
        if sent.is_some() {
            after[text.key()] = texts.get(text).into();
        }
    }
    if let Some(area) = &edit.area {
        after["area"] = draft::area(area.clone(), &ctx.settings().await?)?.into();
    }
    if let Some(claimed) = edit.severity_claimed {
        let claimed = draft::severity_claimed(Some(claimed), issue.state.origin.kind)?;
        after["severityClaimed"] = claimed.map(Severity::key).into();
    }
    Ok(after)
}

fn changed(before: &Json, after: &Json) -> Vec<&'static str> {
    let fields = ["title", "body", "steps", "area", "severityClaimed"];
    let fields = fields.into_iter().chain(ReportText::ALL.map(ReportText::key));
    fields.filter(|field| before[*field] != after[*field]).collect()
}

async fn write(ctx: &CommandContext, issue: &LockedIssue, after: &Json) -> Result<(), Error> {
    let binds = [Bind::from(issue.id().as_str()), after.clone().into(), ctx.now().into()];
    ctx.execute(&Sql::fixed(UPDATE, binds)).await.map(drop)
}

const UPDATE: &str = concat!(
    r#"update "Issue" set ("title", "body", "steps", "area", "severityClaimed", "#,
    report_text_columns!(),
    r#") = (select "title", "body", "steps", "area", "severityClaimed", "#,
    report_text_columns!(),
    r#" from jsonb_populate_record(null::"Issue", $2::jsonb)),
        "editedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz, "lastActivityAt" = $3::timestamptz
    where "objectId" = $1::text"#
);
