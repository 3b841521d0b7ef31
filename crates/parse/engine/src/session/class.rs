//! The class `_Session` in reads and writes.

use async_trait::async_trait;
use parse_identity::{Caller, access};
use parse_model::query::{Filter, Query};
use parse_model::{
    Action, ClassName, Code, FieldName, Json, JsonMap, Object, ObjectId, Refusal, Value,
};
use parse_store::{Invalidation, RowAccess, Select};

use super::open::{Opening, created_with, end_older};
use super::{hide, no_session, of_user, only_own};
use crate::cx::Cx;
use crate::draft::Saved;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::system_class::SystemClass;
use crate::read::not_found_for_delete;
use crate::write;
use parse_identity::token::{self, Digest};

/// Keys of a new session that the server decides.
const DECIDED: &[&str] = &["objectId", "user", "sessionToken", "expiresAt", "createdWith"];

/// The class `_Session`.
pub(crate) struct SessionClass;

#[async_trait]
impl SystemClass for SessionClass {
    async fn create(&self, cx: &Cx, body: JsonMap) -> Result<Saved, Error> {
        create(cx, body).await
    }

    async fn update(&self, cx: &Cx, id: &ObjectId, body: JsonMap) -> Result<Saved, Error> {
        update(cx, id, body).await
    }

    async fn delete(&self, cx: &Cx, id: &ObjectId) -> Result<(), Error> {
        delete(cx, id).await
    }

    fn purge_notice(&self) -> Option<Invalidation> {
        Some(Invalidation::Everything)
    }

    fn is_narrowed(&self) -> bool {
        true
    }

    fn narrow(&self, cx: &Cx, query: &mut Query) -> Result<(), Refusal> {
        only_own(cx, query)
    }

    fn hide(&self, _engine: &Engine, caller: &Caller, session: &mut Object) {
        hide(caller, session);
    }

    fn hides(&self) -> bool {
        true
    }

    /// The token is useless to webhooks, and in many databases only a digest.
    fn hide_from_webhooks(&self, session: &mut Object) {
        session.fields.remove("sessionToken");
    }
}

/// Creates a session: for a user an additional one of their own, with the master key as sent.
async fn create(cx: &Cx, body: JsonMap) -> Result<Saved, Error> {
    check_caller(cx)?;
    check_acl(&body)?;
    match cx.caller().user_id() {
        Some(user_id) => create_own(cx, user_id, body).await,
        None => create_any(cx, body).await,
    }
}

async fn create_own(cx: &Cx, user_id: &str, mut custom: JsonMap) -> Result<Saved, Error> {
    if !cx.settings().allow_custom_object_id {
        for name in ["objectId", "id"] {
            if custom.get(name).is_some_and(|id| !id.is_null() && id != "") {
                return Err(Refusal::key(format!("{name} is an invalid field name.")).into());
            }
        }
    }
    custom.retain(|name, _| !DECIDED.contains(&write::field_of(name)));
    check_new_fields(cx, &custom)?;
    let opening = Opening {
        created_with: Some(created_with("create", None)),
        custom,
        ..Opening::after(cx, user_id)
    };
    let opened = opening.prepare(cx).await?.store(cx).await?;
    let mut body = opened.shown;
    body.insert("objectId".to_owned(), Json::from(opened.id.as_str()));
    Ok(Saved { is_new: true, has_location: true, id: opened.id, body, change: None, refusal: None })
}

/// Additional fields belong to the client, and create new fields only if the class allows it.
fn check_new_fields(cx: &Cx, custom: &JsonMap) -> Result<(), Refusal> {
    let Some(class) = cx.class(&ClassName::session()) else { return Ok(()) };
    let is_new = |name: &String| class.field_type(write::field_of(name)).is_none();
    if custom.keys().any(is_new) {
        access::check_clp(cx.caller(), &class, Action::AddField, true)?;
    }
    Ok(())
}

