//! What an issue owes, written down.

use feedback_model::explain::Explain;
use feedback_model::ledger::{Draft, Entry, EntryKind, SourceType};
use feedback_model::rule_set::Published;
use feedback_model::settlement::{Award, Cause, Instruction, Reversal, due, void};
use feedback_model::{IssueId, Kind, Moment, Resolution, RuleKey, Status, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::ledger::{Posting, post};
use super::purse::{Case, hold_persons};
use super::{Posted, reversal_of};
use crate::desk::Desk;
use crate::timestamp::{date, moment};

/// Brings what an issue has paid in line with what it owes now: call it after the issue's row was
/// written, inside the same transaction.
///
/// A settled issue that was paid out is left alone, unless it became invalid or spam. Of an issue that
/// is a duplicate, the root follows.
pub(crate) async fn reconcile(
    desk: &Desk,
    issue: &IssueId,
    cause: &Cause,
) -> Result<Vec<Posted>, Error> {
    hold_persons(desk, issue).await?;
    reconcile_held(desk, issue, cause).await
}

/// The same, where [`hold_persons`] was called before.
pub(crate) async fn reconcile_held(
    desk: &Desk,
    issue: &IssueId,
    cause: &Cause,
) -> Result<Vec<Posted>, Error> {
    let case = Case::read(desk, issue).await?;
    let root = case.facts.duplicate_of.clone();
    let mut posted = carry_out(desk, case, cause, false).await?;
    if let Some(root) = root {
        let case = Case::read(desk, &root).await?;
        posted.extend(carry_out(desk, case, cause, false).await?);
    }
    Ok(posted)
}

/// Shares a settled purse anew, because an administrator said so.
pub(crate) async fn resettle(
    desk: &Desk,
    issue: &IssueId,
    reason: &str,
) -> Result<Vec<Posted>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue" where "duplicateOf" = $1::text order by "objectId" collate "C""#,
        [Bind::from(issue.as_str())],
    );
    let duplicates: Vec<IssueId> = desk.rows(&sql).await?;
    let cause = Cause::Change(reason.to_owned());
    let mut posted = Vec::new();
    for issue in duplicates.iter().chain([issue]) {
        let case = Case::hold(desk, issue).await?;
        posted.extend(carry_out(desk, case, &cause, true).await?);
    }
    Ok(posted)
}

async fn carry_out(
    desk: &Desk,
    case: Case,
    cause: &Cause,
    is_anew: bool,
) -> Result<Vec<Posted>, Error> {
    let now = moment(desk.now());
    let plan = Plan::of(desk, &case, cause, is_anew, now).await?;
    let posted = post(desk, plan.postings).await?;
    if plan.cycle != case.facts.cycle {
        let sql = Sql::fixed(
            r#"update "Issue" set "pointsCycle" = $2::float8 where "objectId" = $1::text"#,
            [Bind::from(case.facts.id.as_str()), f64::from(plan.cycle).into()],
        );
        desk.execute(&sql).await?;
    }
    if case.facts.settled_at != case.facts.paid_out_at {
        let sql = Sql::fixed(
            "select _touchstone.note_paid_out($1::text, $2::timestamptz)",
            [Bind::from(case.facts.id.as_str()), case.facts.settled_at.map(date).into()],
        );
        desk.execute(&sql).await?;
    }
    Ok(posted)
}

/// What is to be written about one issue.
struct Plan<'a> {
    case: &'a Case,
    actor: Option<UserId>,
    now: Moment,
    postings: Vec<Posting>,
    cycle: u32,
}

