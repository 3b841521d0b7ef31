//! Patterns by which administrators choose events.

use feedback_model::event::EventKind;

/// Whether a pattern matches a kind of event: `*`, `issue.*`, or the kind's own name.
pub fn matches_pattern(pattern: &str, kind: EventKind) -> bool {
    match pattern.strip_suffix('*') {
        Some(family) => kind.key().starts_with(family) && kind != EventKind::TestPing,
        None => pattern == kind.key(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_names_one_event_a_family_or_all() {
        assert!(matches_pattern("issue.fixed", EventKind::IssueFixed));
        assert!(matches_pattern("issue.*", EventKind::IssueFixed));
        assert!(matches_pattern("*", EventKind::ReleasePublished));
        assert!(!matches_pattern("issue.*", EventKind::CommentAdded));
        assert!(!matches_pattern("issue.fix", EventKind::IssueFixed));
        assert!(!matches_pattern("*", EventKind::TestPing));
    }
}
