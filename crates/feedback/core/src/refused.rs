//! Refusals of the product.

use feedback_model::{Answer, Refused};
use parse_engine::Error;
use parse_model::{Code, Json, Refusal};
use serde_json::json;

/// A wrong value or state: a key for programs and a sentence for people.
pub fn invalid(key: &'static str, sentence: impl std::fmt::Display) -> Error {
    keyed(Code::VALIDATION_ERROR, key, sentence)
}

/// Like `invalid`, with the parts of the reason, such as a position.
pub fn invalid_with(key: &'static str, sentence: impl std::fmt::Display, details: Json) -> Error {
    let text = format!("{key}: {sentence}");
    Refusal::new(Code::VALIDATION_ERROR, text).with_key(key).with_details(details).into()
}

/// A refusal with another code. Its text begins with the key, for clients that read only the text.
pub fn keyed(code: Code, key: &'static str, sentence: impl std::fmt::Display) -> Error {
    Refusal::new(code, format!("{key}: {sentence}")).with_key(key).into()
}

/// A user repeats something that is possible once. The text has no key, because clients rely on it.
pub fn repeated(key: &'static str, sentence: &'static str) -> Error {
    Refusal::new(Code::DUPLICATE_VALUE, sentence).with_key(key).into()
}

/// The user may not do this.
pub fn forbidden(sentence: &'static str) -> Error {
    Refusal::forbidden(sentence).into()
}

/// The object does not exist, or the caller may not know that it does.
pub fn not_found() -> Error {
    Refusal::not_found().into()
}

/// No valid session.
pub fn invalid_session() -> Error {
    Error::refused(Code::INVALID_SESSION_TOKEN, "Invalid session token")
}

/// A refusal of the rules as the protocol's error.
pub fn from_refusal(refused: Refused) -> Error {
    let (answer, key) = (refused.answer(), refused.key());
    let text = match answer {
        Answer::NotFound => return not_found(),
        Answer::Invalid => format!("{key}: {refused}"),
        Answer::Forbidden | Answer::Quota => refused.to_string(),
    };
    let details = details(&refused);
    Refusal::new(Code(answer.code()), text).with_key(key).with_details(details).into()
}

/// The parts of a reason that its sentence mentions.
fn details(refused: &Refused) -> Json {
    match refused {
        Refused::BadState(status) => json!({ "status": status.key() }),
        Refused::BadResolution(resolution)
        | Refused::ResolutionUnfit(resolution)
        | Refused::MergeTargetGone(resolution) => json!({ "resolution": resolution.key() }),
        Refused::SnoozeOutOfRange(days) | Refused::ReopenTooLate(days) => json!({ "days": days }),
        Refused::UndoTooLate(seconds) => json!({ "seconds": seconds }),
        Refused::OverAllowance { limit, per } => json!({ "limit": limit, "per": per }),
        Refused::TextTooShort { least, .. } => json!({ "least": least }),
        Refused::TextTooLong { most, .. } => json!({ "most": most }),
        Refused::RuleOutOfBounds { rule, .. } => json!({ "rule": rule }),
        Refused::SeasonBadState { from, to } | Refused::MissionBadState { from, to } => {
            json!({ "from": from, "to": to })
        }
        Refused::SeasonOverlap(season) => json!({ "season": season }),
        Refused::MissionField { field, .. } => json!({ "field": field }),
        Refused::SubmissionBadState(state) => json!({ "state": state }),
        Refused::StepAnswer { step, .. } => json!({ "step": step }),
        _ => Json::Null,
    }
}
