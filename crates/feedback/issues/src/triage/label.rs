//! Labels of an issue by administrators: its assignee, severity, area, tags and links.

use async_trait::async_trait;
use feedback_model::text::Tag;
use feedback_model::{Kind, Refused, UserId};
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::reply::{TriageResult, Undo, build_reply, change};
use super::transition::{LockedCase, SeenAt, text};
use crate::issue::state::{LockedIssue, lock_one};
use crate::issue::timeline::{TimelineEvent, append_events};
use crate::issue::watch;
use feedback_core::command::{Command, Who, command};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{from_refusal, invalid, not_found};
use feedback_networks::build::find_build;

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<IssueAssign>(extension, state);
    let extension = command::<IssueSetArea>(extension, state);
    let extension = command::<IssueTag>(extension, state);
    command::<IssueLinkExternal>(extension, state)
}

/// Tags of an issue.
const MOST_TAGS: usize = 10;
/// External links of an issue.
const MOST_LINKS: usize = 10;

/// Appends the change to the timeline, and answers.
async fn labelled(
    ctx: &CommandContext,
    case: &LockedCase,
    kind: &'static str,
    before: Json,
    after: Json,
) -> Result<TriageResult, Error> {
    if before == after {
        return Err(from_refusal(Refused::Unchanged));
    }
    let actor = UserId::from(ctx.member()?.id.as_str());
    let data = json!({ "before": before, "after": after });
    let told = TimelineEvent::to_all(kind, data);
    append_events(ctx, case.issue.id(), Some(&actor), &[told]).await?;
    let issue = lock_one(ctx, case.issue.id()).await?;
    let concluded = build_reply(ctx, &case.issue, &issue, &[], Undo::Possible).await?;
    let change = change(ctx, &case.issue, json!({ kind: before }), json!({ kind: after }));
    Ok(TriageResult { change, ..concluded })
}

/// Corrects what an issue is about, and returns it afterwards.
pub(super) async fn correct(
    ctx: &CommandContext,
    issue: &LockedIssue,
    kind: Option<Kind>,
    area: Option<&str>,
    build: Option<&str>,
) -> Result<LockedIssue, Error> {
    let origin = &issue.state.origin;
    let kind = kind.filter(|kind| *kind != origin.kind);
    let area = area.filter(|area| *area != issue.area);
    let build = build.filter(|build| *build != origin.build.id.as_str());
    if kind.is_none() && area.is_none() && build.is_none() {
        return Ok(issue.clone());
    }
    if issue.state.severity.is_some() && kind.is_some_and(|kind| !kind.has_severity()) {
        return Err(from_refusal(Refused::SeverityUnfit));
    }
    if let Some(area) = area
        && !ctx.settings().await?.has_area(area)
    {
        return Err(invalid("AREA", "Unknown area. Choose one of the programme's areas."));
    }
    if let Some(build) = build {
        find_build(ctx, build).await?;
    }
    let before = json!({ "kind": origin.kind, "area": issue.area, "build": origin.build.id });
    restore(ctx, issue, kind.map(Kind::key), area, build).await?;
    let after = lock_one(ctx, issue.id()).await?;
    let now = &after.state.origin;
    let data = json!({
        "before": before,
        "after": { "kind": now.kind, "area": after.area, "build": now.build.id },
    });
    let actor = UserId::from(ctx.member()?.id.as_str());
    append_events(ctx, issue.id(), Some(&actor), &[TimelineEvent::to_all("edited", data)]).await?;
    Ok(after)
}

