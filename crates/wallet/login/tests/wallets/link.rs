use serde_json::json;
use testkit::case;
use wallet_login::Options;

use crate::keys::{Evm, Solana, Wallet};
use crate::stage::{Browser, Stage, code, options, token};

#[test]
fn addresses_are_linked_and_unlinked_and_the_first_that_is_left_is_primary() {
    case(async {
        let stage = Stage::open().await;
        let (home, one, two, three) =
            (Browser::new("i1"), Evm::new(1), Evm::new(2), Solana::new(3));
        let saved = stage.sign_in(&home, stage.signed(&home, &one).await).await.expect("signed up");
        let id = saved.id.as_str();
        let mut own = home.with_token(&token(&saved));

        let linked =
            stage.save_user(&own, id, stage.signed(&own, &two).await).await.expect("linked");
        assert_eq!(linked.body["accounts"], json!([one.address(), two.address()]));
        assert_eq!(linked.body["ethAddress"], json!(one.address()), "the primary one stays");
        let old = own.clone();
        own = home.with_token(&token(&linked));
        assert_eq!(code(stage.me(&old).await), 209, "linking renews the session");

        let linked =
            stage.save_user(&own, id, stage.signed(&own, &three).await).await.expect("linked");
        own = home.with_token(&token(&linked));
        let away = Browser::new("i2");
        let elsewhere =
            stage.sign_in(&away, stage.signed(&away, &two).await).await.expect("signed in");
        assert_eq!(elsewhere.id, saved.id, "either address leads to the account");

        let shown = stage.ask(&own, "walletAccounts", json!({})).await;
        assert_eq!(shown["accounts"].as_array().map(Vec::len), Some(3));
        assert_eq!(shown["accounts"][0]["isPrimary"], true);
        assert_eq!(shown["canUnlink"], true);
        let named =
            json!({ "family": "evm", "address": two.address().to_uppercase().replace("0X", "0x") });
        let shown = stage.ask(&own, "walletPrimary", named).await;
        assert_eq!(shown["accounts"][1]["isPrimary"], true);

        let gone = json!({ "family": "evm", "address": two.address() });
        let shown = stage.ask(&own, "walletUnlink", gone.clone()).await;
        assert_eq!(shown["accounts"][0]["isPrimary"], true);
        assert_eq!(code(stage.call(&own, "walletUnlink", gone).await), 101);
        let me = stage.me(&own).await.expect("still signed in");
        assert_eq!(me["ethAddress"], json!(one.address()));
        assert_eq!(me["accounts"], json!([one.address()]));
        let theirs = away.with_token(&token(&elsewhere));
        assert_eq!(code(stage.me(&theirs).await), 209, "sessions elsewhere have ended");

        let back = stage.sign_in(&away, stage.signed(&away, &two).await).await.expect("signed up");
        assert!(back.is_new, "the address is free");
    });
}

#[test]
fn the_oldest_address_that_is_left_takes_the_place_of_the_primary_one() {
    case(async {
        let stage = Stage::open().await;
        let home = Browser::new("i1");
        let [one, two, three] = [1, 2, 3].map(Evm::new);
        let saved = stage.sign_in(&home, stage.signed(&home, &one).await).await.expect("signed up");
        let (id, mut own) = (saved.id.as_str(), home.with_token(&token(&saved)));
        for next in [&two, &three] {
            stage.clock.advance(60);
            let linked = stage.save_user(&own, id, stage.signed(&own, next).await).await;
            own = home.with_token(&token(&linked.expect("linked")));
        }
        for (gone, left) in [(&one, &two), (&two, &three)] {
            let gone = json!({ "family": "evm", "address": gone.address() });
            stage.ask(&own, "walletUnlink", gone).await;
            let me = stage.me(&own).await.expect("still signed in");
            assert_eq!(me["ethAddress"], json!(left.address()));
        }
    });
}

#[test]
fn the_last_way_in_cannot_be_taken_away() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let saved = stage.sign_in(&home, stage.signed(&home, &ada).await).await.expect("signed up");
        let own = home.with_token(&token(&saved));
        let gone = json!({ "family": "evm", "address": ada.address() });
        assert_eq!(code(stage.call(&own, "walletUnlink", gone.clone()).await), 119);
        let shown = stage.ask(&own, "walletAccounts", json!({})).await;
        assert_eq!((&shown["canUnlink"], &shown["hasPassword"]), (&json!(false), &json!(false)));
        let named =
            stage.save_user(&own, saved.id.as_str(), json!({ "password": "long enough to hold" }));
        let own = home.with_token(&token(&named.await.expect("a password")));
        let shown = stage.ask(&own, "walletUnlink", gone).await;
        assert_eq!((&shown["accounts"], &shown["hasPassword"]), (&json!([]), &json!(true)));
        let me = stage.me(&own).await.expect("me");
        assert_eq!((me.get("ethAddress"), &me["accounts"]), (None, &json!([])));
        assert_eq!(me.get("authData"), None);
    });
}

