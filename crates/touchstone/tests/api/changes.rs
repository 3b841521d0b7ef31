//! Following what is committed on several nodes, with Redis and without.

use std::sync::Arc;
use std::time::Instant;

use futures_util::StreamExt;
use parse_engine::{ChangeFollower, Extension, Followed, LiveChange, SystemClock};
use parse_model::Json;
use serde_json::json;
use testkit::case;
use touchstone::{App, Work};

use crate::api::{Api, text};

const LIVE: (&str, &str) = ("LIVE_QUERY_CLASS_NAMES", "Score.*,_Role");
/// Our own Redis, as `just up` starts it.
const REDIS: &str = "redis://127.0.0.1:63799";
/// Nothing listens there.
const GONE: &str = "redis://127.0.0.1:1";

/// Another node on the same database, at work.
async fn another(api: &Api) -> (Arc<App>, Work) {
    let app = App::start(api.app.config.clone(), Extension::default(), Arc::new(SystemClock)).await;
    let app = Arc::new(app.expect("another node"));
    let work = touchstone::work(&app);
    (app, work)
}

async fn next(follower: &mut ChangeFollower) -> Vec<LiveChange> {
    match follower.next().await {
        Followed::Changes(changes) => changes,
        Followed::Lost => panic!("the place in the log is lost"),
    }
}

async fn create(api: &Api, body: Json) -> String {
    let made = api.send("POST", "/classes/Score", body).await.ok();
    text(&made, "objectId").to_owned()
}

fn is_wake(payload: &str) -> bool {
    payload.contains("\"changes\"")
}

#[test]
fn what_one_node_commits_is_followed_on_another_with_fields_it_has_not_heard_of() {
    case(async {
        let api = Api::with(&[LIVE], Extension::default()).await;
        let _work = touchstone::work(&api.app);
        create(&api, json!({ "n": 1 })).await;
        // This one has no listener: it must find all changes by itself.
        let deaf = App::start(api.app.config.clone(), Extension::default(), Arc::new(SystemClock));
        let deaf = deaf.await.expect("another node");
        let mut follower = deaf.engine.follow_changes().await.expect("a follower");
        let id =
            create(&api, json!({ "n": 2, "fresh": "field", "ACL": { "*": { "read": true } } }))
                .await;
        let changes = next(&mut follower).await;
        let [change] = &*changes else { panic!("{changes:?}") };
        let after = change.after.as_ref().expect("an object");
        assert!(change.is_ours && change.before.is_none());
        assert_eq!(after.id.as_str(), id);
        assert_eq!(after.fields.get("fresh"), Some(&"field".into()));
        assert!(after.acl.is_some());
        api.send("PUT", &format!("/classes/Score/{id}"), json!({ "n": 3 })).await;
        api.master("PUT", &format!("/classes/Score/{id}"), json!({ "n": 3 })).await.ok();
        let changes = next(&mut follower).await;
        assert_eq!(changes.len(), 1, "a write that was refused changes nothing");
        assert_eq!(changes[0].before.as_ref().map(|o| &o.fields), Some(&after.fields));
        api.master("DELETE", &format!("/classes/Score/{id}"), Json::Null).await.ok();
        assert!(next(&mut follower).await[0].after.is_none());
        follower.end().await.expect("an end");
    });
}

