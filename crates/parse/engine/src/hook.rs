//! Webhooks: listing and changing them.
//!
//! The extension has precedence: a webhook cannot replace a function or a trigger in Rust.

use std::collections::HashMap;
use std::sync::Arc;

use parse_model::{ClassName, Code, Json, JsonMap, Refusal};
use parse_store::{HookKey, Invalidation, StoredHook};
use serde_json::json;

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use crate::extension::hook_registry::Webhooks;
use crate::job::Job;
use crate::webhook::{WebhookClient, WebhookFunction, WebhookJob, WebhookTriggers};

/// Triggers of the protocol that this server never calls.
const UNCALLED: [&str; 3] = ["beforeConnect", "beforeSubscribe", "afterEvent"];

/// The longest name of anything that has a webhook.
const LONGEST_NAME: usize = 256;

/// Reloads the webhooks.
pub(crate) async fn reload(engine: &Engine) -> Result<(), Error> {
    let Some(client) = engine.extension().webhook_client() else { return Ok(()) };
    let _one_reads = engine.hooks().lock_reading().await;
    let stored =
        parse_store::hook::all(&engine.store().db()).await.while_doing("reading the webhooks")?;
    engine.hooks().replace(assembled(client, stored));
    Ok(())
}

fn assembled(client: &Arc<dyn WebhookClient>, stored: Vec<StoredHook>) -> Webhooks {
    let mut known = Webhooks::default();
    let mut by_class: HashMap<String, Vec<(TriggerKind, String)>> = HashMap::new();
    for StoredHook { key, url } in stored {
        match key {
            HookKey::Function(name) => {
                let function = WebhookFunction::new(client, &name, url);
                known.functions.insert(name, Arc::new(function));
            }
            HookKey::Trigger { class, trigger } => match TriggerKind::named(&trigger) {
                Some(trigger) if ClassName::parse(&class).is_some() => {
                    by_class.entry(class).or_default().push((trigger, url));
                }
                _ => tracing::warn!(class, trigger, "webhook trigger unsupported, never called"),
            },
            HookKey::Job(name) => drop(known.jobs.insert(name, url)),
        }
    }
    for (class, urls) in by_class {
        let triggers = WebhookTriggers::new(client, &class, urls);
        known.triggers.insert(class, Arc::new(triggers));
    }
    known
}

impl Engine {
    /// A job: the extension's, or else a webhook.
    pub(crate) fn job(&self, name: &str) -> Option<Arc<dyn Job>> {
        if let Some(job) = self.extension().job(name) {
            return Some(Arc::clone(job));
        }
        let url = self.hooks().job_url(name)?;
        Some(Arc::new(WebhookJob::new(self.extension().webhook_client()?, url)))
    }

    /// The names of all jobs.
    pub(crate) fn job_names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.extension().job_names().map(str::to_owned).collect();
        names.extend(self.hooks().job_names());
        names.sort();
        names.dedup();
        names
    }
}

/// The kind of webhooks in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookKind {
    /// Those of functions.
    Functions,
    /// Those of classes.
    Triggers,
    /// Those of jobs.
    Jobs,
}

impl HookKind {
    fn has(self, key: &HookKey) -> bool {
        match key {
            HookKey::Function(_) => self == HookKind::Functions,
            HookKey::Trigger { .. } => self == HookKind::Triggers,
            HookKey::Job(_) => self == HookKind::Jobs,
        }
    }
}

/// All webhooks of a kind.
pub async fn list(cx: &Cx, kind: HookKind) -> Result<Vec<Json>, Error> {
    let stored = parse_store::hook::all(cx.db()).await.while_doing("reading the webhooks")?;
    Ok(stored.iter().filter(|hook| kind.has(&hook.key)).map(hook_json).collect())
}

/// One webhook.
pub async fn show(cx: &Cx, key: &HookKey) -> Result<Json, Error> {
    let stored = parse_store::hook::all(cx.db()).await.while_doing("reading the webhooks")?;
    match stored.iter().find(|hook| hook.key == *key) {
        Some(hook) => Ok(hook_json(hook)),
        None => Err(missing(key).into()),
    }
}

/// Creates the webhook in a body.
pub async fn create(cx: &Cx, body: &JsonMap) -> Result<Json, Error> {
    let text = |name: &str| body.get(name).and_then(Json::as_str).filter(|text| !text.is_empty());
    let key = match (text("functionName"), text("className"), text("triggerName")) {
        (Some(name), ..) => HookKey::Function(name.to_owned()),
        (None, Some(class), Some(trigger)) => {
            HookKey::Trigger { class: class.to_owned(), trigger: trigger.to_owned() }
        }
        _ => return Err(invalid().into()),
    };
    make(cx, key, text("url")).await
}

