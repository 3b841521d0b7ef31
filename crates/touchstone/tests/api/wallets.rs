//! Signing in with a wallet over HTTP, in the profile of the product and in that of another
//! application.

use k256::ecdsa::SigningKey;
use parse_engine::Extension;
use parse_model::Json;
use serde_json::json;
use sha3::{Digest, Keccak256};
use testkit::case;
use touchstone::Config;
use touchstone::config::Sources;

use crate::api::{APPLICATION, Answer, Api, MASTER, request, text};

const SITE: &str = "https://app.example";

/// A server with its extension under these settings.
pub(crate) async fn serving(settings: &[(&str, &str)]) -> Api {
    let mut all = vec![
        ("WALLET_ORIGINS", SITE),
        ("LEGACY_WALLET_TEXTS", "true"),
        ("MASTER_KEY_IPS", "127.0.0.1"),
    ];
    all.extend_from_slice(settings);
    Box::pin(Api::with(&all, brought(&all))).await
}

pub(crate) fn brought(settings: &[(&str, &str)]) -> Extension {
    let base = [
        ("PROFILE", "parse"),
        ("DATABASE_URL", "postgres://user@127.0.0.1/nothing"),
        ("APPLICATION_ID", APPLICATION),
        ("MASTER_KEY", MASTER),
    ];
    let named = |(name, value): &(&str, &str)| (format!("TOUCHSTONE_{name}"), (*value).to_owned());
    let environment = base.iter().chain(settings).map(named).collect();
    let sources = Sources { environment, ..Sources::default() };
    touchstone::product::extension(&Config::from_sources(&sources).expect("settings"))
}

pub(crate) struct Wallet(SigningKey);

impl Wallet {
    pub(crate) fn new(seed: u8) -> Wallet {
        Wallet(SigningKey::from_slice(&[seed; 32]).expect("a key"))
    }

    pub(crate) fn address(&self) -> String {
        let point = self.0.verifying_key().to_encoded_point(false);
        let hash = Keccak256::digest(&point.as_bytes()[1..]);
        format!("0x{}", hex(&hash[12..]))
    }

