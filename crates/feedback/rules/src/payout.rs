//! The entries that bring an issue's ledger in line with its current reward.

#[cfg(test)]
mod tests;

use crate::explain::Explain;
use crate::id::{PersonId, UserId};
use crate::kind::Kind;
use crate::ledger::{Draft, Entry, EntryKind, SourceType};
use crate::rule_key::RuleKey;
use crate::rule_set::Published;
use crate::season::{Season, is_frozen, season_for};
use crate::settlement::{Award, Cause, Instruction, Paid, Purse, due, void};
use crate::status::{Resolution, Status};
use crate::timestamp::Timestamp;

/// An issue with its set and its entries.
#[derive(Debug)]
pub struct Payable<'a> {
    /// The reward pool of its finders.
    pub purse: Purse,
    /// Its state.
    pub status: Status,
    /// Its resolution, if it is closed.
    pub resolution: Option<Resolution>,
    /// The time of submission.
    pub submitted_at: Timestamp,
    /// Whether its points are final and paid, so that they change only by a command.
    pub is_paid_out: bool,
    /// The reporter, if points can be deducted from them.
    pub reporter: Option<(UserId, PersonId)>,
    /// The effective sum of all entries, by rule.
    pub entries: &'a [Entry],
    /// Every season.
    pub seasons: &'a [Season],
    /// The rules of its pool: those in force when it was confirmed.
    pub purse_rules: &'a Published,
    /// The rules in force now.
    pub rules: &'a Published,
}

/// The entries to write for an issue.
#[derive(Debug)]
pub struct Payout {
    /// The entries, in order.
    pub drafts: Vec<Draft>,
    /// The issue's new `pointsCycle`.
    pub cycle: u32,
}

impl Payable<'_> {
    /// Whether the pool is shared: not after it was paid out, unless it is recalculated.
    pub fn shares_purse(&self, is_anew: bool) -> bool {
        !self.is_void() && (is_anew || !self.is_paid_out)
    }

    /// The entries because of `cause`, by `actor`, at `now`.
    pub fn payout(
        &self,
        cause: &Cause,
        is_anew: bool,
        actor: Option<&UserId>,
        now: Timestamp,
    ) -> Payout {
        let payout = Payout { drafts: Vec::new(), cycle: self.purse.cycle };
        let mut writer = Writer { issue: self, actor, now, payout };
        if self.is_void() {
            writer.void(cause);
        } else {
            writer.write_off();
            if self.shares_purse(is_anew) {
                writer.share(cause);
            }
            writer.ship();
        }
        writer.payout
    }

    fn is_void(&self) -> bool {
        self.resolution.is_some_and(Resolution::voids_points)
    }

    /// The effective award or penalty of a rule.
    fn entry_by(&self, rule: RuleKey) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.draft.rule == rule)
    }

    fn paid(&self, is_meant: impl Fn(&Entry) -> bool) -> Vec<Paid> {
        let meant = self.entries.iter().filter(|entry| is_meant(entry));
        meant.map(|entry| Paid::of(entry, is_frozen(self.seasons, entry.draft.season))).collect()
    }
}

fn is_award(entry: &Entry) -> bool {
    entry.draft.kind == EntryKind::Award
}

struct Writer<'a> {
    issue: &'a Payable<'a>,
    actor: Option<&'a UserId>,
    now: Timestamp,
    payout: Payout,
}

