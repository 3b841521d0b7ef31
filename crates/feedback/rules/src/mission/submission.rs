//! The state machine of submissions.

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

/// Tries per mission.
pub const TRIES: u32 = 3;

keyed_enum! {
    /// The state of a submission.
    pub enum SubmissionState {
        /// The tester is working on it.
        Started = "started",
        /// Submitted, and transactions are being looked up.
        Checking = "checking",
        /// A person must review it.
        NeedsReview = "needs_review",
        /// Accepted and paid.
        Approved = "approved",
        /// Blocked by a confirmed issue, and partially paid.
        ApprovedPartial = "approved_partial",
        /// Rejected.
        Rejected = "rejected",
        /// Blocked by an issue that is not confirmed yet.
        Blocked = "blocked",
        /// Withdrawn by the tester.
        Withdrawn = "withdrawn",
        /// The mission ended before it was submitted.
        Expired = "expired",
        /// Its payment was reversed.
        Revoked = "revoked",
    }
}

/// The actor of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Doer {
    /// The owner of the submission.
    Owner,
    /// An administrator.
    Administrator,
    /// The programme, because of another event.
    Programme,
}

/// The combined result of the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Checked {
    /// All passed; no review is needed.
    Passed,
    /// All passed, but it is reviewed.
    PassedToReview,
    /// At least one cannot be decided automatically.
    Undecided,
    /// At least one failed.
    Failed,
}

/// A command about a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubmissionCommand {
    /// Save an answer.
    Save,
    /// Submit.
    Submit,
    /// The checks are complete.
    Check(Checked),
    /// Approve after a review.
    Approve,
    /// Reject after a review.
    Reject,
    /// Try again: after a rejection, or because nothing blocks it any more.
    Again {
        /// Whether the blocking issue is fixed.
        is_fixed: bool,
    },
    /// An issue blocks it.
    Block,
    /// The blocking issue was confirmed.
    BlockConfirmed,
    /// The issue that blocked it is not a fault.
    BlockGone,
    /// Withdraw.
    Withdraw,
    /// The mission has ended.
    Expire,
    /// Revoke the approval.
    Revoke,
    /// Approve after an upheld appeal.
    Uphold,
}

/// A payment of a submission, or its reversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Payment {
    /// The rest of the mission's points.
    Rest,
    /// The part for a blocked submission.
    Part,
    /// All its payments are reversed.
    TakeBack,
}

/// The progress of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Its state.
    pub state: SubmissionState,
    /// The number of the try, from 1.
    pub attempt: u32,
    /// Whether the part for a blocked submission was paid.
    pub has_part: bool,
}

impl Progress {
    /// A new submission.
    pub const START: Progress =
        Progress { state: SubmissionState::Started, attempt: 1, has_part: false };

    /// Number of tries after this one.
    pub fn tries_left(self) -> u32 {
        TRIES.saturating_sub(self.attempt)
    }
}

/// The result of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decided {
    /// The progress after the command.
    pub progress: Progress,
    /// The payment.
    pub payment: Option<Payment>,
}

/// Decides a command. Everything that is not named here is refused.
pub fn decide(
    progress: Progress,
    doer: Doer,
    command: SubmissionCommand,
) -> Result<Decided, Refused> {
    if doer != who(command) {
        return Err(Refused::SystemOnly);
    }
    let next = step(progress, command)?;
    let payment = match (command, next.state) {
        (SubmissionCommand::Revoke, _) => Some(Payment::TakeBack),
        (SubmissionCommand::BlockConfirmed, _) if !progress.has_part => Some(Payment::Part),
        (_, SubmissionState::Approved) => Some(Payment::Rest),
        _ => None,
    };
    let has_part = next.has_part || payment == Some(Payment::Part);
    Ok(Decided { progress: Progress { has_part, ..next }, payment })
}

/// The actor of a command.
fn who(command: SubmissionCommand) -> Doer {
    use SubmissionCommand as Command;
    match command {
        Command::Save
        | Command::Submit
        | Command::Again { .. }
        | Command::Block
        | Command::Withdraw => Doer::Owner,
        Command::Approve | Command::Reject | Command::Revoke | Command::Uphold => {
            Doer::Administrator
        }
        Command::Check(_) | Command::BlockConfirmed | Command::BlockGone | Command::Expire => {
            Doer::Programme
        }
    }
}

fn step(progress: Progress, command: SubmissionCommand) -> Result<Progress, Refused> {
    use SubmissionCommand as Command;
    use SubmissionState as State;
    // A tester who was paid a part keeps it when they withdraw.
    let given_up = |state| if progress.has_part { State::ApprovedPartial } else { state };
    let state = match (progress.state, command) {
        (State::Started, Command::Save) => State::Started,
        (State::Started, Command::Submit) => State::Checking,
        (State::Started, Command::Block) => State::Blocked,
        (State::Started | State::Blocked, Command::Withdraw) => given_up(State::Withdrawn),
        (State::Started, Command::Expire) => given_up(State::Expired),
        (State::Checking, Command::Check(Checked::Passed)) => State::Approved,
        (State::Checking, Command::Check(Checked::PassedToReview | Checked::Undecided)) => {
            State::NeedsReview
        }
        (State::Checking, Command::Check(Checked::Failed)) => State::Rejected,
        (State::NeedsReview, Command::Approve) | (State::Rejected, Command::Uphold) => {
            State::Approved
        }
        (State::NeedsReview, Command::Reject) => State::Rejected,
        (State::Rejected, Command::Again { .. }) if progress.attempt >= TRIES => {
            return Err(Refused::NoTries);
        }
        (State::Rejected, Command::Again { .. }) => {
            return Ok(Progress {
                state: State::Started,
                attempt: progress.attempt + 1,
                ..progress
            });
        }
        (State::Blocked, Command::Again { .. }) => State::Started,
        (State::ApprovedPartial, Command::Again { is_fixed: true }) => State::Started,
        (State::Blocked, Command::BlockConfirmed) => State::ApprovedPartial,
        (State::Blocked, Command::BlockGone) => State::Started,
        (State::Approved | State::ApprovedPartial, Command::Revoke) => State::Revoked,
        (state, _) => return Err(Refused::SubmissionBadState(state.key())),
    };
    Ok(Progress { state, ..progress })
}

/// The part of a mission's points for a blocked submission.
pub fn part(points: u32, bps: u32) -> u32 {
    let part = u64::from(points) * u64::from(bps) / 10_000;
    u32::try_from(part).unwrap_or(points).min(points)
}
