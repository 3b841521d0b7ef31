//! The commands allowed in every stage; all others are refused.

use super::{
    accept, admin, ask, close_as, duplicate, issue, mark_fixed, merge_into, other, reopen,
    reporter, still_broken, with_status,
};
use crate::actor::Actor;
use crate::fix_check::Proof;
use crate::issue::IssueState;
use crate::merge::plan;
use crate::policy::Policy;
use crate::quality::Quality;
use crate::role::AccountStatus;
use crate::severity::Severity;
use crate::stage::{Active, Resume, Stage};
use crate::status::Resolution;
use crate::timestamp::{Span, Timestamp};
use crate::triage::{TriageCommand, decide};
use crate::visibility::Visibility;

const NOW: Timestamp = Timestamp(100 * 86_400_000);

/// One issue in every stage there is, under a name of its own.
fn stages() -> Vec<(&'static str, IssueState)> {
    let at = |stage: Active| {
        let mut state = issue("this");
        state.stage = Stage::Active(stage);
        state
    };
    let confirmed = |stage: Active| {
        let mut state = at(stage);
        state.severity = Some(Severity::S2);
        state.first_response_at = Some(Timestamp(1));
        state.confirmed_at = Some(Timestamp(1));
        state
    };
    let fixed = |stage: Active| {
        let mut state = confirmed(stage);
        state.build_fixed = Some(super::build(4));
        state.fixed_at = Some(Timestamp(2));
        state.settled_at = Some(Timestamp(2));
        state
    };
    let closed = |how: Resolution| {
        let mut state = issue("this");
        state.stage = Stage::ended(how.try_into().unwrap());
        state.closed_at = Some(NOW.before(Span::days(1)));
        state
    };
    let asked = |resume| Active::NeedsInfo { resume, asked_at: Timestamp(0) };
    vec![
        ("new", issue("this")),
        ("snoozed", at(Active::New { snoozed_until: Some(NOW) })),
        ("asked", at(asked(Resume::New))),
        ("asked again", confirmed(asked(Resume::Confirmed))),
        ("confirmed", confirmed(Active::Confirmed)),
        ("in progress", confirmed(Active::InProgress)),
        ("fixed", fixed(Active::Fixed)),
        ("verified", fixed(Active::Verified { assumed: false })),
        ("duplicate", duplicate(issue("this"), "root", Active::Confirmed)),
        ("not reproducible", closed(Resolution::NotReproducible)),
        ("as intended", closed(Resolution::WorkingAsIntended)),
        ("will not fix", closed(Resolution::WontFix)),
        ("invalid", closed(Resolution::Invalid)),
        ("spam", closed(Resolution::Spam)),
        ("no response", closed(Resolution::NoResponse)),
        ("withdrawn", closed(Resolution::Withdrawn)),
    ]
}

/// Every command, with whatever its guards ask for.
fn commands() -> Vec<(&'static str, TriageCommand)> {
    let root = issue("root");
    let follow = plan(&root, &["this".into()], true, &issue("new root")).unwrap();
    vec![
        ("accept", accept()),
        ("ask", ask()),
        ("answer", TriageCommand::Answer),
        ("give up", TriageCommand::GiveUpWaiting),
        ("close", close_as(Resolution::WontFix)),
        ("merge", TriageCommand::Merge(merge_into(&issue("this"), "target"))),
        ("follow", TriageCommand::Follow(follow)),
        ("unmerge", TriageCommand::Unmerge),
        ("start", TriageCommand::Start),
        ("stop", TriageCommand::Stop),
        ("mark fixed", mark_fixed(4)),
        ("verify", TriageCommand::Verify { is_quorum_met: true }),
        ("assume", TriageCommand::AssumeVerified { is_disputed: false }),
        ("still broken", still_broken(4, Proof::SameFailure)),
        ("reopen", reopen()),
        ("withdraw", TriageCommand::Withdraw),
        ("snooze", TriageCommand::Snooze(NOW.after(Span::days(2)))),
        ("wake", TriageCommand::Wake { is_stirred: false }),
        ("severity", TriageCommand::SetSeverity(Severity::S1)),
        ("quality", TriageCommand::SetQuality(Quality::A)),
        ("visibility", TriageCommand::SetVisibility(Visibility::Private)),
        ("settle", TriageCommand::Settle),
    ]
}

