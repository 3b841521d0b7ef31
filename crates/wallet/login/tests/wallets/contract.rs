use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::Settings;
use serde_json::json;
use testkit::case;
use wallet_login::{Call, Nodes, Options, Unreachable};

use crate::keys::{Evm, Wallet, hex};
use crate::stage::{Browser, Stage, code, options, token};

const CONTRACT: &str = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const FACTORY: &str = "0x7777777777777777777777777777777777777777";

/// Chains on which one address is a contract that takes any signature ending in its chain's number.
struct Chains {
    chains: Vec<u64>,
    code: &'static str,
}

#[async_trait]
impl Nodes for Chains {
    fn chains(&self) -> &[u64] {
        &self.chains
    }

    async fn code(&self, chain: u64, _address: &str) -> Result<String, Unreachable> {
        if chain == 666 { Err(Unreachable) } else { Ok(self.code.to_owned()) }
    }

    async fn call(&self, chain: u64, call: &Call) -> Result<Option<String>, Unreachable> {
        let mark = format!("c0ffee{chain:04x}");
        let is_theirs = call.data.contains(&mark);
        Ok(match (&call.to, is_theirs) {
            (Some(_), true) => Some(format!("0x1626ba7e{}", "0".repeat(56))),
            (None, true) => Some("0x01".to_owned()),
            (_, false) => None,
        })
    }
}

fn signature(chain: u64) -> String {
    format!("0xc0ffee{chain:04x}{}", "00".repeat(80))
}

fn undeployed(chain: u64, factory: &str) -> String {
    let inner = format!("c0ffee{chain:04x}");
    let head = format!("{}{}", "0".repeat(24), &factory[2..]);
    format!("0x{head}{}{inner}{}{}", "0".repeat(128), "00".repeat(27), "6492".repeat(16))
}

async fn stage(chains: &[u64], code: &'static str) -> Stage {
    let nodes = Arc::new(Chains { chains: chains.to_vec(), code });
    let options = Options { factories: vec![FACTORY.to_owned()], ..options() };
    Stage::with(options, Some(nodes)).await
}

/// What a user sends for the contract on a chain.
async fn sent(
    stage: &Stage,
    browser: &Browser,
    chain: u64,
    signature: String,
) -> serde_json::Value {
    let asked = json!({ "family": "evm", "address": CONTRACT, "chain": chain });
    let text = stage.ask(browser, "walletChallenge", asked).await;
    json!({ "authData": { "wallet": { "family": "evm", "address": CONTRACT,
        "message": text["message"], "signature": signature } } })
}

#[test]
fn a_contract_signs_in_on_its_own_chain_and_is_another_user_on_another() {
    case(async {
        let stage = stage(&[1, 137], "0x6080").await;
        let home = Browser::new("i1");
        let body = sent(&stage, &home, 1, signature(1)).await;
        let one = stage.sign_in(&home, body).await.expect("signed up");
        let id = json!(format!("{CONTRACT}@1"));
        assert_eq!(one.body["authData"]["moralisEth"]["id"], id);
        let body = sent(&stage, &home, 137, signature(137)).await;
        let other = stage.sign_in(&home, body).await.expect("signed up");
        assert!(other.is_new && other.id != one.id, "another chain, another owner");
        let body = sent(&stage, &home, 137, signature(1)).await;
        assert_eq!(code(stage.sign_in(&home, body).await), 101, "a yes elsewhere is none here");
        let body = sent(&stage, &home, 5, signature(1)).await;
        assert_eq!(code(stage.sign_in(&home, body).await), 101, "an unknown chain");
        let body = sent(&stage, &home, 1, signature(1)).await;
        let again = stage.sign_in(&home, body).await.expect("signed in");
        assert_eq!(again.id, one.id);
        let own = home.with_token(&token(&again));
        let shown = stage.ask(&own, "walletAccounts", json!({})).await;
        assert_eq!(
            (&shown["accounts"][0]["chain"], &shown["accounts"][0]["isContract"]),
            (&json!(1), &json!(true))
        );
        stage.clock.advance(24 * 60 * 60 + 1);
        assert_eq!(code(stage.me(&own).await), 209, "owners change, so a day is enough");
    });
}

