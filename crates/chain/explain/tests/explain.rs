//! How failures are classified: one line for each way, from answers of nodes put together by hand.

mod case;

use alloy_primitives::hex;
use chain::{Confidence, FailureClass as F, Gone, Quote, Verdict as V, explain, explain_gone};
use serde_json::{Value, json};

const ROUTER: &str = "0x1111111111111111111111111111111111111111";
const TOKEN: &str = "0x2222222222222222222222222222222222222222";
const OTHER: &str = "0x3333333333333333333333333333333333333333";
const SENDER: &str = "0x4444444444444444444444444444444444444444";
const POOL: &str = "0x5555555555555555555555555555555555555555";

/// `Error(string)`.
fn words(text: &str) -> String {
    let mut data = "08c379a0".to_owned();
    data.push_str(&format!("{:064x}{:064x}", 0x20, text.len()));
    data.push_str(&hex::encode(text));
    data.push_str(&"00".repeat((32 - text.len() % 32) % 32));
    format!("0x{data}")
}

fn word(number: u128) -> String {
    format!("{number:064x}")
}

fn address(text: &str) -> String {
    format!("{:0>64}", &text[2..])
}

/// `swapExactTokensForTokens(10^18, 2·10^17, [TOKEN, OTHER], SENDER, 1000)`.
fn swap_call() -> String {
    let head = [
        word(10_u128.pow(18)),
        word(2 * 10_u128.pow(17)),
        word(0xa0),
        address(SENDER),
        word(1_000),
    ];
    format!("0x38ed1739{}{}{}{}", head.concat(), word(2), address(TOKEN), address(OTHER))
}

fn transaction() -> Value {
    json!({ "from": SENDER, "to": ROUTER, "input": swap_call(), "value": "0x0", "nonce": "0x7", "gas": "0x493e0" })
}

fn registry() -> Value {
    json!({
        "contracts": [{ "address": ROUTER, "name": "Router", "role": "router" }],
        "tokens": [{ "address": TOKEN, "symbol": "ONE", "decimals": 18 },
                   { "address": OTHER, "symbol": "TWO", "decimals": 18 }],
    })
}

/// A failed swap, with frames that call each other in a row.
fn failed(frames: &[(&str, &str, &str)]) -> Value {
    let mut trace = Value::Null;
    for (to, input, output) in frames.iter().rev() {
        let calls = if trace.is_null() { json!([]) } else { json!([trace]) };
        trace = json!({ "to": to, "input": input, "output": output, "error": "execution reverted", "calls": calls });
    }
    json!({
        "registry": registry(),
        "found": {
            "transaction": transaction(),
            "receipt": { "status": "0x0", "gasUsed": "0x1000", "blockNumber": "0x64", "logs": [] },
            "block": { "timestamp": "0x44c" },
            "trace": { "kind": "debug", "answer": trace },
        },
    })
}

fn assert_class(case: &Value, class: F, verdict: V) -> chain::Explanation {
    let explained = case::explained(case);
    assert_eq!(explained.failure_class, Some(class), "{case:#}");
    assert_eq!(explained.verdict, Some(verdict), "{case:#}");
    assert!(explained.sentence.is_some() && explained.fingerprint.is_some());
    explained
}

#[test]
fn texts_of_contracts_decide() {
    for (text, class, verdict) in [
        ("UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT", F::SlippageExceeded, V::Unknown),
        ("UniswapV2Router: EXPIRED", F::DeadlineExpired, V::Expected),
        ("UniswapV2: INSUFFICIENT_LIQUIDITY", F::InsufficientLiquidity, V::Expected),
        ("SPL", F::PriceLimit, V::Suspect),
        ("UniswapV2: K", F::FeeOnTransfer, V::Suspect),
        ("UniswapV2: LOCKED", F::ReentrancyLock, V::Suspect),
        ("Pausable: paused", F::ContractPaused, V::Expected),
        ("TransferHelper: TRANSFER_FROM_FAILED", F::TransferFailed, V::Unknown),
        ("something new", F::UnknownRevert, V::Unknown),
    ] {
        let explained =
            assert_class(&failed(&[(ROUTER, &swap_call(), &words(text))]), class, verdict);
        assert_eq!(explained.confidence, Some(Confidence::Exact));
        assert_eq!(explained.revert.unwrap().text.as_deref(), Some(text));
    }
}