impl<'a> Plan<'a> {
    async fn of(
        desk: &Desk,
        case: &'a Case,
        cause: &Cause,
        is_anew: bool,
        now: Moment,
    ) -> Result<Plan<'a>, Error> {
        let actor = desk.member().ok().map(|member| UserId::from(member.id.as_str()));
        let cycle = case.facts.cycle;
        let mut plan = Plan { case, actor, now, postings: Vec::new(), cycle };
        if case.facts.resolution.is_some_and(Resolution::voids_points) {
            plan.void(cause)?;
            return Ok(plan);
        }
        plan.forgive()?;
        let is_left = case.is_paid_out() && !is_anew;
        let is_left = match case.facts.duplicate_of {
            Some(_) => is_left && case.facts.is_root_paid_out,
            None => is_left,
        };
        if !is_left {
            plan.purse(desk, cause).await?;
        }
        plan.shipped()?;
        Ok(plan)
    }

    /// Takes back everything, and the spammer pays.
    fn void(&mut self, cause: &Cause) -> Result<(), Error> {
        let facts = &self.case.facts;
        let is_spam = facts.resolution == Some(Resolution::Spam);
        let why = match (cause, is_spam) {
            (Cause::Change(reason), _) => reason.clone(),
            (Cause::Progress, true) => "it was closed as spam".to_owned(),
            (Cause::Progress, false) => "it was closed as not valid".to_owned(),
        };
        let due = void(&facts.id, facts.number, &self.case.paid_at_all(), &why);
        if !due.instructions.is_empty() {
            self.cycle += 1;
        }
        self.follow(&due.instructions, self.case.rules(self.now)?);
        if is_spam && self.case.entry_by(RuleKey::Spam).is_none() {
            self.penalty()?;
        }
        Ok(())
    }

    fn penalty(&mut self) -> Result<(), Error> {
        let rules = self.case.book.rules_at(self.now)?;
        let points = rules.rules.rules().spam_penalty;
        let Some((user, person)) = self.case.reporter() else { return Ok(()) };
        if points == 0 {
            return Ok(());
        }
        let facts = &self.case.facts;
        let reason = format!("#{} was closed as spam", facts.number);
        let draft = Draft {
            season: self.case.book.season_for(facts.submitted_at),
            user: user.clone(),
            person: person.clone(),
            amount: -i64::from(points),
            kind: EntryKind::Penalty,
            rule: RuleKey::Spam,
            rule_set: rules.version,
            source_type: SourceType::Issue,
            source_id: facts.id.as_str().to_owned(),
            idem_key: format!("spam:{}:{}", facts.id, self.cycle),
            reversal_of: None,
            provisional: false,
            explain: Explain::penalty(points, &*reason),
            reason: Some(reason),
            actor: self.actor.clone(),
            at: self.now,
        };
        self.put(draft);
        Ok(())
    }

    /// What was not spam after all costs nothing.
    fn forgive(&mut self) -> Result<(), Error> {
        let Some(penalty) = self.case.entry_by(RuleKey::Spam) else { return Ok(()) };
        if self.case.book.is_frozen(penalty.draft.season) {
            return Ok(());
        }
        let facts = &self.case.facts;
        let paid = [self.case.paid(penalty)];
        let due = void(&facts.id, facts.number, &paid, "it was not spam");
        self.cycle += 1;
        self.follow(&due.instructions, self.case.rules(self.now)?);
        Ok(())
    }

    async fn purse(&mut self, desk: &Desk, cause: &Cause) -> Result<(), Error> {
        let rules = self.case.rules(self.now)?;
        let mut purse = self.case.purse(desk, self.now).await?;
        purse.cycle = self.cycle;
        let due = due(&purse, &self.case.paid_from_purse(), cause, &rules.rules);
        self.cycle = due.cycle;
        self.follow(&due.instructions, rules);
        Ok(())
    }

    /// An idea that was built pays its finder once more.
    fn shipped(&mut self) -> Result<(), Error> {
        let facts = &self.case.facts;
        let is_shipped = facts.kind == Kind::Idea && facts.status == Status::Verified;
        if !is_shipped || self.case.entry_by(RuleKey::IdeaShipped).is_some() {
            return Ok(());
        }
        let rules = self.case.book.rules_at(self.now)?;
        let points = rules.rules.rules().idea_shipped;
        let claims = self.case.claims();
        let finder = claims.iter().filter(|claim| !claim.is_out);
        let finder = finder.min_by_key(|claim| (claim.submitted_at, claim.number));
        let (Some(finder), 1..) = (finder, points) else { return Ok(()) };
        self.put(Draft {
            season: finder.season,
            user: finder.user.clone(),
            person: finder.person.clone(),
            amount: i64::from(points),
            kind: EntryKind::Award,
            rule: RuleKey::IdeaShipped,
            rule_set: rules.version,
            source_type: SourceType::Issue,
            source_id: facts.id.as_str().to_owned(),
            idem_key: format!("shipped:{}:{}", facts.id, self.cycle),
            reversal_of: None,
            provisional: false,
            reason: None,
            explain: Explain::fixed(points, facts.number, "Your idea was built:"),
            actor: self.actor.clone(),
            at: self.now,
        });
        Ok(())
    }

    fn follow(&mut self, instructions: &[Instruction], rules: &Published) {
        for instruction in instructions {
            let draft = match instruction {
                Instruction::Award(award) => Some(self.award(award, rules)),
                Instruction::Reversal(reversal) => self.reversal(reversal),
            };
            draft.into_iter().for_each(|draft| self.put(draft));
        }
    }

    fn award(&self, award: &Award, rules: &Published) -> Draft {
        Draft {
            season: award.season,
            user: award.user.clone(),
            person: award.person.clone(),
            amount: award.amount,
            kind: EntryKind::Award,
            rule: award.rule,
            rule_set: rules.version,
            source_type: SourceType::Issue,
            source_id: self.case.facts.id.as_str().to_owned(),
            idem_key: award.idem_key.clone(),
            reversal_of: None,
            provisional: award.provisional,
            reason: None,
            explain: award.explain.clone(),
            actor: self.actor.clone(),
            at: self.now,
        }
    }

    fn reversal(&self, reversal: &Reversal) -> Option<Draft> {
        let is_it =
            |entry: &&Entry| entry.draft.season == reversal.season && entry.seq == reversal.of;
        let original = self.case.entries.iter().find(is_it)?;
        Some(reversal_of(original, reversal, self.actor.clone(), self.now))
    }

    fn put(&mut self, draft: Draft) {
        let issue = Some(self.case.facts.id.clone());
        self.postings.push(Posting { draft, issue });
    }
}
