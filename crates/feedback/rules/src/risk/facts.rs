//! The signals about two accounts, from the facts of each.

use std::collections::BTreeSet;

use super::candidate::NEAR;
use super::score::{PairFacts, Signal};
use super::text_print::distance;
use super::vote::Voters;
use super::{
    Account, Against, Fact, Family, FunderWeight, Funding, Payer, SignalKind, Visit, Wallet,
};
use crate::timestamp::{Day, Span, Timestamp};

const MINUTE: u64 = 60_000;

/// Facts of a pair that follow from the whole population.
#[derive(Debug)]
pub(super) struct Crowd<'a> {
    /// Number of sign-ups by the invitation within ten minutes of each account. 0 if there was no
    /// burst.
    pub(super) waves: &'a [usize],
    pub(super) voters: &'a Voters,
    /// The group of candidates of each account.
    pub(super) groups: &'a [usize],
}

/// All signals about two accounts.
pub(super) fn facts(accounts: &[Account], pair: (usize, usize), crowd: &Crowd<'_>) -> PairFacts {
    let (Some(a), Some(b)) = (accounts.get(pair.0), accounts.get(pair.1)) else {
        return PairFacts::default();
    };
    let mut facts = PairFacts::default();
    facts.signals.extend(money(a, b));
    facts.signals.extend(device(a, b));
    facts.signals.extend(network(a, b));
    facts.signals.extend(wave(a, b, crowd, pair));
    facts.signals.extend(texts(a, b));
    let group = crowd.groups.get(pair.0).copied().unwrap_or_default();
    facts.signals.extend(crowd.voters.ring(a, b, group));
    facts.known = known(a, b);
    facts.against = against(a, b);
    facts
}

/// The families with a known result for both.
fn known(a: &Account, b: &Account) -> BTreeSet<Family> {
    let both = |is_known: fn(&Account) -> bool| is_known(a) && is_known(b);
    let families = [
        (Family::Money, both(|one| one.wallets.iter().any(|wallet| wallet.funding.is_some()))),
        (Family::Machine, both(|one| !one.devices.is_empty())),
        (Family::Place, both(|one| one.visits.iter().any(|visit| visit.network.is_some()))),
        (Family::Words, both(|one| !one.texts.is_empty())),
        (Family::Votes, both(|one| !one.votes.is_empty())),
    ];
    families.into_iter().filter(|(_, is_known)| *is_known).map(|(family, _)| family).collect()
}

fn payers(account: &Account) -> impl Iterator<Item = (&Wallet, &Payer)> {
    account.wallets.iter().filter_map(|wallet| match &wallet.funding {
        Some(Funding::Paid(payer)) => Some((wallet, payer)),
        _ => None,
    })
}

fn money(a: &Account, b: &Account) -> Vec<Signal> {
    let mut signals = Vec::new();
    let shared = payers(a).flat_map(|(_, one)| payers(b).map(move |(_, other)| (one, other)));
    let paid = shared.filter_map(|(one, other)| shared_funder(one, other));
    let given = paid_for(a, b).into_iter().chain(paid_for(b, a));
    signals.extend(paid.chain(given).max_by_key(|signal| signal.points));
    let address = |kind, points, address: &str| Signal {
        kind,
        points,
        detail: Fact::Address { address: address.to_owned() },
    };
    if let (Some(one), true) = (&a.payout, a.payout == b.payout) {
        signals.push(address(SignalKind::SharedPayout, 40, one));
    }
    let has = |account: &Account, address: &String| {
        account.wallets.iter().any(|wallet| wallet.address == *address)
            || account.former_wallets.contains(address)
    };
    let passed = a.former_wallets.iter().find(|wallet| has(b, wallet));
    let passed = passed.or_else(|| b.former_wallets.iter().find(|wallet| has(a, wallet)));
    signals.extend(passed.map(|wallet| address(SignalKind::WalletPassed, 35, wallet)));
    signals
}

/// Whether one paid the other's first gas.
fn paid_for(payer: &Account, paid: &Account) -> Option<Signal> {
    let is_own = |address: &str| payer.wallets.iter().any(|wallet| wallet.address == address);
    let (_, found) =
        payers(paid).find(|(_, one)| one.weight != FunderWeight::Hub && is_own(&one.funder))?;
    Some(funder(found, 30, 0, false))
}

fn shared_funder(one: &Payer, other: &Payer) -> Option<Signal> {
    let apart = one.at.0.abs_diff(other.at.0);
    let points = match apart {
        _ if apart <= Span::hours(1).millis() => 30,
        _ if apart <= Span::hours(24).millis() => 25,
        _ if apart <= Span::hours(72).millis() => 20,
        _ => return None,
    };
    let is_equal = one.value == other.value;
    let points = points + if is_equal { 5 } else { 0 };
    let is_direct = one.funder == other.funder;
    let is_second = one.second.as_ref() == Some(&other.funder)
        || other.second.as_ref() == Some(&one.funder)
        || (one.second.is_some() && one.second == other.second);
    let lighter = one.weight.max(other.weight);
    let halves = match (is_direct, is_second, lighter) {
        (_, _, FunderWeight::Hub) | (false, false, _) => return None,
        (true, _, FunderWeight::Full) => 1,
        (true, _, FunderWeight::Half) | (false, true, FunderWeight::Full) => 2,
        (false, true, FunderWeight::Half) => 4,
    };
    Some(funder(one, points / halves, apart / MINUTE, is_equal))
}

fn funder(payer: &Payer, points: i64, minutes: u64, equal: bool) -> Signal {
    let Payer { funder, via, sent, .. } = payer.clone();
    Signal {
        kind: SignalKind::SharedFunder,
        points,
        detail: Fact::Funder { funder, via, minutes, equal, sent },
    }
}

