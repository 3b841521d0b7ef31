//! Contracts and tokens of files: compared first, then saved at once.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, TestUser};

const ROUTER: &str = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const QUOTER: &str = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359";
const TOKEN: &str = "0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb";
const PAUSED: &str = r#"[{"type":"error","name":"Paused","inputs":[]}]"#;
const BOTH: &str =
    r#"[{"type":"error","name":"Late","inputs":[]},{"type":"error","name":"Paused","inputs":[]}]"#;
const TURNED: &str =
    r#"[{"type":"error","name":"Paused","inputs":[]},{"type":"error","name":"Late","inputs":[]}]"#;

async fn network(programme: &Programme, admin: &TestUser) -> Json {
    let sepolia = json!({ "chainId": 11_155_111, "name": "Sepolia", "isTestnet": true, "rpcUrls": ["https://node.test/"] });
    programme.ask(admin, "networkSave", sepolia).await["network"]["id"].clone()
}

fn files(network: &Json) -> Json {
    json!({
        "network": network,
        "contracts": [
            { "address": ROUTER, "name": "SwapRouter", "role": "router", "abi": BOTH, "firstBlock": 40 },
            { "address": QUOTER, "name": "Quoter", "role": "quoter", "firstBlock": 41 },
        ],
        "tokens": [{ "address": TOKEN, "symbol": "ONE", "decimals": 6 }],
    })
}

fn states(preview: &Json) -> Vec<(&str, Vec<&str>)> {
    let rows =
        ["contracts", "tokens"].iter().flat_map(|kind| preview[kind].as_array().expect("rows"));
    rows.map(|row| {
        let changes = row["changes"].as_array().expect("changes");
        let changes = changes.iter().map(|key| key.as_str().expect("a key")).collect();
        (row["state"].as_str().expect("a state"), changes)
    })
    .collect()
}

#[test]
fn nothing_is_saved_before_the_import_and_everything_with_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let network = network(&programme, &mia).await;
        let preview = programme.ask(&mia, "registryPreview", files(&network)).await;
        assert_eq!(states(&preview), [("new", vec![]), ("new", vec![]), ("new", vec![])]);
        assert_eq!(preview["contracts"][0]["errors"], 2);
        assert_eq!(preview["room"], json!({ "contracts": 200, "tokens": 2000 }));
        let none = json!({ "rows": [] });
        assert_eq!(programme.ask(&mia, "contracts", json!({})).await, none);
        assert_eq!(programme.ask(&mia, "tokens", json!({})).await, none);

        let saved = programme.ask(&mia, "registryImport", files(&network)).await;
        assert_eq!(saved, json!({ "added": 3, "changed": 0 }));
        let rows = programme.ask(&mia, "contracts", json!({})).await["rows"].clone();
        let router = &rows[0];
        assert_eq!((&router["name"], &router["role"]), (&json!("SwapRouter"), &json!("router")));
        assert_eq!((&router["errors"], &router["firstBlock"]), (&json!(2), &json!(40)));
        assert_eq!((&rows[1]["hasAbi"], &rows[1]["firstBlock"]), (&json!(false), &json!(41)));
        let tokens = programme.ask(&mia, "tokens", json!({})).await["rows"].clone();
        assert_eq!((&tokens[0]["symbol"], &tokens[0]["decimals"]), (&json!("ONE"), &json!(6)));

        let audit = programme.ask(&mia, "audit", json!({})).await;
        let entries = audit["rows"].as_array().expect("entries");
        let of_import: Vec<&Json> =
            entries.iter().filter(|entry| entry["action"] == "registryImport").collect();
        assert_eq!(of_import.len(), 1, "{audit}");
        let preview = programme.ask(&mia, "registryPreview", files(&network)).await;
        assert_eq!(states(&preview), [("same", vec![]), ("same", vec![]), ("same", vec![])]);
    });
}

