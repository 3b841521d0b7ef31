//! The words of the search language.

use crate::keyed_enum::keyed_enum;
use crate::status::Status;

keyed_enum! {
    /// A field that can be asked about.
    pub enum Field {
        /// The status of an issue.
        Is = "is",
        /// What it is about.
        Kind = "kind",
        /// How bad it is.
        Sev = "sev",
        /// How it failed.
        Class = "class",
        /// What evidence says.
        Verdict = "verdict",
        /// Which part of the product.
        Area = "area",
        /// Which network.
        Net = "net",
        /// Which build.
        Build = "build",
        /// Who reported it.
        Reporter = "reporter",
        /// Who takes care of it.
        Assignee = "assignee",
        /// Its tags.
        Tag = "tag",
        /// What comes with it.
        Has = "has",
        /// Which failures it belongs to.
        Cluster = "cluster",
        /// Whom it touches.
        Affects = "affects",
        /// Who watches it.
        Watching = "watching",
        /// Whether it came back.
        Regressed = "regressed",
        /// How it ended.
        Resolution = "resolution",
        /// How well the report is made.
        Quality = "quality",
        /// Whose check of a fix is asked for.
        Check = "check",
    }
}

keyed_enum! {
    /// What evidence says about a failure.
    pub enum Verdict {
        /// It is meant to fail so.
        Expected = "expected",
        /// The tester's set-up is to blame.
        Setup = "setup",
        /// The product may be to blame.
        Suspect = "suspect",
        /// Unknown.
        Unknown = "unknown",
    }
}

keyed_enum! {
    /// What can come with an issue.
    pub enum Has {
        /// A transaction.
        Tx = "tx",
        /// A quote.
        Quote = "quote",
        /// A video.
        Video = "video",
    }
}

keyed_enum! {
    /// How a build compares to the one that is named.
    pub enum Order {
        /// It is the one.
        Is = "",
        /// It is the one or came later.
        AtLeast = ">=",
        /// It came later.
        After = ">",
        /// It is the one or came earlier.
        AtMost = "<=",
        /// It came earlier.
        Before = "<",
    }
}

keyed_enum! {
    /// In which order issues are listed.
    pub enum Sort {
        /// Where something happened last.
        Activity = "activity",
        /// The newest first.
        Newest = "newest",
        /// The weightiest first.
        Impact = "impact",
        /// Those that touch most persons first.
        Affected = "affected",
        /// Those that wait longest first.
        Queue = "queue",
    }
}

/// The status of an issue in a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Is {
    /// Something is still to be done about it.
    Open,
    /// It has this status.
    At(Status),
    /// It is for its reporter and administrators.
    Private,
    /// It was put off.
    Snoozed,
    /// Its reporter has answered.
    Answered,
}

impl Is {
    /// All of them.
    pub const ALL: [Is; 11] = [
        Is::Open,
        Is::At(Status::New),
        Is::At(Status::NeedsInfo),
        Is::At(Status::Confirmed),
        Is::At(Status::InProgress),
        Is::At(Status::Fixed),
        Is::At(Status::Verified),
        Is::At(Status::Closed),
        Is::Private,
        Is::Snoozed,
        Is::Answered,
    ];

    /// The word that is typed.
    pub fn key(self) -> &'static str {
        match self {
            Is::Open => "open",
            Is::At(status) => status.key(),
            Is::Private => "private",
            Is::Snoozed => "snoozed",
            Is::Answered => "answered",
        }
    }

    /// What a typed word means.
    pub fn parse(word: &str) -> Option<Is> {
        Is::ALL.into_iter().find(|one| one.key() == word)
    }
}
