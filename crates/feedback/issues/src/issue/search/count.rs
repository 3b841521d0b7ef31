//! The number of issues that a query finds.

use feedback_model::search::IssueQuery;
use parse_engine::Error;
use parse_store::Sql;

use super::Lists;
use super::condition::{self, Asker};
use feedback_core::command_context::CommandContext;

/// The largest number that is counted.
pub(super) const MOST: i64 = 10_000;

/// The number of public issues, or [`MOST`] plus one, counted with an index-only scan.
pub(super) async fn open(
    ctx: &CommandContext,
    query: &IssueQuery,
    asker: &Asker<'_>,
) -> Result<i64, Error> {
    let find = counted(ctx, query, asker, |sql| {
        sql.push(condition::OPEN);
    });
    match asker.question_of_all(query) {
        Some(question) => ctx.shared(&ctx.slot::<Lists>().totals, &question, find).await,
        None => find.await,
    }
}

/// How many other issues the caller can read. There are few.
pub(super) async fn kept_back(
    ctx: &CommandContext,
    query: &IssueQuery,
    asker: &Asker<'_>,
) -> Result<i64, Error> {
    counted(ctx, query, asker, |sql| condition::kept_back(sql, asker)).await
}

async fn counted(
    ctx: &CommandContext,
    query: &IssueQuery,
    asker: &Asker<'_>,
    readable: impl FnOnce(&mut Sql) + Send,
) -> Result<i64, Error> {
    let mut sql = Sql::new(r#"select to_jsonb(count(*)) from (select from "Issue" i where "#);
    readable(&mut sql);
    condition::push_conditions(&mut sql, query, asker);
    sql.push(" limit ").bind(MOST + 1).push(") counted");
    let counted: Vec<i64> = super::rows(ctx, query, &sql).await?;
    Ok(counted.first().copied().unwrap_or_default())
}