/// Writes what the issue is about.
pub(super) async fn restore(
    ctx: &CommandContext,
    issue: &LockedIssue,
    kind: Option<&str>,
    area: Option<&str>,
    build: Option<&str>,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Issue" set "kind" = coalesce($2::text, "kind"), "area" = coalesce($3::text, "area"),
            "buildReported" = coalesce($4::text, "buildReported"), "updatedAt" = $5::timestamptz
        where "objectId" = $1::text"#,
        [Bind::from(issue.id().as_str()), kind.into(), area.into(), build.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Writes a label that is stored as it is sent.
pub(super) async fn write(
    ctx: &CommandContext,
    issue: &LockedIssue,
    label: &str,
    value: &Json,
) -> Result<(), Error> {
    let text = value.as_str().map(str::to_owned);
    let id = Bind::from(issue.id().as_str());
    let now = Bind::from(ctx.now());
    let sql = match label {
        "assigned" => Sql::fixed(
            r#"update "Issue" set "assignee" = $2::text, "updatedAt" = $3::timestamptz where "objectId" = $1::text"#,
            [id, text.into(), now],
        ),
        "area" => Sql::fixed(
            r#"update "Issue" set "area" = $2::text, "updatedAt" = $3::timestamptz where "objectId" = $1::text"#,
            [id, text.into(), now],
        ),
        "tagged" => Sql::fixed(
            r#"update "Issue" set "tags" = $2::jsonb, "updatedAt" = $3::timestamptz where "objectId" = $1::text"#,
            [id, value.clone().into(), now],
        ),
        "linked" => Sql::fixed(
            r#"update "Issue" set "externalRefs" = $2::jsonb, "updatedAt" = $3::timestamptz where "objectId" = $1::text"#,
            [id, value.clone().into(), now],
        ),
        _ => return Err(from_refusal(Refused::NothingToUndo)),
    };
    ctx.execute(&sql).await.map(drop)
}

/// The stored value of a label.
async fn stored(ctx: &CommandContext, issue: &LockedIssue) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('assignee', "assignee", 'tags', "tags", 'links', "externalRefs")
        from "Issue" where "objectId" = $1::text"#,
        [Bind::from(issue.id().as_str())],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueAssignParams {
    number: u32,
    seen: Option<SeenAt>,
    user: Option<String>,
}

struct IssueAssign;

#[async_trait]
impl Command for IssueAssign {
    const NAME: &'static str = "issueAssign";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueAssignParams;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: IssueAssignParams) -> Result<TriageResult, Error> {
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let user = match params.user.as_deref() {
            None => None,
            Some("me") => Some(ctx.member()?.id.clone()),
            Some(id) => Some(administrator(ctx, id).await?),
        };
        let before = stored(ctx, &case.issue).await?["assignee"].clone();
        let after = Json::from(user.clone());
        write(ctx, &case.issue, "assigned", &after).await?;
        if let Some(user) = &user {
            watch::begin(ctx, case.issue.id().as_str(), user, "assigned").await?;
        }
        labelled(ctx, &case, "assigned", before, after).await
    }
}

async fn administrator(ctx: &CommandContext, id: &str) -> Result<String, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "_User"
        where "objectId" = $1::text and "isAdmin" and "status" = 'active'"#,
        [Bind::from(id)],
    );
    let found = ctx.row(&sql).await?;
    found.ok_or_else(|| invalid("ASSIGNEE", "Only administrators can be assigned."))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetAreaParams {
    number: u32,
    seen: Option<SeenAt>,
    area: String,
}

struct IssueSetArea;

#[async_trait]
impl Command for IssueSetArea {
    const NAME: &'static str = "issueSetArea";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = SetAreaParams;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: SetAreaParams) -> Result<TriageResult, Error> {
        if !ctx.settings().await?.has_area(&params.area) {
            return Err(invalid("AREA", "Unknown area. Choose one of the programme's areas."));
        }
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let after = Json::from(params.area);
        write(ctx, &case.issue, "area", &after).await?;
        labelled(ctx, &case, "area", case.issue.area.clone().into(), after).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueTagParams {
    number: u32,
    seen: Option<SeenAt>,
    #[serde(default)]
    add: Vec<String>,
    #[serde(default)]
    remove: Vec<String>,
}

struct IssueTag;

#[async_trait]
impl Command for IssueTag {
    const NAME: &'static str = "issueTag";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueTagParams;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: IssueTagParams) -> Result<TriageResult, Error> {
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let before = stored(ctx, &case.issue).await?["tags"].clone();
        let mut tags: Vec<String> = serde_json::from_value(before.clone()).unwrap_or_default();
        tags.retain(|tag| !params.remove.contains(tag));
        for tag in &params.add {
            let tag = text(Tag::parse(tag))?.as_str().to_owned();
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        if tags.len() > MOST_TAGS {
            return Err(invalid("TAGS", format!("An issue has at most {MOST_TAGS} tags.")));
        }
        let after = Json::from(tags);
        write(ctx, &case.issue, "tagged", &after).await?;
        labelled(ctx, &case, "tagged", before, after).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssueLinkExternalParams {
    number: u32,
    seen: Option<SeenAt>,
    system: String,
    url: String,
    key: String,
}

struct IssueLinkExternal;

#[async_trait]
impl Command for IssueLinkExternal {
    const NAME: &'static str = "issueLinkExternal";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueLinkExternalParams;
    type Answer = TriageResult;

    /// A link is public and opened by a click, so only web addresses are accepted.
    async fn run(
        ctx: &CommandContext,
        params: IssueLinkExternalParams,
    ) -> Result<TriageResult, Error> {
        let IssueLinkExternalParams { number, seen, system, url, key } = params;
        let is_short = |text: &str, most: usize| {
            (1..=most).contains(&text.chars().count()) && !text.chars().any(char::is_control)
        };
        if !is_short(&system, 40) || !is_short(&key, 80) {
            return Err(invalid(
                "LINK",
                "The name of the system and the key of the issue there are required.",
            ));
        }
        if !url.starts_with("https://") || !is_short(&url, 500) || url.contains(char::is_whitespace)
        {
            return Err(invalid("LINK", "A link begins with https:// and has no spaces."));
        }
        let case = LockedCase::lock(ctx, number, seen).await?;
        let before = stored(ctx, &case.issue).await?["links"].clone();
        let mut links: Vec<Json> = serde_json::from_value(before.clone()).unwrap_or_default();
        links.retain(|link| link["url"] != url.as_str());
        links.push(json!({ "system": system, "url": url, "key": key }));
        if links.len() > MOST_LINKS {
            return Err(invalid("LINK", format!("An issue has at most {MOST_LINKS} links.")));
        }
        let after = Json::from(links);
        write(ctx, &case.issue, "linked", &after).await?;
        labelled(ctx, &case, "linked", before, after).await
    }
}
