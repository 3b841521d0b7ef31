//! Texts that repeat a failed transaction elsewhere, for users who may see its hash.

use std::str::FromStr;

use alloy_primitives::B256;
use async_trait::async_trait;
use chain::Explanation;
use chain::copy::{Copies, TransactionRef};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::answer_shape::EvidenceCopiesAnswer;
use super::blocking_pool::apart;
use super::found_cache;
use super::record::TxId;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::refused::not_found;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceCopiesParams {
    id: String,
}

#[derive(Serialize)]
pub(super) struct EvidenceTexts {
    foundry: Option<String>,
    cast: String,
    explorer: Option<String>,
    tenderly: String,
}

pub(super) struct EvidenceCopies;

#[async_trait]
impl Query for EvidenceCopies {
    const NAME: &'static str = "evidenceCopies";
    const WHO: Who = Who::Member;
    type Params = EvidenceCopiesParams;
    type Answer = EvidenceTexts;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<EvidenceCopiesAnswer>())
    }

    async fn answer(
        ctx: &CommandContext,
        params: EvidenceCopiesParams,
    ) -> Result<EvidenceTexts, Error> {
        let member = ctx.member()?;
        let sql = Sql::fixed(
            ONE,
            [Bind::from(&*params.id), member.id.as_str().into(), member.is_admin.into()],
        );
        let transaction = ctx.row::<ExplainedTransaction>(&sql).await?.ok_or_else(not_found)?;
        let Copies { foundry, cast, explorer, tenderly } =
            transaction.copies(ctx).await?.ok_or_else(not_found)?;
        Ok(EvidenceTexts { foundry, cast, explorer, tenderly })
    }
}

/// The first failed transaction of an issue that its owner shows to others, as Markdown.
pub async fn of_issue(ctx: &CommandContext, issue: &str) -> Result<Option<String>, Error> {
    let shared = ctx.row::<ExplainedTransaction>(&Sql::fixed(SHARED, [Bind::from(issue)])).await?;
    let copies = match shared {
        Some(transaction) => transaction.copies(ctx).await?,
        None => None,
    };
    Ok(copies.map(|copies| copies.markdown()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExplainedTransaction {
    network: String,
    chain_id: u64,
    explorer_url: Option<String>,
    hash: String,
    explanation: Option<Explanation>,
}

impl ExplainedTransaction {
    async fn copies(self, ctx: &CommandContext) -> Result<Option<Copies>, Error> {
        let Ok(hash) = B256::from_str(&self.hash) else { return Ok(None) };
        let tx = TxId { network: &self.network, hash: &self.hash };
        let kept = found_cache::read(ctx, &tx).await?;
        let of = TransactionRef { chain_id: self.chain_id, hash };
        Ok(apart(move || {
            let found = kept.map(|kept| kept.found);
            let explanation = self.explanation.unwrap_or_default();
            chain::copy::copies(of, found.as_ref(), &explanation, self.explorer_url.as_deref())
        })
        .await)
    }
}

/// The hash leads to its owner, so other users need their consent.
const ONE: &str = r#"select jsonb_build_object('network', e."network", 'chainId', n."chainId"::int8, 'explorerUrl', n."explorerUrl",
    'hash', e."txHash", 'explanation', e."explanation")
from "Evidence" e join "Network" n on n."objectId" = e."network"
where e."objectId" = $1::text and e."txHash" is not null and _touchstone.may_see_evidence(e, $2::text, $3::bool)
    and (e."owner" = $2::text or $3::bool or e."shareHash")"#;

const SHARED: &str = r#"select jsonb_build_object('network', e."network", 'chainId', n."chainId"::int8, 'explorerUrl', n."explorerUrl",
    'hash', e."txHash", 'explanation', e."explanation")
from "Evidence" e join "Network" n on n."objectId" = e."network"
where e."issue" = $1::text and e."txHash" is not null and e."shareHash" and e."chainStatus" = 'reverted'
    and e."state" in ('decoded', 'partial')
order by e."createdAt", e."objectId" limit 1"#;
