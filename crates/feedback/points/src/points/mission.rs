//! Rewards of missions: once for each person and mission, in parts that never exceed the mission's
//! points.

use feedback_model::explain::Explain;
use feedback_model::ledger::{Draft, Entry, EntryKind, SourceType};
use feedback_model::mission::submission::part;
use feedback_model::settlement::Reversal;
use feedback_model::{PersonId, Refused, RuleKey, Timestamp, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::Posted;
use super::ledger::{Posting, post};
use super::purse::lock_person_of;
use super::relink::pay_another_account;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, not_found};
use feedback_core::timestamp::timestamp;

/// A submission to pay.
#[derive(Debug)]
pub struct MissionPay<'a> {
    /// The mission.
    pub mission: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its points.
    pub points: u32,
    /// The submission.
    pub submission: &'a str,
    /// Its owner.
    pub user: &'a str,
    /// When it was submitted or blocked, which decides the season.
    pub at: Timestamp,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PayoutFacts {
    person: PersonId,
    may_score: bool,
    /// Points of the mission that the person has already.
    held: i64,
}

/// Pays the rest of a mission.
pub async fn pay_rest(
    ctx: &CommandContext,
    what: &MissionPay<'_>,
) -> Result<Option<Posted>, Error> {
    let ground = ground(ctx, what).await?;
    let held = u32::try_from(ground.held.max(0)).unwrap_or(u32::MAX);
    let explain = Explain::mission(what.points, held, what.title);
    write(ctx, what, ground, RuleKey::MissionDone, explain).await
}

/// Pays the part for a submission that a confirmed issue blocks.
pub async fn pay_part(
    ctx: &CommandContext,
    what: &MissionPay<'_>,
    issue: u32,
) -> Result<Option<Posted>, Error> {
    let ground = ground(ctx, what).await?;
    let rules_and_seasons = ctx.rules_and_seasons().await?;
    let bps = rules_and_seasons.rules_at(timestamp(ctx.now()))?.rules.rules().mission_blocked_bps;
    if ground.held > 0 || part(what.points, bps) == 0 {
        return Ok(None);
    }
    let explain = Explain::mission_part(what.points, bps, issue, what.title);
    write(ctx, what, ground, RuleKey::MissionBlocked, explain).await
}

/// Administrators and limited or suspended users get nothing.
async fn ground(ctx: &CommandContext, what: &MissionPay<'_>) -> Result<PayoutFacts, Error> {
    lock_person_of(ctx, what.user).await?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('person', u."personId",
            'mayScore', coalesce(u."status", 'active') = 'active' and not exists (
                select from "_User" a where a."personId" = u."personId" and a."isAdmin"),
            'held', (select coalesce(sum(e."amount"), 0)::bigint from "Submission" s
                join "PointsEntry" e on e."sourceType" = 'submission' and e."sourceId" = s."objectId"
                where s."mission" = $2::text and s."user" in (select a."objectId" from "_User" a where a."personId" = u."personId")))
        from "_User" u where u."objectId" = $1::text"#,
        [Bind::from(what.user), what.mission.into()],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

async fn write(
    ctx: &CommandContext,
    what: &MissionPay<'_>,
    ground: PayoutFacts,
    rule: RuleKey,
    explain: Explain,
) -> Result<Option<Posted>, Error> {
    let (Some(amount @ 1..), true) = (explain.amount(), ground.may_score) else { return Ok(None) };
    let rules_and_seasons = ctx.rules_and_seasons().await?;
    let now = timestamp(ctx.now());
    let draft = Draft {
        season: rules_and_seasons.season_for(what.at),
        user: what.user.into(),
        idem_key: format!("{}:{}:{}", rule.key(), what.mission, ground.person),
        person: ground.person,
        amount,
        kind: EntryKind::Award,
        rule,
        rule_set: rules_and_seasons.rules_at(now)?.version,
        source_type: SourceType::Submission,
        source_id: what.submission.to_owned(),
        reversal_of: None,
        provisional: false,
        reason: None,
        explain,
        actor: ctx.member().ok().map(|member| UserId::from(member.id.as_str())),
        at: now,
    };
    Ok(post(ctx, vec![Posting { draft, issue: None }]).await?.pop())
}

/// Reverses all payments of a submission.
pub async fn take_back(
    ctx: &CommandContext,
    submission: &str,
    user: &str,
    reason: &str,
) -> Result<Vec<Posted>, Error> {
    lock_person_of(ctx, user).await?;
    let sql = Sql::fixed(
        r#"select _touchstone.ledger_entry(e) from "PointsEntry" e
        where e."sourceType" = 'submission' and e."sourceId" = $1::text and e."kind" = 'award' and _touchstone.stands(e)
        order by e."season", e."seq""#,
        [Bind::from(submission)],
    );
    let entries: Vec<Entry> = ctx.rows(&sql).await?;
    let rules_and_seasons = ctx.rules_and_seasons().await?;
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let mut postings = Vec::new();
    for entry in entries {
        let season = entry.draft.season;
        if rules_and_seasons.is_frozen(season) {
            return Err(from_refusal(Refused::SeasonFinal));
        }
        let reversal = Reversal {
            season,
            of: entry.seq,
            amount: -entry.draft.amount,
            idem_key: format!("reversal:{submission}:{season}:{}", entry.seq),
            reason: reason.to_owned(),
            explain: Explain::reversed(entry.draft.amount, entry.seq, reason),
        };
        let draft = reversal.draft(&entry, actor.clone(), timestamp(ctx.now()));
        postings.push(Posting { draft, issue: None });
    }
    let posted = post(ctx, postings).await?;
    pay_another_account(ctx, user).await?;
    Ok(posted)
}
