//! Classes of payouts.

use parse_model::{Class, FieldType};

use feedback_core::class_definition::{Readers, class, pointer};

/// The definitions of these classes.
pub fn classes() -> Vec<Class> {
    vec![reward_export(), reward_leaf()]
}

/// Drafts are readable by administrators, published exports by all signed-in users.
fn reward_export() -> Class {
    let fields = [
        ("season", FieldType::Number),
        ("state", FieldType::String),
        ("token", FieldType::Object),
        ("pool", FieldType::String),
        ("unit", FieldType::String),
        ("curve", FieldType::String),
        ("tiers", FieldType::Array),
        ("minPoints", FieldType::Number),
        ("capBps", FieldType::Number),
        ("rounding", FieldType::String),
        ("format", FieldType::String),
        ("root", FieldType::String),
        ("leafCount", FieldType::Number),
        ("sum", FieldType::String),
        ("carried", FieldType::String),
        ("unallocated", FieldType::String),
        ("finalHash", FieldType::String),
        ("fileSha256", FieldType::String),
        ("rulesText", FieldType::String),
        ("deadline", FieldType::Date),
        ("distributor", FieldType::String),
        ("figures", FieldType::Object),
        ("people", FieldType::Number),
        ("by", pointer("_User")),
        ("publishedAt", FieldType::Date),
        ("voidedAt", FieldType::Date),
        ("voidReason", FieldType::String),
    ];
    class("RewardExport", Readers::SignedIn, &fields, &["figures", "by"])
}

/// Each row is readable by its receiver and by administrators.
fn reward_leaf() -> Class {
    let fields = [
        ("export", pointer("RewardExport")),
        ("index", FieldType::Number),
        ("personId", FieldType::String),
        ("address", FieldType::String),
        ("points", FieldType::Number),
        ("amount", FieldType::String),
    ];
    class("RewardLeaf", Readers::Own, &fields, &["personId"])
}
