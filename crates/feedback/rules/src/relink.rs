//! What becomes of points when accounts are counted as one person, or no longer.
//!
//! The ledger only grows, so an entry moves by a reversal and a copy for the other person. The copy
//! keeps the place of the original ([`place`]): a late decision does not change who was first. The
//! result depends only on who is one person in the end, never on the order of decisions.

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

/// How the key of an entry begins that takes one back so that it can be.
const BACK: &str = "reversal:person:";

/// An entry that gave or took points.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Held {
    /// It.
    pub entry: Entry,
    /// The issue it came from.
    pub issue: Option<IssueId>,
    /// The day it was earned on, in the programme's calendar.
    pub day: Day,
    /// The mission it was paid for.
    #[serde(default)]
    pub mission: Option<String>,
    /// Whether the thing it was paid for was undone since.
    #[serde(default)]
    pub is_void: bool,
    /// The key of the entry that took it back, if one did.
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

/// Why, by whom and when.
#[derive(Debug, Clone)]
pub struct Decision<'a> {
    /// The reason, as those who lose points read it.
    pub reason: &'a str,
    /// Who decided.
    pub actor: Option<&'a UserId>,
    /// When.
    pub now: Timestamp,
}

/// What is to be written so that each entry belongs to the person its account belongs to now.
///
/// `held` is everything that the accounts of all persons concerned ever got, without seasons that
/// are final. Rewards with a cap are paid to a person as often as it allows, the first ones first,
/// and a mission for one of their accounts, the one that was paid first; the rest waits, and comes
/// back when the accounts are parted.
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

/// Whether a person has had fewer of it than its cap. What one account alone was paid stands: it
/// was looked at when it was paid.
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
