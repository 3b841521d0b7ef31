use parse_engine::periodic_task::run_all_tasks;
use serde_json::{Value, json};
use testkit::case;
use wallet_login::{Family, Options};

use crate::keys::{Evm, Polkadot, Solana, Wallet};
use crate::stage::{APPLICATION, Browser, SITE, Stage, code, options, token};

fn with(body: &Value, provider: &str, field: &str, value: Value) -> Value {
    let mut body = body.clone();
    body["authData"][provider][field] = value;
    body
}

#[test]
fn a_proof_works_for_nobody_but_who_asked_for_it() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada, eve) = (Browser::new("i1"), Evm::new(1), Evm::new(9));
        let body = stage.signed(&home, &ada).await;
        let text = body["authData"]["wallet"]["message"].as_str().expect("a text").to_owned();

        let elsewhere =
            Browser { origin: Some("https://other.example".to_owned()), ..home.clone() };
        let evil = Browser { origin: Some("https://evil.example".to_owned()), ..home.clone() };
        let nowhere = Browser { origin: None, ..home.clone() };
        let other = Browser::new("i2");
        assert_eq!(code(stage.sign_in(&other, body.clone()).await), 101, "another installation");
        assert_eq!(code(stage.sign_in(&elsewhere, body.clone()).await), 101, "another site");
        assert_eq!(code(stage.sign_in(&evil, body.clone()).await), 119, "a stranger's site");
        assert_eq!(code(stage.sign_in(&nowhere, body.clone()).await), 119, "no site");

        let named = with(&body, "wallet", "address", json!(eve.address()));
        assert_eq!(code(stage.sign_in(&home, named.clone()).await), 101, "another's address");
        let mine = with(&named, "wallet", "signature", json!(eve.sign(&text)));
        assert_eq!(code(stage.sign_in(&home, mine).await), 101, "a text for another address");
        let signed = with(&body, "wallet", "signature", json!(eve.sign(&text)));
        assert_eq!(code(stage.sign_in(&home, signed).await), 101, "another's signature");
        let changed = text.replace("app.example", "evil.example");
        let changed_body = with(&body, "wallet", "message", json!(changed));
        let changed_body = with(&changed_body, "wallet", "signature", json!(ada.sign(&changed)));
        assert_eq!(code(stage.sign_in(&home, changed_body).await), 101, "another domain");
        let family = with(&body, "wallet", "family", json!("solana"));
        assert_eq!(code(stage.sign_in(&home, family).await), 101, "another family");
        let high = high_s_twin(&ada.sign(&text));
        let twin = with(&body, "wallet", "signature", json!(high));
        assert_eq!(code(stage.sign_in(&home, twin).await), 101, "the twin of the signature");

        stage.sign_in(&home, body).await.expect("what was asked for still works");
    });
}

#[test]
fn a_challenge_lasts_five_minutes() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let body = stage.signed(&home, &ada).await;
        stage.clock.advance(299);
        let saved = stage.sign_in(&home, body).await;
        saved.expect("in time");
        let body = stage.signed(&home, &ada).await;
        stage.clock.advance(300);
        assert_eq!(code(stage.sign_in(&home, body).await), 101);
        run_all_tasks(&stage.engine).await;
        assert_eq!(stage.number("select count(*) from _touchstone.wallet_challenge").await, 0);
    });
}

#[test]
fn a_text_that_nobody_asked_for_is_worth_nothing() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let made_up = [
            "Moralis Authentication".to_owned(),
            format!("Moralis Authentication\n\nId: {APPLICATION}:1700000000000"),
            format!(
                "m\n\nId: {APPLICATION}:2026-11-14T22:50:00.000Z\nNonce: 0123456789abcdef\nDomain: x"
            ),
        ];
        for text in made_up {
            let body = json!({ "authData": { "moralisEth": {
            "id": ada.address(), "data": text, "signature": ada.sign(&text) } } });
            assert_eq!(code(stage.sign_in(&home, body).await), 101, "{text}");
        }
        let body = stage.signed_by_old_client(&home, &ada).await;
        let text = body["authData"]["moralisEth"]["data"].as_str().expect("a text");
        let other = text.replace(APPLICATION, "other-app");
        let moved = with(&body, "moralisEth", "data", json!(other));
        let moved = with(&moved, "moralisEth", "signature", json!(ada.sign(&other)));
        assert_eq!(code(stage.sign_in(&home, moved).await), 101, "another application");
        for odd in [json!({}), json!({ "id": 5 }), json!({ "id": { "$ne": "" } })] {
            let body = json!({ "authData": { "moralisEth": odd } });
            assert!([101, 200].contains(&code(stage.sign_in(&home, body).await)));
        }
        let unsigned = with(&body, "moralisEth", "signature", json!(text));
        assert_eq!(code(stage.sign_in(&home, unsigned).await), 252);
    });
}

