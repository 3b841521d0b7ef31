//! Data export: everything that is stored about the caller.
//!
//! Actions of others, data about others and fields for administrators are omitted. Objects are
//! exported as far as the permissions of their class let the owner read them, so a field that
//! becomes protected is omitted too.

pub(super) mod draft;
mod section;
pub(crate) mod stored;

use async_trait::async_trait;
use parse_engine::file::address;
use parse_engine::{Error, session};
use parse_model::{Class, ClassName, FieldType, Json, JsonMap};
use parse_store::Sql;
use serde::{Deserialize, Serialize};

use self::section::{SECTIONS, Section};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::refused::invalid;

/// Rows per answer, of all lists together.
const ROWS: usize = 500;

/// Bytes of rows after which an answer is full.
const BYTES: usize = 1_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountDataParams {
    cursor: Option<Cursor>,
}

#[derive(Serialize)]
pub(super) struct DataPart {
    /// Rows by the name of their list. A list can continue in the next part.
    data: JsonMap,
    /// Number of complete lists, and of all lists.
    done: usize,
    of: usize,
    next: Option<String>,
}

#[derive(Deserialize)]
struct Row {
    key: String,
    row: Json,
}

pub(super) struct AccountData;

#[async_trait]
impl Query for AccountData {
    const NAME: &'static str = "accountData";
    const WHO: Who = Who::Member;
    type Params = AccountDataParams;
    type Answer = DataPart;

    async fn answer(ctx: &CommandContext, params: AccountDataParams) -> Result<DataPart, Error> {
        session::require_fresh(ctx.cx())?;
        let (first, mut after) = match params.cursor {
            Some(cursor) => (place(cursor.key())?, cursor.id().to_owned()),
            None => (0, String::new()),
        };
        let (mut data, mut room) = (JsonMap::new(), PageBudget { rows: ROWS, bytes: BYTES });
        for (done, section) in SECTIONS.iter().enumerate().skip(first) {
            let rows: Vec<Row> = ctx.rows(&statement(ctx, section, &after, room.rows + 1)?).await?;
            let found = rows.len();
            let mut told = Vec::new();
            for row in rows {
                if !room.has_place() {
                    break;
                }
                let shown = shown(ctx, section, row.row);
                room.take(&shown);
                told.push(shown);
                after = row.key;
            }
            let is_whole = told.len() == found;
            data.insert(section.name.to_owned(), Json::Array(told));
            if !is_whole {
                let next = Some(format!("{}~{after}", section.name));
                return Ok(DataPart { data, done, of: SECTIONS.len(), next });
            }
            after.clear();
        }
        Ok(DataPart { data, done: SECTIONS.len(), of: SECTIONS.len(), next: None })
    }
}

/// What still fits into an answer.
struct PageBudget {
    rows: usize,
    bytes: usize,
}

impl PageBudget {
    fn has_place(&self) -> bool {
        self.rows > 0 && self.bytes > 0
    }

    fn take(&mut self, row: &Json) {
        self.rows -= 1;
        self.bytes = self.bytes.saturating_sub(row.to_string().len());
    }
}

fn place(name: &str) -> Result<usize, Error> {
    SECTIONS
        .iter()
        .position(|section| section.name == name)
        .ok_or_else(|| invalid("CURSOR", "This page does not exist."))
}

/// Reads the rows of a list after a position, ordered by their keys.
fn statement(
    ctx: &CommandContext,
    section: &Section,
    after: &str,
    most: usize,
) -> Result<Sql, Error> {
    let mut sql = Sql::new(
        r#"with me as (select u."objectId" as id, coalesce(u."personId", u."objectId") as person
        from "_User" u where u."objectId" = "#,
    );
    sql.bind(&*ctx.member()?.id);
    sql.push(") select jsonb_build_object('key', t.key, 'row', t.line) from (").push(section.rows);
    sql.push(r#") as t(key, line) where t.key collate "C" > "#).bind(after);
    sql.push(r#" order by t.key collate "C" limit "#).bind(i64::try_from(most).unwrap_or(i64::MAX));
    Ok(sql)
}

/// A row of the export. Of an object, the fields that its owner can read.
fn shown(ctx: &CommandContext, section: &Section, row: Json) -> Json {
    let Some(class) = section.class.and_then(|name| ctx.cx().class(&ClassName::from_static(name)))
    else {
        return row;
    };
    let Json::Object(mut fields) = row else { return row };
    fields.retain(|field, value| !value.is_null() && is_told(&class, field));
    if class.name == "Attachment"
        && let Some(Json::String(file)) = fields.remove("file")
    {
        fields.insert("url".to_owned(), address(ctx.cx(), &file).into());
    }
    Json::Object(fields)
}

/// Whether a field is exported to the owner of an object. Fields that lead to other users and
/// fields for administrators are not.
fn is_told(class: &Class, field: &str) -> bool {
    if matches!(field, "objectId" | "createdAt" | "updatedAt") {
        return true;
    }
    let hidden = class.clp.as_ref().and_then(|clp| clp.protected_fields.get("*"));
    let is_hidden = hidden.is_some_and(|fields| fields.iter().any(|one| one == field));
    let Some((_, known)) = class.fields.iter().find(|(name, _)| name.as_str() == field) else {
        return false;
    };
    let is_somebody = known.ty == FieldType::Pointer(ClassName::user());
    !is_hidden && !is_somebody && field != "personId"
}
