//! Several notifications in one mail.

use crate::notice::Notice;

/// Everything since the last digest.
#[derive(Debug, Clone, Default)]
pub struct Digest {
    /// Notifications that need an action.
    pub waiting: Vec<Notice>,
    /// News.
    pub news: Vec<Notice>,
}

impl Digest {
    /// Number of notifications.
    pub fn len(&self) -> usize {
        self.waiting.len() + self.news.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
