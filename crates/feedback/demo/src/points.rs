//! The ledger of a story, entry by entry, in the order of time.
//!
//! What is owed is decided by the product's own rules, asked at each moment as the programme would
//! have asked them.

mod minor_entries;
mod reward_event;

use std::collections::{HashMap, VecDeque};

use feedback_model::ledger::{Draft, Entry, Hash, Head, Salt, SourceType};
use feedback_model::payout::{Payable, Payout};
use feedback_model::rule_set::Published;
use feedback_model::season::season_for;
use feedback_model::settlement::{Cause, Claim, Purse};
use feedback_model::{Day, IssueId, PersonId, RuleKey, Span, Timestamp, UserId, caps};

use super::issue_history::{IssueHistory, PointsEffect};
use super::mission_story::SubmissionStory;
use super::participants::Participants;
use reward_event::{RewardEvent, events};

/// The ledger as it is being written.
pub(super) struct LedgerBuilder<'a> {
    participants: &'a Participants,
    issue_histories: &'a mut [IssueHistory],
    attempts: &'a [SubmissionStory],
    rules: &'a Published,
    seed: u64,
    events: VecDeque<(Timestamp, RewardEvent)>,
    heads: [Head; 2],
    sums: [i64; 2],
    /// What was earned by rules that have caps, by person and rule: for which issue, on which day.
    earned: HashMap<(usize, RuleKey), Vec<(usize, Day)>>,
    /// The sum in force of all that issues paid or took, by issue.
    standing: HashMap<usize, Vec<Entry>>,
    is_paid_out: Vec<bool>,
    next_checkpoint: Timestamp,
    page: LedgerPage,
}

/// Some of it, to be written at once.
#[derive(Debug, Default)]
pub(super) struct LedgerPage {
    pub(super) entries: Vec<(Entry, Option<IssueId>)>,
    pub(super) checkpoints: Vec<Checkpoint>,
}

/// What the ledger of a season was at a moment.
#[derive(Debug, Clone)]
pub(super) struct Checkpoint {
    pub(super) season: u32,
    pub(super) seq: u64,
    pub(super) hash: Hash,
    pub(super) sum: i64,
    pub(super) at: Timestamp,
}

/// Who gets something, as the ledger names them.
struct Receiver {
    user: UserId,
    person: PersonId,
}

/// The day in the calendar of a programme that has not chosen another time zone.
fn day(at: Timestamp) -> Day {
    Day(at.0.div_euclid(86_400_000))
}

/// The salt of a season of the demo. It follows from the seed, as everything in it does.
pub(super) fn salt(seed: u64, season: u32) -> Salt {
    Salt::of(format!("touchstone-demo:{seed}:{season}").as_bytes())
}

