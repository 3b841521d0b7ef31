//! Quotas of actions by trust level.
//!
//! The caller counts. The limits are decided here.

use crate::actor::Member;
use crate::refused::Refused;
use crate::role::Role;
use crate::timestamp::Span;
use crate::trust::Trust;

/// A counted action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// A report.
    Report,
    /// A comment.
    Comment,
    /// A vote.
    Vote,
    /// A duplicate proposal.
    DuplicateProposal,
    /// A look-up of evidence.
    Lookup,
    /// A repeated look-up of evidence.
    Refresh,
}

impl Act {
    /// All counted actions.
    pub const ALL: [Act; 6] =
        [Act::Report, Act::Comment, Act::Vote, Act::DuplicateProposal, Act::Lookup, Act::Refresh];
}

/// A number of actions within a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limit {
    /// The number.
    pub count: u32,
    /// The window, up to now.
    pub within: Window,
}

/// The windows of limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Window {
    /// The last minute.
    Minute,
    /// The last hour.
    Hour,
    /// The last 24 hours.
    Day,
}

impl Window {
    /// Its length.
    pub fn span(self) -> Span {
        match self {
            Window::Minute => Span::minutes(1),
            Window::Hour => Span::hours(1),
            Window::Day => Span::days(1),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Window::Minute => "a minute",
            Window::Hour => "an hour",
            Window::Day => "a day",
        }
    }
}

/// Issues that an administrator can decide in one call.
pub const BULK: usize = 200;

const fn limit(count: u32, within: Window) -> Limit {
    Limit { count, within }
}

/// The limits of an action at a trust level. All of them apply. A limit of 0 forbids the action.
pub fn limits(act: Act, trust: Trust) -> Vec<Limit> {
    let by_level = |counts: [u32; 4]| match trust {
        Trust::New => counts[0],
        Trust::Known => counts[1],
        Trust::Reliable => counts[2],
        Trust::Expert | Trust::Named => counts[3],
    };
    match act {
        Act::Report if trust == Trust::New => {
            vec![limit(3, Window::Day), limit(1, Window::Minute)]
        }
        Act::Report => vec![limit(by_level([3, 10, 20, 40]), Window::Day)],
        Act::Comment => vec![limit(by_level([20, 60, 120, 240]), Window::Day)],
        Act::Vote => vec![limit(by_level([30, 100, 200, 200]), Window::Day)],
        Act::DuplicateProposal => vec![limit(by_level([0, 20, 40, 40]), Window::Day)],
        Act::Lookup => vec![limit(by_level([20, 60, 60, 120]), Window::Hour)],
        Act::Refresh => vec![limit(5, Window::Hour)],
    }
}

/// Whether a user may act again. `used` returns the number of actions within a window.
///
/// Administrators have no limits.
pub fn check(act: Act, member: &Member, used: impl Fn(Window) -> u32) -> Result<(), Refused> {
    if member.role == Role::Admin {
        return Ok(());
    }
    for Limit { count, within } in limits(act, member.trust) {
        if count == 0 {
            return Err(Refused::TrustTooLow);
        }
        if used(within) >= count {
            return Err(Refused::OverAllowance { limit: count, per: within.words() });
        }
    }
    Ok(())
}

/// Whether a new tester may report again while the first report is undecided.
///
/// Only users who sent spam before, or who are premoderated, must wait, for two days at most.
pub fn second_report(
    trust: Trust,
    is_suspect: bool,
    undecided_for: Option<Span>,
) -> Result<(), Refused> {
    match undecided_for {
        Some(since) if trust == Trust::New && is_suspect && since < Span::hours(48) => {
            Err(Refused::FirstReportPending)
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Act, Window, check, limits, second_report};
    use crate::actor::Member;
    use crate::refused::{Answer, Refused};
    use crate::timestamp::Span;
    use crate::trust::Trust;

    #[test]
    fn a_newcomer_sends_three_reports_a_day_and_one_a_minute() {
        let newcomer = Member::tester("u", Trust::New);
        let used = |day, minute| {
            check(Act::Report, &newcomer, |window| match window {
                Window::Day | Window::Hour => day,
                Window::Minute => minute,
            })
        };
        assert_eq!(used(2, 0), Ok(()));
        let refused = used(3, 0).unwrap_err();
        assert_eq!((refused.answer(), refused.key()), (Answer::Quota, "OVER_ALLOWANCE"));
        assert_eq!(refused.to_string(), "Limit reached: 3 a day.");
        assert_eq!(used(1, 1), Err(Refused::OverAllowance { limit: 1, per: "a minute" }));
    }

    #[test]
    fn trust_never_lowers_a_limit() {
        for act in Act::ALL {
            for pair in Trust::ALL.windows(2) {
                let most = |trust| {
                    let limits = limits(act, trust);
                    limits.iter().map(|limit| limit.count).max()
                };
                assert!(most(pair[0]) <= most(pair[1]), "{act:?} {pair:?}");
            }
        }
    }

    #[test]
    fn proposing_duplicates_takes_a_level_and_administrators_are_not_counted() {
        let newcomer = Member::tester("u", Trust::New);
        assert_eq!(check(Act::DuplicateProposal, &newcomer, |_| 0), Err(Refused::TrustTooLow));
        let known = Member::tester("u", Trust::Known);
        assert_eq!(check(Act::DuplicateProposal, &known, |_| 19), Ok(()));
        assert!(check(Act::DuplicateProposal, &known, |_| 20).is_err());
        assert_eq!(check(Act::DuplicateProposal, &Member::admin("a"), |_| 9999), Ok(()));
    }

    #[test]
    fn only_a_suspect_newcomer_waits_for_the_first_report() {
        let day = Some(Span::days(1));
        assert!(second_report(Trust::New, true, day).is_err());
        assert!(second_report(Trust::New, false, day).is_ok());
        assert!(second_report(Trust::Known, true, day).is_ok());
        assert!(second_report(Trust::New, true, Some(Span::hours(48))).is_ok());
        assert!(second_report(Trust::New, true, None).is_ok());
    }
}
