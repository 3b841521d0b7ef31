//! The protocol's error codes, and the "no" that carries one.

use std::borrow::Cow;

use serde::Serialize;

use crate::Json;

/// An error number of the Parse protocol.
///
/// A newtype rather than an enum, because cloud code may answer with a number of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code(pub i32);

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal;)*) => {
        impl Code {
            $($(#[$doc])* pub const $name: Code = Code($number);)*

            /// Every code this server gives by itself, with its name, in the order of the numbers.
            pub const ALL: &'static [(Code, &'static str)] =
                &[$((Code::$name, stringify!($name)),)*];
        }
    };
}

codes! {
    /// Something else; the message tells.
    OTHER_CAUSE = -1;
    /// The server's own fault.
    INTERNAL_SERVER_ERROR = 1;
    /// Used for refused connections and, by Parse Server, for rate limits.
    CONNECTION_FAILED = 100;
    /// No such object, or none that the caller may see.
    OBJECT_NOT_FOUND = 101;
    /// The query cannot be understood.
    INVALID_QUERY = 102;
    /// Not a name for a class.
    INVALID_CLASS_NAME = 103;
    /// An object id was expected.
    MISSING_OBJECT_ID = 104;
    /// Not a name for a field.
    INVALID_KEY_NAME = 105;
    /// JSON of the wrong shape.
    INVALID_JSON = 107;
    /// The command exists in the protocol but not here.
    COMMAND_UNAVAILABLE = 108;
    /// A value does not have its field's type.
    INCORRECT_TYPE = 111;
    /// Push cannot be sent as asked.
    PUSH_MISCONFIGURED = 115;
    /// More than the limit allows.
    OBJECT_TOO_LARGE = 116;
    /// The caller may not do this.
    OPERATION_FORBIDDEN = 119;
    /// A key inside an object contains `$` or `.`.
    INVALID_NESTED_KEY = 121;
    /// Not a name for a file.
    INVALID_FILE_NAME = 122;
    /// Not an ACL.
    INVALID_ACL = 123;
    /// It took too long and was given up.
    TIMEOUT = 124;
    /// Not an e-mail address.
    INVALID_EMAIL_ADDRESS = 125;
    /// The file could not be saved.
    FILE_SAVE_ERROR = 130;
    /// A device token that belongs to several installations.
    AMBIGUOUS_INSTALLATION = 132;
    /// A field that must be given is missing.
    MISSING_REQUIRED_FIELD = 135;
    /// A field that never changes would change.
    CHANGED_IMMUTABLE_FIELD = 136;
    /// A unique value exists already.
    DUPLICATE_VALUE = 137;
    /// What a user may use is used up.
    EXCEEDED_QUOTA = 140;
    /// Cloud code failed.
    SCRIPT_FAILED = 141;
    /// Cloud code or a rule refused the value.
    VALIDATION_ERROR = 142;
    /// A hook is declared wrongly.
    WEBHOOK_ERROR = 143;
    /// The file could not be deleted.
    FILE_DELETE_ERROR = 153;
    /// Too many requests.
    REQUEST_LIMIT_EXCEEDED = 155;
    /// The same request id was seen before.
    DUPLICATE_REQUEST = 159;
    /// A parameter has an impossible value.
    INVALID_VALUE = 162;
    /// No user name was given.
    USERNAME_MISSING = 200;
    /// No password was given.
    PASSWORD_MISSING = 201;
    /// The user name is taken.
    USERNAME_TAKEN = 202;
    /// The e-mail address is taken.
    EMAIL_TAKEN = 203;
    /// No e-mail address was given.
    EMAIL_MISSING = 204;
    /// The e-mail address is not known or not verified.
    EMAIL_NOT_FOUND = 205;
    /// The caller must be signed in as that user.
    SESSION_MISSING = 206;
    /// The identity belongs to another account.
    ACCOUNT_ALREADY_LINKED = 208;
    /// The session token is unknown or has expired.
    INVALID_SESSION_TOKEN = 209;
    /// No such way to sign in.
    UNSUPPORTED_SERVICE = 252;
    /// The class is not empty, or the field is not what the request expects.
    CLASS_NOT_EMPTY = 255;
}

/// A "no" that the caller caused and may read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The protocol's number.
    pub code: Code,
    /// What is true; the client shows it.
    pub message: Cow<'static, str>,
    /// Whether the text tells a stranger how permissions are set up. Such a text is replaced by
    /// "Permission denied" in the HTTP layer unless the operator wants it shown.
    pub is_sensitive: bool,
    /// What programs read beside the text.
    pub context: Option<Box<RefusalContext>>,
}

/// What programs read beside the text of a refusal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct RefusalContext {
    /// Names the reason, such as `REPORT_TOO_SHORT`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<Cow<'static, str>>,
    /// The parts of the reason, by name: a limit, a position, the allowed values.
    #[serde(skip_serializing_if = "Json::is_null")]
    pub details: Json,
    /// All fields of a body that do not fit, if they are reported together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
}

/// Why one field of a body does not fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldError {
    /// The name of the field; parts of it are separated by dots.
    pub field: String,
    /// Names the reason.
    pub key: Cow<'static, str>,
    /// A sentence for people.
    pub detail: String,
    /// The values that the field takes, if they can be listed.
    #[serde(skip_serializing_if = "Json::is_null")]
    pub allowed: Json,
}

impl Refusal {
    /// A refusal with a public text.
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { code, message: message.into(), is_sensitive: false, context: None }
    }

    /// A refusal whose text only the operator may read.
    pub fn sensitive(code: Code, message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { code, message: message.into(), is_sensitive: true, context: None }
    }

    /// Names the reason for programs.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<Cow<'static, str>>) -> Refusal {
        self.context.get_or_insert_default().key = Some(key.into());
        self
    }

    /// Adds the parts of the reason.
    #[must_use]
    pub fn with_details(mut self, details: Json) -> Refusal {
        self.context.get_or_insert_default().details = details;
        self
    }

    /// Adds all fields that do not fit.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<FieldError>) -> Refusal {
        self.context.get_or_insert_default().errors = errors;
        self
    }

    /// What programs read beside the text. Withheld if the text is.
    pub fn visible_context(&self, is_sanitized: bool) -> Option<&RefusalContext> {
        self.context.as_deref().filter(|_| !(self.is_sensitive && is_sanitized))
    }

    /// 101: no such object, or none that the caller may see.
    pub fn not_found() -> Refusal {
        Refusal::new(Code::OBJECT_NOT_FOUND, "Object not found.")
    }

    /// 102: the query cannot be understood.
    pub fn query(message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal::new(Code::INVALID_QUERY, message)
    }

    /// 105: not a usable field name.
    pub fn key(message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal::new(Code::INVALID_KEY_NAME, message)
    }

    /// 107: JSON of the wrong shape.
    pub fn json(message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal::new(Code::INVALID_JSON, message)
    }

    /// 119: the caller may not do this.
    pub fn forbidden(message: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal::sensitive(Code::OPERATION_FORBIDDEN, message)
    }

    /// The text a caller sees, given whether permission texts are kept from them.
    pub fn text(&self, is_sanitized: bool) -> &str {
        if self.is_sensitive && is_sanitized { "Permission denied" } else { &self.message }
    }
}
