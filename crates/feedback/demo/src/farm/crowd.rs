//! Honest people who look like a farm from one side.

use feedback_model::risk::{Account, Device, FunderWeight, Text, Visit, Wallet};
use feedback_model::timestamp::{Day, Timestamp};

use super::synthetic_account::{DAY, Group, MINUTE, START, account, own_print, paid};
use crate::seeded_rng::SeededRng;

/// An office, an exchange, a faucet, a class, siblings, and so many strangers.
pub(super) fn crowds(seed: u64, strangers: usize) -> Vec<Group> {
    vec![
        crowd(seed, "office of 60 behind one address, one shared machine", 60, office),
        crowd(seed, "200 from one exchange, in a sign-up wave", 200, exchange),
        crowd(seed, "300 from one faucet", 300, faucet),
        crowd(seed, "class of 30, paid by its teacher, one room", 30, class),
        crowd(seed, "40 pairs of siblings on one computer", 80, siblings),
        crowd(seed, "strangers", strangers, stranger),
    ]
}

fn crowd(
    seed: u64,
    name: &str,
    size: usize,
    make: fn(usize, &mut Account, &mut SeededRng),
) -> Group {
    let key: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    let accounts = (0..size).map(|n| {
        let mut rng = SeededRng::nth(seed, name, n);
        let mut one = account(&format!("{key}-{n}"), &mut rng);
        let number = u32::try_from(500_000 + n).unwrap_or(0);
        one.texts.push(Text { number, print: own_print(&mut rng) });
        make(n, &mut one, &mut rng);
        one
    });
    Group { name: name.to_owned(), is_farm: false, accounts: accounts.collect() }
}

fn on(one: &mut Account, network: &str) {
    one.visits.iter_mut().for_each(|visit: &mut Visit| visit.network = Some(network.to_owned()));
}

/// All are there at the same time, and each signed in once at the machine of the projector.
fn office(n: usize, one: &mut Account, rng: &mut SeededRng) {
    on(one, "office");
    one.devices.push(Device { device: "projector".to_owned(), days: vec![Day(3)] });
    one.devices.push(Device { device: format!("office-{n}"), days: (0..9).map(Day).collect() });
    let id = one.id.as_str().to_owned();
    let at = START + rng.between(0, 40 * DAY);
    one.wallets.push(paid(&id, &format!("0xown-office-{n}"), at, 5, FunderWeight::Full));
    one.invitation = Some("office".to_owned());
    one.joined_at = Timestamp(START + rng.between(0, 8) * MINUTE);
}

fn exchange(n: usize, one: &mut Account, rng: &mut SeededRng) {
    let id = one.id.as_str().to_owned();
    let at = START + rng.between(0, 60) * MINUTE;
    one.wallets.push(paid(&id, "0xhot-wallet", at, 5, FunderWeight::of(Some(48_211), None)));
    one.joined_at = Timestamp(START + i64::try_from(n).unwrap_or(0) * 1_000);
}

fn faucet(_: usize, one: &mut Account, rng: &mut SeededRng) {
    let id = one.id.as_str().to_owned();
    let at = START + rng.between(0, 30) * MINUTE;
    // One that an administrator has named, before it has sent much.
    one.wallets.push(paid(&id, "0xfaucet", at, 50, FunderWeight::of(Some(300), Some(true))));
}

fn class(n: usize, one: &mut Account, rng: &mut SeededRng) {
    let id = one.id.as_str().to_owned();
    let minutes = i64::try_from(n).unwrap_or(0) / 4;
    one.wallets.push(paid(&id, "0xteacher", START + minutes * MINUTE, 50, FunderWeight::Full));
    one.invitation = Some("class".to_owned());
    one.joined_at = Timestamp(START + rng.between(0, 9) * MINUTE);
    on(one, "classroom");
}

/// Two by two: the elder paid the younger's first gas, and they share a computer.
fn siblings(n: usize, one: &mut Account, rng: &mut SeededRng) {
    let (pair, id) = (n / 2, one.id.as_str().to_owned());
    let elder =
        id.rsplit_once('-').map_or_else(String::new, |(key, _)| format!("{key}-{}", n - n % 2));
    let at = START + rng.between(0, 20 * DAY);
    one.wallets.push(match n % 2 {
        0 => Wallet { address: format!("0x{id}"), funding: None },
        _ => paid(&id, &format!("0x{elder}"), at, 7, FunderWeight::Full),
    });
    one.devices.push(Device { device: format!("home-{pair}"), days: (0..6).map(Day).collect() });
    one.language = Some("en".to_owned());
    on(one, &format!("home-{pair}"));
}

fn stranger(n: usize, one: &mut Account, rng: &mut SeededRng) {
    let id = one.id.as_str().to_owned();
    one.devices.push(Device { device: format!("own-{n}"), days: (0..5).map(Day).collect() });
    let at = START + rng.between(0, 40 * DAY);
    let (funder, weight) = match rng.below(10) {
        0..5 => (format!("0xexchange-{}", rng.below(5)), FunderWeight::Hub),
        5..8 => ("0xfaucet".to_owned(), FunderWeight::Hub),
        _ => (format!("0xfriend-{}", rng.below(4_000)), FunderWeight::Full),
    };
    one.wallets.push(paid(&id, &funder, at, rng.between(1, 9_999), weight));
    // Many behind one address of a large provider.
    on(one, &format!("cgnat-{}", n % 40));
}
