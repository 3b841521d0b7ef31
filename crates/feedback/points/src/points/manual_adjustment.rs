//! Manual points: an administrator gives or deducts points, reverses an entry, or recalculates a
//! reward pool.
//!
//! Each has a reason and is on a public list.

use async_trait::async_trait;
use feedback_model::explain::Explain;
use feedback_model::ledger::{Draft, Entry, EntryKind, SourceType};
use feedback_model::settlement::Reversal;
use feedback_model::{IssueId, PersonId, Refused, RuleKey, UserId};
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::ledger::{Posting, post};
use super::purse::lock_person_of;
use super::{Posted, adjustment_approval, postings_json, statement};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who, command};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{forbidden, from_refusal, invalid, not_found};
use feedback_core::timestamp::timestamp;

/// The largest adjustment.
const MOST: i64 = 1_000_000;

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<PointsAdjust>(extension, state);
    command::<PointsReverse>(extension, state)
}

/// The reason, which the person can read.
pub fn reason(text: &str) -> Result<String, Error> {
    let text = text.trim();
    if (10..=500).contains(&text.chars().count()) {
        Ok(text.to_owned())
    } else {
        Err(invalid("REASON", "Give a reason of 10 to 500 characters. The person will read it."))
    }
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum AdjustmentReason {
    Manual,
    Abuse,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PointsAdjustParams {
    pub(super) user: String,
    pub(super) amount: i64,
    pub(super) reason: String,
    pub(super) rule: AdjustmentReason,
}

struct PointsAdjust;

#[async_trait]
impl Command for PointsAdjust {
    const NAME: &'static str = "pointsAdjust";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = PointsAdjustParams;
    type Answer = AuditedReply<Json>;

    /// A large adjustment waits for a second administrator.
    async fn run(ctx: &CommandContext, params: PointsAdjustParams) -> Result<Self::Answer, Error> {
        let is_manual =
            params.rule == AdjustmentReason::Manual && (-MOST..=MOST).contains(&params.amount);
        // Locked first, so that many small concurrent adjustments are counted together.
        lock_person_of(ctx, &params.user).await?;
        if is_manual && adjustment_approval::is_needed(ctx, &params.user, params.amount).await? {
            let reason = reason(&params.reason)?;
            let receiver = receiver(ctx, &params.user).await?;
            return adjustment_approval::put(
                ctx,
                &params.user,
                receiver.name,
                params.amount,
                &reason,
            )
            .await;
        }
        let actor = ctx.member()?.id.clone();
        adjust(ctx, params, &actor).await
    }
}

/// Writes an adjustment that `actor` has decided.
pub(super) async fn adjust(
    ctx: &CommandContext,
    params: PointsAdjustParams,
    actor: &str,
) -> Result<AuditedReply<Json>, Error> {
    let user = params.user.clone();
    let (posted, name) = write(ctx, params, actor).await?;
    answer(ctx, &posted, user, name).await
}

/// Writes it, and returns the entries and the name of the receiver.
async fn write(
    ctx: &CommandContext,
    params: PointsAdjustParams,
    actor: &str,
) -> Result<(Vec<Posted>, String), Error> {
    let reason = reason(&params.reason)?;
    lock_person_of(ctx, &params.user).await?;
    let receiver = receiver(ctx, &params.user).await?;
    let now = timestamp(ctx.now());
    let rules_and_seasons = ctx.read_rules_and_seasons().await?;
    let rules = rules_and_seasons.rules_at(now)?;
    let most = i64::from(rules.rules.rules().abuse_most);
    let (kind, rule, explain) = match (params.rule, params.amount) {
        (AdjustmentReason::Manual, amount) if amount != 0 && (-MOST..=MOST).contains(&amount) => {
            (EntryKind::Adjustment, RuleKey::Manual, Explain::by_hand(amount, &*reason))
        }
        (AdjustmentReason::Abuse, amount) if (-most..=-1).contains(&amount) => {
            let points = u32::try_from(-amount).unwrap_or_default();
            (EntryKind::Penalty, RuleKey::Abuse, Explain::penalty(points, &*reason))
        }
        (AdjustmentReason::Manual, _) => {
            return Err(invalid("AMOUNT", "Give or take 1 to 1,000,000 points."));
        }
        (AdjustmentReason::Abuse, _) => {
            return Err(invalid("AMOUNT", format!("Abuse costs 1 to {most} points.")));
        }
    };
    let id = ctx.new_id();
    let draft = Draft {
        season: rules_and_seasons.season_for(now),
        user: params.user.as_str().into(),
        person: receiver.person,
        amount: params.amount,
        kind,
        rule,
        rule_set: rules.version,
        source_type: SourceType::Manual,
        source_id: id.clone(),
        idem_key: format!("manual:{id}"),
        reversal_of: None,
        provisional: false,
        reason: Some(reason),
        explain,
        actor: Some(actor.into()),
        at: now,
    };
    Ok((post(ctx, vec![Posting { draft, issue: None }]).await?, receiver.name))
}

#[derive(Deserialize)]
struct Receiver {
    person: PersonId,
    name: String,
    #[serde(rename = "isAdmin")]
    is_admin: bool,
}

/// The receiver of an adjustment: not the caller, and not an administrator.
async fn receiver(ctx: &CommandContext, user: &str) -> Result<Receiver, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('person', u."personId", 'name', coalesce(u."username", ''),
            'isAdmin', exists (select from "_User" a where a."personId" = u."personId" and a."isAdmin"))
        from "_User" u where u."objectId" = $1::text"#,
        [Bind::from(user)],
    );
    let receiver: Receiver = ctx.row(&sql).await?.ok_or_else(not_found)?;
    if receiver.is_admin {
        return Err(forbidden("Administrators have no points."));
    }
    Ok(receiver)
}

