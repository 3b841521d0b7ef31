use feedback::AccessMode;
use parse_engine::Error;
use parse_model::{ClassName, Json};
use serde_json::json;
use testkit::case;

use crate::access::all_of;
use crate::stage::{Programme, TestUser, told};

const ADA: &str = "0x43B18fd92a04CC91b73f19D4D5c9f4Ec7eAE8346";
const ERD: &str = "erd1m0cdrlf35rgksn8fwgg5qctefxm83kmpyprjh2e4eecqgf38jygs4s297n";
const DOT: &str = "16Zx2agFjzjXtjfETdiHSS4LpXAnxLFFhLuBYJUsMC8x1R5z";
const SUN: &str = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";

/// What the code that checks a signature says of an account of Ethereum.
fn account(address: &str) -> String {
    format!("evm:{}", address[2..].to_ascii_lowercase())
}

/// The n-th of many wallets.
fn wallet(n: usize) -> String {
    format!("0x{n:040x}")
}

/// A programme for wallets on the list, with an administrator.
async fn programme() -> (Programme, TestUser) {
    let programme = Programme::open().await;
    let mia = programme.administrator("mia").await;
    set_mode(&programme, &mia, "wallets", 0).await;
    (programme, mia)
}

async fn set_mode(programme: &Programme, mia: &TestUser, mode: &str, version: i64) {
    let wish = json!({ "key": "access.mode", "value": mode, "version": version });
    programme.ask(mia, "settingSet", wish).await;
}

async fn add(programme: &Programme, mia: &TestUser, lines: &[&str]) -> Json {
    programme.ask(mia, "walletListAdd", json!({ "lines": lines, "label": "wave 1" })).await
}

/// Signs up a user who has proved an account.
async fn with(programme: &Programme, name: &str, account: &str) -> Result<TestUser, Error> {
    let proof = json!({ "wallet": { "account": account } });
    programme.sign_up(json!({ "username": name, "authData": proof })).await
}

fn said(outcome: Result<TestUser, Error>) -> String {
    told(&outcome.expect_err("refused")).1
}

#[test]
fn a_wallet_on_the_list_lets_one_account_in_and_others_are_told_what_to_do() {
    case(async {
        let (programme, mia) = programme().await;
        add(&programme, &mia, &[ADA]).await;
        let plain = said(programme.sign_up(json!({ "username": "eve" })).await);
        assert!(plain.starts_with("INVITATION_MISSING: This programme is for wallets on its list"));
        let other = said(with(&programme, "eve", &account(&wallet(7))).await);
        assert!(other.starts_with("WALLET_NOT_LISTED: This wallet is not on the list."), "{other}");
        let contract = said(with(&programme, "eve", &format!("{}@1", account(ADA))).await);
        assert!(contract.starts_with("WALLET_NOT_LISTED: This contract wallet"), "{contract}");

        let ada = with(&programme, "ada", &account(ADA)).await.expect("on the list");
        let again = with(&programme, "eve", &account(ADA)).await.expect_err("used");
        assert_eq!(told(&again).0, 208);
        assert!(told(&again).1.starts_with("WALLET_USED: "));
        let list = programme.ask(&mia, "walletList", json!({})).await;
        assert_eq!((&list["total"], &list["joined"]), (&json!(1), &json!(1)));
        assert_eq!(list["rows"][0]["joined"]["id"], json!(ada.id));
        assert_eq!(list["rows"][0]["label"], "wave 1");
        assert_eq!(list["rows"][0]["addedBy"]["username"], "mia");
    });
}

#[test]
fn an_invitation_still_lets_in_and_other_ways_do_not_ask_the_list() {
    case(async {
        let (programme, mia) = programme().await;
        let made =
            programme.ask(&mia, "invitationCreate", json!({ "label": "a", "maxUses": 9 })).await;
        let code = &made["code"];
        programme.sign_up(json!({ "username": "rin", "invitation": code })).await.expect("invited");
        let proof = json!({ "wallet": { "account": account(ADA) } });
        let both = json!({ "username": "ada", "authData": proof, "invitation": code });
        programme.sign_up(both).await.expect("invited, with an unlisted wallet");

        set_mode(&programme, &mia, "invite", 1).await;
        add(&programme, &mia, &[&wallet(1), &wallet(2)]).await;
        let listed = said(with(&programme, "kai", &account(&wallet(1))).await);
        assert!(listed.starts_with("INVITATION_MISSING: "), "{listed}");
        set_mode(&programme, &mia, "open", 2).await;
        with(&programme, "kai", &account(&wallet(1))).await.expect("open");
        with(&programme, "uma", &account(&wallet(3))).await.expect("open");
        let list = programme.ask(&mia, "walletList", json!({})).await;
        assert_eq!((&list["total"], &list["joined"]), (&json!(2), &json!(1)), "kai has joined");
    });
}

