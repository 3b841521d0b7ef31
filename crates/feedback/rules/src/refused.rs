//! Refusals.
//!
//! Each has a key for programs, a sentence for people, and one of four kinds of answer, which the
//! HTTP layer maps to a code of the protocol.

use crate::status::{Resolution, Status};

/// The kind of answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// The object does not exist, or the caller may not see it.
    NotFound,
    /// The caller may not do that.
    Forbidden,
    /// The caller has exceeded a quota.
    Quota,
    /// The parameters are invalid, or the state does not allow it.
    Invalid,
}

impl Answer {
    /// The code of the protocol.
    pub const fn code(self) -> i32 {
        match self {
            Answer::NotFound => 101,
            Answer::Forbidden => 119,
            Answer::Quota => 140,
            Answer::Invalid => 142,
        }
    }
}

/// Why a command is refused, as a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the sentence says it, and names the fields")]
pub enum Refused {
    #[error("Object not found.")]
    Unseen,
    #[error("Only administrators can do that.")]
    AdminsOnly,
    #[error("Only the reporter can do that.")]
    ReporterOnly,
    #[error("This happens automatically; you cannot request it.")]
    SystemOnly,
    #[error("Your account is limited: for now you can only read and answer.")]
    Limited,
    #[error("Your account is not active.")]
    NotActive,

    #[error("This cannot be done while the issue is {}.", .0.key())]
    BadState(Status),
    #[error("This cannot be done with an issue that was closed as {}.", .0.key())]
    BadResolution(Resolution),
    #[error("It was confirmed before; it returns automatically when the question is answered.")]
    ConfirmedBefore,
    #[error("Nothing would change.")]
    Unchanged,
    #[error("Choose a severity before accepting a bug.")]
    SeverityMissing,
    #[error("Only bugs have a severity.")]
    SeverityUnfit,
    #[error("The report is too short: write at least 20 characters, or add evidence.")]
    ReportTooShort,
    #[error("`{}` says what the reporter did; choose what you decided.", .0.key())]
    ResolutionUnfit(Resolution),
    #[error("Use merge to close an issue as a duplicate.")]
    DuplicateByMerge,
    #[error("Closing as spam costs the reporter points: confirm it.")]
    SpamUnconfirmed,
    #[error("This build is retired; choose an active one.")]
    BuildRetired,
    #[error("This build is older than the one the issue was seen in.")]
    BuildTooOld,
    #[error("Without evidence of the same failure an administrator has to decide.")]
    ProofMissing,
    #[error("There are not enough checks yet.")]
    QuorumMissing,
    #[error("A tester says that it is still broken.")]
    StillDisputed,
    #[error("It is not time yet.")]
    TooEarly,
    #[error("Choose a time in the future, at most {0} days ahead.")]
    SnoozeOutOfRange(u32),
    #[error("You reopened this once already.")]
    ReopenedBefore,
    #[error("It was closed more than {0} days ago; send a new report.")]
    ReopenTooLate(u32),
    #[error("Say what is new: evidence, or at least 50 characters.")]
    ReopenWithoutGrounds,
    #[error("You have no decision to undo here.")]
    NothingToUndo,
    #[error("The time to undo has passed ({0} seconds).")]
    UndoTooLate(u32),
    #[error("The issue has changed since; this can no longer be undone.")]
    UndoOvertaken,

    #[error("An issue cannot be merged into itself.")]
    MergeSelf,
    #[error("The target is itself a duplicate: merge into the issue it points to.")]
    MergeChain,
    #[error("The target was closed as {}.", .0.key())]
    MergeTargetGone(Resolution),
    #[error("The issue has duplicates: merge them too.")]
    MergeHasDuplicates,
    #[error("One of the two is private and the other is not.")]
    MergeVisibility,
    #[error("This merge was prepared for another issue.")]
    MergeMismatch,

