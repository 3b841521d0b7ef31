//! Request bodies of webhooks.

use parse_model::wire::{object_to_json, op_to_json};
use parse_model::{ClassName, Json, JsonMap, Object, ObjectId};

use crate::cx::Cx;
use crate::draft::Draft;
use crate::error::Error;
use crate::read;

/// The fields of the request itself.
pub(super) async fn request(cx: &Cx) -> Result<JsonMap, Error> {
    let caller = cx.caller();
    let mut body = JsonMap::new();
    let mut insert = |name: &str, value: Json| drop(body.insert(name.to_owned(), value));
    insert("master", Json::Bool(caller.is_master()));
    insert("isReadOnly", Json::Bool(caller.is_read_only()));
    insert("headers", Json::Object(caller.request.headers.clone()));
    if let Some(ip) = caller.request.ip {
        insert("ip", Json::from(ip.to_string()));
    }
    insert("context", Json::Object(caller.context.clone()));
    if let Some(installation) = &caller.installation_id {
        insert("installationId", Json::from(installation.as_str()));
    }
    if let Some(user) = user(cx).await? {
        insert("user", Json::Object(user));
    }
    Ok(body)
}

/// The calling user with their token, so that cloud code can act as them.
async fn user(cx: &Cx) -> Result<Option<JsonMap>, Error> {
    let Some(signed_in) = &cx.caller().user else { return Ok(None) };
    let id = ObjectId::new(signed_in.id.as_str());
    let Some(mut user) = read::stored(cx, &ClassName::user(), &id).await? else {
        return Ok(None);
    };
    read::with_addresses(cx, &mut user);
    let mut json = object_to_json(&user);
    json.insert("sessionToken".to_owned(), Json::from(signed_in.session_token.as_str()));
    Ok(Some(json))
}

/// An object as it is or was.
pub(super) fn object(cx: &Cx, object: &Object) -> JsonMap {
    let mut object = object.clone();
    read::with_addresses(cx, &mut object);
    if let Some(system) = cx.engine().system_class(&object.class) {
        system.hide_from_webhooks(&mut object);
    }
    let mut json = object_to_json(&object);
    json.insert("className".to_owned(), Json::from(object.class.as_str()));
    json
}

/// An object before a write, without the fields that are hidden from the caller.
pub(super) fn original(cx: &Cx, stored: &Object) -> JsonMap {
    object(cx, &unprotected(cx, stored))
}

fn unprotected(cx: &Cx, stored: &Object) -> Object {
    let mut seen = stored.clone();
    if !cx.settings().protected_fields_trigger_exempt
        && let Some(class) = cx.class(&stored.class)
    {
        cx.protected_fields(&class).apply(cx.caller(), &mut seen);
    }
    seen
}

/// An object after the write: the stored fields, changed by its operations.
pub(super) fn draft(cx: &Cx, draft: &Draft) -> JsonMap {
    let mut json = match &draft.original {
        Some(original) => self::original(cx, original),
        None => JsonMap::new(),
    };
    if draft.is_new() && cx.settings().allow_custom_object_id {
        json.insert("objectId".to_owned(), Json::from(draft.id.as_str()));
    }
    for (path, op) in &draft.ops {
        if !path.is_nested() && path.field != "authData" {
            json.insert(path.field.as_str().to_owned(), op_to_json(op));
        }
    }
    if let Some(acl) = &draft.acl {
        json.insert("ACL".to_owned(), acl.to_json());
    }
    json.insert("className".to_owned(), Json::from(draft.class.as_str()));
    json
}