    pub(crate) fn sign(&self, text: &str) -> String {
        let signed = self.0.sign_prehash_recoverable(&wallet::evm::digest(text));
        let (signature, recovery) = signed.expect("signed");
        format!("0x{}{:02x}", hex(&signature.to_bytes()), recovery.to_byte() + 27)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A request of a page, as the clients send them: whatever it is, it is posted.
pub(crate) async fn from_page(
    api: &Api,
    path: &str,
    mut body: Json,
    token: Option<&str>,
) -> Answer {
    body["_ApplicationId"] = json!(APPLICATION);
    body["_InstallationId"] = json!("0b38c9f7-installation");
    if let Some(token) = token {
        body["_SessionToken"] = json!(token);
    }
    let headers = [("origin", SITE), ("content-type", "text/plain")];
    api.raw(request("POST", path, &headers, body)).await
}

/// What an old client sends to sign in.
pub(crate) async fn signed(api: &Api, wallet: &Wallet, token: Option<&str>) -> Json {
    let time = from_page(api, "/functions/getServerTime", json!({}), token).await;
    let time = time.body["result"]["dateTime"].as_str().expect(&time.text).to_owned();
    let text = format!("Moralis Authentication\n\nId: {APPLICATION}:{time}");
    let proof = json!({ "id": wallet.address(), "signature": wallet.sign(&text), "data": text });
    json!({ "authData": { "moralisEth": proof } })
}

/// What it writes afterwards.
fn step_four(id: &str, wallet: &Wallet) -> Json {
    json!({
        "ACL": { id: { "read": true, "write": true } },
        "accounts": { "__op": "AddUnique", "objects": [wallet.address()] },
        "ethAddress": wallet.address(),
        "_method": "PUT",
    })
}

#[test]
fn an_old_client_signs_in_whatever_the_profile() {
    case(async {
        let product = [("PROFILE", "product"), ("PROGRAMME_ACCESS", "open")];
        for settings in [&[][..], &product] {
            let api = serving(settings).await;
            let ada = Wallet::new(1);
            let body = signed(&api, &ada, None).await;
            let answer = from_page(&api, "/users", body.clone(), None).await;
            assert_eq!(answer.status, 201, "{}", answer.text);
            let id = answer.body["objectId"].as_str().expect("an id").to_owned();
            let token = answer.body["sessionToken"].as_str().expect("a session").to_owned();
            assert_eq!(answer.body["authData"], json!({ "moralisEth": { "id": ada.address() } }));
            let path = format!("/classes/_User/{id}");
            let written = from_page(&api, &path, step_four(&id, &ada), Some(&token)).await;
            assert_eq!(written.status, 200, "{}", written.text);
            let wish = json!({ "ethAddress": Wallet::new(2).address(), "_method": "PUT" });
            from_page(&api, &path, wish, Some(&token)).await.refused(
                400,
                119,
                "Addresses are added and removed by signing with them, and cannot be set.",
            );
            let again = from_page(&api, "/users", body, None).await;
            assert_eq!((again.status, &again.body["code"]), (404, &json!(101)), "{}", again.text);
            let body = signed(&api, &ada, None).await;
            let answer = from_page(&api, "/users", body, None).await;
            assert_eq!(
                (answer.status, &answer.body["objectId"]),
                (200, &json!(id)),
                "{}",
                answer.text
            );
            assert_eq!(answer.body["ethAddress"], json!(ada.address()));
        }
    });
}

#[test]
fn a_refused_invitation_leaves_the_signature_good() {
    case(async {
        let api = serving(&[("PROFILE", "product"), ("PROGRAMME_ACCESS", "invite")]).await;
        let body = signed(&api, &Wallet::new(1), None).await;
        for _ in 0..2 {
            let answer = from_page(&api, "/users", body.clone(), None).await;
            assert_eq!(
                (answer.status, &answer.body["code"]),
                (400, &json!(142)),
                "{}",
                answer.text
            );
        }
    });
}

#[test]
fn nobody_sees_the_addresses_of_others_in_the_product() {
    case(async {
        let api = serving(&[("PROFILE", "product"), ("PROGRAMME_ACCESS", "open")]).await;
        let mut tokens = Vec::new();
        for seed in [1, 2] {
            let body = signed(&api, &Wallet::new(seed), None).await;
            let answer = from_page(&api, "/users", body, None).await;
            tokens.push(answer.body["sessionToken"].as_str().expect("a session").to_owned());
        }
        let asked = json!({ "_method": "GET" });
        let others = from_page(&api, "/classes/_User", asked.clone(), Some(&tokens[0])).await;
        assert!(!others.text.contains(&Wallet::new(2).address()), "{}", others.text);
        let objects = from_page(&api, "/classes/_EthAddress", asked, Some(&tokens[0])).await;
        assert_eq!(objects.body["results"].as_array().map(Vec::len), Some(1), "{}", objects.text);
        assert!(!objects.text.contains("accountKey"));
        let stranger = json!({ "_method": "GET" });
        let none = from_page(&api, "/classes/_EthAddress", stranger, None).await;
        assert_ne!(none.status, 200, "{}", none.text);
    });
}

#[test]
fn browsers_may_send_what_old_clients_send() {
    case(async {
        let api = serving(&[]).await;
        let asked = [("origin", SITE), ("access-control-request-method", "POST")];
        let answer =
            api.send_with("OPTIONS", "/functions/getNativeBalance", &asked, Json::Null).await;
        let allowed = answer.headers["access-control-allow-headers"].to_str().expect("text");
        for name in ["X-Moralis-Platform", "X-Moralis-Platform-Version", "X-Moralis-Build-Target"] {
            assert!(allowed.contains(name), "{allowed}");
        }
        let answer = from_page(&api, "/functions/sol-balance", json!({}), None).await;
        assert_eq!((answer.status, &answer.body["code"]), (400, &json!(141)), "{}", answer.text);
        let specs = from_page(&api, "/functions/getPluginSpecs", json!({}), None).await;
        assert_eq!(specs.body, json!({ "result": [] }));
    });
}

#[test]
fn a_field_of_another_type_stops_neither_the_start_nor_a_sign_in() {
    case(async {
        let mut api = Api::start().await;
        let before = json!({ "username": "eve", "password": "secret", "ethAddress": 5 });
        let eve = api.send("POST", "/users", before).await.ok();
        let settings = [("WALLET_ORIGINS", SITE), ("LEGACY_WALLET_TEXTS", "true")];
        api.start_again(&settings, brought(&settings)).await;
        let ada = Wallet::new(1);
        let body = signed(&api, &ada, None).await;
        let answer = from_page(&api, "/users", body, None).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        assert_eq!(answer.body.get("ethAddress"), None, "it is not ours to write");
        assert_eq!(answer.body["accounts"], json!([ada.address()]), "this one is");
        let id = text(&answer.body, "objectId");
        let token = Some(text(&answer.body, "sessionToken"));
        let own = json!({ "_method": "PUT", "ethAddress": 6 });
        from_page(&api, &format!("/classes/_User/{id}"), own, token).await.ok();
        let path = format!("/classes/_User/{}", text(&eve, "objectId"));
        assert_eq!(api.master("GET", &path, Json::Null).await.ok()["ethAddress"], 5);
        let listed = from_page(&api, "/functions/walletAccounts", json!({}), token).await.ok();
        assert_eq!(listed["result"]["accounts"][0]["address"], json!(ada.address()));
    });
}
