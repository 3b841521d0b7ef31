//! Validating a write: permissions, types, required fields.

use std::collections::BTreeMap;

use parse_identity::access;
use parse_model::wire::value_from;
use parse_model::{
    Acl, Action, Class, Code, Field, FieldName, FieldType, Filter, Json, JsonMap, Op, Path,
    Refusal, Value,
};

use super::Admitted;
use crate::cx::Cx;
use crate::draft::Draft;
use crate::error::{Error, WhileDoing};
use crate::extension::system_class::SystemClass;

impl Draft {
    /// Checks permissions, types and required fields, and fills in defaults.
    pub(crate) async fn admit(mut self, cx: &Cx) -> Result<Admitted, Error> {
        let known = cx.class(&self.class);
        let blank;
        let class: &Class = match &known {
            Some(class) => class,
            None => {
                blank = Class::new(self.class.clone());
                &blank
            }
        };
        let added = new_fields(&self, class);
        let most = cx.most(cx.settings().max_class_fields);
        if !added.is_empty() && class.fields.len() + added.len() > most {
            return Err(Refusal::new(
                Code::OPERATION_FORBIDDEN,
                format!("Class {} must not have more than {most} fields.", self.class),
            )
            .into());
        }
        let mut row_filter = None;
        if known.is_some() && self.ops.iter().any(|(path, op)| is_new_field(class, path, op)) {
            narrow(
                &mut row_filter,
                access::check_clp(cx.caller(), class, Action::AddField, self.is_new)?,
            );
        }
        check_types(&self, class)?;
        let action = if self.is_new { Action::Create } else { Action::Update };
        narrow(&mut row_filter, access::check_clp(cx.caller(), class, action, self.is_new)?);
        let (mut defaulted, mut is_default_acl) = (Vec::new(), false);
        if self.is_new {
            defaulted = fill_defaults(&mut self, class)?;
            is_default_acl = default_acl(&mut self, cx, class)?;
        }
        required(&self, class)?;
        required_by_protocol(&self)?;
        let class = match known {
            Some(class) if added.is_empty() => class,
            _ => Box::pin(parse_store::ddl::extend_class(cx.db(), &self.class, &added))
                .await
                .while_doing("adding fields to a class")?,
        };
        Ok(Admitted {
            draft: self,
            class,
            row_filter,
            defaulted,
            is_default_acl,
            internal: Vec::new(),
            extra: JsonMap::new(),
        })
    }
}

fn narrow(row_filter: &mut Option<Filter>, more: Option<Filter>) {
    if let Some(more) = more {
        *row_filter = Some(match row_filter.take() {
            Some(before) => before.and(more),
            None => more,
        });
    }
}

/// The type that a path requires of its field: an object, or an array if the path starts with an
/// index.
fn asked_type(path: &Path, op: &Op) -> Option<FieldType> {
    let Some(first) = path.inside.first() else { return op.field_type() };
    let is_index = first.bytes().all(|byte| byte.is_ascii_digit());
    Some(if is_index { FieldType::Array } else { FieldType::Object })
}

fn is_new_field(class: &Class, path: &Path, op: &Op) -> bool {
    class.field_type(path.field.as_str()).is_none() && *op != Op::Delete
}

fn new_fields(draft: &Draft, class: &Class) -> BTreeMap<FieldName, Field> {
    let mut added = BTreeMap::new();
    for (path, op) in &draft.ops {
        let is_known = class.field_type(path.field.as_str()).is_some();
        let is_unset = *op == Op::Delete || matches!(op, Op::Set(Value::Null) if !path.is_nested());
        if is_known || is_unset {
            continue;
        }
        if let Some(ty) = asked_type(path, op) {
            added.entry(path.field.clone()).or_insert_with(|| Field::of(ty));
        }
    }
    added
}

