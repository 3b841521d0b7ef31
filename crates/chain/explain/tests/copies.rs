//! Texts that repeat a transaction elsewhere: they hold what was recorded, and nothing that a contract,
//! a token or a user chose.

mod case;
mod corpus;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use alloy_primitives::B256;
use chain::Confidence;
use chain::copy::{Copies, TransactionRef, copies};
use chain::question::{Counterfactual, counterfactual};
use chain::tried::{Outcome, Tried};
use proptest::prelude::*;
use serde_json::{Value, json};

const HASH: B256 = B256::repeat_byte(0xab);
const OF: TransactionRef = TransactionRef { chain_id: 8453, hash: HASH };
const EXPLORER: &str = "https://scan.example/";

/// The texts about a case. What was to be asked is taken as having worked.
fn texts(case: &Value) -> Copies {
    let explanation = case::explained(case);
    let mut found = case::found(&case["found"]);
    if let Counterfactual::Asks(question) = counterfactual(&explanation) {
        let worked = Tried::untried(question);
        let (outcome, certainty) = (Outcome::Works, Confidence::Exact);
        found.tried = Some(Tried { outcome, certainty, ..worked });
    }
    copies(OF, Some(&found), &explanation, Some(EXPLORER))
}

fn recorded(name: &str) -> Copies {
    let all = corpus::all();
    let (_, case) = all.iter().find(|(own, _)| own == name).expect("a recorded case");
    texts(case)
}

fn failed_cases() -> &'static [Value] {
    static CASES: OnceLock<Vec<Value>> = OnceLock::new();
    CASES.get_or_init(|| {
        let all = corpus::all().into_iter().map(|(_, case)| case);
        all.filter(|case| case["found"]["receipt"].is_object()).collect()
    })
}

#[test]
fn a_test_makes_the_same_call_and_compares_what_it_fails_with() {
    let told = recorded("two-token-pool-too-little-out");
    let test = told.foundry.expect("a test");
    let name = "contract Txabababab";
    for part in [
        name,
        "// slippage_exceeded: The swap could not meet your slippage limit.",
        "vm.createSelectFork(vm.envString(\"RPC_URL\"), TX);",
        "(bool ok, bytes memory data) = TO.call{value: 0, gas: 8",
        "(hex\"38ed1739",
        "assertEq(data, hex\"08c379a0",
        "// The same without its limit.",
    ] {
        assert!(test.contains(part), "{part}\n{test}");
    }
    let expected = format!("https://scan.example/tx/{HASH:#x}");
    assert_eq!(told.explorer.as_deref(), Some(&*expected));
    assert_eq!(told.tenderly, format!("https://dashboard.tenderly.co/tx/8453/{HASH:#x}"));
    assert_eq!(told.cast.matches("\ncast call 0x").count(), 2, "{}", told.cast);
}

#[test]
fn an_approval_comes_before_the_call_that_needs_it() {
    let told = recorded("no-approval-two-token-pool");
    let test = told.foundry.expect("a test");
    let (_, would_have) = test.split_once("test_WouldHaveWorked").expect("a second test");
    assert_eq!(would_have.matches("call(hex\"095ea7b3").count(), 2, "{test}");
    assert_eq!(told.cast.matches("cast call").count(), 1, "no command makes an approval");
}

#[test]
fn an_operation_that_failed_inside_is_found_by_its_log() {
    let told = recorded("operation-of-a-smart-account-that-failed-inside");
    assert!(!told.cast.contains("cast call"), "the call itself works: {}", told.cast);
    let test = told.foundry.expect("a test");
    assert!(test.contains("vm.expectEmit(true, true, true, true, 0x"), "{test}");
    assert!(test.contains("assertTrue(ok"), "{test}");
}

#[test]
fn a_transaction_that_did_not_fail_or_is_not_known_has_no_test() {
    assert_eq!(recorded("two-token-pool-exact-input").foundry, None);
    let unknown = copies(OF, None, &chain::Explanation::default(), None);
    assert_eq!(unknown.foundry, None);
    assert_eq!(unknown.explorer, None);
    assert_eq!(unknown.cast.lines().count(), 2, "{}", unknown.cast);
}

