//! What may be done about a submission, by whom, and what becomes of it.

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

/// How often a mission may be tried.
pub const TRIES: u32 = 3;

keyed_enum! {
    /// The state of a submission.
    pub enum SubmissionState {
        /// The tester is at it.
        Started = "started",
        /// Handed in; transactions are looked up.
        Checking = "checking",
        /// A person looks at it.
        NeedsReview = "needs_review",
        /// Done, and paid.
        Approved = "approved",
        /// A confirmed fault stopped it; half is paid.
        ApprovedPartial = "approved_partial",
        /// Not done as asked.
        Rejected = "rejected",
        /// An unconfirmed fault blocks it.
        Blocked = "blocked",
        /// The tester gave it up.
        Withdrawn = "withdrawn",
        /// The window ended before it was handed in.
        Expired = "expired",
        /// Its payment was reversed.
        Revoked = "revoked",
    }
}

/// Who does something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Doer {
    /// Whose submission it is.
    Owner,
    /// An administrator.
    Administrator,
    /// The programme, because something else happened.
    Programme,
}

/// What the checks of a submission say together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Checked {
    /// All passed; no review is needed.
    Passed,
    /// All passed, and it is reviewed all the same.
    PassedToReview,
    /// Something cannot be decided by machine.
    Undecided,
    /// Something does not hold.
    Failed,
}

/// What can be asked of a submission, or follows from something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubmissionCommand {
    /// An answer is kept.
    Save,
    /// It is handed in.
    Submit,
    /// The checks are done.
    Check(Checked),
    /// A person says yes.
    Approve,
    /// A person says no.
    Reject,
    /// Once more: after a rejection, or because nothing stops it any longer.
    Again {
        /// Whether the issue that stopped it is fixed.
        is_fixed: bool,
    },
    /// An issue stops it.
    Block,
    /// The issue that stops it was confirmed.
    BlockConfirmed,
    /// The issue that blocked it is not a fault.
    BlockGone,
    /// The tester gives it up.
    Withdraw,
    /// The window is over.
    Expire,
    /// Its payment is reversed.
    Revoke,
    /// A rejection was wrong.
    Uphold,
}

/// What a submission owes or gets back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Payment {
    /// What is left of the mission's points.
    Rest,
    /// The part for having been stopped.
    Part,
    /// All its payments are reversed.
    TakeBack,
}

/// A submission, as far as its life goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Its state.
    pub state: SubmissionState,
    /// Which try it is, from 1.
    pub attempt: u32,
    /// Whether a part was paid for having been stopped.
    pub has_part: bool,
}

impl Progress {
    /// One that has just begun.
    pub const START: Progress =
        Progress { state: SubmissionState::Started, attempt: 1, has_part: false };

    /// How many tries are left after this one.
    pub fn tries_left(self) -> u32 {
        TRIES.saturating_sub(self.attempt)
    }
}

/// What was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decided {
    /// The submission as it is now.
    pub progress: Progress,
    /// What follows for points.
    pub payment: Option<Payment>,
}

/// Decides a command; whatever is not named here is refused.
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

/// Whose command it is.
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
    // Who was paid a part and stops keeps it.
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

/// What a mission of so many points pays for having been stopped, by the share of the rules.
pub fn part(points: u32, bps: u32) -> u32 {
    let part = u64::from(points) * u64::from(bps) / 10_000;
    u32::try_from(part).unwrap_or(points).min(points)
}
