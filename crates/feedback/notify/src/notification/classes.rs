//! The classes of notifications and announcements.

use parse_model::{Class, FieldType};

use feedback_core::class_definition::{Readers, class, pointer};

/// The definitions of these classes.
pub fn classes() -> Vec<Class> {
    vec![notification(), announcement()]
}

/// Readable only by its receiver.
fn notification() -> Class {
    let fields = [
        ("user", pointer("_User")),
        ("event", FieldType::String),
        ("bucket", FieldType::String),
        ("issue", pointer("Issue")),
        ("actor", pointer("_User")),
        ("groupKey", FieldType::String),
        ("count", FieldType::Number),
        ("data", FieldType::Object),
        ("readAt", FieldType::Date),
        ("doneAt", FieldType::Date),
    ];
    class("Notification", Readers::Own, &fields, &[])
}

/// Drafts are returned to administrators by functions.
fn announcement() -> Class {
    let fields = [
        ("kind", FieldType::String),
        ("title", FieldType::String),
        ("body", FieldType::String),
        ("build", pointer("Build")),
        ("fixes", FieldType::Array),
        ("cohort", FieldType::String),
        ("publishedAt", FieldType::Date),
        ("pinnedUntil", FieldType::Date),
        ("by", pointer("_User")),
        ("people", FieldType::Number),
    ];
    class("Announcement", Readers::ServerOnly, &fields, &[])
}
