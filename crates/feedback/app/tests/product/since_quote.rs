//! A limit that was missed is judged by the quote of its user.

use parse_engine::worker::drain_all;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::evidence::{NODE, hash};
use crate::stage::{Programme, TestUser};

impl Programme {
    /// Pastes a transaction with a quote, and gives its explanation.
    async fn quoted(&self, who: &TestUser, block: u64, expected: &str) -> Json {
        let quote = json!({ "quoteBlock": block, "expectedOut": expected });
        let asked = json!({ "text": hash(1), "quote": quote });
        let shown = self.ask(who, "evidencePreview", asked).await;
        drain_all(&self.engine).await;
        let id = shown["evidence"]["id"].as_str().expect("an id").to_owned();
        self.evidence(who, &id).await["explanation"].clone()
    }
}

#[test]
fn one_transaction_with_two_quotes_has_two_answers() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        programme.chain(&mia, NODE, 5).await;
        programme.swapped(1);
        // The amounts of the route; the swap wanted at least 7.
        let amounts = [32, 2, 5, 6].map(|word: u64| format!("{word:064x}")).concat();
        programme.nodes.answer(NODE, "eth_call", json!(format!("0x{amounts}")));
        let advice = |of: &Json| of["advice"].as_str().expect("an advice").to_owned();
        let first = programme.quoted(&rin, 900, "6").await;
        assert_eq!(first["verdict"], "suspect");
        let wrong = "at block 900, from which the quote was made, so the limit itself looks wrong.";
        assert!(advice(&first).contains(wrong), "{first}");
        let asked = programme.nodes.times_asked("eth_call");
        let second = programme.quoted(&kai, 950, "45").await;
        let wrong = "at block 950, from which the quote was made, so the quote itself looks wrong.";
        assert!(advice(&second).contains(wrong), "{second}");
        assert!(programme.nodes.times_asked("eth_call") > asked);
        assert_eq!(first["fingerprint"], second["fingerprint"]);
        let kept = r#"select count(*) from _touchstone.found_transaction,
            jsonb_array_elements(found -> 'limitChecks')"#;
        assert_eq!(programme.count(kept).await, 2, "answers are kept by the block of the quote");
    });
}