#[test]
fn an_import_replaces_abis_and_blocks_and_keeps_what_an_administrator_wrote() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let network = network(&programme, &mia).await;
        let router = json!({ "network": network, "address": ROUTER, "name": "Router v3", "role": "other", "abi": PAUSED });
        programme.ask(&mia, "contractSave", router).await;
        let token = json!({ "network": network, "address": TOKEN, "symbol": "ONE", "decimals": 18, "flags": ["rebasing"] });
        programme.ask(&mia, "tokenSave", token).await;
        let preview = programme.ask(&mia, "registryPreview", files(&network)).await;
        assert_eq!(
            states(&preview),
            [
                ("changed", vec!["name", "abi", "firstBlock"]),
                ("new", vec![]),
                ("changed", vec!["decimals"])
            ]
        );
        assert_eq!(preview["contracts"][0]["registered"]["name"], "Router v3");
        let saved = programme.ask(&mia, "registryImport", files(&network)).await;
        assert_eq!(saved, json!({ "added": 1, "changed": 2 }));
        let rows = programme.ask(&mia, "contracts", json!({})).await["rows"].clone();
        let rows = rows.as_array().expect("rows");
        let router = rows.iter().find(|row| row["address"] == ROUTER).expect("the router");
        assert_eq!((&router["name"], &router["role"]), (&json!("Router v3"), &json!("other")));
        assert_eq!((&router["errors"], &router["firstBlock"]), (&json!(2), &json!(40)));
        let token = programme.ask(&mia, "tokens", json!({})).await["rows"][0].clone();
        assert_eq!((&token["decimals"], &token["flags"]), (&json!(6), &json!(["rebasing"])));

        // Without an ABI, with another order of its parts, or by its name alone nothing is another contract.
        let less = json!({ "network": network, "contracts": [{ "address": ROUTER, "name": "Other", "abi": TURNED }] });
        let preview = programme.ask(&mia, "registryPreview", less).await;
        assert_eq!(states(&preview), [("same", vec!["name"])]);
        let bare =
            json!({ "network": network, "contracts": [{ "address": ROUTER, "name": "Other" }] });
        programme.ask(&mia, "registryImport", bare).await;
        let rows = programme.ask(&mia, "contracts", json!({})).await["rows"].clone();
        assert!(rows.to_string().contains(r#""firstBlock":40"#), "{rows}");
    });
}

#[test]
fn an_entry_that_does_not_fit_is_named_and_stops_the_import() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = network(&programme, &mia).await;
        let contract = |address: &str, name: &str, abi: &str| json!({ "address": address, "name": name, "role": "router", "abi": abi });
        let cases = [
            (json!([contract(ROUTER, "", PAUSED)]), "TEXT: "),
            (json!([contract("0x12", "Router", PAUSED)]), "ADDRESS: "),
            (json!([contract(ROUTER, "Router", "[]")]), "ABI: "),
            (json!([{ "address": ROUTER, "name": "Router" }]), "ROLE: "),
            (json!([{ "address": ROUTER, "name": "Router", "role": "bank" }]), "ROLE: "),
            (
                json!([contract(ROUTER, "A", PAUSED), contract(ROUTER, "B", PAUSED)]),
                "ADDRESS_TWICE: ",
            ),
            (json!(vec![contract(ROUTER, "A", PAUSED); 201]), "TOO_MANY: "),
        ];
        for (contracts, sentence) in cases {
            let params = json!({ "network": network, "contracts": contracts });
            let refused = programme.refusal(Some(&mia), "registryImport", params).await;
            assert!(refused.1.starts_with(sentence), "{refused:?}");
        }
        let mixed = json!({ "network": network, "contracts": [contract(ROUTER, "Router", "[]"), contract(QUOTER, "Quoter", PAUSED)] });
        let preview = programme.ask(&mia, "registryPreview", mixed.clone()).await;
        assert_eq!(states(&preview), [("refused", vec![]), ("new", vec![])]);
        let problem = preview["contracts"][0]["problem"].as_str().expect("a problem");
        assert!(problem.starts_with("This is not the ABI of a contract"), "{problem}");
        programme.refusal(Some(&mia), "registryImport", mixed).await;
        assert_eq!(programme.ask(&mia, "contracts", json!({})).await["rows"], json!([]));
        let elsewhere = json!({ "network": "nowhere" });
        let refused = programme.refusal(Some(&mia), "registryPreview", elsewhere.clone()).await;
        assert!(refused.1.starts_with("NETWORK: "), "{refused:?}");
        for name in ["registryPreview", "registryImport"] {
            assert_eq!(programme.refusal(Some(&rin), name, elsewhere.clone()).await.0, 119);
        }
    });
}
