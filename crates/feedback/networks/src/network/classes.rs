//! Classes of networks, contracts, tokens, and error descriptions.
//!
//! The URLs of endpoints are not in them, because they include keys and never leave the server.

use parse_model::{Class, FieldType};

use feedback_core::class_definition::{Readers, class, pointer};

/// The definitions of these classes.
pub fn classes() -> Vec<Class> {
    vec![network(), contract(), token(), error_signature(), build()]
}

fn network() -> Class {
    let fields = [
        ("chainId", FieldType::Number),
        ("name", FieldType::String),
        ("isTestnet", FieldType::Boolean),
        ("nativeSymbol", FieldType::String),
        ("nativeDecimals", FieldType::Number),
        ("explorerUrl", FieldType::String),
        ("traceMode", FieldType::String),
        ("confirmations", FieldType::Number),
        ("blockTimeMs", FieldType::Number),
        ("enabled", FieldType::Boolean),
        ("health", FieldType::String),
        ("headLagSec", FieldType::Number),
        ("checkedAt", FieldType::Date),
    ];
    class("Network", Readers::SignedIn, &fields, &[])
}

fn contract() -> Class {
    let fields = [
        ("network", pointer("Network")),
        ("address", FieldType::String),
        ("name", FieldType::String),
        ("role", FieldType::String),
        ("abi", FieldType::Array),
        ("functions", FieldType::Number),
        ("errors", FieldType::Number),
        ("firstBuild", pointer("Build")),
        ("firstBlock", FieldType::Number),
        ("enabled", FieldType::Boolean),
    ];
    class("Contract", Readers::SignedIn, &fields, &[])
}

fn token() -> Class {
    let fields = [
        ("network", pointer("Network")),
        ("address", FieldType::String),
        ("symbol", FieldType::String),
        ("decimals", FieldType::Number),
        ("flags", FieldType::Array),
        ("note", FieldType::String),
    ];
    class("Token", Readers::SignedIn, &fields, &[])
}

fn error_signature() -> Class {
    let fields = [
        ("selector", FieldType::String),
        ("textPattern", FieldType::String),
        ("signature", FieldType::String),
        ("failureClass", FieldType::String),
        ("verdict", FieldType::String),
        ("sentence", FieldType::String),
        ("advice", FieldType::String),
        ("source", FieldType::String),
        ("enabled", FieldType::Boolean),
    ];
    class("ErrorSignature", Readers::SignedIn, &fields, &[])
}

fn build() -> Class {
    let fields = [
        ("version", FieldType::String),
        ("channel", FieldType::String),
        ("ordinal", FieldType::Number),
        ("commit", FieldType::String),
        ("releasedAt", FieldType::Date),
        ("notes", FieldType::String),
        ("state", FieldType::String),
        ("fixedIssues", FieldType::Array),
    ];
    class("Build", Readers::SignedIn, &fields, &[])
}
