//! Usernames.

use serde::{Deserialize, Serialize};

use crate::refused::Refused;

/// The name of an account: 3 to 32 letters, digits and `_ . -`.
///
/// Only ASCII letters, so that no name looks like another one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Username(String);

impl Username {
    /// Validates a name.
    pub fn parse(raw: &str) -> Result<Username, Refused> {
        let field = "User name";
        let name = raw.trim();
        let count = name.chars().count();
        if count < 3 {
            return Err(Refused::TextTooShort { field, least: 3 });
        }
        if count > 32 {
            return Err(Refused::TextTooLong { field, most: 32 });
        }
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        if !name.chars().all(is_allowed) {
            return Err(Refused::TextCharset { field });
        }
        Ok(Username(name.to_owned()))
    }

    /// The name as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The unique form: in lower case.
    pub fn folded(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl TryFrom<String> for Username {
    type Error = Refused;

    fn try_from(raw: String) -> Result<Username, Refused> {
        Username::parse(&raw)
    }
}

impl From<Username> for String {
    fn from(name: Username) -> String {
        name.0
    }
}

#[cfg(test)]
mod tests {
    use super::Username;

    #[test]
    fn a_name_is_unique_without_regard_to_case_and_has_no_lookalikes() {
        let name = Username::parse("Ada.L_1-x").unwrap();
        assert_eq!((name.as_str(), name.folded().as_str()), ("Ada.L_1-x", "ada.l_1-x"));
        for wrong in ["ab", "", "аda", "a b c", "ada@x", &"a".repeat(33)] {
            assert!(Username::parse(wrong).is_err(), "{wrong}");
        }
    }
}
