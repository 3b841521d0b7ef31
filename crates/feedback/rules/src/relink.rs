//! The points of accounts that are linked as one person, or unlinked.
//!
//! The ledger is append-only, so an entry moves by a reversal and a copy for the other person. The
//! copy keeps the position of the original ([`place`]), so a late decision does not change who was
//! first. The result depends only on the final persons, never on the order of decisions.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::caps::cap;
use crate::explain::Explain;
use crate::id::{IssueId, PersonId, UserId};
use crate::ledger::{Draft, Entry, key_again, place};
use crate::rule_key::RuleKey;
use crate::rule_set::RuleSet;
use crate::settlement::Reversal;
use crate::timestamp::{Day, Timestamp};

/// The prefix of keys of entries that reverse one so that it can be copied.
const BACK: &str = "reversal:person:";

/// An entry with points.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Held {
    /// The entry.
    pub entry: Entry,
    /// Its issue.
    pub issue: Option<IssueId>,
    /// The day it was earned, in the programme's time zone.
    pub day: Day,
    /// Its mission.
    #[serde(default)]
    pub mission: Option<String>,
    /// Whether its source was undone since.
    #[serde(default)]
    pub is_void: bool,
    /// The key of its reversal, if it was reversed.
    pub reversed_by: Option<String>,
}

impl Held {
    fn stands(&self) -> bool {
        self.reversed_by.is_none()
    }

    /// Whether it was reversed only because a person had reached a cap.
    fn waits(&self) -> bool {
        self.reversed_by.as_ref().is_some_and(|key| key.starts_with(BACK))
    }
}

/// The decision: its reason, actor and time.
#[derive(Debug, Clone)]
pub struct Decision<'a> {
    /// The reason for those who lose points.
    pub reason: &'a str,
    /// The actor.
    pub actor: Option<&'a UserId>,
    /// The time.
    pub now: Timestamp,
}

/// The entries that assign each entry to the current person of its account.
///
/// `held` has all entries of the accounts of all affected persons, except those of final seasons.
/// Capped rewards are paid to a person as often as the cap allows, earliest first, and a mission to
/// one of their accounts, the one that was paid first. The others are reversed, and paid again when
/// the accounts are unlinked.
pub fn moves<'a>(
    held: &'a [Held],
    persons: &BTreeMap<UserId, PersonId>,
    rules: impl Fn(Timestamp) -> Option<&'a RuleSet>,
    decision: &Decision<'_>,
) -> Vec<(Draft, Option<IssueId>)> {
    let mut last: BTreeMap<(u32, u64, &UserId), &Held> = BTreeMap::new();
    for one in held {
        let draft = &one.entry.draft;
        let kept = last.entry((draft.season, place(&one.entry), &draft.user)).or_insert(one);
        if one.entry.seq > kept.entry.seq {
            *kept = one;
        }
    }
    let mut earned: BTreeMap<(&PersonId, RuleKey), Vec<(Day, &UserId)>> = BTreeMap::new();
    let mut doers: BTreeMap<(&PersonId, &str), &UserId> = BTreeMap::new();
    let mut drafts = Vec::new();
    for one in last.into_values().filter(|one| one.stands() || one.waits()) {
        let draft = &one.entry.draft;
        let Some(person) = persons.get(&draft.user) else { continue };
        let is_due = if let Some(mission) = &one.mission {
            !one.is_void && **doers.entry((person, mission)).or_insert(&draft.user) == draft.user
        } else {
            draft.rule.is_purse() || {
                let earned = earned.entry((person, draft.rule)).or_default();
                let is_due = is_due(one, earned, rules(draft.at));
                if is_due {
                    earned.push((one.day, &draft.user));
                }
                is_due
            }
        };
        let is_right = one.stands() == is_due && (!is_due || draft.person == *person);
        if is_right {
            continue;
        }
        if one.stands() {
            drafts.push((back(one, decision), one.issue.clone()));
        }
        if is_due {
            drafts.push((again(one, person), one.issue.clone()));
        }
    }
    drafts
}

/// Whether a person is below the cap. Rewards of a single account were checked when they were paid.
fn is_due(one: &Held, earned: &[(Day, &UserId)], rules: Option<&RuleSet>) -> bool {
    let draft = &one.entry.draft;
    let Some(cap) = rules.and_then(|rules| cap(draft.rule, rules)) else { return true };
    let all = earned.iter().map(|(day, _)| *day);
    let own = earned.iter().filter(|(_, user)| **user == draft.user).map(|(day, _)| *day);
    cap.left(all, one.day) > 0 || cap.left(own, one.day) == 0
}

fn back(one: &Held, decision: &Decision<'_>) -> Draft {
    let Entry { seq, draft, .. } = &one.entry;
    let reversal = Reversal {
        season: draft.season,
        of: *seq,
        amount: -draft.amount,
        idem_key: format!("{BACK}{}:{seq}", draft.season),
        reason: decision.reason.to_owned(),
        explain: Explain::reversed(draft.amount, *seq, decision.reason),
    };
    reversal.draft(&one.entry, decision.actor.cloned(), decision.now)
}

fn again(one: &Held, person: &PersonId) -> Draft {
    let Entry { seq, draft, .. } = &one.entry;
    let idem_key = key_again(place(&one.entry), draft.season, seq);
    Draft { person: person.clone(), idem_key, ..draft.clone() }
}
