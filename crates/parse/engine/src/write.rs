//! The write path, top to bottom.
//!
//! A write goes through three types. The request becomes a [`Draft`], which the triggers of the
//! class may refuse or change. Permissions, types and required fields make it an [`Admitted`],
//! whose class exists and has every field. Its row makes it a `Written`, from which the answer is
//! built. The protocol's own classes call these steps themselves.

mod admitted;
mod answer;
mod body;
mod draft;
mod replacement;
mod transaction;
mod validate;
mod webhook;
mod written;

use parse_identity::access;
use parse_model::{Action, ClassName, FieldName, Filter, JsonMap, ObjectId, Refusal};

use crate::cx::Cx;
use crate::draft::{Draft, Saved};
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use crate::read::not_found_for_delete;

use draft::locked;

pub(crate) use admitted::Admitted;
pub(crate) use body::{field_of, names};
pub(crate) use replacement::replace;
pub(crate) use transaction::{Delete, Save};

/// Creates an object.
pub async fn create(cx: &Cx, class: &ClassName, body: JsonMap) -> Result<Saved, Error> {
    access::may_write(cx.caller(), "create")?;
    access::check_class_restrictions(cx.caller(), class, Action::Create)?;
    let system = cx.engine().system_class(class);
    if let Some(system) = system.filter(|system| system.manages_own_transactions()) {
        return system.create(cx, body).await;
    }
    let save = Save::begin(cx, class)?;
    let saved = match system {
        Some(system) => system.create(save.tx(), body).await,
        None => create_object(save.tx(), class, body).await,
    };
    save.finish(saved).await
}

/// Changes an object.
pub async fn update(
    cx: &Cx,
    class: &ClassName,
    id: &ObjectId,
    body: JsonMap,
) -> Result<Saved, Error> {
    access::may_write(cx.caller(), "update")?;
    access::check_class_restrictions(cx.caller(), class, Action::Update)?;
    let system = cx.engine().system_class(class);
    if let Some(system) = system.filter(|system| system.manages_own_transactions()) {
        return system.update(cx, id, body).await;
    }
    let save = Save::begin(cx, class)?;
    let saved = match system {
        Some(system) => system.update(save.tx(), id, body).await,
        None => update_object(save.tx(), class, id, body).await,
    };
    save.finish(saved).await
}

/// Removes an object.
pub async fn delete(cx: &Cx, class: &ClassName, id: &ObjectId) -> Result<(), Error> {
    access::may_write(cx.caller(), "delete")?;
    access::check_class_restrictions(cx.caller(), class, Action::Delete)?;
    let system = cx.engine().system_class(class);
    if let Some(system) = system.filter(|system| system.manages_own_transactions()) {
        return system.delete(cx, id).await;
    }
    let removal = Delete::begin(cx, class, id).await?;
    let done = match system {
        Some(system) => system.delete(removal.tx(), id).await,
        None => delete_object(removal.tx(), class, id).await,
    };
    removal.finish(done).await
}

/// Creates an object of an ordinary class.
pub(crate) async fn create_object(
    cx: &Cx,
    class: &ClassName,
    body: JsonMap,
) -> Result<Saved, Error> {
    let mut draft = Draft::create(cx, class, body)?;
    draft.before_save(cx).await?;
    draft.admit(cx).await?.store(cx).await
}

/// Changes an object of an ordinary class.
pub(crate) async fn update_object(
    cx: &Cx,
    class: &ClassName,
    id: &ObjectId,
    body: JsonMap,
) -> Result<Saved, Error> {
    let mut draft = Draft::update(cx, class, id, body).await?;
    draft.before_save(cx).await?;
    draft.admit(cx).await?.store(cx).await
}

/// Deletes an object of an ordinary class.
pub(crate) async fn delete_object(cx: &Cx, name: &ClassName, id: &ObjectId) -> Result<(), Error> {
    let Some(class) = cx.class(name) else { return Ok(()) };
    let mut filter = Filter::equals(FieldName::from_static("objectId"), id.as_str());
    if let Some(row_filter) = access::check_clp(cx.caller(), &class, Action::Delete, false)? {
        filter = filter.and(row_filter);
    }
    let triggers = |trigger| cx.engine().local_triggers(name, trigger);
    let (before, after) = (triggers(TriggerKind::BeforeDelete), triggers(TriggerKind::AfterDelete));
    if before.is_none() && after.is_none() {
        let count = parse_store::object::delete(cx.db(), &class, &filter, cx.writable()).await;
        return match count.while_doing("removing an object")? {
            0 => Err(Refusal::not_found().into()),
            _ => Ok(()),
        };
    }
    let stored = locked(cx, &class, &filter).await?.ok_or_else(not_found_for_delete)?;
    let deeper = cx.deeper()?;
    if let Some(triggers) = before {
        triggers.before_delete(&deeper, &stored).await?;
    }
    parse_store::object::delete(cx.db(), &class, &filter, cx.writable())
        .await
        .while_doing("removing an object")?;
    if let Some(triggers) = after {
        triggers.after_delete(&deeper, &stored).await?;
    }
    Ok(())
}
