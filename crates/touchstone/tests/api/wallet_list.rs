//! Joining with a wallet that is on the list, proved by real signatures.

use ed25519_dalek::Signer;
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Answer, Api, text};
use crate::wallets::{Wallet, from_page, serving, signed};

const MISSING: &str = "INVITATION_MISSING: This programme is for wallets on its list and for people with an invitation. Sign in with such a wallet, or enter your code.";
const UNLISTED: &str = "WALLET_NOT_LISTED: This wallet is not on the list. Sign in with the one you gave the team, ask them to add this one, or enter an invitation.";

/// A programme for wallets on the list, and the session of an administrator.
async fn programme() -> (Api, String) {
    let all = ("WALLET_FAMILIES", "evm, solana, polkadot, multiversx");
    let api = serving(&[("PROFILE", "product"), ("PROGRAMME_ACCESS", "open"), all]).await;
    let mia = json!({ "username": "mia", "password": "correct horse battery" });
    let mia = from_page(&api, "/users", mia, None).await.ok();
    let tx = api.app.engine.begin(Caller::master());
    feedback::administrator::appoint(&tx, text(&mia, "objectId")).await.expect("appointed");
    tx.commit().await.expect("a commit");
    let token = text(&mia, "sessionToken").to_owned();
    let mode = json!({ "key": "access.mode", "value": "wallets", "version": 0 });
    call(&api, "settingSet", mode, &token).await;
    (api, token)
}

async fn call(api: &Api, name: &str, params: Json, token: &str) -> Json {
    let answer = from_page(api, &format!("/functions/{name}"), params, Some(token)).await;
    assert_eq!(answer.status, 200, "{name}: {}", answer.text);
    answer.body["result"].clone()
}

async fn join(api: &Api, wallet: &Wallet) -> Answer {
    from_page(api, "/users", signed(api, wallet, None).await, None).await
}

#[test]
fn the_owner_of_a_listed_wallet_joins_and_nobody_else() {
    case(async {
        let (api, mia) = programme().await;
        let (ada, eve) = (Wallet::new(1), Wallet::new(2));
        let spelled = ada.address().to_uppercase().replace("0X", "0x");
        let added = call(&api, "walletListAdd", json!({ "lines": [spelled] }), &mia).await;
        assert_eq!(added["added"], 1);

        join(&api, &eve).await.refused(400, 142, UNLISTED);
        let first = join(&api, &ada).await;
        assert_eq!(first.status, 201, "{}", first.text);
        let again = join(&api, &ada).await;
        assert_eq!((again.status, &again.body["objectId"]), (200, &first.body["objectId"]));
        let list = call(&api, "walletList", json!({}), &mia).await;
        assert_eq!(list["rows"][0]["joined"]["id"], first.body["objectId"]);

        // An account stays when its wallet is removed from the list.
        call(&api, "walletListRemove", json!({ "accounts": [ada.address()] }), &mia).await;
        assert_eq!(join(&api, &ada).await.status, 200);
        let again = call(&api, "walletListAdd", json!({ "lines": [spelled] }), &mia).await;
        assert_eq!(again["added"], 1);
        let list = call(&api, "walletList", json!({}), &mia).await;
        assert_eq!(list["joined"], 1, "its owner has an account");
    });
}

#[test]
fn a_password_and_the_address_of_another_user_are_no_proof() {
    case(async {
        let (api, mia) = programme().await;
        let (ada, eve) = (Wallet::new(1), Wallet::new(2));
        call(&api, "walletListAdd", json!({ "lines": [ada.address()] }), &mia).await;
        let plain = json!({ "username": "eve", "password": "correct horse battery" });
        from_page(&api, "/users", plain.clone(), None).await.refused(400, 142, MISSING);
        let theirs = signed(&api, &eve, None).await["authData"]["moralisEth"].clone();
        let mut swapped = theirs.clone();
        swapped["id"] = json!(ada.address());
        for forged in [
            json!({ "ethAddress": ada.address() }),
            json!({ "accounts": [ada.address()] }),
            json!({ "authData": { "moralisEth": { "id": ada.address() } } }),
            json!({ "authData": { "moralisEth": swapped } }),
            json!({ "authData": { "wallet": { "family": "evm", "address": ada.address(), "message": "", "signature": "0x" } } }),
            json!({ "authData": { "moralisEth": theirs }, "ethAddress": ada.address() }),
        ] {
            let mut body = plain.clone();
            body.as_object_mut()
                .expect("fields")
                .extend(forged.as_object().cloned().expect("fields"));
            let answer = from_page(&api, "/users", body, None).await;
            assert!((400..500).contains(&answer.status), "{forged} gave {}", answer.text);
        }
        let list = call(&api, "walletList", json!({}), &mia).await;
        assert_eq!((&list["total"], &list["joined"]), (&json!(1), &json!(0)));
        assert_eq!(join(&api, &ada).await.status, 201, "it is still good for its owner");
    });
}

#[test]
fn first_sign_ins_at_once_with_a_listed_wallet_are_one_account() {
    case(async {
        let (api, mia) = programme().await;
        let ada = Wallet::new(1);
        call(&api, "walletListAdd", json!({ "lines": [ada.address()] }), &mia).await;
        let bodies = [
            signed(&api, &ada, None).await,
            signed(&api, &ada, None).await,
            signed(&api, &ada, None).await,
        ];
        let [one, two, three] = bodies.map(|body| from_page(&api, "/users", body, None));
        let (one, two, three) = tokio::join!(one, two, three);
        let ids = [&one, &two, &three].map(|answer| answer.body["objectId"].clone());
        assert!(
            ids[0].is_string() && ids.iter().all(|id| *id == ids[0]),
            "{one:?} {two:?} {three:?}"
        );
    });
}

#[test]
fn a_wallet_of_another_family_joins_too() {
    case(async {
        let (api, mia) = programme().await;
        let key = ed25519_dalek::SigningKey::from_bytes(&[3; 32]);
        let address = bs58::encode(key.verifying_key().as_bytes()).into_string();
        let proof = async |api: &Api| {
            let asked = json!({ "family": "solana", "address": address });
            let asked = from_page(api, "/functions/walletChallenge", asked, None).await.ok();
            let message = text(&asked["result"], "message");
            let signature = bs58::encode(key.sign(message.as_bytes()).to_bytes()).into_string();
            json!({ "authData": { "wallet": { "family": "solana", "address": address,
                "message": message, "signature": signature } } })
        };
        from_page(&api, "/users", proof(&api).await, None).await.refused(400, 142, UNLISTED);
        call(&api, "walletListAdd", json!({ "lines": [address] }), &mia).await;
        let joined = from_page(&api, "/users", proof(&api).await, None).await;
        assert_eq!(joined.status, 201, "{}", joined.text);
    });
}
