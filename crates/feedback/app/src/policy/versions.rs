//! Every version of a page, for administrators.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::kind::PolicyKind;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyVersionsParams {
    kind: PolicyKind,
}

/// The versions of a page, how many testers accepted each, and how many testers there are.
pub(super) struct PolicyVersions;

#[async_trait]
impl Query for PolicyVersions {
    const NAME: &'static str = "policyVersions";
    const WHO: Who = Who::Administrator;
    type Params = PolicyVersionsParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: PolicyVersionsParams) -> Result<Json, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('version', p.version, 'note', p.note, 'asks', p.asks,
                'publishedAt', _touchstone.iso(p.published_at), 'withdrawnAt', _touchstone.iso(p.withdrawn_at),
                'by', _touchstone.person(u), 'accepted', (select count(*) from _touchstone.policy_acceptance a
                    where a.kind = p.kind and a.version = p.version))
            from _touchstone.policy_version p left join "_User" u on u."objectId" = p.published_by
            where p.kind = $1::text order by p.version desc"#,
            [Bind::from(params.kind.key())],
        );
        let rows: Vec<Json> = ctx.rows(&sql).await?;
        let testers: Option<u64> = ctx.row(&Sql::new(TESTERS)).await?;
        Ok(json!({ "rows": rows, "testers": testers }))
    }
}

const TESTERS: &str = r#"select to_jsonb(count(*)) from "_User" u
where coalesce(u."status", 'active') in ('active', 'limited') and u."isAdmin" is distinct from true"#;
