//! Networks, contracts, tokens and what errors mean.

use parse_engine::periodic_task::{Interval, run_due_tasks};
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, TestUser};

const NODE: &str = "https://node.test/v1/topsecret";
const OTHER: &str = "https://other.test/?key=topsecret";
const ROUTER: &str = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const PAUSED: &str =
    r#"[{"type":"error","name":"Paused","inputs":[{"name":"until","type":"uint256"}]}]"#;

fn sepolia(urls: &[&str]) -> Json {
    json!({ "chainId": 11_155_111, "name": "Sepolia", "isTestnet": true, "rpcUrls": urls, "explorerUrl": "https://scan.test/" })
}

/// Adds Sepolia with these nodes and gives its id.
async fn add_sepolia(programme: &Programme, admin: &TestUser, urls: &[&str]) -> String {
    let saved = programme.ask(admin, "networkSave", sepolia(urls)).await;
    saved["network"]["id"].as_str().expect("an id").to_owned()
}

async fn one_network(programme: &Programme, who: &TestUser) -> Json {
    programme.ask(who, "networks", json!({})).await["rows"][0].clone()
}

#[test]
fn the_address_of_a_node_is_told_to_nobody_and_kept_sealed() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let id = add_sepolia(&programme, &mia, &[NODE, OTHER]).await;
        let seen = [
            programme.ask(&mia, "networks", json!({})).await,
            programme.ask(&rin, "networks", json!({})).await,
            programme.ask(&mia, "networkTest", json!({ "id": id })).await,
            programme.ask(&mia, "audit", json!({})).await,
        ];
        for answer in &seen {
            assert!(!answer.to_string().contains("topsecret"), "{answer}");
        }
        assert_eq!(seen[0]["rows"][0]["endpoints"][1]["host"], "other.test");
        assert_eq!(seen[1]["rows"][0]["endpoints"], Json::Null, "testers learn no hosts");
        assert!(seen[3].to_string().contains("node.test"), "the record names hosts: {}", seen[3]);
        let client = programme.database.client().await;
        let kept = r#"select (select jsonb_agg(n) from "Network" n)::text || (select jsonb_agg(a) from "AuditEntry" a)::text
            || (select jsonb_agg(e) from _touchstone.network_endpoint e)::text"#;
        let kept: String = client.query_one(kept, &[]).await.expect("rows").get(0);
        assert!(!kept.contains("topsecret"), "{kept}");
        assert_eq!(programme.find(&rin, "Network").await.expect("networks"), 1);
    });
}

#[test]
fn a_test_says_what_a_node_can_do_and_the_network_remembers_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.nodes.add(NODE, 11_155_111, 700, 3);
        programme.nodes.answer(NODE, "debug_traceTransaction", json!({}));
        let id = add_sepolia(&programme, &mia, &[NODE, OTHER]).await;
        let network = one_network(&programme, &mia).await;
        assert_eq!((&network["health"], &network["traceMode"]), (&json!("unknown"), &Json::Null));
        let tested = programme.ask(&mia, "networkTest", json!({ "id": id })).await;
        let (good, silent) = (&tested["endpoints"][0], &tested["endpoints"][1]);
        assert_eq!(good["ok"], true, "{tested}");
        assert_eq!((&good["headBlock"], &good["trace"]), (&json!(700), &json!("debug")));
        assert_eq!(silent["ok"], false);
        assert!(silent["error"].as_str().is_some_and(|text| text.ends_with('.')), "{silent}");
        let network = one_network(&programme, &mia).await;
        assert_eq!((&network["health"], &network["traceMode"]), (&json!("ok"), &json!("debug")));
        assert_eq!(network["endpoints"][1]["state"], "down");
        assert_eq!(network["endpoints"][0]["lag"].as_array().map(Vec::len), Some(1), "{network}");
    });
}

