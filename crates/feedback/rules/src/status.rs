//! The status of an issue, and the resolution of a closed one.

use crate::keyed_enum::keyed_enum;
use crate::kind::Kind;

keyed_enum! {
    /// The status of an issue.
    pub enum Status {
        /// Not triaged yet.
        New = "new",
        /// The reporter was asked a question.
        NeedsInfo = "needs_info",
        /// Confirmed.
        Confirmed = "confirmed",
        /// A user works on it.
        InProgress = "in_progress",
        /// Fixed in a build, and being checked.
        Fixed = "fixed",
        /// The fix is verified.
        Verified = "verified",
        /// Closed in another way, see [`Resolution`].
        Closed = "closed",
    }
}

impl Status {
    /// Whether work remains.
    pub fn is_open(self) -> bool {
        !matches!(self, Status::Verified | Status::Closed)
    }

    /// The name for testers. For a closed issue, they see the name of its resolution.
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
    /// The resolution of a closed issue.
    pub enum Resolution {
        /// Merged into another issue.
        Duplicate = "duplicate",
        /// It could not be made to happen.
        NotReproducible = "not_reproducible",
        /// It is intended.
        WorkingAsIntended = "working_as_intended",
        /// It is real, but will not be fixed.
        WontFix = "wont_fix",
        /// Not a report about the product.
        Invalid = "invalid",
        /// Submitted to waste time or to earn points.
        Spam = "spam",
        /// The reporter did not answer.
        NoResponse = "no_response",
        /// The reporter withdrew it.
        Withdrawn = "withdrawn",
    }
}

impl Resolution {
    /// The name for testers.
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

    /// Whether this resolution reverses all points of the issue.
    pub fn voids_points(self) -> bool {
        matches!(self, Resolution::Invalid | Resolution::Spam)
    }

    /// Whether a report with this resolution has no share in the pool of its set.
    pub fn is_out_of_purse(self) -> bool {
        matches!(self, Resolution::Invalid | Resolution::Spam | Resolution::Withdrawn)
    }

    /// Whether an issue with this resolution is listed only for its reporter and administrators.
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
