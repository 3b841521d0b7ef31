//! The schema API: classes with their fields, permissions and indexes.
//!
//! The caller has the master key. Every request is validated before anything is changed, and under
//! the lock on the schema, so that concurrent changes are serialized.

mod change;
mod shape;

use std::sync::Arc;

use parse_model::{Class, ClassName, Code, FieldName, Filter, Json, JsonMap, Refusal};
use parse_store::{ClassChange, RowAccess, Select};

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::system_class::SystemClass;

pub(crate) use shape::permissions;

/// `GET /schemas`: every class that is stored.
pub async fn list(cx: &Cx) -> Result<Json, Error> {
    refresh(cx).await?;
    let schema = cx.db().schema();
    let mut classes: Vec<&Arc<Class>> =
        schema.classes().filter(|class| !parse_store::system::is_volatile(&class.name)).collect();
    classes.sort_by(|one, other| one.name.cmp(&other.name));
    let results: Vec<Json> = classes.into_iter().map(|class| shape::class(class)).collect();
    let mut answer = JsonMap::new();
    answer.insert("results".to_owned(), results.into());
    Ok(Json::Object(answer))
}

/// `GET /schemas/:class`
pub async fn show(cx: &Cx, class: &str) -> Result<Json, Error> {
    refresh(cx).await?;
    let known = ClassName::parse(class).and_then(|name| cx.class(&name));
    match known {
        Some(class) => Ok(shape::class(&class)),
        None => shape::unlisted(class).ok_or_else(|| missing(class).into()),
    }
}

/// `POST /schemas` and `POST /schemas/:class`
pub async fn create(cx: &Cx, class: Option<&str>, body: JsonMap) -> Result<Json, Error> {
    let named = body.get("className").and_then(Json::as_str).filter(|name| !name.is_empty());
    if let (Some(class), Some(named)) = (class, named) {
        same_name(named, class)?;
    }
    let class = class.or(named).ok_or_else(|| {
        Refusal::new(Code::MISSING_REQUIRED_FIELD, "POST /schemas needs a class name.")
    })?;
    let inner = cx.in_transaction()?;
    let outcome = change::create(&inner, class, &body).await;
    inner.finish_for(cx, outcome).await
}

/// `PUT /schemas/:class`
pub async fn update(cx: &Cx, class: &str, body: JsonMap) -> Result<Json, Error> {
    if let Some(named) = body.get("className").and_then(Json::as_str).filter(|n| !n.is_empty()) {
        same_name(named, class)?;
    }
    let name = ClassName::parse(class).ok_or_else(|| missing(class))?;
    let inner = cx.in_transaction()?;
    let outcome = change::update(&inner, &name, &body).await;
    inner.finish_for(cx, outcome).await
}

/// `DELETE /schemas/:class`: only an empty class can be deleted. Idempotent.
pub async fn delete(cx: &Cx, class: &str) -> Result<(), Error> {
    let name = ClassName::checked(class)?;
    if name.has_no_objects() && !name.is_join() {
        return Err(ClassName::refused(class).into());
    }
    let inner = cx.in_transaction()?;
    let outcome = drop_empty(&inner, &name).await;
    inner.finish_for(cx, outcome).await
}

async fn drop_empty(cx: &Cx, name: &ClassName) -> Result<(), Error> {
    let held = parse_store::ddl::lock_class(cx.db(), name).await.while_doing("holding a class")?;
    let Some(class) = held.map(Arc::new) else { return Ok(()) };
    let everything = Filter::everything();
    let select = Select::new(&everything, RowAccess::Everything);
    let count =
        parse_store::object::count(cx.db(), &class, &select).await.while_doing("counting")?;
    if count > 0 {
        return Err(Error::refused(
            Code::CLASS_NOT_EMPTY,
            format!("Class {name} is not empty, contains {count} objects, cannot drop schema."),
        ));
    }
    if name.is_system() {
        return invalidate(cx, &class).await;
    }
    parse_store::ddl::drop_class(cx.db(), &class).await.while_doing("dropping a class")
}

/// The server needs the tables of its own classes, so only additions are removed. The class is
/// listed again when it is next used. A class of the application stays listed, with its
/// permissions.
async fn invalidate(cx: &Cx, class: &Class) -> Result<(), Error> {
    strip(cx, class).await?;
    let is_of_application =
        cx.engine().extension().classes().iter().any(|own| own.name == class.name);
    if is_of_application {
        return Ok(());
    }
    parse_store::ddl::unlist_class(cx.db(), &class.name).await.while_doing("dropping a class")
}

async fn strip(cx: &Cx, class: &Class) -> Result<(), Error> {
    let own = parse_store::system::default_fields(&class.name);
    let is_added =
        |name: &&FieldName| !name.is_internal() && !own.iter().any(|(known, _)| **name == **known);
    let remove = class.fields.keys().filter(is_added).cloned().collect();
    let change = ClassChange { remove, ..ClassChange::default() };
    parse_store::ddl::change_class(cx.db(), &class.name, change)
        .await
        .while_doing("changing a class")?;
    Ok(())
}

/// `DELETE /purge/:class`: deletes every object and keeps the class.
pub async fn purge(cx: &Cx, class: &str) -> Result<(), Error> {
    let Some(class) = ClassName::parse(class).and_then(|name| cx.class(&name)) else {
        return Ok(());
    };
    let tx = cx.in_transaction()?;
    let outcome = async {
        parse_store::object::purge(tx.db(), &class).await.while_doing("emptying a class")?;
        let system = tx.engine().system_class(&class.name);
        match system.and_then(SystemClass::purge_notice) {
            Some(invalidation) => tx.publish(invalidation).await,
            None => Ok(()),
        }
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// Other nodes may have changed classes a moment ago, and a caller who reads the schema expects
/// current data.
async fn refresh(cx: &Cx) -> Result<(), Error> {
    if cx.db().is_transaction() {
        return Ok(());
    }
    cx.engine().store().reload_schema().await.while_doing("reading the classes")
}

fn same_name(in_body: &str, in_path: &str) -> Result<(), Refusal> {
    if in_body == in_path {
        return Ok(());
    }
    let message = format!("Class name mismatch between {in_body} and {in_path}.");
    Err(Refusal::new(Code::INVALID_CLASS_NAME, message))
}

fn missing(class: &str) -> Refusal {
    Refusal::new(Code::INVALID_CLASS_NAME, format!("Class {class} does not exist."))
}
