//! The product's live classes: no event shows what no function would show.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use feedback::{AccessMode, NoTransport, Options, OutsideOptions};
use parse_engine::{Clock, SystemClock};
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use super::client::{Client, LiveServer};
use crate::api::{Api, eventually};

/// What is followed, in the order of the numbers by which it is.
const CLASSES: [&str; 7] =
    ["Issue", "IssueEvent", "Comment", "FixCheck", "Evidence", "FailureCluster", "Build"];

/// Fields of public rows that only administrators see.
const STAFFS: [&str; 7] =
    ["quality", "snoozedUntil", "stateBeforeMerge", "heldBack", "command", "whole", "helpfulBy"];

/// A programme with an administrator and two testers.
struct Scene {
    server: LiveServer,
    mia: String,
    rin: String,
    sam: String,
    markers: AtomicI32,
}

impl Scene {
    async fn open() -> Scene {
        let extension = feedback::extension(&Options {
            access: AccessMode::Open,
            has_push: false,
            app_url: String::new(),
            rank_cache: None,
            chain: Arc::new(NoTransport),
            outside: OutsideOptions::default(),
        });
        let server = LiveServer::of(Api::with(&[], extension).await).await;
        let (mia_id, mia) = server.sign_up("mia").await;
        let tx = server.api.app.engine.begin(Caller::master());
        feedback::administrator::appoint(&tx, &mia_id).await.expect("an administrator");
        tx.commit().await.expect("a commit");
        let (_, rin) = server.sign_up("rin").await;
        let (_, sam) = server.sign_up("sam").await;
        Scene { server, mia, rin, sam, markers: AtomicI32::new(1) }
    }

    async fn ask(&self, who: &str, name: &str, params: Json) -> Json {
        let by = [("x-parse-session-token", who)];
        let path = format!("/functions/{name}");
        self.server.api.send_with("POST", &path, &by, params).await.ok()["result"].clone()
    }

    async fn report(&self, who: &str, more: Json) -> Json {
        let mut report = json!({
            "kind": "bug", "title": "Swap reverts after approve", "area": "swap", "build": "unknownweb",
            "body": "It happens every time I press the button.",
        });
        for (key, value) in more.as_object().expect("members") {
            report[key] = value.clone();
        }
        self.ask(who, "issueSubmit", report).await["number"].clone()
    }

    /// A client of a user with all subscriptions.
    async fn follows(&self, who: &str) -> Client {
        let mut client = self.server.connected(json!({ "sessionToken": who })).await;
        for (n, class) in (1..).zip(CLASSES) {
            client.subscribe(n, json!({ "className": class, "where": {} })).await;
        }
        client
    }

    /// Votes and watchers are counted into their issues once a second; nothing waits for it now.
    async fn counted(&self) {
        let database = self.server.api.database().client().await;
        eventually(async || {
            let waiting = "select from _touchstone.count_change limit 1";
            database.query_opt(waiting, &[]).await.expect("counts").is_none()
        })
        .await;
    }

    /// All events of these clients until now: a build is created as the last one.
    async fn told(&self, clients: &mut [&mut Client]) -> Vec<Vec<Json>> {
        let n = self.markers.fetch_add(1, Ordering::Relaxed);
        let build = format!(
            r#"insert into "Build" ("objectId", "createdAt", "updatedAt", "version", "channel", "ordinal", "state",
                "releasedAt", "_rperm", "_wperm")
            values ('marker{n}', now(), now(), 'marker{n}', 'web', {n}, 'active', now(), '{{*}}', '{{}}')"#
        );
        let database = self.server.api.database().client().await;
        database.batch_execute(&build).await.expect("a build");
        let mut all = Vec::new();
        for client in clients {
            let mut told = Vec::new();
            loop {
                let event = client.next().await;
                if event["object"]["objectId"] == *format!("marker{n}") {
                    break;
                }
                told.push(event);
            }
            all.push(told);
        }
        all
    }
}

/// What happened to which class.
fn outline(told: &[Json]) -> Vec<String> {
    let line = |event: &Json| {
        let word = |json: &Json| json.as_str().unwrap_or("?").to_owned();
        format!("{} {}", word(&event["op"]), word(&event["object"]["className"]))
    };
    told.iter().map(line).collect()
}

/// Holds a tester's messages to what testers may know.
#[track_caller]
fn has_nothing_of_staffs(told: &[Json]) {
    for event in told {
        for part in ["object", "original"] {
            let Some(fields) = event[part].as_object() else { continue };
            for field in STAFFS {
                assert!(!fields.contains_key(field), "{field} in {event}");
            }
        }
    }
}