impl<'a> LedgerBuilder<'a> {
    pub(super) fn new(
        participants: &'a Participants,
        issue_histories: &'a mut [IssueHistory],
        attempts: &'a [SubmissionStory],
        rules: &'a Published,
        thanks: usize,
        seed: u64,
    ) -> LedgerBuilder<'a> {
        let events = events(participants, issue_histories, attempts, thanks, seed).into();
        let count = issue_histories.len();
        LedgerBuilder {
            participants,
            issue_histories,
            attempts,
            rules,
            seed,
            events,
            heads: [1, 2].map(|season| Head::start(salt(seed, season))),
            sums: [0; 2],
            earned: HashMap::new(),
            standing: HashMap::new(),
            is_paid_out: vec![false; count],
            next_checkpoint: participants.begin.after(Span::days(7)),
            page: LedgerPage::default(),
        }
    }

    /// What is still to happen.
    pub(super) fn left(&self) -> usize {
        self.events.len()
    }

    /// The next entries, about so many of them; `None` at the end.
    pub(super) fn next_page(&mut self, length: usize) -> Option<LedgerPage> {
        while self.page.entries.len() < length {
            let Some((at, event)) = self.events.pop_front() else { break };
            while self.next_checkpoint <= at {
                self.checkpoints(self.next_checkpoint);
                self.next_checkpoint = self.next_checkpoint.after(Span::days(7));
            }
            self.happen(at, &event);
        }
        if self.page.entries.is_empty() {
            return None;
        }
        Some(std::mem::take(&mut self.page))
    }

    /// How many entries there are, over all seasons.
    fn written(&self) -> usize {
        self.heads.iter().map(|head| usize::try_from(head.seq).unwrap_or(usize::MAX)).sum()
    }

    /// The end of a season's chain.
    pub(super) fn head(&self, season: u32) -> Head {
        self.heads[place_of(season)]
    }

    /// The last checkpoint of a season.
    pub(super) fn seal(&self, season: u32, at: Timestamp) -> Checkpoint {
        let Head { seq, hash, .. } = self.head(season);
        Checkpoint { season, seq, hash, sum: self.sums[place_of(season)], at }
    }

    fn checkpoints(&mut self, at: Timestamp) {
        for season in self.participants.seasons(at) {
            if season.state.takes_entries() && self.head(season.number).seq > 0 {
                self.page.checkpoints.push(self.seal(season.number, at));
            }
        }
    }

    fn happen(&mut self, at: Timestamp, event: &RewardEvent) {
        match *event {
            RewardEvent::Step { place, step } => {
                let taken = &self.issue_histories[place].steps[step];
                let (Some(owes), actor) = (taken.owes.clone(), taken.actor.clone()) else { return };
                self.pay(place, &owes, at, actor.as_ref());
            }
            RewardEvent::Merged { root, duplicate } => self.merged(root, duplicate, at),
            RewardEvent::Check { place, check } => {
                let id = super::ids::check(self.seed, place, check);
                let tester = self.issue_histories[place].tried[check].tester;
                self.reward(SourceType::FixCheck, tester, place, id, at, None);
            }
            RewardEvent::Covered { place, shown } => {
                let id = super::ids::evidence(self.seed, place, shown);
                let tester = self.issue_histories[place].shown[shown].tester;
                self.reward(SourceType::Evidence, tester, place, id, at, None);
            }
            RewardEvent::CameBack { place, tester } => self.came_back(place, tester, at),
            RewardEvent::Helpful { place, said, tester, by } => {
                let id = super::ids::comment(self.seed, place, said);
                let by = self.participants.administrators[by].clone();
                self.reward(SourceType::Comment, tester, place, id, at, Some(by));
            }
            RewardEvent::Proposed { place, tester } => {
                let id = super::ids::proposal(self.seed, place);
                let by =
                    self.issue_histories[place].merged.as_ref().map(|merged| merged.by.clone());
                self.reward(SourceType::Proposal, tester, place, id, at, by);
            }
            RewardEvent::Mission { attempt } => self.mission(attempt, at),
            RewardEvent::ByHand { tester, amount, reason, by } => {
                self.by_hand(tester, amount, reason, by, at);
            }
        }
    }

    /// Pays what an issue owes now, given what it paid.
    fn pay(&mut self, place: usize, owes: &PointsEffect, at: Timestamp, actor: Option<&UserId>) {
        let seasons = self.participants.seasons(at);
        let mut entries = self.standing.remove(&place).unwrap_or_default();
        let Receiver { user, person } = self.receiver(self.issue_histories[place].reporter);
        let payable = Payable {
            purse: self.purse(place, owes, at),
            status: owes.status,
            resolution: owes.resolution,
            submitted_at: self.issue_histories[place].submitted_at(),
            is_paid_out: self.is_paid_out[place],
            reporter: Some((user, person)),
            entries: &entries,
            seasons: &seasons,
            purse_rules: self.rules,
            rules: self.rules,
        };
        if payable.shares_purse(owes.is_anew) {
            self.is_paid_out[place] = owes.is_settled;
        }
        let Payout { drafts, cycle } = payable.payout(&owes.cause, owes.is_anew, actor, at);
        self.issue_histories[place].cycle = cycle;
        for draft in drafts {
            let entry = self.append(draft, Some(place));
            let Some(reversed) = entry.draft.reversal_of else {
                self.remember(place, &entry, owes.confirmed_at.unwrap_or(at));
                entries.push(entry);
                continue;
            };
            let is_it =
                |other: &Entry| (other.draft.season, other.seq) == (entry.draft.season, reversed);
            if let Some(found) = entries.iter().position(is_it) {
                self.forget(place, &entries.remove(found));
            }
        }
        self.standing.insert(place, entries);
    }

    /// A duplicate joined: anyone who found the fault before it was confirmed has a part in its
    /// purse.
    fn merged(&mut self, root: usize, duplicate: usize, at: Timestamp) {
        let before = self.issue_histories[root].steps.iter().take_while(|step| step.at <= at);
        let Some(mut owes) = before.filter_map(|step| step.owes.clone()).last() else { return };
        let (source, into) = (number(duplicate), number(root));
        owes.cause = Cause::Change(format!("#{source} was merged into #{into}"));
        owes.is_anew = false;
        let by = self.issue_histories[duplicate].merged.as_ref().map(|merged| merged.by.clone());
        self.pay(root, &owes, at, by.as_ref());
    }

    /// Counts an award towards the cap of its rule.
    fn remember(&mut self, place: usize, entry: &Entry, confirmed_at: Timestamp) {
        let rule = entry.draft.rule;
        if rule.is_purse() && caps::cap(rule, &self.rules.rules).is_some() {
            let tester = self.tester_of(place, &entry.draft.user);
            let days = self.earned.entry((tester, rule)).or_default();
            if !days.iter().any(|(other, _)| *other == place) {
                days.push((place, day(confirmed_at)));
            }
        }
    }

    fn forget(&mut self, place: usize, entry: &Entry) {
        let tester = self.tester_of(place, &entry.draft.user);
        if let Some(days) = self.earned.get_mut(&(tester, entry.draft.rule)) {
            days.retain(|(other, _)| *other != place);
        }
    }

    /// Which of those who reported a fault has this account.
    fn tester_of(&self, place: usize, user: &UserId) -> usize {
        let history = &self.issue_histories[place];
        let others =
            history.duplicates.iter().map(|duplicate| self.issue_histories[*duplicate].reporter);
        let mut all = std::iter::once(history.reporter).chain(others);
        all.find(|tester| self.participants.testers[*tester] == *user).unwrap_or(history.reporter)
    }

    fn purse(&self, place: usize, owes: &PointsEffect, at: Timestamp) -> Purse {
        let history = &self.issue_histories[place];
        let is_in = |duplicate: &&usize| {
            self.issue_histories[**duplicate].merged.as_ref().is_some_and(|merged| merged.at <= at)
        };
        let duplicates = history.duplicates.iter().filter(is_in).copied();
        let claims: Vec<Claim> = std::iter::once(place)
            .chain(duplicates)
            .map(|one| self.claim(one, place, at))
            .collect();
        let rule = RuleKey::of_purse(history.state.origin.kind, owes.severity);
        let confirmed_at = owes.confirmed_at.unwrap_or(at);
        let is_capped = |tester: usize| {
            let Some(rule) = rule else { return false };
            let Some(cap) = caps::cap(rule, &self.rules.rules) else { return false };
            let earned = self.earned.get(&(tester, rule)).map_or(&[] as &[_], Vec::as_slice);
            let others = earned.iter().filter(|(other, _)| *other != place).map(|(_, day)| *day);
            cap.left(others, day(confirmed_at)) == 0
        };
        let capped = claims.iter().filter(|claim| is_capped(self.tester_of(place, &claim.user)));
        Purse {
            issue: self.issue(place).clone(),
            number: number(place),
            kind: history.state.origin.kind,
            severity: owes.severity,
            quality: owes.quality,
            confirmed_at: owes.confirmed_at,
            is_settled: owes.is_settled,
            is_void: false,
            cycle: history.cycle,
            capped: capped.map(|claim| claim.person.clone()).collect(),
            claims,
        }
    }

    fn claim(&self, place: usize, root: usize, at: Timestamp) -> Claim {
        let Receiver { user, person } = self.receiver(self.issue_histories[place].reporter);
        Claim {
            user,
            person,
            season: self.season_of(place, at),
            number: number(place),
            submitted_at: self.issue_histories[place].submitted_at(),
            is_root: place == root,
            is_out: false,
        }
    }
}

