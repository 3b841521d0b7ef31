use serde_json::json;
use testkit::case;

use crate::keys::{Evm, Polkadot, Solana, Wallet};
use crate::stage::{Browser, Stage, code, token};

const GENERIC: &str = "5HdetFRBtDU4TCeiVzfHJHEBxuB9G2h7crAhP1VWo77RpuYX";
const RELAY: &str = "16Zx2agFjzjXtjfETdiHSS4LpXAnxLFFhLuBYJUsMC8x1R5z";

#[test]
fn a_wallet_signs_up_once_and_then_in() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let first = stage.sign_in(&home, stage.signed(&home, &ada).await).await.expect("signed up");
        assert!(first.is_new);
        assert_eq!(first.body["ethAddress"], json!(ada.address()));
        assert_eq!(first.body["accounts"], json!([ada.address()]));
        assert_eq!(first.body["authData"], json!({ "moralisEth": { "id": ada.address() } }));
        let away = Browser::new("i2");
        let second =
            stage.sign_in(&away, stage.signed(&away, &ada).await).await.expect("signed in");
        assert!(!second.is_new && second.id == first.id);
        let me = stage.me(&away.with_token(&token(&second))).await.expect("me");
        assert_eq!(me["ethAddress"], json!(ada.address()));
        assert_eq!(me["authData"], json!({ "moralisEth": { "id": ada.address() } }));
    });
}

#[test]
fn every_family_signs_in_and_a_spelling_is_no_other_person() {
    case(async {
        let stage = Stage::open().await;
        let home = Browser::new("i1");
        let sol = stage.signed(&home, &Solana::new(3)).await;
        let sol = stage.sign_in(&home, sol).await.expect("Solana");
        assert_eq!(sol.body["solAddress"], json!(Solana::new(3).address()));
        let dot = stage.signed(&home, &Polkadot::new(GENERIC)).await;
        let dot = stage.sign_in(&home, dot).await.expect("Polkadot");
        let again = stage.signed(&home, &Polkadot::new(RELAY)).await;
        let again = stage.sign_in(&home, again).await.expect("the same key");
        assert!(dot.is_new && !again.is_new && dot.id == again.id);
    });
}

#[test]
fn many_first_sign_ins_with_one_wallet_make_one_account() {
    case(async {
        let stage = Stage::open().await;
        let ada = Evm::new(1);
        let mut bodies = Vec::new();
        for n in 0..6 {
            let browser = Browser::new(&format!("i{n}"));
            let body = stage.signed(&browser, &ada).await;
            bodies.push((browser, body));
        }
        let tries = bodies.into_iter().map(|(browser, body)| {
            let stage = &stage;
            async move { stage.sign_in(&browser, body).await.expect("signed in").id }
        });
        let mut ids = Vec::new();
        for id in all(tries).await {
            ids.push(id);
        }
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        assert_eq!(stage.number(r#"select count(*) from "_User""#).await, 1);
        assert_eq!(stage.number(r#"select count(*) from "_Session""#).await, 6);
    });
}

#[test]
fn of_many_uses_of_one_proof_one_succeeds() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let body = stage.signed(&home, &ada).await;
        let tries = (0..8).map(|_| stage.sign_in(&home, body.clone()));
        let outcomes = all(tries).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        for outcome in outcomes.into_iter().filter(Result::is_err) {
            assert_eq!(code(outcome), 101);
        }
        assert_eq!(stage.number(r#"select count(*) from "_Session""#).await, 1);
        assert_eq!(code(stage.sign_in(&home, body).await), 101, "and none later");
    });
}

#[test]
fn neither_signatures_nor_texts_are_kept() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let body = stage.signed_by_old_client(&home, &ada).await;
        stage.sign_in(&home, body.clone()).await.expect("signed up");
        let dump = stage.dump().await;
        let sent = &body["authData"]["moralisEth"];
        let signature = sent["signature"].as_str().expect("a signature");
        assert!(!dump.contains(signature) && !dump.contains("Moralis Authentication"));
        assert!(!dump.contains("Nonce"), "what was used is gone");
    });
}

#[test]
fn an_account_of_before_is_found_by_its_identity() {
    case(async {
        let stage = Stage::open().await;
        let (home, ada) = (Browser::new("i1"), Evm::new(1));
        let address = ada.address();
        stage
        .alter(&format!(
            r#"insert into "_User" ("objectId", "createdAt", "updatedAt", "username", "authData", "_rperm", "_wperm")
            values ('old', now(), now(), 'ada', '{{"moralisEth": {{"id": "{address}", "signature": "0xsecret", "data": "t"}}}}',
                '{{old}}', '{{old}}')"#
        ))
        .await;
        let saved = stage.sign_in(&home, stage.signed(&home, &ada).await).await.expect("signed in");
        assert_eq!(saved.id.as_str(), "old");
        assert_eq!(saved.body["accounts"], json!([address]));
        assert!(!stage.dump().await.contains("0xsecret"), "what was kept with it is gone");
    });
}

/// Waits for all of them, at the same time.
async fn all<F: Future>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut pinned: Vec<_> = futures.map(Box::pin).collect();
    let mut outputs: Vec<Option<F::Output>> = pinned.iter().map(|_| None).collect();
    std::future::poll_fn(|cx| {
        let mut is_ready = true;
        for (future, output) in pinned.iter_mut().zip(&mut outputs) {
            if output.is_none() {
                match future.as_mut().poll(cx) {
                    std::task::Poll::Ready(value) => *output = Some(value),
                    std::task::Poll::Pending => is_ready = false,
                }
            }
        }
        if is_ready { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    outputs.into_iter().flatten().collect()
}
