//! Payout addresses: a wallet of one's own, visible to no other user.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Answer, Api};
use crate::wallets::{Wallet, from_page, serving, signed};

/// A user who is signed in.
struct TestUser {
    id: String,
    token: String,
}

async fn programme() -> Api {
    serving(&[("PROFILE", "product"), ("PROGRAMME_ACCESS", "open")]).await
}

impl TestUser {
    /// Comes with a wallet.
    async fn with(api: &Api, wallet: &Wallet) -> TestUser {
        let answer = from_page(api, "/users", signed(api, wallet, None).await, None).await;
        let text = |name: &str| answer.body[name].as_str().expect(&answer.text).to_owned();
        TestUser { id: text("objectId"), token: text("sessionToken") }
    }

    /// Links a further wallet, which renews the session.
    async fn link(&mut self, api: &Api, wallet: &Wallet) -> Answer {
        let asked = json!({ "family": "evm", "address": wallet.address() });
        let challenge = self.call(api, "walletChallenge", asked).await;
        let text = challenge.body["result"]["message"].as_str().expect(&challenge.text);
        let proof = json!({
            "family": "evm", "address": wallet.address(), "message": text, "signature": wallet.sign(text),
        });
        let answer = self.change(api, json!({ "authData": { "wallet": proof } })).await;
        if let Some(token) = answer.body["sessionToken"].as_str() {
            token.clone_into(&mut self.token);
        }
        answer
    }

    async fn change(&self, api: &Api, mut fields: Json) -> Answer {
        fields["_method"] = json!("PUT");
        from_page(api, &format!("/users/{}", self.id), fields, Some(&self.token)).await
    }

    async fn call(&self, api: &Api, function: &str, params: Json) -> Answer {
        from_page(api, &format!("/functions/{function}"), params, Some(&self.token)).await
    }

    /// Wants to be paid at an address.
    async fn wish(&self, api: &Api, address: &str) -> Answer {
        let wallet = json!({ "family": "evm", "address": address });
        self.call(api, "memberPayoutSet", json!({ "wallet": wallet })).await
    }

