//! The work that waits for administrators: the numbers in the sidebar and on the tabs of Review.

use async_trait::async_trait;
use feedback_issues::triage;
use parse_engine::{Error, Extension};
use parse_store::Sql;
use serde::{Deserialize, Serialize};

use feedback_core::command::{NoParams, Query, Who, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    query::<ReviewCounts>(extension, state)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReviewCountsResult {
    /// Reports without a decision.
    reports: u64,
    /// Those that have missed their response target.
    late: u64,
    #[serde(flatten)]
    others: Others,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Others {
    /// Mission submissions that need a review.
    missions: u64,
    appeals: u64,
    /// Open fairness cases.
    fairness: u64,
    /// Manual points that need a second administrator.
    points: u64,
    /// Reports without an account.
    unsigned: u64,
    /// Whether there has ever been a fairness case, an appeal or a linked account.
    has_cases: bool,
}

struct ReviewCounts;

#[async_trait]
impl Query for ReviewCounts {
    const NAME: &'static str = "reviewCounts";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = ReviewCountsResult;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<ReviewCountsResult, Error> {
        let reports = triage::queue_counts(ctx).await?;
        let others = ctx.row(&Sql::new(OTHERS)).await?.unwrap_or_default();
        Ok(ReviewCountsResult { reports: reports.waiting, late: reports.late, others })
    }
}

const OTHERS: &str = r#"select jsonb_build_object(
    'missions', (select count(*) from "Submission" s where s."state" = 'needs_review'),
    'appeals', (select count(*) from _touchstone.appeal where state = 'open'),
    'fairness', (select count(*) from _touchstone.risk_case where state in ('open', 'asked')),
    'points', (select count(*) from _touchstone.pending_adjustment where decided_at is null),
    'unsigned', (select count(*) from _touchstone.widget_unsigned u
        where u.state = 'waiting' and u.created_at > now() - interval '30 days'),
    'hasCases', exists (select from _touchstone.risk_case) or exists (select from _touchstone.appeal where state = 'open')
        or exists (select from _touchstone.person_link where undone_at is null))"#;
