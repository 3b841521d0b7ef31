//! The filter of a subscription, made ready for objects that change.

use std::sync::Arc;

use parse_model::query::matches::{Matcher, Unmatchable};
use parse_model::{Filter, Object, Refusal};

/// Letters of a filter that count as nothing: most filters are shorter.
const FREE_LETTERS: usize = 1 << 10;

/// Bytes that a letter of a filter may stand for in memory. A number is two letters of JSON and
/// thirteen here, and is kept three times.
const BYTES_PER_LETTER: usize = 16;

/// How many bytes something takes that is so long when it is written down.
pub(crate) fn memory_of(letters: usize) -> usize {
    letters.saturating_sub(FREE_LETTERS).saturating_mul(BYTES_PER_LETTER)
}

/// The filter of a subscription, made ready for objects that change.
///
/// Compiling patterns takes time, so it is done once, when the subscription is granted and before
/// it is added to a [`crate::Hub`], whose lock others wait for.
#[derive(Debug)]
pub struct LiveMatcher {
    /// Nothing where only the database could tell: nothing is ever told then.
    matcher: Option<Matcher>,
    /// The filter written down: equal filters have equal texts.
    text: Arc<str>,
}

impl LiveMatcher {
    /// Refuses patterns that cannot be evaluated here, because they would never cause an event.
    pub fn new(filter: &Filter) -> Result<LiveMatcher, Refusal> {
        let matcher = match Matcher::new(filter) {
            Ok(matcher) => Some(matcher),
            Err(Unmatchable::NeedsDatabase(_)) => None,
            Err(Unmatchable::Pattern(refusal)) => return Err(refusal),
        };
        Ok(LiveMatcher { matcher, text: format!("{filter:?}").into() })
    }

    /// About how many bytes the filter and its patterns take.
    pub fn memory(&self) -> usize {
        let patterns = self.matcher.as_ref().map_or(0, Matcher::pattern_memory);
        patterns + memory_of(self.text.len())
    }

    /// The filter written down.
    pub(crate) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Whether it can tell at all.
    pub(crate) fn can_tell(&self) -> bool {
        self.matcher.is_some()
    }

    /// Whether an object passes, if it can tell.
    pub(crate) fn matches(&self, object: &Object) -> Option<bool> {
        self.matcher.as_ref().map(|matcher| matcher.matches(object))
    }
}
