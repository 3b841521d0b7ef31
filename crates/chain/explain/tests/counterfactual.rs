//! What would have made a failed swap pass: what is asked, and what is said of the answers.

mod case;
mod corpus;

use std::collections::BTreeMap;

use alloy_primitives::{U256, hex};
use chain::question::{Counterfactual, counterfactual};
use chain::rerun::Rerun;
use chain::trial::{Trial, trial};
use chain::tried::{Outcome, Question, Tried, WouldHave};
use chain::{Amount, Confidence, FailureClass, Found, Quote, Registry, explain};
use serde_json::{Value, json};

/// What nodes said about a recorded outcome, and what the programme knew.
fn recorded(name: &str) -> (Found, Registry) {
    let all = corpus::all();
    let (_, case) = all.iter().find(|(own, _)| own == name).expect("a recorded case");
    (case::found(&case["found"]), case::registry(&case["registry"]))
}

fn trial_of(name: &str) -> Option<Trial> {
    let (found, registry) = recorded(name);
    trial(&found, &explain(&found, &registry, None))
}

#[test]
fn every_class_asks_one_question_or_none() {
    let mut classes: BTreeMap<Question, Vec<&str>> = BTreeMap::new();
    for class in FailureClass::ALL {
        if let Some(question) = class.question() {
            classes.entry(question).or_default().push(class.key());
        }
    }
    let expected = [
        (Question::Limits, vec!["slippage_exceeded", "decimals_mismatch"]),
        (Question::PriceLimit, vec!["price_limit"]),
        (Question::Deadline, vec!["deadline_expired"]),
        (Question::Allowance, vec!["allowance_missing"]),
        (Question::Permission, vec!["permit_expired", "permit_reused", "permit_bad_signature"]),
        (Question::Gas, vec!["out_of_gas"]),
        (Question::FeeFunction, vec!["fee_on_transfer"]),
    ];
    assert_eq!(classes, BTreeMap::from(expected));
}

#[test]
fn nothing_is_asked_about_what_was_not_undone_or_what_the_error_says() {
    for (name, expected) in [
        ("two-token-pool-too-little-out", Counterfactual::Asks(Question::Limits)),
        ("universal-router-range-pool-too-little-out", Counterfactual::Asks(Question::Limits)),
        ("universal-router-singleton-pool-too-little-out", Counterfactual::Told),
        ("less-than-quoted-by-the-fee-of-a-token", Counterfactual::Nothing),
        ("two-token-pool-exact-input", Counterfactual::Nothing),
        ("paused-contract", Counterfactual::Nothing),
        ("estimate-of-a-swap-past-its-limit", Counterfactual::Nothing),
    ] {
        let all = corpus::all();
        let (_, case) = all.iter().find(|(own, _)| own == name).unwrap();
        assert_eq!(counterfactual(&case::explained(case)), expected, "{name}");
    }
    let inside = trial_of("operation-of-a-smart-account-that-failed-inside");
    assert_eq!(inside, None, "its owner signed it");
}

#[test]
fn every_recorded_failure_with_a_question_can_be_tried_or_says_nothing() {
    let mut questions: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, case) in corpus::all().iter().filter(|(_, case)| case["found"].is_object()) {
        let found = case::found(&case["found"]);
        let explanation = case::explained(case);
        let Some(trial) = trial(&found, &explanation) else { continue };
        let input = found.transaction["input"].as_str().unwrap();
        let sent = hex::decode(input).unwrap();
        assert_eq!(trial.input.len(), sent.len(), "{name}");
        let is_changed = trial.input != sent || !trial.before.is_empty() || trial.gas.is_some();
        assert!(is_changed && !trial.reached.is_empty(), "{name}");
        *questions.entry(trial.question.key()).or_default() += 1;
    }
    let expected = [
        ("allowance", 3),
        ("deadline", 4),
        ("fee_function", 1),
        ("gas", 2),
        ("limits", 12),
        ("permission", 6),
        ("price_limit", 1),
    ];
    assert_eq!(questions, BTreeMap::from(expected));
}

/// The token that is given first.
fn explain_token(found: &Found) -> Value {
    let explained = explain(found, &Registry::default(), None);
    json!(explained.swap.and_then(|swap| swap.token_in.address))
}

#[test]
fn a_missing_approval_is_given_by_the_owner_to_the_contract_that_took_the_token() {
    let (found, _) = recorded("no-approval-two-token-pool");
    let trial = trial_of("no-approval-two-token-pool").unwrap();
    let [back, approve] = &trial.before[..] else { panic!("{:?}", trial.before) };
    let (owner, router) = (&found.transaction["from"], &found.transaction["to"]);
    assert_eq!(json!(approve.from), *owner);
    assert_eq!(explain_token(&found), json!(approve.to));
    assert_eq!(approve.input[..4], [0x09, 0x5e, 0xa7, 0xb3]);
    assert_eq!(json!(hex::encode_prefixed(&approve.input[16..36])), *router);
    assert_eq!((approve.input[36..].len(), back.input[36..].iter().max()), (32, Some(&0)));

    let permission = trial_of("permission-too-small").unwrap();
    assert_eq!(permission.before[0].input[..4], [0x87, 0x51, 0x7c, 0x45]);
    let signed = trial_of("signed-permission-used-before").unwrap();
    let (found, _) = recorded("signed-permission-used-before");
    let sent = hex::decode(found.transaction["input"].as_str().unwrap()).unwrap();
    let changed = sent.iter().zip(&signed.input).filter(|(before, after)| before != after);
    assert_eq!(changed.collect::<Vec<_>>(), [(&0x0a, &0x8a)]);
}

