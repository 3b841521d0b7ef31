//! Several administrators at once, in any order: the result depends on the final decisions alone.

use std::collections::BTreeMap;

use parse_engine::periodic_task::run_all_tasks;
use serde_json::{Value, json};
use testkit::case;

use crate::access::all_of;
use crate::stage::{Programme, TestUser};

const DAY: i64 = 86_400;

/// A small generator, so that a case can be repeated by its seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// What each of three administrators does, one thing after the other.
fn plan(dice: &mut Dice, numbers: &[u64]) -> Vec<(&'static str, Value)> {
    let any = |dice: &mut Dice| {
        numbers[usize::try_from(dice.roll(numbers.len() as u64)).expect("a place")]
    };
    (0..8)
        .map(|_| {
            let number = any(dice);
            match dice.roll(5) {
                0 | 1 => ("issueMerge", json!({ "number": number, "into": any(dice) })),
                2 => ("issueUnmerge", json!({ "number": number })),
                3 => {
                    let severity =
                        ["S1", "S2", "S3"][usize::try_from(dice.roll(3)).expect("a severity")];
                    ("issueSetSeverity", json!({ "number": number, "severity": severity }))
                }
                _ => {
                    let quality =
                        ["A", "B", "C"][usize::try_from(dice.roll(3)).expect("a quality")];
                    ("issueSetQuality", json!({ "number": number, "quality": quality }))
                }
            }
        })
        .collect()
}

/// Does everything; what the rules refuse is refused, and nothing fails otherwise.
async fn act(programme: &Programme, who: &TestUser, plan: &[(&'static str, Value)]) {
    for (name, params) in plan {
        if let Err(error) = programme.call(Some(who), name, params.clone()).await {
            crate::stage::told(&error);
        }
    }
}

/// Brings the reports to the same end, whatever happened before: two sets, each with its grade.
async fn finish(programme: &Programme, who: &TestUser, numbers: &[u64]) {
    for number in numbers {
        let _ = programme.call(Some(who), "issueUnmerge", json!({ "number": number })).await;
    }
    for (number, severity, quality) in [(numbers[0], "S1", "A"), (numbers[3], "S2", "C")] {
        let _ = programme
            .call(Some(who), "issueSetSeverity", json!({ "number": number, "severity": severity }))
            .await;
        let _ = programme
            .call(Some(who), "issueSetQuality", json!({ "number": number, "quality": quality }))
            .await;
    }
    for (number, into) in [(1, 0), (2, 0), (4, 3), (5, 3)] {
        let merge = json!({ "number": numbers[number], "into": numbers[into] });
        programme.ask(who, "issueMerge", merge).await;
    }
}

async fn one(seed: u64) -> BTreeMap<String, i64> {
    let programme = Programme::open().await;
    let mut administrators = Vec::new();
    for name in ["mia", "max", "moe"] {
        administrators.push(programme.administrator(name).await);
    }
    let mia = &administrators[0];
    programme.season(mia).await;
    let mut numbers = Vec::new();
    let mut names = BTreeMap::new();
    for name in ["ada", "bob", "cyd", "dan", "eve", "fay"] {
        let tester = programme.tester(name).await;
        numbers.push(programme.reported(&tester, "The map freezes for good").await);
        names.insert(tester.id, name);
        programme.clock.advance(1);
    }
    for number in &numbers {
        let accept = json!({ "number": number, "severity": "S3", "quality": "B" });
        programme.ask(mia, "issueAccept", accept).await;
    }
    let mut dice = Dice(seed);
    let plans: Vec<_> = administrators.iter().map(|_| plan(&mut dice, &numbers)).collect();
    all_of(administrators.iter().zip(&plans).map(|(who, plan)| act(&programme, who, plan))).await;
    // Whatever happened, the ledger is sound, and an open purse has paid its finder's floor at
    // most.
    programme.audited(1).await;
    programme.totals(1).await;
    finish(&programme, mia, &numbers).await;
    programme.clock.advance(8 * DAY);
    run_all_tasks(&programme.engine).await;
    let entries = programme.audited(1).await;
    assert!(entries.iter().all(|entry| entry.draft.explain.amount() == Some(entry.draft.amount)));
    let report = programme.ask(mia, "invariantsCheck", json!({})).await;
    assert_eq!(report["differences"], json!([]), "seed {seed}");
    let totals = programme.totals(1).await;
    totals.into_iter().map(|(person, total)| (names[&person].to_owned(), total)).collect()
}

#[test]
fn whatever_administrators_do_at_once_the_same_sets_are_paid_the_same() {
    case(async {
        // Critical, well reported: 500; major, badly reported: 90.
        let expected =
            [("ada", 350), ("bob", 100), ("cyd", 50), ("dan", 63), ("eve", 18), ("fay", 9)];
        let expected: BTreeMap<String, i64> =
            expected.into_iter().map(|(name, total)| (name.to_owned(), total)).collect();
        for seed in [0xfeed, 0x5eed_5eed] {
            assert_eq!(one(seed).await, expected, "seed {seed}");
        }
    });
}

#[test]
fn what_is_provisional_becomes_final_when_it_is_settled_and_spam_costs_until_it_is_forgiven() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let ada = programme.tester("ada").await;
        let found = programme.reported(&ada, "The map freezes for good").await;
        let accept = json!({ "number": found, "severity": "S2", "quality": "A" });
        let answer = programme.ask(&mia, "issueAccept", accept).await;
        assert_eq!(answer["points"][0]["amount"], 113);
        let provisional = async || {
            let mine = programme.ask(&ada, "pointsMine", json!({})).await;
            let mut entries = mine["entries"].as_array().expect("entries").clone();
            entries.retain(|entry| entry["provisional"] == true);
            entries.len()
        };
        assert_eq!(provisional().await, 1);
        programme.clock.advance(8 * DAY);
        run_all_tasks(&programme.engine).await;
        assert_eq!(provisional().await, 0, "nothing about a settled issue is provisional");
        assert_eq!(programme.totals(1).await[&ada.id], 188);
        let noise = programme.reported(&ada, "Buy my very nice tokens").await;
        let close = json!({ "number": noise, "resolution": "spam", "reason": "This is an advertisement.", "confirm": true });
        programme.ask(&mia, "issueClose", close).await;
        assert_eq!(programme.totals(1).await[&ada.id], 168);
        programme.ask(&mia, "issueUndo", json!({ "number": noise })).await;
        assert_eq!(programme.totals(1).await[&ada.id], 188);
        programme.audited(1).await;
    });
}