fn check_types(draft: &Draft, class: &Class) -> Result<(), Refusal> {
    for (path, op) in &draft.ops {
        let Some(expected) = class.field_type(path.field.as_str()) else { continue };
        let Some(got) = asked_type(path, op) else { continue };
        let is_place_in_json =
            path.is_nested() && matches!(expected, FieldType::Object | FieldType::Array);
        if *expected != got && !is_place_in_json {
            return Err(class.mismatch(path.field.as_str(), expected, &got));
        }
    }
    Ok(())
}

/// Fills missing fields of a new object with the defaults of its class, and returns their names.
fn fill_defaults(draft: &mut Draft, class: &Class) -> Result<Vec<FieldName>, Refusal> {
    let mut defaulted = Vec::new();
    for (name, field) in &class.fields {
        let Some(default) = &field.default else { continue };
        let at = draft.ops.iter().position(|(path, _)| path.field == *name);
        let is_unset = match at.map(|at| &draft.ops[at].1) {
            None | Some(Op::Delete | Op::Set(Value::Null)) => true,
            Some(Op::Set(Value::Text(text))) => text.is_empty() && field.is_required,
            Some(_) => false,
        };
        if !is_unset {
            continue;
        }
        if let Some(at) = at {
            draft.ops.remove(at);
        }
        let value = value_from(default.clone())?;
        draft.ops.push((Path::field(name.clone()), Op::Set(value)));
        defaulted.push(name.clone());
    }
    Ok(defaulted)
}

fn required(draft: &Draft, class: &Class) -> Result<(), Refusal> {
    for (name, _) in class.fields.iter().filter(|(_, field)| field.is_required) {
        let op = draft.ops.iter().find(|(path, _)| path.field == *name).map(|(_, op)| op);
        let is_missing = match op {
            None => draft.is_new,
            Some(Op::Delete | Op::Set(Value::Null)) => true,
            Some(Op::Set(Value::Text(text))) => text.is_empty(),
            Some(_) => false,
        };
        if is_missing {
            return Err(Refusal::new(Code::VALIDATION_ERROR, format!("{name} is required")));
        }
    }
    Ok(())
}

/// Fields without which an object of a class of the protocol is nothing.
fn required_by_protocol(draft: &Draft) -> Result<(), Refusal> {
    let needed: &[&str] = match draft.class.as_str() {
        "_Product" => &["productIdentifier", "icon", "order", "title", "subtitle"],
        _ => &[],
    };
    for name in needed {
        let op = draft.ops.iter().find(|(path, _)| path.field == **name).map(|(_, op)| op);
        let is_missing = match op {
            None => draft.is_new,
            Some(op) => matches!(op, Op::Delete | Op::Set(Value::Null)),
        };
        if is_missing {
            return Err(Refusal::new(Code::INCORRECT_TYPE, format!("{name} is required.")));
        }
    }
    Ok(())
}

/// Gives a new object that brings no permissions those its class has for such objects. Whether it
/// did.
fn default_acl(draft: &mut Draft, cx: &Cx, class: &Class) -> Result<bool, Refusal> {
    let stored = class.clp.as_ref().and_then(|clp| clp.default_acl.as_ref());
    let makes_acl = cx.engine().system_class(&class.name).is_some_and(SystemClass::makes_acl);
    let Some(stored) = stored.filter(|_| draft.acl.is_none() && !makes_acl) else {
        return Ok(false);
    };
    let open = serde_json::json!({ "*": { "read": true, "write": true } });
    if Json::Object(stored.clone()) == open {
        return Ok(false);
    }
    let mut entries = JsonMap::new();
    for (principal, rights) in stored {
        match (principal.as_str(), cx.caller().user_id()) {
            ("currentUser", Some(id)) => drop(entries.insert(id.to_owned(), rights.clone())),
            ("currentUser", None) => {}
            _ => drop(entries.insert(principal.clone(), rights.clone())),
        }
    }
    draft.acl = Some(Acl::parse(&Json::Object(entries))?);
    Ok(true)
}
