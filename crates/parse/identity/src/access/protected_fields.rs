//! Which fields of a class are kept from whom.

use std::collections::{BTreeMap, BTreeSet};

use parse_model::query::{Order, OrderBy};
use parse_model::{Class, FieldName, Filter, Object, Refusal, Value};

use crate::caller::Caller;

/// Fields to hide: by class, then by group.
pub type ProtectedFieldsConfig = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Which fields of a class are kept from a caller.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ProtectedFields {
    /// Hidden in every object, unless the object itself says otherwise.
    hidden: BTreeSet<String>,
    /// For objects that name the caller in a field: what is hidden there.
    by_field: Vec<(String, BTreeSet<String>)>,
    is_owner_exempt: bool,
}

impl ProtectedFields {
    /// What applies to this caller, by what the class says and by what the operator adds to it.
    /// Users may be exempt for their own record.
    pub fn of(
        caller: &Caller,
        class: &Class,
        added: &ProtectedFieldsConfig,
        is_owner_exempt: bool,
    ) -> ProtectedFields {
        if caller.is_unrestricted() {
            return ProtectedFields::default();
        }
        let stored = class.clp.as_ref().map(|clp| &clp.protected_fields);
        let configured = added.get(class.name.as_str());
        if stored.is_none_or(BTreeMap::is_empty) && configured.is_none() {
            return ProtectedFields::default();
        }
        let mut groups: BTreeMap<&str, BTreeSet<String>> = Default::default();
        for (group, fields) in stored.into_iter().flatten().chain(configured.into_iter().flatten())
        {
            groups.entry(group).or_default().extend(fields.iter().cloned());
        }
        let mut hidden: Option<BTreeSet<String>> = None;
        let mut by_field = Vec::new();
        for (group, fields) in groups {
            if let Some(field) = group.strip_prefix("userField:") {
                by_field.push((field.to_owned(), fields));
            } else if applies(caller, group) {
                hidden = Some(match hidden {
                    None => fields,
                    Some(before) => before.intersection(&fields).cloned().collect(),
                });
            }
        }
        ProtectedFields {
            hidden: hidden.unwrap_or_default(),
            by_field,
            is_owner_exempt: is_owner_exempt && class.name == "_User",
        }
    }

    /// Whether nothing is hidden from this caller.
    pub fn is_empty(&self) -> bool {
        self.hidden.is_empty() && self.by_field.is_empty()
    }

    /// Fields that must be read to decide, whatever was asked for.
    pub fn needed(&self) -> impl Iterator<Item = &str> {
        self.by_field.iter().map(|(field, _)| field.as_str())
    }

    /// Refuses a query that would find out what is hidden.
    pub fn check(&self, class: &Class, filter: &Filter, order: &[Order]) -> Result<(), Refusal> {
        let mut refused = None;
        filter.walk(&mut |part| {
            if let Filter::Field(path, _) = part
                && self.hidden.contains(path.field.as_str())
            {
                refused.get_or_insert_with(|| {
                    format!("This user is not allowed to query {path} on class {}", class.name)
                });
            }
        });
        for key in order {
            if let OrderBy::Field(path) = &key.by
                && self.hidden.contains(path.field.as_str())
            {
                refused.get_or_insert_with(|| {
                    format!("This user is not allowed to sort by {path} on class {}", class.name)
                });
            }
        }
        refused.map_or(Ok(()), |message| Err(Refusal::forbidden(message)))
    }

    /// Refuses to watch hidden fields: an event alone would reveal that one changed.
    pub fn check_watch(&self, class: &Class, watch: &[FieldName]) -> Result<(), Refusal> {
        match watch.iter().find(|field| self.hides(field.as_str())) {
            Some(field) => Err(Refusal::forbidden(format!(
                "This user is not allowed to watch {field} on class {}",
                class.name
            ))),
            None => Ok(()),
        }
    }

    /// These fields, in every object.
    pub fn hiding<'a>(fields: impl IntoIterator<Item = &'a str>) -> ProtectedFields {
        let hidden = fields.into_iter().map(str::to_owned).collect();
        ProtectedFields { hidden, ..ProtectedFields::default() }
    }

    /// Whether it matters who the caller is, beyond what is hidden from them.
    pub fn depends_on_user(&self) -> bool {
        self.is_owner_exempt || !self.by_field.is_empty()
    }

    /// Whether a field is hidden whatever the object.
    pub fn hides(&self, field: &str) -> bool {
        self.hidden.contains(field)
    }

    /// Takes hidden fields out of an object.
    pub fn apply(&self, caller: &Caller, object: &mut Object) {
        let user = caller.user_id();
        if self.is_owner_exempt && user == Some(object.id.as_str()) {
            return;
        }
        let own: Vec<&BTreeSet<String>> = self
            .by_field
            .iter()
            .filter(|(field, _)| user.is_some_and(|id| names(object, field, id)))
            .map(|(_, fields)| fields)
            .collect();
        object.fields.retain(|name, _| {
            let is_hidden = match own.as_slice() {
                [] => self.hidden.contains(name.as_str()),
                lists => {
                    (self.hidden.is_empty() || self.hidden.contains(name.as_str()))
                        && lists.iter().all(|fields| fields.contains(name.as_str()))
                }
            };
            !is_hidden
        });
    }
}

fn applies(caller: &Caller, group: &str) -> bool {
    match group {
        "*" => true,
        "authenticated" => caller.user_id().is_some(),
        other => caller.principals.iter().any(|principal| principal == other),
    }
}

/// Whether a field of the object is a pointer to the user, or an array with one.
fn names(object: &Object, field: &str, user: &str) -> bool {
    match object.fields.get(field) {
        Some(Value::Pointer(pointer)) => pointer.id == user,
        Some(Value::Included(included)) => included.id == *user,
        Some(Value::List(items)) => {
            items.iter().any(|item| item.get("objectId").and_then(|id| id.as_str()) == Some(user))
        }
        _ => false,
    }
}
