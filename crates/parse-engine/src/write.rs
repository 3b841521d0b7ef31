//! The writing path, top to bottom.
//!
//! A write goes through four steps: what was sent becomes a [`Draft`]; the rules of the class may
//! refuse or complete it; permissions, types and required fields are settled; the row is written.
//! A class of the protocol itself takes its objects through the steps by itself.

mod answer;
mod body;
mod distant;
mod replacement;
mod settle;
mod transaction;

use std::sync::Arc;

use parse_model::{
    Action, Class, ClassName, Date, FieldName, FieldType, Filter, JsonMap, Object, ObjectId, Op,
    Refusal, Value,
};
use parse_store::{Columns, Insert, Select, Update};

use crate::access::{self, Protection};
use crate::cx::Cx;
use crate::draft::{Change, Draft, Saved};
use crate::error::{Error, WhileDoing};
use crate::extension::Moment;
use crate::read::{self, not_found_for_delete};

pub(crate) use body::{field_of, names};
pub(crate) use replacement::replace;
pub(crate) use transaction::{Delete, Save};

/// Makes an object.
pub async fn create(cx: &Cx, class: &ClassName, body: JsonMap) -> Result<Saved, Error> {
    access::may_write(cx.caller(), "create")?;
    access::may_touch(cx.caller(), class, Action::Create)?;
    if let Some(system) = cx.engine().system_class(class) {
        return system.create(cx, body).await;
    }
    let save = Save::begin(cx, class)?;
    let saved = create_object(save.tx(), class, body).await;
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
    access::may_touch(cx.caller(), class, Action::Update)?;
    if let Some(system) = cx.engine().system_class(class) {
        return system.update(cx, id, body).await;
    }
    let save = Save::begin(cx, class)?;
    let saved = update_object(save.tx(), class, id, body).await;
    save.finish(saved).await
}

/// Removes an object.
pub async fn delete(cx: &Cx, class: &ClassName, id: &ObjectId) -> Result<(), Error> {
    access::may_write(cx.caller(), "delete")?;
    access::may_touch(cx.caller(), class, Action::Delete)?;
    if let Some(system) = cx.engine().system_class(class) {
        return system.delete(cx, id).await;
    }
    let removal = Delete::begin(cx, class, id).await?;
    let done = delete_object(removal.tx(), class, id).await;
    removal.finish(done).await
}

/// Makes an object the general way.
pub(crate) async fn create_object(
    cx: &Cx,
    class: &ClassName,
    body: JsonMap,
) -> Result<Saved, Error> {
    let mut writing = Writing::create(cx, class, body).await?;
    writing.before_save(cx).await?;
    writing.admit(cx).await?;
    writing.store(cx).await
}

/// Changes an object the general way.
pub(crate) async fn update_object(
    cx: &Cx,
    class: &ClassName,
    id: &ObjectId,
    body: JsonMap,
) -> Result<Saved, Error> {
    let mut writing = Writing::update(cx, class, id, body).await?;
    writing.before_save(cx).await?;
    writing.admit(cx).await?;
    writing.store(cx).await
}

/// Removes an object the general way.
pub(crate) async fn delete_object(cx: &Cx, name: &ClassName, id: &ObjectId) -> Result<(), Error> {
    let Some(class) = cx.class(name) else { return Ok(()) };
    let mut filter = Filter::equals(FieldName::known("objectId"), id.as_str());
    if let Some(own) = access::may(cx.caller(), &class, Action::Delete, false)? {
        filter = filter.and(own);
    }
    let rules = |moment| cx.engine().own_rules(name, moment);
    let (before, after) = (rules(Moment::BeforeDelete), rules(Moment::AfterDelete));
    if before.is_none() && after.is_none() {
        let count = parse_store::delete(cx.db(), &class, &filter, cx.writable()).await;
        return match count.while_doing("removing an object")? {
            0 => Err(Refusal::not_found().into()),
            _ => Ok(()),
        };
    }
    let stored = locked(cx, &class, &filter).await?.ok_or_else(not_found_for_delete)?;
    let deeper = cx.deeper()?;
    if let Some(rules) = before {
        rules.before_delete(&deeper, &stored).await?;
    }
    parse_store::delete(cx.db(), &class, &filter, cx.writable())
        .await
        .while_doing("removing an object")?;
    if let Some(rules) = after {
        rules.after_delete(&deeper, &stored).await?;
    }
    Ok(())
}

/// The stored object as rules see it, held until the transaction ends, if the caller may write it.
async fn locked(cx: &Cx, class: &Arc<Class>, filter: &Filter) -> Result<Option<Object>, Error> {
    let mut select = Select::new(filter, cx.writable());
    select.for_update = cx.db().is_transaction();
    let found =
        parse_store::find(cx.db(), class, &select).await.while_doing("reading an object")?;
    Ok(found.into_iter().next())
}