#[test]
fn nodes_are_woken_by_the_database_a_hundred_times_a_second_at_most_and_never_for_nothing() {
    case(async {
        let api = Api::with(&[LIVE], Extension::default()).await;
        let _work = touchstone::work(&api.app);
        create(&api, json!({ "n": 0 })).await;
        api.send("POST", "/classes/Quiet", json!({ "n": 0 })).await.ok();
        // From before anything is heard to after the last word, however long the words take.
        let begun = Instant::now();
        let mut heard = api.database().notified("touchstone").await;
        for n in 0..200 {
            create(&api, json!({ "n": n })).await;
            api.send("POST", "/classes/Quiet", json!({ "n": n })).await.ok();
        }
        api.app.engine.store().notify(&parse_store::Invalidation::Config).await.expect("a word");
        let mut wakes = 0;
        loop {
            let payload = heard.recv().await.expect("a word");
            if payload.contains("config") {
                break;
            }
            wakes += u128::from(is_wake(&payload));
        }
        let most = begun.elapsed().as_millis() / 10 + 1;
        assert!(wakes > 0 && wakes <= most, "{wakes} wakes, at most {most}");
        for n in 0..20 {
            api.send("POST", "/classes/Quiet", json!({ "n": n })).await.ok();
        }
        api.app.engine.store().notify(&parse_store::Invalidation::Hooks).await.expect("a word");
        let mut last_wakes = 0;
        loop {
            let payload = heard.recv().await.expect("a word");
            if payload.contains("hooks") {
                break;
            }
            last_wakes += u32::from(is_wake(&payload));
        }
        // One may still have been on its way, and one behind it for what came meanwhile.
        assert!(last_wakes <= 2, "a class that is not live causes no wake-ups: {last_wakes}");
    });
}

#[test]
fn with_redis_nodes_are_woken_there_and_by_the_database_while_it_is_gone() {
    case(async {
        for (redis, by_database) in [(REDIS, false), (GONE, true)] {
            let id = format!("app{}", rand_suffix());
            let settings = [LIVE, ("REDIS_URL", redis), ("APPLICATION_ID", &id)];
            let api = Api::with(&settings, Extension::default()).await;
            let client = redis::Client::open(REDIS).expect("an address");
            let mut spoken =
                client.get_async_pubsub().await.expect("Redis, which `just up` starts");
            spoken.subscribe(format!("touchstone:changes:{id}")).await.expect("a channel");
            let mut heard = api.database().notified("touchstone").await;
            let _work = touchstone::work(&api.app);
            let key = [("x-parse-application-id", id.as_str())];
            let request = crate::api::request("POST", "/classes/Score", &key, json!({ "n": 1 }));
            api.raw(request).await.ok();
            if by_database {
                while !is_wake(&heard.recv().await.expect("a word")) {}
            } else {
                spoken.on_message().next().await.expect("a word");
                api.app
                    .engine
                    .store()
                    .notify(&parse_store::Invalidation::Hooks)
                    .await
                    .expect("a word");
                loop {
                    let payload = heard.recv().await.expect("a word");
                    assert!(!is_wake(&payload), "{payload}");
                    if payload.contains("hooks") {
                        break;
                    }
                }
            }
        }
    });
}

fn rand_suffix() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}

#[test]
fn who_follows_a_log_that_was_restored_is_told_that_something_is_lost() {
    case(async {
        let api = Api::with(&[LIVE], Extension::default()).await;
        create(&api, json!({ "n": 1 })).await;
        let mut follower = api.app.engine.follow_changes().await.expect("a follower");
        let client = api.database().client().await;
        client
            .batch_execute("update _touchstone.change_log set place = 'elsewhere'")
            .await
            .expect("a restored log");
        assert_eq!(follower.next().await, Followed::Lost);
        api.app.engine.tidy_change_log().await.expect("a settled log");
        create(&api, json!({ "n": 2 })).await;
        // Until the log was settled, each look has lost its place.
        while follower.next().await == Followed::Lost {}
    });
}

