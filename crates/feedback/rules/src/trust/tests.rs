use proptest::prelude::{Strategy, proptest};
use proptest::sample::select;

use super::{Decided, Judgement, Trust, judge, level, record};
use crate::build::{Build, Channel};
use crate::issue::{IssueState, Origin};
use crate::kind::Kind;
use crate::rule_set::{RuleSet, TrustRules};
use crate::severity::Severity;
use crate::stage::{Active, Closure, Stage};
use crate::status::Resolution;
use crate::timestamp::{Span, Timestamp};
use crate::visibility::Visibility;

const NOW: Timestamp = Timestamp(1_000 * 86_400_000);

fn rules() -> TrustRules {
    RuleSet::default().rules().trust
}

fn history(accepted: u32, wrong: u32) -> Vec<Decided> {
    let one = |judgement| move |_| Decided { judgement, at: Timestamp(0) };
    let accepted = (0..accepted).map(one(Judgement::Accepted));
    accepted.chain((0..wrong).map(one(Judgement::Wrong))).collect()
}

fn level_of(history: &[Decided]) -> Trust {
    level(&record(history, NOW, None), Trust::New, None, &rules())
}

#[test]
fn levels_are_reached_by_accepted_reports_and_accuracy() {
    assert_eq!(level_of(&[]), Trust::New);
    assert_eq!(level_of(&history(1, 5)), Trust::Known);
    assert_eq!(level_of(&history(5, 4)), Trust::Known);
    assert_eq!(level_of(&history(6, 4)), Trust::Reliable);
    assert_eq!(level_of(&history(20, 0)), Trust::Expert);
    let pinned = level(&record(&[], NOW, None), Trust::New, Some(Trust::Named), &rules());
    assert_eq!(pinned, Trust::Named);
    let invited = level(&record(&[], NOW, None), Trust::Known, None, &rules());
    assert_eq!(invited, Trust::Known);
}

#[test]
fn only_the_last_twenty_decided_reports_make_accuracy() {
    let mut reports: Vec<Decided> =
        (0..20).map(|at| Decided { judgement: Judgement::Wrong, at: Timestamp(at) }).collect();
    reports
        .extend((100..120).map(|at| Decided { judgement: Judgement::Accepted, at: Timestamp(at) }));
    let found = record(&reports, NOW, None);
    assert_eq!((found.accuracy_bps(), found.looked_at), (Some(10_000), 20));
    assert_eq!(record(&[], NOW, None).accuracy_bps(), None);
}

#[test]
fn two_spams_in_a_month_drop_the_level_for_a_month_and_three_stop_points() {
    let spam = |days| Decided { judgement: Judgement::Spam, at: NOW.before(Span::days(days)) };
    let with = |spams: &[Decided]| {
        let mut reports = history(20, 0);
        reports.extend_from_slice(spams);
        reports
    };
    assert_eq!(level_of(&with(&[spam(5)])), Trust::Expert);
    assert_eq!(level_of(&with(&[spam(5), spam(20)])), Trust::New);
    assert_eq!(level_of(&with(&[spam(5), spam(40)])), Trust::Expert);
    assert_eq!(level_of(&with(&[spam(30), spam(31)])), Trust::Expert);
    let three = with(&[spam(100), spam(200), spam(300)]);
    assert!(!record(&three, NOW, None).scores);
    assert!(record(&three, NOW, Some(NOW.before(Span::days(150)))).scores);
}

fn issue(stage: Stage, is_confirmed: bool) -> IssueState {
    let origin = Origin {
        id: "i".into(),
        kind: Kind::Bug,
        reporter: "r".into(),
        build: Build { id: "b".into(), channel: Channel::Web, ordinal: 1 },
        submitted_at: Timestamp(50),
    };
    let mut issue = IssueState::submitted(origin, Visibility::Programme);
    issue.stage = stage;
    issue.confirmed_at = is_confirmed.then_some(Timestamp(60));
    issue
}

#[test]
fn a_report_is_judged_by_how_it_ended() {
    let ended = |how: Resolution, claimed| {
        judge(&issue(Stage::ended(how.try_into().unwrap()), false), claimed, None)
    };
    assert_eq!(ended(Resolution::Invalid, None), Judgement::Wrong);
    assert_eq!(ended(Resolution::Spam, None), Judgement::Spam);
    for neutral in [Resolution::NoResponse, Resolution::Withdrawn, Resolution::NotReproducible] {
        assert_eq!(ended(neutral, Some(Severity::S1)), Judgement::Neutral);
    }
    assert_eq!(ended(Resolution::WorkingAsIntended, Some(Severity::S2)), Judgement::Wrong);
    assert_eq!(ended(Resolution::WorkingAsIntended, Some(Severity::S3)), Judgement::Neutral);
    let confirmed = Stage::Active(Active::Confirmed);
    assert_eq!(judge(&issue(confirmed, true), None, None), Judgement::Accepted);
    assert_eq!(judge(&issue(Stage::NEW, false), None, None), Judgement::Neutral);
    let before = Active::New { snoozed_until: None };
    let duplicate = issue(Stage::Closed(Closure::Duplicate { of: "r".into(), before }), false);
    assert_eq!(judge(&duplicate, None, Some(Timestamp(51))), Judgement::Accepted);
    assert_eq!(judge(&duplicate, None, Some(Timestamp(50))), Judgement::Neutral);
    assert_eq!(judge(&duplicate, None, None), Judgement::Neutral);
}

fn decided() -> impl Strategy<Value = Vec<Decided>> {
    let judgements =
        vec![Judgement::Accepted, Judgement::Wrong, Judgement::Spam, Judgement::Neutral];
    let one = (select(judgements), 0u32..400);
    proptest::collection::vec(one, 0..60).prop_map(|reports| {
        reports
            .into_iter()
            .map(|(judgement, days)| Decided { judgement, at: NOW.before(Span::days(days)) })
            .collect()
    })
}

proptest! {
    #[test]
    fn a_level_does_not_depend_on_the_order_in_which_it_is_derived(reports in decided()) {
        let mut turned = reports.clone();
        turned.reverse();
        assert_eq!(record(&turned, NOW, None), record(&reports, NOW, None));
    }

    #[test]
    fn a_report_that_is_no_longer_accepted_leaves_no_trace_in_the_level(reports in decided(), days in 0u32..400) {
        let at = NOW.before(Span::days(days));
        let mut withdrawn = reports.clone();
        withdrawn.push(Decided { judgement: Judgement::Neutral, at });
        assert_eq!(record(&withdrawn, NOW, None), record(&reports, NOW, None));
    }

    #[test]
    fn silence_and_withdrawal_never_lower_a_level(reports in decided()) {
        let mut more = reports.clone();
        more.extend((0..5).map(|_| Decided { judgement: Judgement::Neutral, at: NOW }));
        assert!(level_of(&more) >= level_of(&reports));
    }
}
