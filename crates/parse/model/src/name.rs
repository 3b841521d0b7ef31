//! Names that have been checked once and are never checked again.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use crate::refusal::{Code, Refusal};

/// Classes the server itself knows, beside `_Join:` tables.
pub const SYSTEM_CLASSES: &[&str] = &[
    "_User",
    "_Installation",
    "_Role",
    "_Session",
    "_Product",
    "_PushStatus",
    "_JobStatus",
    "_JobSchedule",
    "_Audience",
    "_Idempotency",
    "_Hooks",
    "_GlobalConfig",
    "_GraphQLConfig",
];

/// Names of classes that extensions have registered, see [`ClassName::registered`]. Names are
/// parsed where nothing but their text is at hand, so all of a process know the same ones.
static REGISTERED_CLASSES: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

/// System classes that only the master key may touch.
pub const MASTER_ONLY_CLASSES: &[&str] = &[
    "_JobStatus",
    "_PushStatus",
    "_Hooks",
    "_GlobalConfig",
    "_GraphQLConfig",
    "_JobSchedule",
    "_Audience",
    "_Idempotency",
];

/// System classes whose rows are no objects.
const TABLES_WITHOUT_OBJECTS: &[&str] = &["_Hooks", "_GlobalConfig", "_GraphQLConfig"];

/// The name of a class: a letter, then letters, digits or underscores; or a system class; or a
/// `_Join:<field>:<class>` table.
///
/// Holding one is proof that it is safe to quote as a table name.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassName(Arc<str>);

impl ClassName {
    /// Accepts a class name, or nothing.
    pub fn parse(name: &str) -> Option<ClassName> {
        let is_valid = is_plain(name) || is_of_server(name) || is_join_table(name);
        is_valid.then(|| ClassName(name.into()))
    }

    /// Accepts a class name, or refuses in the words of the schema API (103).
    pub fn checked(name: &str) -> Result<ClassName, Refusal> {
        ClassName::parse(name).ok_or_else(|| ClassName::refused(name))
    }

    /// The schema API's word for a bad class name. The trailing blank is the protocol's.
    pub fn refused(name: &str) -> Refusal {
        Refusal::new(
            Code::INVALID_CLASS_NAME,
            format!(
                "Invalid classname: {name}, classnames can only have alphanumeric characters and _, and must start with an alpha character "
            ),
        )
    }

    /// A name known at compile time; for the server's own classes.
    pub fn from_static(name: &'static str) -> ClassName {
        debug_assert!(ClassName::parse(name).is_some());
        ClassName(name.into())
    }

    /// The name of a class of an extension that, like those of system classes, no client could give
    /// a class. From here on it is the name of a class.
    pub fn registered(name: &'static str) -> ClassName {
        if !is_of_server(name) {
            debug_assert!(name.strip_prefix('_').is_some_and(is_plain));
            let mut registered = REGISTERED_CLASSES.write().unwrap_or_else(PoisonError::into_inner);
            if !registered.contains(&name) {
                registered.push(name);
            }
        }
        ClassName(name.into())
    }

    /// `_User`
    pub fn user() -> ClassName {
        ClassName::from_static("_User")
    }

    /// `_Session`
    pub fn session() -> ClassName {
        ClassName::from_static("_Session")
    }

    /// `_Role`
    pub fn role() -> ClassName {
        ClassName::from_static("_Role")
    }

