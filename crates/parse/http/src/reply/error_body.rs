//! The JSON of errors.

use parse_model::{Code, Refusal, RefusalContext};
use serde::Serialize;

#[derive(Serialize)]
struct Coded<'a> {
    code: i32,
    error: &'a str,
}

#[derive(Serialize)]
struct Refused<'a> {
    code: i32,
    error: &'a str,
    #[serde(flatten)]
    context: Option<&'a RefusalContext>,
}

#[derive(Serialize)]
struct Uncoded<'a> {
    error: &'a str,
}

pub(super) fn refused(refusal: &Refusal, is_sanitized: bool) -> Vec<u8> {
    let context = refusal.visible_context(is_sanitized);
    let body = Refused { code: refusal.code.0, error: refusal.text(is_sanitized), context };
    serde_json::to_vec(&body).unwrap_or_default()
}

pub(super) fn coded(code: Code, error: &str) -> Vec<u8> {
    serde_json::to_vec(&Coded { code: code.0, error }).unwrap_or_default()
}

pub(super) fn uncoded(error: &str) -> Vec<u8> {
    serde_json::to_vec(&Uncoded { error }).unwrap_or_default()
}
