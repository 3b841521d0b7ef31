//! How sign-ins with wallets are refused.

use parse_engine::Error;
use parse_model::Code;

/// 101: the proof is invalid. One text for every reason, so that callers cannot find out which
/// addresses, challenges or accounts exist.
pub(crate) fn unproved() -> Error {
    Error::refused(
        Code::OBJECT_NOT_FOUND,
        "Wallet sign-in failed. Ask for a new text to sign and try again.",
    )
}

/// 252: not this way.
pub(crate) fn unsupported(text: &'static str) -> Error {
    Error::refused(Code::UNSUPPORTED_SERVICE, text)
}

/// 252: wallets are off.
pub(crate) fn switched_off() -> Error {
    unsupported("This authentication method is unsupported.")
}

/// 208: the address is another user's.
pub(crate) fn taken() -> Error {
    Error::refused(Code::ACCOUNT_ALREADY_LINKED, "this auth is already used")
}

/// 208: the address was another user's until lately.
pub(crate) fn resting() -> Error {
    Error::refused(
        Code::ACCOUNT_ALREADY_LINKED,
        "This wallet was unlinked from another account a short while ago. Until its rest is over, only that account can link it again.",
    )
}

/// 119: not theirs to do.
pub(crate) fn forbidden(text: &'static str) -> Error {
    Error::refused(Code::OPERATION_FORBIDDEN, text)
}

/// 142: what was sent makes no sense.
pub(crate) fn invalid(text: &'static str) -> Error {
    Error::refused(Code::VALIDATION_ERROR, text)
}

/// 209: the caller is not signed in.
pub(crate) fn invalid_session() -> Error {
    Error::refused(Code::INVALID_SESSION_TOKEN, "Invalid session token")
}

/// 100: a contract could not be called. Not an internal error to a client, which would only ask
/// again.
pub(crate) fn unreachable() -> Error {
    Error::refused(
        Code::CONNECTION_FAILED,
        "The chain of this wallet did not answer. Try again in a moment.",
    )
}