#[test]
fn a_node_of_another_chain_is_refused_with_what_to_change() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.nodes.add(NODE, 1, 700, 3);
        let id = add_sepolia(&programme, &mia, &[NODE]).await;
        let tested = programme.ask(&mia, "networkTest", json!({ "id": id })).await;
        let error = tested["endpoints"][0]["error"].as_str().expect("an error").to_owned();
        assert!(error.starts_with("This is chain 1, not 11155111."), "{error}");
        assert_eq!(one_network(&programme, &mia).await["health"], "down");
        let first = programme.ask(&mia, "networkTest", json!({ "id": id, "place": 0 })).await;
        assert_eq!(first["endpoints"].as_array().map(Vec::len), Some(1));
        let none = json!({ "id": id, "place": 1 });
        assert_eq!(programme.refusal(Some(&mia), "networkTest", none).await.0, 101);
        let alone = programme.ask(&mia, "networkTest", json!({ "url": NODE })).await;
        assert_eq!(alone["endpoints"][0]["chainId"], 1, "an address alone may be of any chain");
        assert_eq!(alone["endpoints"][0]["ok"], true);
    });
}

#[test]
fn every_minute_nodes_are_looked_after_and_one_that_was_never_tested_is_tested() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.nodes.add(NODE, 11_155_111, 700, 3);
        add_sepolia(&programme, &mia, &[NODE]).await;
        run_due_tasks(&programme.engine, Interval::Minute).await;
        let network = one_network(&programme, &mia).await;
        assert_eq!((&network["health"], &network["traceMode"]), (&json!("ok"), &json!("call")));
        programme.nodes.add(NODE, 11_155_111, 700, 900);
        run_due_tasks(&programme.engine, Interval::Minute).await;
        let network = one_network(&programme, &mia).await;
        assert_eq!(network["health"], "lagging", "{network}");
        assert!(network["headLagSec"].as_i64().is_some_and(|lag| lag > 800), "{network}");
        let steps = programme.ask(&mia, "dashboardAdmin", json!({ "days": 7 })).await;
        let step =
            steps["setup"].as_array().expect("steps").iter().find(|step| step["key"] == "network");
        assert_eq!(step.expect("a step")["done"], true);
    });
}

#[test]
fn endpoints_keep_their_keys_while_their_order_changes() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.nodes.add(NODE, 11_155_111, 700, 3);
        programme.nodes.add(OTHER, 11_155_111, 701, 3);
        let id = add_sepolia(&programme, &mia, &[NODE, OTHER]).await;
        programme.ask(&mia, "networkTest", json!({ "id": id })).await;
        let mut turned = sepolia(&["keep:1", "keep:0", "https://third.test"]);
        turned["id"] = json!(id);
        let saved = programme.ask(&mia, "networkSave", turned).await;
        let states: Vec<(&Json, &Json)> = saved["network"]["endpoints"]
            .as_array()
            .expect("endpoints")
            .iter()
            .map(|one| (&one["host"], &one["state"]))
            .collect();
        let (ok, unknown) = (json!("ok"), json!("unknown"));
        assert_eq!(
            states,
            [
                (&json!("other.test"), &ok),
                (&json!("node.test"), &ok),
                (&json!("third.test"), &unknown)
            ]
        );
        let mut rest = sepolia(&[]);
        rest["id"] = json!(id);
        rest.as_object_mut().expect("fields").remove("rpcUrls");
        let saved = programme.ask(&mia, "networkSave", rest).await;
        assert_eq!(
            saved["network"]["endpoints"].as_array().map(Vec::len),
            Some(3),
            "left out, they stay"
        );
    });
}

