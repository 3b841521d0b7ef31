//! Permissions of the protocol's own classes.
//!
//! Without permissions the protocol leaves them open to all clients: a stranger could create roles,
//! fill tables, and add permanent columns. Sessions are created and ended by signing in and out.
//! Roles mirror the decisions of administrators. Products are not used. Installations can be
//! registered only if push is configured.

use parse_model::{Class, Json};
use serde_json::json;

use feedback_core::class_definition::with_permissions;

pub(super) fn classes(has_push: bool) -> Vec<Class> {
    let none = json!({});
    let public = if has_push { json!({ "*": true }) } else { json!({}) };
    let signed_in = json!({ "requiresAuthentication": true });
    vec![
        closed("_Role", &none, &none, &none),
        closed("_Product", &none, &none, &none),
        // Users see their own sessions, and can end them.
        closed("_Session", &signed_in, &none, &signed_in),
        closed("_Installation", &public, &public, &none),
    ]
}

/// A class to which clients cannot add fields.
fn closed(name: &'static str, read: &Json, write: &Json, delete: &Json) -> Class {
    let permissions = json!({
        "get": read, "find": read, "count": read,
        "create": write, "update": write, "delete": delete, "addField": {},
        "protectedFields": {},
    });
    with_permissions(name, &[], permissions)
}
