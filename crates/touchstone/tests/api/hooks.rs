//! Webhooks, called over a real socket.

use std::sync::Arc;

use parse_engine::{Extension, SystemClock};
use parse_model::Json;
use serde_json::json;
use telemetry::task;
use testkit::case;
use touchstone::{App, Config};

use crate::api::{Api, MASTER, READ_ONLY, eventually, text};
use crate::listener::Listener;

const SETTINGS: &[(&str, &str)] =
    &[("OUTGOING_ALLOWED_NETWORKS", "127.0.0.0/8"), ("WEBHOOK_KEY", "the-webhook-key")];

async fn start() -> (Api, Listener) {
    let tune = |config: &mut Config| config.webhooks.sends_key = false;
    (Api::tuned(SETTINGS, Extension::default(), tune).await, Listener::start().await)
}

async fn function(api: &Api, listener: &Listener, name: &str) {
    let hook = json!({ "functionName": name, "url": listener.url(&format!("/{name}")) });
    api.master("POST", "/hooks/functions", hook.clone()).await.is(200, hook);
}

async fn trigger(api: &Api, listener: &Listener, class: &str, name: &str) {
    let url = listener.url(&format!("/{name}"));
    let hook = json!({ "className": class, "triggerName": name, "url": url });
    api.master("POST", "/hooks/triggers", hook.clone()).await.is(200, hook);
}

#[test]
fn hooks_are_made_listed_changed_and_removed() {
    case(async {
        let (api, listener) = start().await;
        let (url, other) = (listener.url("/a"), listener.url("/b"));
        let hook = json!({ "functionName": "f", "url": url });
        api.master("GET", "/hooks/functions", Json::Null).await.is(200, json!([]));
        api.master("POST", "/hooks/functions", hook.clone()).await.is(200, hook.clone());
        let again = api.master("POST", "/hooks/functions", hook.clone()).await;
        again.refused(400, 143, "function name: f already exists");
        api.master("GET", "/hooks/functions", Json::Null).await.is(200, json!([hook]));
        api.master("GET", "/hooks/functions/f", Json::Null).await.is(200, hook);
        let changed = json!({ "functionName": "f", "url": other });
        api.master("PUT", "/hooks/functions/f", json!({ "url": other }))
            .await
            .is(200, changed.clone());
        api.master("GET", "/hooks/functions", Json::Null).await.is(200, json!([changed]));
        api.master("PUT", "/hooks/functions/f", json!({ "__op": "Delete" }))
            .await
            .is(200, json!({}));
        let missing = "no function named: f is defined";
        api.master("GET", "/hooks/functions/f", Json::Null).await.refused(400, 143, missing);
        let change = api.master("PUT", "/hooks/functions/f", json!({ "url": other })).await;
        change.refused(400, 143, missing);
    });
}

#[test]
fn triggers_are_made_listed_changed_and_removed() {
    case(async {
        let (api, listener) = start().await;
        let url = listener.url("/a");
        let hook = json!({ "className": "C", "triggerName": "beforeSave", "url": url });
        api.master("POST", "/hooks/triggers", hook.clone()).await.is(200, hook.clone());
        let again = api.master("POST", "/hooks/triggers", hook.clone()).await;
        again.refused(400, 143, "class C already has trigger beforeSave");
        api.master("GET", "/hooks/triggers", Json::Null).await.is(200, json!([hook]));
        api.master("GET", "/hooks/triggers/C/beforeSave", Json::Null).await.is(200, hook);
        let missing = api.master("GET", "/hooks/triggers/D/beforeSave", Json::Null).await;
        missing.refused(400, 143, "class D does not exist");
        for bad in [
            json!({ "className": "C", "triggerName": "never", "url": url }),
            json!({ "className": "C", "url": url }),
            json!({ "functionName": "f" }),
            json!({ "functionName": { "$ne": 1 }, "url": url }),
            json!({}),
        ] {
            let refused = api.master("POST", "/hooks/triggers", bad).await;
            refused.refused(400, 143, "invalid hook declaration");
        }
        let delete = json!({ "__op": "Delete" });
        api.master("PUT", "/hooks/triggers/C/beforeSave", delete).await.is(200, json!({}));
        api.master("GET", "/hooks/triggers", Json::Null).await.is(200, json!([]));
    });
}

