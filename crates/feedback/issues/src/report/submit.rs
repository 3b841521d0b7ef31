//! Submitting a report.
//!
//! Everything is checked before the number is assigned, and little is done afterwards, because
//! concurrent reports are serialized from that point to the end of the transaction.

use async_trait::async_trait;
use feedback_model::allowance::{Act, second_report};
use feedback_model::impact::impact;
use feedback_model::reach::Reach;
use feedback_model::report_text::ReportTexts;
use feedback_model::search::Source;
use feedback_model::text::{Body, Step, Tag, Title};
use feedback_model::triage::{Report, long_enough, submit};
use feedback_model::{
    Kind, Origin, Severity, Span, Timestamp, Trust, Visibility, report_text_columns,
    with_report_texts,
};
use parse_engine::Error;
use parse_model::{Json, JsonMap};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::draft;
use crate::answer_shape::SubmittedAnswer;
use crate::attachment;
use crate::cluster::effect::after_reported;
use crate::evidence::attach::{Attaching, attach};
use crate::issue::timeline::{TimelineEvent, append_events};
use crate::issue::{consume_quota, is_held_back, issue_reply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::form::Form;
use feedback_core::parameter_schema;
use feedback_core::refused::from_refusal;
use feedback_core::setting::Settings;
use feedback_networks::build;

with_report_texts! {
    /// The parameters.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    pub(super) struct IssueSubmitParams {
        kind: Kind,
        title: String,
        #[serde(default)]
        body: String,
        #[serde(default)]
        steps: Vec<String>,
        area: String,
        build: String,
        severity_claimed: Option<Severity>,
        #[serde(default)]
        private: bool,
        #[serde(default)]
        environment: JsonMap,
        #[serde(default)]
        attachments: Vec<String>,
        #[serde(default)]
        tags: Vec<String>,
        #[serde(default)]
        evidence: Vec<String>,
        cluster: Option<String>,
    }
}

/// A valid report.
struct ValidReport {
    report: Report,
    title: Title,
    body: Body,
    steps: Vec<Step>,
    texts: ReportTexts,
    area: String,
    severity_claimed: Option<Severity>,
    environment: Json,
    tags: Vec<Tag>,
    is_held_back: bool,
}

#[derive(Serialize)]
pub(super) struct IssueSubmitResult {
    number: u32,
    id: String,
    issue: Json,
}

pub(super) struct IssueSubmit;

#[async_trait]
impl Command for IssueSubmit {
    const NAME: &'static str = "issueSubmit";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = Form<IssueSubmitParams>;
    type Answer = IssueSubmitResult;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<SubmittedAnswer>())
    }

    async fn run(
        ctx: &CommandContext,
        mut form: Form<IssueSubmitParams>,
    ) -> Result<IssueSubmitResult, Error> {
        let settings = ctx.settings().await?;
        let attachments = std::mem::take(&mut form.sent.attachments);
        let evidence = std::mem::take(&mut form.sent.evidence);
        let cluster = form.sent.cluster.take();
        let has_evidence = is_any_explained(ctx, &evidence).await?;
        let fitting = fit(ctx, &settings, form, has_evidence).await?;
        let actor = ctx.member()?.actor();
        let decision = submit(&fitting.report, &actor).map_err(from_refusal)?;
        consume_quota(ctx, Act::Report).await?;
        check_first_report(ctx).await?;
        let id = fitting.report.origin.id.clone();
        let number = insert(ctx, &fitting).await?;
        add_reporter(ctx, &fitting).await?;
        let told: Vec<TimelineEvent> = decision.events.iter().map(TimelineEvent::from).collect();
        append_events(ctx, &id, actor.user(), &told).await?;
        attachment::attach(ctx, &attachments, &id, None, attachment::PER_REPORT).await?;
        attach(ctx, &evidence, &Attaching { issue: &id, is_told: false }).await?;
        if let Some(cluster) = &cluster {
            after_reported(ctx, cluster, &id).await?;
        }
        let issue = issue_reply::row(ctx, &id).await?;
        Ok(IssueSubmitResult { number, id: id.as_str().to_owned(), issue })
    }
}

