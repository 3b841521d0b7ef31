//! Saving and removing an announcement.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::list::shown;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// Fixed issues of one release.
const FIXES: usize = 500;

/// The kind of an announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AnnouncementKind {
    /// General news.
    News,
    /// A new build.
    Release,
    /// A change of the rules.
    Rules,
    /// An outage, or its end.
    Incident,
}

impl AnnouncementKind {
    pub(super) fn key(self) -> &'static str {
        match self {
            AnnouncementKind::News => "news",
            AnnouncementKind::Release => "release",
            AnnouncementKind::Rules => "rules",
            AnnouncementKind::Incident => "incident",
        }
    }
}

/// The audience.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(untagged)]
pub(super) enum Receivers {
    /// The word `all`.
    #[default]
    #[serde(skip)]
    All,
    Word(AllReceivers),
    Cohort {
        cohort: String,
    },
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AllReceivers {
    All,
}

impl Receivers {
    /// The cohort, unless it is for all users.
    pub(super) fn cohort(&self) -> Option<&str> {
        match self {
            Receivers::All | Receivers::Word(AllReceivers::All) => None,
            Receivers::Cohort { cohort } => Some(cohort.trim()),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AnnouncementSaveParams {
    id: Option<String>,
    kind: AnnouncementKind,
    title: String,
    #[serde(default)]
    body: String,
    build: Option<String>,
    #[serde(default)]
    audience: Receivers,
    pinned_until: Option<String>,
    #[serde(default)]
    fixes: Vec<u32>,
}

#[derive(Serialize)]
pub(super) struct AnnouncementSaveResult {
    announcement: Json,
}

pub(super) struct AnnouncementSave;

#[async_trait]
impl Command for AnnouncementSave {
    const NAME: &'static str = "announcementSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = AnnouncementSaveParams;
    type Answer = AuditedReply<AnnouncementSaveResult>;

    /// A published announcement keeps its kind, build, audience and fixes, because users were
    /// notified of those.
    async fn run(
        ctx: &CommandContext,
        params: AnnouncementSaveParams,
    ) -> Result<Self::Answer, Error> {
        let pinned_until = fit(ctx, &params).await?;
        let before = match &params.id {
            Some(id) => shown(ctx, id).await?,
            None => json!({}),
        };
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        write(ctx, &id, &params, pinned_until).await?;
        let after = shown(ctx, &id).await?;
        let label = params.title.trim().to_owned();
        let change = AuditChange { kind: "announcement", id, label, before, after: after.clone() };
        Ok(AuditedReply::new(AnnouncementSaveResult { announcement: after }, change))
    }
}

/// Refuses invalid parameters, and returns until when it is pinned.
async fn fit(ctx: &CommandContext, params: &AnnouncementSaveParams) -> Result<Option<Date>, Error> {
    let title = params.title.trim();
    if !(1..=140).contains(&title.chars().count()) || title.chars().any(char::is_control) {
        return Err(invalid("TITLE", "A title has 1 to 140 characters on one line."));
    }
    if params.body.chars().count() > 10_000 {
        return Err(invalid("BODY", "A text has at most 10,000 characters."));
    }
    if params.fixes.len() > FIXES {
        return Err(invalid("FIXES", format!("A release names at most {FIXES} issues.")));
    }
    if params.audience.cohort().is_some_and(|cohort| !(1..=80).contains(&cohort.chars().count())) {
        return Err(invalid("AUDIENCE", "A cohort's name has 1 to 80 characters."));
    }
    match (&params.build, params.kind) {
        (Some(build), _) => expect_build(ctx, build).await?,
        (None, AnnouncementKind::Release) => {
            return Err(invalid("BUILD", "A release needs one of the programme's builds."));
        }
        (None, _) => {}
    }
    let moment = |text: &String| {
        Date::parse(text).ok_or_else(|| {
            invalid("MOMENT", "Invalid time: expected a timestamp such as 2026-11-18T09:00:00Z.")
        })
    };
    params.pinned_until.as_ref().map(moment).transpose()
}

async fn write(
    ctx: &CommandContext,
    id: &str,
    params: &AnnouncementSaveParams,
    pinned_until: Option<Date>,
) -> Result<(), Error> {
    let fixes: Json = params.fixes.iter().map(|number| Json::from(*number)).collect();
    let sql = Sql::fixed(
        r#"insert into "Announcement" as a ("objectId", "createdAt", "updatedAt", "kind", "title", "body", "build", "fixes",
            "cohort", "pinnedUntil", "by", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::jsonb, $8::text,
            $9::timestamptz, $10::text, '{}', '{}')
        on conflict ("objectId") do update set "updatedAt" = excluded."updatedAt", "title" = excluded."title",
            "body" = excluded."body", "pinnedUntil" = excluded."pinnedUntil",
            "kind" = case when a."publishedAt" is null then excluded."kind" else a."kind" end,
            "build" = case when a."publishedAt" is null then excluded."build" else a."build" end,
            "fixes" = case when a."publishedAt" is null then excluded."fixes" else a."fixes" end,
            "cohort" = case when a."publishedAt" is null then excluded."cohort" else a."cohort" end"#,
        [
            Bind::from(id),
            ctx.now().into(),
            params.kind.key().into(),
            params.title.trim().into(),
            params.body.trim().into(),
            params.build.as_deref().into(),
            fixes.into(),
            params.audience.cohort().into(),
            pinned_until.into(),
            ctx.member()?.id.as_str().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnouncementRemoveParams {
    id: String,
}

pub(super) struct AnnouncementRemove;

#[async_trait]
impl Command for AnnouncementRemove {
    const NAME: &'static str = "announcementRemove";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = AnnouncementRemoveParams;
    type Answer = AuditedReply<Json>;

    /// Notifications that were sent are kept.
    async fn run(
        ctx: &CommandContext,
        one: AnnouncementRemoveParams,
    ) -> Result<Self::Answer, Error> {
        let before = shown(ctx, &one.id).await?;
        let sql = Sql::fixed(
            r#"delete from "Announcement" where "objectId" = $1::text"#,
            [Bind::from(&*one.id)],
        );
        if ctx.execute(&sql).await? == 0 {
            return Err(not_found());
        }
        let label = before["title"].as_str().unwrap_or_default().to_owned();
        let change =
            AuditChange { kind: "announcement", id: one.id, label, before, after: json!({}) };
        Ok(AuditedReply::new(json!({}), change))
    }
}

async fn expect_build(ctx: &CommandContext, id: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select 'true'::jsonb from "Build" where "objectId" = $1::text"#,
        [Bind::from(id)],
    );
    match ctx.row(&sql).await? {
        Some(true) => Ok(()),
        _ => Err(invalid("BUILD", "Choose one of the programme's builds.")),
    }
}