/// Rows 36 and 41 of the attack catalogue.
#[test]
fn only_the_master_key_registers_hooks() {
    case(async {
        let (api, listener) = start().await;
        let hook = json!({ "functionName": "f", "url": listener.url("/f") });
        for (method, path) in [
            ("POST", "/hooks/functions"),
            ("POST", "/hooks/triggers"),
            ("POST", "/hooks/jobs"),
            ("PUT", "/hooks/functions/f"),
            ("GET", "/hooks/functions"),
        ] {
            let stranger = api.send(method, path, hook.clone()).await;
            stranger.is(403, json!({ "error": "Permission denied" }));
        }
        let reader = &[("x-parse-master-key", READ_ONLY)];
        for (method, path) in [("POST", "/hooks/functions"), ("PUT", "/hooks/functions/f")] {
            let reader = api.send_with(method, path, reader, hook.clone()).await;
            reader.refused(400, 119, "Permission denied");
        }
        let listed = api.send_with("GET", "/hooks/functions", reader, Json::Null).await;
        listed.is(200, json!([]));
    });
}

/// Rows 264 to 268 of the attack catalogue.
#[test]
fn addresses_inside_are_refused_at_registration() {
    case(async {
        let api = Api::start().await;
        for url in [
            "http://169.254.169.254/latest/meta-data",
            "http://[fd00:ec2::254]/",
            "http://127.0.0.1/",
            "https://127.0.0.1/",
            "http://0/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://[::ffff:10.0.0.1]/",
            "https://10.0.0.1/",
            "https://100.64.0.1/",
            "https://[fe80::1]/",
            "https://localhost/",
            "file:///etc/passwd",
            "gopher://example.org/",
            "http://example.org:25/",
            "https://example.org:25/",
            "not an address",
        ] {
            let hook = json!({ "functionName": "f", "url": url });
            let refused = api.master("POST", "/hooks/functions", hook).await;
            assert_eq!((refused.status, &refused.body["code"]), (400, &json!(142)), "{url}");
        }
        api.master("GET", "/hooks/functions", Json::Null).await.is(200, json!([]));
    });
}

#[test]
fn a_webhook_function_is_called_and_answers() {
    case(async {
        let (api, listener) = start().await;
        function(&api, &listener, "name.space").await;
        listener.say("/name.space", json!({ "success": { "sum": 3 } }));
        let date = json!({ "__type": "Date", "iso": "2026-01-01T00:00:00.000Z" });
        let answer =
            api.send("POST", "/functions/name.space", json!({ "a": 1, "when": date })).await;
        answer.is(200, json!({ "result": { "sum": 3 } }));
        let heard = listener.last("/name.space");
        assert_eq!(heard.body["params"], json!({ "a": 1, "when": date }));
        assert_eq!(heard.body["functionName"], "name.space");
        assert_eq!(heard.body["master"], false);
        assert_eq!(heard.body["isReadOnly"], false);
        assert_eq!(heard.body["ip"], "127.0.0.1");
        assert_eq!(heard.body["context"], json!({}));
        listener.say("/name.space", json!({}));
        api.send("POST", "/functions/name.space", json!({})).await.is(200, json!({}));
        listener.say("/name.space", json!({ "success": null }));
        let null = api.send("POST", "/functions/name.space", json!({})).await;
        null.is(200, json!({ "result": null }));
    });
}

/// Row 271 of the attack catalogue.
#[test]
fn calls_are_signed_and_the_key_is_not_sent() {
    case(async {
        let (api, listener) = start().await;
        function(&api, &listener, "f").await;
        for _ in 0..2 {
            api.send("POST", "/functions/f", json!({ "secret": "body" })).await.ok();
        }
        let heard = listener.last("/f");
        assert_eq!(heard.headers.get("x-parse-webhook-key"), None);
        assert!(!heard.text.contains("the-webhook-key") && !heard.text.contains(MASTER));
        let (id, time) = (heard.header("x-touchstone-id"), heard.header("x-touchstone-time"));
        let signed = format!("{id}.{time}.{}", heard.text);
        assert_eq!(heard.header("x-touchstone-signature"), hmac(&signed));
        assert_ne!(heard.header("x-touchstone-id"), listener.heard()[0].header("x-touchstone-id"));
    });
}

