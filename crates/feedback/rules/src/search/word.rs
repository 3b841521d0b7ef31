//! The keywords of the search language.

use crate::keyed_enum::keyed_enum;
use crate::status::Status;

keyed_enum! {
    /// A search field.
    pub enum Field {
        /// The status.
        Is = "is",
        /// The kind.
        Kind = "kind",
        /// The severity.
        Sev = "sev",
        /// The failure class.
        Class = "class",
        /// The verdict of its evidence.
        Verdict = "verdict",
        /// The area.
        Area = "area",
        /// The network.
        Net = "net",
        /// The build.
        Build = "build",
        /// The reporter.
        Reporter = "reporter",
        /// The assignee.
        Assignee = "assignee",
        /// Its tags.
        Tag = "tag",
        /// Attached evidence or files.
        Has = "has",
        /// The failure cluster.
        Cluster = "cluster",
        /// Affected users.
        Affects = "affects",
        /// Watchers.
        Watching = "watching",
        /// Whether it regressed.
        Regressed = "regressed",
        /// The resolution.
        Resolution = "resolution",
        /// The quality of the report.
        Quality = "quality",
        /// Requested fix checks.
        Check = "check",
        /// The way in which it was reported.
        Source = "source",
        /// The page that reported it.
        Origin = "origin",
    }
}

keyed_enum! {
    /// The verdict on a failure.
    pub enum Verdict {
        /// The failure is expected.
        Expected = "expected",
        /// The tester's setup is the cause.
        Setup = "setup",
        /// The product may be the cause.
        Suspect = "suspect",
        /// Unknown.
        Unknown = "unknown",
    }
}

keyed_enum! {
    /// What an issue can have.
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
    /// The way in which an issue was reported.
    pub enum Source {
        /// In the app.
        Web = "web",
        /// From a page of the product.
        Widget = "widget",
    }
}

keyed_enum! {
    /// How a build compares with the given one.
    pub enum Order {
        /// Equal.
        Is = "",
        /// Equal or later.
        AtLeast = ">=",
        /// Later.
        After = ">",
        /// Equal or earlier.
        AtMost = "<=",
        /// Earlier.
        Before = "<",
    }
}

keyed_enum! {
    /// The order of issue lists.
    pub enum Sort {
        /// Latest activity first.
        Activity = "activity",
        /// Newest first.
        Newest = "newest",
        /// Highest impact first.
        Impact = "impact",
        /// Most affected persons first.
        Affected = "affected",
        /// Longest waiting first.
        Queue = "queue",
    }
}

/// The status of an issue in a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Is {
    /// Not closed.
    Open,
    /// It has this status.
    At(Status),
    /// Visible only to its reporter and administrators.
    Private,
    /// Snoozed.
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

    /// The typed keyword.
    pub fn key(self) -> &'static str {
        match self {
            Is::Open => "open",
            Is::At(status) => status.key(),
            Is::Private => "private",
            Is::Snoozed => "snoozed",
            Is::Answered => "answered",
        }
    }

    /// The meaning of a keyword.
    pub fn parse(word: &str) -> Option<Is> {
        Is::ALL.into_iter().find(|one| one.key() == word)
    }
}
