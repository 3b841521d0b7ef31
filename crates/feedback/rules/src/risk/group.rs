//! Groups of accounts to review together.
//!
//! Pairs form groups. A member that is connected only by a weak signal is shown but not suggested.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::candidate::{Pair, pairs};
use super::facts::{Crowd, facts};
use super::score::{PairScore, Signal};
use super::vote::Voters;
use super::{Account, Against, Fact, Family, SignalKind};
use crate::id::UserId;
use crate::timestamp::Span;

/// The score from which two accounts belong to one group.
const EDGE: i64 = 30;

/// Sign-ups by one invitation within ten minutes that are a burst.
const WAVE: usize = 8;

/// A signal about several accounts of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotedSignal {
    /// The strongest instance of the signal.
    pub signal: Signal,
    /// The accounts.
    pub users: BTreeSet<UserId>,
}

/// An account of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundMember {
    /// The account.
    pub user: UserId,
    /// Its highest score with another account of the case.
    pub score: i64,
    /// Whether that is enough to suggest linking it.
    pub is_suggested: bool,
}

/// Accounts that may belong to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCase {
    /// The highest score of a pair.
    pub score: i64,
    /// The accounts, by id.
    pub members: Vec<FoundMember>,
    /// The signals.
    pub signals: Vec<NotedSignal>,
    /// The signals against it, and their accounts.
    pub against: BTreeMap<Against, BTreeSet<UserId>>,
    /// Families without a result for a pair.
    pub unknown: BTreeMap<Family, BTreeSet<UserId>>,
    /// The facts of each pair that opened it.
    pub pairs: Vec<(UserId, UserId, BTreeSet<String>)>,
}

/// The result of a scan of all accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// The cases, highest score first.
    pub cases: Vec<FoundCase>,
    /// Number of compared pairs.
    pub compared: usize,
    /// Every pair with a score, for evaluation.
    pub scores: Vec<(UserId, UserId, i64)>,
}

/// Scans all accounts. `is_dismissed` returns whether the facts of a pair were reviewed before.
pub fn scan(
    accounts: &[Account],
    at: i64,
    is_dismissed: impl Fn(&UserId, &UserId, &BTreeSet<String>) -> bool,
) -> Scan {
    let candidates = pairs(accounts);
    let groups = joined(accounts.len(), candidates.iter().copied());
    let (waves, voters) = (waves(accounts), Voters::count(accounts, &groups));
    let crowd = Crowd { waves: &waves, voters: &voters, groups: &groups };
    let mut edges: Vec<(Pair, PairScore)> = Vec::new();
    let mut scores = Vec::new();
    for pair in &candidates {
        let score = facts(accounts, *pair, &crowd).score();
        let (Some(a), Some(b)) = (accounts.get(pair.0), accounts.get(pair.1)) else { continue };
        scores.push((a.id.clone(), b.id.clone(), score.total));
        if score.total >= EDGE && !is_dismissed(&a.id, &b.id, &tokens(&score)) {
            edges.push((*pair, score));
        }
    }
    let joined = joined(accounts.len(), edges.iter().map(|(pair, _)| *pair));
    let mut of_group: BTreeMap<usize, Vec<(Pair, PairScore)>> = BTreeMap::new();
    for (pair, score) in edges {
        let root = joined.get(pair.0).copied().unwrap_or_default();
        of_group.entry(root).or_default().push((pair, score));
    }
    let found = of_group.into_values().filter_map(|edges| case(accounts, &edges, at));
    let mut cases: Vec<FoundCase> = found.collect();
    cases.sort_by_key(|case| std::cmp::Reverse(case.score));
    Scan { cases, compared: candidates.len(), scores }
}

/// The facts that identify a pair's signals.
fn tokens(score: &PairScore) -> BTreeSet<String> {
    score.signals.iter().map(|signal| signal.detail.token()).collect()
}

/// The group of each account, by the smallest index in it.
fn joined(count: usize, pairs: impl Iterator<Item = Pair>) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..count).collect();
    for (a, b) in pairs {
        let (a, b) = (root(&mut parent, a), root(&mut parent, b));
        if let Some(place) = parent.get_mut(a.max(b)) {
            *place = a.min(b);
        }
    }
    (0..count).map(|place| root(&mut parent, place)).collect()
}

