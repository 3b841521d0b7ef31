//! Data of blockchains over HTTP, where nothing is configured and where little is.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::wallets::serving;

#[test]
fn where_nothing_is_configured_every_name_says_what_to_configure() {
    case(async {
        let api = serving(&[]).await;
        for name in ["getNativeBalance", "runContractFunction", "sol-balance", "getAllERC20"] {
            let path = format!("/functions/{name}");
            let answer = api.send("POST", &path, json!({ "chain": "eth" })).await;
            assert_eq!((answer.status, &answer.body["code"]), (400, &json!(141)), "{name}");
            assert!(answer.text.contains("no blockchain data"), "{}", answer.text);
            assert!(answer.text.contains("chain_nodes"), "{}", answer.text);
        }
        let direct = api.master("GET", "/api/v2/0xab/balance?chain=eth", Json::Null).await;
        assert_eq!((direct.status, &direct.body["code"]), (400, &json!(141)), "{}", direct.text);
    });
}

#[test]
fn a_node_that_is_down_is_a_refusal_and_no_fault() {
    case(async {
        let api = serving(&[("CHAIN_NODES", "1=http://127.0.0.1:9")]).await;
        let asked = json!({ "address": "0x00000000000000000000000000000000000000ab" });
        let path = "/functions/getNativeBalance";
        let stranger = api.send("POST", path, asked.clone()).await;
        assert_eq!(stranger.body["code"], 119, "{}", stranger.text);
        let answer = api.master("POST", path, asked).await;
        assert_eq!((answer.status, &answer.body["code"]), (400, &json!(141)), "{}", answer.text);
        assert!(answer.text.contains("can be reached"), "{}", answer.text);
        let other =
            json!({ "address": "0x00000000000000000000000000000000000000ab", "chain": "bsc" });
        let answer = api.master("POST", path, other).await;
        assert!(answer.text.contains("No node of chain 0x38"), "{}", answer.text);
        let prices = api.master("POST", "/functions/getTokenPrice", json!({})).await;
        assert!(prices.text.contains("chain_data_provider_url"), "{}", prices.text);
    });
}
