//! The class `_Installation`: one row per installed application, however often it registers.
//!
//! Clients register with an id of their own, with their push token, or with both, and may learn one
//! after the other. Rows that turn out to be the same installation are merged. Finding them does
//! not depend on the caller's rights, writing does.

use async_trait::async_trait;
use parse_identity::access;
use parse_model::query::{Constraint, Filter};
use parse_model::wire::op_from;
use parse_model::{
    Action, Class, ClassName, Code, FieldName, FieldType, Json, JsonMap, Object, ObjectId, Path,
    Refusal, Value,
};
use parse_store::{RowAccess, Select};

use crate::cx::Cx;
use crate::draft::Saved;
use crate::error::{Error, WhileDoing};
use crate::extension::system_class::SystemClass;
use crate::write;

/// Length of an Apple token, whose case does not matter.
const APPLE_TOKEN: usize = 64;

/// The class `_Installation`.
pub(crate) struct InstallationClass;

#[async_trait]
impl SystemClass for InstallationClass {
    async fn create(&self, cx: &Cx, body: JsonMap) -> Result<Saved, Error> {
        create(cx, body).await
    }

    async fn update(&self, cx: &Cx, id: &ObjectId, body: JsonMap) -> Result<Saved, Error> {
        update(cx, id, body).await
    }

    async fn delete(&self, cx: &Cx, id: &ObjectId) -> Result<(), Error> {
        write::delete_object(cx, &ClassName::installation(), id).await
    }
}

/// Creates an installation, or changes the existing one.
async fn create(cx: &Cx, mut body: JsonMap) -> Result<Saved, Error> {
    let name = ClassName::installation();
    match settled(cx, None, &mut body).await? {
        Some(id) => write::update_object(cx, &name, &id, body).await,
        None => write::create_object(cx, &name, body).await,
    }
}

/// Changes an installation, or the one it turns out to be.
async fn update(cx: &Cx, id: &ObjectId, mut body: JsonMap) -> Result<Saved, Error> {
    let target = settled(cx, Some(id), &mut body).await?;
    write::update_object(cx, &ClassName::installation(), target.as_ref().unwrap_or(id), body).await
}

/// The identifiers in a registration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Announced {
    /// The row to change.
    object_id: Option<String>,
    /// The installation id to search for.
    installation_id: Option<String>,
    /// Whether it was in the body.
    is_id_sent: bool,
    /// Whether the body also has the row's id, so that this row must be kept.
    is_object_id_sent: bool,
    device_token: Option<String>,
    device_type: Option<String>,
}

/// A candidate row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct StoredInstallation {
    object_id: String,
    installation_id: Option<String>,
    device_token: Option<String>,
    device_type: Option<String>,
}

/// The result of a registration.
#[derive(Debug, Default, PartialEq, Eq)]
struct Verdict {
    /// The row to change. `None` for a new one.
    target: Option<String>,
    remove: Option<Removal>,
}

/// Duplicate rows to delete.
#[derive(Debug, PartialEq, Eq)]
enum Removal {
    /// This one.
    Row(String),
    /// Those with the token and another installation id.
    OthersWithToken,
    /// Those with the token, except this one.
    RowsWithTokenBut(String),
}

/// Merges rows of the same installation, and returns the one to change.
async fn settled(
    cx: &Cx,
    id: Option<&ObjectId>,
    body: &mut JsonMap,
) -> Result<Option<ObjectId>, Error> {
    let announced = read(cx, id, body)?;
    let is_ordinary = id.is_some()
        && announced.device_token.is_none()
        && announced.installation_id.is_none()
        && announced.device_type.is_none();
    if is_ordinary {
        return Ok(None);
    }
    let known = look_up(cx, &announced).await?;
    let verdict = decide(&announced, &known)?;
    check_permission(cx, verdict.target.is_some())?;
    if let Some(removal) = &verdict.remove {
        remove(cx, &announced, removal, body).await?;
    }
    Ok(verdict.target.map(ObjectId::new))
}

/// Refuses callers who may not register an installation, before rows of others are deleted for it.
fn check_permission(cx: &Cx, is_known: bool) -> Result<(), Refusal> {
    let Some(class) = cx.class(&ClassName::installation()) else { return Ok(()) };
    let action = if is_known { Action::Update } else { Action::Create };
    access::check_clp(cx.caller(), &class, action, !is_known).map(drop)
}

