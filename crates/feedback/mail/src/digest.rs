//! Several notifications in one letter.

use crate::notice::Notice;

/// What has gathered since the last one.
#[derive(Debug, Clone, Default)]
pub struct Digest {
    /// What waits for the reader.
    pub waiting: Vec<Notice>,
    /// What else happened.
    pub news: Vec<Notice>,
}

impl Digest {
    /// How many notifications it tells.
    pub fn len(&self) -> usize {
        self.waiting.len() + self.news.len()
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
