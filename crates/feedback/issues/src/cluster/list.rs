//! Listing failure clusters, most frequent first.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::period::Period;
use super::row;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;

/// Clusters per page.
const PAGE: i64 = 50;

/// The state of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ClusterState {
    Open,
    Fixed,
    Regressed,
    Ignored,
}

impl ClusterState {
    pub(super) fn key(self) -> &'static str {
        match self {
            ClusterState::Open => "open",
            ClusterState::Fixed => "fixed",
            ClusterState::Regressed => "regressed",
            ClusterState::Ignored => "ignored",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClusterListParams {
    period: Period,
    state: Option<ClusterState>,
    cursor: Option<Cursor>,
    limit: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct ClusterListResult {
    rows: Vec<Json>,
    next: Option<Cursor>,
}

pub(super) struct ClusterList;

#[async_trait]
impl Query for ClusterList {
    const NAME: &'static str = "clusterList";
    const WHO: Who = Who::Member;
    type Params = ClusterListParams;
    type Answer = ClusterListResult;

    async fn answer(
        ctx: &CommandContext,
        asked: ClusterListParams,
    ) -> Result<ClusterListResult, Error> {
        let page = asked.limit.unwrap_or(PAGE).clamp(1, PAGE);
        let hour = asked.period.first_hour(ctx.now());
        let after = asked.cursor.as_ref();
        let sql = Sql::fixed(
            MOST,
            [
                Bind::from(hour),
                asked.state.map(ClusterState::key).into(),
                after.and_then(|place| place.key().parse::<i64>().ok()).into(),
                after.map(Cursor::id).into(),
                (page + 1).into(),
            ],
        );
        let mut found: Vec<(String, String)> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut found, page, |(count, id)| (count, id));
        let ids = found.into_iter().map(|(_, id)| id).collect();
        Ok(ClusterListResult { rows: row::rows(ctx, ids, asked.period).await?, next })
    }
}

/// Whole days are summed up. For the first day of the period, its hours are.
const MOST: &str = r#"with counted as (
    select cluster, sum(count) as count from (
        select cluster, count from _touchstone.cluster_day where day > $1::int8 / 24
        union all
        select cluster, count from _touchstone.cluster_hour where hour >= $1::int8 and hour < ($1::int8 / 24 + 1) * 24) one
    group by cluster)
select jsonb_build_array(counted.count::int8::text, c."objectId")
from counted join "FailureCluster" c on c."objectId" = counted.cluster
where counted.count > 0 and c."evidenceCount" > 0 and ($2::text is null or c."state" = $2::text)
    and ($3::int8 is null or (counted.count, c."objectId" collate "C") < ($3::int8, $4::text))
order by counted.count desc, c."objectId" collate "C" desc limit $5::int8"#;
