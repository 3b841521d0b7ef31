//! The wallet list for administrators: newest first, or those with an address prefix.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::Sql;
use serde::{Deserialize, Serialize};

use super::line::named;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::refused::invalid;

/// Wallets per page.
const PAGE: u16 = 50;
const LONGEST_PAGE: u16 = 200;

/// The longest prefix that makes sense.
const LONGEST_QUERY: usize = 128;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WalletListParams {
    query: Option<String>,
    cursor: Option<Cursor>,
    limit: Option<u16>,
}

#[derive(Serialize)]
pub(super) struct WalletPage {
    rows: Vec<Json>,
    next: Option<Cursor>,
    /// Number of listed wallets, whatever the query. Returned with the first page.
    total: Option<u64>,
    /// Number of wallets that were used to create an account.
    joined: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
struct Counts {
    total: u64,
    joined: u64,
}

#[derive(Deserialize)]
struct Row {
    key: String,
    account: String,
    shown: Json,
}

pub(super) struct WalletList;

#[async_trait]
impl Query for WalletList {
    const NAME: &'static str = "walletList";
    const WHO: Who = Who::Administrator;
    type Params = WalletListParams;
    type Answer = WalletPage;

    async fn answer(ctx: &CommandContext, params: WalletListParams) -> Result<WalletPage, Error> {
        let limit = params.limit.unwrap_or(PAGE);
        if !(1..=LONGEST_PAGE).contains(&limit) {
            return Err(invalid("LIMIT", "A page has 1 to 200 wallets."));
        }
        let query = params.query.as_deref().map(str::trim).filter(|query| !query.is_empty());
        let after = params.cursor.as_ref();
        let mut rows: Vec<Row> = match query {
            Some(query) => ctx.rows(&beginning(query, after, limit)?).await?,
            None => ctx.rows(&newest(after, limit)?).await?,
        };
        let next = Cursor::after_page(&mut rows, i64::from(limit), |row| (&row.key, &row.account));
        // Counting reads the whole list, so it is done once and not for every page.
        let counts: Option<Counts> = match after {
            None => Some(ctx.row(&Sql::new(COUNTS)).await?.unwrap_or_default()),
            Some(_) => None,
        };
        Ok(WalletPage {
            rows: rows.into_iter().map(|row| row.shown).collect(),
            next,
            total: counts.as_ref().map(|counts| counts.total),
            joined: counts.as_ref().map(|counts| counts.joined),
        })
    }
}

const COUNTS: &str = "select jsonb_build_object('total', count(*), 'joined', count(joined_user)) from _touchstone.wallet_list";

const SHOWN: &str = r#"jsonb_build_object(
    'address', w.address, 'family', split_part(w.account, ':', 1), 'label', w.label, 'addedAt', _touchstone.iso(w.added_at),
    'addedBy', case when a."objectId" is not null then jsonb_build_object('id', a."objectId", 'username', a."username") end,
    'joined', case when w.joined_user is not null then
        jsonb_build_object('id', u."objectId", 'username', u."username", 'at', _touchstone.iso(u."createdAt")) end))
from (select * from _touchstone.wallet_list"#;

const PEOPLE: &str = r#") w left join "_User" a on a."objectId" = w.added_by
left join "_User" u on u."objectId" = w.joined_user"#;

fn newest(after: Option<&Cursor>, limit: u16) -> Result<Sql, Error> {
    let mut sql =
        Sql::new("select jsonb_build_object('key', w.place::text, 'account', w.account, 'shown', ");
    sql.push(SHOWN);
    if let Some(after) = after {
        let place = after.key().parse::<i64>();
        let place = place.map_err(|_| invalid("CURSOR", "This page does not exist."))?;
        sql.push(" where place < ").bind(place);
    }
    sql.push(" order by place desc limit ").bind(i64::from(limit) + 1).push(PEOPLE);
    sql.push(" order by w.place desc");
    Ok(sql)
}

/// Wallets whose address starts with the query. A complete address is found in every spelling.
fn beginning(query: &str, after: Option<&Cursor>, limit: u16) -> Result<Sql, Error> {
    if query.len() > LONGEST_QUERY {
        return Err(invalid("QUERY", "Enter at most 128 characters of an address."));
    }
    let mut sql =
        Sql::new("select jsonb_build_object('key', w.address, 'account', w.account, 'shown', ");
    sql.push(SHOWN);
    if let Some(whole) = named(query) {
        sql.push(" where account = ").bind(whole.account);
    } else {
        let lower = query.to_ascii_lowercase();
        // Case is not significant in these two families.
        let is_plain = lower.starts_with("0x") || lower.starts_with("erd1");
        let text = if is_plain { lower } else { query.to_owned() };
        // Up to the last text with this prefix, in the order of the index.
        sql.push(" where address >= ").bind(text.as_str());
        sql.push(" and address < ").bind(format!("{text}{}", char::MAX));
    }
    if let Some(after) = after {
        sql.push(" and address > ").bind(after.key());
    }
    sql.push(" order by address limit ").bind(i64::from(limit) + 1).push(PEOPLE);
    sql.push(" order by w.address");
    Ok(sql)
}
