//! A piece of evidence in the form of the worker.

use feedback_model::IssueId;
use feedback_model::evidence::{EvidenceKind, EvidenceState};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;

/// A transaction, by the id of its network and its hash.
#[derive(Debug, Clone, Copy)]
pub(super) struct TxId<'a> {
    pub(super) network: &'a str,
    pub(super) hash: &'a str,
}

/// A piece of evidence that is being looked up.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EvidenceRecord {
    pub(super) id: String,
    pub(super) owner: String,
    pub(super) issue: Option<IssueId>,
    pub(super) kind: EvidenceKind,
    pub(super) state: EvidenceState,
    pub(super) network: Option<String>,
    pub(super) hash: Option<String>,
    pub(super) build: Option<String>,
    pub(super) wallet_kind: Option<String>,
    pub(super) share_hash: Option<bool>,
    pub(super) quote: Option<chain::Quote>,
    pub(super) rpc: Option<chain::explanation::RpcError>,
    pub(super) confirmations: Option<u64>,
    /// Its current explanation.
    pub(super) explanation: Option<chain::Explanation>,
}

impl EvidenceRecord {
    /// The fingerprint of its cluster.
    pub(super) fn fingerprint(&self) -> Option<&str> {
        if !self.state.is_explained() {
            return None;
        }
        self.explanation.as_ref()?.fingerprint.as_deref()
    }
}

/// Reads the current row. `None` if it was deleted.
pub(super) async fn read(ctx: &CommandContext, id: &str) -> Result<Option<EvidenceRecord>, Error> {
    ctx.row(&Sql::fixed(READ, [Bind::from(id)])).await
}

/// The same, locked until the transaction ends.
pub(super) async fn lock(ctx: &CommandContext, id: &str) -> Result<Option<EvidenceRecord>, Error> {
    let mut sql = Sql::fixed(READ, [Bind::from(id)]);
    sql.push(" for update");
    ctx.row(&sql).await
}

const READ: &str = r#"select jsonb_build_object('id', e."objectId", 'owner', e."owner", 'issue', e."issue", 'kind', e."kind",
    'state', e."state", 'network', e."network", 'hash', e."txHash", 'build', e."build", 'walletKind', e."walletKind",
    'shareHash', e."shareHash", 'confirmations', e."confirmations"::int8, 'quote', e."quote", 'rpc', e."rpc", 'explanation', e."explanation")
from "Evidence" e where e."objectId" = $1::text"#;
