//! Classes of failure clusters.

use parse_model::{Class, FieldType};

use feedback_core::class_definition::{Readers, class, pointer};

/// The definitions of these classes.
pub fn classes() -> Vec<Class> {
    let fields = [
        ("fingerprint", FieldType::String),
        ("failureClass", FieldType::String),
        ("verdict", FieldType::String),
        ("title", FieldType::String),
        ("sentence", FieldType::String),
        ("advice", FieldType::String),
        ("path", FieldType::Array),
        ("rootIssue", pointer("Issue")),
        ("evidenceCount", FieldType::Number),
        ("personCount", FieldType::Number),
        ("networks", FieldType::Array),
        ("firstBuild", pointer("Build")),
        ("lastBuild", pointer("Build")),
        ("firstSeenAt", FieldType::Date),
        ("lastSeenAt", FieldType::Date),
        ("state", FieldType::String),
        ("ignoredReason", FieldType::String),
    ];
    vec![class("FailureCluster", Readers::SignedIn, &fields, &[])]
}
