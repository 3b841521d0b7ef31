//! Searching and listing issues.

mod condition;
mod count;
mod lists;
mod shared;

use async_trait::async_trait;
use feedback_model::search::{IssueQuery, SearchError, Sort, parse};
use parse_engine::{Error, Search};
use parse_model::{Code, Date, Json};
use parse_store::{Bind, Sql};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answer_shape::IssueListAnswer;
use condition::Asker;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::parameter_schema;
use feedback_core::refused::{invalid, invalid_with, keyed};
use lists::IssueRows;

pub use lists::Lists;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchIssuesParams {
    #[serde(default)]
    query: String,
    sort: Option<String>,
    cursor: Option<Cursor>,
    limit: Option<i64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct IssueListPage {
    rows: Vec<Json>,
    next: Option<Cursor>,
    total: i64,
    total_is_floor: bool,
}

/// A row and its position in the list.
#[derive(Deserialize)]
struct IssueRow {
    row: Json,
    key: String,
    id: String,
    found: Option<String>,
}

impl IssueRow {
    /// The row, with a label for the kind of match.
    fn into_json(mut self) -> (String, Json) {
        if let Some(found) = self.found {
            self.row["match"] = found.into();
        }
        (self.id, self.row)
    }
}

pub(super) struct SearchIssues;

#[async_trait]
impl Query for SearchIssues {
    const NAME: &'static str = "searchIssues";
    const WHO: Who = Who::Member;
    type Params = SearchIssuesParams;
    type Answer = IssueListPage;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<IssueListAnswer>())
    }

    async fn answer(
        ctx: &CommandContext,
        asked: SearchIssuesParams,
    ) -> Result<IssueListPage, Error> {
        let query = parse(&asked.query).map_err(|error| syntax(&asked.query, &error))?.narrowest();
        let sort = match asked.sort.as_deref() {
            None => Sort::Activity,
            Some(word) => {
                Sort::parse(word).ok_or_else(|| invalid("SORT", "Unknown sort order."))?
            }
        };
        let limit = asked.limit.unwrap_or(50).clamp(1, 100);
        let asker = Asker::of(ctx)?;
        let kept_back = count::kept_back(ctx, &query, &asker).await?;
        let IssueRows { rows, next } = match (asker.question_of_all(&query), &asked.cursor) {
            (Some(question), None) if kept_back == 0 => {
                let shared_asker = asker.without_themself();
                let find = found(ctx, &query, sort, None, limit, &shared_asker);
                shared::page(ctx, &format!("{sort:?} {limit} {question}"), find, &asker).await?
            }
            (_, cursor) => found(ctx, &query, sort, cursor.as_ref(), limit, &asker).await?,
        };
        let total = kept_back + count::open(ctx, &query, &asker).await?;
        Ok(IssueListPage {
            rows: rows.into_iter().map(|(_, row)| row).collect(),
            next,
            total: total.min(count::MOST + 1),
            total_is_floor: total > count::MOST,
        })
    }
}

/// A page for the caller.
async fn found(
    ctx: &CommandContext,
    query: &IssueQuery,
    sort: Sort,
    after: Option<&Cursor>,
    limit: i64,
    asker: &Asker<'_>,
) -> Result<IssueRows, Error> {
    let sql = list(query, sort, after, limit, asker)?;
    let mut placed: Vec<IssueRow> = rows(ctx, query, &sql).await?;
    let next = Cursor::after_page(&mut placed, limit, |row| (&row.key, &row.id));
    Ok(IssueRows { rows: placed.into_iter().map(IssueRow::into_json).collect(), next })
}

/// The rows of a search. One by text may be expensive, and is queued with others like it.
async fn rows<T: DeserializeOwned>(
    ctx: &CommandContext,
    query: &IssueQuery,
    sql: &Sql,
) -> Result<Vec<T>, Error> {
    if !query.is_by_text() {
        return ctx.rows(sql).await;
    }
    ctx.search(sql, Search::Asked).await.map_err(|error| match error.code() {
        Some(Code::TIMEOUT) => keyed(
            Code::TIMEOUT,
            "SEARCH_TIMEOUT",
            "The search took too long and was stopped. Search for longer words, or add a filter such as is:open.",
        ),
        _ => error,
    })
}