#[test]
fn nothing_that_is_sent_takes_the_place_of_a_proof() {
    case(async {
        let programme = Programme::with(AccessMode::Wallets).await;
        let mia = programme.crowd(1, 0).await.remove(0);
        let tx = programme.engine.begin(parse_identity::Caller::master());
        feedback::administrator::appoint(&tx, &mia.id).await.expect("an administrator");
        tx.commit().await.expect("a commit");
        add(&programme, &mia, &[ADA]).await;
        for forged in [
            json!({ "ethAddress": ADA }),
            json!({ "accounts": [ADA] }),
            json!({ "proven": [account(ADA)] }),
            json!({ "joinedVia": { "__type": "Pointer", "className": "Invitation", "objectId": "x" } }),
            json!({ "authData": { "wallet": { "id": ADA } } }),
            json!({ "authData": { "moralisEth": { "id": ADA } } }),
            json!({ "authData": null }),
        ] {
            let mut body = forged.clone();
            body["username"] = json!("eve");
            programme.sign_up(body).await.expect_err(&forged.to_string());
        }
        let list = programme.ask(&mia, "walletList", json!({})).await;
        assert_eq!(list["joined"], 0);
    });
}

#[test]
fn many_who_come_at_once_with_one_wallet_make_one_account() {
    case(async {
        let (programme, mia) = programme().await;
        add(&programme, &mia, &[ADA]).await;
        let names: Vec<String> = (0..6).map(|n| format!("ada{n}")).collect();
        let account = account(ADA);
        let comers = names.iter().map(|name| with(&programme, name, &account));
        let outcomes = all_of(comers).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    });
}

#[test]
fn whoever_is_removed_while_joining_has_joined_or_is_refused() {
    case(async {
        let (programme, mia) = programme().await;
        for n in 0..8 {
            let address = wallet(100 + n);
            add(&programme, &mia, &[&address]).await;
            let (name, account) = (format!("ada{n}"), account(&address));
            let join = async { with(&programme, &name, &account).await.is_ok() };
            let gone = json!({ "accounts": [address] });
            let remove = async { programme.ask(&mia, "walletListRemove", gone).await };
            let (joined, removed) = tokio::join!(join, remove);
            assert_eq!(removed["removed"], 1);
            assert_eq!(removed["joined"], i32::from(joined), "{n}: it was one or the other");
        }
        assert_eq!(programme.ask(&mia, "walletList", json!({})).await["total"], 0);
    });
}

#[test]
fn removing_throws_nobody_out_and_who_leaves_is_forgotten() {
    case(async {
        let (programme, mia) = programme().await;
        add(&programme, &mia, &[ADA, &wallet(1)]).await;
        let ada = with(&programme, "ada", &account(ADA)).await.expect("ada");
        let removed =
            programme.ask(&mia, "walletListRemove", json!({ "accounts": [ADA, "nothing"] })).await;
        assert_eq!(removed, json!({ "removed": 1, "joined": 1 }));
        programme.ask(&ada, "memberPayout", json!({})).await;

        let kai = with(&programme, "kai", &account(&wallet(1))).await.expect("kai");
        let leave = json!({ "username": "kai", "texts": "keep" });
        programme.ask(&kai, "accountDelete", leave).await;
        programme.pass_two_days().await;
        let list = programme.ask(&mia, "walletList", json!({})).await;
        assert_eq!((&list["joined"], &list["rows"][0]["joined"]), (&json!(0), &Json::Null));
    });
}

#[test]
fn a_wallet_that_is_linked_later_counts_as_joined() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        add(&programme, &mia, &[ADA]).await;
        let proof = json!({ "authData": { "wallet": { "account": account(ADA) } } });
        programme.save(&rin, &ClassName::user(), &rin.id, proof).await.expect("linked");
        let list = programme.ask(&mia, "walletList", json!({})).await;
        assert_eq!(list["rows"][0]["joined"]["username"], "rin");
    });
}

