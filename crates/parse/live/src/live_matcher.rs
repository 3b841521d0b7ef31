//! The filter of a subscription, made ready for objects that change.

use parse_model::query::matches::{Matcher, Unmatchable};
use parse_model::{Filter, Object, Refusal};

/// The filter of a subscription, made ready for objects that change.
///
/// Compiling patterns takes time, so it is done once, by whoever grants the subscription and before
/// it is added to a [`crate::Hub`], for which others wait.
#[derive(Debug)]
pub struct LiveMatcher {
    /// Nothing where only the database could tell: nothing is ever told then.
    matcher: Option<Matcher>,
}

impl LiveMatcher {
    /// Refuses patterns that cannot be tried here, because nobody would ever be told anything.
    pub fn new(filter: &Filter) -> Result<LiveMatcher, Refusal> {
        match Matcher::new(filter) {
            Ok(matcher) => Ok(LiveMatcher { matcher: Some(matcher) }),
            Err(Unmatchable::NeedsDatabase(_)) => Ok(LiveMatcher { matcher: None }),
            Err(Unmatchable::Pattern(refusal)) => Err(refusal),
        }
    }

    /// How many bytes its patterns take.
    pub fn pattern_memory(&self) -> usize {
        self.matcher.as_ref().map_or(0, Matcher::pattern_memory)
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