#[test]
fn bytes_without_the_wrapping_and_signatures_without_a_key_are_refused() {
    case(async {
        let stage = Stage::open().await;
        let home = Browser::new("i1");
        let dot = Polkadot::new("5HdetFRBtDU4TCeiVzfHJHEBxuB9G2h7crAhP1VWo77RpuYX");
        let body = stage.signed(&home, &dot).await;
        let text = body["authData"]["wallet"]["message"].as_str().expect("a text");
        let bare = with(&body, "wallet", "signature", json!(dot.sign_bare(text)));
        assert_eq!(code(stage.sign_in(&home, bare).await), 101);

        let erd = "erd1m0cdrlf35rgksn8fwgg5qctefxm83kmpyprjh2e4eecqgf38jygs4s297n";
        let time = stage.ask(&home, "getServerTime", json!({})).await;
        let text = format!(
            "Moralis Authentication\n\nId: {APPLICATION}:{}",
            time["dateTime"].as_str().expect("a time")
        );
        let body =
            json!({ "authData": { "moralisErd": { "id": erd, "data": text, "signature": text } } });
        let refused = stage.sign_in(&home, body).await.expect_err("unsigned");
        assert!(refused.to_string().contains("proves nothing"), "{refused}");
        assert_eq!(refused.code().map(|code| code.0), Some(252));

        // The identity point fits every text with a signature of ones and zeros.
        let weak = "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM";
        let asked = json!({ "family": "solana", "address": weak });
        let text = stage.ask(&home, "walletChallenge", asked).await;
        let body = json!({ "authData": { "wallet": { "family": "solana", "address": weak,
        "message": text["message"],
        "signature": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==" } } });
        assert_eq!(code(stage.sign_in(&home, body).await), 101);
    });
}

#[test]
fn a_proof_for_one_thing_is_none_for_another() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada, second) = (Browser::new("i1"), Evm::new(1), Evm::new(2));
        let sign_in = stage.signed(&home, &second).await;
        let first = stage.sign_in(&home, stage.signed(&home, &ada).await).await.expect("signed up");
        let signed_in = home.with_token(&token(&first));
        let id = first.id.as_str();
        assert_eq!(
            code(stage.save_user(&signed_in, id, sign_in).await),
            101,
            "a signature to sign in links nothing"
        );
        let link = stage.signed(&signed_in, &second).await;
        assert_eq!(code(stage.sign_in(&home, link.clone()).await), 101, "and the other way round");
        let away = Browser::new("i9");
        let eve = stage.sign_in(&away, stage.signed(&away, &Evm::new(9)).await).await.expect("eve");
        let eves = Browser::new("i1").with_token(&token(&eve));
        let taken = stage.save_user(&eves, eve.id.as_str(), link).await;
        assert_eq!(code(taken), 101, "nor for another's account");
    });
}

#[test]
fn what_is_switched_off_is_refused() {
    case(async {
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let modern = Stage::with(Options { legacy_texts: false, ..options() }, None).await;
        assert_eq!(code(modern.call(&home, "getServerTime", json!({})).await), 252);
        let text = "Moralis Authentication";
        let body = json!({ "authData": { "moralisEth": {
        "id": ada.address(), "data": text, "signature": ada.sign(text) } } });
        assert_eq!(code(modern.sign_in(&home, body.clone()).await), 252);
        let none = Stage::with(Options { origins: Vec::new(), ..options() }, None).await;
        assert_eq!(code(none.sign_in(&home, body).await), 252);
        assert_eq!(code(none.call(&home, "walletChallenge", json!({})).await), 252);
        assert_eq!(none.ask(&home, "getPluginSpecs", json!({})).await, json!([]));
    });
}

#[test]
fn a_family_that_is_off_is_refused_and_signs_in_again_once_it_is_on() {
    case(async {
        let (home, sun) = (Browser::new("i1"), Solana::new(1));
        let stage = Stage::open().await;
        let joined = stage.sign_in(&home, stage.signed(&home, &sun).await).await;
        let account = joined.expect("signed up").id;
        let signed = stage.signed(&home, &sun).await;
        let evm_only = stage.restarted(Options { families: vec![Family::Evm], ..options() }).await;
        assert_eq!(code(evm_only.sign_in(&home, signed).await), 252);
        let asked = json!({ "family": "solana", "address": sun.address() });
        assert_eq!(code(evm_only.call(&home, "walletChallenge", asked).await), 252);
        let old = json!({ "authData": { "moralisSol": {
            "id": sun.address(), "data": "a text", "signature": sun.sign("a text") } } });
        assert_eq!(code(evm_only.sign_in(&home, old).await), 252);
        let again = evm_only.restarted(options()).await;
        let back = again.sign_in(&home, again.signed(&home, &sun).await).await;
        assert_eq!(back.expect("signed in").id, account);
    });
}

