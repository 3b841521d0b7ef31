//! The parameters of the application: readable by every client, and changed with the master key.
//!
//! They are read far more often than written, so every node caches them until it is notified of a
//! change.

use std::sync::Arc;

use async_trait::async_trait;
use parse_model::keyword::Denylist;
use parse_model::wire::{op_from, to_json, value_from};
use parse_model::{Code, Json, JsonMap, Op, Refusal};
use parse_store::{Invalidation, StoredConfig};

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::Extension;

/// The longest name of a parameter.
const MAX_NAME: usize = 128;

/// A change of the parameters, as triggers see it.
#[derive(Debug, Clone)]
pub struct ConfigChange {
    /// The previous parameters. `None` if there were none yet.
    pub before: Option<JsonMap>,
    /// Before the save the sent parameters, after it the stored ones.
    pub params: JsonMap,
}

/// Triggers on the application's parameters. Both run inside the write's transaction: an `Err`
/// rolls it back.
#[async_trait]
pub trait ConfigTriggers: Send + Sync {
    /// May refuse the change.
    async fn before_save(&self, _cx: &Cx, _change: &ConfigChange) -> Result<(), Error> {
        Ok(())
    }

    /// Writes in the transaction of the change.
    async fn after_save(&self, _cx: &Cx, _change: &ConfigChange) -> Result<(), Error> {
        Ok(())
    }
}

impl Extension {
    /// Adds the triggers on the application's parameters; there is at most one set of them.
    #[must_use]
    pub fn with_config_triggers(mut self, triggers: impl ConfigTriggers + 'static) -> Extension {
        self.implementations.set::<dyn ConfigTriggers>(Arc::new(triggers));
        self.has_cloud_code = true;
        self
    }

    /// The triggers on the application's parameters.
    pub fn config_triggers(&self) -> Option<&dyn ConfigTriggers> {
        self.implementations.only::<dyn ConfigTriggers>().map(|triggers| &**triggers)
    }
}

/// The parameters as the caller may see them.
pub async fn show(cx: &Cx) -> Result<JsonMap, Error> {
    let mut answer = JsonMap::new();
    let stored = current(cx).await?;
    let Some(stored) = stored.as_deref() else {
        answer.insert("params".to_owned(), Json::Object(JsonMap::new()));
        return Ok(answer);
    };
    let mut config = stored.clone();
    if !cx.caller().is_master()
        && let Some(flags) = &mut config.master_key_only
    {
        config.params.retain(|name, _| !flags.get(name).is_some_and(is_true));
        flags.retain(|_, flag| !is_true(flag));
    }
    answer.insert("params".to_owned(), Json::Object(config.params));
    if let Some(flags) = config.master_key_only {
        answer.insert("masterKeyOnly".to_owned(), Json::Object(flags));
    }
    Ok(answer)
}

/// Changes parameters. Each of them becomes public unless the same request says otherwise, as in
/// Parse Server.
pub async fn change(cx: &Cx, mut body: JsonMap) -> Result<(), Error> {
    let params = map_of(&mut body, "params")?;
    let flags = map_of(&mut body, "masterKeyOnly")?;
    check(&params, &cx.settings().keyword_denylist)?;
    let tx = cx.in_transaction()?;
    let done = change_in(&tx, params, &flags).await;
    tx.finish_for(cx, done).await?;
    // Again after the commit: another request may have cached the old state meanwhile.
    cx.engine().invalidate(&Invalidation::Config);
    Ok(())
}

async fn change_in(cx: &Cx, params: JsonMap, flags: &JsonMap) -> Result<(), Error> {
    let stored = parse_store::global_config::lock_global_config(cx.db())
        .await
        .while_doing("reading the config")?;
    let before = stored.as_ref().map(|config| config.params.clone());
    let triggers = cx.engine().extension().config_triggers();
    let mut change = ConfigChange { before, params };
    if let Some(triggers) = triggers {
        triggers.before_save(&cx.deeper()?, &change).await?;
    }
    let config = changed(stored.unwrap_or_default(), &change.params, flags)?;
    parse_store::global_config::write(cx.db(), &config).await.while_doing("writing the config")?;
    cx.publish(Invalidation::Config).await?;
    if let Some(triggers) = triggers {
        change.params = config.params;
        triggers.after_save(&cx.deeper()?, &change).await?;
    }
    Ok(())
}

/// The parameters after a change.
fn changed(
    mut config: StoredConfig,
    params: &JsonMap,
    flags: &JsonMap,
) -> Result<StoredConfig, Refusal> {
    let master_key_only = config.master_key_only.get_or_insert_default();
    for (name, sent) in params {
        let flag = flags.get(name).is_some_and(is_true);
        master_key_only.insert(name.clone(), Json::Bool(flag));
        if sent.get("__op").is_none() {
            config.params.insert(name.clone(), sent.clone());
            continue;
        }
        let current = config.params.get(name).cloned().map(value_from).transpose()?;
        let op = op_from(sent.clone())?;
        if matches!(op, Op::Relate { .. }) {
            return Err(Refusal::new(
                Code::COMMAND_UNAVAILABLE,
                "A parameter cannot be a relation.",
            ));
        }
        match op.apply(current.as_ref())? {
            Some(value) => drop(config.params.insert(name.clone(), to_json(&value))),
            None => drop(config.params.shift_remove(name)),
        }
    }
    Ok(config)
}

