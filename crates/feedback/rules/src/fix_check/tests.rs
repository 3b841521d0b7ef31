use proptest::prelude::{Strategy, any, proptest};
use proptest::sample::select;

use super::{Check, Outcome, Proof, Verdict, right, tally};
use crate::build::{Build, Channel};
use crate::policy::Policy;
use crate::timestamp::{Span, Timestamp};
use crate::trust::Trust;

const NOW: Timestamp = Timestamp(1_000_000_000);

fn build(ordinal: u32) -> Build {
    Build { id: format!("b{ordinal}").into(), channel: Channel::Web, ordinal }
}

fn check(person: &str, verdict: Verdict, proof: Proof) -> Check {
    Check {
        person: person.into(),
        is_reporter: false,
        is_admin: false,
        trust: Trust::Reliable,
        build: build(4),
        verdict,
        proof,
        at: NOW.before(Span::hours(1)),
    }
}

fn outcome(checks: &[Check]) -> Outcome {
    tally(checks, &build(4), NOW, &Policy::default()).outcome
}

#[test]
fn a_check_counts_by_proof_trust_or_being_the_reporters_in_a_build_with_the_fix() {
    let fixed = build(4);
    let trusted = check("a", Verdict::Works, Proof::None);
    assert!(trusted.counts(&fixed));
    let newcomer = Check { trust: Trust::Known, ..trusted.clone() };
    assert!(!newcomer.counts(&fixed));
    assert!(Check { proof: Proof::Own, ..newcomer.clone() }.counts(&fixed));
    assert!(Check { is_reporter: true, ..newcomer }.counts(&fixed));
    assert!(!Check { is_admin: true, ..trusted.clone() }.counts(&fixed));
    assert!(!Check { build: build(3), ..trusted.clone() }.counts(&fixed));
    let elsewhere = Build { channel: Channel::Mobile, ..build(9) };
    assert!(!Check { build: elsewhere, ..trusted.clone() }.counts(&fixed));
    assert!(!Check { verdict: Verdict::CannotTest, ..trusted }.counts(&fixed));
}

#[test]
fn two_persons_verify_if_one_of_them_has_proof() {
    let bare = |person| check(person, Verdict::Works, Proof::None);
    assert_eq!(outcome(&[bare("a"), bare("b")]), Outcome::Undecided);
    let proven = check("b", Verdict::Works, Proof::Own);
    assert_eq!(outcome(&[bare("a"), proven.clone()]), Outcome::Verified);
    assert_eq!(outcome(&[proven.clone(), proven.clone()]), Outcome::Undecided);
    let trusting = Policy { fix_check_needs_evidence: false, ..Policy::default() };
    let found = tally(&[bare("a"), bare("b")], &build(4), NOW, &trusting);
    assert_eq!((found.outcome, found.works), (Outcome::Verified, 2));
}

#[test]
fn the_reporter_alone_verifies_with_proof() {
    let reporter = |proof| Check { is_reporter: true, ..check("r", Verdict::Works, proof) };
    assert_eq!(outcome(&[reporter(Proof::Own)]), Outcome::Verified);
    assert_eq!(outcome(&[reporter(Proof::None)]), Outcome::Undecided);
}

#[test]
fn a_fresh_doubt_holds_the_quorum_up_for_two_days_and_proof_ends_it() {
    let mut checks = vec![
        check("a", Verdict::Works, Proof::Own),
        check("b", Verdict::Works, Proof::Own),
        check("c", Verdict::StillBroken, Proof::Own),
    ];
    assert_eq!(outcome(&checks), Outcome::Disputed);
    checks[2].at = NOW.before(Span::hours(48));
    assert_eq!(outcome(&checks), Outcome::Verified);
    checks[2].proof = Proof::SameFailure;
    assert_eq!(outcome(&checks), Outcome::Regressed);
    let found = tally(&checks, &build(4), NOW, &Policy::default());
    assert_eq!((found.works, found.still_broken), (2, 1));
}

#[test]
fn being_right_pays_either_way_to_the_first_three() {
    let checks: Vec<Check> = (1i64..6)
        .map(|place| {
            let verdict = if place == 2 { Verdict::StillBroken } else { Verdict::Works };
            Check { at: Timestamp(place), ..check(&format!("p{place}"), verdict, Proof::Own) }
        })
        .collect();
    let names = |truth| -> Vec<String> {
        right(&checks, &build(4), truth, 3).iter().map(|one| one.person.to_string()).collect()
    };
    assert_eq!(names(Verdict::Works), ["p1", "p3", "p4"]);
    assert_eq!(names(Verdict::StillBroken), ["p2"]);
}

fn checks() -> impl Strategy<Value = Vec<Check>> {
    let verdicts = vec![Verdict::Works, Verdict::StillBroken, Verdict::CannotTest];
    let proofs = vec![Proof::None, Proof::Own, Proof::SameFailure];
    let one = (0u8..5, select(verdicts), select(proofs), 3u32..6, any::<bool>(), 0u32..90);
    proptest::collection::vec(one, 0..12).prop_map(|checks| {
        checks
            .into_iter()
            .map(|(person, verdict, proof, ordinal, is_admin, hours)| Check {
                is_admin,
                build: build(ordinal),
                at: NOW.before(Span::hours(hours)),
                ..check(&format!("p{person}"), verdict, proof)
            })
            .collect()
    })
}

proptest! {
    #[test]
    fn a_person_counts_once_however_often_they_check(checks in checks()) {
        let once = tally(&checks, &build(4), NOW, &Policy::default());
        let twice: Vec<Check> = checks.iter().chain(&checks).cloned().collect();
        assert_eq!(tally(&twice, &build(4), NOW, &Policy::default()), once);
        assert!(once.works + once.still_broken <= 5);
    }

    #[test]
    fn staff_never_decide_and_are_never_paid(checks in checks()) {
        let testers: Vec<Check> = checks.iter().filter(|check| !check.is_admin).cloned().collect();
        let (all, without) = (outcome(&checks), outcome(&testers));
        assert_eq!(all, without);
        assert!(right(&checks, &build(4), Verdict::Works, 3).iter().all(|check| !check.is_admin));
    }

    #[test]
    fn nobody_is_paid_for_both_answers(checks in checks()) {
        let works = right(&checks, &build(4), Verdict::Works, 99);
        let broken = right(&checks, &build(4), Verdict::StillBroken, 99);
        assert!(works.iter().all(|one| broken.iter().all(|other| one.person != other.person)));
    }
}
