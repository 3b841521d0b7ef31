//! Synthetic accounts: random properties, and those that a scenario sets.

use feedback_model::risk::{Account, FunderWeight, Funding, Payer, Visit, Wallet};
use feedback_model::timestamp::Timestamp;

use crate::seeded_rng::SeededRng;

/// Accounts that belong together in one way or another.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) name: String,
    /// Whether all of them are one owner's.
    pub(super) is_farm: bool,
    pub(super) accounts: Vec<Account>,
}

/// The moment at which the programme of the measurement began.
pub(super) const START: i64 = 1_760_000_000_000;
pub(super) const MINUTE: i64 = 60_000;
pub(super) const DAY: i64 = 86_400_000;

/// An account of which nothing is known but that it came.
pub(super) fn account(id: &str, rng: &mut SeededRng) -> Account {
    Account {
        id: id.into(),
        person: id.into(),
        joined_at: Timestamp(START + rng.between(0, 40 * DAY)),
        invitation: Some("open".to_owned()),
        language: Some(rng.one(&["en", "en", "en", "de", "es", "vi", "tr"]).to_owned()),
        payout: None,
        wallets: Vec::new(),
        former_wallets: Vec::new(),
        devices: Vec::new(),
        visits: visits(rng, &format!("net-{id}")),
        texts: Vec::new(),
        votes: votes(rng),
        accepted: Vec::new(),
    }
}

/// A wallet whose first gas came from `funder`.
pub(super) fn paid(id: &str, funder: &str, at: i64, value: i64, weight: FunderWeight) -> Wallet {
    let payer = Payer {
        funder: funder.to_owned(),
        via: None,
        at: Timestamp(at),
        value: value.to_string(),
        weight,
        sent: None,
        second: None,
    };
    Wallet { address: format!("0x{id}"), funding: Some(Funding::Paid(payer)) }
}

/// Days with visits, at the account's usual hours.
pub(super) fn visits(rng: &mut SeededRng, network: &str) -> Vec<Visit> {
    let (hour, count) = (rng.between(6, 22), rng.between(3, 12));
    let mut visits: Vec<Visit> = (0..count)
        .map(|_| {
            let from =
                START + rng.between(0, 28) * DAY + hour * 60 * MINUTE + rng.between(0, 90) * MINUTE;
            let to = from + rng.between(3, 40) * MINUTE;
            Visit { from: Timestamp(from), to: Timestamp(to), network: Some(network.to_owned()) }
        })
        .collect();
    visits.sort_by_key(|visit| visit.from);
    visits
}

/// The votes of an honest account: mostly for popular issues, some for rare ones.
fn votes(rng: &mut SeededRng) -> Vec<u32> {
    let count = rng.between(0, 12);
    let issue = |rng: &mut SeededRng| {
        let most = if rng.happens(60) { 40 } else { 4_000 };
        u32::try_from(rng.between(1, most)).unwrap_or(1)
    };
    let mut votes: Vec<u32> = (0..count).map(|_| issue(rng)).collect();
    votes.sort_unstable();
    votes.dedup();
    votes
}

/// A print that no other text has.
pub(super) fn own_print(rng: &mut SeededRng) -> u64 {
    rng.below(u64::MAX)
}

/// The print of a copy with a few words changed.
pub(super) fn copied_print(print: u64, rng: &mut SeededRng) -> u64 {
    (0..rng.below(3)).fold(print, |print, _| print ^ 1 << rng.below(64))
}
