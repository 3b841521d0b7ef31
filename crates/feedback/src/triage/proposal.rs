//! Testers say that two issues are about the same fault; administrators decide.

use async_trait::async_trait;
use feedback_model::allowance::Act;
use feedback_model::ledger::SourceType;
use feedback_model::role::AccountStatus;
use feedback_model::text::Note;
use feedback_model::{IssueId, Refused, Resolution, RuleKey, UserId};
use parse_engine::Error;
use parse_model::{Code, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::conclude::{Concluded, Undo, change, conclude};
use super::merge::merge;
use super::order::Case;
use crate::command::{Command, Who};
use crate::desk::Desk;
use crate::issue::spend;
use crate::issue::state::{Held, find, hold_all};
use crate::issue::timeline::{Told, tell};
use crate::points::Posted;
use crate::points::reward::{Reward, reward};
use crate::refused::{by_rule, invalid, not_found};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Proposal {
    number: u32,
    target: u32,
    note: Option<Note>,
}

pub(super) struct IssueProposeDuplicate;

#[async_trait]
impl Command for IssueProposeDuplicate {
    const NAME: &'static str = "issueProposeDuplicate";
    const WHO: Who = Who::Member;
    type Params = Proposal;
    type Answer = Json;

    async fn run(desk: &Desk, params: Proposal) -> Result<Json, Error> {
        let member = desk.member()?;
        if member.status == AccountStatus::Limited {
            return Err(by_rule(Refused::Limited));
        }
        if params.number == params.target {
            return Err(by_rule(Refused::MergeSelf));
        }
        let source = find(desk, params.number).await?;
        let target = find(desk, params.target).await?;
        let held = hold_all(desk, &[source.clone(), target.clone()]).await?;
        let of = |id: &IssueId| held.iter().find(|held| held.id() == id).ok_or_else(not_found);
        let (issue, other) = (of(&source)?, of(&target)?);
        if let Some(resolution) = issue.state.stage.resolution() {
            return Err(by_rule(Refused::BadResolution(resolution)));
        }
        if other.state.stage.resolution() == Some(Resolution::Duplicate) {
            return Err(by_rule(Refused::MergeChain));
        }
        spend(desk, Act::DuplicateProposal).await?;
        let sql = Sql::fixed(
            r#"insert into "DuplicateProposal" ("objectId", "createdAt", "updatedAt", "issue", "target", "by", "note", "state")
            values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, 'open')
            on conflict do nothing"#,
            [
                Bind::from(desk.new_id()),
                desk.now().into(),
                source.as_str().into(),
                target.as_str().into(),
                member.id.as_str().into(),
                params.note.as_ref().map(Note::as_str).into(),
            ],
        );
        if desk.execute(&sql).await? == 0 {
            return Err(Error::refused(
                Code::DUPLICATE_VALUE,
                "You have proposed a duplicate of this already; it is being looked at.",
            ));
        }
        let told = Told::to_all("duplicate_proposed", json!({ "number": other.number }));
        tell(desk, &source, Some(&UserId::from(member.id.as_str())), &[told]).await?;
        Ok(json!({}))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ruling {
    id: String,
    accept: bool,
}

#[derive(Deserialize)]
struct Proposed {
    issue: IssueId,
    target: IssueId,
    by: String,
    state: String,
}

pub(super) struct IssueDecideProposal;

#[async_trait]
impl Command for IssueDecideProposal {
    const NAME: &'static str = "issueDecideProposal";
    const WHO: Who = Who::Administrator;
    type Params = Ruling;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: Ruling) -> Result<Concluded, Error> {
        let proposed = read(desk, &params.id).await?;
        let others = std::slice::from_ref(&proposed.target);
        let case = Case::hold_with(desk, &proposed.issue, others).await?;
        // The issues are held; nobody else decides about the proposal from here on.
        let Proposed { target, by, state, .. } = read(desk, &params.id).await?;
        if state != "open" {
            return Err(invalid("PROPOSAL_DECIDED", "This proposal has been decided already."));
        }
        decide(desk, &params).await?;
        if !params.accept {
            let concluded = conclude(desk, &case.issue, &case.issue, &[], Undo::Never).await?;
            let proposal = |state: &str| json!({ "proposal": state });
            let change = change(desk, &case.issue, proposal("open"), proposal("rejected"));
            return Ok(Concluded { change, ..concluded });
        }
        let mut merged = merge(desk, &case, &target).await?;
        let accepted = Accepted { id: params.id, by };
        merged.posted.extend(pay(desk, &case.issue, &accepted).await?);
        decide_open(desk, proposed.issue.as_str(), &target).await?;
        conclude(desk, &case.issue, &merged.issue, &merged.posted, Undo::Possible).await
    }
}

/// A proposal that turned out to be right, and whose it is.
#[derive(Debug, Deserialize)]
pub(super) struct Accepted {
    id: String,
    by: String,
}

/// Pays whoever proposed what was then done.
pub(super) async fn pay(
    desk: &Desk,
    issue: &Held,
    proposal: &Accepted,
) -> Result<Option<Posted>, Error> {
    let what = Reward {
        rule: RuleKey::Duplicate,
        user: &proposal.by,
        source: SourceType::Proposal,
        source_id: &proposal.id,
        issue: issue.id().as_str(),
        what: "Duplicate proposed for",
    };
    reward(desk, &what).await
}

/// Decides what was still proposed for an issue that has just been merged: whoever named the target
/// was right, the others were not. Gives those who were right, the first first.
pub(super) async fn decide_open(
    desk: &Desk,
    issue: &str,
    target: &IssueId,
) -> Result<Vec<Accepted>, Error> {
    let sql = Sql::fixed(
        r#"with decided as (
            update "DuplicateProposal" p set "decidedBy" = $3::text, "decidedAt" = $4::timestamptz, "updatedAt" = $4::timestamptz,
                "state" = case when p."target" = $2::text or exists (
                    select from "Issue" t where t."objectId" = p."target" and t."duplicateOf" = $2::text)
                    then 'accepted' else 'rejected' end
            where p."issue" = $1::text and p."state" = 'open'
            returning p."objectId", p."by", p."state", p."createdAt")
        select jsonb_build_object('id', "objectId", 'by', "by") from decided
        where "state" = 'accepted' order by "createdAt", "objectId""#,
        [
            Bind::from(issue),
            target.as_str().into(),
            desk.member()?.id.as_str().into(),
            desk.now().into(),
        ],
    );
    desk.rows(&sql).await
}

async fn read(desk: &Desk, id: &str) -> Result<Proposed, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('issue', "issue", 'target', "target", 'by', "by", 'state', "state")
        from "DuplicateProposal" where "objectId" = $1::text"#,
        [Bind::from(id)],
    );
    desk.row(&sql).await?.ok_or_else(not_found)
}

async fn decide(desk: &Desk, ruling: &Ruling) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "DuplicateProposal" set "state" = $2::text, "decidedBy" = $3::text,
            "decidedAt" = $4::timestamptz, "updatedAt" = $4::timestamptz
        where "objectId" = $1::text"#,
        [
            Bind::from(&*ruling.id),
            if ruling.accept { "accepted" } else { "rejected" }.into(),
            desk.member()?.id.as_str().into(),
            desk.now().into(),
        ],
    );
    desk.execute(&sql).await.map(drop)
}