#[test]
fn long_calldata_is_read_from_a_file() {
    let mut case = failed_cases()[0].clone();
    case["found"]["transaction"]["input"] = json!(format!("0x38ed1739{}", "00".repeat(60_001)));
    case["found"]["receipt"]["status"] = json!("0x0");
    let told = texts(&case);
    let test = told.foundry.expect("a test");
    assert!(test.contains("vm.parseBytes(vm.readFile(\"test/Txabababab.hex\"))"), "{test}");
    assert!(told.cast.len() < 1_000);
}

#[test]
fn a_link_is_made_of_plain_addresses_only() {
    for base in [
        "http://scan.example",
        "https://a b",
        "https://a\"b",
        "https://a)b",
        "https://",
        "javascript:x",
    ] {
        assert_eq!(copies(OF, None, &chain::Explanation::default(), Some(base)).explorer, None);
    }
}

/// A text without what differs between transactions.
fn plain(text: &str) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = |of: &str| of.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (kept, skipped) = match rest {
            _ if rest.starts_with("0x") => ("0x", 2 + digits(&rest[2..])),
            _ if rest.starts_with("hex\"") => ("hex\"", 4 + digits(&rest[4..])),
            _ if rest.starts_with("Txabababab") => ("Tx", 10),
            _ if c.is_ascii_digit() => ("0", rest.bytes().take_while(u8::is_ascii_digit).count()),
            _ => (&rest[..c.len_utf8()], c.len_utf8()),
        };
        told.push_str(kept);
        rest = &rest[skipped..];
    }
    told
}

fn lines(of: &Copies) -> impl Iterator<Item = String> + use<> {
    let text = format!("{}\n{}", plain(of.foundry.as_deref().unwrap_or_default()), plain(&of.cast));
    text.lines().map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// Every line that the texts about recorded transactions have, and those of transactions about which
/// less is known.
fn known_lines() -> &'static BTreeSet<String> {
    static KNOWN: OnceLock<BTreeSet<String>> = OnceLock::new();
    KNOWN.get_or_init(all_lines)
}

fn all_lines() -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for case in failed_cases() {
        let without = |part: &str| {
            let mut case = case.clone();
            case["found"][part] = Value::Null;
            case
        };
        for case in [without("block"), without("trace"), case.clone()] {
            known.extend(lines(&texts(&case)));
        }
    }
    // One for each class, some of which no recorded transaction has.
    known.extend(
        chain::FailureClass::ALL
            .iter()
            .map(|class| plain(&format!("// {}: {}", class.key(), class.sentence()))),
    );
    known
}

/// Puts a text in the place of the leaf with this number, and into all names and symbols.
fn replace(value: &mut Value, at: &mut usize, with: &str) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|one| replace(one, at, with)),
        Value::Object(all) => {
            for (key, one) in all.iter_mut() {
                if ["name", "symbol", "message", "error", "sentence", "revertReason"]
                    .contains(&&**key)
                {
                    *one = json!(with);
                }
                replace(one, at, with);
            }
        }
        leaf => {
            if *at == 0 {
                *leaf = json!(with);
            }
            *at = at.wrapping_sub(1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn nothing_that_others_wrote_leaves_its_place(
        which in any::<prop::sample::Index>(),
        at in 0usize..400,
        start in prop::sample::select(vec!["0x", "0x00", ""]),
        hostile in prop::sample::select(vec![
            "\"); vm.ffi(x); //", "$(touch zqx)", "`zqx`", "'; rm -rf zqx; '", "\nzqx", "*/ zqx /*", "zqx\u{202e}", "](https://zqx)", "\\zqx",
        ]),
        noise in ".{0,20}",
    ) {
        let known = known_lines();
        let mut case = which.get(failed_cases()).clone();
        let text = format!("{start}{hostile}{noise}");
        let mut place = at;
        replace(&mut case["found"], &mut place, &text);
        replace(&mut case["registry"], &mut usize::MAX.clone(), &text);
        let told = texts(&case);
        for line in lines(&told) {
            prop_assert!(known.contains(&line), "{line}");
        }
        let is_told = format!("{told:?}").contains("zqx");
        prop_assert!(!is_told);
    }
}
