//! What a change is to a subscriber.

/// An event for a subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// There is a new object.
    Create,
    /// An object that was there is one of theirs now.
    Enter,
    /// One of theirs changed.
    Update,
    /// One of theirs no longer is.
    Leave,
    /// One of theirs is gone.
    Delete,
}

impl Event {
    /// How the message begins, to be followed by the prefix of a [`crate::Target`].
    pub fn head(self) -> &'static [u8] {
        match self {
            Event::Create => br#"{"op":"create""#,
            Event::Enter => br#"{"op":"enter""#,
            Event::Update => br#"{"op":"update""#,
            Event::Leave => br#"{"op":"leave""#,
            Event::Delete => br#"{"op":"delete""#,
        }
    }
}

/// One side of a change, as a subscriber stands to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Side {
    /// Passes the subscription's filter.
    pub(crate) matches: bool,
    /// May be read.
    pub(crate) is_readable: bool,
}

impl Side {
    fn is_theirs(self) -> bool {
        self.matches && self.is_readable
    }
}

/// Which states of an object a message carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Body {
    /// The new state alone.
    After,
    /// The new state, and the one before as `original`.
    Both,
    /// The state before alone.
    Before,
    /// The state before in both places, for those who may not read the new one.
    BeforeTwice,
}

/// Decides what to tell a subscriber about one change, if anything. A side is `None` if the
/// object did not exist. Losing the right to read looks like leaving, gaining it like entering; no
/// state is carried that the subscriber may not read.
pub(crate) fn event(before: Option<Side>, after: Option<Side>) -> Option<(Event, Body)> {
    let was_theirs = before.is_some_and(Side::is_theirs);
    match (before, after) {
        (Some(_), None) => was_theirs.then_some((Event::Delete, Body::Before)),
        (None, Some(now)) => now.is_theirs().then_some((Event::Create, Body::After)),
        (None, None) => None,
        (Some(old), Some(now)) => match (was_theirs, now.is_theirs()) {
            (true, true) => Some((Event::Update, Body::Both)),
            (true, false) if now.is_readable => Some((Event::Leave, Body::Both)),
            (true, false) => Some((Event::Leave, Body::BeforeTwice)),
            (false, true) if old.is_readable => Some((Event::Enter, Body::Both)),
            (false, true) => Some((Event::Enter, Body::After)),
            (false, false) => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Option<Side> = None;

    fn side(matches: bool, is_readable: bool) -> Option<Side> {
        Some(Side { matches, is_readable })
    }

    #[test]
    fn an_object_that_comes_to_be_is_created_and_one_that_ceases_is_deleted() {
        assert_eq!(event(NONE, side(true, true)), Some((Event::Create, Body::After)));
        assert_eq!(event(side(true, true), NONE), Some((Event::Delete, Body::Before)));
        for hidden in [side(false, true), side(true, false), side(false, false)] {
            assert_eq!(event(NONE, hidden), None);
            assert_eq!(event(hidden, NONE), None);
        }
    }

    #[test]
    fn a_change_that_moves_an_object_into_or_out_of_a_query_tells_both_states() {
        let (inside, outside) = (side(true, true), side(false, true));
        assert_eq!(event(inside, inside), Some((Event::Update, Body::Both)));
        assert_eq!(event(inside, outside), Some((Event::Leave, Body::Both)));
        assert_eq!(event(outside, inside), Some((Event::Enter, Body::Both)));
        assert_eq!(event(outside, outside), None);
    }

    #[test]
    fn no_state_is_told_to_those_who_may_not_read_it() {
        for matches in [true, false] {
            let hidden = side(matches, false);
            assert_eq!(event(side(true, true), hidden), Some((Event::Leave, Body::BeforeTwice)));
            assert_eq!(event(hidden, side(true, true)), Some((Event::Enter, Body::After)));
            assert_eq!(event(hidden, hidden), None);
        }
    }
}
