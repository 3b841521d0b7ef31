//! Errors of contracts: unnamed ones, and the effect of naming one.

use parse_engine::function;
use parse_engine::worker::drain_all;
use parse_identity::RequestCredentials;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::evidence::{NODE, SENDER, hash};
use crate::stage::{Programme, TestUser, map};

const HOOK: &str = "0x00000000000000000000000000000000000000cc";
/// `FeeWindowClosed(uint256,uint256)`
const SIGNATURE: &str = "FeeWindowClosed(uint256,uint256)";

fn selector() -> String {
    let hashed = alloy_primitives::keccak256(SIGNATURE);
    format!("0x{}", alloy_primitives::hex::encode(&hashed[..4]))
}

impl Programme {
    /// A transaction of a user that ends with an unnamed error.
    async fn fails_strangely(&self, who: &TestUser, n: u64) -> String {
        let hash = hash(n);
        self.mined(NODE, &hash, 900, &format!("0x{:064x}", 0xb10c));
        let output = format!("{}{:064x}{:064x}", selector(), 1, 2);
        let trace = json!({ "type": "CALL", "from": SENDER, "to": HOOK, "input": "0x12345678", "output": output,
            "gas": "0x5208", "gasUsed": "0x5000", "value": "0x0", "error": "execution reverted" });
        self.nodes.answer_about(NODE, "debug_traceTransaction", &hash, trace);
        self.clock.advance(1);
        let id = self.paste(who, &hash).await;
        drain_all(&self.engine).await;
        id
    }
}

fn named(sentence: &str) -> Json {
    json!({ "selector": selector(), "signature": SIGNATURE, "failureClass": "contract_paused", "verdict": "expected",
        "sentence": sentence })
}

#[test]
fn an_error_that_nobody_knows_is_listed_and_naming_it_tells_everybody_who_met_it() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin, sam) = (
            programme.administrator("mia").await,
            programme.tester("rin").await,
            programme.tester("sam").await,
        );
        programme.chain(&mia, NODE, 11_155_111).await;
        let mine = programme.fails_strangely(&rin, 1).await;
        programme.fails_strangely(&rin, 2).await;
        let last = programme.fails_strangely(&sam, 3).await;
        let before = programme.evidence(&rin, &mine).await;
        assert_eq!(before["explanation"]["failureClass"], "unknown_revert", "{before}");
        let errors = programme.ask(&mia, "errorSignatures", json!({})).await;
        let unknown = errors["unknown"].as_array().expect("a list");
        assert_eq!(unknown.len(), 1, "{unknown:?}");
        assert_eq!(unknown[0]["key"], json!(selector()));
        assert_eq!((&unknown[0]["count"], &unknown[0]["people"]), (&json!(3), &json!(2)));
        assert_eq!((&unknown[0]["words"], &unknown[0]["isText"]), (&json!(2), &json!(false)));
        assert_eq!(unknown[0]["sample"], json!(last));
        assert_eq!(unknown[0]["origin"]["contract"], HOOK);

        let saved =
            programme.ask(&mia, "errorSignatureSave", named("The pool takes no swaps now.")).await;
        drain_all(&programme.engine).await;
        let after = programme.evidence(&rin, &mine).await;
        assert_eq!(after["explanation"]["failureClass"], "contract_paused", "{after}");
        assert_eq!(after["explanation"]["sentence"], "The pool takes no swaps now.");
        let errors = programme.ask(&mia, "errorSignatures", json!({})).await;
        assert_eq!(errors["unknown"], json!([]));
        assert_eq!(
            (&errors["rows"][0]["key"], &errors["rows"][0]["count"]),
            (&json!(selector()), &json!(3))
        );

        let id = &saved["errorSignature"]["id"];
        programme.ask(&mia, "errorSignatureRemove", json!({ "id": id })).await;
        drain_all(&programme.engine).await;
        let again = programme.evidence(&rin, &mine).await;
        assert_eq!(again["explanation"]["failureClass"], "unknown_revert", "{again}");
    });
}

#[test]
fn what_one_server_is_told_every_server_knows() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = programme.chain(&mia, NODE, 11_155_111).await;
        let other = programme.second_engine().await;
        let explained = async |text: &str| {
            let claim = RequestCredentials {
                session_token: Some(rin.token.clone()),
                ..RequestCredentials::default()
            };
            let cx = other.cx(other.caller(claim).await.expect("a session"));
            let params = map(json!({ "text": text, "network": network }));
            let answer = function::call(&cx, "evidencePreview", params).await.expect("an answer");
            answer.unwrap_or_default()["evidence"]["explanation"]["failureClass"].clone()
        };
        let first = explained("execution reverted: the moon is full").await;
        assert_ne!(first, "contract_paused");
        let moon = json!({ "textPattern": "The moon", "failureClass": "contract_paused", "verdict": "expected",
            "sentence": "Not tonight." });
        programme.ask(&mia, "errorSignatureSave", moon).await;
        let second = explained("execution reverted: the moon is full again").await;
        assert_eq!(second, "contract_paused");
    });
}

#[test]
fn the_list_has_errors_that_are_built_in_and_errors_of_interfaces() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let network = programme.chain(&mia, NODE, 11_155_111).await;
        let abi = r#"[{"type":"error","name":"FeeWindowClosed","inputs":[{"name":"a","type":"uint256"},{"name":"b","type":"uint256"}]}]"#;
        let contract = json!({ "network": network, "address": HOOK, "name": "Fee hook", "role": "other", "abi": abi });
        programme.ask(&mia, "contractSave", contract).await;
        let errors = programme.ask(&mia, "errorSignatures", json!({})).await;
        let of = |key: &str| {
            let rows = errors["rows"].as_array().expect("rows");
            rows.iter().find(|row| row["key"] == key).cloned().unwrap_or_default()
        };
        let built_in = of("0x39d35496");
        assert_eq!((&built_in["source"], &built_in["id"]), (&json!("builtin"), &Json::Null));
        assert_eq!(built_in["failureClass"], "slippage_exceeded");
        assert_eq!(of("too little received")["isText"], true);
        let from_abi = of(&selector());
        assert_eq!(
            (&from_abi["source"], &from_abi["signature"]),
            (&json!("abi"), &json!(SIGNATURE))
        );
        programme.ask(&mia, "errorSignatureSave", named("The pool takes no swaps now.")).await;
        let errors = programme.ask(&mia, "errorSignatures", json!({})).await;
        let rows = errors["rows"].as_array().expect("rows");
        let same: Vec<_> = rows.iter().filter(|row| row["key"] == json!(selector())).collect();
        assert_eq!(same.len(), 1, "what an administrator says is said instead");
        assert_eq!(same[0]["source"], "admin");
    });
}
