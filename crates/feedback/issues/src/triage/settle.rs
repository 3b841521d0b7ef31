//! Settles points when they are due.

use async_trait::async_trait;
use feedback_model::season::{Season, SeasonState};
use feedback_model::settlement::{Cause, settles_at};
use feedback_model::{Actor, IssueId, Timestamp, TriageCommand};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use crate::issue::apply::apply;
use crate::issue::state::{LockedIssue, lock_sets};
use feedback_core::command_context::CommandContext;
use feedback_core::rules_and_seasons::RulesAndSeasons;
use feedback_core::task::{Task, TaskRun};
use feedback_core::timestamp::{date, timestamp};
use feedback_points::points::reconcile;

/// Issues per page.
const PAGE: usize = 500;

/// An issue whose points are not final.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct UnsettledIssue {
    id: IssueId,
    submitted_at: Timestamp,
    confirmed_at: Timestamp,
}

impl UnsettledIssue {
    /// Whether it is due: a number of days after its confirmation, or when the review of its season
    /// ends, whichever is first.
    fn is_due(&self, rules_and_seasons: &RulesAndSeasons, now: Timestamp) -> Result<bool, Error> {
        let rules = rules_and_seasons.rules_at(self.confirmed_at)?;
        let is_reviewed = rules_and_seasons.seasons().iter().any(|season| {
            season.state == SeasonState::Review
                && (season.starts_at..season.ends_at).contains(&self.submitted_at)
                && now >= season.review_ends_at()
        });
        Ok(is_reviewed || settles_at(self.confirmed_at, &rules.rules) <= now)
    }
}

/// Settles the issues that are due.
pub(super) struct SettleIssues;

#[async_trait]
impl Task for SettleIssues {
    const NAME: &'static str = "settle";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let rules_and_seasons = run.ctx().read_rules_and_seasons().await?;
        let before = may_be_due(&rules_and_seasons, timestamp(run.ctx().now()));
        let mut after: Option<UnsettledIssue> = None;
        loop {
            let page = open(&run.ctx(), after.as_ref(), before).await?;
            for issue in &page {
                if issue.is_due(&rules_and_seasons, timestamp(run.ctx().now()))? {
                    settle(run, &issue.id).await;
                }
            }
            if page.len() < PAGE {
                return Ok(());
            }
            after = page.into_iter().next_back();
        }
    }
}

/// The latest confirmation time of issues that can be due under any rules. `None` if the review of
/// a season has ended, because then the time does not matter.
fn may_be_due(rules_and_seasons: &RulesAndSeasons, now: Timestamp) -> Option<Timestamp> {
    let mut seasons = rules_and_seasons.seasons().iter();
    let is_reviewed =
        |season: &Season| season.state == SeasonState::Review && now >= season.review_ends_at();
    if seasons.any(is_reviewed) {
        return None;
    }
    let published = rules_and_seasons.published().iter();
    let days = published.map(|published| published.rules.rules().settle_days).min()?;
    Some(Timestamp(now.0 - i64::from(days) * 86_400_000))
}

/// A page of confirmed issues that are not settled, oldest confirmation first.
async fn open(
    ctx: &CommandContext,
    after: Option<&UnsettledIssue>,
    before: Option<Timestamp>,
) -> Result<Vec<UnsettledIssue>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', i."objectId", 'submittedAt', _touchstone.in_millis(i."submittedAt"),
            'confirmedAt', _touchstone.in_millis(i."confirmedAt"))
        from "Issue" i
        where i."confirmedAt" is not null and i."settledAt" is null and i."duplicateOf" is null
            and coalesce(i."resolution", '') not in ('invalid', 'spam', 'withdrawn')
            and ($1::timestamptz is null or (i."confirmedAt", i."objectId") > ($1::timestamptz, $2::text))
            and ($3::timestamptz is null or i."confirmedAt" <= $3::timestamptz)
        order by i."confirmedAt", i."objectId" limit 500"#,
        [
            Bind::from(after.map(|open| date(open.confirmed_at))),
            after.map(|open| open.id.as_str()).into(),
            before.map(date).into(),
        ],
    );
    ctx.rows(&sql).await
}

/// Settles one issue. A failing one does not delay the others.
async fn settle(run: &TaskRun, id: &IssueId) {
    let outcome = async {
        let ctx = run.begin().await?;
        let outcome = settle_now(&ctx, id).await;
        run.end(ctx, outcome).await
    };
    if let Err(error) = outcome.await {
        tracing::warn!(%error, issue = id.as_str(), "issue settlement failed, will retry");
    }
}

async fn settle_now(ctx: &CommandContext, id: &IssueId) -> Result<(), Error> {
    settle_all(ctx, std::slice::from_ref(id)).await
}

/// Settles issues inside a transaction. Those that were settled or merged meanwhile are skipped.
pub async fn settle_all(ctx: &CommandContext, ids: &[IssueId]) -> Result<(), Error> {
    let sets = lock_sets(ctx, ids).await?;
    let is_open = |issue: &&LockedIssue| {
        issue.state.settled_at.is_none() && issue.state.stage.duplicate_of().is_none()
    };
    for issue in sets.iter().filter(|issue| ids.contains(issue.id())).filter(is_open) {
        apply(ctx, issue, &Actor::System, &TriageCommand::Settle).await?;
        reconcile(ctx, issue.id(), &Cause::Progress).await?;
    }
    Ok(())
}