#[test]
fn the_token_behind_a_refused_transfer_is_asked() {
    let stf = words("STF");
    let needs = format!("0xfb8f41b2{}{}{}", address(ROUTER), word(0), word(5));
    let path = [(ROUTER, swap_call(), stf.clone()), (TOKEN, "0x23b872dd".into(), needs)];
    let path: Vec<_> = path.iter().map(|(a, b, c)| (*a, b.as_str(), c.as_str())).collect();
    let explained = assert_class(&failed(&path), F::AllowanceMissing, V::Suspect);
    let frames = explained.revert.unwrap().frames;
    assert_eq!(frames.len(), 2);
    assert_eq!(frames[1].method.as_deref(), Some("transferFrom"));
    assert_eq!(frames[1].role, "token");
    let advice = explained.advice.unwrap();
    assert!(
        advice.starts_with("It needed 0.000000000000000005 ONE and there was 0 ONE."),
        "{advice}"
    );

    let paused = [(ROUTER, &*swap_call(), &*stf), (TOKEN, "0x23b872dd", "0xd93c0665")];
    assert_class(&failed(&paused), F::TokenBlocked, V::Setup);
    let silent = [(ROUTER, &*swap_call(), &*stf), (TOKEN, "0x23b872dd", "0x")];
    assert_class(&failed(&silent), F::TransferFailed, V::Unknown);
    let mut flagged = failed(&silent);
    flagged["registry"]["tokens"][0]["flags"] = json!(["pausable"]);
    assert_class(&flagged, F::TokenBlocked, V::Setup);
}

#[test]
fn wrappers_are_opened_with_and_without_frames_and_make_the_same_fingerprint() {
    let inner = "39d35496";
    let message = format!("{}{:0<64}", word(4), inner);
    let wrapped = format!("0x2c4029e9{}{}{message}", word(1), word(0x40));
    let explained = assert_class(
        &failed(&[(ROUTER, &swap_call(), &wrapped), (POOL, "0x", &format!("0x{inner}"))]),
        F::SlippageExceeded,
        V::Unknown,
    );
    let mut repeated = failed(&[(ROUTER, &swap_call(), &wrapped)]);
    repeated["found"]["trace"] =
        json!({ "kind": "call", "answer": { "message": "execution reverted", "data": wrapped } });
    let other = assert_class(&repeated, F::SlippageExceeded, V::Unknown);
    assert_eq!(other.confidence, Some(Confidence::Approx));
    let names = |of: &chain::Explanation| -> Vec<Option<String>> {
        of.revert.as_ref().unwrap().frames.iter().map(|frame| frame.name.clone()).collect()
    };
    assert_eq!(
        names(&explained),
        [Some("ExecutionFailed".into()), Some("V3TooLittleReceived".into())]
    );
    assert_eq!(names(&other), names(&explained));
    assert_eq!(other.fingerprint, explained.fingerprint);
}

#[test]
fn silence_is_told_apart() {
    let silent = failed(&[(ROUTER, "0xdeadbeef", "0x"), (TOKEN, "0xdeadbeef", "0x")]);
    assert_class(&silent, F::EmptyRevert, V::Unknown);
    let no_pool = failed(&[(ROUTER, &swap_call(), "0x")]);
    assert_class(&no_pool, F::NoPool, V::Suspect);
    let mut dry = failed(&[(ROUTER, &swap_call(), "0x"), (TOKEN, "0x23b872dd", "0x")]);
    dry["found"]["trace"]["answer"]["calls"][0]["error"] = json!("out of gas: not enough");
    assert_class(&dry, F::OutOfGas, V::Suspect);
    let mut used_up = no_pool.clone();
    used_up["found"]["trace"] = Value::Null;
    used_up["found"]["receipt"]["gasUsed"] = json!("0x493e0");
    let explained = assert_class(&used_up, F::OutOfGas, V::Suspect);
    assert_eq!(explained.confidence, Some(Confidence::None));
}

