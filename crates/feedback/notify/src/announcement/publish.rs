//! Publishing: writes one event, from which all receivers are notified.

use async_trait::async_trait;
use feedback_model::UserId;
use feedback_model::notification::NotificationKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::draft::{AnnouncementKind, Receivers};
use super::list::shown;
use super::team_channel::count_team_channels;
use crate::notification::{Audience, PreviewCount, count_people, preview};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};
use feedback_core::refused::{invalid, not_found};

/// The audience and the kind of notification.
struct AddressedAnnouncement {
    kind: NotificationKind,
    audience: Audience,
    given: Json,
}

impl AddressedAnnouncement {
    /// A release goes to the users affected by its fixes, everything else to all users.
    fn of(
        kind: AnnouncementKind,
        issues: &[String],
        cohort: Option<&str>,
    ) -> AddressedAnnouncement {
        match kind {
            AnnouncementKind::Release => AddressedAnnouncement {
                kind: NotificationKind::Release,
                audience: Audience::Affected,
                given: json!({ "issues": issues, "cohort": cohort }),
            },
            _ => AddressedAnnouncement {
                kind: NotificationKind::RulesSeason,
                audience: Audience::AllUsers,
                given: json!({ "cohort": cohort }),
            },
        }
    }
}

/// The ids of the issues that a release fixes: those that it names, and those that were marked as
/// fixed in its build.
async fn fixed_issues(
    ctx: &CommandContext,
    build: Option<&str>,
    numbers: &[u32],
) -> Result<Vec<String>, Error> {
    let numbers: Json = numbers.iter().map(|number| Json::from(*number)).collect();
    let sql = Sql::fixed(
        r#"select to_jsonb(i."objectId") from "Issue" i
        where i."number" = any(array(select one.number::float8 from jsonb_array_elements_text(
                $2::jsonb || coalesce((select b."fixedIssues" from "Build" b where b."objectId" = $1::text), '[]')) one(number)))
            or i."buildFixed" = $1::text and i."status" in ('fixed', 'verified')
        order by i."number""#,
        [Bind::from(build), numbers.into()],
    );
    ctx.rows(&sql).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnouncementPreviewParams {
    kind: AnnouncementKind,
    build: Option<String>,
    #[serde(default)]
    audience: Receivers,
    #[serde(default)]
    fixes: Vec<u32>,
}

/// The effect of publishing.
#[derive(Serialize)]
pub(super) struct AnnouncementPreviewResult {
    #[serde(flatten)]
    count: PreviewCount,
    /// Number of team channels that it would be posted to.
    channels: i64,
}

pub(super) struct AnnouncementPreview;

#[async_trait]
impl Query for AnnouncementPreview {
    const NAME: &'static str = "announcementPreview";
    const WHO: Who = Who::Administrator;
    type Params = AnnouncementPreviewParams;
    type Answer = AnnouncementPreviewResult;

    async fn answer(
        ctx: &CommandContext,
        params: AnnouncementPreviewParams,
    ) -> Result<AnnouncementPreviewResult, Error> {
        let issues = match params.kind {
            AnnouncementKind::Release => {
                fixed_issues(ctx, params.build.as_deref(), &params.fixes).await?
            }
            _ => Vec::new(),
        };
        let to = AddressedAnnouncement::of(params.kind, &issues, params.audience.cohort());
        let count = preview(ctx, to.kind, to.audience, &to.given).await?;
        Ok(AnnouncementPreviewResult {
            count,
            channels: count_team_channels(ctx, event_kind(params.kind)).await?,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnouncementPublishParams {
    pub(super) id: String,
}

#[derive(Serialize)]
pub(super) struct AnnouncementPublishResult {
    announcement: Json,
    people: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Draft {
    kind: AnnouncementKind,
    title: String,
    build: Option<Json>,
    fixes: Vec<u32>,
    cohort: Option<String>,
    is_published: bool,
}

pub(super) struct AnnouncementPublish;

#[async_trait]
impl Command for AnnouncementPublish {
    const NAME: &'static str = "announcementPublish";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = AnnouncementPublishParams;
    type Answer = AuditedReply<AnnouncementPublishResult>;

    async fn run(
        ctx: &CommandContext,
        one: AnnouncementPublishParams,
    ) -> Result<Self::Answer, Error> {
        let before = shown(ctx, &one.id).await?;
        let people = publish(ctx, &one.id).await?;
        let announcement = shown(ctx, &one.id).await?;
        let label = announcement["title"].as_str().unwrap_or_default().to_owned();
        let after = announcement.clone();
        let change = AuditChange { kind: "announcement", id: one.id, label, before, after };
        Ok(AuditedReply::new(AnnouncementPublishResult { announcement, people }, change))
    }
}

/// Publishes a draft, and returns the number of notified users.
pub(super) async fn publish(ctx: &CommandContext, id: &str) -> Result<i64, Error> {
    let draft = locked(ctx, id).await?;
    if draft.is_published {
        return Err(invalid("PUBLISHED", "This is published already."));
    }
    let build = draft.build.as_ref().and_then(|build| build["id"].as_str());
    let issues = match draft.kind {
        AnnouncementKind::Release => fixed_issues(ctx, build, &draft.fixes).await?,
        _ => Vec::new(),
    };
    let to = AddressedAnnouncement::of(draft.kind, &issues, draft.cohort.as_deref());
    let people = count_people(ctx, to.kind, to.audience, &to.given).await?;
    let sql = Sql::fixed(
        r#"update "Announcement" a set "publishedAt" = $2::timestamptz, "updatedAt" = $2::timestamptz, "people" = $3::float8, "by" = $4::text,
            "fixes" = (select coalesce(jsonb_agg(i."number"::int order by i."number"), '[]') from "Issue" i
                where i."objectId" = any($5::text[]))
        where a."objectId" = $1::text"#,
        [
            Bind::from(id),
            ctx.now().into(),
            (people as f64).into(),
            ctx.member()?.id.as_str().into(),
            issues.clone().into(),
        ],
    );
    ctx.execute(&sql).await?;
    notify_receivers(ctx, id, &draft, &issues).await?;
    Ok(people)
}

async fn locked(ctx: &CommandContext, id: &str) -> Result<Draft, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('kind', a."kind", 'title', a."title", 'fixes', a."fixes", 'cohort', a."cohort",
            'isPublished', a."publishedAt" is not null, 'build', (select jsonb_build_object('id', b."objectId", 'version', b."version",
                'channel', b."channel") from "Build" b where b."objectId" = a."build"))
        from "Announcement" a where a."objectId" = $1::text for update"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

fn event_kind(kind: AnnouncementKind) -> EventKind {
    match kind {
        AnnouncementKind::Release => EventKind::ReleasePublished,
        _ => EventKind::AnnouncementPublished,
    }
}

async fn notify_receivers(
    ctx: &CommandContext,
    id: &str,
    draft: &Draft,
    issues: &[String],
) -> Result<(), Error> {
    let actor = UserId::from(ctx.member()?.id.as_str());
    let kind = event_kind(draft.kind);
    let data = json!({
        "announcement": id, "kind": draft.kind, "title": draft.title, "build": draft.build, "cohort": draft.cohort,
        "issues": issues,
    });
    append(ctx, &DomainEvent { kind, issue: None, actor: Some(&actor), data }).await
}