fn hmac(text: &str) -> String {
    use hmac::{Hmac, Mac};
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(b"the-webhook-key").expect("any key");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_key_is_sent_as_parse_server_sends_it_in_its_profile() {
    case(async {
        let (api, listener) =
            (Api::with(SETTINGS, Extension::default()).await, Listener::start().await);
        function(&api, &listener, "f").await;
        let keyed = &[("x-parse-master-key", MASTER)];
        api.send_with("POST", "/functions/f", keyed, json!({})).await.ok();
        let heard = listener.last("/f");
        assert_eq!(heard.header("x-parse-webhook-key"), "the-webhook-key");
        assert_eq!(heard.body["master"], true);
        assert_eq!(heard.body["headers"].get("x-parse-master-key"), None);
    });
}

#[test]
fn errors_of_a_webhook_function_are_the_callers_to_read() {
    case(async {
        let (api, listener) = start().await;
        function(&api, &listener, "f").await;
        let call = || api.send("POST", "/functions/f", json!({}));
        listener.say("/f", json!({ "error": "it failed" }));
        call().await.refused(400, 141, "it failed");
        listener.say("/f", json!({ "error": { "code": 4711, "message": "mine" } }));
        call().await.refused(400, 4711, "mine");
        listener.say("/f", json!({ "error": { "code": 101, "error": "gone" } }));
        call().await.refused(404, 101, "gone");
    });
}

/// Rows 267, 269, 270 and 273 of the attack catalogue.
#[test]
fn what_is_no_proper_answer_is_refused() {
    case(async {
        let (api, listener) = start().await;
        function(&api, &listener, "f").await;
        let huge = format!("{{\"success\":\"{}\"}}", "x".repeat(1 << 20));
        let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
        for (status, said, told) in [
            (404, "<html>secret</html>", "the webhook answered with status 404"),
            (302, "", "the webhook answered with status 302"),
            (200, "<html>secret</html>", "the webhook's answer is not JSON"),
            (
                200,
                deep.as_str(),
                "the webhook's answer is refused: JSON nesting depth exceeds maximum allowed depth of 64",
            ),
            (200, "[1]", "a webhook must answer with a JSON object"),
            (200, huge.as_str(), "the webhook was not reached: the answer is too long"),
        ] {
            listener.say_text("/f", status, said);
            api.send("POST", "/functions/f", json!({})).await.refused(400, 141, told);
        }
    });
}

/// Row 274 of the attack catalogue.
#[test]
fn a_host_that_fails_is_left_alone_and_loops_end() {
    case(async {
        let (api, listener) = start().await;
        function(&api, &listener, "f").await;
        let deep = &[("x-touchstone-depth", "3")];
        let looped = api.send_with("POST", "/functions/f", deep, json!({})).await;
        looped.refused(400, 141, "webhooks call one another too deep");
        let inner = &[("x-touchstone-depth", "2")];
        api.send_with("POST", "/functions/f", inner, json!({})).await.ok();
        assert_eq!(listener.last("/f").header("x-touchstone-depth"), "3");
        listener.say_text("/f", 500, "");
        for _ in 0..5 {
            let failed = api.send("POST", "/functions/f", json!({})).await;
            failed.refused(400, 141, "the webhook answered with status 500");
        }
        let count = listener.heard().len();
        let alone = api.send("POST", "/functions/f", json!({})).await;
        let told = "the webhook was not reached: the host has failed too often and is left alone for a while";
        alone.refused(400, 141, told);
        assert_eq!(listener.heard().len(), count);
    });
}

/// Row 157 of the attack catalogue.
#[test]
fn names_of_javascript_are_no_functions() {
    case(async {
        let (api, listener) = start().await;
        function(&api, &listener, "real").await;
        for name in ["constructor", "__proto__", "__proto__.toString", "real.__proto__.constructor"]
        {
            let refused = api.send("POST", &format!("/functions/{name}"), json!({})).await;
            refused.refused(400, 141, &format!("Invalid function: \"{name}\""));
        }
        let long = "x".repeat(6000);
        let refused = api.send("POST", &format!("/functions/{long}"), json!({})).await;
        assert_eq!((refused.status, &refused.body["code"]), (400, &json!(141)));
        assert!(listener.heard().is_empty());
    });
}

#[test]
fn a_webhook_trigger_completes_what_is_saved() {
    case(async {
        let (api, listener) = start().await;
        trigger(&api, &listener, "C", "beforeSave").await;
        let object = json!({ "name": "ada", "stamp": "checked" });
        listener.say("/beforeSave", json!({ "success": object }));
        let saved = api.send("POST", "/classes/C", json!({ "name": "ada", "drop": 1 })).await;
        assert_eq!(saved.status, 201, "{}", saved.text);
        assert_eq!(saved.body["stamp"], "checked");
        assert_eq!(saved.body.get("name"), None, "known to the client");
        let heard = listener.last("/beforeSave");
        let sent = json!({ "name": "ada", "drop": 1, "className": "C" });
        assert_eq!(heard.body["object"], sent);
        assert_eq!(heard.body["triggerName"], "beforeSave");
        assert_eq!(heard.body.get("original"), None);
        let path = format!("/classes/C/{}", text(&saved.body, "objectId"));
        let stored = api.send("GET", &path, Json::Null).await.ok();
        assert_eq!((&stored["stamp"], stored.get("drop")), (&json!("checked"), None));

        listener.say("/beforeSave", json!({}));
        let increment = json!({ "n": { "__op": "Increment", "amount": 2 } });
        api.send("PUT", &path, increment.clone()).await.ok();
        let heard = listener.last("/beforeSave");
        assert_eq!(heard.body["object"]["n"], increment["n"]);
        assert_eq!(heard.body["object"]["name"], "ada");
        assert_eq!(heard.body["original"]["name"], "ada");
        assert_eq!(heard.body["original"].get("n"), None);
        assert_eq!(api.send("GET", &path, Json::Null).await.ok()["n"], 2);
    });
}

#[test]
fn a_webhook_trigger_that_fails_undoes_what_is_saved() {
    case(async {
        let (api, listener) = start().await;
        trigger(&api, &listener, "C", "beforeSave").await;
        listener.say("/beforeSave", json!({ "error": "not today" }));
        let refused = api.send("POST", "/classes/C", json!({ "name": "ada" })).await;
        refused.refused(400, 141, "not today");
        listener.say_text("/beforeSave", 200, "<html>");
        let refused = api.send("POST", "/classes/C", json!({ "name": "ada" })).await;
        refused.refused(400, 141, "the webhook's answer is not JSON");
        let found = api.send("GET", "/classes/C", Json::Null).await.ok();
        assert_eq!(found, json!({ "results": [] }));
    });
}

/// Row 273 of the attack catalogue.
#[test]
fn a_poisoned_answer_passes_the_checks_of_a_clients_write() {
    case(async {
        let (api, listener) = start().await;
        api.send("POST", "/classes/C", json!({ "n": 1 })).await.ok();
        let closed =
            json!({ "classLevelPermissions": { "find": { "*": true }, "create": { "*": true } } });
        api.master("PUT", "/schemas/C", closed).await.ok();
        trigger(&api, &listener, "C", "beforeSave").await;
        for (poison, status, code) in [
            (json!({ "success": { "__proto__": { "isAdmin": true } } }), 400, 105),
            (json!({ "success": { "n": { "constructor": 1 } } }), 400, 105),
            (json!({ "success": { "n": "text" } }), 400, 111),
            (json!({ "success": { "isAdmin": true } }), 400, 119),
            (json!({ "success": { "ACL": "everyone" } }), 400, 123),
            (json!({ "success": { "a b": 1 } }), 400, 105),
            (json!({ "success": { "_hashed_password": "x" } }), 400, 105),
            (json!({ "success": true }), 400, 141),
            (json!({ "success": [1] }), 400, 141),
        ] {
            listener.say("/beforeSave", poison.clone());
            let refused = api.send("POST", "/classes/C", json!({ "n": 2 })).await;
            let code = json!(code);
            assert_eq!((refused.status, &refused.body["code"]), (status, &code), "{poison}");
        }
        let found = api.send("GET", "/classes/C", Json::Null).await.ok();
        assert_eq!(found["results"].as_array().unwrap().len(), 1);
    });
}

#[test]
fn a_webhook_trigger_hears_of_what_was_saved_and_may_answer() {
    case(async {
        let (api, listener) = start().await;
        trigger(&api, &listener, "C", "afterSave").await;
        let saved = api.send("POST", "/classes/C", json!({ "name": "ada" })).await.ok();
        let heard = listener.last("/afterSave");
        assert_eq!(heard.body["object"]["objectId"], saved["objectId"]);
        assert_eq!(heard.body["object"]["name"], "ada");
        assert_eq!(heard.body["object"]["className"], "C");
        let path = format!("/classes/C/{}", text(&saved, "objectId"));
        listener.say("/afterSave", json!({ "success": { "mine": 1 } }));
        api.send("PUT", &path, json!({ "name": "eve" })).await.is(200, json!({ "mine": 1 }));
        let heard = listener.last("/afterSave");
        assert_eq!(heard.body["original"]["name"], "ada");
        assert_eq!(heard.body["object"]["name"], "eve");
        // It has happened: a failure of a listener changes nothing.
        listener.say("/afterSave", json!({ "error": "too late" }));
        api.send("PUT", &path, json!({ "name": "joe" })).await.ok();
        assert_eq!(api.send("GET", &path, Json::Null).await.ok()["name"], "joe");
    });
}

#[test]
fn a_webhook_trigger_may_refuse_a_removal() {
    case(async {
        let (api, listener) = start().await;
        let saved = api.send("POST", "/classes/C", json!({ "name": "ada" })).await.ok();
        trigger(&api, &listener, "C", "beforeDelete").await;
        trigger(&api, &listener, "C", "afterDelete").await;
        let path = format!("/classes/C/{}", text(&saved, "objectId"));
        listener.say("/beforeDelete", json!({ "error": "locked" }));
        api.send("DELETE", &path, Json::Null).await.refused(400, 141, "locked");
        assert_eq!(listener.heard().len(), 1);
        listener.say("/beforeDelete", json!({}));
        api.send("DELETE", &path, Json::Null).await.is(200, json!({}));
        assert_eq!(listener.last("/afterDelete").body["object"]["name"], "ada");
        api.send("DELETE", &path, Json::Null).await.refused(
            404,
            101,
            "Object not found for delete.",
        );
    });
}

#[test]
fn webhook_triggers_may_narrow_a_question_and_decorate_the_answer() {
    case(async {
        let (api, listener) = start().await;
        for n in 1..=3 {
            api.send("POST", "/classes/C", json!({ "n": n })).await.ok();
        }
        trigger(&api, &listener, "C", "beforeFind").await;
        let found = api.send("GET", "/classes/C?where=%7B%22n%22%3A1%7D", Json::Null).await.ok();
        assert_eq!(found["results"].as_array().unwrap().len(), 1);
        let heard = listener.last("/beforeFind");
        assert_eq!(heard.body["query"], json!({ "where": { "n": 1 }, "limit": 100 }));
        assert_eq!((&heard.body["count"], &heard.body["isGet"]), (&json!(false), &json!(false)));
        listener.say("/beforeFind", json!({ "success": { "where": { "n": { "$gt": 1 } } } }));
        let found = api.send("GET", "/classes/C?order=n", Json::Null).await.ok();
        assert_eq!(found["results"].as_array().unwrap().len(), 2);
        listener.say("/beforeFind", json!({ "error": "closed" }));
        api.send("GET", "/classes/C", Json::Null).await.refused(400, 141, "closed");
        listener.say("/beforeFind", json!({}));
        trigger(&api, &listener, "C", "afterFind").await;
        listener.say("/afterFind", json!({ "success": [{ "objectId": "x", "shown": true }] }));
        let found = api.send("GET", "/classes/C", Json::Null).await.ok();
        assert_eq!(found["results"][0]["shown"], true);
        assert_eq!(listener.last("/afterFind").body["objects"].as_array().unwrap().len(), 3);
        for poison in
            [json!({ "success": "all" }), json!({ "success": [1] }), json!({ "success": {} })]
        {
            listener.say("/afterFind", poison);
            let refused = api.send("GET", "/classes/C", Json::Null).await;
            assert_eq!((refused.status, &refused.body["code"]), (400, &json!(141)));
        }
    });
}

#[test]
fn webhook_triggers_keep_people_out_and_hear_of_those_who_come_and_go() {
    case(async {
        let (api, listener) = start().await;
        for (class, name) in [
            ("_User", "beforeSave"),
            ("_User", "afterSave"),
            ("_User", "beforeLogin"),
            ("_User", "afterLogin"),
            ("_Session", "afterLogout"),
        ] {
            trigger(&api, &listener, class, name).await;
        }
        let ada = json!({ "username": "ada", "password": "pass-word-of-ada" });
        let signed = api.send("POST", "/users", ada.clone()).await.ok();
        assert!(signed["sessionToken"].is_string());
        let heard = listener.last("/beforeSave");
        assert_eq!(heard.body["object"], json!({ "username": "ada", "className": "_User" }));
        assert!(listener.heard().iter().all(|heard| !heard.text.contains("pass-word-of-ada")));
        listener.say("/beforeLogin", json!({ "error": { "code": 101, "message": "banned" } }));
        api.send("POST", "/login", ada.clone()).await.refused(404, 101, "banned");
        listener.say("/beforeLogin", json!({}));
        let back = api.send("POST", "/login", ada).await.ok();
        let token = text(&back, "sessionToken");
        let heard = listener.last("/afterLogin");
        assert_eq!(heard.body["object"]["username"], "ada");
        assert_eq!(heard.body["user"]["sessionToken"], token);
        api.send_with("POST", "/logout", &[("x-parse-session-token", token)], json!({})).await.ok();
        let heard = listener.last("/afterLogout");
        assert_eq!(heard.body["object"]["className"], "_Session");
        assert_eq!(heard.body["object"].get("sessionToken"), None);
    });
}

#[test]
fn no_transaction_is_open_while_a_webhook_is_called() {
    case(async {
        let (api, listener) = start().await;
        for name in ["beforeSave", "afterSave", "beforeDelete", "afterDelete"] {
            trigger(&api, &listener, "C", name).await;
            trigger(&api, &listener, "_Role", name).await;
        }
        let transactions = || async {
            let sql = parse_store::Sql::new(
                "select count(*) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
            );
            let rows = api.app.engine.store().db().rows(&sql).await.unwrap();
            rows[0].get::<_, i64>(0)
        };
        let gate = listener.gate();
        let acl = json!({ "*": { "read": true } });
        for (path, body) in
            [("/classes/C", json!({ "n": 1 })), ("/roles", json!({ "name": "r", "ACL": acl }))]
        {
            let work = api.master("POST", path, body);
            tokio::pin!(work);
            for _ in 0..2 {
                tokio::select! {
                    () = gate.arrived() => {}
                    answer = &mut work => panic!("answered too early: {answer:?}"),
                }
                assert_eq!(transactions().await, 0, "{path}");
                gate.open_once();
            }
            work.await.ok();
        }
    });
}

#[test]
fn a_hook_is_known_to_every_node_at_once() {
    case(async {
        let (api, listener) = start().await;
        let other = App::start(api.app.config.clone(), Extension::default(), Arc::new(SystemClock));
        let other = Arc::new(other.await.expect("a second server"));
        let engine = other.engine.clone();
        task::spawn("listening for invalidations", async move {
            engine.listen_for_invalidations().await;
        });
        let status = async || api.on(&other, "POST", "/functions/f", json!({})).await.status;
        function(&api, &listener, "f").await;
        listener.say("/f", json!({ "success": "here" }));
        eventually(async || status().await == 200).await;
        api.master("PUT", "/hooks/functions/f", json!({ "__op": "Delete" })).await.ok();
        eventually(async || status().await == 400).await;
    });
}

#[test]
fn a_hook_cannot_take_the_place_of_a_function_in_rust() {
    case(async {
        let extension = Extension::default().with_function("own", |_: parse_engine::Cx, _| {
            Box::pin(async { Ok(Some(json!("rust"))) }) as parse_engine::extension::Answer
        });
        let (api, listener) = (Api::with(SETTINGS, extension).await, Listener::start().await);
        let hook = json!({ "functionName": "own", "url": listener.url("/own") });
        let refused = api.master("POST", "/hooks/functions", hook).await;
        refused.refused(400, 143, "function name: own already exists");
        api.send("POST", "/functions/own", json!({})).await.is(200, json!({ "result": "rust" }));
    });
}