#[test]
fn a_panic_says_which_check() {
    let data = format!("0x4e487b71{}", word(0x12));
    let explained = assert_class(&failed(&[(ROUTER, "0x", &data)]), F::Panic, V::Suspect);
    let sentence = explained.sentence.unwrap();
    assert_eq!(sentence, "An internal check of the contract failed: division by zero (code 0x12).");
}

#[test]
fn slippage_is_expected_or_suspect_only_once_the_limit_was_checked() {
    let text = words("Too little received");
    let mut case = failed(&[(ROUTER, &swap_call(), &text)]);
    case["quote"] =
        json!({ "expectedOut": "210000000000000000", "quoteBlock": 99, "quotedAt": 1_090_000 });
    let told = |case: &Value, verdict: V| {
        let explained = assert_class(case, F::SlippageExceeded, verdict);
        (explained.sentence.unwrap(), explained.advice.unwrap())
    };
    let (sentence, advice) = told(&case, V::Unknown);
    assert_eq!(sentence, "The swap could not meet your slippage limit.");
    assert!(advice.contains("It was not possible to check"), "{advice}");
    case["found"]["limitCheck"] = json!({ "fromBlock": 99, "outcome": "unclear" });
    assert_eq!(told(&case, V::Unknown), (sentence, advice));
    case["found"]["limitCheck"]["outcome"] = json!("met");
    let (sentence, advice) = told(&case, V::Expected);
    assert!(sentence.ends_with("so the swap protected you."), "{sentence}");
    assert!(!advice.contains("check"), "{advice}");
    case["found"]["limitCheck"]["outcome"] = json!("missed");
    let (_, advice) = told(&case, V::Suspect);
    assert!(advice.starts_with("You wanted at least 0.2 TWO."), "{advice}");
    assert!(advice.contains("at block 99, from which the quote was made"), "{advice}");
    case["quote"] = json!({ "minOut": "200000" });
    assert_class(&case, F::DecimalsMismatch, V::Suspect);
}

/// The blocks at which a case would be tried without its limits.
fn limit_blocks(case: &Value) -> Vec<u64> {
    let (found, registry) = (case::found(&case["found"]), case::registry(&case["registry"]));
    let quote: Option<Quote> = serde_json::from_value(case["quote"].clone()).ok();
    let explained = explain(&found, &registry, quote.as_ref());
    let trial = chain::limit_trial(&found, &explained, &registry, quote.as_ref());
    trial.map(|trial| trial.blocks).unwrap_or_default()
}

#[test]
fn a_swap_is_tried_at_the_block_of_its_quote() {
    let text = words("Too little received");
    let case = failed(&[(ROUTER, &swap_call(), &text)]);
    let blocks = |quote: Value, change: &dyn Fn(&mut Value)| {
        let mut case = case.clone();
        case["quote"] = quote;
        change(&mut case);
        limit_blocks(&case)
    };
    let as_it_is = |_: &mut Value| {};
    assert_eq!(blocks(json!({ "quoteBlock": 90 }), &as_it_is), [90]);
    assert_eq!(blocks(json!({ "quoteBlock": 200 }), &as_it_is), [99]);
    assert_eq!(blocks(json!({ "quotedAt": 1_070_000 }), &as_it_is), [96, 97, 99]);
    assert_eq!(blocks(json!(null), &as_it_is), [89, 94, 99]);
    let worked = |case: &mut Value| case["found"]["receipt"]["status"] = json!("0x1");
    assert!(blocks(json!(null), &worked).is_empty());
    let other = failed(&[(ROUTER, &swap_call(), &words("STF"))]);
    assert!(limit_blocks(&other).is_empty());
}

#[test]
fn a_deadline_that_passed_soon_after_the_quote_is_suspect() {
    let mut late = failed(&[(ROUTER, &swap_call(), &words("UniswapV2Router: EXPIRED"))]);
    late["quote"] = json!({ "quotedAt": 1_090_000 });
    let explained = assert_class(&late, F::DeadlineExpired, V::Suspect);
    assert!(explained.advice.unwrap().starts_with("It was mined 100 s after its deadline."));
    assert_eq!(explained.compare.unwrap().seconds_late, Some(10));
}

