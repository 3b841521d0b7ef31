//! The dashboard of testers.

use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::Error;
use parse_engine::user::is_made_up_name;
use parse_model::Json;
use serde_json::json;

use super::query::{DashboardQuery, IN_OUT};
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::short_ttl_cache::ShortTtlCache;
use feedback_points::standings::my_standing;

/// Seconds before today that the activity covers.
const PULSE: i64 = 13 * 86_400;

/// Cached reports by day.
struct IssueDays(ShortTtlCache<Arc<Vec<Json>>>);

impl Default for IssueDays {
    fn default() -> IssueDays {
        IssueDays(ShortTtlCache::with_capacity(4))
    }
}

pub(super) struct DashboardTester;

#[async_trait]
impl Query for DashboardTester {
    const NAME: &'static str = "dashboardTester";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let asked = DashboardQuery {
            since: ctx.now().plus_seconds(-PULSE),
            build: None,
            zone: ctx.settings().await?.text("programme.timeZone"),
            me: ctx.member()?.id.clone(),
        };
        let standing =
            if ctx.member()?.is_admin { Json::Null } else { my_standing(ctx, None).await? };
        // All callers with the same rights share the answer, which reads every issue.
        let question = format!("{} {}", ctx.member()?.is_admin, asked.zone);
        let find = async { asked.rows(ctx, IN_OUT).await.map(Arc::new) };
        let days = ctx.shared(&ctx.slot::<IssueDays>().0, &question, find).await?;
        Ok(json!({
            "standing": standing,
            "reports": asked.rows(ctx, REPORTS).await?,
            "pulse": {
                "days": &*days,
                "areas": asked.rows(ctx, AREAS).await?,
            },
            "isNamed": !ctx.member()?.username.as_deref().is_some_and(is_made_up_name),
            "account": asked.row(ctx, ACCOUNT).await?,
            "firstSteps": asked.row(ctx, FIRST_STEPS).await?,
        }))
    }
}

/// The page is found first, and then the details of all its rows together.
const REPORTS: &str = r#", page as materialized (
    select i."objectId" as id, row_number() over (order by i."lastActivityAt" desc, i."objectId") as place
    from "Issue" i where i."reporter" = (select me from asked)
    order by i."lastActivityAt" desc, i."objectId" limit 5)
select shown."row" from page
    join _touchstone.issue_rows((select array_agg(id) from page), (select me from asked), (select is_admin from asked)) shown
        on shown.id = page.id
order by page.place"#;

/// The reports of a week by area, and the caller's share of them.
const AREAS: &str = r#"select jsonb_build_object('area', issue."area", 'count', count(*),
    'mine', count(*) filter (where issue."reporter" = asked.me))
from issue, asked where issue."submittedAt" > asked.now - interval '7 days'
group by issue."area" order by count(*) desc, issue."area" limit 12"#;

/// The decisions of administrators about the account, and their reasons.
const ACCOUNT: &str = r#"select jsonb_build_object('status', coalesce(u."status", 'active'), 'reason', u."statusReason")
from asked, "_User" u where u."objectId" = asked.me"#;

const FIRST_STEPS: &str = r#"select jsonb_build_object(
    'reported', exists (select from "Issue" i where i."reporter" = asked.me),
    'voted', exists (select from "Vote" v where v."user" = asked.me)) from asked"#;
