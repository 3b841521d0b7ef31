//! Creating and changing classes.

use std::collections::BTreeMap;
use std::sync::Arc;

use parse_model::schema::EVERY_CLASS;
use parse_model::wire::class_permissions::{self, FieldTypes};
use parse_model::wire::field_definition;
use parse_model::{Class, ClassName, Code, Field, FieldName, FieldType, Json, JsonMap, Refusal};
use parse_store::system::default_fields;
use parse_store::{ClassChange, ClpChange};

use super::{missing, shape};
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};

/// Creates a class, inside the transaction of `cx`.
pub(super) async fn create(cx: &Cx, class: &str, body: &JsonMap) -> Result<Json, Error> {
    let name = ClassName::parse(class);
    if let Some(name) = &name {
        let held =
            parse_store::ddl::lock_class(cx.db(), name).await.while_doing("holding a class")?;
        if held.is_some() || parse_store::system::is_volatile(name) {
            let message = format!("Class {name} already exists.");
            return Err(Error::refused(Code::INVALID_CLASS_NAME, message));
        }
    }
    // Reserved field names cannot be used for a class either.
    let is_reserved = matches!(class, "length" | "className");
    let name = name.filter(|name| !is_reserved && !name.is_join());
    let name = name.ok_or_else(|| ClassName::refused(class))?;

    let mut new = Class::new(name.clone());
    for (field, json) in object(body, "fields")? {
        let (field, definition) = addition(&new.name, field, json)?;
        new.fields.insert(field, definition);
    }
    let added: Vec<&str> = object(body, "fields")?.map(|(field, _)| field.as_str()).collect();
    one_geo_point(&new, &added)?;
    let clp = permissions(cx, &new, body)?;
    let indexes: Vec<(String, JsonMap)> = added_indexes(&new, body)?;

    let made = parse_store::ddl::create_class(cx.db(), new).await.while_doing("making a class")?;
    let change = ClassChange { clp, add_indexes: indexes.clone(), ..ClassChange::default() };
    let made = parse_store::ddl::change_class(cx.db(), &made.name, change).await;
    let mut made = Arc::unwrap_or_clone(made.while_doing("making a class")?);
    // The answer to a creation has the sent indexes, without the one that every class has.
    let sent = indexes.into_iter().map(|(name, key)| (name, Json::Object(key))).collect();
    made.indexes = Some(sent);
    if made.name == "_User" {
        made.fields.remove("authData");
    }
    Ok(shape::class(&made))
}

/// Changes a class, inside the transaction of `cx`.
pub(super) async fn update(cx: &Cx, name: &ClassName, body: &JsonMap) -> Result<Json, Error> {
    let held = parse_store::ddl::lock_class(cx.db(), name).await.while_doing("holding a class")?;
    let class = held.ok_or_else(|| missing(name.as_str()))?;
    for (field, json) in object(body, "fields")? {
        is_possible(&class, field, json)?;
    }
    let mut change = ClassChange::default();
    for (field, json) in object(body, "fields")? {
        if !field_definition::is_delete(json) && existing(&class, field).is_none() {
            let (field, definition) = addition(name, field, json)?;
            change.add.insert(field, definition);
        }
    }
    let merged = merged(&class, &change, body)?;
    let added: Vec<&str> = change.add.keys().map(FieldName::as_str).collect();
    one_geo_point(&merged, &added)?;
    change.clp = permissions(cx, &merged, body)?;
    for (field, json) in object(body, "fields")? {
        if field_definition::is_delete(json) {
            change.remove.push(removal(name, field)?);
        } else if let Some(definition) = redefinition(&class, field, json)? {
            change.redefine.insert(field_definition::name(field)?, definition);
        }
    }
    change.lists_indexes = body.get("indexes").is_some_and(Json::is_object);
    change.remove_indexes = removed_indexes(&class, body)?;
    change.add_indexes = added_indexes(&merged, body)?;
    let changed = parse_store::ddl::change_class(cx.db(), name, change).await;
    let changed = changed.while_doing("changing a class")?;
    Ok(with_settings(cx, shape::class(&changed)))
}

