//! Missions and submissions.
//!
//! A mission is public once it is published. A submission is readable by its owner and
//! administrators.

use parse_model::{Class, FieldType};

use feedback_core::class_definition::{Readers, class, pointer};

/// The definitions of these classes.
pub fn classes() -> Vec<Class> {
    vec![mission(), submission()]
}

fn mission() -> Class {
    let fields = [
        ("slug", FieldType::String),
        ("title", FieldType::String),
        ("brief", FieldType::String),
        ("kind", FieldType::String),
        ("steps", FieldType::Array),
        ("points", FieldType::Number),
        ("minutes", FieldType::Number),
        ("season", FieldType::Number),
        ("opensAt", FieldType::Date),
        ("openedAt", FieldType::Date),
        ("closesAt", FieldType::Date),
        ("endsAt", FieldType::Date),
        ("extendedSeconds", FieldType::Number),
        ("endingToldAt", FieldType::Date),
        ("capacity", FieldType::Number),
        ("minTrust", FieldType::Number),
        ("build", pointer("Build")),
        ("networks", FieldType::Array),
        ("review", FieldType::Object),
        ("state", FieldType::String),
        ("createdBy", pointer("_User")),
    ];
    class("Mission", Readers::SignedIn, &fields, &["createdBy", "endingToldAt"])
}

fn submission() -> Class {
    let fields = [
        ("mission", pointer("Mission")),
        ("user", pointer("_User")),
        ("personId", FieldType::String),
        ("state", FieldType::String),
        ("answers", FieldType::Object),
        ("progress", FieldType::Object),
        ("attachments", FieldType::Array),
        ("blockedBy", pointer("Issue")),
        ("blockedAt", FieldType::Date),
        ("attempt", FieldType::Number),
        ("paid", FieldType::Number),
        ("startedAt", FieldType::Date),
        ("submittedAt", FieldType::Date),
        ("decidedAt", FieldType::Date),
        ("reviewer", pointer("_User")),
        ("reviewWhy", FieldType::String),
        ("note", FieldType::String),
    ];
    class("Submission", Readers::Own, &fields, &["reviewer", "reviewWhy", "personId"])
}