impl Writer<'_> {
    /// Reverses everything, and adds the spam penalty.
    fn void(&mut self, cause: &Cause) {
        let purse = &self.issue.purse;
        let is_spam = self.issue.resolution == Some(Resolution::Spam);
        let why = match (cause, is_spam) {
            (Cause::Change(reason), _) => reason.as_str(),
            (Cause::Progress, true) => "it was closed as spam",
            (Cause::Progress, false) => "it was closed as not valid",
        };
        let due = void(&purse.issue, purse.number, &self.issue.paid(is_award), why);
        self.payout.cycle += u32::from(!due.instructions.is_empty());
        self.follow(due.instructions);
        if is_spam && self.issue.entry_by(RuleKey::Spam).is_none() {
            self.penalize();
        }
    }

    fn penalize(&mut self) {
        let points = self.issue.rules.rules.rules().spam_penalty;
        let (Some((user, person)), 1..) = (&self.issue.reporter, points) else { return };
        let reason = format!("#{} was closed as spam", self.issue.purse.number);
        let season = season_for(self.issue.seasons, self.issue.submitted_at);
        self.fixed("spam", RuleKey::Spam, season, user, person, Explain::penalty(points, &*reason));
        if let Some(penalty) = self.payout.drafts.last_mut() {
            penalty.kind = EntryKind::Penalty;
            penalty.reason = Some(reason);
        }
    }

    /// Reverses the penalty of an issue that was not spam.
    fn write_off(&mut self) {
        let purse = &self.issue.purse;
        let penalty = self.issue.paid(|entry| entry.draft.rule == RuleKey::Spam);
        let Some(penalty) = penalty.first().filter(|penalty| !penalty.is_frozen) else { return };
        let due =
            void(&purse.issue, purse.number, std::slice::from_ref(penalty), "it was not spam");
        self.payout.cycle += 1;
        self.follow(due.instructions);
    }

    fn share(&mut self, cause: &Cause) {
        let purse = Purse { cycle: self.payout.cycle, ..self.issue.purse.clone() };
        let paid = self.issue.paid(|entry| is_award(entry) && entry.draft.rule.is_purse());
        let due = due(&purse, &paid, cause, &self.issue.purse_rules.rules);
        self.payout.cycle = due.cycle;
        self.follow(due.instructions);
    }

    /// Rewards the finder of an idea that was shipped.
    fn ship(&mut self) {
        let purse = &self.issue.purse;
        let is_shipped = purse.kind == Kind::Idea && self.issue.status == Status::Verified;
        if !is_shipped || self.issue.entry_by(RuleKey::IdeaShipped).is_some() {
            return;
        }
        let points = self.issue.rules.rules.rules().idea_shipped;
        let finder = purse.claims.iter().filter(|claim| !claim.is_out);
        let finder = finder.min_by_key(|claim| (claim.submitted_at, claim.number));
        let (Some(finder), 1..) = (finder, points) else { return };
        let explain = Explain::fixed(points, purse.number, "Your idea was built:");
        let (user, person) = (&finder.user, &finder.person);
        self.fixed("shipped", RuleKey::IdeaShipped, finder.season, user, person, explain);
    }

    fn follow(&mut self, instructions: Vec<Instruction>) {
        for instruction in instructions {
            match instruction {
                Instruction::Award(award) => self.award(award, self.issue.purse_rules.version),
                Instruction::Reversal(reversal) => {
                    let is_it = |entry: &&Entry| {
                        (entry.draft.season, entry.seq) == (reversal.season, reversal.of)
                    };
                    let entry = self.issue.entries.iter().find(is_it);
                    let draft = |entry| reversal.draft(entry, self.actor.cloned(), self.now);
                    self.payout.drafts.extend(entry.map(draft));
                }
            }
        }
    }

    /// An entry of a rule with a fixed number of points.
    fn fixed(
        &mut self,
        key: &str,
        rule: RuleKey,
        season: u32,
        user: &UserId,
        person: &PersonId,
        explain: Explain,
    ) {
        let award = Award {
            user: user.clone(),
            person: person.clone(),
            season,
            amount: explain.amount().unwrap_or_default(),
            rule,
            provisional: false,
            idem_key: format!("{key}:{}:{}", self.issue.purse.issue, self.payout.cycle),
            explain,
        };
        self.award(award, self.issue.rules.version);
    }

    fn award(&mut self, award: Award, rule_set: u32) {
        self.payout.drafts.push(Draft {
            season: award.season,
            user: award.user,
            person: award.person,
            amount: award.amount,
            kind: EntryKind::Award,
            rule: award.rule,
            rule_set,
            source_type: SourceType::Issue,
            source_id: self.issue.purse.issue.as_str().to_owned(),
            idem_key: award.idem_key,
            reversal_of: None,
            provisional: award.provisional,
            reason: None,
            explain: award.explain,
            actor: self.actor.cloned(),
            at: self.now,
        });
    }
}