#[test]
fn networks_that_make_no_sense_are_refused_with_sentences() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let id = add_sepolia(&programme, &mia, &[NODE]).await;
        let changed = |field: &str, value: Json| {
            let mut params = sepolia(&[NODE]);
            params["chainId"] = json!(5);
            params[field] = value;
            params
        };
        let cases = [
            (
                changed("chainId", json!(11_155_111)),
                "CHAIN_KNOWN: This chain exists already, as Sepolia.",
            ),
            (changed("chainId", json!(0)), "CHAIN_ID: "),
            (changed("name", json!(" ")), "TEXT: "),
            (changed("rpcUrls", json!([])), "NODES: "),
            (changed("rpcUrls", json!([NODE, NODE])), "NODES: node.test is listed twice."),
            (changed("rpcUrls", json!(["keep:0"])), "NODES: "),
            (changed("rpcUrls", json!(["wss://node.test"])), "NODE_URL: "),
            (changed("explorerUrl", json!("http://scan.test")), "EXPLORER_URL: "),
            (changed("confirmations", json!(0)), "CONFIRMATIONS: "),
            (changed("blockTimeMs", json!(1)), "BLOCK_TIME: "),
            (changed("id", json!(id)), "CHAIN_ID: The chain ID of a network cannot change."),
        ];
        for (params, sentence) in cases {
            let refused = programme.refusal(Some(&mia), "networkSave", params).await;
            assert_eq!(refused.0, 142, "{refused:?}");
            assert!(refused.1.starts_with(sentence), "{refused:?}");
        }
        for name in ["networkSave", "contractSave", "tokenSave", "errorSignatureSave"] {
            assert_eq!(programme.refusal(Some(&rin), name, json!({})).await.0, 119, "{name}");
        }
        let refused = programme.refusal(Some(&rin), "networkTest", json!({ "url": NODE })).await;
        assert_eq!(refused.0, 119, "only administrators can make the server call addresses");
        assert_eq!(programme.refusal(Some(&rin), "errorSignatures", json!({})).await.0, 119);
        assert_eq!(programme.refusal(None, "networks", json!({})).await.0, 209);
    });
}

#[test]
fn a_contract_keeps_its_interface_until_another_is_sent() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = add_sepolia(&programme, &mia, &[NODE]).await;
        let router = json!({ "network": network, "address": ROUTER, "name": "Router", "role": "router", "abi": PAUSED });
        let saved = programme.ask(&mia, "contractSave", router.clone()).await["contract"].clone();
        assert_eq!((&saved["hasAbi"], &saved["errors"]), (&json!(true), &json!(1)));
        let again = programme.refusal(Some(&mia), "contractSave", router).await;
        assert_eq!(again.1, "ADDRESS_KNOWN: This address exists already, as Router.");
        let renamed = json!({ "id": saved["id"], "network": network, "address": ROUTER, "name": "Router v3", "role": "router" });
        let kept = programme.ask(&mia, "contractSave", renamed.clone()).await["contract"].clone();
        assert_eq!((&kept["name"], &kept["hasAbi"]), (&json!("Router v3"), &json!(true)));
        let mut without = renamed;
        without["abi"] = Json::Null;
        let bare = programme.ask(&mia, "contractSave", without).await["contract"].clone();
        assert_eq!((&bare["hasAbi"], &bare["errors"]), (&json!(false), &json!(0)));
        let rows = programme.ask(&rin, "contracts", json!({ "network": network })).await;
        assert_eq!(rows["rows"].as_array().map(Vec::len), Some(1), "testers may look");
        let wrong = json!({ "network": network, "address": OTHER, "name": "x", "role": "router" });
        let refused = programme.refusal(Some(&mia), "contractSave", wrong).await;
        assert!(refused.1.starts_with("ADDRESS: "), "{refused:?}");
        programme.ask(&mia, "contractRemove", json!({ "id": saved["id"] })).await;
        let gone =
            programme.refusal(Some(&mia), "contractRemove", json!({ "id": saved["id"] })).await;
        assert_eq!(gone.0, 101);
    });
}

#[test]
fn a_token_says_what_is_odd_about_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let network = add_sepolia(&programme, &mia, &[NODE]).await;
        let token = json!({ "network": network, "address": ROUTER, "symbol": "SAFU", "decimals": 18,
            "flags": ["rebasing", "feeOnTransfer", "rebasing"], "note": "2 % to the treasury" });
        let saved = programme.ask(&mia, "tokenSave", token.clone()).await["token"].clone();
        assert_eq!(saved["flags"], json!(["feeOnTransfer", "rebasing"]));
        let again = programme.refusal(Some(&mia), "tokenSave", token).await;
        assert!(again.1.starts_with("ADDRESS_KNOWN: "), "{again:?}");
        let elsewhere = json!({ "network": "nowhere", "address": ROUTER, "symbol": "A", "decimals": 1, "flags": [] });
        let refused = programme.refusal(Some(&mia), "tokenSave", elsewhere).await;
        assert!(refused.1.starts_with("NETWORK: "), "{refused:?}");
        programme.ask(&mia, "tokenRemove", json!({ "id": saved["id"] })).await;
        let rows = programme.ask(&mia, "tokens", json!({})).await;
        assert_eq!(rows["rows"], json!([]));
    });
}