#[test]
fn lines_are_looked_at_first_and_added_once_in_every_family() {
    case(async {
        let (programme, mia) = programme().await;
        let lower = ADA.to_ascii_lowercase();
        let contract = format!("{ADA}@10");
        let table = ["address,points", ADA, &lower, "", DOT, ERD, SUN, &contract, "rin.eth, 7"];
        let seen = programme.ask(&mia, "walletListCheck", json!({ "lines": table })).await;
        assert_eq!(programme.ask(&mia, "walletList", json!({})).await["total"], 0, "only looked");
        let added = add(&programme, &mia, &table).await;
        assert_eq!(added, seen);
        let wrong = json!([{ "line": 9, "text": "rin.eth, 7" }]);
        assert_eq!(added, json!({ "added": 5, "known": 1, "wrong": 1, "problems": wrong }));
        let spelled = "5HdetFRBtDU4TCeiVzfHJHEBxuB9G2h7crAhP1VWo77RpuYX";
        let again = add(&programme, &mia, &[spelled, &ERD.to_ascii_uppercase()]).await;
        assert_eq!(again, json!({ "added": 0, "known": 2, "wrong": 0, "problems": [] }));

        for (query, found) in [
            ("0x43B18FD9", 2),
            ("0X43b18", 2),
            (ADA, 1),
            (contract.as_str(), 1),
            ("16Zx", 1),
            (spelled, 1),
            ("ERD1", 1),
            ("4zvw", 1),
            ("4ZVW", 0),
            ("0x44", 0),
        ] {
            let page = programme.ask(&mia, "walletList", json!({ "query": query })).await;
            assert_eq!(page["rows"].as_array().map(Vec::len), Some(found), "{query}");
            assert_eq!(page["total"], 5, "{query}");
        }
    });
}

#[test]
fn a_long_list_is_read_in_pages_in_both_orders() {
    case(async {
        let (programme, mia) = programme().await;
        let many: Vec<String> = (1..=450).map(wallet).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        add(&programme, &mia, &many).await;
        for query in [json!(null), json!("0x0000")] {
            let mut seen = Vec::new();
            let mut cursor = Json::Null;
            loop {
                let asked = json!({ "query": query, "cursor": cursor, "limit": 200 });
                let page = programme.ask(&mia, "walletList", asked).await;
                assert_eq!(page["total"].is_null(), !cursor.is_null(), "counted once");
                let rows = page["rows"].as_array().expect("rows");
                seen.extend(rows.iter().map(|row| row["address"].to_string()));
                cursor = page["next"].clone();
                if cursor.is_null() {
                    break;
                }
            }
            assert_eq!(seen.len(), 450, "{query}");
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), 450, "{query}");
        }
    });
}

#[test]
fn the_list_is_the_administrators_and_every_change_is_recorded() {
    case(async {
        let (programme, mia) = programme().await;
        add(&programme, &mia, &[ADA]).await;
        let rin = with(&programme, "rin", &account(ADA)).await.expect("rin");
        let asked = [
            ("walletList", json!({})),
            ("walletListCheck", json!({ "lines": [ADA] })),
            ("walletListAdd", json!({ "lines": [ADA] })),
            ("walletListRemove", json!({ "accounts": [ADA] })),
        ];
        for (name, params) in asked {
            assert_eq!(programme.refusal(Some(&rin), name, params.clone()).await.0, 119, "{name}");
            assert_eq!(programme.refusal(None, name, params).await.0, 209, "{name}");
        }
        let (none, long) = (json!({ "lines": [] }), json!({ "lines": vec!["x"; 10_001] }));
        for lines in [none, long] {
            let refused = programme.refusal(Some(&mia), "walletListAdd", lines).await.1;
            assert_eq!(refused, "LINES: Send 1 to 10,000 wallets at a time.");
        }
        for (params, key) in [
            (json!({ "limit": 201 }), "LIMIT"),
            (json!({ "query": "x".repeat(200) }), "QUERY"),
            (json!({ "cursor": "x~y" }), "CURSOR"),
        ] {
            let refused = programme.refusal(Some(&mia), "walletList", params).await.1;
            assert!(refused.starts_with(key), "{refused}");
        }
        programme.ask(&mia, "walletListRemove", json!({ "accounts": [ADA] })).await;
        let audit = programme.ask(&mia, "audit", json!({})).await;
        let actions: Vec<&str> = audit["rows"]
            .as_array()
            .expect("entries")
            .iter()
            .filter_map(|row| row["action"].as_str())
            .collect();
        assert_eq!(actions, ["walletListRemove", "walletListAdd", "settingSet"]);
        assert_eq!(audit["rows"][0]["before"]["joined"], 1);
    });
}
