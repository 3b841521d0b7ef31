//! The list of users, for administrators.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::Sql;
use serde::{Deserialize, Serialize};

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;

/// People per page.
const PAGE: i64 = 50;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sort {
    #[default]
    Joined,
    Active,
    Points,
    Name,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Filter {
    Admins,
    Limited,
    Suspended,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PeopleParams {
    search: Option<String>,
    #[serde(default)]
    sort: Sort,
    cursor: Option<Cursor>,
    filter: Option<Filter>,
}

#[derive(Serialize)]
pub(super) struct PeoplePage {
    rows: Vec<Json>,
    next: Option<Cursor>,
    total: u64,
}

#[derive(Deserialize)]
struct Row {
    key: String,
    id: String,
    shown: Json,
}

pub(super) struct People;

#[async_trait]
impl Query for People {
    const NAME: &'static str = "people";
    const WHO: Who = Who::Administrator;
    type Params = PeopleParams;
    type Answer = PeoplePage;

    async fn answer(ctx: &CommandContext, params: PeopleParams) -> Result<PeoplePage, Error> {
        let mut count = Sql::new(r#"select to_jsonb(count(*)) from "_User" u where "#);
        narrow(&mut count, &params);
        let total = ctx.row(&count).await?.unwrap_or(0);

        let mut sql = Sql::new(
            "select jsonb_build_object('key', p.key, 'id', p.id, 'shown', p.shown) from (select ",
        );
        let season = f64::from(ctx.read_rules_and_seasons().await?.default_season());
        sql.push(params.sort.key()).push(" as key, ").push(SHOWN).bind(season).push(" where ");
        narrow(&mut sql, &params);
        sql.push(") p");
        if let Some(after) = &params.cursor {
            sql.push(" where (p.key, p.id) ").push(params.sort.beyond());
            sql.push(" (").bind(after.key()).push(", ").bind(after.id()).push(")");
        }
        sql.push(" order by ").push(params.sort.order()).push(" limit ").bind(PAGE + 1);
        let mut rows: Vec<Row> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut rows, PAGE, |row| (&row.key, &row.id));
        Ok(PeoplePage { rows: rows.into_iter().map(|row| row.shown).collect(), next, total })
    }
}

const SHOWN: &str = r#"u."objectId" as id, jsonb_build_object('id', u."objectId", 'username', u."username",
    'email', u."email", 'isAdmin', coalesce(u."isAdmin", false), 'status', coalesce(u."status", 'active'),
    'held', coalesce(u."riskState", 'clear') = 'held',
    'trustLevel', coalesce(u."trustLevel", 0)::int, 'trustPinned', coalesce(u."trustPinned", false),
    'accepted', coalesce(u."acceptedCount", 0)::int, 'decided', coalesce(u."decidedCount", 0)::int,
    'spam', coalesce(u."spamCount", 0)::int,
    'accuracyPct', floor(u."accuracyBps" / 100)::int,
    'cohort', i."cohort", 'lastActiveOn', left(_touchstone.iso(u."lastActiveOn"), 10),
    'joinedAt', _touchstone.iso(u."createdAt"), 'points', coalesce(s."total", 0)::bigint) as shown
from "_User" u left join "Invitation" i on i."objectId" = u."joinedVia"
    left join "Standing" s on s."personId" = u."personId" and s."season" = "#;

impl Sort {
    /// The sort key as text with the same order.
    fn key(self) -> &'static str {
        match self {
            Sort::Joined => r#"_touchstone.iso(u."createdAt") collate "C""#,
            Sort::Active => r#"coalesce(_touchstone.iso(u."lastActiveOn"), '') collate "C""#,
            // Shifted, because negative numbers would be sorted by their sign.
            Sort::Points => {
                r#"lpad((coalesce(s."total", 0) + 1e12)::bigint::text, 14, '0') collate "C""#
            }
            Sort::Name => r#"coalesce(lower(u."username"), '') collate "C""#,
        }
    }

    fn order(self) -> &'static str {
        match self {
            Sort::Name => "p.key, p.id",
            Sort::Joined | Sort::Active | Sort::Points => "p.key desc, p.id desc",
        }
    }

    fn beyond(self) -> &'static str {
        match self {
            Sort::Name => ">",
            Sort::Joined | Sort::Active | Sort::Points => "<",
        }
    }
}

fn narrow(sql: &mut Sql, asked: &PeopleParams) {
    sql.push(r#"u."status" is distinct from 'deleted'"#);
    if let Some(text) = asked.search.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        sql.push(r#" and (strpos(lower(u."username"), lower("#).bind(text);
        sql.push(r#")) > 0 or strpos(lower(u."email"), lower("#).bind(text).push(")) > 0)");
    }
    sql.push(match asked.filter {
        None => "",
        Some(Filter::Admins) => r#" and u."isAdmin""#,
        Some(Filter::Limited) => r#" and u."status" = 'limited'"#,
        Some(Filter::Suspended) => r#" and u."status" = 'suspended'"#,
    });
}
