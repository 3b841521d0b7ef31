//! Rings: many accounts of one owner, with the habits that owners of many accounts have.

use feedback_model::risk::{Account, Device, FunderWeight, Text, Visit};
use feedback_model::timestamp::{Day, Timestamp};

use super::synthetic_account::{
    DAY, Group, MINUTE, START, account, copied_print, own_print, paid, visits,
};
use crate::seeded_rng::SeededRng;

/// How a ring works.
#[derive(Debug, Clone, Copy)]
enum Habit {
    /// One wallet pays all, texts are copied, they vote for one another.
    Classic,
    /// One transaction pays all the same sum, and one browser is signed in to all of them.
    Multisend,
    /// Each pays the next, texts are copied, they take turns on one network.
    Chain,
    /// Paid from exchanges in random sums, a browser each: only the texts are copied.
    Careful,
}

impl Habit {
    fn name(self) -> &'static str {
        match self {
            Habit::Classic => "funder, texts, votes",
            Habit::Multisend => "multisend, one device",
            Habit::Chain => "chain, texts, turns",
            Habit::Careful => "exchanges, own browsers, texts",
        }
    }
}

/// Rings of 5, 20 and 100 of every habit.
pub(super) fn rings(seed: u64) -> Vec<Group> {
    let habits = [Habit::Classic, Habit::Multisend, Habit::Chain, Habit::Careful];
    let sizes = [5, 20, 100];
    let all = habits.into_iter().flat_map(|habit| sizes.map(|size| (habit, size)));
    all.map(|(habit, size)| ring(seed, habit, size)).collect()
}

/// What all accounts of a ring have from their owner.
struct Owner {
    key: String,
    size: usize,
    paid_at: i64,
    prints: [u64; 3],
    votes: Vec<u32>,
    evening: Vec<Visit>,
}

fn ring(seed: u64, habit: Habit, size: usize) -> Group {
    let name = format!("ring of {size}: {}", habit.name());
    let mut rng = SeededRng::of(seed, &name);
    let key = format!("{habit:?}{size}").to_lowercase();
    let first = 1_000_000 + u32::try_from(rng.below(900)).unwrap_or(0) * 100;
    let owner = Owner {
        size,
        paid_at: START + rng.between(1, 30) * DAY,
        prints: [own_print(&mut rng), own_print(&mut rng), own_print(&mut rng)],
        votes: (first..first + 10).collect(),
        evening: visits(&mut rng, &format!("net-{key}")),
        key,
    };
    let accounts = (0..size).map(|n| owner.account(habit, n, &mut rng)).collect();
    Group { name, is_farm: true, accounts }
}

impl Owner {
    fn account(&self, habit: Habit, n: usize, rng: &mut SeededRng) -> Account {
        let (id, place) = (format!("{}-{n}", self.key), i64::try_from(n).unwrap_or(0));
        let mut one = account(&id, rng);
        one.joined_at = Timestamp(self.paid_at + place * 7 * MINUTE);
        let (at, value) = (self.paid_at + place * 2 * MINUTE, rng.between(1_000, 9_000));
        let own_wallet = format!("0xfarm-{}", self.key);
        if !matches!(habit, Habit::Careful) {
            // One owner has one language, one place and one evening.
            one.language = Some("en".to_owned());
            one.visits = self.evening.iter().map(|visit| later(visit, n)).collect();
        }
        if !matches!(habit, Habit::Multisend) {
            one.texts = self.copies(n, rng);
        }
        let full = FunderWeight::Full;
        one.wallets.push(match habit {
            Habit::Classic => paid(&id, &own_wallet, at, value, full),
            Habit::Multisend => paid(&id, &own_wallet, self.paid_at, 5_000, full),
            Habit::Chain if n == 0 => paid(&id, &own_wallet, at, value, full),
            Habit::Chain => paid(&id, &format!("0x{}-{}", self.key, n - 1), at, value, full),
            Habit::Careful => {
                let exchange = format!("0xexchange-{}", rng.below(5));
                paid(&id, &exchange, START + rng.between(0, 40 * DAY), value, FunderWeight::Hub)
            }
        });
        match habit {
            Habit::Classic => one.votes.clone_from(&self.votes),
            Habit::Multisend => {
                let device = format!("device-{}", self.key);
                one.devices.push(Device { device, days: (0..4).map(Day).collect() });
            }
            Habit::Chain => one.visits = turns(n, self.size, &self.key),
            Habit::Careful => {}
        }
        one
    }

    /// The owner's three texts with a few words changed.
    fn copies(&self, n: usize, rng: &mut SeededRng) -> Vec<Text> {
        let copy = |(place, print): (usize, &u64)| Text {
            number: u32::try_from(10_000 + n * 3 + place).unwrap_or(0),
            print: copied_print(*print, rng),
        };
        self.prints.iter().enumerate().map(copy).collect()
    }
}

/// The same visit a few minutes later.
fn later(visit: &Visit, n: usize) -> Visit {
    let minutes = i64::try_from(n % 20).unwrap_or(0) * MINUTE;
    let moved = |at: Timestamp| Timestamp(at.0 + minutes);
    Visit { from: moved(visit.from), to: moved(visit.to), network: visit.network.clone() }
}

/// One after the other, minutes apart, evening after evening.
fn turns(n: usize, size: usize, key: &str) -> Vec<Visit> {
    let (n, size) = (i64::try_from(n).unwrap_or(0), i64::try_from(size).unwrap_or(1));
    let round = |round: i64| {
        let from = START + (round + 2) * DAY + (n + round % size.min(2)) * 7 * MINUTE;
        Visit {
            from: Timestamp(from),
            to: Timestamp(from + 3 * MINUTE),
            network: Some(format!("net-{key}")),
        }
    };
    (0..8).map(round).collect()
}
