//! The status of an issue, and the resolution of a closed one.

use crate::keyed_enum::keyed_enum;
use crate::kind::Kind;

keyed_enum! {
    /// The status of an issue.
    pub enum Status {
        /// Not triaged yet.
        New = "new",
        /// The reporter was asked something.
        NeedsInfo = "needs_info",
        /// It is real.
        Confirmed = "confirmed",
        /// A user works on it.
        InProgress = "in_progress",
        /// A build is said to fix it; testers check.
        Fixed = "fixed",
        /// The fix is verified.
        Verified = "verified",
        /// It ended in some other way; the [`Resolution`] tells which.
        Closed = "closed",
    }
}

impl Status {
    /// Whether something is still to be done about it.
    pub fn is_open(self) -> bool {
        !matches!(self, Status::Verified | Status::Closed)
    }

    /// What testers read; of a closed issue they read its resolution's word.
    pub fn word(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Status::New, _) => "New",
            (Status::NeedsInfo, _) => "Needs info",
            (Status::Confirmed, Kind::Bug) => "Confirmed",
            (Status::Confirmed, Kind::Friction | Kind::Idea) => "Accepted",
            (Status::InProgress, Kind::Bug | Kind::Friction) => "In progress",
            (Status::InProgress, Kind::Idea) => "Being built",
            (Status::Fixed, Kind::Bug) => "Fixed – please check",
            (Status::Fixed, Kind::Friction) => "Changed – please check",
            (Status::Fixed, Kind::Idea) => "Shipped – please check",
            (Status::Verified, Kind::Bug | Kind::Friction) => "Verified",
            (Status::Verified, Kind::Idea) => "Shipped",
            (Status::Closed, _) => "Closed",
        }
    }
}

keyed_enum! {
    /// How a closed issue ended.
    pub enum Resolution {
        /// Another issue is about the same fault.
        Duplicate = "duplicate",
        /// It could not be made to happen.
        NotReproducible = "not_reproducible",
        /// It is meant to be so.
        WorkingAsIntended = "working_as_intended",
        /// It is real, and stays.
        WontFix = "wont_fix",
        /// Not a report about the product.
        Invalid = "invalid",
        /// It was made to waste time or to earn points.
        Spam = "spam",
        /// The reporter did not answer.
        NoResponse = "no_response",
        /// The reporter took it back.
        Withdrawn = "withdrawn",
    }
}

impl Resolution {
    /// What testers read.
    pub fn word(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Resolution::Duplicate, _) => "Duplicate",
            (Resolution::NotReproducible, _) => "Not reproducible",
            (Resolution::WorkingAsIntended, _) => "Works as intended",
            (Resolution::WontFix, Kind::Bug) => "Will not be fixed",
            (Resolution::WontFix, Kind::Friction) => "Will not be changed",
            (Resolution::WontFix, Kind::Idea) => "Will not be built",
            (Resolution::Invalid, _) => "Not a fault",
            (Resolution::Spam, _) => "Spam",
            (Resolution::NoResponse, _) => "No answer came",
            (Resolution::Withdrawn, _) => "Withdrawn",
        }
    }

    /// Whether an issue that ended so loses all the points it paid.
    pub fn voids_points(self) -> bool {
        matches!(self, Resolution::Invalid | Resolution::Spam)
    }

    /// Whether a report that ended so has no part in the purse of its set.
    pub fn is_out_of_purse(self) -> bool {
        matches!(self, Resolution::Invalid | Resolution::Spam | Resolution::Withdrawn)
    }

    /// Whether an issue that ended so leaves every list but the reporter's and the administrators'.
    pub fn is_unlisted(self) -> bool {
        matches!(self, Resolution::Spam | Resolution::Withdrawn)
    }
}

#[cfg(test)]
mod tests {
    use super::{Resolution, Status};
    use crate::kind::Kind;

    #[test]
    fn every_word_is_read_back_as_what_it_was() {
        for status in Status::ALL {
            assert_eq!(Status::parse(status.key()), Some(status));
            let json = serde_json::to_value(status).unwrap();
            assert_eq!(json, status.key());
        }
        for resolution in Resolution::ALL {
            assert_eq!(Resolution::parse(resolution.key()), Some(resolution));
            assert_eq!(serde_json::to_value(resolution).unwrap(), resolution.key());
        }
    }

    #[test]
    fn an_idea_is_accepted_built_and_shipped_where_a_bug_is_confirmed_and_verified() {
        assert_eq!(Status::Confirmed.word(Kind::Bug), "Confirmed");
        assert_eq!(Status::Confirmed.word(Kind::Idea), "Accepted");
        assert_eq!(Status::InProgress.word(Kind::Idea), "Being built");
        assert_eq!(Status::Verified.word(Kind::Idea), "Shipped");
        assert_eq!(Status::Fixed.word(Kind::Friction), "Changed – please check");
    }
}
