//! Creates a draft from a request, and runs the triggers of its class.

use std::sync::Arc;

use parse_identity::access;
use parse_model::{
    Action, Class, ClassName, FieldName, Filter, JsonMap, Object, ObjectId, Refusal,
};
use parse_store::Select;

use super::body;
use crate::cx::Cx;
use crate::draft::{Draft, Times};
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use crate::read;

impl Draft {
    /// Parses the request for a new object.
    pub(crate) fn create(cx: &Cx, class: &ClassName, body: JsonMap) -> Result<Draft, Refusal> {
        read::existing(cx, class)?;
        let body = body::read(cx, class, body, true)?;
        let id = match body.id {
            Some(id) => id,
            None => parse_identity::id::object_id(cx.settings().object_id_size),
        };
        Ok(Draft {
            class: class.clone(),
            id,
            original: None,
            ops: body.ops,
            acl: body.acl,
            changed: Vec::new(),
            is_new: true,
            times: body.times,
            from_operations: body.from_operations,
            proven: Vec::new(),
        })
    }

    /// Parses the request for an existing object, and reads the object if triggers need it.
    pub(crate) async fn update(
        cx: &Cx,
        class: &ClassName,
        id: &ObjectId,
        body: JsonMap,
    ) -> Result<Draft, Error> {
        read::existing(cx, class)?;
        let body = body::read(cx, class, body, false)?;
        let wants = |trigger| cx.engine().triggers(class, trigger).is_some();
        let original = if wants(TriggerKind::BeforeSave) || wants(TriggerKind::AfterSave) {
            Some(writable(cx, class, id).await?.ok_or_else(Refusal::not_found)?)
        } else {
            None
        };
        Ok(Draft {
            class: class.clone(),
            id: id.clone(),
            original,
            ops: body.ops,
            acl: body.acl,
            changed: Vec::new(),
            is_new: false,
            times: Times::default(),
            from_operations: Vec::new(),
            proven: Vec::new(),
        })
    }

    /// Lets the triggers of the class refuse or change the draft. They do not see writes that the
    /// caller may not make. An update without permission was refused when the object was read.
    pub(crate) async fn before_save(&mut self, cx: &Cx) -> Result<(), Error> {
        if let Some(triggers) = cx.engine().triggers(&self.class, TriggerKind::BeforeSave) {
            if self.is_new
                && let Some(class) = cx.class(&self.class)
            {
                access::check_clp(cx.caller(), &class, Action::Create, true)?;
            }
            triggers.before_save(&cx.deeper()?, self).await?;
        }
        Ok(())
    }
}

/// A stored object that the caller can change.
async fn writable(cx: &Cx, class: &ClassName, id: &ObjectId) -> Result<Option<Object>, Error> {
    let Some(class) = cx.class(class) else { return Ok(None) };
    let mut filter = Filter::equals(FieldName::from_static("objectId"), id.as_str());
    if let Some(row_filter) = access::check_clp(cx.caller(), &class, Action::Update, false)? {
        filter = filter.and(row_filter);
    }
    locked(cx, &class, &filter).await
}

/// The stored object for triggers, locked until the transaction ends, if the caller can change it.
pub(super) async fn locked(
    cx: &Cx,
    class: &Arc<Class>,
    filter: &Filter,
) -> Result<Option<Object>, Error> {
    let mut select = Select::new(filter, cx.writable());
    select.for_update = cx.db().is_transaction();
    let found = parse_store::object::find(cx.db(), class, &select)
        .await
        .while_doing("reading an object")?;
    Ok(found.into_iter().next())
}
