//! Attaching evidence to an issue.

use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::cluster::effect::after_attached;
use crate::issue::timeline::{TimelineEvent, append_events};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// Pieces of evidence of a report.
pub(crate) const PER_REPORT: usize = 5;

/// The target of attaching. The caller has locked the issue's set.
#[derive(Debug)]
pub struct Attaching<'a> {
    /// The issue it is attached to.
    pub issue: &'a IssueId,
    /// Whether the timeline gets an entry, because no other entry implies it.
    pub is_told: bool,
}

/// Attaches evidence of the caller, or any for administrators, to an issue. None of it may be
/// attached elsewhere.
pub async fn attach(
    ctx: &CommandContext,
    ids: &[String],
    place: &Attaching<'_>,
) -> Result<(), Error> {
    if ids.is_empty() {
        return Ok(());
    }
    if ids.len() > PER_REPORT {
        let most = format!("At most {PER_REPORT} pieces of evidence can be added at once.");
        return Err(invalid("EVIDENCE", most));
    }
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"update "Evidence" set "issue" = $2::text, "attachedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
        where "objectId" = any($1::text[]) and ("owner" = $4::text or $5::bool) and ("issue" is null or "issue" = $2::text)"#,
        [
            Bind::from(ids),
            place.issue.as_str().into(),
            ctx.now().into(),
            member.id.as_str().into(),
            member.is_admin.into(),
        ],
    );
    let attached = ctx.execute(&sql).await?;
    if usize::try_from(attached).ok() != Some(ids.len()) {
        return Err(invalid(
            "EVIDENCE_GONE",
            "One of the pieces of evidence was removed, or belongs to another report.",
        ));
    }
    tell_issue(ctx, place.issue).await?;
    for id in ids {
        if place.is_told {
            let actor = UserId::from(member.id.as_str());
            let told = TimelineEvent::to_all("evidence_added", json!({ "evidence": id }));
            append_events(ctx, place.issue, Some(&actor), &[told]).await?;
        }
        after_attached(ctx, id, place.issue).await?;
    }
    Ok(())
}

/// Copies the facts of its first explained evidence to an issue.
async fn tell_issue(ctx: &CommandContext, issue: &IssueId) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Issue" i set "failureClass" = f."failureClass", "verdict" = f."verdict", "network" = coalesce(i."network", f."network")
        from (select e."failureClass", e."verdict", e."network" from "Evidence" e
            where e."issue" = $1::text and e."state" in ('decoded', 'partial')
            order by e."failureClass" is null, e."createdAt", e."objectId" limit 1) f
        where i."objectId" = $1::text and i."failureClass" is null"#,
        [Bind::from(issue.as_str())],
    );
    ctx.invalidate_lists_on_commit();
    ctx.execute(&sql).await.map(drop)
}