/// Makes the webhook of a job.
pub async fn create_job(cx: &Cx, body: &JsonMap) -> Result<Json, Error> {
    let text = |name: &str| body.get(name).and_then(Json::as_str).filter(|text| !text.is_empty());
    let name = text("jobName").ok_or_else(invalid)?;
    make(cx, HookKey::Job(name.to_owned()), text("url")).await
}

async fn make(cx: &Cx, key: HookKey, url: Option<&str>) -> Result<Json, Error> {
    if is_taken(cx, &key) {
        return Err(exists(&key).into());
    }
    change(cx, key, url, |key, is_there| if is_there { Err(exists(key)) } else { Ok(()) }).await
}

/// Changes the URL of a webhook.
pub async fn update(cx: &Cx, key: HookKey, body: &JsonMap) -> Result<Json, Error> {
    let url = body.get("url").and_then(Json::as_str).filter(|url| !url.is_empty());
    change(cx, key, url, |key, is_there| if is_there { Ok(()) } else { Err(missing(key)) }).await
}

async fn change(
    cx: &Cx,
    key: HookKey,
    url: Option<&str>,
    allow: impl FnOnce(&HookKey, bool) -> Result<(), Refusal>,
) -> Result<Json, Error> {
    // Before the transaction, because it may resolve a host name.
    let hook = checked(cx, key, url).await?;
    let tx = cx.in_transaction()?;
    let outcome = async {
        parse_store::hook::lock_hooks(tx.db()).await.while_doing("changing a webhook")?;
        let stored = parse_store::hook::all(tx.db()).await.while_doing("reading the webhooks")?;
        allow(&hook.key, stored.iter().any(|known| known.key == hook.key))?;
        parse_store::hook::put(tx.db(), &hook).await.while_doing("changing a webhook")?;
        tx.publish(Invalidation::Hooks).await?;
        Ok(answered(&hook))
    }
    .await;
    let answer = tx.finish_for(cx, outcome).await?;
    reload(cx.engine()).await?;
    Ok(answer)
}

/// Removes a webhook. Idempotent.
pub async fn delete(cx: &Cx, key: &HookKey) -> Result<(), Error> {
    let tx = cx.in_transaction()?;
    let outcome = async {
        parse_store::hook::lock_hooks(tx.db()).await.while_doing("removing a webhook")?;
        parse_store::hook::remove(tx.db(), key).await.while_doing("removing a webhook")?;
        tx.publish(Invalidation::Hooks).await
    }
    .await;
    tx.finish_for(cx, outcome).await?;
    reload(cx.engine()).await
}

/// A valid webhook.
async fn checked(cx: &Cx, key: HookKey, url: Option<&str>) -> Result<StoredHook, Refusal> {
    let url = url.ok_or_else(invalid)?;
    match &key {
        HookKey::Function(name) | HookKey::Job(name) if !is_name(name) => return Err(invalid()),
        HookKey::Trigger { class, trigger } => check_trigger(class, trigger)?,
        _ => {}
    }
    let Some(client) = cx.engine().extension().webhook_client() else {
        return Err(Refusal::new(Code::WEBHOOK_ERROR, "this server makes no outgoing calls"));
    };
    client.check(url).await?;
    Ok(StoredHook { key, url: url.to_owned() })
}

/// Names with quotes never match a call in Parse Server either.
fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && !name.chars().any(|c| c.is_control() || matches!(c, '\'' | '"' | '`'))
}

fn check_trigger(class: &str, trigger: &str) -> Result<(), Refusal> {
    let refused = |why: &'static str| Err(Refusal::new(Code::WEBHOOK_ERROR, why));
    let is_uncalled = UNCALLED.contains(&trigger);
    let is_class = ClassName::parse(class).is_some();
    if (TriggerKind::named(trigger).is_none() && !is_uncalled)
        || !(is_class || class.starts_with('@'))
    {
        return Err(invalid());
    }
    // A registered trigger that is never called would protect nothing.
    if is_uncalled || !is_class {
        return refused("this server does not call webhooks about files, config or live queries");
    }
    match (class, trigger) {
        ("_PushStatus", "beforeSave") => refused("Only afterSave is allowed on _PushStatus"),
        ("_User", "beforeLogin" | "afterLogin" | "beforePasswordResetRequest") => Ok(()),
        (_, "beforeLogin" | "afterLogin" | "beforePasswordResetRequest") => refused(
            "Only the _User class is allowed for the beforeLogin, afterLogin, and beforePasswordResetRequest triggers",
        ),
        ("_Session", "afterLogout") => Ok(()),
        (_, "afterLogout") => {
            refused("Only the _Session class is allowed for the afterLogout trigger.")
        }
        ("_Session", _) => {
            refused("Only the afterLogout trigger is allowed for the _Session class.")
        }
        _ => Ok(()),
    }
}