/// A write on its way, taken through its steps one by one.
#[derive(Debug)]
pub(crate) struct Writing {
    /// The object as it would become.
    pub(crate) draft: Draft,
    /// Columns that no client names; null clears one.
    pub(crate) internal: Vec<(FieldName, Value)>,
    /// What to add to the answer.
    pub(crate) extra: JsonMap,
    /// Fields filled from the class's defaults.
    defaulted: Vec<FieldName>,
    /// Fields of a new object whose value an operation other than setting decided.
    from_operations: Vec<FieldName>,
    is_default_acl: bool,
    is_create: bool,
    times: Times,
    /// Which objects the caller may change, where the class narrows it.
    own: Option<Filter>,
    class: Option<Arc<Class>>,
}

/// Times that an import brings along.
#[derive(Debug, Default)]
struct Times {
    created_at: Option<Date>,
    updated_at: Option<Date>,
}

impl Writing {
    /// Reads what was sent for a new object.
    pub(crate) async fn create(
        cx: &Cx,
        class: &ClassName,
        body: JsonMap,
    ) -> Result<Writing, Error> {
        read::existing(cx, class)?;
        let body = body::read(cx, class, body, true)?;
        let id = match body.id {
            Some(id) => id,
            None => crate::id::object_id(cx.settings().object_id_size),
        };
        let draft = Draft {
            class: class.clone(),
            id,
            original: None,
            ops: body.ops,
            acl: body.acl,
            changed: Vec::new(),
        };
        Ok(Writing::new(draft, body.times, true, body.from_operations))
    }

    /// Reads what was sent for an object that exists, and the object itself where rules need it.
    pub(crate) async fn update(
        cx: &Cx,
        class: &ClassName,
        id: &ObjectId,
        body: JsonMap,
    ) -> Result<Writing, Error> {
        read::existing(cx, class)?;
        let body = body::read(cx, class, body, false)?;
        let mut draft = Draft {
            class: class.clone(),
            id: id.clone(),
            original: None,
            ops: body.ops,
            acl: body.acl,
            changed: Vec::new(),
        };
        let wants = |moment| cx.engine().rules(class, moment).is_some();
        let mut is_missing = false;
        if wants(Moment::BeforeSave) || wants(Moment::AfterSave) {
            draft.original = match cx.class(class) {
                Some(known) => {
                    let mut filter = Filter::equals(FieldName::known("objectId"), id.as_str());
                    if let Some(own) = access::may(cx.caller(), &known, Action::Update, false)? {
                        filter = filter.and(own);
                    }
                    locked(cx, &known, &filter).await?
                }
                None => None,
            };
            is_missing = draft.original.is_none();
        }
        if is_missing {
            return Err(Refusal::not_found().into());
        }
        Ok(Writing::new(draft, Times::default(), false, Vec::new()))
    }

    fn new(
        draft: Draft,
        times: Times,
        is_create: bool,
        from_operations: Vec<FieldName>,
    ) -> Writing {
        Writing {
            draft,
            internal: Vec::new(),
            extra: JsonMap::new(),
            defaulted: Vec::new(),
            from_operations,
            is_default_acl: false,
            is_create,
            times,
            own: None,
            class: None,
        }
    }

    /// Whether the object is being made.
    pub(crate) fn is_create(&self) -> bool {
        self.is_create
    }

    fn is_from_operation(&self, field: &FieldName) -> bool {
        self.from_operations.contains(field)
    }

    /// Lets the rules of the class refuse or complete the draft. They hear of nothing that the
    /// caller may not write; an update that may not be has been refused when it was read.
    pub(crate) async fn before_save(&mut self, cx: &Cx) -> Result<(), Error> {
        if let Some(rules) = cx.engine().rules(&self.draft.class, Moment::BeforeSave) {
            if self.is_create
                && let Some(class) = cx.class(&self.draft.class)
            {
                access::may(cx.caller(), &class, Action::Create, true)?;
            }
            rules.before_save(&cx.deeper()?, &mut self.draft).await?;
        }
        Ok(())
    }

    /// Settles permissions, types, required fields and defaults; the class exists afterwards and
    /// has every field.
    pub(crate) async fn admit(&mut self, cx: &Cx) -> Result<(), Error> {
        settle::admit(self, cx).await
    }

