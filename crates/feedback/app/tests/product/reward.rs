use payout::season_file::{Outside, verify};
use payout::{B256, Format, Leaf, address, decimal};
use serde_json::{Value, json};
use testkit::case;

use crate::stage::{Programme, TestUser};

const WHY: &str = "Helped two testers on a call.";
const TOKEN: &str = "0x1111111111111111111111111111111111111111";

/// A season with points for some people, each with a wallet, that is final.
async fn season(programme: &Programme, mia: &TestUser, points: &[i64]) -> Vec<TestUser> {
    programme.season(mia).await;
    let mut people = Vec::new();
    for (place, amount) in points.iter().enumerate() {
        let user = programme.tester(&format!("tester{place}")).await;
        let given = json!({ "user": user.id, "amount": amount, "reason": WHY, "rule": "manual" });
        programme.ask(mia, "pointsAdjust", given).await;
        wallet(programme, &user, place as u64 + 0x10_0000).await;
        people.push(user);
    }
    seal(programme, mia).await;
    people
}

async fn seal(programme: &Programme, mia: &TestUser) {
    for state in ["review", "final"] {
        programme.ask(mia, "seasonSetState", json!({ "number": 1, "state": state })).await;
    }
}

async fn wallet(programme: &Programme, user: &TestUser, number: u64) {
    let statement = format!(
        r#"update "_User" set "payoutAddress" = '0x{number:040x}' where "objectId" = '{}'"#,
        user.id
    );
    programme.alter(&statement).await;
}

fn rules() -> Value {
    json!({
        "season": 1, "token": { "symbol": "TST", "address": TOKEN, "decimals": 18, "chainId": 84532 },
        "pool": "1000000000000000000000", "curve": "sqrt", "minPoints": 10,
    })
}

fn with(change: Value) -> Value {
    let mut rules = rules();
    for (field, value) in crate::stage::map(change) {
        rules[field] = value;
    }
    rules
}

/// A file, its parts joined.
async fn file(programme: &Programme, who: &TestUser, export: &Value, kind: &str) -> String {
    let mut text = String::new();
    for part in 1.. {
        let asked = json!({ "export": export["id"], "kind": kind, "part": part });
        let answer = programme.ask(who, "rewardFile", asked).await;
        text.push_str(answer["text"].as_str().expect("a text"));
        if answer["parts"] == part {
            break;
        }
    }
    text
}

async fn publish(programme: &Programme, mia: &TestUser, export: &Value) -> Value {
    let asked = json!({ "export": export["id"], "words": "publish season 1" });
    programme.ask(mia, "rewardPublish", asked).await["export"].clone()
}

/// Whether a proof leads to the root.
fn holds(line: &Value) -> bool {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let leaf = Leaf {
        address: address::parse(&text(&line["address"])).expect("an address"),
        amount: decimal::parse(&text(&line["amount"])).expect("an amount"),
    };
    let format: Format = serde_json::from_value(line["export"]["format"].clone()).expect("a form");
    let index = line["leaf"]["index"].as_u64().expect("an index") as usize;
    let proof = line["leaf"]["proof"].as_array().expect("a proof");
    let proof: Vec<B256> = proof.iter().map(|hash| text(hash).parse().expect("a hash")).collect();
    let root: B256 = text(&line["export"]["root"]).parse().expect("a root");
    let hash = leaf.hash(format, index);
    assert_eq!(line["leaf"]["hash"], hash.to_string());
    payout::verify(root, hash, &proof)
}

/// The public download verifies and has the published content; the rest is for administrators.
async fn downloads(programme: &Programme, mia: &TestUser, people: &[TestUser], published: &Value) {
    let form = published["format"].as_str().expect("a form");
    let text = file(programme, &people[4], published, "season").await;
    let found = verify(text.as_bytes(), &Outside::default()).expect("a sound file");
    assert_eq!(json!(found.sha256), published["fileSha256"]);
    assert_eq!(found.payout.expect("a payout").root, published["root"].as_str().expect("a root"));
    assert!(
        !text.contains(WHY),
        "the reason of manual points is visible to the user and the team alone"
    );
    let tree: Value =
        serde_json::from_str(&file(programme, &people[0], published, "tree").await).expect("JSON");
    let root = if form == "indexed" { &tree["merkleRoot"] } else { &tree["tree"][0] };
    assert_eq!(*root, published["root"]);
    assert_eq!(file(programme, &people[0], published, "amounts").await.lines().count(), 5);
    let staff = json!({ "export": published["id"], "kind": "safe_csv" });
    assert_eq!(programme.refusal(Some(&people[0]), "rewardFile", staff).await.0, 101);
    for kind in ["safe_csv", "safe_json", "disperse", "sablier"] {
        assert!(!file(programme, mia, published, kind).await.is_empty(), "{kind}");
    }
}

