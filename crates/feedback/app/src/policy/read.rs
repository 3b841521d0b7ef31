//! Reading the published pages, also without a session.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::kind::PolicyKind;
use super::published::PUBLISHED;
use feedback_core::acceptance;
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// The published pages, and those that the caller still has to accept.
pub(super) struct Policies;

#[derive(Serialize)]
pub(super) struct PoliciesResult {
    rows: Vec<Json>,
    missing: Vec<String>,
}

#[async_trait]
impl Query for Policies {
    const NAME: &'static str = "policies";
    const WHO: Who = Who::Public;
    type Params = NoParams;
    type Answer = PoliciesResult;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<PoliciesResult, Error> {
        let rows = ctx.rows(&Sql::new(PUBLISHED)).await?;
        let missing = match ctx.member() {
            Ok(_) => acceptance::missing(ctx, &ctx.settings().await?).await?,
            Err(_) => Vec::new(),
        };
        Ok(PoliciesResult { rows, missing })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyPageParams {
    kind: PolicyKind,
    /// The newest version if it is missing.
    version: Option<i64>,
}

/// A version of a page with its text, and the other versions.
pub(super) struct PolicyPage;

#[async_trait]
impl Query for PolicyPage {
    const NAME: &'static str = "policyPage";
    const WHO: Who = Who::Public;
    type Params = PolicyPageParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: PolicyPageParams) -> Result<Json, Error> {
        let sees_withdrawn = ctx.member().is_ok_and(|member| member.is_admin);
        let sql = Sql::fixed(
            "with seen as (select * from _touchstone.policy_version p
                where p.kind = $1::text and (p.withdrawn_at is null or $3::bool))
            select jsonb_build_object('kind', p.kind, 'version', p.version, 'body', p.body, 'note', p.note,
                'publishedAt', _touchstone.iso(p.published_at), 'withdrawnAt', _touchstone.iso(p.withdrawn_at),
                'newest', (select max(n.version) from seen n),
                'versions', (select jsonb_agg(jsonb_build_object('version', n.version, 'note', n.note,
                    'publishedAt', _touchstone.iso(n.published_at)) order by n.version desc) from seen n))
            from seen p where p.version = coalesce($2::int8, (select max(n.version) from seen n))",
            [
                Bind::from(params.kind.key()),
                params.version.map_or(Bind::Null, Bind::Int),
                sees_withdrawn.into(),
            ],
        );
        ctx.row(&sql).await?.ok_or_else(not_found)
    }
}
