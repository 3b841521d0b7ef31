//! Who accepted which version when, for administrators.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;

/// Rows per page.
const PAGE: i64 = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyAcceptancesParams {
    cursor: Option<Cursor>,
}

#[derive(Serialize)]
pub(super) struct AcceptancesPage {
    rows: Vec<Json>,
    next: Option<Cursor>,
}

#[derive(Deserialize)]
struct Row {
    key: String,
    id: String,
    shown: Json,
}

/// Acceptances of all pages, the oldest first. Those of deleted accounts are gone with them.
pub(super) struct PolicyAcceptances;

#[async_trait]
impl Query for PolicyAcceptances {
    const NAME: &'static str = "policyAcceptances";
    const WHO: Who = Who::Administrator;
    type Params = PolicyAcceptancesParams;
    type Answer = AcceptancesPage;

    async fn answer(
        ctx: &CommandContext,
        params: PolicyAcceptancesParams,
    ) -> Result<AcceptancesPage, Error> {
        let (key, id) = match &params.cursor {
            Some(cursor) => (cursor.key().to_owned(), cursor.id().to_owned()),
            None => Default::default(),
        };
        let sql = Sql::fixed(
            r#"select jsonb_build_object('key', a.key, 'id', a.id, 'shown', a.shown) from (
                select _touchstone.iso(a.accepted_at) collate "C" as key,
                    (a."user" || '/' || a.kind || '/' || a.version) collate "C" as id,
                    jsonb_build_object('user', a."user", 'username', u."username", 'email', u."email", 'kind', a.kind,
                        'version', a.version, 'acceptedAt', _touchstone.iso(a.accepted_at)) as shown
                from _touchstone.policy_acceptance a left join "_User" u on u."objectId" = a."user") a
            where (a.key, a.id) > ($1::text, $2::text) order by a.key, a.id limit $3::int8"#,
            [Bind::from(key), id.into(), (PAGE + 1).into()],
        );
        let mut rows: Vec<Row> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut rows, PAGE, |row| (&row.key, &row.id));
        Ok(AcceptancesPage { rows: rows.into_iter().map(|row| row.shown).collect(), next })
    }
}
