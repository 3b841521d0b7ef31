//! Statements about the issues of a period.

use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::Sql;

use feedback_core::command_context::CommandContext;

/// The subject of the statistics: a period, a build, and the viewer.
pub(super) struct DashboardQuery {
    pub(super) since: Date,
    pub(super) build: Option<String>,
    pub(super) zone: String,
    pub(super) me: String,
}

impl DashboardQuery {
    /// A statement with the parameters in `asked` and the issues in `issue`.
    ///
    /// Testers see counts of public issues, administrators of all.
    pub(super) fn statement(&self, ctx: &CommandContext, text: &'static str) -> Result<Sql, Error> {
        let mut sql = Sql::new("with asked as (select ");
        sql.bind(self.since).push(" as since, ").bind(ctx.now()).push(" as now, ");
        sql.bind(self.build.clone()).push("::text as build, ").bind(self.zone.as_str());
        sql.push(" as zone, ").bind(self.me.as_str()).push(" as me, ");
        sql.bind(ctx.member()?.is_admin).push(
            r#" as is_admin), issue as (
                select i.* from "Issue" i, asked
                where _touchstone.may_read(i."_rperm", '', asked.is_admin) and (asked.build is null or i."buildReported" = asked.build)) "#,
        );
        sql.push(text);
        Ok(sql)
    }

    pub(super) async fn rows(
        &self,
        ctx: &CommandContext,
        text: &'static str,
    ) -> Result<Vec<Json>, Error> {
        ctx.rows(&self.statement(ctx, text)?).await
    }

    pub(super) async fn row(
        &self,
        ctx: &CommandContext,
        text: &'static str,
    ) -> Result<Json, Error> {
        Ok(ctx.row(&self.statement(ctx, text)?).await?.unwrap_or_default())
    }
}

/// Reports submitted, resolved and open at the end of each day.
pub(super) const IN_OUT: &str = r#", day as (
    select day::date as day from asked, generate_series((asked.since at time zone asked.zone)::date,
        (asked.now at time zone asked.zone)::date, interval '1 day') day),
moved as (
    select (issue."submittedAt" at time zone asked.zone)::date as day, 1 as came, 0 as went from issue, asked
    union all
    select (coalesce(issue."closedAt", issue."verifiedAt") at time zone asked.zone)::date, 0, 1 from issue, asked
    where issue."status" in ('closed', 'verified')),
per_day as (select day, sum(came) as came, sum(went) as went from moved group by day),
total as (
    select coalesce(day.day, per_day.day) as day, day.day is not null as is_shown,
        coalesce(came, 0) as came, coalesce(went, 0) as went,
        sum(coalesce(came, 0) - coalesce(went, 0)) over (order by coalesce(day.day, per_day.day)) as open
    from day full join per_day on per_day.day = day.day)
select jsonb_build_object('day', to_char(day, 'YYYY-MM-DD'), 'new', came, 'resolved', went, 'open', open)
from total where is_shown order by day"#;