/// Validates a report, or refuses it with every invalid field.
async fn fit(
    ctx: &CommandContext,
    settings: &Settings,
    form: Form<IssueSubmitParams>,
    has_evidence: bool,
) -> Result<ValidReport, Error> {
    let member = ctx.member()?;
    let Form { sent, mut errors } = form;
    let texts = ReportTexts::parse(sent.report_texts()).map_err(from_refusal);
    let severity = draft::severity_claimed(sent.severity_claimed, sent.kind);
    let severity = if errors.has("kind") { Ok(None) } else { severity };
    let body = errors.check("body", draft::body(&sent.body))?;
    let build = errors.check("build", build::find_build(ctx, &sent.build).await)?;
    let title = errors.check("title", draft::title(&sent.title))?;
    let steps = errors.check("steps", draft::steps(&sent.steps))?;
    for (text, raw) in sent.report_texts() {
        errors.check(text.key(), ReportTexts::parse([(text, raw)]).map_err(from_refusal))?;
    }
    let area = errors.check("area", draft::area(sent.area, settings))?;
    let severity = errors.check("severityClaimed", severity)?;
    let environment = errors.check("environment", draft::environment(sent.environment))?;
    let tags = errors.check("tags", draft::tags(&sent.tags))?;
    if let Some(body) = &body {
        errors.check("body", long_enough(body, has_evidence).map_err(from_refusal))?;
    }
    let (Some(body), Some(build), Some(title), Some(steps)) = (body, build, title, steps) else {
        return Err(errors.refusal());
    };
    let (Some(area), Some(severity_claimed), Some(environment), Some(tags)) =
        (area, severity, environment, tags)
    else {
        return Err(errors.refusal());
    };
    errors.finish()?;
    let texts = texts?;
    let origin = Origin {
        id: ctx.new_id().into(),
        kind: sent.kind,
        reporter: member.id.as_str().into(),
        build: build.build,
        submitted_at: Timestamp(ctx.now().millis()),
    };
    let visibility = if sent.private { Visibility::Private } else { Visibility::Programme };
    Ok(ValidReport {
        title,
        steps,
        texts,
        area,
        severity_claimed,
        environment,
        tags,
        is_held_back: is_held_back(ctx, settings)?,
        report: Report { origin, visibility, body: body.clone(), has_evidence },
        body,
    })
}

/// Whether any of this evidence belongs to the caller and is explained.
async fn is_any_explained(ctx: &CommandContext, evidence: &[String]) -> Result<bool, Error> {
    if evidence.is_empty() {
        return Ok(false);
    }
    let sql = Sql::fixed(
        r#"select to_jsonb(exists (select from "Evidence" where "objectId" = any($1::text[]) and "owner" = $2::text
            and "state" in ('decoded', 'partial')))"#,
        [Bind::from(evidence), ctx.member()?.id.as_str().into()],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct History {
    is_suspect: bool,
    undecided_since: Option<i64>,
}

/// With premoderation, a new tester's second report waits until the first was decided.
async fn check_first_report(ctx: &CommandContext) -> Result<(), Error> {
    let member = ctx.member()?;
    if member.trust != Trust::New || member.is_admin {
        return Ok(());
    }
    let sql = Sql::fixed(
        r#"select jsonb_build_object(
            'isSuspect', coalesce(u."spamCount", 0) > 0 or coalesce(u."riskState", 'clear') <> 'clear'
                or exists (select from _touchstone.risk_case_member m join _touchstone.risk_case c on c.number = m.case_number
                    where m."user" = u."objectId" and c.state = 'watch'),
            'undecidedSince', (select _touchstone.in_millis(min(i."submittedAt")) from "Issue" i
                where i."reporter" = u."objectId" and i."status" = 'new'))
        from "_User" u where u."objectId" = $1::text"#,
        [Bind::from(&*member.id)],
    );
    let Some(history) = ctx.row::<History>(&sql).await? else { return Ok(()) };
    let undecided_for = history.undecided_since.map(|since| {
        let seconds = (ctx.now().millis() - since).max(0) / 1000;
        Span::seconds(u32::try_from(seconds).unwrap_or(u32::MAX))
    });
    second_report(member.trust, history.is_suspect, undecided_for).map_err(from_refusal)
}

