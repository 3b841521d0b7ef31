use std::collections::BTreeSet;

use proptest::prelude::{Strategy, any, prop_assert, proptest};
use proptest::sample::{select, subsequence};

use super::score::{PairFacts, Signal};
use super::{
    Account, Against, Device, Fact, Family, FunderWeight, Funding, OPENS_AT, Payer, SignalKind,
    Text, Visit, Wallet, scan, text_print,
};
use crate::timestamp::{Day, Timestamp};

const MINUTE: i64 = 60_000;

fn account(id: &str) -> Account {
    Account {
        id: id.into(),
        person: id.into(),
        joined_at: Timestamp(0),
        invitation: None,
        language: None,
        payout: None,
        wallets: Vec::new(),
        former_wallets: Vec::new(),
        devices: Vec::new(),
        visits: Vec::new(),
        texts: Vec::new(),
        votes: Vec::new(),
        accepted: Vec::new(),
    }
}

fn paid_by(id: &str, funder: &str, minute: i64, value: &str) -> Account {
    let payer = Payer {
        funder: funder.to_owned(),
        via: None,
        at: Timestamp(minute * MINUTE),
        value: value.to_owned(),
        weight: FunderWeight::Full,
        sent: Some(3),
        second: None,
    };
    let wallet = Wallet { address: format!("0x{id}"), funding: Some(Funding::Paid(payer)) };
    Account { wallets: vec![wallet], ..account(id) }
}

fn on_device(mut account: Account, device: &str, days: i64) -> Account {
    account.devices.push(Device { device: device.to_owned(), days: (0..days).map(Day).collect() });
    account
}

fn visits(minutes: impl IntoIterator<Item = i64>, network: &str) -> Vec<Visit> {
    let visit = |from: i64| Visit {
        from: Timestamp(from * MINUTE),
        to: Timestamp((from + 5) * MINUTE),
        network: Some(network.to_owned()),
    };
    minutes.into_iter().map(visit).collect()
}

fn scores(accounts: &[Account]) -> Vec<i64> {
    scan(accounts, OPENS_AT, |_, _, _| false).scores.iter().map(|(_, _, total)| *total).collect()
}

fn signal(kind: SignalKind, points: i64) -> Signal {
    Signal { kind, points, detail: Fact::Address { address: String::new() } }
}

fn kinds() -> impl Strategy<Value = SignalKind> {
    select(SignalKind::ALL.to_vec())
}

proptest! {
    #[test]
    fn no_signal_opens_a_case_alone_however_loud(kind in kinds(), points in 0i64..1_000, times in 1usize..20) {
        let facts = PairFacts { signals: vec![signal(kind, points); times], ..PairFacts::default() };
        let score = facts.score();
        prop_assert!(!score.opens(OPENS_AT));
        prop_assert!(score.total < OPENS_AT);
    }

    #[test]
    fn places_and_votes_open_no_case_together(points in proptest::collection::vec((0usize..3, 0i64..1_000), 0..20)) {
        let weak = [SignalKind::SharedNetwork, SignalKind::BurstSignup, SignalKind::VoteRing];
        let signals = points.into_iter().map(|(kind, points)| signal(weak[kind], points)).collect();
        let score = PairFacts { signals, ..PairFacts::default() }.score();
        prop_assert!(!score.opens(1), "not even where administrators ask for almost nothing");
        prop_assert!(score.total < OPENS_AT);
    }

    #[test]
    fn what_nobody_found_out_is_not_nothing(known in subsequence(Family::ALL.to_vec(), 0..=Family::ALL.len())) {
        let known: BTreeSet<Family> = known.into_iter().collect();
        let score = PairFacts { known: known.clone(), ..PairFacts::default() }.score();
        for (family, points) in score.families {
            prop_assert!(points == known.contains(&family).then_some(0));
        }
    }

    #[test]
    fn what_speaks_against_it_takes_off_fifteen_at_most(against in subsequence(Against::ALL.to_vec(), 0..=Against::ALL.len()), points in 0i64..1_000) {
        let signals = vec![signal(SignalKind::SharedFunder, points)];
        let bare = PairFacts { signals: signals.clone(), ..PairFacts::default() }.score();
        let count = against.len();
        let less = PairFacts { signals, against: against.into_iter().collect(), ..PairFacts::default() }.score();
        prop_assert!(bare.total - less.total == (count as i64 * 5).min(15));
    }

    #[test]
    fn an_account_nobody_knows_anything_about_is_in_no_case(count in 2usize..40, funder in any::<bool>()) {
        let blank: Vec<Account> = (0..count).map(|n| account(&format!("u{n}"))).collect();
        prop_assert!(scan(&blank, OPENS_AT, |_, _, _| false).cases.is_empty());
        // All funded by one exchange, as far as the chain shows.
        let hub = |mut one: Account| {
            if let Some(Funding::Paid(payer)) = one.wallets[0].funding.as_mut() {
                payer.weight = FunderWeight::Hub;
            }
            one
        };
        let from_hub: Vec<Account> = (0..count)
            .map(|n| paid_by(&format!("u{n}"), "0xhub", n as i64, if funder { "1" } else { "2" }))
            .map(hub)
            .collect();
        prop_assert!(scores(&from_hub).is_empty());
    }

    #[test]
    fn the_order_of_accounts_changes_no_case(order in proptest::sample::subsequence((0..8).collect::<Vec<usize>>(), 8).prop_shuffle()) {
        let ring: Vec<Account> = (0..8)
            .map(|n| on_device(paid_by(&format!("u{n}"), "0xring", n, "5"), "d", if n < 5 { 3 } else { 0 }))
            .collect();
        let shuffled: Vec<Account> = order.iter().map(|place| ring[*place].clone()).collect();
        let found = |accounts: &[Account]| scan(accounts, OPENS_AT, |_, _, _| false).cases
            .into_iter().map(|case| (case.score, case.members)).collect::<Vec<_>>();
        prop_assert!(found(&ring) == found(&shuffled));
    }
}