/// Whether the extension already has this function or trigger. Its triggers run inside the write's
/// transaction, so no webhook can be called before it.
fn is_taken(cx: &Cx, key: &HookKey) -> bool {
    let extension = cx.engine().extension();
    match key {
        HookKey::Function(name) => extension.function(name).is_some(),
        HookKey::Job(name) => extension.job(name).is_some(),
        HookKey::Trigger { class, trigger } => {
            let (class, trigger) = (ClassName::parse(class), TriggerKind::named(trigger));
            let Some((class, trigger)) = class.zip(trigger) else { return false };
            let own = |trigger| cx.engine().local_triggers(&class, trigger).is_some();
            own(trigger)
                || (trigger == TriggerKind::BeforeSave && own(TriggerKind::AfterSave))
                || (trigger == TriggerKind::BeforeDelete && own(TriggerKind::AfterDelete))
        }
    }
}

/// A webhook in the form of lists.
fn hook_json(hook: &StoredHook) -> Json {
    match &hook.key {
        HookKey::Function(name) => json!({ "functionName": name, "url": hook.url }),
        HookKey::Trigger { class, trigger } => {
            json!({ "className": class, "triggerName": trigger, "url": hook.url })
        }
        HookKey::Job(name) => json!({ "jobName": name, "url": hook.url }),
    }
}

fn answered(hook: &StoredHook) -> Json {
    match &hook.key {
        HookKey::Trigger { class, trigger } => {
            json!({ "className": class, "url": hook.url, "triggerName": trigger })
        }
        _ => hook_json(hook),
    }
}

fn invalid() -> Refusal {
    Refusal::new(Code::WEBHOOK_ERROR, "invalid hook declaration")
}

fn exists(key: &HookKey) -> Refusal {
    let text = match key {
        HookKey::Function(name) => format!("function name: {name} already exists"),
        HookKey::Trigger { class, trigger } => {
            format!("class {class} already has trigger {trigger}")
        }
        HookKey::Job(name) => format!("job name: {name} already exists"),
    };
    Refusal::new(Code::WEBHOOK_ERROR, text)
}

fn missing(key: &HookKey) -> Refusal {
    let text = match key {
        HookKey::Function(name) => format!("no function named: {name} is defined"),
        HookKey::Trigger { class, .. } => format!("class {class} does not exist"),
        HookKey::Job(name) => format!("no job named: {name} is defined"),
    };
    Refusal::new(Code::WEBHOOK_ERROR, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(class: &str, trigger: &str) -> Option<String> {
        check_trigger(class, trigger).err().map(|refusal| refusal.message.into_owned())
    }

    #[test]
    fn triggers_belong_to_the_classes_that_have_them() {
        for (class, trigger) in [
            ("Note", "beforeSave"),
            ("Note", "afterFind"),
            ("_User", "beforeLogin"),
            ("_Session", "afterLogout"),
            ("_User", "beforePasswordResetRequest"),
        ] {
            assert_eq!(refused(class, trigger), None, "{class} {trigger}");
        }
        for (class, trigger) in [
            ("Note", "beforeLogin"),
            ("Note", "afterLogout"),
            ("_Session", "beforeSave"),
            ("_PushStatus", "beforeSave"),
            ("Note", "toString"),
            ("Note", "__proto__"),
            ("no class", "beforeSave"),
            ("@File", "beforeSave"),
            ("@Connect", "beforeConnect"),
            ("Note", "afterEvent"),
        ] {
            assert!(refused(class, trigger).is_some(), "{class} {trigger}");
        }
    }

    #[test]
    fn names_with_quotes_are_no_names() {
        for name in ["a'b", "a\"b", "a`b", "a\nb"] {
            assert!(!is_name(name), "{name}");
        }
        assert!(is_name("name.space.f"));
        assert!(!is_name(&"x".repeat(257)));
    }
}
