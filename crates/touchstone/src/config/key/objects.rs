//! Objects and queries.

use super::definition::{FLAG, Key, open, with_unlimited};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("false"), ..open("allow_client_class_creation", Some("false"), FLAG, "Let clients create a class by writing to it.") },
    Key { product_default: Some("false"), ..open("allow_custom_object_id", Some("false"), FLAG, "Let clients choose the ids of the objects they create.") },
    open("object_id_size", Some("10"), "a whole number from 4 to 64", "Length of new object ids."),
    open("default_limit", Some("100"), "a whole number from 0 to 1000000", "Number of results of a query without a limit."),
    with_unlimited(Key { product_default: Some("1000"), ..open("max_limit", None, "a whole number from 1 to 1000000", "Largest number of results of a query. Default in `parse`: unlimited.") }, ""),
    open("enforce_private_users", Some("true"), FLAG, "Make new users readable only by themselves."),
    open("protected_fields", Some(r#"{"_User":{"*":["email"]}}"#), "a JSON object: class, then group, then a list of fields", "Fields that are hidden from groups of callers. They are added to those of the default."),
    open("protected_fields_owner_exempt", Some("true"), FLAG, "Show users the protected fields of their own account."),
    open("protected_fields_trigger_exempt", Some("false"), FLAG, "Show triggers the protected fields of the stored object."),
    open("protected_fields_save_response_exempt", Some("true"), FLAG, "Include protected fields in the response to a save."),
    open("allow_public_explain", Some("false"), FLAG, "Let callers without the master key explain queries."),
    open("enable_sanitized_error_response", Some("true"), FLAG, "Return only \"Permission denied\" for permission errors."),
];