/// The new entry, for the answer and the audit log.
async fn answer(
    ctx: &CommandContext,
    posted: &[Posted],
    user: String,
    name: String,
) -> Result<AuditedReply<Json>, Error> {
    let Some(entry) = posted.first() else {
        return Ok(AuditedReply::new(json!({ "entry": null }), None));
    };
    let shown = statement::entry(ctx, entry.season, entry.seq).await?;
    let change = AuditChange {
        kind: "points",
        id: user,
        label: name,
        before: json!({}),
        after: json!({ "season": entry.season, "seq": entry.seq, "amount": entry.amount }),
    };
    Ok(AuditedReply::new(json!({ "entry": shown }), change))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsReverseParams {
    season: u32,
    seq: u64,
    reason: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FoundEntry {
    entry: Entry,
    issue: Option<IssueId>,
    is_reversed: bool,
    is_unsettled: bool,
    name: String,
}

struct PointsReverse;

#[async_trait]
impl Command for PointsReverse {
    const NAME: &'static str = "pointsReverse";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = PointsReverseParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: PointsReverseParams) -> Result<Self::Answer, Error> {
        let (posted, user, name) = reverse(ctx, &params).await?;
        answer(ctx, &posted, user, name).await
    }
}

/// Reverses an entry, and returns the new entries with the receiver and their name.
async fn reverse(
    ctx: &CommandContext,
    params: &PointsReverseParams,
) -> Result<(Vec<Posted>, String, String), Error> {
    let reason = reason(&params.reason)?;
    let FoundEntry { entry, issue, name, .. } = lock_entry(ctx, params).await?;
    if ctx.read_rules_and_seasons().await?.is_frozen(params.season) {
        return Err(from_refusal(Refused::SeasonFinal));
    }
    let reversal = Reversal {
        season: params.season,
        of: entry.seq,
        amount: -entry.draft.amount,
        idem_key: format!("reversal:hand:{}:{}", params.season, entry.seq),
        explain: Explain::reversed(entry.draft.amount, entry.seq, &*reason),
        reason,
    };
    let actor = Some(UserId::from(ctx.member()?.id.as_str()));
    let draft = reversal.draft(&entry, actor, timestamp(ctx.now()));
    if entry.draft.rule.is_purse()
        && let Some(issue) = &issue
    {
        // A recalculated reward pool must be able to pay the same share again.
        let sql = Sql::fixed(
            r#"update "Issue" set "pointsCycle" = coalesce("pointsCycle", 0) + 1 where "objectId" = $1::text"#,
            [Bind::from(issue.as_str())],
        );
        ctx.execute(&sql).await?;
    }
    let user = entry.draft.user.as_str().to_owned();
    Ok((post(ctx, vec![Posting { draft, issue }]).await?, user, name))
}

/// Corrects an entry after an appeal. A manual penalty is reversed. For another entry, this many
/// points are given. Returns the affected users.
pub async fn give_back(
    ctx: &CommandContext,
    named: &str,
    amount: Option<u32>,
) -> Result<Vec<Json>, Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct ReversibleEntry {
        season: u32,
        seq: u64,
        user: String,
        can_take_back: bool,
    }
    let sql = Sql::fixed(
        r#"select jsonb_build_object('season', e."season"::int, 'seq', e."seq"::bigint, 'user', e."user",
            'canTakeBack', _touchstone.can_take_back(e))
        from _touchstone.named_entry($1::text) e where e."seq" is not null"#,
        [Bind::from(named)],
    );
    let ReversibleEntry { season, seq, user, can_take_back } =
        ctx.row(&sql).await?.ok_or_else(not_found)?;
    let reason = format!("An appeal about entry {seq} of season {season} was upheld.");
    let posted = match amount {
        _ if can_take_back => reverse(ctx, &PointsReverseParams { season, seq, reason }).await?.0,
        Some(0) => Vec::new(),
        Some(amount) => {
            let amount = i64::from(amount);
            lock_person_of(ctx, &user).await?;
            if adjustment_approval::is_needed(ctx, &user, amount).await? {
                let sentence = "So many points need a second administrator: give them by hand, then uphold with 0.";
                return Err(invalid("AMOUNT_ALONE", sentence));
            }
            let actor = ctx.member()?.id.clone();
            write(
                ctx,
                PointsAdjustParams { user, amount, reason, rule: AdjustmentReason::Manual },
                &actor,
            )
            .await?
            .0
        }
        None => {
            return Err(invalid("APPEAL_AMOUNT", "The number of points is required; 0 for none."));
        }
    };
    postings_json(ctx, &posted).await
}

