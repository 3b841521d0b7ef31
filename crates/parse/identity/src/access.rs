//! Class-level permissions as decisions and as filters. Pure: nothing here asks the database.

mod protected_fields;

use parse_model::query::{Constraint, Order, OrderBy};
use parse_model::{
    Action, Class, ClassName, Code, FieldName, FieldType, Filter, Path, Pointer, Refusal, Value,
};

use crate::caller::Caller;

pub use protected_fields::{ProtectedFields, ProtectedFieldsConfig};

/// Refuses what the protocol itself reserves for the master key, whatever a class says, and what no
/// caller can do.
pub fn check_class_restrictions(
    caller: &Caller,
    class: &ClassName,
    action: Action,
) -> Result<(), Refusal> {
    let verb = action.name();
    if caller.is_unrestricted() {
        if action_writes(action) && class.has_no_objects() {
            return Err(Refusal::forbidden(format!(
                "The {verb} operation is not possible on the {class} collection."
            )));
        }
        return Ok(());
    }
    if class.is_master_only() || (class.has_no_objects() && action_writes(action)) {
        return Err(Refusal::forbidden(format!(
            "Clients aren't allowed to perform the {verb} operation on the {class} collection."
        )));
    }
    if *class == "_Installation" && matches!(action, Action::Find | Action::Delete) {
        return Err(Refusal::forbidden(format!(
            "Clients aren't allowed to perform the {verb} operation on the installation collection."
        )));
    }
    Ok(())
}

fn action_writes(action: Action) -> bool {
    matches!(action, Action::Create | Action::Update | Action::Delete)
}

/// Refuses a write by a caller who may only read.
pub fn may_write(caller: &Caller, verb: &str) -> Result<(), Refusal> {
    if caller.is_read_only() {
        return Err(Refusal::forbidden(format!(
            "read-only masterKey isn't allowed to perform the {verb} operation."
        )));
    }
    Ok(())
}

/// Decides whether the caller may perform an action on a class at all; where the answer is "on
/// some objects", gives the filter that those objects pass.
pub fn check_clp(
    caller: &Caller,
    class: &Class,
    action: Action,
    is_create: bool,
) -> Result<Option<Filter>, Refusal> {
    if caller.is_unrestricted() {
        return Ok(None);
    }
    let Some(clp) = &class.clp else { return Ok(None) };
    let permission = clp.permission(action);
    if caller.principals.iter().any(|principal| permission.principals.contains(principal)) {
        return Ok(None);
    }
    if permission.requires_authentication {
        if caller.user_id().is_some() {
            return Ok(None);
        }
        return Err(Refusal::sensitive(
            Code::OBJECT_NOT_FOUND,
            "Permission denied, user needs to be authenticated.",
        ));
    }
    let fields = clp.pointer_fields(action);
    let is_for_objects = action != Action::Create && !(action == Action::AddField && is_create);
    if is_for_objects && !fields.is_empty() {
        return Ok(Some(named_in(caller, class, &fields)));
    }
    Err(Refusal::forbidden(format!(
        "Permission denied for action {} on class {}.",
        action.name(),
        class.name
    )))
}

/// The objects that name the caller in one of these fields.
fn named_in(caller: &Caller, class: &Class, fields: &[FieldName]) -> Filter {
    let Some(id) = caller.user_id() else { return Filter::nothing() };
    let user = || Value::Pointer(Pointer { class: ClassName::user(), id: id.to_owned() });
    let parts = fields.iter().filter_map(|field| {
        let constraint = match class.field_type(field.as_str())? {
            FieldType::Pointer(_) | FieldType::Array | FieldType::Object => {
                Constraint::Equal(user())
            }
            _ => return None,
        };
        Some(Filter::Field(Path::field(field.clone()), constraint))
    });
    Filter::Any(parts.collect())
}

/// Whether callers without a key cannot filter by a field, because an answer of any form (a match,
/// an order, a sub-query) would let its values be guessed. Identities at other providers are
/// visible to their owner alone.
pub fn is_unqueryable(caller: &Caller, class: &Class, path: &Path) -> bool {
    !caller.is_unrestricted() && class.name == "_User" && path.field == "authData"
}

/// A condition on such a field matches nothing, however it is written.
pub fn without_unqueryable(caller: &Caller, class: &Class, filter: Filter) -> Filter {
    let mut asks = false;
    filter.walk(&mut |part| {
        asks |= matches!(part, Filter::Field(path, _) if is_unqueryable(caller, class, path));
    });
    if asks { Filter::nothing() } else { filter }
}

