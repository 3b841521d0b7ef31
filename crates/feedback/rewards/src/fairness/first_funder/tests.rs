use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use chain_node::NodeError;
use parse_model::Json;
use serde_json::json;

use super::{Chain, FirstFunding, first_funding};

const WALLET: &str = "0x00000000000000000000000000000000000000aa";
const PAYER: &str = "0x00000000000000000000000000000000000000bb";

/// A chain on which one wallet gets its first coin in one block.
struct OneBlock {
    born: u64,
    transactions: Json,
    calls: AtomicUsize,
}

#[async_trait]
impl Chain for OneBlock {
    async fn ask(&self, method: &str, params: Json) -> Result<Json, NodeError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let block = |text: &Json| u64::from_str_radix(&text.as_str().unwrap()[2..], 16).unwrap();
        Ok(match method {
            "eth_getBalance" => json!(if block(&params[1]) >= self.born { "0x5" } else { "0x0" }),
            "eth_getTransactionCount" => json!("0x0"),
            "eth_getBlockByNumber" => {
                assert_eq!(block(&params[0]), self.born, "only the block of its birth is read");
                json!({ "number": params[0], "timestamp": "0x64", "miner": "0x0", "baseFeePerGas": "0x1", "transactions": self.transactions })
            }
            other => panic!("{other}"),
        })
    }
}

async fn found(born: u64, transactions: Json) -> (FirstFunding, usize) {
    let chain = OneBlock { born, transactions, calls: AtomicUsize::new(0) };
    let found = first_funding(&chain, WALLET, (1_000, 1_000_000)).await.unwrap();
    (found, chain.calls.into_inner())
}

#[tokio::test]
async fn the_payer_is_found_by_halves() {
    let direct = json!([{ "to": WALLET, "from": PAYER, "value": "0xffffff", "input": "0x" }]);
    for born in [1_001, 4_711, 999_999, 1_000_000] {
        let (funding, calls) = found(born, direct.clone()).await;
        assert_eq!((funding.kind, funding.funder.as_deref()), ("direct", Some(PAYER)));
        assert_eq!((funding.block, funding.at), (Some(born), Some(100)));
        assert!(calls <= 2 * 20 + 5, "{calls}");
    }
}

#[tokio::test]
async fn a_payment_through_a_contract_names_both_and_an_unclear_one_nobody() {
    let data = format!("0xdeadbeef{}", &WALLET[2..]);
    let one = json!({ "to": "0xcc", "from": PAYER, "value": "0xffffff", "input": data });
    let (funding, _) = found(5_000, json!([one])).await;
    assert_eq!((funding.kind, funding.via.as_deref()), ("contract", Some("0xcc")));
    let (funding, _) = found(5_000, json!([one, one])).await;
    assert_eq!((funding.kind, funding.funder), ("internal", None));
    let dust = json!([{ "to": WALLET, "from": PAYER, "value": "0x1", "input": "0x" }]);
    let (funding, _) = found(5_000, dust).await;
    assert_eq!((funding.kind, funding.funder), ("internal", None), "dust pays for nothing");
}

#[tokio::test]
async fn a_wallet_older_than_the_programme_and_one_without_coins_cost_few_calls() {
    let (funding, calls) = found(500, json!([])).await;
    assert_eq!((funding.kind, calls), ("older", 1));
    let (funding, calls) = found(2_000_000, json!([])).await;
    assert_eq!((funding.kind, calls), ("never", 4));
}