/// The entry to reverse, with its issue and its person locked.
async fn lock_entry(
    ctx: &CommandContext,
    params: &PointsReverseParams,
) -> Result<FoundEntry, Error> {
    let place = [Bind::from(f64::from(params.season)), Bind::Int(params.seq.cast_signed())];
    let lock = Sql::fixed(
        r#"select 'true'::jsonb from "Issue" where "objectId" =
            (select "issue" from "PointsEntry" where "season" = $1::float8 and "seq" = $2::int8) for update"#,
        place.clone(),
    );
    let _: Vec<bool> = ctx.rows(&lock).await?;
    let lock = Sql::fixed(
        r#"select _touchstone.hold_person("personId") from "PointsEntry" where "season" = $1::float8 and "seq" = $2::int8"#,
        place.clone(),
    );
    ctx.execute(&lock).await?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('entry', _touchstone.ledger_entry(e), 'issue', e."issue",
            'isReversed', not _touchstone.stands(e), 'isUnsettled', i."objectId" is not null and i."settledAt" is null,
            'name', coalesce(u."username", ''))
        from "PointsEntry" e left join "Issue" i on i."objectId" = e."issue" left join "_User" u on u."objectId" = e."user"
        where e."season" = $1::float8 and e."seq" = $2::int8"#,
        place,
    );
    let found: FoundEntry = ctx.row(&sql).await?.ok_or_else(not_found)?;
    if found.entry.draft.kind == EntryKind::Reversal {
        return Err(invalid("ENTRY_REVERSAL", "A reversal cannot be reversed."));
    }
    if found.is_reversed {
        return Err(invalid("ENTRY_REVERSED", "This entry was reversed already."));
    }
    if found.entry.draft.source_type == SourceType::Submission {
        return Err(invalid("ENTRY_SUBMISSION", "Revoke the submission instead."));
    }
    if found.is_unsettled && found.entry.draft.rule.is_purse() {
        return Err(invalid(
            "PURSE_OPEN",
            "The issue is not settled: change its severity, its quality or its set instead.",
        ));
    }
    Ok(found)
}
