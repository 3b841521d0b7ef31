//! Candidate pairs of accounts: those with a common fact that a case can be based on.
//!
//! A case needs a strong signal (money, browser or texts), so only those create a pair. Network and
//! votes count for existing pairs. Otherwise a crowd of thousands would become millions of pairs.

use std::collections::{BTreeSet, HashMap};

use super::text_print::distance;
use super::{Account, FunderWeight, Funding};

/// In larger groups only neighbours in time are compared, which connects the group as well.
const ALL_PAIRS: usize = 300;
const NEIGHBOURS: usize = 40;

/// Differing bits up to which texts count as copied.
pub(super) const NEAR: u32 = 6;

/// The indexes of two accounts, the smaller first.
pub(super) type Pair = (usize, usize);

/// The candidate pairs, without accounts that are already one person.
pub(super) fn pairs(accounts: &[Account]) -> BTreeSet<Pair> {
    let mut groups: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    let mut put = |kind, key, place| groups.entry((kind, key)).or_default().push(place);
    for (place, account) in accounts.iter().enumerate() {
        account.payout.iter().for_each(|address| put("payout", address, place));
        account.devices.iter().for_each(|device| put("device", &device.device, place));
        // An account that paid another's first gas has the payer among its wallets.
        let own = account.wallets.iter().map(|wallet| wallet.address.as_str());
        own.for_each(|address| put("chain", address, place));
        let moved = account.wallets.iter().map(|wallet| &wallet.address);
        moved.chain(&account.former_wallets).for_each(|address| put("moved", address, place));
        for wallet in &account.wallets {
            let Some(Funding::Paid(payer)) = &wallet.funding else { continue };
            if payer.weight != FunderWeight::Hub {
                put("chain", &payer.funder, place);
                payer.second.iter().for_each(|second| put("chain", second, place));
            }
        }
    }
    let mut pairs = BTreeSet::new();
    for group in groups.into_values() {
        add(&mut pairs, accounts, group);
    }
    copied(&mut pairs, accounts);
    pairs
}

fn add(pairs: &mut BTreeSet<Pair>, accounts: &[Account], mut group: Vec<usize>) {
    group.sort_unstable();
    group.dedup();
    let reach = if group.len() > ALL_PAIRS { NEIGHBOURS } else { ALL_PAIRS };
    if reach == NEIGHBOURS {
        group.sort_by_key(|place| accounts.get(*place).map(|account| account.joined_at));
    }
    for (at, a) in group.iter().enumerate() {
        for b in group.iter().skip(at + 1).take(reach) {
            keep(pairs, accounts, *a, *b);
        }
    }
}

fn keep(pairs: &mut BTreeSet<Pair>, accounts: &[Account], a: usize, b: usize) {
    let person = |place: usize| accounts.get(place).map(|account| &account.person);
    if a != b && person(a) != person(b) {
        pairs.insert((a.min(b), a.max(b)));
    }
}

/// Nearly equal texts. Prints that differ in at most [`NEAR`] of 64 bits agree in at least one of
/// seven parts, so only those are compared.
fn copied(pairs: &mut BTreeSet<Pair>, accounts: &[Account]) {
    const PARTS: u32 = 7;
    let prints = accounts
        .iter()
        .enumerate()
        .flat_map(|(place, account)| account.texts.iter().map(move |text| (text.print, place)));
    let prints: Vec<(u64, usize)> = prints.collect();
    for part in 0..PARTS {
        let (from, to) = (part * 64 / PARTS, (part + 1) * 64 / PARTS);
        let mask = (1u64 << (to - from)) - 1;
        let mut same: HashMap<u64, Vec<(u64, usize)>> = HashMap::new();
        for (print, place) in &prints {
            same.entry(print >> from & mask).or_default().push((*print, *place));
        }
        for bucket in same.into_values() {
            for (at, (print, a)) in bucket.iter().enumerate() {
                let near = bucket.iter().skip(at + 1);
                for (_, b) in
                    near.filter(|(other, _)| distance(*print, *other) <= NEAR).take(NEIGHBOURS)
                {
                    keep(pairs, accounts, *a, *b);
                }
            }
        }
    }
}
