//! A failure that a user reproduced, for the rules about proof.

use feedback_model::build::Build;
use feedback_model::fix_check::Proof;
use feedback_model::regression::Sighting;
use feedback_model::role::{AccountStatus, Role};
use feedback_model::{IssueId, Member, Timestamp, Trust, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;

/// Evidence that is explained and attached to an issue.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReproducedFailure {
    owner: UserId,
    is_admin: bool,
    status: AccountStatus,
    trust: Trust,
    build: Option<Build>,
    released_at: Option<Timestamp>,
    mined_at: Option<Timestamp>,
    is_own: bool,
    has_failed: bool,
    is_public: bool,
    /// The failure class, if the transaction failed.
    pub(super) failure_class: Option<String>,
    /// Its verdict.
    pub(super) verdict: Option<String>,
    /// What it proves about its issue.
    pub(super) proof: Proof,
    /// The root of its issue.
    pub(super) root: IssueId,
    /// Whether network and wallet kind are known.
    pub(super) has_pair: bool,
    /// Fixed or verified issues with this failure, except those that this evidence confirms as
    /// fixed.
    pub(super) over: Vec<IssueId>,
}

impl ReproducedFailure {
    /// Reads evidence that is explained and attached. `None` if it is not.
    pub(super) async fn read(
        ctx: &CommandContext,
        evidence: &str,
    ) -> Result<Option<ReproducedFailure>, Error> {
        ctx.row(&Sql::fixed(MET, [Bind::from(evidence)])).await
    }

    /// The owner.
    pub(super) fn owner(&self) -> Member {
        Member {
            user: self.owner.clone(),
            role: if self.is_admin { Role::Admin } else { Role::User },
            status: self.status,
            trust: self.trust,
        }
    }

    /// The failure as a sighting that may reopen an issue, if build and time are known.
    pub(super) fn sighting(&self) -> Option<Sighting> {
        Some(Sighting {
            build: self.build.clone()?,
            released_at: self.released_at?,
            mined_at: self.mined_at?,
            is_own: self.is_own && self.status == AccountStatus::Active,
            has_failed: self.has_failed,
            is_staff: self.is_admin,
            is_public: self.is_public,
        })
    }
}

const MET: &str = r#"select jsonb_build_object('owner', e."owner", 'status', coalesce(u."status", 'active'),
    'isAdmin', exists (select from "_User" a where a."personId" = u."personId" and a."isAdmin"),
    'trust', coalesce(u."trustLevel", 0)::int, 'build', _touchstone.build_order(e."build"),
    'releasedAt', _touchstone.in_millis(b."releasedAt"), 'minedAt', _touchstone.in_millis(e."blockTime"),
    'isOwn', _touchstone.proves(e."state", e."ownerMatch"), 'isPublic', e."counted", 'failureClass', e."failureClass",
    'hasFailed', e."failureClass" is not null or e."chainStatus" is not distinct from 'reverted', 'verdict', e."verdict",
    'proof', _touchstone.proof_of(e."objectId", e."issue"), 'root', coalesce(i."duplicateOf", i."objectId"),
    'hasPair', e."network" is not null and e."walletKind" is not null,
    'over', coalesce((select jsonb_agg(over.id order by over.id collate "C") from (
        select r."objectId" as id from "Issue" r join (
            select c."rootIssue" as id from "FailureCluster" c where c."objectId" = e."cluster"
            union select coalesce(o."duplicateOf", o."objectId") from "Issue" o where o."cluster" = e."cluster") about on about.id = r."objectId"
        where r."status" in ('fixed', 'verified') and _touchstone.is_public(r."_rperm") and not exists (
            select from "FixCheck" f where f."evidence" = e."objectId" and f."issue" = r."objectId" and f."verdict" <> 'still_broken')) over), '[]'))
from "Evidence" e join "Issue" i on i."objectId" = e."issue" join "_User" u on u."objectId" = e."owner"
    left join "Build" b on b."objectId" = e."build"
where e."objectId" = $1::text and e."state" in ('decoded', 'partial')"#;
