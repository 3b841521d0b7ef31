//! Steps, answers and checks.

use proptest::prelude::*;

use crate::evidence::OwnerMatch;
use crate::mission::answer::{Given, StepAnswer};
use crate::mission::check::{Check, CheckDraft, Quantity};
use crate::mission::draft::{Plain, Review, ReviewMode, is_slug, slug};
use crate::mission::step::{QuestionDraft, StepDraft, steps};
use crate::mission::verdict::{Outcome, Reason, TxFacts};
use crate::timestamp::Timestamp;

fn draft() -> CheckDraft {
    CheckDraft {
        network: "base".to_owned(),
        to_role: Some("router".to_owned()),
        method: Some("execute".to_owned()),
        event: Some("swap".to_owned()),
        token_in: Some("usdc".to_owned()),
        token_out: Some("safu".to_owned()),
        min_amount: Some("10000000".to_owned()),
        max_amount: Some("900000000000000000000000000".to_owned()),
        status: Some("any".to_owned()),
        since_start: Some(true),
        owner_match: Some("yes".to_owned()),
    }
}

fn facts() -> TxFacts {
    TxFacts {
        network: Some("base".to_owned()),
        mined_at: Some(Timestamp(100_000)),
        owner: Some(OwnerMatch::Yes),
        is_success: Some(false),
        to_role: Some("router".to_owned()),
        selector: Some("0x3593564c".to_owned()),
        method: Some("execute".to_owned()),
        has_swap: true,
        has_transfer: false,
        token_in: Some("usdc".to_owned()),
        token_out: Some("safu".to_owned()),
        amount_in: Some("25000000".to_owned()),
        is_whole: true,
    }
}

fn judged(change: impl Fn(&mut TxFacts)) -> Outcome {
    let mut facts = facts();
    change(&mut facts);
    Check::read(&draft()).unwrap().judge(&facts, Some(Timestamp(100_900)))
}

#[test]
fn every_part_of_a_check_counts_and_is_named_when_it_does_not_hold() {
    assert_eq!(judged(|_| {}), Outcome::Passed, "a block of the second of the start counts");
    let failed = [
        (Reason::WrongNetwork, judged(|it| it.network = Some("sepolia".to_owned()))),
        (Reason::NotMined, judged(|it| it.is_success = None)),
        (Reason::BeforeStart, judged(|it| it.mined_at = Some(Timestamp(99_999)))),
        (Reason::NotOwn, judged(|it| it.owner = Some(OwnerMatch::No))),
        (Reason::NotOwn, judged(|it| it.owner = Some(OwnerMatch::Relayed))),
        (Reason::NoWallet, judged(|it| it.owner = Some(OwnerMatch::Unknown))),
        (Reason::WrongContract, judged(|it| it.to_role = Some("token".to_owned()))),
        (Reason::WrongContract, judged(|it| it.to_role = None)),
        (Reason::WrongMethod, judged(|it| it.method = Some("swap".to_owned()))),
        (Reason::NoEvent, judged(|it| it.has_swap = false)),
        (Reason::WrongTokenIn, judged(|it| it.token_in = Some("native".to_owned()))),
        (Reason::WrongTokenOut, judged(|it| it.token_out = None)),
        (Reason::TooLittle, judged(|it| it.amount_in = Some("9999999".to_owned()))),
        (
            Reason::TooMuch,
            judged(|it| it.amount_in = Some("1000000000000000000000000000".to_owned())),
        ),
    ];
    for (reason, outcome) in failed {
        assert_eq!(outcome, Outcome::Failed(reason), "{}", reason.key());
        assert!(reason.sentence().ends_with('.'));
    }
    let undecided = [
        (Reason::UnknownMethod, judged(|it| it.method = None)),
        (Reason::UnknownAmount, judged(|it| it.amount_in = None)),
        (
            Reason::NotExplained,
            judged(|it| {
                it.has_swap = false;
                it.is_whole = false;
            }),
        ),
        (Reason::NotExplained, judged(|it| it.mined_at = None)),
    ];
    for (reason, outcome) in undecided {
        assert_eq!(outcome, Outcome::Undecided(reason), "{}", reason.key());
    }
}

#[test]
fn what_certainly_does_not_hold_is_said_before_what_nobody_knows() {
    let outcome = judged(|it| {
        it.method = None;
        it.amount_in = Some("1".to_owned());
    });
    assert_eq!(outcome, Outcome::Failed(Reason::TooLittle));
}

#[test]
fn a_check_exists_only_in_a_form_that_can_be_made() {
    let unfit: [fn(&mut CheckDraft); 9] = [
        |it| it.network = " ".to_owned(),
        |it| it.to_role = Some("owner".to_owned()),
        |it| it.method = Some("execute(bytes)".to_owned()),
        |it| it.method = Some("0x12".to_owned()),
        |it| it.since_start = Some(false),
        |it| it.owner_match = Some("no".to_owned()),
        |it| it.token_in = None,
        |it| it.min_amount = Some("-1".to_owned()),
        |it| it.max_amount = Some("5".to_owned()),
    ];
    for (index, change) in unfit.into_iter().enumerate() {
        let mut draft = draft();
        change(&mut draft);
        assert!(Check::read(&draft).is_err(), "{index}");
    }
}

