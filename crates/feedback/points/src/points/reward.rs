//! Fixed rewards for correct contributions.

use feedback_model::explain::{Explain, PurseFacts};
use feedback_model::ledger::{Draft, Entry, EntryKind, SourceType};
use feedback_model::rule_set::Rules;
use feedback_model::settlement::Reversal;
use feedback_model::{IssueId, Kind, PersonId, Quality, RuleKey, Severity, UserId, caps};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::Posted;
use super::ledger::{Posting, post};
use super::purse::{by_person, day, lock_person_of};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;
use feedback_core::timestamp::timestamp;

/// A contribution to reward.
#[derive(Debug)]
pub struct Reward<'a> {
    /// The rule: a check, a small help, a regression.
    pub rule: RuleKey,
    /// The user.
    pub user: &'a str,
    /// The kind of contribution.
    pub source: SourceType,
    /// Its id. For a regression, an id that differs with each reopening.
    pub source_id: &'a str,
    /// Its issue.
    pub issue: &'a str,
    /// A label that is followed by the issue number: `Fix check on`.
    pub what: &'a str,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PayoutFacts {
    person: PersonId,
    may_score: bool,
    number: u32,
    kind: Kind,
    severity: Option<Severity>,
    quality: Option<Quality>,
    /// How often it was paid.
    times: u32,
    /// Whether it is paid and not reversed.
    is_paid: bool,
}

/// Rewards a contribution once, within the rule's cap.
///
/// Administrators and limited or suspended users get nothing.
pub async fn reward(ctx: &CommandContext, what: &Reward<'_>) -> Result<Option<Posted>, Error> {
    lock_person_of(ctx, what.user).await?;
    let ground = ground(ctx, what).await?.ok_or_else(not_found)?;
    if ground.is_paid || !ground.may_score {
        return Ok(None);
    }
    let now = timestamp(ctx.now());
    let rules_and_seasons = ctx.rules_and_seasons().await?;
    let rules = rules_and_seasons.rules_at(now)?;
    let explain = match what.rule {
        RuleKey::Regression => {
            let Some(facts) = purse_facts(&ground, rules) else { return Ok(None) };
            Explain::part_of_purse(&facts, rules.rules.rules().regression_bps, what.what)
        }
        rule => match points(rule, rules.rules.rules()) {
            Some(points) => Explain::fixed(points, ground.number, what.what),
            None => return Ok(None),
        },
    };
    let (Some(amount @ 1..), true) = (explain.amount(), admits(ctx, what, &ground, rules).await?)
    else {
        return Ok(None);
    };
    let draft = Draft {
        season: rules_and_seasons.season_for(now),
        user: what.user.into(),
        person: ground.person,
        amount,
        kind: EntryKind::Award,
        rule: what.rule,
        rule_set: rules.version,
        source_type: what.source,
        source_id: what.source_id.to_owned(),
        idem_key: format!("{}:{}:{}", what.rule.key(), what.source_id, ground.times),
        reversal_of: None,
        provisional: false,
        reason: None,
        explain,
        actor: ctx.member().ok().map(|member| UserId::from(member.id.as_str())),
        at: now,
    };
    let issue = Some(IssueId::from(what.issue));
    Ok(post(ctx, vec![Posting { draft, issue }]).await?.pop())
}

/// Reverses a reward, because the contribution turned out to be wrong.
pub async fn retract(
    ctx: &CommandContext,
    rule: RuleKey,
    source_id: &str,
    reason: &str,
) -> Result<Option<Posted>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('entry', _touchstone.ledger_entry(e), 'issue', e."issue") from "PointsEntry" e
        where e."rule" = $1::text and e."sourceId" = $2::text and e."kind" = 'award' and _touchstone.stands(e)"#,
        [Bind::from(rule.key()), source_id.into()],
    );
    #[derive(Deserialize)]
    struct FoundReward {
        entry: Entry,
        issue: Option<IssueId>,
    }
    let Some(FoundReward { entry, issue }) = ctx.row(&sql).await? else { return Ok(None) };
    lock_person_of(ctx, entry.draft.user.as_str()).await?;
    if ctx.rules_and_seasons().await?.is_frozen(entry.draft.season) {
        return Ok(None);
    }
    let reversal = Reversal {
        season: entry.draft.season,
        of: entry.seq,
        amount: -entry.draft.amount,
        idem_key: format!("reversal:{}:{}:{}", source_id, entry.draft.season, entry.seq),
        reason: reason.to_owned(),
        explain: Explain::reversed(entry.draft.amount, entry.seq, reason),
    };
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let draft = reversal.draft(&entry, actor, timestamp(ctx.now()));
    Ok(post(ctx, vec![Posting { draft, issue }]).await?.pop())
}

fn points(rule: RuleKey, rules: &Rules) -> Option<u32> {
    match rule {
        RuleKey::FixCheck => Some(rules.fix_check.points),
        RuleKey::Thanks => Some(rules.thanks.points),
        _ => None,
    }
}

fn purse_facts(
    ground: &PayoutFacts,
    rules: &feedback_model::rule_set::Published,
) -> Option<PurseFacts> {
    let quality = ground.quality.unwrap_or_default();
    Some(PurseFacts {
        issue: ground.number,
        grade: ground.severity?.word().to_owned(),
        base: rules.rules.base(ground.kind, ground.severity)?,
        quality_bps: rules.rules.quality_bps(quality),
        quality: quality.key(),
    })
}

async fn admits(
    ctx: &CommandContext,
    what: &Reward<'_>,
    ground: &PayoutFacts,
    rules: &feedback_model::rule_set::Published,
) -> Result<bool, Error> {
    let Some(cap) = caps::cap(what.rule, &rules.rules) else { return Ok(true) };
    let sql = Sql::fixed(
        r#"select jsonb_build_object('person', e."personId", 'day', _touchstone.day(e."at", $4::text))
        from "PointsEntry" e
        where e."personId" = $1::text and e."rule" = $2::text and e."at" > $3::timestamptz - interval '9 days'
            and e."kind" = 'award' and _touchstone.stands(e)"#,
        [
            Bind::from(ground.person.as_str()),
            what.rule.key().into(),
            ctx.now().into(),
            ctx.settings().await?.text("programme.timeZone").into(),
        ],
    );
    let earned = by_person(ctx.rows(&sql).await?).remove(&ground.person).unwrap_or_default();
    Ok(cap.left(earned, day(ctx, timestamp(ctx.now())).await?) > 0)
}

async fn ground(ctx: &CommandContext, what: &Reward<'_>) -> Result<Option<PayoutFacts>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('person', u."personId", 'number', i."number", 'kind', i."kind",
            'severity', i."severity", 'quality', i."quality",
            'mayScore', coalesce(u."status", 'active') = 'active' and not exists (
                select from "_User" a where a."personId" = u."personId" and a."isAdmin"),
            'times', (select count(*) from "PointsEntry" e
                where e."rule" = $3::text and e."sourceId" = $4::text and e."kind" = 'award'),
            'isPaid', exists (select from "PointsEntry" e
                where e."rule" = $3::text and e."sourceId" = $4::text and e."kind" = 'award' and _touchstone.stands(e)))
        from "_User" u, "Issue" i where u."objectId" = $1::text and i."objectId" = $2::text"#,
        [Bind::from(what.user), what.issue.into(), what.rule.key().into(), what.source_id.into()],
    );
    ctx.row(&sql).await
}
