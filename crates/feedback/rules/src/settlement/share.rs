//! The target amount of each person at the current stage.

use std::collections::BTreeMap;

use super::{Claim, Purse, Withheld, settles_at};
use crate::explain::{Explain, PurseFacts};
use crate::id::{PersonId, UserId};
use crate::kind::Kind;
use crate::purse::{allocate, finder_now, purse as worth};
use crate::rule_set::RuleSet;
use crate::timestamp::Timestamp;

/// The target amount of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) person: PersonId,
    pub(super) user: UserId,
    pub(super) season: u32,
    /// 1 for the finder.
    pub(super) place: u32,
    pub(super) amount: i64,
    /// The sum of the other shares.
    given: i64,
}

/// The target amount of each person, in sum at most the pool.
pub(super) fn shares(purse: &Purse, rules: &RuleSet) -> (Vec<Share>, Vec<Withheld>) {
    let (Some(confirmed_at), false) = (purse.confirmed_at, purse.is_void) else {
        return (Vec::new(), Vec::new());
    };
    let Some(base) = rules.base(purse.kind, purse.severity) else {
        return (Vec::new(), Vec::new());
    };
    let amount = worth(base, purse.quality, rules);
    let order = finders(&purse.claims, confirmed_at);
    let mut parts = allocate(amount, order, &rules.rules().co_finder_shares);
    let given: i64 = parts.iter().skip(1).map(|(_, part)| part).sum();
    if !purse.is_settled {
        parts.truncate(1);
        parts.iter_mut().for_each(|(_, part)| *part = finder_now(amount));
    }
    let (capped, free): (Vec<_>, Vec<_>) = parts
        .into_iter()
        .zip(1u32..)
        .partition(|((claim, _), _)| purse.capped.contains(&claim.person));
    let shares = free.into_iter().map(|((claim, amount), place)| Share {
        person: claim.person.clone(),
        user: claim.user.clone(),
        season: claim.season,
        place,
        amount,
        given,
    });
    let withheld = capped.into_iter().map(|((claim, _), _)| Withheld::Capped(claim.person.clone()));
    (shares.collect(), withheld.collect())
}

/// The first report of each person, in the order of submission.
fn finders(claims: &[Claim], confirmed_at: Timestamp) -> Vec<&Claim> {
    let is_in =
        |claim: &&Claim| !claim.is_out && (claim.is_root || claim.submitted_at < confirmed_at);
    let mut first: BTreeMap<&PersonId, &Claim> = BTreeMap::new();
    for claim in claims.iter().filter(is_in) {
        let kept = first.entry(&claim.person).or_insert(claim);
        if order(claim) < order(kept) {
            *kept = claim;
        }
    }
    let mut finders: Vec<&Claim> = first.into_values().collect();
    finders.sort_by_key(|claim| order(claim));
    finders
}

fn order(claim: &Claim) -> (Timestamp, u32) {
    (claim.submitted_at, claim.number)
}

impl Share {
    /// The explanation of the missing amount of a person who holds `has` already.
    pub(super) fn explain(&self, purse: &Purse, has: i64, rules: &RuleSet) -> Option<Explain> {
        let facts = facts(purse, rules)?;
        Some(match self.place {
            1 if purse.is_settled => Explain::finder_share(&facts, self.given, has),
            1 => Explain::finder_now(&facts, settles_at(purse.confirmed_at?, rules)),
            place => {
                let shares = &rules.rules().co_finder_shares;
                let bps = *shares.get(usize::try_from(place).ok()?.checked_sub(2)?)?;
                Explain::co_finder_share(&facts, place, bps, has)
            }
        })
    }
}

/// The facts of the pool.
pub(super) fn facts(purse: &Purse, rules: &RuleSet) -> Option<PurseFacts> {
    let grade = match (purse.kind, purse.severity) {
        (Kind::Bug, severity) => severity?.word(),
        (Kind::Friction, _) => "a nuisance",
        (Kind::Idea, _) => "an idea",
    };
    Some(PurseFacts {
        issue: purse.number,
        grade: grade.to_owned(),
        base: rules.base(purse.kind, purse.severity)?,
        quality_bps: rules.quality_bps(purse.quality),
        quality: purse.quality.key(),
    })
}