    /// Writes the row and its relations, and runs what follows from it.
    pub(crate) async fn store(self, cx: &Cx) -> Result<Saved, Error> {
        let has_relations = self.draft.ops.iter().any(|(_, op)| matches!(op, Op::Relate { .. }));
        if has_relations && !cx.db().is_transaction() {
            let tx = cx.in_transaction()?;
            let saved = Box::pin(self.store_in(&tx)).await;
            return tx.finish_for(cx, saved).await;
        }
        self.store_in(cx).await
    }

    async fn store_in(self, cx: &Cx) -> Result<Saved, Error> {
        let is_create = self.is_create();
        let written = if is_create { self.insert(cx).await? } else { self.change(cx).await? };
        for (path, op) in &self.draft.ops {
            if let Op::Relate { steps, .. } = op {
                parse_store::change_members(
                    cx.db(),
                    &self.draft.class,
                    &path.field,
                    &self.draft.id,
                    steps,
                )
                .await
                .while_doing("changing a relation")?;
            }
        }
        let mut body = answer::body(&self, &written, is_create);
        let after = |original: &Option<Object>| Change {
            before: original.clone(),
            after: written.clone(),
            reply: None,
        };
        if let Some(rules) = cx.engine().own_rules(&self.draft.class, Moment::AfterSave) {
            let mut change = after(&self.draft.original);
            rules.after_save(&cx.deeper()?, &mut change).await?;
            answer::after_rules(&mut body, &written, change);
        }
        if !cx.settings().protected_fields_save_response_exempt
            && let Some(class) = cx.class(&self.draft.class)
        {
            let protection = Protection::of(cx.caller(), &class, cx.settings());
            body.retain(|name, _| !protection.hides(name));
        }
        body.extend(self.extra);
        let change = cx
            .engine()
            .distant_rules(&self.draft.class, Moment::AfterSave)
            .map(|_| Box::new(after(&self.draft.original)));
        let id = self.draft.id;
        let (is_new, has_location) = (is_create, is_create);
        Ok(Saved { is_new, has_location, id, body, change, refusal: None })
    }

    /// Writes a new row; the object is what was written, so nothing has to be read back.
    async fn insert(&self, cx: &Cx) -> Result<Object, Error> {
        let created_at = self.times.created_at.unwrap_or_else(|| cx.now());
        let updated_at = self.times.updated_at.unwrap_or(created_at);
        let mut values: Vec<(FieldName, Value)> = Vec::with_capacity(self.draft.ops.len());
        for (path, op) in &self.draft.ops {
            if let Op::Set(value) = op
                && *value != Value::Null
                && !path.is_nested()
            {
                values.push((path.field.clone(), value.clone()));
            }
        }
        let mut object = Object::new(self.draft.class.clone(), self.draft.id.clone());
        object.created_at = Some(created_at);
        object.updated_at = Some(updated_at);
        object.acl.clone_from(&self.draft.acl);
        let public = values.len();
        values.extend(self.internal.iter().cloned());
        let insert = Insert {
            class: &self.draft.class,
            id: &self.draft.id,
            created_at,
            updated_at,
            acl: self.draft.acl.as_ref(),
            values: &values,
        };
        parse_store::insert(cx.db(), &insert).await.while_doing("writing an object")?;
        values.truncate(public);
        object.fields = values.into_iter().collect();
        Ok(object)
    }

    /// Changes the row and gives what the client cannot know, or all of it where rules look at it.
    async fn change(&self, cx: &Cx) -> Result<Object, Error> {
        let class = match &self.class {
            Some(class) => Arc::clone(class),
            None => cx.class(&self.draft.class).ok_or_else(Refusal::not_found)?,
        };
        let mut filter = Filter::equals(FieldName::known("objectId"), self.draft.id.as_str());
        if let Some(own) = &self.own {
            filter = filter.and(own.clone());
        }
        let mut ops = self.draft.ops.clone();
        // A field nobody has defined can be unset; a relation has no column to set.
        ops.retain(|(path, _)| {
            !matches!(class.field_type(path.field.as_str()), None | Some(FieldType::Relation(_)))
        });
        for (name, value) in &self.internal {
            ops.push((parse_model::Path::field(name.clone()), Op::Set(value.clone())));
        }
        let has_rules = cx.engine().rules(&class.name, Moment::AfterSave).is_some();
        let told = answer::unknown_to_client(self);
        let update = Update {
            filter: &filter,
            reach: cx.writable(),
            ops: &ops,
            acl: self.draft.acl.as_ref(),
            updated_at: Some(self.times.updated_at.unwrap_or_else(|| cx.now())),
            returning: if has_rules { Columns::Public } else { Columns::Only(&told) },
        };
        let changed = parse_store::update(cx.db(), &class, &update)
            .await
            .while_doing("changing an object")?;
        changed.into_iter().next().ok_or_else(|| Refusal::not_found().into())
    }
}
