//! Classes of issues and their comments, votes and events.
//!
//! The database writes the ACL of these rows, from the issue that a row belongs to.

use feedback_model::report_text::ReportText;
use parse_model::{Class, FieldType};

use feedback_core::class_definition::{Readers, class, pointer};

/// Fields of an issue that only administrators can read.
const STAFFS: &[&str] = &["quality", "snoozedUntil", "stateBeforeMerge", "heldBack"];

/// The definitions of these classes.
pub fn classes() -> Vec<Class> {
    vec![
        issue(),
        issue_event(),
        comment(),
        comment_revision(),
        vote(),
        issue_reach(),
        watch(),
        duplicate_proposal(),
        fix_check(),
        attachment(),
        saved_view(),
        issue_viewer(),
    ]
}

fn issue() -> Class {
    let mut fields = vec![
        ("number", FieldType::Number),
        ("kind", FieldType::String),
        ("title", FieldType::String),
        ("body", FieldType::String),
        ("steps", FieldType::Array),
        ("area", FieldType::String),
        ("severityClaimed", FieldType::String),
        ("reporter", pointer("_User")),
        ("assignee", pointer("_User")),
        ("buildReported", pointer("Build")),
        ("environment", FieldType::Object),
        ("source", FieldType::String),
        ("tags", FieldType::Array),
        ("externalRefs", FieldType::Array),
        ("pointsCycle", FieldType::Number),
        ("heldBack", FieldType::Boolean),
        ("failureClass", FieldType::String),
        ("verdict", FieldType::String),
        ("network", pointer("Network")),
        ("cluster", pointer("FailureCluster")),
        ("submittedAt", FieldType::Date),
        ("editedAt", FieldType::Date),
        ("lastActivityAt", FieldType::Date),
    ];
    fields.extend(ReportText::ALL.map(|text| (text.key(), FieldType::String)));
    fields.extend(standing());
    fields.extend(
        [
            "voteCount",
            "proofCount",
            "evidenceCount",
            "commentCount",
            "watchCount",
            "mergedCount",
            "impact",
        ]
        .map(|count| (count, FieldType::Number)),
    );
    class("Issue", Readers::SignedIn, &fields, STAFFS)
}

/// The state of an issue, written only by triage.
fn standing() -> Vec<(&'static str, FieldType)> {
    vec![
        ("status", FieldType::String),
        ("resolution", FieldType::String),
        ("closeReason", FieldType::String),
        ("duplicateOf", pointer("Issue")),
        ("stateBeforeMerge", FieldType::Object),
        ("resumeStatus", FieldType::String),
        ("askedAt", FieldType::Date),
        ("snoozedUntil", FieldType::Date),
        ("assumed", FieldType::Boolean),
        ("visibility", FieldType::String),
        ("severity", FieldType::String),
        ("quality", FieldType::String),
        ("answered", FieldType::Boolean),
        ("buildFixed", pointer("Build")),
        ("buildVerified", pointer("Build")),
        ("regressions", FieldType::Number),
        ("reopenedByReporter", FieldType::Boolean),
        ("firstResponseAt", FieldType::Date),
        ("confirmedAt", FieldType::Date),
        ("settledAt", FieldType::Date),
        ("fixedAt", FieldType::Date),
        ("verifiedAt", FieldType::Date),
        ("closedAt", FieldType::Date),
    ]
}

fn issue_event() -> Class {
    let fields = [
        ("issue", pointer("Issue")),
        ("seq", FieldType::Number),
        ("command", FieldType::String),
        ("actor", pointer("_User")),
        ("type", FieldType::String),
        ("data", FieldType::Object),
        // Event data that testers cannot read, although they can read the event.
        ("whole", FieldType::Object),
        ("visibility", FieldType::String),
        ("at", FieldType::Date),
    ];
    class("IssueEvent", Readers::SignedIn, &fields, &["command", "whole"])
}