    #[error("Limit reached: {limit} {per}.")]
    OverAllowance { limit: u32, per: &'static str },
    #[error("Your level does not allow this yet.")]
    TrustTooLow,
    #[error("Your first report is still being reviewed. You can send the next one after that.")]
    FirstReportPending,

    #[error("{field}: at least {least} characters are required.")]
    TextTooShort { field: &'static str, least: usize },
    #[error("{field}: at most {most} characters are allowed.")]
    TextTooLong { field: &'static str, most: usize },
    #[error("{field} contains control characters.")]
    TextControl { field: &'static str },
    #[error("{field} may only contain letters, digits and _ . -")]
    TextCharset { field: &'static str },

    #[error("{rule}: {problem}")]
    RuleOutOfBounds { rule: String, problem: String },
    #[error("Rules cannot change in the past: choose a time in the future.")]
    RulesBackdated,

    #[error("A season that is {from} cannot become {to}.")]
    SeasonBadState { from: &'static str, to: &'static str },
    #[error("Another season is live.")]
    SeasonAlreadyLive,
    #[error("The season overlaps with season {0}.")]
    SeasonOverlap(u32),
    #[error("The end of a season must be after its start.")]
    SeasonBackwards,
    #[error("The season is final: make corrections in the running season.")]
    SeasonFinal,

    #[error("A mission that is {from} cannot become {to}.")]
    MissionBadState { from: &'static str, to: &'static str },
    #[error("{problem} ({field})")]
    MissionField { field: &'static str, problem: String },
    #[error("{0}")]
    MissionCheck(&'static str),
    #[error("This cannot be done while the submission is {0}.")]
    SubmissionBadState(&'static str),
    #[error("No attempts are left.")]
    NoTries,
    #[error("Step {step}: {problem}")]
    StepAnswer { step: String, problem: &'static str },
}

impl Refused {
    /// The key for programs.
    pub fn key(&self) -> &'static str {
        match self {
            Refused::Unseen => "NOT_FOUND",
            Refused::AdminsOnly => "ADMINS_ONLY",
            Refused::ReporterOnly => "REPORTER_ONLY",
            Refused::SystemOnly => "SYSTEM_ONLY",
            Refused::Limited => "ACCOUNT_LIMITED",
            Refused::NotActive => "ACCOUNT_NOT_ACTIVE",
            Refused::BadState(_) | Refused::BadResolution(_) => "ISSUE_BAD_STATE",
            Refused::ConfirmedBefore => "ISSUE_CONFIRMED_BEFORE",
            Refused::Unchanged => "ISSUE_UNCHANGED",
            Refused::SeverityMissing => "SEVERITY_MISSING",
            Refused::SeverityUnfit => "SEVERITY_UNFIT",
            Refused::ReportTooShort => "REPORT_TOO_SHORT",
            Refused::ResolutionUnfit(_) => "RESOLUTION_UNFIT",
            Refused::DuplicateByMerge => "DUPLICATE_BY_MERGE",
            Refused::SpamUnconfirmed => "SPAM_UNCONFIRMED",
            Refused::BuildRetired => "BUILD_RETIRED",
            Refused::BuildTooOld => "BUILD_TOO_OLD",
            Refused::ProofMissing => "PROOF_MISSING",
            Refused::QuorumMissing => "QUORUM_MISSING",
            Refused::StillDisputed => "STILL_DISPUTED",
            Refused::TooEarly => "TOO_EARLY",
            Refused::SnoozeOutOfRange(_) => "SNOOZE_OUT_OF_RANGE",
            Refused::ReopenedBefore => "REOPENED_BEFORE",
            Refused::ReopenTooLate(_) => "REOPEN_TOO_LATE",
            Refused::ReopenWithoutGrounds => "REOPEN_WITHOUT_GROUNDS",
            Refused::NothingToUndo => "UNDO_NOTHING",
            Refused::UndoTooLate(_) => "UNDO_TOO_LATE",
            Refused::UndoOvertaken => "UNDO_OVERTAKEN",
            Refused::MergeSelf => "MERGE_SELF",
            Refused::MergeChain => "MERGE_CHAIN",
            Refused::MergeTargetGone(_) => "MERGE_TARGET_GONE",
            Refused::MergeHasDuplicates => "MERGE_HAS_DUPLICATES",
            Refused::MergeVisibility => "MERGE_VISIBILITY",
            Refused::MergeMismatch => "MERGE_MISMATCH",
            _ => self.key_outside_triage(),
        }
    }

    fn key_outside_triage(&self) -> &'static str {
        match self {
            Refused::OverAllowance { .. } => "OVER_ALLOWANCE",
            Refused::TrustTooLow => "TRUST_TOO_LOW",
            Refused::FirstReportPending => "FIRST_REPORT_PENDING",
            Refused::TextTooShort { .. } => "TEXT_TOO_SHORT",
            Refused::TextTooLong { .. } => "TEXT_TOO_LONG",
            Refused::TextControl { .. } | Refused::TextCharset { .. } => "TEXT_CHARACTERS",
            Refused::RuleOutOfBounds { .. } => "RULE_OUT_OF_BOUNDS",
            Refused::RulesBackdated => "RULES_BACKDATED",
            Refused::SeasonBadState { .. } => "SEASON_BAD_STATE",
            Refused::SeasonAlreadyLive => "SEASON_ALREADY_LIVE",
            Refused::SeasonOverlap(_) => "SEASON_OVERLAP",
            Refused::SeasonBackwards => "SEASON_BACKWARDS",
            Refused::SeasonFinal => "SEASON_FINAL",
            Refused::MissionBadState { .. } => "MISSION_BAD_STATE",
            Refused::MissionField { .. } => "MISSION_FIELD",
            Refused::MissionCheck(_) => "MISSION_CHECK",
            Refused::SubmissionBadState(_) => "SUBMISSION_BAD_STATE",
            Refused::NoTries => "NO_TRIES",
            Refused::StepAnswer { .. } => "STEP_ANSWER",
            _ => "REFUSED",
        }
    }

    /// The kind of answer.
    pub fn answer(&self) -> Answer {
        match self {
            Refused::Unseen => Answer::NotFound,
            Refused::AdminsOnly
            | Refused::ReporterOnly
            | Refused::SystemOnly
            | Refused::Limited
            | Refused::NotActive
            | Refused::TrustTooLow => Answer::Forbidden,
            Refused::OverAllowance { .. } | Refused::FirstReportPending => Answer::Quota,
            _ => Answer::Invalid,
        }
    }
}