/// Refuses invalid names, and keys on the denylist.
fn check(params: &JsonMap, denylist: &Denylist) -> Result<(), Refusal> {
    denylist.check(params)?;
    for (name, value) in params {
        let is_name = !name.is_empty()
            && name.len() <= MAX_NAME
            && !name.contains(['.', '$', '"', '\''])
            && !name.chars().any(char::is_control);
        if !is_name {
            return Err(Refusal::key(format!("Invalid field name: {name}.")));
        }
        let nested = value.as_object().into_iter().flat_map(JsonMap::keys);
        if nested.into_iter().any(|key| key.contains(['$', '.'])) {
            return Err(Refusal::new(
                Code::INVALID_NESTED_KEY,
                "Nested keys should not contain the '$' or '.' characters",
            ));
        }
    }
    Ok(())
}

fn map_of(body: &mut JsonMap, name: &str) -> Result<JsonMap, Refusal> {
    match body.shift_remove(name) {
        None | Some(Json::Null) => Ok(JsonMap::new()),
        Some(Json::Object(map)) => Ok(map),
        Some(_) => Err(Refusal::json(format!("{name} must be an object."))),
    }
}

/// Whether a value is truthy in JavaScript.
fn is_true(json: &Json) -> bool {
    match json {
        Json::Null => false,
        Json::Bool(flag) => *flag,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty(),
        Json::Array(_) | Json::Object(_) => true,
    }
}

/// The parameters, cached. Beside a Parse Server, which does not announce its changes, they are
/// always read.
async fn current(cx: &Cx) -> Result<Option<Arc<StoredConfig>>, Error> {
    let cache = cx.engine().config_cache();
    if let Some(known) = cache.get() {
        return Ok(known);
    }
    let read_at = cache.generation();
    let stored =
        parse_store::global_config::read(cx.db()).await.while_doing("reading the config")?;
    let stored = stored.map(Arc::new);
    if !cx.settings().mixed_fleet && !cx.db().is_transaction() {
        cache.put(stored.clone(), read_at);
    }
    Ok(stored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn map(json: Json) -> JsonMap {
        let Json::Object(map) = json else { panic!("an object") };
        map
    }

    fn after(before: Json, params: Json, flags: Json) -> (Json, Json) {
        let stored = StoredConfig { params: map(before), master_key_only: None };
        let config = changed(stored, &map(params), &map(flags)).unwrap();
        (Json::Object(config.params), Json::Object(config.master_key_only.unwrap()))
    }

    #[test]
    fn what_is_not_mentioned_stays_and_what_is_loses_its_flag() {
        let (params, flags) = after(json!({"a": 1}), json!({"b": 2}), json!({}));
        assert_eq!(params, json!({"a": 1, "b": 2}));
        assert_eq!(flags, json!({"b": false}));
        let (_, flags) = after(json!({}), json!({"b": 2}), json!({"b": true, "c": true}));
        assert_eq!(flags, json!({"b": true}));
    }

    #[test]
    fn operations_change_what_is_there() {
        let op = |op: &str, items: Json| json!({"__op": op, "objects": items});
        let sent = json!({
            "add": op("Add", json!([2])),
            "unique": op("AddUnique", json!([1, 2])),
            "less": op("Remove", json!([1])),
            "more": {"__op": "Increment", "amount": 2},
            "gone": {"__op": "Delete"},
        });
        let before = json!({"add": [1], "unique": [1], "less": [1, 2], "more": 1, "gone": 1});
        let (params, flags) = after(before, sent, json!({}));
        assert_eq!(params, json!({"add": [1, 2], "unique": [1, 2], "less": [2], "more": 3}));
        assert_eq!(flags["gone"], json!(false));
    }

    #[test]
    fn values_keep_their_encoding() {
        let sent = json!({
            "date": {"__type": "Date", "iso": "2026-01-01T00:00:00Z"},
            "file": {"__type": "File", "name": "a.txt", "url": "http://elsewhere/a.txt"},
            "user": {"__type": "Pointer", "className": "_User", "objectId": "u"},
            "none": null,
        });
        assert_eq!(after(json!({}), sent.clone(), json!({})).0, sent);
    }

    #[test]
    fn names_and_keys_that_have_no_business_there_are_refused() {
        for name in ["", "a.b", "$a", "a\"b", "a\u{0}", "constructor", "__proto__"] {
            let sent = JsonMap::from_iter([(name.to_owned(), json!(1))]);
            assert_eq!(
                check(&sent, &Denylist::default()).unwrap_err().code,
                Code::INVALID_KEY_NAME,
                "{name:?}"
            );
        }
        let nested = map(json!({"a": {"b.c": 1}}));
        assert_eq!(
            check(&nested, &Denylist::default()).unwrap_err().code,
            Code::INVALID_NESTED_KEY
        );
    }
}
