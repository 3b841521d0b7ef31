//! Random walks: in any order of commands, a tester is never paid more than the mission pays.

use proptest::prelude::*;

use crate::mission::sample::is_sampled;
use crate::mission::submission::{
    Checked, Doer, Payment, Progress, SubmissionCommand as Command, SubmissionState as State,
    TRIES, decide, part,
};

fn doer() -> impl Strategy<Value = Doer> {
    prop_oneof![Just(Doer::Owner), Just(Doer::Administrator), Just(Doer::Programme)]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        Just(Command::Save),
        Just(Command::Submit),
        Just(Command::Check(Checked::Passed)),
        Just(Command::Check(Checked::PassedToReview)),
        Just(Command::Check(Checked::Undecided)),
        Just(Command::Check(Checked::Failed)),
        Just(Command::Approve),
        Just(Command::Reject),
        any::<bool>().prop_map(|is_fixed| Command::Again { is_fixed }),
        Just(Command::Block),
        Just(Command::BlockConfirmed),
        Just(Command::BlockGone),
        Just(Command::Withdraw),
        Just(Command::Expire),
        Just(Command::Revoke),
        Just(Command::Uphold),
    ]
}

proptest! {
    #[test]
    fn no_walk_pays_more_than_the_mission_or_leaves_something_after_a_revocation(
        walk in proptest::collection::vec((doer(), command()), 0..200), points in 5_u32..=200, bps in 0_u32..=10_000,
    ) {
        let mut progress = Progress::START;
        let mut paid = 0;
        for (doer, command) in walk {
            let Ok(decided) = decide(progress, doer, command) else { continue };
            match decided.payment {
                Some(Payment::Rest) => paid += points - paid,
                Some(Payment::Part) => { prop_assert_eq!(paid, 0); paid += part(points, bps); }
                Some(Payment::TakeBack) => paid = 0,
                None => {}
            }
            prop_assert!(decided.progress.attempt >= progress.attempt && decided.progress.attempt <= TRIES);
            prop_assert!(!matches!(progress.state, State::Withdrawn | State::Expired | State::Revoked));
            progress = decided.progress;
            prop_assert!(paid <= points);
            match progress.state {
                State::Approved => prop_assert_eq!(paid, points),
                State::ApprovedPartial => prop_assert_eq!(paid, part(points, bps)),
                State::Revoked | State::Withdrawn | State::Expired => prop_assert_eq!(paid, 0),
                _ => {}
            }
        }
    }

    #[test]
    fn a_sample_is_as_large_as_it_says_and_chosen_alike_every_time(seed in "[a-z]{8}", percent in 1_u32..100) {
        let chosen = |n: u32| is_sampled(&seed, &format!("submission{n}"), 1, percent);
        let count = u32::try_from((0..2_000).filter(|n| chosen(*n)).count()).unwrap();
        prop_assert!(count.abs_diff(percent * 20) < 160, "{count} of 2,000 at {percent} %");
        prop_assert_eq!(chosen(7), chosen(7));
    }
}
