//! The payout of the first season, built and published by the product's own commands.

use feedback_model::Span;
use parse_engine::Error;
use parse_model::Date;
use serde_json::json;

use crate::deployment::{Deployment, NETWORKS};
use crate::desk::Desk;
use crate::fairness::LEAST;
use crate::participants::Participants;

/// What testers share, in the smallest unit: 5,000 USDC.
const POOL: &str = "5000000000";

/// Until when it can be claimed, after its publication.
const CLAIMED_WITHIN: Span = Span::days(60);

/// Publishes it, in a programme that is large enough to have payees.
pub(super) async fn payout(
    participants: &Participants,
    seed: u64,
    desk: &mut Desk<'_>,
) -> Result<(), Error> {
    if participants.testers.len() < LEAST {
        return Ok(());
    }
    let maren = &participants.administrators[0];
    let sepolia = Deployment::of(seed, 0);
    let usdc = Deployment::asset(0);
    let built = json!({
        "season": 1, "pool": POOL, "curve": "sqrt", "minPoints": 10,
        "token": { "symbol": usdc.symbol, "address": sepolia.tokens[0], "decimals": usdc.decimals, "chainId": NETWORKS[0].chain_id },
        "deadline": Date::from_millis(participants.end.after(CLAIMED_WITHIN).0).iso(),
    });
    let built = desk.ask(maren, "rewardBuild", built).await?;
    let publish = json!({ "export": built["export"]["id"], "words": "publish season 1" });
    desk.ask(maren, "rewardPublish", publish).await.map(drop)
}
