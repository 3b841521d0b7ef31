//! Classes of control: decisions and actions of administrators.

use parse_model::{Class, FieldType};

use crate::class_definition::{Readers, class, pointer};

/// The definitions of these classes.
pub fn classes() -> Vec<Class> {
    vec![setting(), setting_revision(), audit_entry()]
}

fn setting() -> Class {
    let fields = [
        ("key", FieldType::String),
        ("value", FieldType::Object),
        ("version", FieldType::Number),
        ("by", pointer("_User")),
    ];
    class("Setting", Readers::ServerOnly, &fields, &[])
}

fn setting_revision() -> Class {
    let fields = [
        ("key", FieldType::String),
        ("value", FieldType::Object),
        ("version", FieldType::Number),
        ("by", pointer("_User")),
        ("note", FieldType::String),
    ];
    class("SettingRevision", Readers::ServerOnly, &fields, &[])
}

fn audit_entry() -> Class {
    let fields = [
        ("seq", FieldType::Number),
        ("at", FieldType::Date),
        ("actor", pointer("_User")),
        ("actorName", FieldType::String),
        ("actorRole", FieldType::String),
        ("action", FieldType::String),
        ("targetType", FieldType::String),
        ("targetId", FieldType::String),
        ("targetLabel", FieldType::String),
        ("before", FieldType::Object),
        ("after", FieldType::Object),
        ("prevHash", FieldType::String),
        ("hash", FieldType::String),
    ];
    class("AuditEntry", Readers::ServerOnly, &fields, &[])
}
