//! Classes of evidence.
//!
//! Only the owner and administrators can read an object. Functions return it to others without the
//! fields that lead to the owner, unless the owner shares them.

use parse_model::{Class, FieldType};

use feedback_core::class_definition::{Readers, class, pointer};

/// The definitions of these classes.
pub fn classes() -> Vec<Class> {
    vec![evidence()]
}

fn evidence() -> Class {
    let fields = [
        ("owner", pointer("_User")),
        ("issue", pointer("Issue")),
        ("vote", pointer("Vote")),
        ("submission", pointer("Submission")),
        ("kind", FieldType::String),
        ("network", pointer("Network")),
        ("txHash", FieldType::String),
        ("state", FieldType::String),
        ("reason", FieldType::String),
        ("chainStatus", FieldType::String),
        ("blockNumber", FieldType::Number),
        ("blockHash", FieldType::String),
        ("txIndex", FieldType::Number),
        ("blockTime", FieldType::Date),
        ("confirmations", FieldType::Number),
        ("from", FieldType::String),
        ("to", FieldType::String),
        ("ownerMatch", FieldType::String),
        ("failureClass", FieldType::String),
        ("verdict", FieldType::String),
        ("fingerprint", FieldType::String),
        ("cluster", pointer("FailureCluster")),
        ("confidence", FieldType::String),
        ("shareHash", FieldType::Boolean),
        ("build", pointer("Build")),
        ("walletKind", FieldType::String),
        ("explanation", FieldType::Object),
        ("quote", FieldType::Object),
        ("rpc", FieldType::Object),
        ("quoteErrorBps", FieldType::Number),
        ("headroomBps", FieldType::Number),
        ("steps", FieldType::Array),
        ("tried", FieldType::Array),
        ("attempts", FieldType::Number),
        ("attachedAt", FieldType::Date),
        ("decodedAt", FieldType::Date),
    ];
    class("Evidence", Readers::Own, &fields, &[])
}
