//! Setting one's notification preferences.

use async_trait::async_trait;
use feedback_model::notification::{MailMode, NotificationKind, Preset};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Deserializer};
use serde_json::json;

use super::preference::{Choice, Chosen, QuietHours, shown};
use crate::mail::lift_suppression;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NotifyPreferencesSetParams {
    preset: Option<Preset>,
    kinds: Option<Vec<KindChoice>>,
    /// Omitted to keep the current ones, null for none.
    #[serde(default, deserialize_with = "given")]
    quiet: Option<Option<QuietHours>>,
    digest_hour: Option<u32>,
}

fn given<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<QuietHours>>, D::Error> {
    Option::<QuietHours>::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindChoice {
    kind: NotificationKind,
    app: Option<bool>,
    mail: Option<MailMode>,
    push: Option<bool>,
    chat: Option<bool>,
}

pub(super) struct NotifyPreferencesSet;

#[async_trait]
impl Command for NotifyPreferencesSet {
    const NAME: &'static str = "notifyPreferencesSet";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = NotifyPreferencesSetParams;
    type Answer = Json;

    /// A preset replaces earlier choices for single kinds.
    async fn run(ctx: &CommandContext, params: NotifyPreferencesSetParams) -> Result<Json, Error> {
        let mut chosen = locked(ctx).await?;
        if let Some(preset) = params.preset {
            chosen.preset = Some(preset);
            chosen.kinds.clear();
        }
        for choice in params.kinds.iter().flatten() {
            choose(ctx, &mut chosen, choice)?;
        }
        if let Some(quiet) = &params.quiet {
            chosen.quiet = quiet.clone().map(checked).transpose()?;
        }
        if let Some(hour) = params.digest_hour {
            if hour > 23 {
                return Err(invalid("DIGEST_HOUR", "An hour is a number from 0 to 23."));
            }
            chosen.digest_hour = Some(hour);
        }
        write(ctx, &chosen).await?;
        // Enabling a mail again cancels an earlier unsubscription.
        lift_suppression(ctx, &ctx.member()?.id, &wanted_by_mail(&params)).await?;
        shown(ctx).await
    }
}

/// The kinds that are enabled for mail: all by a preset, otherwise the named ones.
fn wanted_by_mail(params: &NotifyPreferencesSetParams) -> Vec<NotificationKind> {
    if params.preset.is_some() {
        return NotificationKind::ALL.to_vec();
    }
    let is_wanted = |choice: &&KindChoice| choice.mail.is_some_and(|mode| mode != MailMode::Off);
    params.kinds.iter().flatten().filter(is_wanted).map(|choice| choice.kind).collect()
}

fn choose(ctx: &CommandContext, chosen: &mut Chosen, choice: &KindChoice) -> Result<(), Error> {
    let kind = choice.kind;
    if kind.is_for_administrators() && !ctx.member()?.is_admin {
        return Err(not_found());
    }
    if kind.is_always_in_app() && choice.app == Some(false) {
        return Err(invalid("ALWAYS_IN_APP", "This kind is always shown in the app."));
    }
    let before = chosen.of(kind);
    let after = Choice {
        app: choice.app.or(before.app),
        mail: choice.mail.or(before.mail),
        push: choice.push.or(before.push),
        chat: choice.chat.or(before.chat),
    };
    let after = serde_json::to_value(after).map_err(|error| Error::Failed {
        doing: "writing notification preferences",
        source: Box::new(error),
    })?;
    chosen.kinds.insert(kind.key().to_owned(), after);
    Ok(())
}

/// Valid quiet hours, or a refusal.
fn checked(quiet: QuietHours) -> Result<QuietHours, Error> {
    let is_time = |text: &str| {
        let part = |text: &str, most: u8| {
            text.len() == 2
                && text.bytes().all(|byte| byte.is_ascii_digit())
                && text.parse::<u8>().is_ok_and(|number| number <= most)
        };
        text.split_once(':').is_some_and(|(hour, minute)| part(hour, 23) && part(minute, 59))
    };
    if !is_time(&quiet.from) || !is_time(&quiet.to) || quiet.from == quiet.to {
        return Err(invalid(
            "QUIET_HOURS",
            "Quiet hours are two different times, such as 22:00 and 07:30.",
        ));
    }
    Ok(quiet)
}

async fn locked(ctx: &CommandContext) -> Result<Chosen, Error> {
    let sql = Sql::fixed(
        r#"select coalesce("notifyPrefs", '{}') from "_User" where "objectId" = $1::text for update"#,
        [Bind::from(&*ctx.member()?.id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

async fn write(ctx: &CommandContext, chosen: &Chosen) -> Result<(), Error> {
    let kept = json!({
        "preset": chosen.preset, "kinds": chosen.kinds, "quiet": chosen.quiet, "digestHour": chosen.digest_hour,
    });
    let sql = Sql::fixed(
        r#"update "_User" set "notifyPrefs" = jsonb_strip_nulls($2::jsonb), "updatedAt" = $3::timestamptz where "objectId" = $1::text"#,
        [Bind::from(&*ctx.member()?.id), kept.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_are_two_times_of_a_day() {
        let quiet = |from: &str, to: &str| {
            checked(QuietHours { from: from.to_owned(), to: to.to_owned() }).is_ok()
        };
        assert!(quiet("22:00", "07:30"));
        assert!(quiet("00:00", "23:59"));
        for (from, to) in [
            ("22:00", "22:00"),
            ("24:00", "07:30"),
            ("22:60", "07:30"),
            ("7:30", "08:00"),
            ("+1:00", "08:00"),
        ] {
            assert!(!quiet(from, to), "{from} {to}");
        }
    }

    #[test]
    fn what_is_left_out_stays_and_null_switches_quiet_hours_off() {
        let read =
            |text: &str| serde_json::from_str::<NotifyPreferencesSetParams>(text).expect("choices");
        assert_eq!(read("{}").quiet, None);
        assert_eq!(read(r#"{"quiet":null}"#).quiet, Some(None));
        assert!(read(r#"{"quiet":{"from":"22:00","to":"07:30"}}"#).quiet.flatten().is_some());
    }
}