#[test]
fn administrators_are_not_let_in_by_a_text_of_an_old_client() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let saved = stage.sign_in(&home, stage.signed(&home, &ada).await).await.expect("signed up");
        stage
        .alter(&format!(
            r#"insert into "_Role" ("objectId", "createdAt", "updatedAt", "name") values ('role1', now(), now(), 'administrators');
            insert into "_Join:users:_Role" ("relatedId", "owningId") values ('{}', 'role1')"#,
            saved.id
        ))
        .await;
        let old = stage.signed_by_old_client(&home, &ada).await;
        assert_eq!(code(stage.sign_in(&home, old).await), 101);
        let own = home.with_token(&token(&saved));
        let linking = stage.signed_by_old_client(&own, &Evm::new(2)).await;
        assert_eq!(code(stage.save_user(&own, saved.id.as_str(), linking).await), 101);
        let new = stage.signed(&home, &ada).await;
        stage.sign_in(&home, new).await.expect("by a text of the server");
    });
}

#[test]
fn an_installation_cannot_hoard_challenges() {
    case(async {
        let stage = Stage::open().await;
        let home = Browser::new("i1");
        for _ in 0..20 {
            stage.ask(&home, "getServerTime", json!({})).await;
        }
        let more = stage.call(&home, "getServerTime", json!({})).await.expect_err("too many");
        assert!(matches!(more, parse_engine::Error::TooMany { .. }), "{more:?}");
        stage.ask(&Browser::new("i2"), "getServerTime", json!({})).await;
        stage.clock.advance(300);
        stage.ask(&home, "getServerTime", json!({})).await;
        let unknown = Browser { installation: None, ..home };
        assert_eq!(code(stage.call(&unknown, "getServerTime", json!({})).await), 142);
    });
}

#[test]
fn a_text_says_where_and_what_for() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let asked = json!({ "family": "evm", "address": ada.address(), "chain": 137 });
        let text = stage.ask(&home, "walletChallenge", asked).await;
        let message = text["message"].as_str().expect("a text");
        assert!(
            message.starts_with("app.example wants you to sign in with your Ethereum account:\n0x")
        );
        assert!(message.contains("\nSign in to the stage. This costs nothing.\n"));
        assert!(message.contains(&format!("\nURI: {SITE}\nVersion: 1\nChain ID: 137\nNonce: ")));
        let saved = stage.sign_in(&home, stage.signed(&home, &ada).await).await.expect("signed up");
        let own = home.with_token(&token(&saved));
        let asked = json!({ "family": "solana", "address": Solana::new(3).address() });
        let text = stage.ask(&own, "walletChallenge", asked).await;
        let message = text["message"].as_str().expect("a text");
        assert!(
            message
                .contains(&format!("\nLink this wallet to account {} of the stage.\n", saved.id))
        );
        for bad in [
            json!({ "family": "evm", "address": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD" }),
            json!({ "family": "dogecoin", "address": ada.address() }),
            json!({ "family": "evm", "address": ada.address(), "chain": "http://10.0.0.1" }),
            json!({ "family": "evm", "address": ada.address(), "purpose": "link" }),
            json!({}),
        ] {
            assert_eq!(code(stage.call(&home, "walletChallenge", bad.clone()).await), 142, "{bad}");
        }
    });
}

/// The same signature with the other `s`.
fn high_s_twin(signature: &str) -> String {
    const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    let digits = |text: &str| -> Vec<i16> {
        let at = |n: usize| i16::from_str_radix(&text[2 * n..2 * n + 2], 16).expect("hex");
        (0..32).map(at).collect()
    };
    let (order, s) = (digits(ORDER), digits(&signature[66..130]));
    let (mut borrow, mut twin) = (0, vec![0_i16; 32]);
    for at in (0..32).rev() {
        let difference = order[at] - s[at] - borrow;
        borrow = i16::from(difference < 0);
        twin[at] = difference + 256 * borrow;
    }
    let twin: String = twin.iter().map(|byte| format!("{byte:02x}")).collect();
    let flipped = if signature.ends_with("1b") { "1c" } else { "1b" };
    format!("{}{twin}{flipped}", &signature[..66])
}