#[test]
fn steps_are_read_as_a_whole() {
    let step = |id: &str, ty: &str| StepDraft {
        id: id.to_owned(),
        text: "Do it".to_owned(),
        ty: ty.to_owned(),
        required: true,
        ..StepDraft::default()
    };
    assert!(steps(&[]).is_err());
    assert!(steps(&[step("a", "do"), step("a", "do")]).is_err(), "two of one name");
    assert!(steps(&[step("a", "question")]).is_err() && steps(&[step("a", "tx")]).is_err());
    assert!(steps(&[StepDraft { check: Some(draft()), ..step("a", "do") }]).is_err());
    assert!(steps(&[StepDraft { required: false, ..step("a", "do") }]).is_err());
    let tx = StepDraft { check: Some(draft()), ..step("swap", "tx") };
    let read = steps(&[step("a", "do"), tx, step("shot", "screenshot")]).unwrap();
    assert!(read[1].check().is_some() && read[0].check().is_none());
    assert_eq!(
        read[1].answer(Given::Text("ev".to_owned())),
        Ok(StepAnswer::Evidence("ev".to_owned()))
    );
    assert!(read[0].answer(Given::Flag(false)).is_err());
    assert!(read[2].answer(Given::Texts(vec!["x".to_owned(); 5])).is_err());
}

#[test]
fn an_answer_fits_its_question() {
    let asked = |ty: &str, options: Option<&[&str]>| {
        let options = options.map(|all| all.iter().map(|one| (*one).to_owned()).collect());
        let question = QuestionDraft { ty: ty.to_owned(), options, min: None, max: None };
        let draft = StepDraft {
            id: "q".to_owned(),
            text: "How?".to_owned(),
            ty: "question".to_owned(),
            required: true,
            question: Some(question),
            check: None,
        };
        steps(&[draft]).map(|mut all| all.remove(0))
    };
    let one = asked("one_of", Some(&["yes", "no"])).unwrap();
    let text = |text: &str| Given::Text(text.to_owned());
    assert!(one.answer(text("yes")).is_ok() && one.answer(text("maybe")).is_err());
    let many = asked("many_of", Some(&["a", "b", "c"])).unwrap();
    let texts = |all: &[&str]| Given::Texts(all.iter().map(|one| (*one).to_owned()).collect());
    assert!(many.answer(texts(&["a", "c"])).is_ok());
    assert!(many.answer(texts(&["a", "a"])).is_err() && many.answer(texts(&[])).is_err());
    let scale = asked("scale", None).unwrap();
    assert!(scale.answer(Given::Number(5.0)).is_ok());
    assert!(scale.answer(Given::Number(2.5)).is_err() && scale.answer(Given::Number(6.0)).is_err());
    let number = asked("number", None).unwrap();
    assert!(number.answer(Given::Number(-3.25)).is_ok());
    assert!(asked("one_of", Some(&["a"])).is_err() && asked("one_of", Some(&["a", "a"])).is_err());
    assert!(asked("scale", Some(&["a", "b"])).is_err());
    let words = asked("text", None).unwrap();
    assert!(words.answer(text("  ")).is_err() && words.answer(text(&"x".repeat(2_001))).is_err());
}

#[test]
fn the_plain_values_have_their_bounds() {
    let fit = Plain {
        title: "Swap with a fee token",
        brief: "",
        points: 20,
        capacity: Some(200),
        min_trust: 1,
        minutes: None,
        review: Review { mode: ReviewMode::Sample, percent: Some(10) },
    };
    assert!(fit.check().is_ok());
    assert_eq!((fit.review.share(), Review::AUTO.share()), (10, 0));
    for unfit in [
        Plain { title: "short", ..fit },
        Plain { points: 4, ..fit },
        Plain { points: 201, ..fit },
        Plain { capacity: Some(0), ..fit },
        Plain { min_trust: 4, ..fit },
        Plain { minutes: Some(0), ..fit },
        Plain { review: Review { mode: ReviewMode::Auto, percent: Some(3) }, ..fit },
        Plain { review: Review { mode: ReviewMode::Sample, percent: None }, ..fit },
    ] {
        assert!(unfit.check().is_err(), "{unfit:?}");
    }
}

proptest! {
    #[test]
    fn quantities_are_ordered_as_numbers(a in any::<u128>(), b in any::<u128>()) {
        let read = |n: u128| Quantity::parse(&format!("00{n}")).unwrap();
        prop_assert_eq!(read(a).cmp(&read(b)), a.cmp(&b));
    }

    #[test]
    fn a_title_always_makes_a_place_in_addresses(title in ".{0,100}") {
        let slug = slug(&title);
        prop_assert!(is_slug(&slug), "{slug}");
    }
}
