//! Refusals in the product's words.

use feedback_model::{Answer, Refused};
use parse_engine::Error;
use parse_model::{Code, Refusal};

/// A wrong value or a wrong moment: a key for programs and a sentence for people.
pub fn invalid(key: &'static str, sentence: impl std::fmt::Display) -> Error {
    Error::refused(Code::VALIDATION_ERROR, format!("{key}: {sentence}"))
}

/// A user asks for what they may not do.
pub fn forbidden(sentence: &'static str) -> Error {
    Refusal::forbidden(sentence).into()
}

/// It does not exist, or the caller may not know that it does.
pub fn not_found() -> Error {
    Refusal::not_found().into()
}

/// No valid session.
pub fn invalid_session() -> Error {
    Error::refused(Code::INVALID_SESSION_TOKEN, "Invalid session token")
}

/// A refusal of the rules as the protocol's error.
pub fn from_refusal(refused: Refused) -> Error {
    match refused.answer() {
        Answer::NotFound => not_found(),
        answer @ Answer::Invalid => {
            Error::refused(Code(answer.code()), format!("{}: {refused}", refused.key()))
        }
        answer @ (Answer::Forbidden | Answer::Quota) => {
            Error::refused(Code(answer.code()), refused.to_string())
        }
    }
}