#[test]
fn the_case_of_the_design_reaches_eighty_two() {
    let texts = |number, print| vec![Text { number, print }];
    let one = |id: &str, minute: i64, start: i64, print: u64, number| Account {
        texts: texts(number, print),
        visits: visits((0..9).map(|turn| start + turn * 20), "net"),
        language: Some(if id == "a" { "en" } else { "de" }.to_owned()),
        ..on_device(paid_by(id, "0xb8e2", minute, &format!("{minute}")), "5c1", 8)
    };
    let (a, b) = (one("a", 12, 0, 0b0, 441), one("b", 14, 10, 0b111, 443));
    assert_eq!(scores(&[a, b]), [82]);
}

#[test]
fn siblings_who_share_a_computer_are_below_it_and_above_it_when_they_take_turns() {
    let older = on_device(account("old"), "pc", 5);
    let older =
        Account { wallets: vec![Wallet { address: "0xold".into(), funding: None }], ..older };
    let younger = on_device(paid_by("young", "0xold", 3, "1"), "pc", 5);
    assert_eq!(scores(&[older.clone(), younger.clone()]), [55]);
    let older = Account { visits: visits((0..6).map(|n| n * 20), "home"), ..older };
    let younger = Account { visits: visits((0..6).map(|n| 10 + n * 20), "home"), ..younger };
    assert_eq!(scores(&[older.clone(), younger.clone()]), [72]);
    let case = scan(&[older, younger], OPENS_AT, |_, _, _| false).cases.remove(0);
    assert!(case.members.iter().all(|member| member.is_suggested));
    assert!(case.unknown.contains_key(&Family::Words), "their writing is unknown");
}

#[test]
fn a_class_that_was_paid_by_its_teacher_is_below_it() {
    let class: Vec<Account> = (0..30)
        .map(|n| Account {
            invitation: Some("class".into()),
            joined_at: Timestamp(n * 10_000),
            visits: visits([n, 60 + n], "room"),
            ..paid_by(&format!("u{n}"), "0xteacher", n, "7")
        })
        .collect();
    assert_eq!(scores(&class).into_iter().max(), Some(35 + 13));
    assert!(scan(&class, OPENS_AT, |_, _, _| false).cases.is_empty());
}

#[test]
fn a_ring_that_votes_for_itself_is_found_however_large() {
    for size in [5, 20, 100] {
        let ring: Vec<Account> = (0..size)
            .map(|n| Account {
                votes: (1..=9).collect(),
                texts: vec![
                    Text { number: 100 + n as u32, print: 7 },
                    Text { number: 300 + n as u32, print: u64::MAX },
                ],
                ..paid_by(&format!("u{n}"), "0xring", n, &format!("{n}"))
            })
            .collect();
        let found = scan(&ring, OPENS_AT, |_, _, _| false).cases;
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].members.len(), size as usize);
    }
}

#[test]
fn what_was_dismissed_is_not_raised_again_until_something_new_is_known() {
    let pair = [
        on_device(paid_by("a", "0xp", 0, "1"), "d", 2),
        on_device(paid_by("b", "0xp", 1, "1"), "d", 2),
    ];
    let found = scan(&pair, OPENS_AT, |_, _, _| false).cases;
    let seen: BTreeSet<String> = found[0].pairs[0].2.clone();
    let dismissed = |_: &_, _: &_, facts: &BTreeSet<String>| facts.is_subset(&seen);
    assert!(scan(&pair, OPENS_AT, dismissed).cases.is_empty());
    let mut later = pair.clone();
    later.iter_mut().for_each(|one| one.payout = Some("0xnew".into()));
    assert_eq!(scan(&later, OPENS_AT, dismissed).cases.len(), 1);
}

#[test]
fn accounts_of_one_person_are_no_case() {
    let mut pair = [
        on_device(paid_by("a", "0xp", 0, "1"), "d", 2),
        on_device(paid_by("b", "0xp", 1, "1"), "d", 2),
    ];
    pair[1].person = "a".into();
    assert!(scan(&pair, OPENS_AT, |_, _, _| false).cases.is_empty());
}

#[test]
fn a_copied_report_has_nearly_the_same_print_and_quotes_and_code_have_none() {
    let report = "When I press swap the price changes every time and it fails, I tried half a percent and one percent, then I went back to the first page and tried once more with another token but nothing helped";
    let copy = report.replace("every time", "always");
    let (one, other) = (text_print(report, &[]).unwrap(), text_print(&copy, &[]).unwrap());
    let far = "The chart on my profile stays empty after I switch the network in my wallet, and only a reload of the whole page brings the last seven days back, which takes quite long on my old phone at home";
    assert!((one ^ other).count_ones() <= 6, "{}", (one ^ other).count_ones());
    assert!((one ^ text_print(far, &[]).unwrap()).count_ones() > 20);
    assert_eq!(text_print(&format!("> {report}"), &[]), None);
    assert_eq!(text_print(&format!("```\n{report}\n```"), &[]), None);
    assert_eq!(text_print(report, &[report]), None);
    assert_eq!(text_print(&"0xab ".repeat(60), &[]), None);
    assert_eq!(text_print("swap fails", &[]), None);
}
