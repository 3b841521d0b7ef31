//! Who may see an issue.

use serde::{Deserialize, Serialize};

/// Who may see an issue.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Everybody in the programme.
    #[default]
    Programme,
    /// The reporter and the administrators: it could lose or expose funds.
    Private,
}

impl Visibility {
    /// The word that is stored and sent.
    pub fn key(self) -> &'static str {
        match self {
            Visibility::Programme => "programme",
            Visibility::Private => "private",
        }
    }

    /// The visibility of a stored word.
    pub fn parse(key: &str) -> Option<Visibility> {
        [Visibility::Programme, Visibility::Private].into_iter().find(|one| one.key() == key)
    }
}
