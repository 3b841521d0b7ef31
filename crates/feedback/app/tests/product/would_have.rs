//! What would have made a failed swap pass: asked once, after its explanation is stored.

use parse_engine::worker::drain_all;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::evidence::{NODE, SENDER, hash};
use crate::stage::{Programme, TestUser};

const TOO_LITTLE: &str = "0x39d35496";

/// A node that makes calls again. Its answer also passes as the one to the programme that counts.
fn simulated(control: &str) -> Json {
    let call = |status: &str, data: u8, error: Json| json!({ "status": status, "returnData": format!("{data:#066x}"), "logs": [], "gasUsed": "0x5000", "error": error });
    let failed = json!({ "code": 3, "message": "execution reverted", "data": control });
    json!([{ "calls": [call("0x0", 1, failed), call("0x1", 2, Json::Null), call("0x1", 3, Json::Null)] }])
}

impl Programme {
    /// A swap of a two-token pool that missed its limit.
    pub(crate) fn swapped(&self, n: u64) {
        self.mined(NODE, &hash(n), 990, &hash(900));
        let (token, other) = (format!("{:064x}", 0x1111), format!("{:064x}", 0x2222));
        let words = [5, 7, 0xa0, 0x99, 4_000_000_000, 2].map(|word: u64| format!("{word:064x}"));
        let input = format!("0x38ed1739{}{token}{other}", words.concat());
        let transaction = json!({ "hash": hash(n), "from": SENDER, "to": "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
            "nonce": "0x5", "input": input, "value": "0x0", "gas": "0x9000", "gasPrice": "0x1",
            "blockHash": hash(900), "blockNumber": "0x3de", "transactionIndex": "0x0" });
        self.nodes.answer_about(NODE, "eth_getTransactionByHash", &hash(n), transaction);
    }

    async fn would_have(&self, who: &TestUser, id: &str) -> Json {
        let evidence = self.evidence(who, id).await;
        assert_eq!(evidence["explanation"]["failureClass"], "slippage_exceeded", "{evidence}");
        evidence["explanation"]["wouldHave"].clone()
    }
}

#[test]
fn the_answer_is_stored_beside_the_explanation_and_asked_once() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.chain(&mia, NODE, 5).await;
        programme.nodes.answer(NODE, "eth_simulateV1", simulated(TOO_LITTLE));
        programme.swapped(1);
        let id = programme.paste(&rin, &hash(1)).await;
        drain_all(&programme.engine).await;
        let answer = programme.would_have(&rin, &id).await;
        let sentence = "Without its limit, the swap would have worked.";
        assert_eq!((&answer["outcome"], &answer["certainty"]), (&json!("works"), &json!("exact")));
        assert_eq!(answer["sentence"], sentence);
        let asked = programme.nodes.times_asked("eth_simulateV1");
        assert_eq!(asked, 5, "the programme that counts, its limit at three blocks, and the call");
        let other = programme.paste(&kai, &hash(1)).await;
        drain_all(&programme.engine).await;
        assert_eq!(programme.would_have(&kai, &other).await, answer);
        assert_eq!(programme.nodes.times_asked("eth_simulateV1"), asked);
    });
}

#[test]
fn an_unchanged_call_that_fails_otherwise_gives_no_answer() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        programme.chain(&mia, NODE, 5).await;
        programme.nodes.answer(NODE, "eth_simulateV1", simulated("0x12345678"));
        programme.swapped(1);
        let id = programme.paste(&rin, &hash(1)).await;
        drain_all(&programme.engine).await;
        let answer = programme.would_have(&rin, &id).await;
        assert_eq!((&answer["outcome"], &answer["sentence"]), (&json!("untried"), &Json::Null));
        // What could not be tried is tried again when its owner asks.
        programme.nodes.answer(NODE, "eth_simulateV1", simulated(TOO_LITTLE));
        programme.ask(&rin, "evidenceRefresh", json!({ "id": id })).await;
        drain_all(&programme.engine).await;
        assert_eq!(programme.would_have(&rin, &id).await["outcome"], "works");
    });
}