fn place_of(season: u32) -> usize {
    usize::from(season > 1)
}

/// The number of an issue by its place.
pub(super) fn number(place: usize) -> u32 {
    u32::try_from(place + 1).unwrap_or(u32::MAX)
}

/// What every entry is written with.
impl LedgerBuilder<'_> {
    fn issue(&self, place: usize) -> &IssueId {
        &self.issue_histories[place].state.origin.id
    }

    fn receiver(&self, tester: usize) -> Receiver {
        let user = self.participants.testers[tester].clone();
        Receiver { person: PersonId::from(user.as_str()), user }
    }

    fn season_of(&self, place: usize, at: Timestamp) -> u32 {
        season_for(&self.participants.seasons(at), self.issue_histories[place].submitted_at())
    }

    fn append(&mut self, draft: Draft, place: Option<usize>) -> Entry {
        let season = place_of(draft.season);
        self.sums[season] += draft.amount;
        let entry = self.heads[season].append(draft);
        let issue = place.map(|place| self.issue(place).clone());
        self.page.entries.push((entry.clone(), issue));
        entry
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use feedback_model::RuleSet;
    use feedback_model::ledger::audit;

    use super::super::size::Size;
    use super::super::story;
    use super::*;

    #[test]
    fn the_ledger_of_a_large_programme_verifies_and_nothing_in_it_is_paid_twice() {
        let participants = Participants::of(6_000, Timestamp(1_763_200_000_000), 1);
        let size = Size::of(6_000);
        let mut issue_histories = story::generate(&participants, &size, 1).issue_histories;
        let attempts = super::super::mission_story::attempts(&participants, 1);
        let rules =
            Published { version: 1, effective_from: Timestamp(0), rules: RuleSet::default() };
        let mut ledger_builder = LedgerBuilder::new(
            &participants,
            &mut issue_histories,
            &attempts,
            &rules,
            size.thanks,
            1,
        );
        let mut entries: Vec<Entry> = Vec::new();
        while let Some(page) = ledger_builder.next_page(500) {
            entries.extend(page.entries.into_iter().map(|(entry, _)| entry));
        }
        let keys: HashSet<&str> =
            entries.iter().map(|entry| entry.draft.idem_key.as_str()).collect();
        assert_eq!(keys.len(), entries.len());
        for season in [1, 2] {
            let of_season: Vec<Entry> =
                entries.iter().filter(|entry| entry.draft.season == season).cloned().collect();
            assert!(of_season.len() > 1_000);
            let end = audit(season, Head::start(salt(1, season)), &of_season);
            assert_eq!(end, Ok(ledger_builder.head(season)));
        }
    }
}
