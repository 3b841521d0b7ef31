//! Reports from pages.

use async_trait::async_trait;
use feedback_model::Kind;
use parse_engine::{Cx, Error};
use parse_model::{Code, Json, JsonMap};
use parse_store::{Access, Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::admission::audience;
use super::context::{self, PageContext};
use super::explain::{PageEvidence, preview};
use super::lenient;
use super::redact::redact;
use crate::public_api::call_function::ask;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid_session;
use feedback_core::table::rows;

/// Characters of a build that the programme does not know.
const LONGEST_BUILD: usize = 80;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WidgetReportParams {
    report: SentReport,
}

/// What the tester wrote must fit. What the page adds is dropped if it does not.
#[derive(Deserialize, Serialize)]
pub(super) struct SentReport {
    pub(super) kind: Kind,
    pub(super) title: String,
    #[serde(default)]
    pub(super) text: String,
    pub(super) area: String,
    #[serde(default)]
    private: bool,
    #[serde(default, deserialize_with = "lenient::text")]
    build: Option<String>,
    #[serde(default, deserialize_with = "lenient::optional")]
    evidence: Option<PageEvidence>,
    #[serde(default, deserialize_with = "lenient::object")]
    context: PageContext,
    /// The name of a stored file of the tester.
    #[serde(default, deserialize_with = "lenient::text", skip_serializing)]
    picture: Option<String>,
}

impl SentReport {
    /// The parts that the page added, within their limits and without secrets.
    pub(super) fn cleaned(self) -> SentReport {
        SentReport {
            build: self.build.map(|build| redact(&build, LONGEST_BUILD)),
            evidence: self.evidence.map(PageEvidence::cleaned),
            context: self.context.cleaned(),
            picture: None,
            ..self
        }
    }
}

pub(super) struct WidgetReport;

#[async_trait]
impl Command for WidgetReport {
    const NAME: &'static str = "widgetReport";
    const WHO: Who = Who::Widget;
    const NEEDS_FRESH: bool = false;
    type Params = WidgetReportParams;
    type Answer = Json;

    /// Reports as the tester would in the app, with the same allowances and rules.
    async fn run(ctx: &CommandContext, params: WidgetReportParams) -> Result<Json, Error> {
        ctx.member().map_err(|_| invalid_session())?;
        let origin = &audience(ctx.cx())?.origin;
        let submitted = submit(ctx, params.report, origin, None).await?;
        Ok(submitted.reply(ctx))
    }
}

/// A report that is an issue now.
pub(super) struct Submitted {
    /// The id of the issue.
    pub(super) issue: String,
    pub(super) number: Json,
}

impl Submitted {
    /// What the page is answered.
    pub(super) fn reply(&self, ctx: &CommandContext) -> Json {
        json!({ "number": self.number, "address": ctx.issue_url(&self.number) })
    }
}

/// Reports in the name of the caller. `first_sent` is when a report without an account was sent.
pub(super) async fn submit(
    ctx: &CommandContext,
    report: SentReport,
    origin: &str,
    first_sent: Option<&str>,
) -> Result<Submitted, Error> {
    let cx = ctx.cx();
    let context = report.context.cleaned();
    let build = build(cx, report.build.as_deref()).await?;
    let evidence = match &report.evidence {
        Some(evidence) => explained(cx, evidence, &build.id).await?,
        None => None,
    };
    let picture = match &report.picture {
        Some(file) => Some(attachment(cx, file).await?),
        None => None,
    };
    let mut environment: JsonMap =
        context.environment.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    environment.insert("page".to_owned(), json!(origin));
    if let Some(version) = build.unknown {
        environment.insert("build".to_owned(), json!(version));
    }
    if let Some(moment) = first_sent {
        environment.insert("firstSent".to_owned(), json!(moment));
    }
    let sent = json!({
        "kind": report.kind, "title": report.title, "body": report.text, "area": report.area,
        "private": report.private, "build": build.id, "environment": environment,
        "evidence": evidence.as_slice(), "attachments": picture.as_slice(),
    });
    let submitted = ask(cx, "issueSubmit", sent).await?;
    let issue = submitted["id"].as_str().unwrap_or_default().to_owned();
    context::store(ctx, &issue, origin, context).await?;
    Ok(Submitted { issue, number: submitted["number"].clone() })
}

/// The id of the evidence, unless the page saw nothing that can be looked up.
async fn explained(cx: &Cx, evidence: &PageEvidence, build: &str) -> Result<Option<Json>, Error> {
    match preview(cx, evidence, Some(build)).await {
        Ok(evidence) => Ok(Some(evidence["id"].clone())),
        Err(error) if error.code() == Some(Code::VALIDATION_ERROR) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The id of a new attachment with the picture of the page.
async fn attachment(cx: &Cx, file: &str) -> Result<Json, Error> {
    let ending = file.rsplit('.').next().unwrap_or_default();
    let sent = json!({ "file": { "name": file }, "name": format!("page.{ending}") });
    Ok(ask(cx, "attachmentAdd", sent).await?["attachment"]["id"].clone())
}

struct ReportBuild {
    id: String,
    /// The version as the page names it, if the programme has no such build.
    unknown: Option<String>,
}

/// The newest build whose version the text of the page contains, or the one for unknown builds. A
/// report never fails because its build is not announced yet.
async fn build(cx: &Cx, text: Option<&str>) -> Result<ReportBuild, Error> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let words: Vec<String> =
        text.into_iter().flat_map(str::split_whitespace).take(4).map(str::to_owned).collect();
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', b."objectId", 'isKnown', b."version" <> 'unknown') from "Build" b
        where b."channel" = 'web' and (b."version" = any($1::text[]) or b."version" = 'unknown')
        order by b."version" = 'unknown', b."createdAt" desc limit 1"#,
        [Bind::from(words)],
    );
    let found: Option<Json> = rows(cx.db(), &sql, Access::Reads).await?.pop();
    let found = found.unwrap_or_default();
    let unknown = text.filter(|_| found["isKnown"] != true);
    Ok(ReportBuild {
        id: found["id"].as_str().unwrap_or_default().to_owned(),
        unknown: unknown.map(|text| redact(text, LONGEST_BUILD)),
    })
}
