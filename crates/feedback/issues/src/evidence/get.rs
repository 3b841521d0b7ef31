//! One piece of evidence, similar ones, and a draft of a report from it.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use serde::{Deserialize, Serialize};

use super::answer_shape::EvidencePageAnswer;
use super::proposal::{Proposal, propose};
use super::view::one;
use crate::issue::similar;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceGetParams {
    id: String,
}

#[derive(Serialize)]
pub(super) struct EvidencePage {
    evidence: Json,
    similar: Vec<Json>,
    proposal: Option<Proposal>,
}

pub(super) struct EvidenceGet;

#[async_trait]
impl Query for EvidenceGet {
    const NAME: &'static str = "evidenceGet";
    const WHO: Who = Who::Member;
    type Params = EvidenceGetParams;
    type Answer = EvidencePage;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<EvidencePageAnswer>())
    }

    async fn answer(
        ctx: &CommandContext,
        params: EvidenceGetParams,
    ) -> Result<EvidencePage, Error> {
        let evidence = one(ctx, &params.id).await?;
        let proposal = propose(&evidence, &ctx.settings().await?);
        let similar = match &proposal {
            Some(proposal) => {
                let failure = evidence["explanation"]["fingerprint"].as_str();
                similar::of_evidence(ctx, failure, &proposal.title).await?
            }
            None => Vec::new(),
        };
        Ok(EvidencePage { evidence, similar, proposal })
    }
}