#[test]
fn no_field_shows_the_address_of_a_contract_without_its_chain() {
    case(async {
        let stage = stage(&[1, 137], "0x6080").await;
        let home = Browser::new("i1");
        let body = sent(&stage, &home, 137, signature(137)).await;
        let signed_up = stage.sign_in(&home, body).await.expect("signed up");
        let own = home.with_token(&token(&signed_up));
        let shown = async || {
            let me = stage.me(&own).await.expect("me");
            (me.get("ethAddress").cloned(), me["accounts"].clone())
        };
        assert_eq!(
            shown().await,
            (None, json!([])),
            "on another chain it belongs to another owner"
        );
        let written = json!({
            "accounts": { "__op": "AddUnique", "objects": [CONTRACT] }, "ethAddress": CONTRACT,
        });
        let id = signed_up.id.as_str();
        stage.save_user(&own, id, written).await.expect("as old clients do");
        assert_eq!(shown().await, (None, json!([])));
        let named = json!({ "family": "evm", "address": CONTRACT, "chain": 137 });
        assert_eq!(code(stage.call(&own, "walletPrimary", named).await), 119);
        let ada = Evm::new(1);
        let body = stage.signed(&own, &ada).await;
        let linked = stage.save_user(&own, id, body).await.expect("linked");
        assert_eq!(linked.body["ethAddress"], json!(ada.address()), "a key has it on every chain");
        assert_eq!(linked.body["accounts"], json!([ada.address()]));
    });
}

#[test]
fn the_day_of_a_contract_is_a_day_however_it_is_used() {
    case(async {
        const HOUR: i64 = 60 * 60;
        let settings = Settings {
            extend_session_on_use: true,
            session_length_seconds: 48 * HOUR,
            ..Settings::default()
        };
        let nodes = Arc::new(Chains { chains: vec![1], code: "0x6080" });
        let stage = Stage::under(settings, options(), Some(nodes)).await;
        let (home, away, later) = (Browser::new("i1"), Browser::new("i2"), Browser::new("i3"));
        let body = sent(&stage, &home, 1, signature(1)).await;
        let contract =
            home.with_token(&token(&stage.sign_in(&home, body).await.expect("signed up")));
        let body = stage.signed(&away, &Evm::new(1)).await;
        let key = away.with_token(&token(&stage.sign_in(&away, body).await.expect("signed up")));
        stage.clock.advance(23 * HOUR);
        stage.me(&contract).await.expect("within the day");
        let further = later.with_token(&stage.one_more_session(&contract).await);
        stage.me(&further).await.expect("within the day");
        stage.clock.advance(2 * HOUR);
        stage.me(&key).await.expect("the second half begins, and it is extended");
        assert_eq!(code(stage.me(&contract).await), 209, "using it does not make it longer");
        assert_eq!(code(stage.me(&further).await), 209, "nor does what it led to");
        stage.clock.advance(30 * HOUR);
        stage.me(&key).await.expect("a key stays what it is");
    });
}

#[test]
fn a_contract_that_is_not_there_yet_signs_in_through_a_factory_that_is_known() {
    case(async {
        let stage = stage(&[1], "0x").await;
        let home = Browser::new("i1");
        let body = sent(&stage, &home, 1, undeployed(1, FACTORY)).await;
        stage.sign_in(&home, body).await.expect("signed up");
        let stranger = format!("0x{}", hex(&[0x66; 20]));
        let body = sent(&stage, &home, 1, undeployed(1, &stranger)).await;
        assert_eq!(code(stage.sign_in(&home, body).await), 101);
    });
}

#[test]
fn who_lives_at_an_address_decides_who_speaks_for_it() {
    case(async {
        let home = Browser::new("i1");
        let empty = stage(&[1], "0x").await;
        let body = sent(&empty, &home, 1, signature(1)).await;
        assert_eq!(code(empty.sign_in(&home, body).await), 101, "no code, no contract");
        let lent = "0xef01005aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
        let delegating = stage(&[1], lent).await;
        let body = sent(&delegating, &home, 1, signature(1)).await;
        assert_eq!(code(delegating.sign_in(&home, body).await), 101, "only the key speaks");
        let body = sent(&delegating, &home, 1, undeployed(1, FACTORY)).await;
        assert_eq!(code(delegating.sign_in(&home, body).await), 101, "nor does a factory");
        let ada = Evm::new(1);
        let body = delegating.signed(&home, &ada).await;
        let saved = delegating.sign_in(&home, body).await.expect("the key signed");
        assert_eq!(saved.body["ethAddress"], json!(ada.address()));
    });
}

#[test]
fn a_node_that_does_not_answer_is_no_reason_to_ask_again_and_again() {
    case(async {
        let stage = stage(&[666], "0x6080").await;
        let home = Browser::new("i1");
        let body = sent(&stage, &home, 666, signature(666)).await;
        assert_eq!(code(stage.sign_in(&home, body).await), 100);
        let body = stage.signed(&home, &Evm::new(1)).await;
        stage.sign_in(&home, body).await.expect("keys need no node");
    });
}
