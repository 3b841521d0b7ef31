//! One command about one issue, from holding it to paying for it.

use feedback_model::settlement::Cause;
use feedback_model::text::PublicReason;
use feedback_model::triage::Effect;
use feedback_model::{Actor, Command as Step, IssueId, Resolution};
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::check;
use crate::desk::Desk;
use crate::issue::apply::{Applied, apply};
use crate::issue::reach::recount;
use crate::issue::state::{Held, HeldSet, hold_set_of, hold_sets};
use crate::points::{Posted, hold_persons, reconcile_held};
use crate::refused::{by_rule, invalid, not_found};
use crate::trust;

/// When the administrator last saw the issue move.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Seen(Date);

impl TryFrom<String> for Seen {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Seen, &'static str> {
        Date::parse(&text).map(Seen).ok_or("seen is no point in time")
    }
}

/// Which issue, and when whoever asks last saw it move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct At {
    pub(super) number: u32,
    pub(super) seen: Option<Seen>,
}

/// An issue with its set, held until the transaction ends.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) issue: Held,
    pub(super) set: Vec<Held>,
}

impl Case {
    /// Holds an issue with its set, unless somebody else has decided about it since it was seen.
    pub(super) async fn hold(desk: &Desk, number: u32, seen: Option<Seen>) -> Result<Case, Error> {
        let HeldSet { id, issues } = hold_set_of(desk, number).await?;
        let case = Case::of(desk, &id, issues)?;
        if let Some(seen) = seen {
            check_seen(desk, &id, seen).await?;
        }
        Ok(case)
    }

    /// Holds an issue with its set and the sets of others.
    pub(super) async fn hold_with(
        desk: &Desk,
        id: &IssueId,
        others: &[IssueId],
    ) -> Result<Case, Error> {
        let mut ids = vec![id.clone()];
        ids.extend_from_slice(others);
        Case::of(desk, id, hold_sets(desk, &ids).await?)
    }

    fn of(desk: &Desk, id: &IssueId, set: Vec<Held>) -> Result<Case, Error> {
        let issue = set.iter().find(|held| held.id() == id).cloned().ok_or_else(not_found)?;
        if let Ok(member) = desk.member()
            && !member.actor().may_see(&issue.state)
        {
            return Err(not_found());
        }
        Ok(Case { issue, set })
    }

    /// Another issue that is held with it.
    pub(super) fn other(&self, id: &IssueId) -> Result<&Held, Error> {
        self.set.iter().find(|held| held.id() == id).ok_or_else(not_found)
    }
}

/// Refuses a decision that was made looking at something else.
///
/// `lastActivityAt` is what the page sends back as seen. Some events leave it alone (a settlement, a
/// snooze): whoever has seen the newest there is has nothing to look at again because of them.
pub(super) async fn check_seen(desk: &Desk, issue: &IssueId, seen: Seen) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('by', u."username") from "IssueEvent" e
            join "Issue" i on i."objectId" = e."issue"
            left join "_User" u on u."objectId" = e."actor"
        where e."issue" = $1::text and e."at" > $2::timestamptz and i."lastActivityAt" > $2::timestamptz
            and e."actor" is distinct from $3::text and e."data" ? 'changes'
        order by e."seq" desc limit 1"#,
        [Bind::from(issue.as_str()), seen.0.into(), desk.member()?.id.as_str().into()],
    );
    #[derive(Deserialize)]
    struct Mover {
        by: Option<String>,
    }
    match desk.row::<Mover>(&sql).await? {
        None => Ok(()),
        Some(Mover { by: Some(name) }) => Err(invalid(
            "ISSUE_MOVED_ON",
            format!("{name} has decided about this meanwhile. Look at it again."),
        )),
        Some(Mover { by: None }) => {
            Err(invalid("ISSUE_MOVED_ON", "This has moved on meanwhile. Look at it again."))
        }
    }
}

/// What a command did.
#[derive(Debug)]
pub(super) struct Carried {
    /// The issue as it is now.
    pub(super) issue: Held,
    /// What was written into the ledger.
    pub(super) posted: Vec<Posted>,
}

/// Takes one command about an issue that is held with its set all the way.
pub(super) async fn carry(
    desk: &Desk,
    issue: &Held,
    actor: &Actor,
    step: &Step,
    cause: &Cause,
) -> Result<Carried, Error> {
    let applied = apply(desk, issue, actor, step).await?;
    let posted = follow(desk, issue, &applied, cause).await?;
    Ok(Carried { issue: applied.issue, posted })
}

/// Sees to what follows from a decision.
pub(super) async fn follow(
    desk: &Desk,
    before: &Held,
    applied: &Applied,
    cause: &Cause,
) -> Result<Vec<Posted>, Error> {
    let id = applied.issue.id();
    let mut posted = Vec::new();
    if applied.calls_for(Effect::Recount) {
        recount(desk, id).await?;
    }
    if applied.calls_for(Effect::Points) || applied.calls_for(Effect::SpamPenalty) {
        // The head of the ledger is taken last: everybody else waits for it.
        hold_persons(desk, id).await?;
        trust::recount_held(desk, applied.issue.state.origin.reporter.as_str()).await?;
        posted.extend(reconcile_held(desk, id, cause).await?);
    }
    if applied.calls_for(Effect::PayChecks) {
        posted.extend(check::pay(desk, before, &applied.issue).await?);
    }
    Ok(posted)
}

/// Closes everything of somebody's that nobody has decided about, and gives the numbers.
pub(crate) async fn close_new(
    desk: &Desk,
    user: &str,
    reason: &PublicReason,
) -> Result<Vec<u32>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue" where "reporter" = $1::text and "status" = 'new'
        order by "objectId" collate "C" limit 200"#,
        [Bind::from(user)],
    );
    let ids: Vec<IssueId> = desk.rows(&sql).await?;
    let actor = desk.member()?.actor();
    let step = Step::Close {
        resolution: Resolution::Invalid,
        reason: reason.clone(),
        is_spam_confirmed: false,
    };
    let mut numbers = Vec::new();
    for issue in hold_sets(desk, &ids).await? {
        // A set that was merged meanwhile brings issues of others along.
        if ids.contains(issue.id()) && issue.state.stage.status() == feedback_model::Status::New {
            let cause = Cause::Change("the account was suspended".to_owned());
            carry(desk, &issue, &actor, &step, &cause).await?;
            numbers.push(issue.number);
        }
    }
    Ok(numbers)
}

/// The text, or why it does not do.
pub(super) fn text<T>(parsed: Result<T, feedback_model::Refused>) -> Result<T, Error> {
    parsed.map_err(by_rule)
}
