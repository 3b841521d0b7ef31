//! The first page of a list, shared by all callers, and the fields that differ between them.

use std::collections::HashMap;
use std::sync::Arc;

use parse_engine::Error;
use parse_model::{Json, JsonMap};
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::Lists;
use super::condition::Asker;
use super::lists::IssueRows;
use feedback_core::command_context::CommandContext;

/// The page of a caller for whom the query finds no hidden issues. `find` finds the public ones.
pub(super) async fn page(
    ctx: &CommandContext,
    question: &str,
    find: impl Future<Output = Result<IssueRows, Error>> + Send,
    asker: &Asker<'_>,
) -> Result<IssueRows, Error> {
    let find = async { find.await.map(Arc::new) };
    let shared = ctx.shared(&ctx.slot::<Lists>().pages, question, find).await?;
    let views = views(ctx, &shared, asker).await?;
    let seen = |(id, row): &(String, Json)| {
        // An issue that was hidden in the last second has no view any more.
        let view = views.get(id)?;
        let mut row = row.clone();
        if let Json::Object(fields) = &mut row {
            fields.extend(view.clone());
        }
        Some((id.clone(), row))
    };
    Ok(IssueRows { rows: shared.rows.iter().filter_map(seen).collect(), next: shared.next.clone() })
}

#[derive(Deserialize)]
struct View {
    id: String,
    view: JsonMap,
}

/// The caller's own fields of each issue, uncached.
async fn views(
    ctx: &CommandContext,
    shared: &IssueRows,
    asker: &Asker<'_>,
) -> Result<HashMap<String, JsonMap>, Error> {
    let ids: Vec<String> = shared.rows.iter().map(|(id, _)| id.clone()).collect();
    let sql = Sql::fixed(
        r#"select json_build_object('id', seen.id, 'view', seen."view") from _touchstone.issue_views($1::text[], $2::text) seen"#,
        [Bind::from(ids), asker.id.into()],
    );
    let views: Vec<View> = ctx.rows(&sql).await?;
    Ok(views.into_iter().map(|View { id, view }| (id, view)).collect())
}