    /// `_Installation`
    pub fn installation() -> ClassName {
        ClassName::from_static("_Installation")
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is one of the server's own classes.
    pub fn is_system(&self) -> bool {
        self.0.starts_with('_')
    }

    /// Whether only the master key may touch it.
    pub fn is_master_only(&self) -> bool {
        self.is_join() || MASTER_ONLY_CLASSES.contains(&self.as_str())
    }

    /// Whether it is a table that has no objects: it changes by requests of its own, never by those
    /// for objects.
    pub fn has_no_objects(&self) -> bool {
        self.is_join() || TABLES_WITHOUT_OBJECTS.contains(&self.as_str())
    }

    /// Whether it is the table behind a relation.
    pub fn is_join(&self) -> bool {
        self.0.starts_with("_Join:")
    }

    /// The table that holds the relation `field` of `owner`.
    pub fn join(field: &FieldName, owner: &ClassName) -> ClassName {
        ClassName(format!("_Join:{field}:{owner}").into())
    }
}

/// The name of a field: a letter, then letters, digits or underscores; or one of the internal
/// columns, which start with an underscore and never come from a client.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldName(Arc<str>);

impl FieldName {
    /// Accepts a field name that a client may use, or nothing.
    pub fn parse(name: &str) -> Option<FieldName> {
        let is_valid = is_plain(name) && name != "length" && name != "className";
        is_valid.then(|| FieldName(name.into()))
    }

    /// Accepts a field name or refuses in the words of a data write (105).
    pub fn checked(name: &str) -> Result<FieldName, Refusal> {
        FieldName::parse(name).ok_or_else(|| Refusal::key(format!("Invalid field name: {name}.")))
    }

    /// A name known at compile time.
    pub fn from_static(name: &'static str) -> FieldName {
        FieldName(name.into())
    }

    /// A name found in the stored schema, where internal columns occur too.
    ///
    /// Only letters, digits and underscores pass, so it is as safe to quote as any other.
    pub fn stored(name: &str) -> Option<FieldName> {
        let is_safe =
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        is_safe.then(|| FieldName(name.into()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is an internal column, never shown to clients.
    pub fn is_internal(&self) -> bool {
        self.0.starts_with('_')
    }
}

/// The id of an object.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(String);

impl ObjectId {
    /// Any text can be an id: databases with custom ids exist. Ids are bound, never quoted.
    pub fn new(id: impl Into<String>) -> ObjectId {
        ObjectId(id.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id, owned.
    pub fn into_string(self) -> String {
        self.0
    }
}

macro_rules! reads_as_text {
    ($($name:ident),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(&self.0) }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{:?}", &*self.0) }
        }
        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool { &*self.0 == other }
        }
        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool { &*self.0 == *other }
        }
        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str { &self.0 }
        }
    )*};
}
reads_as_text!(ClassName, FieldName, ObjectId);

fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn is_join_table(name: &str) -> bool {
    let Some((field, class)) = name.strip_prefix("_Join:").and_then(|rest| rest.split_once(':'))
    else {
        return false;
    };
    is_plain(field) && (is_plain(class) || is_of_server(class))
}

/// Whether it is the name of a system class, or one that an extension has registered.
fn is_of_server(name: &str) -> bool {
    let is_registered = || {
        let registered = REGISTERED_CLASSES.read().unwrap_or_else(PoisonError::into_inner);
        registered.contains(&name)
    };
    SYSTEM_CLASSES.contains(&name) || (name.starts_with('_') && is_registered())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_name_starts_with_a_letter() {
        assert!(ClassName::parse("Note_2").is_some());
        for bad in ["", "1Note", "_Note", "No te", "Nöte", "a;drop", "_Join:x", "_Join:a:b\"c"] {
            assert!(ClassName::parse(bad).is_none(), "{bad}");
        }
        assert!(ClassName::parse("_User").is_some());
        assert!(ClassName::parse("_Join:users:_Role").is_some());
    }

    #[test]
    fn a_name_like_those_of_system_classes_is_a_name_once_it_is_registered() {
        assert!(ClassName::parse("_Ledger").is_none());
        assert!(ClassName::parse("_Join:entries:_Ledger").is_none());
        assert_eq!(ClassName::registered("_Ledger"), ClassName::registered("_Ledger"));
        assert!(ClassName::parse("_Ledger").is_some_and(|name| name.is_system()));
        assert!(ClassName::parse("_Join:entries:_Ledger").is_some());
    }

    #[test]
    fn the_words_length_and_class_name_are_no_field_names() {
        assert!(FieldName::parse("length").is_none());
        assert!(FieldName::parse("className").is_none());
        assert!(FieldName::parse("_internal").is_none());
        assert!(FieldName::parse("title").is_some());
    }
}