#[test]
fn a_signature_that_hashes_to_something_else_is_not_taken() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let error = |key: &str, value: &str, signature: Option<&str>| {
            let mut params = json!({ "signature": signature, "failureClass": "contract_paused", "verdict": "expected",
                "sentence": "The pool takes no swaps now." });
            params[key] = json!(value);
            params
        };
        let right = error(
            "selector",
            "0x8B063D73",
            Some("V4TooLittleReceived(uint256 least, uint256 got)"),
        );
        let saved =
            programme.ask(&mia, "errorSignatureSave", right.clone()).await["errorSignature"]
                .clone();
        assert_eq!(saved["key"], "0x8b063d73");
        assert_eq!(saved["signature"], "V4TooLittleReceived(uint256,uint256)");
        let wrong = error("selector", "0x8b063d74", Some("V4TooLittleReceived(uint256,uint256)"));
        let cases = [
            (right, "ERROR_KNOWN: "),
            (
                wrong,
                "SIGNATURE: V4TooLittleReceived(uint256,uint256) hashes to 0x8b063d73, not to 0x8b063d74.",
            ),
            (error("selector", "0x08c379a0", None), "ERROR_KEY: "),
            (error("selector", "0x12", None), "SELECTOR: "),
            (error("textPattern", "a", None), "TEXT: "),
            (error("textPattern", "not now", Some("A()")), "ERROR_KEY: "),
        ];
        for (params, sentence) in cases {
            let refused = programme.refusal(Some(&mia), "errorSignatureSave", params).await;
            assert!(refused.1.starts_with(sentence), "{refused:?}");
        }
        programme.ask(&mia, "errorSignatureSave", error("textPattern", "Not now", None)).await;
        let same = error("textPattern", "NOT NOW", None);
        let same = programme.refusal(Some(&mia), "errorSignatureSave", same).await;
        assert!(same.1.starts_with("ERROR_KNOWN: "), "{same:?}");
        programme.ask(&mia, "errorSignatureRemove", json!({ "id": saved["id"] })).await;
    });
}

#[test]
fn the_database_refuses_networks_that_contradict_themselves() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let network = add_sepolia(&programme, &mia, &[NODE]).await;
        let contract =
            json!({ "network": network, "address": ROUTER, "name": "Router", "role": "router" });
        programme.ask(&mia, "contractSave", contract).await;
        let client = programme.database.client().await;
        for statement in [
            r#"update "Network" set "chainId" = 0"#,
            r#"update "Network" set "chainId" = 1.5"#,
            r#"update "Network" set "explorerUrl" = 'http://scan.test'"#,
            r#"update "Network" set "traceMode" = 'all'"#,
            r#"insert into "Network" select (jsonb_populate_record(n, '{"objectId": "another"}')).* from "Network" n"#,
            r#"update "Contract" set "address" = upper("address")"#,
            r#"update "Contract" set "role" = 'bank'"#,
            r#"insert into "Contract" select (jsonb_populate_record(c, '{"objectId": "another"}')).* from "Contract" c"#,
            r#"update _touchstone.network_endpoint set url = 'ftp://node.test'"#,
            r#"insert into _touchstone.network_endpoint (network, place, url, host, digest) values ('a', 6, 'https://a', 'a', 'a')"#,
            r#"insert into "ErrorSignature" ("objectId", "selector", "textPattern", "failureClass", "verdict", "sentence", "source", "enabled")
            values ('both', '0x00000000', 'text', 'panic', 'suspect', 'A.', 'admin', true)"#,
        ] {
            assert!(client.batch_execute(statement).await.is_err(), "{statement}");
        }
    });
}
