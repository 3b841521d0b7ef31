//! The parameters of the application.

use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::{ConfigChange, ConfigTriggers, Cx, Error, Extension, SystemClock};
use parse_model::{Code, Json};
use serde_json::json;
use telemetry::task;
use testkit::case;
use touchstone::App;

use crate::api::{Api, READ_ONLY, eventually};

#[test]
fn parameters_are_read_by_everybody_and_changed_by_the_master_key() {
    case(async {
        let api = Api::start().await;
        api.send("GET", "/config", Json::Null).await.is(200, json!({ "params": {} }));
        let change =
            json!({ "params": { "open": 1, "closed": 2 }, "masterKeyOnly": { "closed": true } });
        api.send("PUT", "/config", change.clone())
            .await
            .is(403, json!({ "error": "Permission denied" }));
        let key = [("x-parse-master-key", READ_ONLY)];
        let answer = api.send_with("PUT", "/config", &key, change.clone()).await;
        answer.refused(400, 119, "Permission denied");
        api.master("PUT", "/config", change).await.is(200, json!({ "result": true }));
        let open = json!({ "params": { "open": 1 }, "masterKeyOnly": { "open": false } });
        api.send("GET", "/config", Json::Null).await.is(200, open);
        let all = json!({
            "params": { "open": 1, "closed": 2 },
            "masterKeyOnly": { "open": false, "closed": true },
        });
        api.send_with("GET", "/config", &key, Json::Null).await.is(200, all);
    });
}

#[test]
fn twenty_increments_at_once_all_count() {
    case(async {
        let api = Api::start().await;
        let increment = json!({ "params": { "n": { "__op": "Increment", "amount": 1 } } });
        let all = (0..20).map(|_| api.master("PUT", "/config", increment.clone()));
        for answer in futures_util::future::join_all(all).await {
            answer.is(200, json!({ "result": true }));
        }
        let config = api.send("GET", "/config", Json::Null).await.ok();
        assert_eq!(config["params"]["n"], 20);
    });
}

#[test]
fn a_change_on_one_node_is_seen_on_the_other() {
    case(async {
        let api = Api::start().await;
        let other = App::start(api.app.config.clone(), Extension::default(), Arc::new(SystemClock));
        let other = Arc::new(other.await.expect("a second server"));
        let engine = other.engine.clone();
        task::spawn("listening for invalidations", async move {
            engine.listen_for_invalidations().await;
        });
        let on_other = async || api.on(&other, "GET", "/config", Json::Null).await.ok();
        assert_eq!(on_other().await, json!({ "params": {} }));
        api.master("PUT", "/config", json!({ "params": { "a": 1 } })).await.ok();
        eventually(async || on_other().await["params"]["a"] == 1).await;
    });
}

struct Guard;

#[async_trait]
impl ConfigTriggers for Guard {
    async fn before_save(&self, _: &Cx, change: &ConfigChange) -> Result<(), Error> {
        if change.params.contains_key("forbidden") {
            return Err(Error::refused(Code::VALIDATION_ERROR, "not this one"));
        }
        Ok(())
    }

    async fn after_save(&self, _: &Cx, change: &ConfigChange) -> Result<(), Error> {
        if change.before.is_some() && change.params["n"] == 3 {
            return Err(Error::refused(Code::SCRIPT_FAILED, "three is too many"));
        }
        Ok(())
    }
}

#[test]
fn rules_may_refuse_a_change_before_and_after_it_was_written() {
    case(async {
        let api = Api::with(&[], Extension::default().with_config_triggers(Guard)).await;
        let refused = api.master("PUT", "/config", json!({ "params": { "forbidden": 1 } })).await;
        refused.refused(400, 142, "not this one");
        api.master("PUT", "/config", json!({ "params": { "n": 2 } })).await.ok();
        let one_more = json!({ "params": { "n": { "__op": "Increment", "amount": 1 } } });
        api.master("PUT", "/config", one_more).await.refused(400, 141, "three is too many");
        let config = api.send("GET", "/config", Json::Null).await.ok();
        assert_eq!(config["params"], json!({ "n": 2 }));
    });
}
