//! Personal preferences: language, time zone, privacy and single-key shortcuts.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct MemberPrefsSetParams {
    locale: Option<String>,
    time_zone: Option<String>,
    /// The time zone of the caller's browser. Stored only if no time zone is stored.
    browser_time_zone: Option<String>,
    privacy: Option<Privacy>,
    single_keys: Option<bool>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Privacy {
    #[serde(skip_serializing_if = "Option::is_none")]
    show_on_leaderboard: Option<bool>,
    /// Whether the caller is asked when a transaction of their wallets fails. Off by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    ask_about_failures: Option<bool>,
}

pub(super) struct MemberPrefsSet;

#[async_trait]
impl Command for MemberPrefsSet {
    const NAME: &'static str = "memberPrefsSet";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = MemberPrefsSetParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: MemberPrefsSetParams) -> Result<Json, Error> {
        let member = ctx.member()?;
        if params.locale.as_deref().is_some_and(|locale| !is_locale(locale)) {
            return Err(invalid(
                "LOCALE",
                "Invalid language tag: expected a tag such as en or pt-BR.",
            ));
        }
        for zone in [&params.time_zone, &params.browser_time_zone].into_iter().flatten() {
            check_time_zone(ctx, zone).await?;
        }
        let privacy = json!(params.privacy);
        let sql = Sql::fixed(
            r#"update "_User" set "locale" = coalesce($2::text, "locale"), "timeZone" = coalesce($3::text, "timeZone", $7::text),
                "privacy" = case when $4::jsonb = 'null' then "privacy" else coalesce("privacy", '{}') || $4::jsonb end,
                "singleKeys" = coalesce($5::bool, "singleKeys"), "updatedAt" = $6::timestamptz
            where "objectId" = $1::text"#,
            [
                Bind::from(&*member.id),
                params.locale.into(),
                params.time_zone.into(),
                privacy.into(),
                params.single_keys.map_or(Bind::Null, Bind::Bool),
                ctx.now().into(),
                params.browser_time_zone.into(),
            ],
        );
        ctx.execute(&sql).await?;
        Ok(json!({}))
    }
}

/// Whether a text looks like a language tag.
fn is_locale(text: &str) -> bool {
    let mut parts = text.split('-');
    let is_language = parts.next().is_some_and(|language| {
        (2..=3).contains(&language.len()) && language.chars().all(|c| c.is_ascii_lowercase())
    });
    let is_part = |part: &str| {
        (2..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    is_language && text.len() <= 20 && parts.all(is_part)
}

async fn check_time_zone(ctx: &CommandContext, zone: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select 'true'::jsonb from pg_timezone_names where name = $1::text",
        [Bind::from(zone)],
    );
    match ctx.row::<bool>(&sql).await? {
        Some(_) => Ok(()),
        None => Err(invalid("TIME_ZONE", "This time zone is not known.")),
    }
}

#[cfg(test)]
mod tests {
    use super::is_locale;

    #[test]
    fn a_language_tag_is_short_and_plain() {
        for good in ["en", "pt-BR", "zh-Hant-TW", "gsw"] {
            assert!(is_locale(good), "{good}");
        }
        for wrong in ["", "e", "EN", "en_US", "en-", "en-<script>", "en-a", "klingonisch"] {
            assert!(!is_locale(wrong), "{wrong}");
        }
    }
}
