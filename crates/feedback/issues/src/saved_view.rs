//! Saved searches.

use async_trait::async_trait;
use feedback_model::search::parse;
use feedback_model::text::Label;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use feedback_core::command::{Command, NoParams, Query, Who, command, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{forbidden, from_refusal, invalid, not_found};

/// Views of a user.
const MOST_VIEWS: i64 = 50;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<SavedViewSave>(extension, state);
    let extension = command::<SavedViewRemove>(extension, state);
    query::<SavedViews>(extension, state)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedViewSaveParams {
    id: Option<String>,
    name: String,
    query: String,
    sort: Option<String>,
    #[serde(default)]
    shared: bool,
}

#[derive(Serialize)]
struct SavedViewSaveResult {
    view: Json,
}

struct SavedViewSave;

#[async_trait]
impl Command for SavedViewSave {
    const NAME: &'static str = "savedViewSave";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = SavedViewSaveParams;
    type Answer = SavedViewSaveResult;

    async fn run(
        ctx: &CommandContext,
        params: SavedViewSaveParams,
    ) -> Result<SavedViewSaveResult, Error> {
        let member = ctx.member()?;
        let name = Label::parse(&params.name).map_err(from_refusal)?;
        if name.as_str().chars().count() > 60 {
            return Err(invalid("VIEW_NAME", "The name of a view has at most 60 characters."));
        }
        let query = parse(&params.query).map_err(|error| invalid("QUERY_SYNTAX", error))?;
        if params.shared && !member.is_admin {
            return Err(forbidden("Only administrators can share views."));
        }
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        if params.id.is_none() {
            check_room(ctx).await?;
        }
        let sql = Sql::fixed(
            r#"insert into "SavedView" as v ("objectId", "createdAt", "updatedAt", "owner", "name", "query", "sort", "shared")
            select $1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::bool
            where not $8::bool or exists (select from "SavedView" where "objectId" = $1::text and "owner" = $3::text)
            on conflict ("objectId") do update set "name" = excluded."name", "query" = excluded."query", "sort" = excluded."sort",
                "shared" = excluded."shared", "updatedAt" = excluded."updatedAt" where v."owner" = $3::text"#,
            [
                Bind::from(&*id),
                ctx.now().into(),
                member.id.as_str().into(),
                name.as_str().into(),
                query.to_string().into(),
                params.sort.as_deref().into(),
                params.shared.into(),
                params.id.is_some().into(),
            ],
        );
        if ctx.execute(&sql).await? == 0 {
            return Err(not_found());
        }
        let views = all(ctx).await?;
        let view = views.into_iter().find(|view| view["id"] == id.as_str()).unwrap_or_default();
        Ok(SavedViewSaveResult { view })
    }
}

async fn check_room(ctx: &CommandContext) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(count(*)) from "SavedView" where "owner" = $1::text"#,
        [Bind::from(&*ctx.member()?.id)],
    );
    if ctx.row::<i64>(&sql).await?.unwrap_or_default() >= MOST_VIEWS {
        return Err(invalid(
            "VIEWS",
            format!("At most {MOST_VIEWS} views are allowed. Remove one first."),
        ));
    }
    Ok(())
}

/// The views of the caller, and the shared ones.
async fn all(ctx: &CommandContext) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', "objectId", 'name', "name", 'query', "query", 'sort', "sort",
            'shared', "shared", 'mine', "owner" = $1::text)
        from "SavedView" where "owner" = $1::text or "shared" order by lower("name"), "objectId" limit 500"#,
        [Bind::from(&*ctx.member()?.id)],
    );
    ctx.rows(&sql).await
}

struct SavedViews;

#[async_trait]
impl Query for SavedViews {
    const NAME: &'static str = "savedViews";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        Ok(json!({ "rows": all(ctx).await? }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedViewRemoveParams {
    id: String,
}

struct SavedViewRemove;

#[async_trait]
impl Command for SavedViewRemove {
    const NAME: &'static str = "savedViewRemove";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = SavedViewRemoveParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: SavedViewRemoveParams) -> Result<Json, Error> {
        let sql = Sql::fixed(
            r#"delete from "SavedView" where "objectId" = $1::text and "owner" = $2::text"#,
            [Bind::from(&*params.id), ctx.member()?.id.as_str().into()],
        );
        if ctx.execute(&sql).await? == 0 {
            return Err(not_found());
        }
        Ok(json!({}))
    }
}