/// A member's download names no other user.
async fn names_nobody_else(programme: &Programme, reader: &TestUser, published: &Value) {
    let client = programme.database.client().await;
    let named = r#"select "objectId", "username" from "_User" where "objectId" <> $1"#;
    let rows = client.query(named, &[&reader.id]).await.expect("people");
    for kind in ["season", "tree", "amounts"] {
        let text = file(programme, reader, published, kind).await;
        for row in &rows {
            for name in [row.get::<_, String>(0), row.get(1)] {
                assert!(!text.contains(&name), "{kind} names {name}");
            }
        }
    }
    let mine = programme.ask(reader, "rewardMine", json!({ "season": 1 })).await;
    let salted = mine["rows"][0]["salted"].as_str().expect("a salted id");
    let season = file(programme, reader, published, "season").await;
    let own = season.lines().filter(|line| line.contains(salted));
    let kinds: Vec<Value> =
        own.map(|line| serde_json::from_str::<Value>(line).expect("JSON")["t"].clone()).collect();
    for kind in ["entry", "standing", "payee"] {
        assert!(kinds.contains(&json!(kind)), "{kind} is found by the own salted id");
    }
}

#[test]
fn a_final_season_is_previewed_built_published_and_everybody_has_a_proof() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = season(&programme, &mia, &[400, 100, 100, 36, 9]).await;
        for form in ["standard_tree", "indexed"] {
            let rules = with(json!({ "format": form }));
            let preview = programme.ask(&mia, "rewardPreview", rules.clone()).await;
            let figures = &preview["figures"];
            assert_eq!(preview["problems"], json!([]), "{preview}");
            assert_eq!(figures["people"], 4);
            assert_eq!(figures["belowMinimum"], 1);
            assert_eq!(figures["sum"], "1000000000000000000000");
            assert_eq!(preview["rows"][4]["why"], "below_minimum");
            assert_eq!(preview["lorenz"].as_array().map(Vec::len), Some(21));
            let built = programme.ask(&mia, "rewardBuild", rules).await["export"].clone();
            assert_eq!((&built["state"], &built["leafCount"]), (&json!("draft"), &json!(4)));
            // Only administrators see a draft; an earlier void payout is public.
            let before = usize::from(form == "indexed");
            let known = programme.ask(&people[0], "rewardList", json!({})).await;
            assert_eq!(known["rows"].as_array().map(Vec::len), Some(before));
            assert_eq!(programme.find(&people[0], "RewardExport").await.expect("found"), before);
            let hidden = json!({ "export": built["id"], "kind": "season" });
            assert_eq!(programme.refusal(Some(&people[0]), "rewardFile", hidden).await.0, 101);
            let published = publish(&programme, &mia, &built).await;
            assert_eq!(published["root"], built["root"]);
            for user in &people[..4] {
                let mine = programme.ask(user, "rewardMine", json!({ "season": 1 })).await;
                assert!(holds(&mine["rows"][0]), "{mine}");
                let found = programme.find(user, "RewardExport").await.expect("found");
                assert_eq!(found, before + 1);
            }
            let below = programme.ask(&people[4], "rewardMine", json!({})).await;
            assert_eq!(below["rows"][0]["why"], "below_minimum");
            assert_eq!(below["rows"][0]["leaf"], json!(null));
            downloads(&programme, &mia, &people, &published).await;
            names_nobody_else(&programme, &people[1], &published).await;
            let void =
                json!({ "export": published["id"], "reason": "The pool was the wrong one." });
            let void = programme.ask(&mia, "rewardVoid", void).await;
            assert_eq!(void["export"]["state"], "void");
        }
        let invariants = programme.ask(&mia, "invariantsCheck", json!({})).await;
        assert_eq!(invariants["differences"], json!([]));
    });
}

