//! Slippage: whether its limit was within reach at the block of the quote, and what changed the pools
//! since.

mod case;
mod corpus;

use alloy_primitives::{Address, U256, hex};
use chain::rerun::Rerun;
use chain::{
    Amount, Explanation, FailureClass, Found, LimitAnswer, LimitOutcome, LimitTrial, Quote,
    Registry, Verdict, explain, limit_trial,
};
use serde_json::{Value, json};

const MOVED: &str = "the-price-moved-past-the-limit-after-the-quote";
/// `Sync`, `Swap` of two-token pools.
const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const SWAP: &str = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";

/// A recorded failure, and a quote of it.
struct Scene {
    found: Found,
    registry: Registry,
    block: u64,
    limit: U256,
    before: Explanation,
}

fn scene(name: &str) -> Scene {
    let all = corpus::all();
    let (_, case) = all.iter().find(|(own, _)| own == name).expect("a recorded case");
    assert_eq!(case::explained(case).failure_class, Some(FailureClass::SlippageExceeded));
    let mut found = case::found(&case["found"]);
    found.limit_check = None;
    let registry = case::registry(&case["registry"]);
    let before = explain(&found, &registry, None);
    let limit = before.swap.as_ref().expect("a swap").min_out.unwrap_or_default().0;
    Scene { found, registry, block: before.block_number.expect("a block") - 3, limit, before }
}

impl Scene {
    fn quote(&self, expected: U256) -> Quote {
        let expected_out = Some(Amount(expected));
        Quote { expected_out, quote_block: Some(self.block), ..Quote::default() }
    }

    fn trial(&self, quote: Option<&Quote>) -> LimitTrial {
        limit_trial(&self.found, &self.before, &self.registry, quote).expect("a question")
    }

    /// The explanation after these answers: the amount at the block of the quote, and events.
    fn told(&self, quote: &Quote, amount: Option<U256>, events: Option<&[Value]>) -> Explanation {
        let trial = self.trial(Some(quote));
        let worked = |data: Vec<u8>| Rerun { has_worked: true, data, ..Rerun::default() };
        let call = amount.map(|amount| LimitAnswer::Free(worked(returned(amount))));
        let check = trial.read(&self.found, &self.before, &self.registry, &[call], events);
        let found = Found { limit_check: Some(check), ..self.found.clone() };
        explain(&found, &self.registry, Some(quote))
    }

    fn event(&self, topic: &str, blocks_before: u64, index: u64) -> Value {
        let block = self.before.block_number.expect("a block") - blocks_before;
        json!({ "address": Address::ZERO, "topics": [topic], "data": "0x",
            "blockNumber": format!("{block:#x}"), "transactionIndex": format!("{index:#x}") })
    }
}

/// What a router of two-token pools returns.
fn returned(amount: U256) -> Vec<u8> {
    [U256::from(32), U256::from(2), U256::ONE, amount].map(|word| word.to_be_bytes::<32>()).concat()
}

fn judged(explanation: &Explanation) -> (Verdict, &str) {
    (explanation.verdict.expect("a verdict"), explanation.advice.as_deref().unwrap_or_default())
}

#[test]
fn a_limit_within_reach_of_an_honest_quote_was_overtaken_by_the_price() {
    let scene = scene(MOVED);
    let offered = scene.limit + U256::from(5);
    let events = [
        scene.event(SYNC, 2, 0),
        scene.event(SWAP, 2, 0),
        scene.event(SYNC, 1, 4),
        // Behind the transaction.
        scene.event(SYNC, 0, 9),
    ];
    let explanation = scene.told(&scene.quote(offered), Some(offered), Some(&events));
    let (verdict, advice) = judged(&explanation);
    assert_eq!(verdict, Verdict::Expected, "{advice}");
    assert!(advice.contains("At the block of the quote, it would have returned"), "{advice}");
    assert!(advice.contains(", as quoted."), "{advice}");
    let saw = "Since the quote, its pools saw 1 swap and 1 change of liquidity.";
    assert!(advice.contains(saw), "{advice}");
    let silent = scene.told(&scene.quote(offered), Some(offered), None);
    assert_eq!(silent.verdict, Some(Verdict::Expected), "events decide nothing that is known");
}