/// A limit of 0.0996 against a quote of 0.0997, and an answer.
fn story(tried: Tried, quote: Option<&Quote>) -> WouldHave {
    let (mut found, registry) = recorded("two-token-pool-too-little-out");
    let input = found.transaction["input"].as_str().expect("calldata");
    let least = format!("{:064x}", 99_600_000_000_000_000_u64);
    let input = [&input[..10 + 64], &least, &input[10 + 128..]].concat();
    found.transaction["input"] = json!(input);
    found.tried = Some(tried);
    explain(&found, &registry, quote).would_have.expect("an answer")
}

fn quote() -> Quote {
    let expected_out = Some(99_700_000_000_000_000.into());
    Quote { expected_out, ..Quote::default() }
}

fn answer(question: Question, outcome: Outcome, amount: Option<u64>) -> Tried {
    let (certainty, amount) = (Confidence::Exact, amount.map(Amount::from));
    Tried { question, outcome, certainty, amount, then: None, gas_used: None }
}

#[test]
fn the_answer_is_told_with_the_tolerance_that_would_have_been_enough() {
    let works = || answer(Question::Limits, Outcome::Works, Some(99_303_000_000_000_000));
    let told = story(works(), Some(&quote()));
    assert_eq!(told.tolerance_bps, Some(40), "39.8 hundredths of a percent, rounded up");
    assert_eq!(
        told.sentence.as_deref(),
        Some(
            "Without its limit, the swap would have returned 0.099303 TWO. You wanted at least 0.0996 TWO. \
             A tolerance of 0.40 % instead of 0.10 % would have passed."
        )
    );
    let told = story(Tried { certainty: Confidence::Approx, ..works() }, None);
    assert_eq!(told.tolerance_bps, None);
    assert_eq!(
        told.sentence.as_deref(),
        Some(
            "Without its limit, the swap would have returned 0.099303 TWO. You wanted at least 0.0996 TWO. \
             This is an estimate from the state of the parent block."
        )
    );
    let told = story(answer(Question::Limits, Outcome::Works, None), Some(&quote()));
    let plain = "Without its limit, the swap would have worked.";
    assert_eq!((told.sentence.as_deref(), told.tolerance_bps), (Some(plain), None));
    let then = Some(FailureClass::InsufficientBalance);
    let told = story(Tried { then, ..answer(Question::Limits, Outcome::Fails, None) }, None);
    assert_eq!(
        told.sentence.as_deref(),
        Some("Without its limit, the swap would still have failed. Your token balance is too low.")
    );
    assert_eq!(story(Tried::untried(Question::Limits), None).sentence, None);
}

#[test]
fn an_answer_to_another_question_is_not_told() {
    let (mut found, registry) = recorded("two-token-pool-too-little-out");
    found.tried = Some(answer(Question::Deadline, Outcome::Works, Some(5)));
    assert_eq!(explain(&found, &registry, None).would_have, None);
}

#[test]
fn what_a_router_returns_is_read_and_what_contradicts_the_failure_is_not_believed() {
    let name = "two-token-pool-too-little-out";
    let ((found, registry), trial) = (recorded(name), trial_of(name).unwrap());
    let words = [32, 2, 1_000, 993].map(|word| U256::from(word).to_be_bytes::<32>());
    let rerun =
        |has_worked, data: &[u8]| Rerun { has_worked, data: data.to_vec(), ..Rerun::default() };
    let read = |rerun: &Rerun| trial.read(&found, &registry, rerun, Confidence::Approx);
    let tried = read(&rerun(true, words.as_flattened()));
    assert_eq!((tried.outcome, tried.amount), (Outcome::Works, Some(993.into())));
    // More than the limit cannot have been too little.
    let beyond = [words[0], words[1], words[2], U256::MAX.to_be_bytes()];
    assert_eq!(read(&rerun(true, beyond.as_flattened())).amount, None);
    assert_eq!(read(&rerun(false, &trial.failure)), Tried::untried(Question::Limits));
    let poor = hex::decode(format!("e450d38c{}", "00".repeat(96))).unwrap();
    let tried = read(&rerun(false, &poor));
    assert_eq!(tried.then, Some(FailureClass::InsufficientBalance));
    assert_eq!(read(&Rerun { logs: Some(Value::Null), ..rerun(true, &[]) }).amount, None);
}