#[test]
fn a_payout_needs_a_final_season_and_rules_that_hold() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let early = programme.refusal(Some(&mia), "rewardBuild", rules()).await;
        assert!(early.1.starts_with("SEASON_NOT_FINAL: "), "{early:?}");
        let rin = programme.tester("rin").await;
        assert_eq!(programme.refusal(Some(&rin), "rewardPreview", rules()).await.0, 119);
        seal(&programme, &mia).await;
        let token = |change: Value| {
            let mut token = rules()["token"].clone();
            for (field, value) in crate::stage::map(change) {
                token[field] = value;
            }
            json!({ "token": token })
        };
        let wrong = [
            ("PAYOUT_POOL", json!({ "pool": "0" })),
            ("PAYOUT_POOL", json!({ "pool": "1e21" })),
            ("PAYOUT_UNIT", json!({ "unit": "3" })),
            ("PAYOUT_CAP", json!({ "capBps": 0 })),
            ("PAYOUT_TIERS", json!({ "curve": "tiers" })),
            ("PAYOUT_TOKEN", token(json!({ "address": "0x1234" }))),
            ("PAYOUT_TOKEN", token(json!({ "decimals": 40 }))),
            ("PAYOUT_TOKEN", token(json!({ "symbol": " " }))),
            (
                "PAYOUT_TOKEN",
                json!({ "distributor": "0x140db92358139159DD25EeB405A8f3cA7fd3DD20" }),
            ),
            (
                "PAYOUT_DECISION",
                json!({ "decisions": [{ "personId": "unknown", "decision": "pay", "why": null }] }),
            ),
            (
                "PAYOUT_DECISION",
                json!({ "decisions": [{ "personId": "x", "decision": "leave_out", "why": "administrator" }] }),
            ),
            ("PAYOUT_NOBODY", json!({})),
        ];
        for (key, change) in wrong {
            let refused = programme.refusal(Some(&mia), "rewardBuild", with(change.clone())).await;
            assert!(refused.1.starts_with(&format!("{key}: ")), "{change}: {refused:?}");
        }
    });
}

#[test]
fn who_is_held_has_no_wallet_or_is_of_the_team_is_not_paid_and_the_sums_say_so() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = season(&programme, &mia, &[100, 100, 100, 100, 100, 100]).await;
        let set = async |place: usize, what: &str| {
            let id = &people[place].id;
            programme
                .alter(&format!(r#"update "_User" set {what} where "objectId" = '{id}'"#))
                .await;
        };
        set(1, r#""payoutAddress" = null"#).await;
        set(2, r#""riskState" = 'held'"#).await;
        set(3, r#""isAdmin" = true"#).await;
        set(4, r#""status" = 'suspended'"#).await;
        // A contract is its owner's on its own network only.
        set(5, r#""payoutAddress" = "payoutAddress" || '@1'"#).await;
        let rules = with(json!({ "curve": "proportional" }));
        let carried = programme.ask(&mia, "rewardPreview", rules.clone()).await;
        let figures = &carried["figures"];
        assert_eq!((&figures["people"], &figures["leftOut"]), (&json!(1), &json!(2)));
        assert_eq!(figures["missing"], json!({ "people": 2, "amount": "500000000000000000000" }));
        assert_eq!(figures["setAside"], json!({ "people": 1, "amount": "250000000000000000000" }));
        assert_eq!(
            (&figures["sum"], &figures["carried"]),
            (&json!("250000000000000000000"), &json!("750000000000000000000"))
        );
        let given = with(json!({ "curve": "proportional", "missing": "give_back" }));
        let given = programme.ask(&mia, "rewardPreview", given).await;
        assert_eq!(given["figures"]["sum"], "500000000000000000000");
        let built = programme.ask(&mia, "rewardBuild", rules).await["export"].clone();
        // Whatever is decided, the team and held persons are not paid.
        let pay =
            |place: usize| json!({ "personId": people[place].id, "decision": "pay", "why": null });
        let forced =
            with(json!({ "curve": "proportional", "decisions": [pay(2), pay(3), pay(4)] }));
        let forced = programme.ask(&mia, "rewardPreview", forced).await;
        assert_eq!(forced["figures"]["people"], 1);
        publish(&programme, &mia, &built).await;
        let held = programme.ask(&people[2], "rewardMine", json!({})).await;
        assert_eq!(
            (&held["rows"][0]["decision"], &held["rows"][0]["why"]),
            (&json!("set_aside"), &json!("held"))
        );
        assert_eq!(held["rows"][0]["leaf"], json!(null));
    });
}

#[test]
fn two_people_are_never_paid_at_one_address() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = season(&programme, &mia, &[100, 90]).await;
        wallet(&programme, &people[1], 0x10_0000).await;
        let refused = programme.refusal(Some(&mia), "rewardBuild", rules()).await;
        assert!(refused.1.starts_with("ADDRESS_TWICE: "), "{refused:?}");
        let preview = programme.ask(&mia, "rewardPreview", rules()).await;
        assert_eq!(preview["problems"][0]["people"].as_array().map(Vec::len), Some(2));
        let aside = json!([{ "personId": people[1].id, "decision": "set_aside", "why": "linked" }]);
        programme.ask(&mia, "rewardBuild", with(json!({ "decisions": aside }))).await;
    });
}

#[test]
fn what_changed_since_the_build_stops_publishing_and_nothing_changes_what_is_published() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = season(&programme, &mia, &[100, 90, 80]).await;
        let built = programme.ask(&mia, "rewardBuild", rules()).await["export"].clone();
        let publishing = |words: &str| json!({ "export": built["id"], "words": words });
        let words = programme.refusal(Some(&mia), "rewardPublish", publishing("publish")).await;
        assert!(words.1.starts_with("PAYOUT_WORDS: "), "{words:?}");
        wallet(&programme, &people[0], 0x77_7777).await;
        let stale =
            programme.refusal(Some(&mia), "rewardPublish", publishing("publish season 1")).await;
        assert!(stale.1.starts_with("PAYOUT_STALE: "), "{stale:?}");
        let again = programme.ask(&mia, "rewardBuild", rules()).await["export"].clone();
        assert_ne!(again["root"], built["root"]);
        assert_eq!(
            programme.refusal(Some(&mia), "rewardPublish", publishing("publish season 1")).await.0,
            101,
            "it was replaced"
        );
        let published = publish(&programme, &mia, &again).await;
        let second = programme.refusal(Some(&mia), "rewardBuild", rules()).await;
        assert!(second.1.starts_with("PAYOUT_PUBLISHED: "), "{second:?}");
        let twice = json!({ "export": published["id"], "words": "publish season 1" });
        let twice = programme.refusal(Some(&mia), "rewardPublish", twice).await;
        assert!(twice.1.starts_with("PAYOUT_STATE: "), "{twice:?}");
        let reason = json!({ "export": published["id"], "reason": "short" });
        let short = programme.refusal(Some(&mia), "rewardVoid", reason).await;
        assert!(short.1.starts_with("PAYOUT_REASON: "), "{short:?}");
        assert_eq!(
            programme
                .refusal(
                    Some(&people[0]),
                    "rewardVoid",
                    json!({ "export": published["id"], "reason": "x" })
                )
                .await
                .0,
            119
        );
        let mine = programme.ask(&people[0], "rewardMine", json!({})).await;
        assert_eq!(mine["rows"][0]["address"], "0x0000000000000000000000000000000000777777");
        // A wallet that is chosen later is for the next payout.
        wallet(&programme, &people[0], 0x88_8888).await;
        let same = programme.ask(&people[0], "rewardMine", json!({})).await;
        assert_eq!(same, mine);
    });
}

