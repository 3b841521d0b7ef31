//! A write that has passed all checks, and its row.

use std::sync::Arc;

use parse_model::{
    Class, FieldName, FieldType, Filter, Json, JsonMap, Object, Op, Path, Refusal, Value,
};
use parse_store::{Columns, Insert, Update};

use super::answer;
use super::written::Written;
use crate::cx::Cx;
use crate::draft::{Draft, Saved};
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;

/// A write whose permissions, types and required fields are valid.
#[derive(Debug)]
pub(crate) struct Admitted {
    /// The object after the write.
    pub(crate) draft: Draft,
    /// The class, which has every field of the draft.
    pub(super) class: Arc<Class>,
    /// The filter for the objects that the caller can change, if the class has one.
    pub(super) row_filter: Option<Filter>,
    /// Fields filled from the class's defaults.
    pub(super) defaulted: Vec<FieldName>,
    pub(super) is_default_acl: bool,
    /// Internal columns. Null clears one.
    pub(super) internal: Vec<(FieldName, Value)>,
    /// What to add to the answer.
    pub(super) extra: JsonMap,
}

impl Admitted {
    /// Sets an internal column. Null clears it.
    pub(crate) fn set_internal(&mut self, name: &'static str, value: Value) {
        self.internal.retain(|(known, _)| *known != *name);
        self.internal.push((FieldName::from_static(name), value));
    }

    /// Adds something to the answer.
    pub(crate) fn add_to_answer(&mut self, name: &str, value: Json) {
        self.extra.insert(name.to_owned(), value);
    }

    /// Writes the row and its relations, and runs the effects.
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
        let object =
            if self.draft.is_new { self.insert(cx).await? } else { self.change(cx).await? };
        self.change_relations(cx).await?;
        Written { admitted: self, object }.follow(cx).await
    }

    /// Writes a new row. The object is what was written, so nothing is read back.
    async fn insert(&self, cx: &Cx) -> Result<Object, Error> {
        let draft = &self.draft;
        let created_at = draft.times.created_at.unwrap_or_else(|| cx.now());
        let updated_at = draft.times.updated_at.unwrap_or(created_at);
        let mut values: Vec<(FieldName, Value)> = Vec::with_capacity(draft.ops.len());
        for (path, op) in &draft.ops {
            if let Op::Set(value) = op
                && *value != Value::Null
                && !path.is_nested()
            {
                values.push((path.field.clone(), value.clone()));
            }
        }
        let mut object = Object::new(draft.class.clone(), draft.id.clone());
        object.created_at = Some(created_at);
        object.updated_at = Some(updated_at);
        object.acl.clone_from(&draft.acl);
        let public = values.len();
        values.extend(self.internal.iter().cloned());
        let insert = Insert {
            class: &draft.class,
            id: &draft.id,
            created_at,
            updated_at,
            acl: draft.acl.as_ref(),
            values: &values,
        };
        parse_store::object::insert(cx.db(), &insert).await.while_doing("writing an object")?;
        values.truncate(public);
        object.fields = values.into_iter().collect();
        Ok(object)
    }

    /// Changes the row and returns the values that the client cannot know, or all of them for
    /// triggers.
    async fn change(&self, cx: &Cx) -> Result<Object, Error> {
        let (class, draft) = (&self.class, &self.draft);
        let mut filter = Filter::equals(FieldName::from_static("objectId"), draft.id.as_str());
        if let Some(row_filter) = &self.row_filter {
            filter = filter.and(row_filter.clone());
        }
        let mut ops = draft.ops.clone();
        // An undefined field can be unset, and a relation has no column to set.
        ops.retain(|(path, _)| {
            !matches!(class.field_type(path.field.as_str()), None | Some(FieldType::Relation(_)))
        });
        for (name, value) in &self.internal {
            ops.push((Path::field(name.clone()), Op::Set(value.clone())));
        }
        let has_triggers = cx.engine().triggers(&class.name, TriggerKind::AfterSave).is_some();
        let told = answer::unknown_to_client(self);
        let update = Update {
            filter: &filter,
            reach: cx.writable(),
            ops: &ops,
            acl: draft.acl.as_ref(),
            updated_at: Some(draft.times.updated_at.unwrap_or_else(|| cx.now())),
            returning: if has_triggers { Columns::Public } else { Columns::Only(&told) },
        };
        let changed = parse_store::object::update(cx.db(), class, &update)
            .await
            .while_doing("changing an object")?;
        changed.into_iter().next().ok_or_else(|| Refusal::not_found().into())
    }

    async fn change_relations(&self, cx: &Cx) -> Result<(), Error> {
        let Draft { class, id, ops, .. } = &self.draft;
        for (path, op) in ops {
            if let Op::Relate { steps, .. } = op {
                parse_store::object::change_members(cx.db(), class, &path.field, id, steps)
                    .await
                    .while_doing("changing a relation")?;
            }
        }
        Ok(())
    }
}
