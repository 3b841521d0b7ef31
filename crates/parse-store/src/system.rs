//! The classes the protocol itself brings, and their columns.

use parse_model::{Class, ClassName, Field, FieldName, FieldType};

/// Classes whose columns are fixed and which never stand in `_SCHEMA`.
const VOLATILE: &[&str] =
    &["_PushStatus", "_JobStatus", "_JobSchedule", "_Audience", "_Idempotency"];

/// Columns of `_User` that no client ever sees.
pub(crate) const USER_INTERNAL: &[(&str, FieldType)] = &[
    ("_hashed_password", FieldType::String),
    ("_email_verify_token_expires_at", FieldType::Date),
    ("_email_verify_token", FieldType::String),
    ("_account_lockout_expires_at", FieldType::Date),
    ("_failed_login_count", FieldType::Number),
    ("_perishable_token", FieldType::String),
    ("_perishable_token_expires_at", FieldType::Date),
    ("_password_changed_at", FieldType::Date),
    ("_password_history", FieldType::Array),
];

/// Whether a class has fixed columns and no place in `_SCHEMA`.
pub fn is_volatile(class: &ClassName) -> bool {
    VOLATILE.contains(&class.as_str())
}

/// The classes that are there without being listed.
pub(crate) fn volatile_classes() -> impl Iterator<Item = Class> {
    VOLATILE.iter().map(|name| with_defaults(Class::new(ClassName::known(name))))
}

/// Adds the fields a system class always has.
pub(crate) fn with_defaults(mut class: Class) -> Class {
    for (name, ty) in default_fields(&class.name) {
        class.fields.entry(FieldName::known(name)).or_insert_with(|| Field::of(ty));
    }
    class
}

/// The fields a class has from the start, beside those of every class.
pub fn default_fields(class: &ClassName) -> Vec<(&'static str, FieldType)> {
    let texts = |names: &[&'static str]| -> Vec<(&'static str, FieldType)> {
        names.iter().map(|name| (*name, FieldType::String)).collect()
    };
    let numbers = |names: &[&'static str]| -> Vec<(&'static str, FieldType)> {
        names.iter().map(|name| (*name, FieldType::Number)).collect()
    };
    let objects = |names: &[&'static str]| -> Vec<(&'static str, FieldType)> {
        names.iter().map(|name| (*name, FieldType::Object)).collect()
    };
    match class.as_str() {
        "_User" => [
            texts(&["username", "email"]),
            vec![("emailVerified", FieldType::Boolean), ("authData", FieldType::Object)],
        ]
        .concat(),
        "_Role" => vec![
            ("name", FieldType::String),
            ("users", FieldType::Relation(ClassName::user())),
            ("roles", FieldType::Relation(ClassName::role())),
        ],
        "_Session" => [
            texts(&["installationId", "sessionToken"]),
            vec![
                ("user", FieldType::Pointer(ClassName::user())),
                ("expiresAt", FieldType::Date),
                ("createdWith", FieldType::Object),
            ],
        ]
        .concat(),
        "_Installation" => [
            texts(&[
                "installationId",
                "deviceToken",
                "deviceType",
                "pushType",
                "GCMSenderId",
                "timeZone",
                "localeIdentifier",
                "appVersion",
                "appName",
                "appIdentifier",
                "parseVersion",
            ]),
            vec![("channels", FieldType::Array), ("badge", FieldType::Number)],
        ]
        .concat(),
        "_Product" => [
            texts(&["productIdentifier", "downloadName", "title", "subtitle"]),
            vec![
                ("download", FieldType::File),
                ("icon", FieldType::File),
                ("order", FieldType::Number),
            ],
        ]
        .concat(),
        "_PushStatus" => [
            texts(&["pushTime", "source", "query", "payload", "title", "status", "pushHash"]),
            numbers(&["expiry", "expiration_interval", "numSent", "numFailed", "count"]),
            objects(&[
                "errorMessage",
                "sentPerType",
                "failedPerType",
                "sentPerUTCOffset",
                "failedPerUTCOffset",
            ]),
        ]
        .concat(),
        "_JobStatus" => [
            texts(&["jobName", "source", "status", "message"]),
            objects(&["params"]),
            vec![("finishedAt", FieldType::Date)],
        ]
        .concat(),
        "_JobSchedule" => [
            texts(&["jobName", "description", "params", "startAfter", "timeOfDay"]),
            numbers(&["lastRun", "repeatMinutes"]),
            vec![("daysOfWeek", FieldType::Array)],
        ]
        .concat(),
        "_Audience" => [
            texts(&["name", "query"]),
            vec![("lastUsed", FieldType::Date), ("timesUsed", FieldType::Number)],
        ]
        .concat(),
        "_Idempotency" => vec![("reqId", FieldType::String), ("expire", FieldType::Date)],
        _ => Vec::new(),
    }
}