fn root(parent: &mut [usize], mut place: usize) -> usize {
    while let Some(up) = parent.get(place).copied().filter(|up| *up != place) {
        let above = parent.get(up).copied().unwrap_or(up);
        if let Some(slot) = parent.get_mut(place) {
            *slot = above;
        }
        place = up;
    }
    place
}

/// Sign-ups by the same invitation within ten minutes of each account. 0 without a burst.
fn waves(accounts: &[Account]) -> Vec<usize> {
    let mut by_invitation: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, account) in accounts.iter().enumerate() {
        if let Some(invitation) = &account.invitation {
            by_invitation.entry(invitation).or_default().push(place);
        }
    }
    let mut waves = vec![0; accounts.len()];
    let at = |place: &usize| accounts.get(*place).map(|one| one.joined_at).unwrap_or_default();
    for mut places in by_invitation.into_values() {
        places.sort_by_key(at);
        let mut first = 0;
        for (last, place) in places.iter().enumerate() {
            let from = at(place).before(Span::minutes(10));
            while places.get(first).is_some_and(|one| at(one) < from) {
                first += 1;
            }
            let people = last + 1 - first;
            if people >= WAVE {
                for one in places.get(first..=last).unwrap_or_default() {
                    if let Some(wave) = waves.get_mut(*one) {
                        *wave = people.max(*wave);
                    }
                }
            }
        }
    }
    waves
}

fn case(accounts: &[Account], edges: &[(Pair, PairScore)], at: i64) -> Option<FoundCase> {
    let id = |place: usize| accounts.get(place).map(|account| account.id.clone());
    let mut members: BTreeMap<UserId, FoundMember> = BTreeMap::new();
    let mut case = FoundCase {
        score: edges.iter().filter(|(_, score)| score.opens(at)).map(|(_, one)| one.total).max()?,
        members: Vec::new(),
        signals: Vec::new(),
        against: BTreeMap::new(),
        unknown: BTreeMap::new(),
        pairs: Vec::new(),
    };
    let mut noted: BTreeMap<(SignalKind, String), NotedSignal> = BTreeMap::new();
    for ((a, b), score) in edges {
        let (a, b) = (id(*a)?, id(*b)?);
        for user in [&a, &b] {
            let first = FoundMember { user: user.clone(), score: 0, is_suggested: false };
            let member = members.entry(user.clone()).or_insert(first);
            member.score = member.score.max(score.total);
            member.is_suggested |= score.opens(at);
        }
        let both = || [a.clone(), b.clone()];
        for signal in &score.signals {
            note(&mut noted, signal, both());
        }
        for against in &score.against {
            case.against.entry(*against).or_default().extend(both());
        }
        for (family, _) in score.families.iter().filter(|(_, points)| points.is_none()) {
            case.unknown.entry(*family).or_default().extend(both());
        }
        if score.opens(at) {
            case.pairs.push((a.clone(), b.clone(), tokens(score)));
        }
    }
    case.members = members.into_values().collect();
    case.signals = noted.into_values().collect();
    case.signals.sort_by_key(|noted| std::cmp::Reverse(noted.signal.points));
    Some(case)
}

/// Combines signals about the same fact into one signal about all its accounts. Texts and votes
/// differ from pair to pair, so there is one of each.
fn note(
    noted: &mut BTreeMap<(SignalKind, String), NotedSignal>,
    signal: &Signal,
    users: [UserId; 2],
) {
    let key = match &signal.detail {
        Fact::Texts { .. } | Fact::Votes { .. } | Fact::Network { .. } => String::new(),
        other => other.token(),
    };
    let first = || NotedSignal { signal: signal.clone(), users: BTreeSet::new() };
    let kept = noted.entry((signal.kind, key)).or_insert_with(first);
    if signal.points > kept.signal.points {
        kept.signal = signal.clone();
    }
    kept.users.extend(users);
}