#[test]
fn an_issue_that_is_kept_back_leaves_as_it_was_with_all_that_belongs_to_it() {
    case(async {
        let scene = Scene::open().await;
        let number = scene.report(&scene.rin, json!({})).await;
        scene.ask(&scene.sam, "commentAdd", json!({ "number": number, "body": "Me too" })).await;
        scene.counted().await;
        let mut sam = scene.follows(&scene.sam).await;
        let mut rin = scene.follows(&scene.rin).await;
        let hidden = json!({ "number": number, "visibility": "private" });
        let reason = "This tells how to empty the vault.";
        let spam =
            json!({ "number": number, "resolution": "spam", "reason": reason, "confirm": true });
        let words = [&["private"][..], &["vault", "spam", "closed"]];
        let commands = [("issueSetVisibility", hidden), ("issueClose", spam)];
        for ((name, params), words) in commands.into_iter().zip(words) {
            scene.ask(&scene.mia, name, params).await;
            let mut told = scene.told(&mut [&mut sam, &mut rin]).await.into_iter();
            let (sams, rins) = (told.next().expect("sam"), told.next().expect("rin"));
            has_nothing_of_staffs(&rins);
            assert!(outline(&rins).contains(&"update Issue".to_owned()), "{rins:?}");
            has_nothing_of_staffs(&sams);
            for event in &sams {
                assert_eq!(event["op"], "leave", "{event}");
                let text = event.to_string();
                for word in words {
                    assert!(!text.contains(word), "{word} in {text}");
                }
                assert_eq!(event["object"]["ACL"], json!({ "*": { "read": true } }), "{event}");
            }
            let mut left = outline(&sams);
            left.sort_unstable();
            left.dedup();
            assert_eq!(left, ["leave Comment", "leave Issue", "leave IssueEvent"]);
            if name != "issueSetVisibility" {
                continue;
            }
            let back = json!({ "number": number, "visibility": "programme" });
            scene.ask(&scene.mia, "issueSetVisibility", back).await;
            let told = scene.told(&mut [&mut sam, &mut rin]).await;
            has_nothing_of_staffs(&told[0]);
            let entered = told[0].iter().filter(|event| event["op"] == "enter");
            for event in entered.clone() {
                assert!(event.get("original").is_none(), "{event}");
            }
            assert!(entered.count() >= 3, "{:?}", outline(&told[0]));
        }
    });
}

#[test]
fn a_report_that_waits_for_an_administrator_is_told_to_nobody_else_until_one_has_looked() {
    case(async {
        let scene = Scene::open().await;
        let waits = json!({ "key": "access.premoderate", "value": "trust0", "version": 0 });
        scene.ask(&scene.mia, "settingSet", waits).await;
        let mut sam = scene.follows(&scene.sam).await;
        let mut mia = scene.follows(&scene.mia).await;
        let number = scene.report(&scene.rin, json!({})).await;
        let told = scene.told(&mut [&mut sam, &mut mia]).await;
        assert_eq!(outline(&told[0]), [""; 0]);
        assert_eq!(outline(&told[1]), ["create Issue", "create IssueEvent"]);
        assert_eq!(told[1][0]["object"]["heldBack"], true, "administrators see why");
        scene.ask(&scene.mia, "issueAccept", json!({ "number": number, "severity": "S2" })).await;
        let sams = &scene.told(&mut [&mut sam, &mut mia]).await[0];
        has_nothing_of_staffs(sams);
        let issues: Vec<&Json> =
            sams.iter().filter(|event| event["object"]["className"] == "Issue").collect();
        assert_eq!((issues.len(), &issues[0]["op"]), (1, &json!("enter")), "{issues:?}");
        assert!(issues[0].get("original").is_none(), "{}", issues[0]);
    });
}