/// Refuses to sort by such a field.
pub fn check_order(caller: &Caller, class: &Class, order: &[Order]) -> Result<(), Refusal> {
    let refused = order.iter().find_map(|key| match &key.by {
        OrderBy::Field(path) if is_unqueryable(caller, class, path) => Some(path),
        _ => None,
    });
    refused.map_or(Ok(()), |path| Err(Refusal::key(format!("Cannot sort by {path}"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::{Clp, Json, Object, ObjectId};
    use serde_json::json;

    use crate::caller::SessionUser;

    fn class(clp: Json) -> Class {
        let mut class = Class::new(ClassName::from_static("Note"));
        let Json::Object(map) = clp else { panic!("an object") };
        class.clp = Some(Clp::from_stored(map));
        class.fields.insert(
            FieldName::from_static("owner"),
            parse_model::Field::of(FieldType::Pointer(ClassName::user())),
        );
        class
    }

    fn stranger() -> Caller {
        Caller::with_principals(["*".to_owned()].into())
    }

    fn bob() -> Caller {
        let user = SessionUser {
            id: "bob".to_owned(),
            session_id: String::new(),
            ends_by: None,
            signed_in_at: None,
            session_token: String::new(),
        };
        let group = ["*".to_owned(), "role:admin".to_owned(), "bob".to_owned()];
        Caller { user: Some(user), ..Caller::with_principals(group.into()) }
    }

    fn protected_fields(caller: &Caller, class: &Class) -> ProtectedFields {
        ProtectedFields::of(caller, class, &ProtectedFieldsConfig::default(), true)
    }

    #[test]
    fn an_action_that_is_not_mentioned_is_forbidden() {
        let class = class(json!({"find": {"*": true}}));
        assert_eq!(check_clp(&stranger(), &class, Action::Find, false), Ok(None));
        let refusal = check_clp(&stranger(), &class, Action::Get, false).unwrap_err();
        assert_eq!(refusal.code, Code::OPERATION_FORBIDDEN);
        assert_eq!(check_clp(&Caller::master(), &class, Action::Get, false), Ok(None));
    }

    #[test]
    fn a_stranger_where_sign_in_is_demanded_finds_nothing() {
        let class = class(json!({"find": {"requiresAuthentication": true}}));
        let refusal = check_clp(&stranger(), &class, Action::Find, false).unwrap_err();
        assert_eq!(refusal.code, Code::OBJECT_NOT_FOUND);
        assert_eq!(check_clp(&bob(), &class, Action::Find, false), Ok(None));
    }

    #[test]
    fn pointer_permissions_narrow_and_never_allow_to_create() {
        let class = class(
            json!({"find": {"pointerFields": ["owner"]}, "create": {"pointerFields": ["owner"]}}),
        );
        assert!(check_clp(&bob(), &class, Action::Find, false).unwrap().is_some());
        assert_eq!(
            check_clp(&stranger(), &class, Action::Find, false),
            Ok(Some(Filter::nothing()))
        );
        assert!(check_clp(&bob(), &class, Action::Create, true).is_err());
    }

    #[test]
    fn a_field_is_hidden_only_if_every_group_hides_it() {
        let class = class(json!({"protectedFields": {"*": ["a", "b"], "role:admin": ["b"]}}));
        let protected = protected_fields(&bob(), &class);
        assert!(protected.hides("b") && !protected.hides("a"));
        assert!(protected_fields(&stranger(), &class).hides("a"));
        assert!(protected_fields(&Caller::master(), &class).is_empty());
    }

    #[test]
    fn the_owner_of_an_object_sees_what_the_field_allows() {
        let class = class(json!({"protectedFields": {"*": ["a"], "userField:owner": []}}));
        let protected = protected_fields(&bob(), &class);
        let mut object = Object::new(class.name.clone(), ObjectId::new("n"));
        object.fields.push(FieldName::from_static("a"), Value::Bool(true));
        let mut strange = object.clone();
        protected.apply(&bob(), &mut strange);
        assert!(strange.fields.get("a").is_none());
        let owner = Pointer { class: ClassName::user(), id: "bob".to_owned() };
        object.fields.push(FieldName::from_static("owner"), Value::Pointer(owner));
        protected.apply(&bob(), &mut object);
        assert!(object.fields.get("a").is_some());
    }

    #[test]
    fn identities_are_no_field_to_sort_or_filter_by_without_a_key() {
        let class = Class::new(ClassName::user());
        let path = |inside: &[&str]| Path {
            field: FieldName::from_static("authData"),
            inside: inside.iter().map(|part| (*part).to_owned()).collect(),
        };
        for inside in [&[][..], &["anonymous"], &["anonymous", "id"]] {
            let order = [Order { by: OrderBy::Field(path(inside)), is_descending: false }];
            assert!(check_order(&bob(), &class, &order).is_err(), "{inside:?}");
            assert_eq!(check_order(&Caller::master(), &class, &order), Ok(()));
            let filter = Filter::Field(path(inside), Constraint::Exists(true));
            let asked = Filter::Nor(vec![filter]);
            assert_eq!(without_unqueryable(&bob(), &class, asked.clone()), Filter::nothing());
            assert_eq!(without_unqueryable(&Caller::master(), &class, asked.clone()), asked);
        }
        let name = [Order {
            by: OrderBy::Field(Path::field(FieldName::from_static("username"))),
            is_descending: true,
        }];
        assert_eq!(check_order(&bob(), &class, &name), Ok(()));
    }

    #[test]
    fn asking_for_what_is_hidden_is_forbidden_at_any_depth() {
        let class = class(json!({"protectedFields": {"*": ["a"]}}));
        let protected = protected_fields(&stranger(), &class);
        let inner = Filter::equals(FieldName::from_static("a"), true);
        let filter = Filter::Any(vec![Filter::everything(), Filter::Nor(vec![inner])]);
        assert!(protected.check(&class, &filter, &[]).is_err());
    }
}