    /// The payout address of this user.
    async fn paid_at(&self, api: &Api) -> Json {
        let answer = self.call(api, "memberPayout", json!({})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.body["result"]["wallet"].clone()
    }
}

fn told(wallet: &Wallet) -> Json {
    json!({ "family": "evm", "address": wallet.address(), "chain": null })
}

#[test]
fn a_user_is_paid_at_a_wallet_of_their_own_or_at_none() {
    case(async {
        let api = programme().await;
        let (one, two) = (Wallet::new(1), Wallet::new(2));
        let mut rin = TestUser::with(&api, &one).await;
        assert_eq!(rin.paid_at(&api).await, Json::Null, "there is no default");
        assert_eq!(rin.link(&api, &two).await.status, 200);
        let spelled = two.address().to_uppercase().replace("0X", "0x");
        let answer = rin.wish(&api, &spelled).await;
        assert_eq!(answer.body["result"]["wallet"], told(&two), "{}", answer.text);
        assert_eq!(rin.paid_at(&api).await, told(&two));
        let none = rin.call(&api, "memberPayoutSet", json!({ "wallet": null })).await;
        assert_eq!(
            none.body["result"],
            json!({ "wallet": null, "payable": false }),
            "{}",
            none.text
        );
        assert_eq!(rin.paid_at(&api).await, Json::Null);
        let unsaid = rin.call(&api, "memberPayoutSet", json!({})).await;
        assert_eq!((unsaid.status, &unsaid.body["code"]), (400, &json!(142)), "{}", unsaid.text);
    });
}

#[test]
fn an_address_that_nobody_signed_for_is_refused() {
    case(async {
        let api = programme().await;
        let (one, theirs) = (Wallet::new(1), Wallet::new(2));
        let rin = TestUser::with(&api, &one).await;
        let _sam = TestUser::with(&api, &theirs).await;
        let own = one.address();
        let wishes = [
            json!({ "family": "evm", "address": theirs.address() }),
            json!({ "family": "evm", "address": Wallet::new(3).address() }),
            json!({ "family": "evm", "address": own, "chain": 137 }),
            json!({ "family": "evm", "address": "" }),
        ];
        for wallet in wishes {
            let answer = rin.call(&api, "memberPayoutSet", json!({ "wallet": wallet })).await;
            answer.refused(
                400,
                142,
                "PAYOUT_ADDRESS: Payouts go to a wallet of your own. Link this wallet first.",
            );
        }
        let elsewhere = json!({ "wallet": { "family": "solana", "address": own } });
        rin.call(&api, "memberPayoutSet", elsewhere).await.refused(
            400,
            142,
            "PAYOUT_FAMILY: Rewards are paid on EVM networks. Choose an EVM wallet.",
        );
        for sent in [json!(own), json!({ "$ne": null })] {
            let answer = rin.change(&api, json!({ "payoutAddress": sent })).await;
            assert!(matches!(answer.status, 400..404), "{}", answer.text);
        }
        assert_eq!(rin.paid_at(&api).await, Json::Null);
        let wallet = json!({ "wallet": { "family": "evm", "address": own } });
        let answer = from_page(&api, "/functions/memberPayoutSet", wallet, None).await;
        assert_eq!(answer.body["code"], 209, "{}", answer.text);
    });
}

#[test]
fn nobody_is_paid_at_a_wallet_that_was_unlinked() {
    case(async {
        let api = programme().await;
        let (one, two) = (Wallet::new(1), Wallet::new(2));
        let mut rin = TestUser::with(&api, &one).await;
        rin.link(&api, &two).await;
        rin.wish(&api, &two.address()).await;
        let other = json!({ "family": "evm", "address": one.address() });
        assert_eq!(rin.call(&api, "walletUnlink", other).await.status, 200);
        assert_eq!(rin.paid_at(&api).await, told(&two), "the other wallet is no matter");
        rin.link(&api, &one).await;
        let gone = json!({ "family": "evm", "address": two.address() });
        assert_eq!(rin.call(&api, "walletUnlink", gone).await.status, 200);
        assert_eq!(rin.paid_at(&api).await, Json::Null);
        let stored = r#"select count(*) from "_User" where "payoutAddress" is not null"#;
        let client = api.database().client().await;
        let count: i64 = client.query_one(stored, &[]).await.expect("a count").get(0);
        assert_eq!(count, 0);
        rin.link(&api, &two).await;
        assert_eq!(rin.paid_at(&api).await, Json::Null, "linking again is not choosing again");
    });
}

#[test]
fn where_a_user_is_paid_is_known_to_them_alone() {
    case(async {
        let api = programme().await;
        let (one, two) = (Wallet::new(1), Wallet::new(2));
        let (rin, sam) = (TestUser::with(&api, &one).await, TestUser::with(&api, &two).await);
        rin.wish(&api, &one.address()).await;
        let own = from_page(&api, "/users/me", json!({ "_method": "GET" }), Some(&rin.token)).await;
        assert_eq!(own.body["payoutAddress"], json!(one.address()), "{}", own.text);
        let path = format!("/classes/_User/{}", rin.id);
        for path in [path.as_str(), "/classes/_User"] {
            let seen = from_page(&api, path, json!({ "_method": "GET" }), Some(&sam.token)).await;
            assert!(!seen.text.contains("payoutAddress"), "{}", seen.text);
            assert!(!seen.text.contains(&one.address()), "{}", seen.text);
        }
        let guess =
            json!({ "_method": "GET", "where": { "payoutAddress": one.address() }, "count": 1 });
        let guessed = from_page(&api, "/classes/_User", guess, Some(&sam.token)).await;
        assert_ne!(guessed.status, 200, "{}", guessed.text);
        assert_eq!(sam.paid_at(&api).await, Json::Null);
    });
}

#[test]
fn a_wallet_that_is_chosen_while_it_is_unlinked_pays_nobody() {
    case(async {
        let api = programme().await;
        let (one, two) = (Wallet::new(1), Wallet::new(2));
        let mut rin = TestUser::with(&api, &one).await;
        let client = api.database().client().await;
        for _ in 0..6 {
            rin.link(&api, &two).await;
            let address = two.address();
            let gone = json!({ "family": "evm", "address": address });
            let (_, unlinked) =
                tokio::join!(rin.wish(&api, &address), rin.call(&api, "walletUnlink", gone));
            assert_eq!(unlinked.status, 200, "{}", unlinked.text);
            let stored = r#"select count(*) from "_User" where "payoutAddress" is not null"#;
            let count: i64 = client.query_one(stored, &[]).await.expect("a count").get(0);
            assert_eq!(count, 0);
        }
    });
}