async fn create_any(cx: &Cx, mut body: JsonMap) -> Result<Saved, Error> {
    if let Some(Json::String(token)) = body.get_mut("sessionToken") {
        *token = token::kept(token, cx.settings().mixed_fleet);
    }
    let user_id = body.get("user").and_then(|user| user.get("objectId")).and_then(Json::as_str);
    let user_id = user_id.map(str::to_owned);
    let installation_id = body.get("installationId").and_then(Json::as_str).map(str::to_owned);
    let saved = write::create_object(cx, &ClassName::session(), body).await?;
    if let Some((user_id, installation_id)) = user_id.zip(installation_id) {
        end_older(cx, &user_id, &installation_id, &saved.id).await?;
    }
    Ok(saved)
}

/// Changes a session's own fields.
async fn update(cx: &Cx, id: &ObjectId, body: JsonMap) -> Result<Saved, Error> {
    check_caller(cx)?;
    check_acl(&body)?;
    check_keys(cx, &body)?;
    let session = reachable(cx, id).await?.ok_or_else(Refusal::not_found)?;
    let tx = cx.in_transaction()?;
    let outcome = async {
        let saved = write::update_object(&tx, &ClassName::session(), id, body).await?;
        tx.publish(ended(&session)).await?;
        Ok(saved)
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// Ends a session.
async fn delete(cx: &Cx, id: &ObjectId) -> Result<(), Error> {
    if !cx.caller().is_unrestricted() && cx.caller().user.is_none() {
        return Err(no_session().into());
    }
    let session = reachable(cx, id).await?.ok_or_else(not_found_for_delete)?;
    let tx = cx.in_transaction()?;
    let outcome = async {
        write::delete_object(&tx, &ClassName::session(), id).await?;
        tx.publish(ended(&session)).await
    }
    .await;
    tx.finish_for(cx, outcome).await
}

fn check_caller(cx: &Cx) -> Result<(), Refusal> {
    if cx.caller().is_unrestricted() || cx.caller().user.is_some() {
        return Ok(());
    }
    Err(Refusal::new(Code::INVALID_SESSION_TOKEN, "Session token required."))
}

fn check_acl(body: &JsonMap) -> Result<(), Refusal> {
    if write::names(body, "ACL") {
        return Err(Refusal::key("Cannot set ACL on a Session."));
    }
    Ok(())
}

/// Refuses keys of a stored session that the caller cannot change.
fn check_keys(cx: &Cx, body: &JsonMap) -> Result<(), Refusal> {
    let is_free = cx.caller().is_unrestricted();
    let is_caller =
        |user: &Json| user.get("objectId").and_then(Json::as_str) == cx.caller().user_id();
    let mut sent = body.iter().filter(|(key, _)| write::field_of(key) == "user");
    let names_caller = sent.all(|(key, user)| key == "user" && is_caller(user));
    let refused = |name: &str| match name {
        "user" => !is_free && !names_caller,
        "expiresAt" | "createdWith" => !is_free,
        _ => true,
    };
    for name in ["user", "installationId", "sessionToken", "expiresAt", "createdWith"] {
        if write::names(body, name) && refused(name) {
            return Err(Refusal::key(format!("Invalid key name: {name}")));
        }
    }
    Ok(())
}

/// A stored session, if the caller can access it.
async fn reachable(cx: &Cx, id: &ObjectId) -> Result<Option<Object>, Error> {
    let Some(class) = cx.class(&ClassName::session()) else { return Ok(None) };
    let mut filter = Filter::equals(FieldName::from_static("objectId"), id.as_str());
    if !cx.caller().is_unrestricted()
        && let Some(user_id) = cx.caller().user_id()
    {
        filter = filter.and(of_user(user_id));
    }
    let select = Select::new(&filter, RowAccess::Everything);
    let found = parse_store::object::find(cx.db(), &class, &select)
        .await
        .while_doing("looking up a session")?;
    Ok(found.into_iter().next())
}

/// The notification to the nodes when a session ends or changes.
pub(crate) fn ended(session: &Object) -> Invalidation {
    let kept = session.fields.get("sessionToken").and_then(Value::as_text).unwrap_or_default();
    Invalidation::Session(Digest::of_kept(kept).to_text())
}