#[test]
fn administrators_win() {
    let mut case = failed(&[(ROUTER, &swap_call(), "0x39d35496")]);
    case["registry"]["signatures"] = json!([
        { "selector": "0x39d35496", "signature": "V3TooLittleReceived()", "failureClass": "bad_route",
          "verdict": "suspect", "sentence": "Ours.", "advice": "Do this." },
    ]);
    let explained = assert_class(&case, F::BadRoute, V::Suspect);
    assert_eq!(
        (explained.sentence.as_deref(), explained.advice.as_deref()),
        (Some("Ours."), Some("Do this."))
    );
    let error = json!({ "registry": { "signatures": [{ "textPattern": "Widget Said No", "failureClass": "no_route", "verdict": "expected", "sentence": "No." }] },
                        "text": "Error: the widget said no" });
    assert_class(&error, F::NoRoute, V::Expected);
}

#[test]
fn the_interface_of_the_contract_names_its_errors_and_functions() {
    let mut case = failed(&[(ROUTER, "0x2e1a7d4d", &format!("0x69640e72{}", word(7)))]);
    case["registry"]["contracts"][0]["abi"] = json!([
        { "type": "error", "name": "NotToday", "inputs": [{ "name": "day", "type": "uint256" }] },
    ]);
    let selector = &alloy_primitives::keccak256("NotToday(uint256)")[..4];
    case["found"]["trace"]["answer"]["output"] =
        json!(format!("0x{}{}", hex::encode(selector), word(7)));
    let explained = assert_class(&case, F::UnknownRevert, V::Unknown);
    let frame = &explained.revert.as_ref().unwrap().frames[0];
    assert_eq!(frame.name.as_deref(), Some("NotToday"));
    assert_eq!((frame.args[0].name.as_str(), frame.args[0].value.as_str()), ("day", "7"));
    assert_eq!(frame.label.as_deref(), Some("Router"));
}

fn topic(address: &str) -> String {
    format!("0x{}", self::address(address))
}

/// A swap that went well: ONE to the pool, TWO to the sender.
fn swapped(paid: u128, got: u128) -> Value {
    const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    const SWAP: &str = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";
    let mut case = failed(&[]);
    case["found"]["trace"] = Value::Null;
    case["found"]["receipt"] = json!({
        "status": "0x1", "gasUsed": "0x1000", "blockNumber": "0x64",
        "logs": [
            { "address": TOKEN, "topics": [TRANSFER, topic(SENDER), topic(POOL)], "data": format!("0x{}", word(paid)) },
            { "address": OTHER, "topics": [TRANSFER, topic(POOL), topic(SENDER)], "data": format!("0x{}", word(got)) },
            { "address": POOL, "topics": [SWAP, topic(ROUTER), topic(SENDER)],
              "data": format!("0x{}{}{}{}", word(paid), word(0), word(0), word(got)) },
        ],
    });
    case
}

#[test]
fn a_swap_that_worked_is_summed_up_and_compared() {
    let mut case = swapped(10_u128.pow(18), 205 * 10_u128.pow(15));
    let explained = case::explained(&case);
    assert_eq!(explained.failure_class, None);
    assert_eq!(explained.sentence.as_deref(), Some("It worked: 1 ONE became 0.205 TWO."));
    let swap = explained.swap.unwrap();
    assert_eq!(swap.hops[0].pool.as_deref(), Some(POOL));
    assert_eq!(swap.hops[0].token_out.as_deref(), Some(OTHER));
    assert_eq!(explained.transfers.len(), 2);

    case["quote"] = json!({ "expectedOut": "205000000000000000" });
    let compare = case::explained(&case).compare.unwrap();
    assert_eq!((compare.executed_vs_quote_bps, compare.executed_vs_min_bps), (Some(0), Some(250)));
    case["quote"] = json!({ "expectedOut": "210000000000000000" });
    let explained = assert_class(&case, F::QuoteDeviation, V::Suspect);
    assert_eq!(explained.compare.unwrap().headroom_used_bps, Some(5_000));
    case["quote"] = json!({ "expectedOut": "205000" });
    assert_class(&case, F::DecimalsMismatch, V::Suspect);
    case["quote"] = json!({ "expectedOut": "205000000000000000", "priceImpactBps": 900 });
    assert_class(&case, F::PriceImpactHigh, V::Expected);
    case["quote"] = json!({ "expectedOut": "210000000000000000" });
    case["registry"]["tokens"][1]["flags"] = json!(["feeOnTransfer"]);
    assert_class(&case, F::FeeOnTransfer, V::Setup);
}

