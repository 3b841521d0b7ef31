//! Notifies an owner when a pending transaction has ended.

use feedback_model::evidence::EvidenceState;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::record::EvidenceRecord;
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EvidenceNow {
    state: EvidenceState,
    chain_status: Option<String>,
    hash: Option<String>,
}

/// Appends the event if evidence was pending a moment ago and is not any more.
pub(super) async fn append_finished(
    ctx: &CommandContext,
    before: &EvidenceRecord,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('state', e."state", 'chainStatus', e."chainStatus", 'hash', e."txHash")
        from "Evidence" e where e."objectId" = $1::text"#,
        [Bind::from(&*before.id)],
    );
    let Some(now) = ctx.row::<EvidenceNow>(&sql).await? else { return Ok(()) };
    let has_ended = matches!(
        now.state,
        EvidenceState::Decoded | EvidenceState::Partial | EvidenceState::Failed
    );
    if !has_ended {
        return Ok(());
    }
    // The hash leads to its owner, so only they get all of it.
    let data: Json = json!({
        "evidence": before.id, "user": before.owner, "state": now.state.key(), "chainStatus": now.chain_status,
        "hash": now.hash.as_deref().map(shortened),
    });
    let issue = before.issue.as_ref();
    append(ctx, &DomainEvent { kind: EventKind::EvidenceFinished, issue, actor: None, data }).await
}

/// The ends of a hash, by which its owner recognises it.
fn shortened(hash: &str) -> String {
    match (hash.get(..6), hash.get(hash.len().saturating_sub(4)..)) {
        (Some(start), Some(end)) => format!("{start}…{end}"),
        _ => hash.to_owned(),
    }
}
