//! An issue in the form that is sent to trackers.

use std::collections::BTreeMap;

use feedback_model::report_text::ReportText;
use feedback_model::{IssueId, Resolution, Severity, Status};
use integrations::tracker::{Document, NewIssue, Target};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// The longest text to which a failed transaction is added. Jira's limit is 32,767 characters.
const MOST_TEXT: usize = 30_000;

/// The text of the issue and its state.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct IssueSubject {
    pub(super) number: u32,
    title: String,
    body: String,
    steps: Option<Vec<String>>,
    texts: BTreeMap<ReportText, Option<String>>,
    severity: Option<Severity>,
    status: Status,
    resolution: Option<Resolution>,
    pub(super) duplicate_of: Option<String>,
    pub(super) is_private: bool,
}

impl IssueSubject {
    /// The current issue.
    pub(super) async fn read(ctx: &CommandContext, issue: &str) -> Result<IssueSubject, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('number', i."number"::int, 'title', i."title", 'body', coalesce(i."body", ''), 'steps', i."steps",
                'texts', _touchstone.report_texts(i), 'severity', i."severity", 'status', i."status",
                'resolution', i."resolution", 'duplicateOf', i."duplicateOf", 'isPrivate', not _touchstone.is_public(i."_rperm"))
            from "Issue" i where i."objectId" = $1::text"#,
            [Bind::from(issue)],
        );
        ctx.row(&sql).await?.ok_or_else(not_found)
    }

    /// Its state, in the form of trackers.
    pub(super) fn target(&self) -> Target {
        target(self.status, self.resolution)
    }

    /// The text for the tracker. Of a private report only its address is sent.
    pub(super) fn new_issue(&self, ctx: &CommandContext, transaction: Option<&str>) -> NewIssue {
        let url = ctx.issue_url(&self.number);
        if self.is_private {
            let text = "This report is private. Its text is shown in Touchstone only.";
            let title = format!("Private report #{}", self.number);
            let body = Document::new(text, &url, "Reported in the beta:");
            return NewIssue { title, body, url, severity: None };
        }
        let mut text = self.body.clone();
        let steps = self.steps.iter().flatten().enumerate();
        let steps: Vec<String> = steps.map(|(at, step)| format!("{}. {step}", at + 1)).collect();
        let steps = steps.join("\n");
        let texts = self
            .texts
            .iter()
            .filter_map(|(text, written)| Some((text.heading(), written.as_deref()?)));
        for (heading, part) in std::iter::once(("Steps", steps.as_str())).chain(texts) {
            if !part.trim().is_empty() {
                text.push_str(&format!("\n\n### {heading}\n\n{part}"));
            }
        }
        if let Some(part) = transaction.filter(|part| text.len() + part.len() <= MOST_TEXT) {
            text.push_str(&format!("\n\n### Failed transaction\n\n{part}"));
        }
        let severity = self.severity.map(|severity| match severity {
            Severity::S1 => 1,
            Severity::S2 => 2,
            Severity::S3 => 3,
            Severity::S4 => 4,
        });
        let body = Document::new(&text, &url, "Reported in the beta:");
        NewIssue { title: self.title.clone(), body, url, severity }
    }
}

/// The tracker's state for a status.
pub(super) fn target(status: Status, resolution: Option<Resolution>) -> Target {
    match (status, resolution) {
        (Status::New | Status::NeedsInfo, _) => Target::Reported,
        (Status::Confirmed, _) => Target::Accepted,
        (Status::InProgress, _) => Target::Started,
        (Status::Fixed | Status::Verified, _) => Target::Done,
        (Status::Closed, Some(Resolution::Duplicate)) => Target::Duplicate,
        (Status::Closed, _) => Target::Dropped,
    }
}

/// The number of an issue.
pub(super) async fn number_of(ctx: &CommandContext, issue: &IssueId) -> Result<u32, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("number"::int) from "Issue" where "objectId" = $1::text"#,
        [Bind::from(issue.as_str())],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}