#[test]
fn wallet_and_node_errors_are_classified() {
    for (text, class, verdict) in [
        (r#"{"code":4001,"message":"User rejected the request."}"#, F::UserRejected, V::Expected),
        (r#"{"code":4902,"message":"Unrecognized chain ID"}"#, F::WrongNetwork, V::Setup),
        (r#"{"code":4100,"message":"not allowed"}"#, F::WalletError, V::Unknown),
        (r#"{"code":-32000,"message":"nonce too low"}"#, F::NonceConflict, V::Setup),
        (
            r#"{"code":-32000,"message":"insufficient funds for gas * price + value"}"#,
            F::InsufficientGasFunds,
            V::Setup,
        ),
        (r#"{"code":-32000,"message":"something else"}"#, F::RpcError, V::Unknown),
        (
            r#"{"code":3,"message":"execution reverted","data":"0x5bf6f916"}"#,
            F::DeadlineExpired,
            V::Expected,
        ),
        (r#"{"code":3,"message":"execution reverted: STF"}"#, F::TransferFailed, V::Unknown),
        (r#"{"code":3,"message":"execution reverted"}"#, F::GasEstimationFailed, V::Suspect),
        ("Too little received", F::SlippageExceeded, V::Unknown),
        (
            r#"Error: call revert exception [ See: x ] (method="swap()", data="0x08c379a0", errorName="Error", reason="TransferHelper: TRANSFER_FROM_FAILED", code=CALL_EXCEPTION)"#,
            F::TransferFailed,
            V::Unknown,
        ),
        (
            r#"execution reverted (reason="TRANSFER_FROM_FAILED", data="0x08c379a0")"#,
            F::TransferFailed,
            V::Unknown,
        ),
        ("HTTP request failed. Status: 429", F::RpcError, V::Unknown),
        ("Error: no route found", F::NoRoute, V::Suspect),
        ("Error: failed to get quote", F::QuoteUnavailable, V::Suspect),
        ("error: header not found", F::RpcLag, V::Expected),
    ] {
        let explained = assert_class(&json!({ "text": text }), class, verdict);
        assert_eq!(explained.confidence, Some(Confidence::Text), "{text}");
    }
}

#[test]
fn what_never_came_is_told_by_what_became_of_it() {
    for (gone, class, verdict) in [
        (Gone::Dropped, F::TxDropped, V::Expected),
        (Gone::Replaced, F::TxReplaced, V::Expected),
        (Gone::Stuck, F::TxStuck, V::Unknown),
    ] {
        let explained = explain_gone(gone);
        assert_eq!((explained.failure_class, explained.verdict), (Some(class), Some(verdict)));
    }
}

#[test]
fn the_fingerprint_does_not_depend_on_addresses_amounts_or_chain() {
    let of = |case: &Value| case::explained(case).fingerprint.unwrap();
    let case = failed(&[(ROUTER, &swap_call(), &words("Too little received"))]);
    let text = case
        .to_string()
        .replace(&SENDER[2..], &"77".repeat(20))
        .replace(&POOL[2..], &"88".repeat(20));
    let text =
        text.replace(&ROUTER[2..], &"99".repeat(20)).replace(&word(10_u128.pow(18)), &word(12_345));
    let mut other: Value = serde_json::from_str(&text).unwrap();
    other["found"]["chainId"] = json!(10);
    assert_eq!(of(&case), of(&other));
    let mut another = case.clone();
    another["registry"]["contracts"] = json!([]);
    assert_ne!(of(&case), of(&another), "the role is part of it");
    assert_ne!(of(&case), of(&failed(&[(ROUTER, &swap_call(), &words("EXPIRED"))])));
    let by_another_function = failed(&[(ROUTER, "0x", &words("Too little received"))]).to_string();
    let by_another_function = by_another_function.replace("0x38ed1739", "0x8803dbee");
    assert_ne!(of(&case), of(&serde_json::from_str(&by_another_function).unwrap()));
}