#[test]
fn an_address_of_another_user_stays_theirs() {
    case(async {
        let stage = Stage::open().await;
        let (home, away) = (Browser::new("i1"), Browser::new("i2"));
        let (ada, eve) = (Evm::new(1), Evm::new(9));
        stage.sign_in(&home, stage.signed(&home, &ada).await).await.expect("ada");
        let eves = stage.sign_in(&away, stage.signed(&away, &eve).await).await.expect("eve");
        let own = away.with_token(&token(&eves));
        let id = eves.id.as_str();
        // Anyone who has both keys still has two accounts.
        let taken = stage.save_user(&own, id, stage.signed(&own, &ada).await).await;
        assert_eq!(code(taken), 208);
        for wish in [
            json!({ "ethAddress": ada.address() }),
            json!({ "accounts": [ada.address()] }),
            json!({ "accounts": { "__op": "AddUnique", "objects": [ada.address()] } }),
            json!({ "ethAddress": null }),
            json!({ "ethAddress": { "__op": "Delete" } }),
            json!({ "solAddress": Solana::new(3).address() }),
            json!({ "dotAccounts": ["5HdetFRBtDU4TCeiVzfHJHEBxuB9G2h7crAhP1VWo77RpuYX"] }),
            json!({ "accounts": "x" }),
        ] {
            let outcome = stage.save_user(&own, id, wish.clone()).await;
            assert!([119, 111].contains(&code(outcome)), "{wish}");
        }
        let new = json!({ "username": "mallory", "password": "p", "ethAddress": ada.address() });
        assert_eq!(code(stage.sign_in(&Browser::new("i3"), new).await), 119);
        assert_eq!(stage.count(&own, "_EthAddress").await, 1, "only one's own is shown");
        assert_eq!(code(stage.delete(&own, "_EthAddress", &ada.address()).await), 101);
        let forged = json!({ "authData.moralisEth.id": ada.address() });
        assert!(stage.save_user(&own, id, forged).await.is_err());
        let me = stage.me(&own).await.expect("eve");
        assert_eq!(me["accounts"], json!([eve.address()]));
    });
}

/// A user with two addresses who has unlinked the second: where they are, who they are, and that
/// address.
async fn unlinked(stage: &Stage) -> (Browser, String, Evm) {
    let (home, one, two) = (Browser::new("i1"), Evm::new(1), Evm::new(2));
    let saved = stage.sign_in(&home, stage.signed(&home, &one).await).await.expect("signed up");
    let own = home.with_token(&token(&saved));
    let id = saved.id.as_str().to_owned();
    let linked = stage.save_user(&own, &id, stage.signed(&own, &two).await).await.expect("linked");
    let own = home.with_token(&token(&linked));
    stage.ask(&own, "walletUnlink", json!({ "family": "evm", "address": two.address() })).await;
    (own, id, two)
}

#[test]
fn an_unlinked_address_rests_before_it_goes_to_another_user() {
    case(async {
        let stage = Stage::with(Options { rest_days: 30, ..options() }, None).await;
        let (own, id, two) = unlinked(&stage).await;
        assert_eq!(stage.ask(&own, "walletAccounts", json!({})).await["restDays"], 30);
        let away = Browser::new("i2");
        assert_eq!(code(stage.sign_in(&away, stage.signed(&away, &two).await).await), 208);
        let eves =
            stage.sign_in(&away, stage.signed(&away, &Evm::new(9)).await).await.expect("eve");
        let eve = away.with_token(&token(&eves));
        let wish = stage.save_user(&eve, eves.id.as_str(), stage.signed(&eve, &two).await).await;
        assert_eq!(code(wish), 208);

        let back = stage.save_user(&own, &id, stage.signed(&own, &two).await).await;
        let own = own.with_token(&token(&back.expect("it comes back to where it was")));
        stage.ask(&own, "walletUnlink", json!({ "family": "evm", "address": two.address() })).await;
        stage.clock.advance(30 * 24 * 60 * 60 + 1);
        let later =
            stage.sign_in(&away, stage.signed(&away, &two).await).await.expect("it has rested");
        assert!(later.is_new);
    });
}

#[test]
fn nothing_rests_for_an_account_that_is_gone() {
    case(async {
        let stage = Stage::with(Options { rest_days: 30, ..options() }, None).await;
        let (own, id, two) = unlinked(&stage).await;
        stage.delete(&own, "_User", &id).await.expect("gone");
        assert_eq!(stage.number("select count(*) from _touchstone.wallet_rest").await, 0);
        let away = Browser::new("i2");
        stage.sign_in(&away, stage.signed(&away, &two).await).await.expect("the address is free");
    });
}

#[test]
fn what_is_known_already_may_be_sent_again() {
    case(async {
        let stage = Stage::open().await;
        let (home, one, two) = (Browser::new("i1"), Evm::new(1), Solana::new(3));
        let saved = stage.sign_in(&home, stage.signed(&home, &one).await).await.expect("signed up");
        let own = home.with_token(&token(&saved));
        let mut body = stage.signed(&own, &two).await;
        body["authData"]["moralisEth"] = json!({ "id": one.address() });
        let linked = stage.save_user(&own, saved.id.as_str(), body).await.expect("linked");
        assert_eq!(linked.body["solAddress"], json!(two.address()));
        let own = home.with_token(&token(&linked));
        let others = json!({ "authData": { "moralisEth": { "id": Evm::new(9).address() } } });
        assert_eq!(code(stage.save_user(&own, saved.id.as_str(), others).await), 101);
    });
}

#[test]
fn a_wallet_is_not_linked_by_the_way_of_a_password() {
    case(async {
        let stage = Stage::open().await;
        let home = Browser::new("i1");
        stage.sign_in(&home, json!({ "username": "ada", "password": "p" })).await.expect("ada");
        let mut body = stage.signed(&home, &Evm::new(1)).await;
        body["username"] = json!("ada");
        body["password"] = json!("p");
        assert_eq!(code(stage.log_in(&home, body).await), 252);
        assert_eq!(stage.number(r#"select count(*) from "_EthAddress""#).await, 0);
    });
}
