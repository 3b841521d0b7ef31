use serde_json::json;
use testkit::case;

use crate::keys::{Evm, Polkadot, Solana, Wallet};
use crate::stage::{Browser, Stage, code, token};

#[test]
fn an_old_client_signs_in_and_writes_what_it_always_writes() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let body = stage.signed_by_old_client(&home, &ada).await;
        let saved = stage.sign_in(&home, body).await.expect("signed up");
        let (id, own) = (saved.id.as_str(), home.with_token(&token(&saved)));
        let step_four = json!({
            "ACL": { id: { "read": true, "write": true } },
            "accounts": { "__op": "AddUnique", "objects": [ada.address()] },
            "ethAddress": ada.address(),
        });
        let written = stage.save_user(&own, id, step_four).await.expect("step four");
        assert_eq!(written.body["accounts"], json!([ada.address()]));

        let sol = Solana::new(3);
        let home = Browser::new("i2");
        let body = stage.signed_by_old_client(&home, &sol).await;
        let saved = stage.sign_in(&home, body).await.expect("Solana");
        let (id, own) = (saved.id.as_str(), home.with_token(&token(&saved)));
        let step_four = json!({ "solAccounts": [sol.address()], "solAddress": sol.address() });
        stage.save_user(&own, id, step_four).await.expect("step four");

        let dot = Polkadot::new("5HdetFRBtDU4TCeiVzfHJHEBxuB9G2h7crAhP1VWo77RpuYX");
        let body = stage.signed_by_old_client(&home, &dot).await;
        stage.sign_in(&home, body).await.expect("Polkadot");
    });
}

#[test]
fn an_old_client_links_and_unlinks() {
    case(async {
        let stage = Stage::open().await;
        let (home, one, two) = (Browser::new("i1"), Evm::new(1), Evm::new(2));
        let body = stage.signed_by_old_client(&home, &one).await;
        let saved = stage.sign_in(&home, body).await.expect("signed up");
        let (id, own) = (saved.id.as_str(), home.with_token(&token(&saved)));
        let time = stage.ask(&own, "getServerTime", json!({})).await;
        let action = format!("\nAction: link to account {id}");
        assert!(time["dateTime"].as_str().expect("a time").ends_with(&action));

        let body = stage.signed_by_old_client(&own, &two).await;
        let linked = stage.save_user(&own, id, body).await.expect("linked");
        let own = home.with_token(&token(&linked));
        let step_four = json!({
            "accounts": { "__op": "AddUnique", "objects": [two.address()] }, "ethAddress": two.address(),
        });
        let written = stage.save_user(&own, id, step_four).await.expect("step four");
        assert_eq!(written.body["accounts"], json!([one.address(), two.address()]));
        assert_eq!(stage.me(&own).await.expect("me")["ethAddress"], json!(two.address()));
        assert_eq!(stage.count(&own, "_EthAddress").await, 2);

        stage.delete(&own, "_EthAddress", &two.address()).await.expect("unlinked");
        let after = json!({
            "authData": { "moralisEth": null }, "accounts": [one.address()], "ethAddress": one.address(),
        });
        stage.save_user(&own, id, after).await.expect("what it says afterwards");
        stage.save_user(&own, id, json!({ "authData": {} })).await.expect("and once more");
        let me = stage.me(&own).await.expect("me");
        assert_eq!(
            me["authData"],
            json!({ "moralisEth": { "id": one.address() } }),
            "the other stays"
        );
        assert_eq!(code(stage.delete(&own, "_EthAddress", &one.address()).await), 119);
        let body = stage.signed_by_old_client(&home, &one).await;
        stage.sign_in(&home, body).await.expect("and still leads in");
    });
}

#[test]
fn after_a_whole_text_there_is_no_time_to_append() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let asked = json!({ "address": ada.address(), "chain": 1, "networkType": "evm" });
        let text = stage.ask(&home, "requestMessage", asked).await;
        let text = text["message"].as_str().expect("a text");
        assert!(stage.ask(&home, "getServerTime", json!({})).await.is_null());
        assert!(!stage.ask(&home, "getServerTime", json!({})).await.is_null(), "once");
        let body = json!({ "authData": { "moralisEth": {
        "id": ada.address(), "data": text, "signature": ada.sign(text) } } });
        stage.sign_in(&home, body).await.expect("signed up");
    });
}