/// Only pages of the product have an audience.
fn source(ctx: &CommandContext) -> Source {
    match ctx.cx().caller().audience {
        Some(_) => Source::Widget,
        None => Source::Web,
    }
}

/// Inserts the issue. The database assigns its number.
async fn insert(ctx: &CommandContext, fitting: &ValidReport) -> Result<u32, Error> {
    let origin = &fitting.report.origin;
    let steps: Vec<&str> = fitting.steps.iter().map(Step::as_str).collect();
    let tags: Vec<&str> = fitting.tags.iter().map(Tag::as_str).collect();
    let sql = Sql::fixed(
        INSERT,
        [
            Bind::from(origin.id.as_str()),
            ctx.now().into(),
            origin.reporter.as_str().into(),
            origin.kind.key().into(),
            fitting.title.as_str().into(),
            fitting.body.as_str().into(),
            draft::listed(&steps).into(),
            json!(fitting.texts).into(),
            fitting.area.as_str().into(),
            origin.build.id.as_str().into(),
            fitting.severity_claimed.map(Severity::key).into(),
            fitting.report.visibility.key().into(),
            fitting.environment.clone().into(),
            draft::listed(&tags).into(),
            fitting.is_held_back.into(),
            ctx.member()?.locale.as_deref().into(),
            impact(None, Reach { affected: 1, proven: 0 }).into(),
            source(ctx).key().into(),
        ],
    );
    let number = ctx.row(&sql).await?;
    number.ok_or_else(feedback_core::refused::not_found)
}

const INSERT: &str = concat!(
    r#"insert into "Issue" ("objectId", "createdAt", "updatedAt", "submittedAt", "lastActivityAt", "reporter", "kind", "title", "body",
        "steps", "area", "buildReported", "severityClaimed", "visibility", "environment", "tags", "heldBack",
        "lang", "status", "voteCount", "watchCount", "impact", "number", "source", "#,
    report_text_columns!(),
    r#")
    select $1::text, $2::timestamptz, $2::timestamptz, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text,
        $7::jsonb, $9::text, $10::text, $11::text, $12::text, $13::jsonb, $14::jsonb, $15::bool,
        $16::text, 'new', 1, 1, $17::float8, 0, $18::text, "#,
    report_text_columns!(),
    r#"
    from jsonb_populate_record(null::"Issue", $8::jsonb)
    returning to_jsonb("number"::int)"#
);

/// The reporter watches the issue and is the first affected person.
async fn add_reporter(ctx: &CommandContext, fitting: &ValidReport) -> Result<(), Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"with watched as (
            insert into "Watch" ("objectId", "createdAt", "updatedAt", "issue", "user", "reason", "level")
            values ($3::text, $5::timestamptz, $5::timestamptz, $1::text, $2::text, 'reporter', 'all'))
        insert into "IssueReach" ("objectId", "createdAt", "updatedAt", "root", "personId", "firstAt", "_rperm", "_wperm")
        values ($4::text, $5::timestamptz, $5::timestamptz, $1::text, $6::text, $5::timestamptz, '{}', '{}')"#,
        [
            Bind::from(fitting.report.origin.id.as_str()),
            member.id.as_str().into(),
            ctx.new_id().into(),
            ctx.new_id().into(),
            ctx.now().into(),
            member.person_id.as_str().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
