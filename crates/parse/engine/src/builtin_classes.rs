//! Creates or completes the classes of the application at startup.

use std::collections::BTreeMap;

use parse_identity::Caller;
use parse_model::{Class, ClassName, Clp, Field, FieldName};
use parse_store::{ClassChange, ClpChange};

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};

/// Creates what is missing. On a complete database it only compares.
pub(crate) async fn prepare(engine: &Engine) -> Result<(), Error> {
    let extension = engine.extension();
    if extension.classes().is_empty() && extension.migrations().is_empty() {
        return Ok(());
    }
    let tx = engine.begin(Caller::master());
    for class in extension.classes() {
        ensure(&tx, class).await?;
    }
    for (class, name, field) in extension.shown_fields() {
        bring_shown(&tx, class, name, field).await?;
    }
    parse_store::migrate::run_migrations(tx.db(), extension.migrations())
        .await
        .while_doing("running the application's migrations")?;
    tx.commit().await
}

async fn ensure(cx: &Cx, wanted: &Class) -> Result<(), Error> {
    if cx.class(&wanted.name).is_some_and(|known| is_whole(&known, wanted)) {
        return Ok(());
    }
    let making = "making a class of the application";
    match parse_store::ddl::lock_class(cx.db(), &wanted.name).await.while_doing(making)? {
        None => {
            parse_store::ddl::create_class(cx.db(), wanted.clone()).await.while_doing(making)?
        }
        Some(known) => {
            parse_store::ddl::change_class(cx.db(), &wanted.name, lacking(&known, wanted)?)
                .await
                .while_doing(making)?
        }
    };
    Ok(())
}

/// Adds an optional field. If that fails, a log message says so.
async fn bring_shown(
    cx: &Cx,
    class: &ClassName,
    name: &FieldName,
    field: &Field,
) -> Result<(), Error> {
    let known = cx.class(class);
    match known.as_ref().and_then(|known| known.field_type(name.as_str())) {
        Some(ty) if *ty == field.ty => {}
        Some(ty) => tracing::warn!(
            class = class.as_str(), column = name.as_str(), type = %ty, wanted = %field.ty,
            "field has an unexpected type, left unchanged"
        ),
        None => {
            let wanted = BTreeMap::from([(name.clone(), field.clone())]);
            let extended = parse_store::ddl::extend_class(cx.db(), class, &wanted).await;
            extended.while_doing("adding a field of the application")?;
        }
    }
    Ok(())
}

fn is_whole(known: &Class, wanted: &Class) -> bool {
    let has =
        |(name, field): (&FieldName, &Field)| known.field_type(name.as_str()) == Some(&field.ty);
    let is_open = wanted.clp.is_none() || stored(known.clp.as_ref()) == stored(wanted.clp.as_ref());
    wanted.fields.iter().all(has) && is_open
}

fn stored(clp: Option<&Clp>) -> Option<&parse_model::JsonMap> {
    clp.map(|clp| &clp.stored)
}

/// The changes that a class needs. A field of another type is refused: it belongs to another
/// application, its content would be lost, and the application cannot do without it.
fn lacking(known: &Class, wanted: &Class) -> Result<ClassChange, Error> {
    let mut add = BTreeMap::new();
    for (name, field) in &wanted.fields {
        match known.field_type(name.as_str()) {
            Some(ty) if *ty == field.ty => {}
            Some(ty) => return Err(wanted.mismatch(name.as_str(), &field.ty, ty).into()),
            None => drop(add.insert(name.clone(), field.clone())),
        }
    }
    let clp = match &wanted.clp {
        Some(clp) => ClpChange::Set(clp.stored.clone()),
        None => ClpChange::Keep,
    };
    Ok(ClassChange { add, clp, ..ClassChange::default() })
}