/// The entries of an object in the body; empty if there is none.
fn object<'a>(
    body: &'a JsonMap,
    key: &str,
) -> Result<impl Iterator<Item = (&'a String, &'a Json)>, Refusal> {
    match body.get(key) {
        None | Some(Json::Null) => Ok(None.into_iter().flatten()),
        Some(Json::Object(map)) => Ok(Some(map).into_iter().flatten()),
        Some(_) => Err(Refusal::json("invalid JSON")),
    }
}

/// The type of a field of the class, including the protocol's own.
fn existing(class: &Class, field: &str) -> Option<FieldType> {
    match field {
        "ACL" => Some(FieldType::Acl),
        "password" if class.name == "_User" => Some(FieldType::String),
        _ => class.field_type(field).cloned(),
    }
}

/// Refuses to redefine a field with another type, and to delete a missing field.
fn is_possible(class: &Class, field: &str, json: &Json) -> Result<(), Refusal> {
    let refused = |message: String| Err(Refusal::new(Code::CLASS_NOT_EMPTY, message));
    let wanted = json.get("type").and_then(Json::as_str);
    match (existing(class, field), field_definition::is_delete(json)) {
        (Some(ty), false) if wanted != Some(ty.name()) => {
            refused(format!("Field {field} exists, cannot update."))
        }
        (None, true) => refused(format!("Field {field} does not exist, cannot delete.")),
        _ => Ok(()),
    }
}

/// A new field with its definition.
fn addition(class: &ClassName, field: &str, json: &Json) -> Result<(FieldName, Field), Refusal> {
    let name = field_definition::name(field)?;
    if is_own(class, field) {
        return Err(unchangeable(field, "added"));
    }
    Ok((name, field_definition::field(class.as_str(), field, json)?))
}

fn removal(class: &ClassName, field: &str) -> Result<FieldName, Refusal> {
    let name = field_definition::name(field)?;
    if is_own(class, field) {
        return Err(unchangeable(field, "changed"));
    }
    Ok(name)
}

/// The new definition of an existing field, if it changed.
fn redefinition(class: &Class, field: &str, json: &Json) -> Result<Option<Field>, Refusal> {
    let Some(current) = class.fields.get(field) else { return Ok(None) };
    let definition = field_definition::field(class.name.as_str(), field, json)?;
    if definition.ty != current.ty {
        return Err(class.mismatch(field, &current.ty, &definition.ty));
    }
    Ok((definition != *current).then_some(definition))
}

/// Whether the protocol itself defines the field.
fn is_own(class: &ClassName, field: &str) -> bool {
    field == "ACL"
        || EVERY_CLASS.iter().any(|(name, _)| *name == field)
        || (*class == "_User" && field == "password")
        || default_fields(class).iter().any(|(name, _)| *name == field)
}

fn unchangeable(field: &str, what: &str) -> Refusal {
    Refusal::new(Code::CHANGED_IMMUTABLE_FIELD, format!("field {field} cannot be {what}"))
}

/// The class after the change.
fn merged(class: &Class, change: &ClassChange, body: &JsonMap) -> Result<Class, Refusal> {
    let mut merged = class.clone();
    for (field, json) in object(body, "fields")? {
        if field_definition::is_delete(json) {
            merged.fields.remove(field.as_str());
        }
    }
    merged.fields.extend(change.add.clone());
    Ok(merged)
}

fn one_geo_point(class: &Class, added: &[&str]) -> Result<(), Refusal> {
    let is_place = |field: &Field| field.ty == FieldType::GeoPoint;
    let places = || class.fields.iter().filter(|(_, field)| is_place(field)).map(|(name, _)| name);
    // Existing fields first, then the new ones in the order in which they were sent.
    let known = places().map(FieldName::as_str).filter(|name| !added.contains(name));
    let new = added.iter().copied().filter(|name| places().any(|place| place == name));
    let places: Vec<&str> = known.chain(new).collect();
    match places.as_slice() {
        [first, second, ..] if !added.is_empty() => Err(Refusal::new(
            Code::INCORRECT_TYPE,
            format!(
                "currently, only one GeoPoint field may exist in an object. Adding {second} when {first} already exists."
            ),
        )),
        _ => Ok(()),
    }
}

