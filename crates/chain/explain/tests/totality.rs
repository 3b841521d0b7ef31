//! No input panics, hangs or grows: arbitrary answers of nodes, and mutations of real ones.

mod case;
mod corpus;
mod fuzz;

use std::time::Duration;

use alloy_primitives::B256;
use chain::found::TraceKind;
use chain::{Found, Pasted, Quote, Registry, explain, recognise};
use proptest::prelude::*;
use serde_json::{Value, json};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,40}".prop_map(Value::from),
        "0x[0-9a-f]{0,200}".prop_map(Value::from),
    ];
    // Names that the readers look for, so that what is under them is read.
    let key = prop::sample::select(vec![
        "from",
        "to",
        "input",
        "output",
        "error",
        "calls",
        "logs",
        "topics",
        "data",
        "address",
        "status",
        "action",
        "result",
        "traceAddress",
        "type",
        "gas",
        "gasUsed",
        "value",
        "blockNumber",
        "message",
        "timestamp",
        "nonce",
        "code",
        "transactionIndex",
    ]);
    leaf.prop_recursive(5, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map(key.clone(), inner, 0..8).prop_map(|map| json!(map)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_answer_of_a_node_is_explained(
        transaction in any_json(), receipt in any_json(), block in any_json(), trace in any_json(),
        kind in 0..3_u8, input in prop::collection::vec(any::<u8>(), 0..400),
        quote in any::<(Option<u64>, Option<i64>, Option<i64>)>(),
    ) {
        let kind = match kind {
            0 => TraceKind::DebugCallTracer,
            1 => TraceKind::TraceTransaction,
            _ => TraceKind::CallAtParent,
        };
        let mut found = Found {
            transaction, receipt: Some(receipt), block: Some(block), trace: Some((kind, trace)),
            ..Found::default()
        };
        let quote = Quote {
            quote_block: quote.0, quoted_at: quote.1, price_impact_bps: quote.2,
            expected_out: Some(1_u64.into()), ..Quote::default()
        };
        explain(&found, &Registry::default(), Some(&quote));
        found.transaction = json!({ "input": alloy_primitives::hex::encode_prefixed(input) });
        explain(&found, &Registry::default(), None);
    }

    #[test]
    fn any_text_is_recognised_or_not(text in ".{0,600}") {
        recognise(&text, &[]);
        recognise(&format!("{{{text}}}"), &[]);
        recognise(&format!("error: {text}"), &[]);
    }

    #[test]
    fn a_hash_is_found_again_in_any_link(hash in any::<[u8; 32]>(), host in "[a-z]{1,10}\\.[a-z]{2,4}") {
        let hash = B256::from(hash);
        let pasted = recognise(&format!("https://{host}/tx/{hash}"), &[]);
        prop_assert_eq!(pasted, Pasted::Hash { hash, chain_id: None });
    }
}

#[test]
fn mutations_of_the_corpus_neither_panic_nor_hang() {
    assert!(corpus::all().len() > 10, "the corpus was not found");
    let found = fuzz::run(Duration::from_secs(3), 16);
    assert!(
        found.crashes.is_empty(),
        "{} crashed, the first: {}",
        found.crashes.len(),
        found.crashes[0]
    );
    assert!(found.slow.is_empty(), "{} were slow, the first: {}", found.slow.len(), found.slow[0]);
    assert!(found.executions > 20, "{found:?}");
}
