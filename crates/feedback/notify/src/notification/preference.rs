//! The notification preferences of a user.

use async_trait::async_trait;
use feedback_model::notification::{
    Bucket, ChannelName, MailMode, NotificationKind, Preset, Reach,
};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

use crate::mail::AddressState;
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// Mails about one issue in an hour.
const PER_ISSUE_HOUR: u8 = 1;

/// The name of digests, beside the kinds, in a user's list of stopped mails.
const DIGEST: &str = "digest";

/// A user's choice for one kind. Missing fields follow the preset.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Choice {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) app: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mail: Option<MailMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) push: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chat: Option<bool>,
}

/// Quiet hours, in the user's time zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QuietHours {
    pub(super) from: String,
    pub(super) to: String,
}

/// A user's choices, as stored.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Chosen {
    pub(super) preset: Option<Preset>,
    /// By kind. Unknown kinds are ignored.
    pub(super) kinds: Map<String, Json>,
    pub(super) quiet: Option<QuietHours>,
    pub(super) digest_hour: Option<u32>,
}

impl Chosen {
    /// The choice for a kind.
    pub(super) fn of(&self, kind: NotificationKind) -> Choice {
        let choice = self.kinds.get(kind.key()).cloned();
        choice.and_then(|choice| serde_json::from_value(choice).ok()).unwrap_or_default()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredPreferences {
    #[serde(default)]
    chosen: Option<Chosen>,
    time_zone: Option<String>,
    addresses: Map<String, Json>,
    suppressed: Vec<String>,
}

/// The preference of one kind, as returned.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownPreference {
    kind: NotificationKind,
    bucket: Bucket,
    app: bool,
    mail: MailMode,
    push: bool,
    chat: bool,
    /// Channels that cannot be switched off.
    locked: Vec<&'static str>,
    /// Whether it differs from the preset.
    changed: bool,
    /// The mail mode for issues of other users, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    others_mail: Option<MailMode>,
}

impl ShownPreference {
    fn of(
        kind: NotificationKind,
        preset: Preset,
        choice: Choice,
        is_suppressed: bool,
    ) -> ShownPreference {
        let Reach { app, mail, push, chat } = kind.reach(preset);
        let mail = if is_suppressed { MailMode::Off } else { choice.mail.unwrap_or(mail) };
        let is_by_preset = choice.mail.is_none() && !is_suppressed;
        let is_later_for_others =
            is_by_preset && mail == MailMode::Now && kind.is_first_for_its_owner(preset);
        ShownPreference {
            kind,
            bucket: kind.bucket(),
            app: kind.is_always_in_app() || choice.app.unwrap_or(app),
            mail,
            push: choice.push.unwrap_or(push),
            chat: choice.chat.unwrap_or(chat),
            locked: if kind.is_always_in_app() { vec!["app"] } else { Vec::new() },
            changed: choice != Choice::default() || is_suppressed,
            others_mail: is_later_for_others.then_some(MailMode::Digest),
        }
    }
}

pub(super) struct NotifyPreferencesGet;

#[async_trait]
impl Query for NotifyPreferencesGet {
    const NAME: &'static str = "notifyPreferencesGet";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        shown(ctx).await
    }
}

/// The caller's choices, with the values of their preset.
pub(super) async fn shown(ctx: &CommandContext) -> Result<Json, Error> {
    let (member, settings) = (ctx.member()?, ctx.settings().await?);
    let words = NotificationKind::ALL.iter().map(|kind| kind.key());
    let words: Vec<String> = words.chain([DIGEST]).map(str::to_owned).collect();
    let sql = Sql::fixed(KNOWN, [Bind::from(&*member.id), words.into()]);
    let known: StoredPreferences = ctx.row(&sql).await?.ok_or_else(not_found)?;
    let chosen = known.chosen.unwrap_or_default();
    let preset = chosen.preset.unwrap_or(Preset::Normal);
    let is_theirs = |kind: &NotificationKind| member.is_admin || !kind.is_for_administrators();
    let kinds: Vec<ShownPreference> = NotificationKind::ALL
        .into_iter()
        .filter(is_theirs)
        .map(|kind| {
            let choice = chosen.of(kind);
            let mail = choice.mail.unwrap_or(kind.reach(preset).mail);
            let is_stopped = |word: &str| known.suppressed.iter().any(|known| known == word);
            let is_suppressed =
                is_stopped(kind.key()) || mail == MailMode::Digest && is_stopped(DIGEST);
            ShownPreference::of(kind, preset, choice, is_suppressed)
        })
        .collect();
    let state = |channel: ChannelName| known.addresses.get(channel.key()).and_then(Json::as_str);
    let is_linked = |channel: ChannelName| state(channel) == Some("ok");
    let mail = AddressState::read(ctx, &member.id).await?;
    Ok(json!({
        "preset": preset, "kinds": kinds, "quiet": chosen.quiet,
        "digestHour": chosen.digest_hour.unwrap_or(settings.whole("notify.digestHour")),
        "timeZone": known.time_zone.unwrap_or_else(|| settings.text("programme.timeZone")),
        "mail": mail,
        "channels": {
            "push": is_linked(ChannelName::Push), "discord": is_linked(ChannelName::Discord),
            "telegram": is_linked(ChannelName::Telegram),
        },
        "limits": { "perIssueHour": PER_ISSUE_HOUR, "perDay": settings.whole("notify.mailPerDay") },
    }))
}

const KNOWN: &str = r#"select jsonb_build_object('chosen', u."notifyPrefs", 'timeZone', u."timeZone",
    'addresses', (select coalesce(jsonb_object_agg(a.channel, a.state), '{}') from _touchstone.channel_address a
        where a."user" = u."objectId"),
    'suppressed', (select coalesce(jsonb_agg(kind), '[]') from unnest($2::text[]) kind
        where _touchstone.mail_suppressed(u."objectId", kind)))
from "_User" u where u."objectId" = $1::text"#;