fn device(a: &Account, b: &Account) -> Option<Signal> {
    let shared = a.devices.iter().filter_map(|one| {
        let other = b.devices.iter().find(|other| other.device == one.device)?;
        let days = |days: &[Day]| days.iter().collect::<BTreeSet<_>>().len();
        Some((days(&one.days).min(days(&other.days)), &one.device))
    });
    let (days, device) = shared.max()?;
    Some(Signal {
        kind: SignalKind::SharedDevice,
        points: if days >= 2 { 25 } else { 15 },
        detail: Fact::Device { device: device.clone(), days },
    })
}

/// The same network means almost nothing, because hundreds of users can share an address.
/// Alternating use is significant.
fn network(a: &Account, b: &Account) -> Option<Signal> {
    let networks = |account: &Account| -> BTreeSet<String> {
        account.visits.iter().filter_map(|visit| visit.network.clone()).collect()
    };
    let shared: BTreeSet<String> = networks(a).intersection(&networks(b)).cloned().collect();
    if shared.is_empty() {
        return None;
    }
    let on = |account: &Account| -> Vec<Visit> {
        let is_on = |visit: &&Visit| visit.network.as_ref().is_some_and(|one| shared.contains(one));
        account.visits.iter().filter(is_on).cloned().collect()
    };
    let (ours, theirs) = (on(a), on(b));
    let visits = ours.len() + theirs.len();
    let gap = (visits >= 10 && ours.len() >= 3 && theirs.len() >= 3)
        .then(|| turns(&ours, &theirs))
        .flatten();
    Some(Signal {
        kind: SignalKind::SharedNetwork,
        points: if gap.is_some() { 17 } else { 3 },
        detail: Fact::Network { turns: gap.is_some(), visits, gap_minutes: gap },
    })
}

/// The median gap in minutes between the visits of one and of the other, if they alternate.
fn turns(a: &[Visit], b: &[Visit]) -> Option<u64> {
    let mut all: Vec<(Timestamp, Timestamp, bool)> = Vec::with_capacity(a.len() + b.len());
    all.extend(a.iter().map(|visit| (visit.from, visit.to, true)));
    all.extend(b.iter().map(|visit| (visit.from, visit.to, false)));
    all.sort_unstable();
    let mut gaps = Vec::new();
    for (before, after) in all.iter().zip(all.iter().skip(1)) {
        if before.2 == after.2 {
            continue;
        }
        if after.0 < before.1 {
            return None;
        }
        gaps.push(before.1.0.abs_diff(after.0.0) / MINUTE);
    }
    gaps.sort_unstable();
    let median = gaps.get(gaps.len() / 2).copied()?;
    (median < 15 && gaps.len() >= 5).then_some(median)
}

fn wave(a: &Account, b: &Account, crowd: &Crowd<'_>, pair: (usize, usize)) -> Option<Signal> {
    let invitation = a.invitation.clone().filter(|one| b.invitation.as_ref() == Some(one))?;
    let people = crowd.waves.get(pair.0).copied().filter(|people| *people > 0)?;
    let apart = a.joined_at.0.abs_diff(b.joined_at.0);
    (crowd.waves.get(pair.1).copied() > Some(0) && apart <= Span::minutes(10).millis()).then_some(
        Signal {
            kind: SignalKind::BurstSignup,
            points: 10,
            detail: Fact::Burst { invitation, people, minutes: apart / MINUTE },
        },
    )
}

fn texts(a: &Account, b: &Account) -> Option<Signal> {
    let all = a.texts.iter().flat_map(|one| b.texts.iter().map(move |other| (one, other)));
    let mut near: Vec<(u32, [u32; 2])> = all
        .map(|(one, other)| (distance(one.print, other.print), [one.number, other.number]))
        .filter(|(distance, _)| *distance <= NEAR)
        .collect();
    near.sort_unstable();
    let (distance, numbers) = near.first().copied()?;
    let first = if distance <= 3 { 15 } else { 10 };
    let further = i64::try_from(near.len() - 1).unwrap_or(i64::MAX);
    Some(Signal {
        kind: SignalKind::TextCopy,
        points: further.saturating_mul(5).saturating_add(first),
        detail: Fact::Texts { pairs: near.len(), distance, numbers },
    })
}

fn against(a: &Account, b: &Account) -> BTreeSet<Against> {
    let hours = |account: &Account| -> BTreeSet<i64> {
        let hour = |visit: &Visit| visit.from.0.div_euclid(3_600_000).rem_euclid(24);
        account.visits.iter().map(hour).collect()
    };
    let networks = |account: &Account| -> BTreeSet<String> {
        account.visits.iter().filter_map(|visit| visit.network.clone()).collect()
    };
    let is_known = a.visits.len() >= 5 && b.visits.len() >= 5;
    let has_networks = !networks(a).is_empty() && !networks(b).is_empty();
    let is_old =
        |one: &Account| one.wallets.iter().any(|wallet| wallet.funding == Some(Funding::Older));
    let own = |one: &Account, other: &Account| {
        one.accepted.iter().any(|number| other.accepted.binary_search(number).is_err())
    };
    let speaks_otherwise = a.language.is_some() && b.language.is_some() && a.language != b.language;
    let all = [
        (Against::OtherHours, is_known && hours(a).is_disjoint(&hours(b))),
        (Against::OtherLanguage, speaks_otherwise),
        (Against::OtherNetwork, is_known && has_networks && networks(a).is_disjoint(&networks(b))),
        (Against::OlderWallet, is_old(a) || is_old(b)),
        (Against::OwnReports, own(a, b) && own(b, a)),
    ];
    all.into_iter().filter(|(_, is)| *is).map(|(against, _)| against).collect()
}
