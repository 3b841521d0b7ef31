//! Rings: many accounts of one owner, with the habits that owners of many accounts have.

use feedback_model::risk::{Device, FunderWeight, Text, Visit};
use feedback_model::timestamp::{Day, Timestamp};

use super::{DAY, Group, MINUTE, START, account, copied_print, own_print, paid};
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

fn ring(seed: u64, habit: Habit, size: usize) -> Group {
    let name = format!("ring of {size}: {}", habit.name());
    let mut rng = SeededRng::of(seed, &name);
    let key = format!("{habit:?}{size}").to_lowercase();
    let (day, print) =
        (rng.between(1, 30), [own_print(&mut rng), own_print(&mut rng), own_print(&mut rng)]);
    let paid_at = START + day * DAY;
    let own: Vec<u32> =
        (0..10).map(|n| 1_000_000 + n + u32::try_from(rng.below(90)).unwrap_or(0) * 100).collect();
    let mut accounts = Vec::with_capacity(size);
    for n in 0..size {
        let id = format!("{key}-{n}");
        let mut one = account(&id, &mut rng);
        one.joined_at = Timestamp(paid_at + i64::try_from(n).unwrap_or(0) * 7 * MINUTE);
        let at = paid_at + i64::try_from(n).unwrap_or(0) * 2 * MINUTE;
        let value = rng.between(1_000, 9_000);
        let texts = |rng: &mut SeededRng| -> Vec<Text> {
            let copy = |(place, print): (usize, &u64)| Text {
                number: u32::try_from(10_000 + n * 3 + place).unwrap_or(0),
                print: copied_print(*print, rng),
            };
            print.iter().enumerate().map(copy).collect()
        };
        match habit {
            Habit::Classic => {
                one.wallets.push(paid(
                    &id,
                    &format!("0xfarm-{key}"),
                    at,
                    value,
                    FunderWeight::Full,
                ));
                one.texts = texts(&mut rng);
                one.votes = own.clone();
                one.votes.sort_unstable();
                one.votes.dedup();
            }
            Habit::Multisend => {
                one.wallets.push(paid(
                    &id,
                    &format!("0xfarm-{key}"),
                    paid_at,
                    5_000,
                    FunderWeight::Full,
                ));
                one.devices.push(Device {
                    device: format!("device-{key}"),
                    days: (0..4).map(Day).collect(),
                });
            }
            Habit::Chain => {
                let funder =
                    if n == 0 { format!("0xfarm-{key}") } else { format!("0x{key}-{}", n - 1) };
                one.wallets.push(paid(&id, &funder, at, value, FunderWeight::Full));
                one.texts = texts(&mut rng);
                one.visits = turns(n, size, &key);
                one.language = Some("en".to_owned());
            }
            Habit::Careful => {
                let exchange = format!("0xexchange-{}", rng.below(5));
                one.wallets.push(paid(
                    &id,
                    &exchange,
                    START + rng.between(0, 40 * DAY),
                    value,
                    FunderWeight::Hub,
                ));
                one.texts = texts(&mut rng);
            }
        }
        accounts.push(one);
    }
    Group { name, is_farm: true, accounts }
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