/// The permissions in a request, checked against the class after the change.
fn permissions(cx: &Cx, class: &Class, body: &JsonMap) -> Result<ClpChange, Refusal> {
    let clp = match body.get("classLevelPermissions") {
        None => return Ok(ClpChange::Keep),
        Some(Json::Null) => return Ok(ClpChange::Reset),
        Some(Json::Object(clp)) => clp,
        Some(_) => return Err(Refusal::json("invalid JSON")),
    };
    let mut known: FieldTypes = BTreeMap::new();
    for (name, ty) in default_fields(&class.name) {
        known.insert(name.to_owned(), ty);
    }
    for (name, field) in class.public_fields() {
        known.insert(name.as_str().to_owned(), field.ty.clone());
    }
    class_permissions::check(clp, &known, cx.settings().allow_custom_object_id)?;
    Ok(ClpChange::Set(clp.clone()))
}

fn added_indexes(class: &Class, body: &JsonMap) -> Result<Vec<(String, JsonMap)>, Refusal> {
    let mut added = Vec::new();
    for (name, json) in
        object(body, "indexes")?.filter(|(_, json)| !field_definition::is_delete(json))
    {
        if is_index(class, name) {
            return Err(Refusal::query(format!("Index {name} exists, cannot update.")));
        }
        let key = json.as_object().filter(|key| !key.is_empty());
        let key = key.ok_or_else(|| Refusal::query(format!("Index {name} names no field.")))?;
        for field in key.keys() {
            can_be_indexed(class, field)?;
        }
        added.push((name.clone(), key.clone()));
    }
    Ok(added)
}

fn removed_indexes(class: &Class, body: &JsonMap) -> Result<Vec<String>, Refusal> {
    let mut removed = Vec::new();
    for (name, _) in object(body, "indexes")?.filter(|(_, json)| field_definition::is_delete(json))
    {
        if !is_index(class, name) {
            return Err(Refusal::query(format!("Index {name} does not exist, cannot delete.")));
        }
        removed.push(name.clone());
    }
    Ok(removed)
}

fn is_index(class: &Class, name: &str) -> bool {
    match &class.indexes {
        Some(indexes) if !indexes.is_empty() => indexes.contains_key(name),
        _ => name == "_id_",
    }
}

fn can_be_indexed(class: &Class, field: &str) -> Result<(), Refusal> {
    match class.field_type(field) {
        None => Err(Refusal::query(format!("Field {field} does not exist, cannot add index."))),
        Some(ty @ (FieldType::GeoPoint | FieldType::Polygon | FieldType::Relation(_))) => {
            Err(Refusal::query(format!("Field {field} is a {ty}, cannot add index.")))
        }
        Some(_) => Ok(()),
    }
}

/// Adds the fields that the server's settings protect to the answer.
fn with_settings(cx: &Cx, mut shown: Json) -> Json {
    let class = shown["className"].as_str().unwrap_or_default();
    let Some(groups) = cx.settings().protected_fields.get(class).cloned() else { return shown };
    let protected = shown
        .get_mut("classLevelPermissions")
        .and_then(|clp| clp.get_mut("protectedFields"))
        .and_then(Json::as_object_mut);
    let Some(protected) = protected else { return shown };
    for (group, fields) in groups {
        let list = protected.entry(group).or_insert_with(|| Json::Array(Vec::new()));
        if let Json::Array(list) = list {
            for field in fields {
                if !list.iter().any(|known| known.as_str() == Some(field.as_str())) {
                    list.push(Json::from(field));
                }
            }
        }
    }
    shown
}
