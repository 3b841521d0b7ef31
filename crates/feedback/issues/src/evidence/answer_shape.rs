//! The answers of functions about evidence.

use feedback_core::answer_shapes;
use parse_model::Json;

use crate::answer_shape::SimilarRow;

answer_shapes! {
    /// `evidencePreview`, and the owner's later actions on evidence.
    pub(super) EvidenceAnswer { evidence: EvidenceView, }
    /// `evidenceGet`.
    pub(super) EvidencePageAnswer {
        evidence: EvidenceView,
        similar: Vec<SimilarRow>,
        proposal: Option<ReportProposal>,
    }
    /// `evidenceOfIssue`.
    pub(super) EvidenceListAnswer {
        rows: Vec<EvidenceView>,
        summary: Option<Json>,
        next: Option<String>,
    }
    /// `evidenceCopies`.
    pub(super) EvidenceCopiesAnswer {
        foundry: Option<String>,
        cast: String,
        explorer: Option<String>,
        tenderly: String,
    }
    pub(super) ReportProposal {
        title: String,
        body: String,
        area: Option<String>,
        severity_claimed: Option<String>,
    }
    /// A transaction or an error, and how far it is explained.
    pub(super) EvidenceView {
        id: String,
        kind: String,
        state: String,
        reason: Option<String>,
        steps: Vec<LookUpStep>,
        tried: Vec<Json>,
        network: Option<EvidenceNetwork>,
        tx_hash: Option<String>,
        block_time: Option<String>,
        confirmations: Option<u32>,
        explanation: Option<EvidenceExplanation>,
        cluster: Option<EvidenceCluster>,
        issue: Option<u32>,
        build: Option<EvidenceBuild>,
        owner: Option<EvidenceOwner>,
        owner_match: Option<String>,
        is_mine: bool,
        is_shared: bool,
        wallet_kind: Option<String>,
        quote: Option<Json>,
        created_at: String,
        decoded_at: Option<String>,
    }
    pub(super) LookUpStep { key: String, state: String, }
    pub(super) EvidenceNetwork { id: String, name: String, chain_id: u64, is_testnet: bool, }
    pub(super) EvidenceBuild { id: String, version: String, }
    pub(super) EvidenceOwner { id: Option<String>, username: Option<String>, }
    pub(super) EvidenceCluster {
        id: String,
        title: String,
        state: String,
        root_issue: Option<u32>,
        person_count: u32,
        evidence_count: u32,
    }
    /// The explanation of a transaction. Amounts are strings, because they exceed JSON numbers.
    pub(super) EvidenceExplanation {
        sentence: Option<String>,
        failure_class: Option<String>,
        verdict: Option<String>,
        advice: Option<String>,
        confidence: Option<String>,
        chain_status: Option<String>,
        from: Option<String>,
        to: Option<String>,
        value: Option<String>,
        gas_used: Option<String>,
        gas_limit: Option<String>,
        method: Option<Json>,
        revert: Option<Json>,
        swap: Option<Json>,
        rpc: Option<Json>,
        transfers: Option<Vec<Json>>,
        fingerprint: Option<String>,
    }
}