fn actors() -> Vec<(&'static str, Actor)> {
    vec![
        ("system", Actor::System),
        ("admin", admin()),
        ("reporter", reporter()),
        ("tester", other()),
        ("limited reporter", with_status("reporter", AccountStatus::Limited)),
        ("limited tester", with_status("other", AccountStatus::Limited)),
        ("suspended reporter", with_status("reporter", AccountStatus::Suspended)),
        ("deleted reporter", with_status("reporter", AccountStatus::Deleted)),
    ]
}

/// What is allowed: command, from which stages, by whom, to which status (`=` stays). Nothing else.
const TABLE: &[(&str, &str, &str, &str)] = &[
    ("accept", "new, snoozed, asked", "admin", "confirmed"),
    ("ask", "new, snoozed, confirmed", "admin", "needs_info"),
    ("answer", "asked", "system", "new"),
    ("answer", "asked again", "system", "confirmed"),
    ("give up", "asked, asked again", "system", "closed"),
    ("close", "new, snoozed, asked, asked again, confirmed, in progress, fixed", "admin", "closed"),
    (
        "merge",
        "new, snoozed, asked, asked again, confirmed, in progress, fixed, verified",
        "admin",
        "closed",
    ),
    ("follow", "duplicate", "admin", "closed"),
    ("unmerge", "duplicate", "admin", "confirmed"),
    ("start", "confirmed", "admin, system", "in_progress"),
    ("stop", "in progress", "admin", "confirmed"),
    ("mark fixed", "confirmed, in progress", "admin", "fixed"),
    ("verify", "fixed", "system", "verified"),
    ("assume", "fixed", "system", "verified"),
    ("still broken", "fixed", "admin, reporter, tester", "confirmed"),
    ("still broken", "verified", "admin, system", "confirmed"),
    ("reopen", "verified", "admin", "confirmed"),
    (
        "reopen",
        "not reproducible, as intended, will not fix, invalid, no response, withdrawn",
        "admin, reporter, system",
        "new",
    ),
    ("withdraw", "new, snoozed, asked, asked again", "reporter, limited reporter", "closed"),
    ("snooze", "new, snoozed", "admin", "="),
    ("wake", "snoozed", "system", "="),
    (
        "severity",
        "new, snoozed, asked, asked again, confirmed, in progress, fixed, verified",
        "admin",
        "=",
    ),
    (
        "quality",
        "new, snoozed, asked, asked again, confirmed, in progress, fixed, verified",
        "admin",
        "=",
    ),
    (
        "visibility",
        "new, snoozed, asked, asked again, confirmed, in progress, fixed, verified, duplicate, \
         not reproducible, as intended, will not fix, invalid, spam, no response, withdrawn",
        "admin",
        "=",
    ),
    ("settle", "asked again, confirmed, in progress", "system", "="),
];

fn expected(command: &str, stage: &str, actor: &str) -> Option<&'static str> {
    let lists = |list: &str, one: &str| list.split(", ").any(|listed| listed.trim() == one);
    let row = TABLE.iter().find(|(name, stages, actors, _)| {
        *name == command && lists(stages, stage) && lists(actors, actor)
    });
    row.map(|(_, _, _, to)| *to)
}

#[test]
fn only_what_stands_in_the_table_can_be_done_in_any_stage_by_anybody() {
    let policy = Policy::default();
    let mut done = 0;
    for (stage, state) in stages() {
        for (name, command) in commands() {
            for (who, actor) in actors() {
                let found = decide(&state, &actor, &command, NOW, &policy);
                let to = found.as_ref().map(|decision| decision.state.stage.status().key());
                let wanted = match expected(name, stage, who) {
                    Some("=") => Some(state.stage.status().key()),
                    other => other,
                };
                assert_eq!(to.ok(), wanted, "{who}: {name} while {stage}: {found:?}");
                done += usize::from(wanted.is_some());
            }
        }
    }
    // A misspelt name in the table would allow nothing and go unnoticed.
    let named = |list: &str| list.split(", ").count();
    let rows = TABLE.iter().map(|(_, stages, actors, _)| named(stages) * named(actors));
    assert_eq!(done, rows.sum::<usize>());
}

#[test]
fn a_private_issue_does_not_exist_for_strangers() {
    for (stage, mut state) in stages() {
        state.visibility = Visibility::Private;
        for (name, command) in commands() {
            let found = decide(&state, &other(), &command, NOW, &Policy::default());
            assert_eq!(found.map_err(|refused| refused.key()), Err("NOT_FOUND"), "{name} {stage}");
        }
    }
}