#[test]
fn parse_servers_hear_of_our_writes_in_their_own_words_and_of_no_others() {
    case(async {
        let id = format!("app{}", rand_suffix());
        let settings =
            [LIVE, ("REDIS_URL", REDIS), ("APPLICATION_ID", &id), ("MIXED_FLEET", "true")];
        let api = Api::with(&settings, Extension::default()).await;
        let client = redis::Client::open(REDIS).expect("an address");
        let mut spoken = client.get_async_pubsub().await.expect("Redis, which `just up` starts");
        for event in ["afterSave", "afterDelete", "clearCache"] {
            spoken.subscribe(format!("{id}{event}")).await.expect("a channel");
        }
        let mut spoken = spoken.into_on_message();
        let mut said = async || {
            let message = spoken.next().await.expect("a word");
            let payload: String = message.get_payload().expect("text");
            let event = message.get_channel_name().replace(&id, "");
            (event, serde_json::from_str::<Json>(&payload).expect("JSON"))
        };
        let key =
            [("x-parse-application-id", id.as_str()), ("x-parse-master-key", crate::api::MASTER)];
        let send = async |method: &str, path: &str, body: Json| {
            api.raw(crate::api::request(method, path, &key, body)).await.ok()
        };
        // Before the first publisher: it starts at the present end of the log.
        send("POST", "/classes/Score", json!({ "n": 0 })).await;
        let first = touchstone::work(&api.app);
        crate::api::eventually(async || {
            let client = api.database().client().await;
            let kept = "select 1 from _touchstone.change_cursor where node = 'parse-server'";
            !client.query(kept, &[]).await.expect("places in the log").is_empty()
        })
        .await;
        let at = json!({ "__type": "Date", "iso": "2020-01-01T00:00:00.000Z" });
        let made = send("POST", "/classes/Score", json!({ "n": 1, "at": at })).await;
        let (event, told) = said().await;
        assert_eq!(event, "afterSave");
        let current = &told["currentParseObject"];
        assert_eq!(current["__type"], "Object");
        assert_eq!(current["className"], "Score");
        assert_eq!(current["objectId"], made["objectId"]);
        assert_eq!(current["at"]["__type"], "Date");
        assert_eq!(told["classLevelPermissions"]["find"], json!({ "*": true }));
        assert!(told.get("originalParseObject").is_none());
        // Another writer publishes its own changes.
        let other = api.database().client().await;
        other.batch_execute(r#"update "Score" set "n" = 7"#).await.expect("an update");
        let path = format!("/classes/Score/{}", text(&made, "objectId"));
        send("PUT", &path, json!({ "n": 2 })).await;
        let (_, told) = said().await;
        assert_eq!(told["originalParseObject"]["n"], 7);
        assert_eq!(told["currentParseObject"]["n"], 2);
        // Another node goes on where this one stopped.
        drop(first);
        send("PUT", &path, json!({ "n": 3 })).await;
        let (_second, _work) = another(&api).await;
        let mut told = said().await.1;
        while told["currentParseObject"]["n"] != 3 {
            // The last ones may be published once more.
            told = said().await.1;
        }
        send("DELETE", &path, Json::Null).await;
        let (event, told) = said().await;
        assert_eq!((event.as_str(), &told["currentParseObject"]["n"]), ("afterDelete", &json!(3)));
    });
}

#[test]
fn what_a_parse_server_says_of_roles_is_obeyed() {
    case(async {
        let id = format!("app{}", rand_suffix());
        let settings =
            [LIVE, ("REDIS_URL", REDIS), ("APPLICATION_ID", &id), ("MIXED_FLEET", "true")];
        let api = Api::with(&settings, Extension::default()).await;
        let mut applied = api.app.engine.invalidations();
        let _work = touchstone::work(&api.app);
        let client = redis::Client::open(REDIS).expect("an address");
        let mut line = client.get_multiplexed_async_connection().await.expect("Redis");
        crate::api::eventually(async || {
            let mut line = line.clone();
            let heard: i64 = redis::cmd("PUBLISH")
                .arg(format!("{id}clearCache"))
                .arg(r#"{"userId":"u1"}"#)
                .query_async(&mut line)
                .await
                .expect("a word");
            heard > 0
        })
        .await;
        while applied.recv().await.expect("an invalidation")
            != parse_store::Invalidation::User("u1".to_owned())
        {}
        let _: i64 = redis::cmd("PUBLISH")
            .arg(format!("{id}clearCache"))
            .arg("no JSON")
            .query_async(&mut line)
            .await
            .expect("a word");
    });
}
