//! The allowed transitions as a table.

use crate::mission::state::MissionState;
use crate::mission::submission::{
    Checked, Doer, Payment, Progress, SubmissionCommand as Command, SubmissionState as State,
    TRIES, decide, part,
};
use crate::refused::Refused;

const DOERS: [Doer; 3] = [Doer::Owner, Doer::Administrator, Doer::Programme];

fn commands() -> Vec<Command> {
    let checked = [Checked::Passed, Checked::PassedToReview, Checked::Undecided, Checked::Failed]
        .map(Command::Check);
    let mut all = vec![
        Command::Save,
        Command::Submit,
        Command::Approve,
        Command::Reject,
        Command::Again { is_fixed: false },
        Command::Again { is_fixed: true },
        Command::Block,
        Command::BlockConfirmed,
        Command::BlockGone,
        Command::Withdraw,
        Command::Expire,
        Command::Revoke,
        Command::Uphold,
    ];
    all.extend(checked);
    all
}

/// From, by whom, what, to; for the first try of a tester without a payment.
const ALLOWED: [(State, Doer, Command, State); 22] = [
    (State::Started, Doer::Owner, Command::Save, State::Started),
    (State::Started, Doer::Owner, Command::Submit, State::Checking),
    (State::Started, Doer::Owner, Command::Block, State::Blocked),
    (State::Started, Doer::Owner, Command::Withdraw, State::Withdrawn),
    (State::Started, Doer::Programme, Command::Expire, State::Expired),
    (State::Checking, Doer::Programme, Command::Check(Checked::Passed), State::Approved),
    (State::Checking, Doer::Programme, Command::Check(Checked::PassedToReview), State::NeedsReview),
    (State::Checking, Doer::Programme, Command::Check(Checked::Undecided), State::NeedsReview),
    (State::Checking, Doer::Programme, Command::Check(Checked::Failed), State::Rejected),
    (State::NeedsReview, Doer::Administrator, Command::Approve, State::Approved),
    (State::NeedsReview, Doer::Administrator, Command::Reject, State::Rejected),
    (State::Rejected, Doer::Owner, Command::Again { is_fixed: false }, State::Started),
    (State::Rejected, Doer::Owner, Command::Again { is_fixed: true }, State::Started),
    (State::Rejected, Doer::Administrator, Command::Uphold, State::Approved),
    (State::Blocked, Doer::Owner, Command::Withdraw, State::Withdrawn),
    (State::Blocked, Doer::Owner, Command::Again { is_fixed: false }, State::Started),
    (State::Blocked, Doer::Owner, Command::Again { is_fixed: true }, State::Started),
    (State::Blocked, Doer::Programme, Command::BlockConfirmed, State::ApprovedPartial),
    (State::Blocked, Doer::Programme, Command::BlockGone, State::Started),
    (State::ApprovedPartial, Doer::Owner, Command::Again { is_fixed: true }, State::Started),
    (State::ApprovedPartial, Doer::Administrator, Command::Revoke, State::Revoked),
    (State::Approved, Doer::Administrator, Command::Revoke, State::Revoked),
];

#[test]
fn a_submission_goes_the_ways_of_the_table_and_no_others() {
    for state in State::ALL {
        for doer in DOERS {
            for command in commands() {
                let progress = Progress { state, ..Progress::START };
                let found = decide(progress, doer, command).ok().map(|it| it.progress.state);
                let row =
                    ALLOWED.iter().find(|row| (row.0, row.1, row.2) == (state, doer, command));
                assert_eq!(found, row.map(|row| row.3), "{} {doer:?} {command:?}", state.key());
            }
        }
    }
}

#[test]
fn a_third_rejection_is_the_last() {
    let rejected = Progress { state: State::Rejected, attempt: TRIES, has_part: false };
    let again = Command::Again { is_fixed: true };
    assert_eq!(decide(rejected, Doer::Owner, again).unwrap_err(), Refused::NoTries);
    let second = Progress { attempt: TRIES - 1, ..rejected };
    let third = decide(second, Doer::Owner, again).unwrap().progress;
    assert_eq!((third.state, third.attempt, third.tries_left()), (State::Started, TRIES, 0));
}

#[test]
fn who_was_paid_a_part_keeps_it_and_gets_the_rest_once() {
    let blocked = Progress { state: State::Blocked, ..Progress::START };
    let paid = decide(blocked, Doer::Programme, Command::BlockConfirmed).unwrap();
    assert_eq!(paid.payment, Some(Payment::Part));
    let again = decide(paid.progress, Doer::Owner, Command::Again { is_fixed: true }).unwrap();
    for command in [Command::Withdraw, Command::Expire] {
        let doer = if command == Command::Expire { Doer::Programme } else { Doer::Owner };
        let stopped = decide(again.progress, doer, command).unwrap();
        assert_eq!((stopped.progress.state, stopped.payment), (State::ApprovedPartial, None));
    }
    let blocked_again = decide(again.progress, Doer::Owner, Command::Block).unwrap().progress;
    let confirmed = decide(blocked_again, Doer::Programme, Command::BlockConfirmed).unwrap();
    assert_eq!(confirmed.payment, None, "a part is paid once");
    for points in [5, 15, 20, 199] {
        assert!(part(points, 5_000) * 2 <= points);
        assert_eq!(part(points, 10_000), points);
    }
}

#[test]
fn a_mission_goes_the_ways_of_the_table_and_no_others() {
    use MissionState as M;
    let allowed = [
        (M::Draft, M::Scheduled),
        (M::Draft, M::Live),
        (M::Draft, M::Archived),
        (M::Scheduled, M::Draft),
        (M::Scheduled, M::Live),
        (M::Scheduled, M::Ended),
        (M::Live, M::Paused),
        (M::Live, M::Ended),
        (M::Paused, M::Live),
        (M::Paused, M::Ended),
        (M::Ended, M::Archived),
    ];
    for from in M::ALL {
        for to in M::ALL {
            assert_eq!(
                from.become_state(to).is_ok(),
                allowed.contains(&(from, to)),
                "{} {}",
                from.key(),
                to.key()
            );
        }
        // Nothing that was live can be rewritten.
        assert_eq!(from.is_frozen(), !matches!(from, M::Draft | M::Scheduled));
        assert!(from.is_frozen() || !from.is_open());
    }
}
