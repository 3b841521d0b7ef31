//! Objects and queries.

use super::definition::{FLAG, Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("false"), ..open("allow_client_class_creation", Some("false"), FLAG, "Clients without the master key may make a class by writing to it.") },
    Key { product_default: Some("false"), ..open("allow_custom_object_id", Some("false"), FLAG, "Clients choose the ids of the objects they create.") },
    open("object_id_size", Some("10"), "a whole number from 4 to 64", "How long the ids are that the server makes."),
    open("default_limit", Some("100"), "a whole number from 0 to 1000000", "How many results a query brings that sets no limit."),
    Key { product_default: Some("1000"), ..open("max_limit", None, "a whole number from 1 to 1000000", "How many results a query brings at most. Not set: as many as it asks for.") },
    open("enforce_private_users", Some("true"), FLAG, "New users are readable only by themselves."),
    open("protected_fields", Some(r#"{"_User":{"*":["email"]}}"#), "a JSON object: class, then group, then a list of fields", "Fields that are hidden from groups of callers, beside those of the default, which always are."),
    open("protected_fields_owner_exempt", Some("true"), FLAG, "Users see the protected fields of their own record."),
    open("protected_fields_trigger_exempt", Some("false"), FLAG, "Rules of classes see the protected fields of the stored object."),
    open("protected_fields_save_response_exempt", Some("true"), FLAG, "The answer to a save may show protected fields."),
    open("allow_public_explain", Some("false"), FLAG, "Callers without the master key may ask how a query would be answered."),
    open("enable_sanitized_error_response", Some("true"), FLAG, "Permission errors say only \"Permission denied\"."),
];
