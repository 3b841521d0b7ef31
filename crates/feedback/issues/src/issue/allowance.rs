//! Quotas of users.

use feedback_model::Refused;
use feedback_model::allowance::{Act, Limit, Window, check, limits};
use parse_engine::Error;
use parse_model::{Code, Refusal};
use parse_store::{Bind, Sql};
use serde_json::json;

use feedback_core::command_context::CommandContext;
use feedback_core::refused::from_refusal;

/// Refuses an action that exceeds the quota. Two concurrent actions of one person are serialized,
/// so that both are counted.
pub(crate) async fn consume_quota(ctx: &CommandContext, act: Act) -> Result<(), Error> {
    let member = ctx.member()?;
    let lock = Sql::fixed(
        "select pg_advisory_xact_lock(hashtext('touchstone.allowance'), hashtext($1::text))",
        [Bind::from(&*member.id)],
    );
    ctx.execute(&lock).await?;
    let rules = member.member();
    let mut used = Vec::new();
    for Limit { within, .. } in limits(act, rules.trust) {
        used.push((within, done(ctx, act, within).await?));
    }
    let count = |window: Window| {
        let of_window = used.iter().find(|(within, _)| *within == window);
        of_window.map_or(0, |(_, done)| u32::try_from(done.len()).unwrap_or(u32::MAX))
    };
    match check(act, &rules, count) {
        Ok(()) => Ok(()),
        Err(refused @ Refused::OverAllowance { limit, .. }) => {
            let full = used.iter().find(|(within, done)| {
                done.len() >= limit as usize
                    && limits(act, rules.trust).contains(&Limit { count: limit, within: *within })
            });
            Err(full.map_or_else(
                || from_refusal(refused.clone()),
                |(within, done)| when_free(ctx, &refused, *within, done, limit),
            ))
        }
        Err(refused) => Err(from_refusal(refused)),
    }
}

/// When the next action is possible: as soon as the oldest one has left the window.
fn when_free(
    ctx: &CommandContext,
    refused: &Refused,
    within: Window,
    done: &[i64],
    limit: u32,
) -> Error {
    let oldest = done.get((limit as usize).saturating_sub(1)).copied().unwrap_or_default();
    let span = i64::try_from(within.span().millis()).unwrap_or(i64::MAX);
    let minutes = ((oldest.saturating_add(span) - ctx.now().millis()).max(0) + 59_999) / 60_000;
    let wait = match (minutes / 60, minutes % 60) {
        (0, 0 | 1) => "a minute".to_owned(),
        (0, minutes) => format!("{minutes} minutes"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    };
    let text = format!("{refused} The next is possible in {wait}.");
    let details = json!({ "limit": limit, "minutes": minutes });
    Refusal::new(Code(refused.answer().code()), text)
        .with_key(refused.key())
        .with_details(details)
        .into()
}

/// The times of a user's actions within a window, newest first.
async fn done(ctx: &CommandContext, act: Act, within: Window) -> Result<Vec<i64>, Error> {
    let text = match act {
        Act::Report => {
            r#"select to_jsonb(_touchstone.in_millis("submittedAt")) from "Issue"
            where "reporter" = $1::text and "submittedAt" > $2::timestamptz order by "submittedAt" desc limit 300"#
        }
        Act::Comment => {
            r#"select to_jsonb(_touchstone.in_millis("createdAt")) from "Comment"
            where "author" = $1::text and "createdAt" > $2::timestamptz order by "createdAt" desc limit 300"#
        }
        Act::Vote => {
            r#"select to_jsonb(_touchstone.in_millis("at")) from "Vote"
            where "user" = $1::text and "at" > $2::timestamptz order by "at" desc limit 300"#
        }
        Act::DuplicateProposal => {
            r#"select to_jsonb(_touchstone.in_millis("createdAt")) from "DuplicateProposal"
            where "by" = $1::text and "createdAt" > $2::timestamptz order by "createdAt" desc limit 300"#
        }
        Act::Lookup => {
            r#"select to_jsonb(_touchstone.in_millis("createdAt")) from "Evidence"
            where "owner" = $1::text and "createdAt" > $2::timestamptz order by "createdAt" desc limit 300"#
        }
        Act::Refresh => {
            "select to_jsonb(_touchstone.in_millis(at)) from _touchstone.evidence_refresh
            where person = $1::text and at > $2::timestamptz order by at desc limit 300"
        }
    };
    let seconds = i64::try_from(within.span().millis() / 1000).unwrap_or(i64::MAX);
    let since = ctx.now().plus_seconds(-seconds);
    ctx.rows(&Sql::fixed(text, [Bind::from(&*ctx.member()?.id), since.into()])).await
}
