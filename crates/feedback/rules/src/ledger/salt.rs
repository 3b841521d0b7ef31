//! The salt of a season, which prevents looking up ids in a published ledger.

use std::fmt;

use serde::Deserialize;

use super::hash::{Fields, Hash};
use crate::id::PersonId;

/// Digits of a salted id.
const DIGITS: usize = 32;

/// The salt of a season, 64 hexadecimal digits. Secret, because ids are few and could be found with
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Salt(Hash);

impl Salt {
    /// No salt: for ledgers that are computed and never published.
    pub const NONE: Salt = Salt(Hash::ZERO);

    /// Parses a salt. `None` if the text is not one.
    pub fn parse(text: &str) -> Option<Salt> {
        Hash::parse(text).map(Salt)
    }

    /// A salt from secret bytes.
    pub fn of(bytes: &[u8]) -> Salt {
        Salt(Hash::of(bytes))
    }

    /// The digits, for storing it.
    pub fn digits(&self) -> String {
        self.0.to_string()
    }

    /// The id of a person in a published ledger.
    pub fn person(&self, person: &PersonId) -> PersonId {
        PersonId::from(self.salted("person", person.as_str()))
    }

    pub(super) fn salted(&self, word: &str, id: &str) -> String {
        let mut fields = self.fields(word);
        fields.put(id);
        let mut digits = fields.hash().to_string();
        digits.truncate(DIGITS);
        digits
    }

    /// The first of the fields that are hashed with it.
    pub(super) fn fields(&self, word: &str) -> Fields {
        let mut fields = Fields::default();
        fields.put(&self.digits());
        fields.put(word);
        fields
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(…)")
    }
}
