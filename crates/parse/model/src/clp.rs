//! Who may do what to a class, and which of its fields are kept from whom.

use std::collections::{BTreeMap, BTreeSet};

use crate::name::FieldName;
use crate::{Json, JsonMap};

/// What a caller may want to do to a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// List objects.
    Find,
    /// Read one object.
    Get,
    /// Count objects.
    Count,
    /// Make an object.
    Create,
    /// Change an object.
    Update,
    /// Remove an object.
    Delete,
    /// Add a field to the class by writing one.
    AddField,
}

impl Action {
    /// All of them, in the order in which the schema API shows them.
    pub const ALL: [Action; 7] = [
        Action::Find,
        Action::Get,
        Action::Count,
        Action::Create,
        Action::Update,
        Action::Delete,
        Action::AddField,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Action::Find => "find",
            Action::Get => "get",
            Action::Count => "count",
            Action::Create => "create",
            Action::Update => "update",
            Action::Delete => "delete",
            Action::AddField => "addField",
        }
    }

    /// Whether it reads rather than writes.
    pub fn is_read(self) -> bool {
        matches!(self, Action::Find | Action::Get | Action::Count)
    }
}

/// Who may perform one action.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Permission {
    /// Principals: `*`, user ids, `role:<name>`.
    pub principals: BTreeSet<String>,
    /// Whether all signed-in users may.
    pub requires_authentication: bool,
    /// Fields whose users may, each for the objects that name them.
    pub pointer_fields: Vec<FieldName>,
}

/// The permissions of a class, once they have been set.
///
/// An action that is not mentioned is denied. A class without a [`Clp`] is open.
#[derive(Debug, Clone, PartialEq)]
pub struct Clp {
    /// As it was stored, to be shown again.
    pub stored: JsonMap,
    permissions: [Permission; 7],
    /// Fields whose users may read the objects that name them.
    pub read_user_fields: Vec<FieldName>,
    /// Fields whose users may write the objects that name them.
    pub write_user_fields: Vec<FieldName>,
    /// Fields to hide, by group: `*`, `authenticated`, `role:<name>`, a user id, `userField:<f>`.
    pub protected_fields: BTreeMap<String, Vec<String>>,
    /// The ACL of a new object that brings none.
    pub default_acl: Option<JsonMap>,
}

impl Clp {
    /// Reads the stored form. What it does not understand it denies.
    pub fn from_stored(stored: JsonMap) -> Clp {
        let permissions = Action::ALL.map(|action| permission(stored.get(action.name())));
        let protected_fields = match stored.get("protectedFields") {
            Some(Json::Object(groups)) => {
                groups.iter().map(|(group, list)| (group.clone(), texts(Some(list)))).collect()
            }
            _ => BTreeMap::new(),
        };
        let default_acl = match stored.get("ACL") {
            Some(Json::Object(acl)) => Some(acl.clone()),
            _ => None,
        };
        Clp {
            permissions,
            read_user_fields: names(stored.get("readUserFields")),
            write_user_fields: names(stored.get("writeUserFields")),
            protected_fields,
            default_acl,
            stored,
        }
    }

    /// Who may perform `action`.
    pub fn permission(&self, action: Action) -> &Permission {
        let at = Action::ALL.iter().position(|known| *known == action).unwrap_or_default();
        &self.permissions[at]
    }

    /// Fields whose users may perform `action` on the objects that name them.
    pub fn pointer_fields(&self, action: Action) -> Vec<FieldName> {
        let for_all =
            if action.is_read() { &self.read_user_fields } else { &self.write_user_fields };
        let mut fields = self.permission(action).pointer_fields.clone();
        for field in for_all {
            if !fields.contains(field) {
                fields.push(field.clone());
            }
        }
        fields
    }
}

fn permission(json: Option<&Json>) -> Permission {
    let Some(Json::Object(entries)) = json else { return Permission::default() };
    let mut permission = Permission::default();
    for (key, value) in entries {
        match key.as_str() {
            "pointerFields" => permission.pointer_fields = names(Some(value)),
            "requiresAuthentication" => {
                permission.requires_authentication = value == &Json::Bool(true);
            }
            _ if value == &Json::Bool(true) => {
                permission.principals.insert(key.clone());
            }
            _ => {}
        }
    }
    permission
}

fn texts(json: Option<&Json>) -> Vec<String> {
    let list = json.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
}

fn names(json: Option<&Json>) -> Vec<FieldName> {
    texts(json).iter().filter_map(|name| FieldName::stored(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn clp(json: Json) -> Clp {
        let Json::Object(map) = json else { panic!("an object") };
        Clp::from_stored(map)
    }

    #[test]
    fn what_is_not_mentioned_is_denied() {
        let clp = clp(json!({"find": {"*": true}}));
        assert!(clp.permission(Action::Find).principals.contains("*"));
        assert_eq!(clp.permission(Action::Get), &Permission::default());
    }

    #[test]
    fn pointer_fields_of_the_action_and_of_all_reads_add_up() {
        let clp = clp(
            json!({"get": {"pointerFields": ["owner"]}, "readUserFields": ["owner", "editor"]}),
        );
        assert_eq!(
            clp.pointer_fields(Action::Get),
            ["owner", "editor"].map(FieldName::from_static)
        );
        assert!(clp.pointer_fields(Action::Update).is_empty());
    }
}