#[test]
fn what_staff_say_and_do_among_themselves_is_told_to_no_tester() {
    case(async {
        let scene = Scene::open().await;
        let number = scene.report(&scene.rin, json!({})).await;
        let mut sam = scene.follows(&scene.sam).await;
        let mut rin = scene.follows(&scene.rin).await;
        let mut mia = scene.follows(&scene.mia).await;
        let until = SystemClock.now().plus_seconds(7 * 86_400).iso();
        let note = json!({ "number": number, "body": "He is a competitor.", "internal": true });
        scene.ask(&scene.mia, "commentAdd", note).await;
        scene.ask(&scene.mia, "issueSnooze", json!({ "number": number, "until": until })).await;
        scene.ask(&scene.mia, "issueSetQuality", json!({ "number": number, "quality": "A" })).await;
        let told = scene.told(&mut [&mut sam, &mut rin, &mut mia]).await;
        for testers in &told[..2] {
            has_nothing_of_staffs(testers);
            let text = Json::from(testers.clone()).to_string();
            assert!(!text.contains("competitor") && !text.contains(&until[..16]), "{text}");
            assert!(!outline(testers).iter().any(|line| line.ends_with("Comment")), "{text}");
        }
        let text = Json::from(told[2].clone()).to_string();
        for word in ["competitor", &until[..16], "\"quality\":\"A\""] {
            assert!(text.contains(word), "administrators receive it: {word} in {text}");
        }
    });
}

#[test]
fn evidence_is_told_to_its_owner_and_administrators() {
    case(async {
        let scene = Scene::open().await;
        let mut sam = scene.follows(&scene.sam).await;
        let mut rin = scene.follows(&scene.rin).await;
        let mut mia = scene.follows(&scene.mia).await;
        let error = json!({ "text": "execution reverted: out of luck", "walletKind": "injected" });
        let shown = scene.ask(&scene.rin, "evidencePreview", error).await;
        let evidence = json!([shown["evidence"]["id"]]);
        scene.report(&scene.rin, json!({ "evidence": evidence })).await;
        let told = scene.told(&mut [&mut sam, &mut rin, &mut mia]).await;
        let told_to_sam = outline(&told[0]);
        assert!(told_to_sam.contains(&"create Issue".to_owned()), "{told_to_sam:?}");
        assert!(!told_to_sam.iter().any(|line| line.ends_with("Evidence")), "{told_to_sam:?}");
        for own in &told[1..] {
            assert!(outline(own).contains(&"create Evidence".to_owned()), "{own:?}");
        }
    });
}

#[test]
fn an_administrator_who_looks_is_told_to_administrators_at_once() {
    case(async {
        let scene = Scene::open().await;
        let number = scene.report(&scene.rin, json!({})).await;
        let viewers = json!({ "className": "IssueViewer", "where": {} });
        let mut mia = scene.server.connected(json!({ "sessionToken": scene.mia })).await;
        mia.subscribe(1, viewers.clone()).await;
        let mut sam = scene.server.connected(json!({ "sessionToken": scene.sam })).await;
        sam.say(json!({ "op": "subscribe", "requestId": 1, "query": viewers })).await;
        let answer = sam.next().await;
        assert_eq!((&answer["op"], &answer["code"]), (&json!("error"), &json!(119)), "{answer}");
        let at = json!({ "number": number });
        scene.ask(&scene.mia, "triageLook", at.clone()).await;
        let event = mia.next().await;
        assert_eq!((&event["op"], &event["object"]["username"]), (&json!("create"), &json!("mia")));
        scene.ask(&scene.mia, "triageLeave", at).await;
        assert_eq!(mia.next().await["op"], "delete");
    });
}

#[test]
fn points_are_told_to_who_got_them_and_that_the_board_moved_to_everybody() {
    case(async {
        let scene = Scene::open().await;
        let season = json!({ "name": "One", "startsAt": "2020-01-01T00:00:00.000Z",
            "endsAt": "2040-01-01T00:00:00.000Z" });
        scene.ask(&scene.mia, "seasonSave", season).await;
        scene.ask(&scene.mia, "seasonSetState", json!({ "number": 1, "state": "live" })).await;
        let mut clients = Vec::new();
        for who in [&scene.rin, &scene.sam] {
            let mut client = scene.server.connected(json!({ "sessionToken": who })).await;
            client.subscribe(1, json!({ "className": "SeasonPulse", "where": {} })).await;
            client.subscribe(2, json!({ "className": "PointsPulse", "where": {} })).await;
            clients.push(client);
        }
        let number = scene.report(&scene.rin, json!({})).await;
        scene.ask(&scene.mia, "issueAccept", json!({ "number": number, "severity": "S2" })).await;
        let mut classes = Vec::new();
        for _ in 0..2 {
            classes.push(clients[0].next().await["object"]["className"].clone());
        }
        classes.sort_by_key(Json::to_string);
        assert_eq!(classes, ["PointsPulse", "SeasonPulse"]);
        assert_eq!(clients[1].next().await["object"]["className"], "SeasonPulse");
    });
}
