//! Classes of users: their data in the product, and how they joined.

use parse_model::{Class, FieldType};
use serde_json::json;

use feedback_core::class_definition::{ADMINISTRATORS, Readers, class, pointer, with_permissions};

/// The fields with wallet addresses. Only the code that verifies them writes them.
pub(crate) const ADDRESSES: [&str; 8] = [
    "ethAddress",
    "accounts",
    "solAddress",
    "solAccounts",
    "dotAddress",
    "dotAccounts",
    "erdAddress",
    "erdAccounts",
];

/// Fields that only the user and administrators can read, beside [`ADDRESSES`].
const OWN: &[&str] = &[
    "email",
    "emailVerified",
    "authData",
    "personId",
    "trustPinned",
    "payoutAddress",
    "locale",
    "timeZone",
    "privacy",
    "notifyPrefs",
    "joinedVia",
    "lastActiveOn",
    "riskState",
    "singleKeys",
    "statusReason",
];

pub(super) fn classes() -> Vec<Class> {
    vec![user(), invitation(), invitation_use()]
}

/// `_User` is the protocol's class. Users sign up and change their own record there, within the
/// limits of [`crate::people`].
fn user() -> Class {
    let fields = [
        ("isAdmin", FieldType::Boolean),
        ("status", FieldType::String),
        ("statusReason", FieldType::String),
        ("personId", FieldType::String),
        ("trustLevel", FieldType::Number),
        ("trustPinned", FieldType::Boolean),
        ("acceptedCount", FieldType::Number),
        ("decidedCount", FieldType::Number),
        ("accuracyBps", FieldType::Number),
        ("spamCount", FieldType::Number),
        ("payoutAddress", FieldType::String),
        ("locale", FieldType::String),
        ("timeZone", FieldType::String),
        ("privacy", FieldType::Object),
        ("notifyPrefs", FieldType::Object),
        ("joinedVia", pointer("Invitation")),
        ("lastActiveOn", FieldType::Date),
        ("riskState", FieldType::String),
        ("singleKeys", FieldType::Boolean),
    ];
    let signed_in = json!({ "requiresAuthentication": true });
    let own = [OWN, &ADDRESSES].concat();
    let permissions = json!({
        "get": signed_in, "find": signed_in, "count": {},
        "create": { "*": true }, "update": signed_in, "delete": {}, "addField": {},
        "protectedFields": { "*": own, ADMINISTRATORS: [] },
    });
    with_permissions("_User", &fields, permissions)
}

fn invitation() -> Class {
    let fields = [
        ("codeDigest", FieldType::String),
        ("label", FieldType::String),
        ("cohort", FieldType::String),
        ("maxUses", FieldType::Number),
        ("uses", FieldType::Number),
        ("expiresAt", FieldType::Date),
        ("startTrust", FieldType::Number),
        ("createdBy", pointer("_User")),
        ("revokedAt", FieldType::Date),
    ];
    class("Invitation", Readers::ServerOnly, &fields, &[])
}

fn invitation_use() -> Class {
    let fields = [
        ("invitation", pointer("Invitation")),
        ("user", pointer("_User")),
        ("usedAt", FieldType::Date),
    ];
    class("InvitationUse", Readers::ServerOnly, &fields, &[])
}
