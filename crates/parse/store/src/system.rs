//! The classes the protocol itself defines, and their columns.

use parse_model::{Class, ClassName, Field, FieldName, FieldType};

/// Classes whose columns are fixed and which are never in `_SCHEMA`.
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
    VOLATILE.iter().map(|name| with_defaults(Class::new(ClassName::from_static(name))))
}

/// Adds the fields a system class always has.
pub(crate) fn with_defaults(mut class: Class) -> Class {
    for (name, ty) in default_fields(&class.name) {
        class.fields.entry(FieldName::from_static(name)).or_insert_with(|| Field::of(ty));
    }
    class
}

/// Fields of the classes of the protocol, by class and type; those that lead elsewhere are below.
const DEFAULTS: &[(&str, FieldType, &[&str])] = &[
    ("_User", FieldType::String, &["username", "email"]),
    ("_User", FieldType::Boolean, &["emailVerified"]),
    ("_User", FieldType::Object, &["authData"]),
    ("_Role", FieldType::String, &["name"]),
    ("_Session", FieldType::String, &["installationId", "sessionToken"]),
    ("_Session", FieldType::Date, &["expiresAt"]),
    ("_Session", FieldType::Object, &["createdWith"]),
    (
        "_Installation",
        FieldType::String,
        &[
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
        ],
    ),
    ("_Installation", FieldType::Array, &["channels"]),
    ("_Installation", FieldType::Number, &["badge"]),
    ("_Product", FieldType::String, &["productIdentifier", "downloadName", "title", "subtitle"]),
    ("_Product", FieldType::File, &["download", "icon"]),
    ("_Product", FieldType::Number, &["order"]),
    (
        "_PushStatus",
        FieldType::String,
        &["pushTime", "source", "query", "payload", "title", "status", "pushHash"],
    ),
    (
        "_PushStatus",
        FieldType::Number,
        &["expiry", "expiration_interval", "numSent", "numFailed", "count"],
    ),
    (
        "_PushStatus",
        FieldType::Object,
        &["errorMessage", "sentPerType", "failedPerType", "sentPerUTCOffset", "failedPerUTCOffset"],
    ),
    ("_JobStatus", FieldType::String, &["jobName", "source", "status", "message"]),
    ("_JobStatus", FieldType::Object, &["params"]),
    ("_JobStatus", FieldType::Date, &["finishedAt"]),
    (
        "_JobSchedule",
        FieldType::String,
        &["jobName", "description", "params", "startAfter", "timeOfDay"],
    ),
    ("_JobSchedule", FieldType::Number, &["lastRun", "repeatMinutes"]),
    ("_JobSchedule", FieldType::Array, &["daysOfWeek"]),
    ("_Audience", FieldType::String, &["name", "query"]),
    ("_Audience", FieldType::Date, &["lastUsed"]),
    ("_Audience", FieldType::Number, &["timesUsed"]),
    ("_Idempotency", FieldType::String, &["reqId"]),
    ("_Idempotency", FieldType::Date, &["expire"]),
];

/// The fields a class has from the start, beside those of every class.
pub fn default_fields(class: &ClassName) -> Vec<(&'static str, FieldType)> {
    let mut fields: Vec<(&'static str, FieldType)> = DEFAULTS
        .iter()
        .filter(|(name, ..)| *class == *name)
        .flat_map(|(_, ty, names)| names.iter().map(|name| (*name, ty.clone())))
        .collect();
    match class.as_str() {
        "_Role" => {
            fields.push(("users", FieldType::Relation(ClassName::user())));
            fields.push(("roles", FieldType::Relation(ClassName::role())));
        }
        "_Session" => fields.push(("user", FieldType::Pointer(ClassName::user()))),
        _ => {}
    }
    fields
}
