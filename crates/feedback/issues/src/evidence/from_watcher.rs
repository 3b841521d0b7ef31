//! Evidence of a user's transaction that a chain watcher noticed, without a paste.

use feedback_model::evidence::{EvidenceKind, EvidenceState};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::progress;
use super::queue::{self, LookupReason};
use feedback_core::command_context::CommandContext;

/// The evidence of a user's transaction: existing evidence, or a new one that is looked up as if
/// the user had pasted it.
pub async fn notice(
    ctx: &CommandContext,
    owner: &str,
    network: &str,
    hash: &str,
) -> Result<String, Error> {
    let known = Sql::fixed(
        r#"select to_jsonb(e."objectId") from "Evidence" e where e."txHash" = $1::text and e."owner" = $2::text
            and (e."network" is null or e."network" = $3::text) order by e."network" limit 1"#,
        [Bind::from(hash), owner.into(), network.into()],
    );
    if let Some(known) = ctx.row::<String>(&known).await? {
        return Ok(known);
    }
    let id = ctx.new_id();
    let sql = Sql::fixed(
        r#"insert into "Evidence" ("objectId", "createdAt", "updatedAt", "owner", "kind", "network", "txHash", "state", "steps")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::text, $8::jsonb)
        on conflict do nothing"#,
        [
            Bind::from(&*id),
            ctx.now().into(),
            owner.into(),
            EvidenceKind::Tx.key().into(),
            network.into(),
            hash.into(),
            EvidenceState::Queued.key().into(),
            progress::steps(1, "running").into(),
        ],
    );
    if ctx.execute(&sql).await? == 0 {
        // The owner has pasted it at the same time.
        return ctx.row(&known).await?.ok_or_else(feedback_core::refused::not_found);
    }
    queue::put(ctx, &id, LookupReason::Fetch).await?;
    Ok(id)
}
