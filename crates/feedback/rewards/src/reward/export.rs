//! Payouts in the form for clients.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use serde::Deserialize;
use serde_json::json;

use super::file::Kind;
use super::payees::ClosedSeason;
use super::stored::{Export, exports};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;

/// The season. Default: all.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RewardSeasonParams {
    pub(super) season: Option<u32>,
}

pub(super) struct RewardList;

#[async_trait]
impl Query for RewardList {
    const NAME: &'static str = "rewardList";
    const WHO: Who = Who::Member;
    type Params = RewardSeasonParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, of: RewardSeasonParams) -> Result<Json, Error> {
        let is_admin = ctx.member()?.is_admin;
        let mut rows = Vec::new();
        for export in exports(ctx, of.season, is_admin).await? {
            rows.push(shown(ctx, &export).await?);
        }
        Ok(json!({ "rows": rows }))
    }
}

/// A payout as its reader can see it, with the files they can download.
pub(super) async fn shown(ctx: &CommandContext, export: &Export) -> Result<Json, Error> {
    let is_admin = ctx.member()?.is_admin;
    let season = ClosedSeason::read(ctx, export.season).await?;
    let files: Vec<Json> = Kind::ALL
        .into_iter()
        .filter(|kind| is_admin || kind.is_public())
        .filter(|kind| kind.is_there(export))
        .map(|kind| {
            json!({
                "kind": kind, "name": kind.name(export, None), "parts": kind.parts(&season, export),
                "pieces": kind.is_in_pieces(),
            })
        })
        .collect();
    let mut shown = json!(export);
    shown["files"] = files.into();
    shown["token"]["address"] = export.token.contract().map(payout::address::checksummed).into();
    if !is_admin {
        shown["figures"] = Json::Null;
    }
    Ok(shown)
}
