//! How questions about chains are refused.

use std::borrow::Cow;

use chain_node::NodeError;
use parse_engine::Error;
use parse_model::Code;

/// The longest text of a node that is passed on.
const LONGEST: usize = 200;

/// 141: what was asked cannot be answered; the text says why.
pub(crate) fn failed(text: impl Into<Cow<'static, str>>) -> Error {
    Error::refused(Code::SCRIPT_FAILED, text)
}

/// 141: a parameter that must be given is not.
pub(crate) fn required(name: &str) -> Error {
    failed(format!("{name} is required"))
}

/// 141: a parameter that means nothing.
pub(crate) fn unreadable(name: &str, expected: &str) -> Error {
    failed(format!("{name} must be {expected}"))
}

/// 101: there is no such thing.
pub(crate) fn not_found(text: impl Into<Cow<'static, str>>) -> Error {
    Error::refused(Code::OBJECT_NOT_FOUND, text)
}

/// 119: only for people who are signed in.
pub(crate) fn signed_out() -> Error {
    Error::refused(Code::OPERATION_FORBIDDEN, "Sign in to ask for data of blockchains.")
}

/// 155: the allowance is used up.
pub(crate) fn too_often(function: &str) -> Error {
    Error::refused(
        Code::REQUEST_LIMIT_EXCEEDED,
        format!(
            "Too many requests to {function} API from this particular client, the clients needs to wait before sending more requests."
        ),
    )
}

/// 141: a node said something that means nothing.
pub(crate) fn nonsense() -> Error {
    failed("The node of this chain gave an answer that makes no sense.")
}

/// The answer to a caller after a node failed. Never an internal error: an old client would send it
/// again.
pub(crate) fn of_node(error: &NodeError) -> Error {
    match error {
        NodeError::UnknownNetwork => failed("No node of this chain is configured here."),
        NodeError::AllDown => {
            failed("No node of this chain can be reached. Try again in a moment.")
        }
        NodeError::TimedOut => failed("The node of this chain took too long. Ask for less."),
        NodeError::OverBudget | NodeError::TooLong => {
            failed("This call needs more node requests than one call may make. Narrow the request.")
        }
        NodeError::Answered { message, .. } => {
            let said: String = message.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
            failed(format!("The node of this chain refused: {said}"))
        }
        NodeError::Nonsense => nonsense(),
    }
}