/// A syntax error, with the characters it is about.
fn syntax(typed: &str, error: &SearchError) -> Error {
    let rest = typed.chars().skip(error.at).take_while(|c| !c.is_whitespace() && *c != ',');
    let end = error.at + rest.count().max(1);
    let place = json!({ "from": error.at, "to": end });
    invalid_with("QUERY_SYNTAX", format!("{error} @{}-{end}", error.at), place)
}

/// The rows of a page, and one more if there are more.
fn list(
    query: &IssueQuery,
    sort: Sort,
    after: Option<&Cursor>,
    limit: i64,
    asker: &Asker<'_>,
) -> Result<Sql, Error> {
    // The page is found first, and then the details of all its rows together.
    let mut sql =
        Sql::new(r#"with page as materialized (select i."objectId" as id, row_number() over ("#);
    order(&mut sql, sort);
    sql.push(") as place, ").push(key(sort)).push(" as key, ");
    condition::matched(&mut sql, query);
    sql.push(r#" as found from "Issue" i where "#);
    condition::readable(&mut sql, asker);
    condition::push_conditions(&mut sql, query, asker);
    if let Some(cursor) = after {
        sql.push(" and (").push(column(sort)).push(r#", i."objectId" collate "C") "#);
        sql.push(if is_ascending(sort) { "> (" } else { "< (" });
        sql.bind(place(sort, cursor.key())?).push(", ").bind(cursor.id()).push(")");
    }
    sql.push(" ");
    order(&mut sql, sort);
    sql.push(" limit ").bind(limit + 1);
    sql.push(
        r#") select json_build_object('row', shown."row", 'key', page.key, 'id', page.id, 'found', page.found)
        from page join _touchstone.issue_rows((select array_agg(id) from page), "#,
    );
    sql.bind(asker.id).push(", ").bind(asker.is_admin);
    sql.push(") shown on shown.id = page.id order by page.place");
    Ok(sql)
}

fn order(sql: &mut Sql, sort: Sort) {
    sql.push("order by ").push(column(sort)).push(if is_ascending(sort) {
        r#", i."objectId" collate "C""#
    } else {
        r#" desc, i."objectId" collate "C" desc"#
    });
}

/// The sort column.
fn column(sort: Sort) -> &'static str {
    match sort {
        Sort::Activity => r#"i."lastActivityAt""#,
        Sort::Newest | Sort::Queue => r#"i."submittedAt""#,
        Sort::Impact => r#"i."impact""#,
        Sort::Affected => r#"i."voteCount""#,
    }
}

/// The queue starts with the longest waiting, the others with the largest.
fn is_ascending(sort: Sort) -> bool {
    sort == Sort::Queue
}

/// The sort key as text, for the cursor.
fn key(sort: Sort) -> &'static str {
    match sort {
        Sort::Activity => r#"_touchstone.iso(i."lastActivityAt")"#,
        Sort::Newest | Sort::Queue => r#"_touchstone.iso(i."submittedAt")"#,
        Sort::Impact => r#"i."impact"::text"#,
        Sort::Affected => r#"i."voteCount"::text"#,
    }
}

/// The position of a cursor in a list of this order.
fn place(sort: Sort, key: &str) -> Result<Bind, Error> {
    let place = match sort {
        Sort::Activity | Sort::Newest | Sort::Queue => Date::parse(key).map(Bind::from),
        Sort::Impact | Sort::Affected => key.parse::<f64>().ok().map(Bind::from),
    };
    place.ok_or_else(|| {
        invalid("CURSOR", "Invalid cursor for this order: send the cursor of the previous page.")
    })
}

#[cfg(test)]
mod tests {
    use feedback_model::search::parse;

    use super::syntax;

    #[test]
    fn a_mistake_points_at_the_word_it_is_about() {
        let typed = "swap sev:S9 broken";
        let error = parse(typed).expect_err("a mistake");
        let told = syntax(typed, &error).to_string();
        assert!(told.starts_with("QUERY_SYNTAX: S9 is no value of sev."), "{told}");
        assert!(told.ends_with(" @9-11"), "{told}");
    }
}