fn comment() -> Class {
    let fields = [
        ("issue", pointer("Issue")),
        ("author", pointer("_User")),
        ("parent", pointer("Comment")),
        ("body", FieldType::String),
        ("internal", FieldType::Boolean),
        ("kind", FieldType::String),
        ("heldBack", FieldType::Boolean),
        ("editedAt", FieldType::Date),
        ("deletedAt", FieldType::Date),
        ("helpfulBy", pointer("_User")),
    ];
    class("Comment", Readers::SignedIn, &fields, &["heldBack", "helpfulBy"])
}

fn comment_revision() -> Class {
    let fields = [
        ("comment", pointer("Comment")),
        ("body", FieldType::String),
        ("by", pointer("_User")),
        ("at", FieldType::Date),
    ];
    class("CommentRevision", Readers::ServerOnly, &fields, &[])
}

fn vote() -> Class {
    let fields = [
        ("issue", pointer("Issue")),
        ("user", pointer("_User")),
        ("evidence", pointer("Evidence")),
        ("proof", FieldType::Boolean),
        ("note", FieldType::String),
        ("at", FieldType::Date),
    ];
    class("Vote", Readers::Own, &fields, &[])
}

fn issue_reach() -> Class {
    let fields = [
        ("root", pointer("Issue")),
        ("personId", FieldType::String),
        ("proof", FieldType::Boolean),
        ("firstAt", FieldType::Date),
    ];
    class("IssueReach", Readers::ServerOnly, &fields, &[])
}

fn watch() -> Class {
    let fields = [
        ("issue", pointer("Issue")),
        ("user", pointer("_User")),
        ("reason", FieldType::String),
        ("level", FieldType::String),
    ];
    class("Watch", Readers::Own, &fields, &[])
}

fn duplicate_proposal() -> Class {
    let fields = [
        ("issue", pointer("Issue")),
        ("target", pointer("Issue")),
        ("by", pointer("_User")),
        ("note", FieldType::String),
        ("state", FieldType::String),
        ("decidedBy", pointer("_User")),
        ("decidedAt", FieldType::Date),
    ];
    class("DuplicateProposal", Readers::Own, &fields, &[])
}

fn fix_check() -> Class {
    let fields = [
        ("issue", pointer("Issue")),
        ("user", pointer("_User")),
        ("build", pointer("Build")),
        ("verdict", FieldType::String),
        ("evidence", pointer("Evidence")),
        ("proof", FieldType::String),
        ("note", FieldType::String),
        ("counted", FieldType::Boolean),
        ("at", FieldType::Date),
    ];
    class("FixCheck", Readers::SignedIn, &fields, &[])
}

fn attachment() -> Class {
    let fields = [
        ("owner", pointer("_User")),
        ("submission", pointer("Submission")),
        ("issue", pointer("Issue")),
        ("comment", pointer("Comment")),
        ("file", FieldType::File),
        ("name", FieldType::String),
        ("mime", FieldType::String),
        ("size", FieldType::Number),
        ("sha256", FieldType::String),
        ("width", FieldType::Number),
        ("height", FieldType::Number),
        ("state", FieldType::String),
        ("staffOnly", FieldType::Boolean),
    ];
    class("Attachment", Readers::SignedIn, &fields, &["staffOnly"])
}

fn saved_view() -> Class {
    let fields = [
        ("owner", pointer("_User")),
        ("name", FieldType::String),
        ("query", FieldType::String),
        ("sort", FieldType::String),
        ("shared", FieldType::Boolean),
    ];
    class("SavedView", Readers::SignedIn, &fields, &[])
}

/// One row per administrator who views an issue, as long as they do.
fn issue_viewer() -> Class {
    let fields = [
        ("issue", pointer("Issue")),
        ("person", pointer("_User")),
        ("username", FieldType::String),
        ("seenAt", FieldType::Date),
    ];
    class("IssueViewer", Readers::Administrators, &fields, &[])
}