#[test]
fn a_limit_out_of_reach_was_wrong_or_its_quote_was() {
    let scene = scene(MOVED);
    let offered = scene.limit - U256::ONE;
    for events in [None, Some(&[scene.event(SYNC, 1, 0)][..])] {
        let explanation = scene.told(&scene.quote(offered), Some(offered), events);
        let (verdict, advice) = judged(&explanation);
        assert_eq!(verdict, Verdict::Suspect);
        assert!(advice.contains("so the limit itself looks wrong."), "{advice}");
        let explanation =
            scene.told(&scene.quote(scene.limit * U256::from(2)), Some(offered), events);
        let (verdict, advice) = judged(&explanation);
        assert_eq!(verdict, Verdict::Suspect);
        assert!(advice.contains("so the quote itself looks wrong."), "{advice}");
        assert!(advice.contains("% less than quoted"), "{advice}");
    }
}

#[test]
fn a_quote_far_above_the_pool_is_suspect_even_if_the_limit_was_within_reach() {
    let scene = scene(MOVED);
    let of = |bps: u64| {
        let quoted = scene.limit * U256::from(10_000) / U256::from(10_000 - bps);
        scene.told(&scene.quote(quoted), Some(scene.limit), None).verdict.unwrap()
    };
    // The programme allows quotes to be off by 50.
    assert_eq!([of(40), of(60)], [Verdict::Expected, Verdict::Suspect]);
}

#[test]
fn without_the_state_of_the_quote_pools_that_never_changed_still_tell() {
    let scene = scene(MOVED);
    let quote = scene.quote(scene.limit);
    let verdict = |events: Option<&[Value]>| scene.told(&quote, None, events);
    assert_eq!(verdict(Some(&[])).verdict, Some(Verdict::Suspect));
    assert_eq!(verdict(None).verdict, Some(Verdict::Unknown));
    let moved = verdict(Some(&[scene.event(SYNC, 1, 0)]));
    assert_eq!(moved.verdict, Some(Verdict::Unknown));
    // Events of another time make all of them useless.
    let late = [scene.event(SYNC, 3, 0)];
    assert_eq!(verdict(Some(&late)).verdict, Some(Verdict::Unknown));
}

#[test]
fn a_call_with_limits_that_are_not_known_is_repeated_as_it_was_sent() {
    let scene = scene(MOVED);
    let quote = scene.quote(scene.limit);
    let trial = LimitTrial { input: None, ..scene.trial(Some(&quote)) };
    let outcome = |has_worked: bool, data: &str| {
        let data = hex::decode(data).unwrap();
        let call = LimitAnswer::AsSent(Rerun { has_worked, data, ..Rerun::default() });
        trial.read(&scene.found, &scene.before, &scene.registry, &[Some(call)], None).outcome
    };
    assert_eq!(outcome(true, "0x"), LimitOutcome::Met);
    assert_eq!(outcome(false, "0x39d35496"), LimitOutcome::Missed);
    assert_eq!(outcome(false, "0x"), LimitOutcome::Unclear);
}

#[test]
fn what_was_found_out_changes_no_class_and_no_fingerprint() {
    let scene = scene(MOVED);
    let quote = scene.quote(scene.limit);
    for amount in [None, Some(scene.limit), Some(U256::ONE)] {
        let told = scene.told(&quote, amount, Some(&[]));
        let same = |of: &Explanation| (of.failure_class, of.fingerprint.clone());
        assert_eq!(same(&told), same(&scene.before));
    }
}

#[test]
fn pools_are_watched_by_their_addresses() {
    let scene = scene(MOVED);
    let watched = scene.trial(Some(&scene.quote(U256::ONE))).pools.expect("pools");
    assert_eq!((watched.len(), watched[0].addresses.len(), watched[0].topics.len()), (1, 1, 1));
    assert_eq!(scene.trial(None).pools, None, "there is no quote");
}