fn read(cx: &Cx, id: Option<&ObjectId>, body: &mut JsonMap) -> Result<Announced, Refusal> {
    check_types(body)?;
    if let Some(Json::String(token)) = body.get_mut("deviceToken")
        && token.chars().count() == APPLE_TOKEN
    {
        *token = token.to_lowercase();
    }
    if let Some(Json::String(sent)) = body.get_mut("installationId") {
        *sent = sent.to_lowercase();
    }
    let text = |name: &str| {
        body.get(name).and_then(Json::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let sent = text("installationId");
    let is_id_sent = sent.is_some();
    let caller = cx.caller();
    let device_token = text("deviceToken");
    if id.is_none() && device_token.is_none() && !is_id_sent && caller.installation_id.is_none() {
        return Err(Refusal::new(
            Code::MISSING_REQUIRED_FIELD,
            "at least one ID field (deviceToken, installationId) must be specified in this operation",
        ));
    }
    let of_request = || {
        let id = caller.installation_id.as_ref().filter(|_| !caller.is_unrestricted());
        id.map(|id| id.to_lowercase())
    };
    Ok(Announced {
        object_id: id.map(|id| id.as_str().to_owned()),
        installation_id: sent.or_else(of_request),
        is_id_sent,
        is_object_id_sent: id.is_some_and(|id| text("objectId").as_deref() == Some(id.as_str())),
        device_token,
        device_type: text("deviceType"),
    })
}

/// Identifiers must be text before they are searched for. Operations are left to the write.
fn check_types(body: &JsonMap) -> Result<(), Refusal> {
    for name in ["deviceToken", "installationId", "deviceType"] {
        let Some(json) = body.get(name) else { continue };
        let is_text = matches!(json, Json::Null | Json::String(_)) || json.get("__op").is_some();
        if is_text {
            continue;
        }
        let got = op_from(json.clone()).ok().and_then(|op| op.field_type());
        let got = got.unwrap_or(FieldType::Object);
        return Err(Class::new(ClassName::installation()).mismatch(name, &FieldType::String, &got));
    }
    Ok(())
}

async fn look_up(cx: &Cx, announced: &Announced) -> Result<Vec<StoredInstallation>, Error> {
    let Some(class) = cx.class(&ClassName::installation()) else { return Ok(Vec::new()) };
    let parts = [
        ("objectId", &announced.object_id),
        ("installationId", &announced.installation_id),
        ("deviceToken", &announced.device_token),
    ];
    let parts = parts.into_iter().filter_map(|(field, value)| {
        Some(Filter::equals(FieldName::from_static(field), value.as_deref()?))
    });
    let filter = Filter::Any(parts.collect());
    let select = Select::new(&filter, RowAccess::Everything);
    let found = parse_store::object::find(cx.db(), &class, &select)
        .await
        .while_doing("looking up an installation")?;
    Ok(found.iter().map(stored_installation).collect())
}

fn stored_installation(row: &Object) -> StoredInstallation {
    let text = |name: &str| {
        row.fields
            .get(name)
            .and_then(Value::as_text)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    StoredInstallation {
        object_id: row.id.as_str().to_owned(),
        installation_id: text("installationId"),
        device_token: text("deviceToken"),
        device_type: text("deviceType"),
    }
}

/// Decides which row a registration is about.
fn decide(announced: &Announced, known: &[StoredInstallation]) -> Result<Verdict, Refusal> {
    let by_object_id = announced
        .object_id
        .as_ref()
        .map(|id| known.iter().find(|row| row.object_id == *id))
        .map(|row| row.ok_or_else(not_found_for_update))
        .transpose()?;
    if let Some(row) = by_object_id {
        check_unchanged(announced, row)?;
    }
    let by_id = known.iter().find(|row| {
        announced.installation_id.is_some() && row.installation_id == announced.installation_id
    });
    let by_token: Vec<&StoredInstallation> = known
        .iter()
        .filter(|row| {
            announced.device_token.is_some() && row.device_token == announced.device_token
        })
        .collect();
    let by_id = by_id.or(by_object_id);
    if announced.object_id.is_none() && announced.device_type.is_none() && by_id.is_none() {
        return Err(Refusal::new(
            Code::MISSING_REQUIRED_FIELD,
            "deviceType must be specified in this operation",
        ));
    }
    match by_id {
        Some(row) => Ok(known_by_id(announced, row, &by_token)),
        None => known_by_token(announced, &by_token),
    }
}

fn known_by_id(
    announced: &Announced,
    row: &StoredInstallation,
    by_token: &[&StoredInstallation],
) -> Verdict {
    if let [same] = by_token
        && same.installation_id.is_none()
    {
        // The row with the token has been receiving pushes, so it is kept.
        let remove = (same.object_id != row.object_id).then(|| Removal::Row(row.object_id.clone()));
        return Verdict { target: Some(same.object_id.clone()), remove };
    }
    let is_new_token =
        announced.device_token.is_some() && row.device_token != announced.device_token;
    let remove = match is_new_token {
        true if announced.is_id_sent => Some(Removal::OthersWithToken),
        true if announced.is_object_id_sent
            && announced.object_id.as_ref() == Some(&row.object_id) =>
        {
            Some(Removal::RowsWithTokenBut(row.object_id.clone()))
        }
        _ => None,
    };
    Verdict { target: Some(row.object_id.clone()), remove }
}

fn known_by_token(
    announced: &Announced,
    by_token: &[&StoredInstallation],
) -> Result<Verdict, Refusal> {
    match by_token {
        [] => Ok(Verdict::default()),
        [same] if same.installation_id.is_none() || announced.installation_id.is_none() => {
            Ok(Verdict { target: Some(same.object_id.clone()), remove: None })
        }
        _ if !announced.is_id_sent => Err(Refusal::new(
            Code::AMBIGUOUS_INSTALLATION,
            "Must specify installationId when deviceToken matches multiple Installation objects",
        )),
        _ => Ok(Verdict { target: None, remove: Some(Removal::OthersWithToken) }),
    }
}

/// The identifiers of a device cannot be changed through it.
fn check_unchanged(announced: &Announced, row: &StoredInstallation) -> Result<(), Refusal> {
    let differs =
        |new: &Option<String>, old: &Option<String>| new.is_some() && old.is_some() && new != old;
    let field = if announced.is_id_sent && differs(&announced.installation_id, &row.installation_id)
    {
        "installationId"
    } else if differs(&announced.device_token, &row.device_token)
        && !announced.is_id_sent
        && row.installation_id.is_none()
    {
        "deviceToken"
    } else if announced.device_type.is_some() && announced.device_type != row.device_type {
        "deviceType"
    } else {
        return Ok(());
    };
    Err(Refusal::new(
        Code::CHANGED_IMMUTABLE_FIELD,
        format!("{field} may not be changed in this operation"),
    ))
}

fn not_found_for_update() -> Refusal {
    Refusal::new(Code::OBJECT_NOT_FOUND, "Object not found for update.")
}

async fn remove(
    cx: &Cx,
    announced: &Announced,
    removal: &Removal,
    body: &JsonMap,
) -> Result<(), Error> {
    let Some(class) = cx.class(&ClassName::installation()) else { return Ok(()) };
    let is =
        |field: &'static str, value: &str| Filter::equals(FieldName::from_static(field), value);
    let filter = match removal {
        Removal::Row(id) => is("objectId", id),
        Removal::OthersWithToken | Removal::RowsWithTokenBut(_) => {
            let token = announced.device_token.as_deref().unwrap_or_default();
            let (field, own) = match removal {
                Removal::RowsWithTokenBut(id) => ("objectId", id.as_str()),
                _ => ("installationId", announced.installation_id.as_deref().unwrap_or_default()),
            };
            let mut filter = is("deviceToken", token).and(Filter::Field(
                Path::field(FieldName::from_static(field)),
                Constraint::NotEqual(Value::from(own)),
            ));
            if let Some(app) = body.get("appIdentifier").and_then(Json::as_str) {
                filter = filter.and(is("appIdentifier", app));
            }
            filter
        }
    };
    parse_store::object::delete(cx.db(), &class, &filter, RowAccess::Everything)
        .await
        .while_doing("removing rows of the same installation")?;
    Ok(())
}

#[cfg(test)]
mod tests;