#[test]
fn the_database_refuses_every_change_of_what_is_published() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        season(&programme, &mia, &[100, 90]).await;
        let built = programme.ask(&mia, "rewardBuild", rules()).await["export"].clone();
        publish(&programme, &mia, &built).await;
        let client = programme.database.client().await;
        for statement in [
            r#"update "RewardExport" set "root" = '0x00'"#,
            r#"update "RewardExport" set "state" = 'draft'"#,
            r#"update "RewardExport" set "state" = 'void'"#,
            r#"delete from "RewardExport""#,
            r#"truncate "RewardExport""#,
            r#"update "RewardLeaf" set "amount" = '1'"#,
            r#"delete from "RewardLeaf""#,
            "update _touchstone.reward_payee set amount = 1",
            "delete from _touchstone.reward_payee",
            "delete from _touchstone.reward_source",
        ] {
            assert!(client.batch_execute(statement).await.is_err(), "{statement}");
        }
    });
}

#[test]
fn those_who_are_paid_are_told_how_much_and_nobody_else_is_told() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = season(&programme, &mia, &[400, 100, 9]).await;
        for user in &people {
            programme.settle_down().await;
            programme.ask(user, "notificationRead", json!({ "all": true })).await;
        }
        let built = programme.ask(&mia, "rewardBuild", rules()).await["export"].clone();
        let published = publish(&programme, &mia, &built).await;
        for (user, is_paid) in people.iter().zip([true, true, false]) {
            let found = programme.inbox(user).await;
            let expected: &[&str] = if is_paid { &["payout published 1"] } else { &[] };
            assert_eq!(found, expected);
        }
        let told = programme.told_of(&people[0], "payout").await;
        assert_eq!(told["data"]["paid"], "666.67 TST", "{told}");
        assert_eq!(told["data"]["season"]["name"], "One");
        assert_eq!(programme.told_of(&mia, "payout").await, json!(null));
        let void = json!({ "export": published["id"], "reason": "The pool was the wrong one." });
        programme.ask(&mia, "rewardVoid", void).await;
        assert_eq!(programme.inbox(&people[0]).await, ["payout published 1", "payout void 1"]);
        assert_eq!(programme.inbox(&people[2]).await, [""; 0]);
    });
}
