//! Whether a tester is asked about a failed call of their wallet.

use crate::Timestamp;

/// The shortest time between two questions to a person.
pub const PAUSE_HOURS: i64 = 24;

/// What is known about a failure and the tester who met it.
#[derive(Debug, Clone, Copy)]
pub struct QuestionFacts {
    /// Whether the tester agreed to be asked.
    pub has_agreed: bool,
    /// Whether the failure is meant to happen.
    pub is_expected: bool,
    /// Whether the programme asks about failures that are meant to happen.
    pub asks_expected: bool,
    /// Whether a report has the transaction, or one of this person has the same cause.
    pub is_reported: bool,
    /// Whether the person was asked about the same cause before.
    pub was_asked_about_cause: bool,
    /// The last question to this person.
    pub last_asked: Option<Timestamp>,
}

/// Whether the tester is asked now.
pub fn is_asked(facts: &QuestionFacts, now: Timestamp) -> bool {
    let has_paused = facts.last_asked.is_none_or(|last| now.0 - last.0 >= PAUSE_HOURS * 3_600_000);
    facts.has_agreed
        && (facts.asks_expected || !facts.is_expected)
        && !facts.is_reported
        && !facts.was_asked_about_cause
        && has_paused
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: i64 = 3_600_000;

    /// A failure of a tester: when, which cause, and what the programme and the tester say to it.
    #[derive(Debug, Clone, Copy)]
    struct Met {
        at: i64,
        cause: u8,
        is_expected: bool,
        is_reported: bool,
        /// The tester answers "don't ask again" if a question comes.
        stops: bool,
    }

    fn met() -> impl Strategy<Value = Met> {
        (
            0..200 * HOUR,
            0u8..4,
            any::<bool>(),
            proptest::bool::weighted(0.2),
            proptest::bool::weighted(0.1),
        )
            .prop_map(|(at, cause, is_expected, is_reported, stops)| Met {
                at,
                cause,
                is_expected,
                is_reported,
                stops,
            })
    }

    /// The failures about which the tester is asked.
    fn asked(mut all: Vec<Met>, asks_expected: bool) -> Vec<Met> {
        all.sort_by_key(|met| met.at);
        let mut questions: Vec<Met> = Vec::new();
        let mut has_agreed = true;
        for met in all {
            let last = questions.last();
            let facts = QuestionFacts {
                has_agreed,
                is_expected: met.is_expected,
                asks_expected,
                is_reported: met.is_reported,
                was_asked_about_cause: questions.iter().any(|other| other.cause == met.cause),
                last_asked: last.map(|last| Timestamp(last.at)),
            };
            if is_asked(&facts, Timestamp(met.at)) {
                questions.push(met);
                has_agreed = !met.stops;
            }
        }
        questions
    }

    proptest! {
        #[test]
        fn a_person_is_asked_once_about_a_cause_once_a_day_and_never_after_declining(
            all in prop::collection::vec(met(), 0..100), asks_expected: bool,
        ) {
            let questions = asked(all, asks_expected);
            for (at, question) in questions.iter().enumerate() {
                prop_assert!(questions[at + 1..].iter().all(|later| later.cause != question.cause));
                prop_assert!(!question.is_reported && (asks_expected || !question.is_expected));
                if let Some(next) = questions.get(at + 1) {
                    prop_assert!(next.at - question.at >= PAUSE_HOURS * HOUR && !question.stops);
                }
            }
        }

        #[test]
        fn the_first_failure_that_is_not_expected_is_asked_about(mut one in met()) {
            one.is_reported = false;
            one.is_expected = false;
            prop_assert_eq!(asked(vec![one], false).len(), 1);
        }
    }

    #[test]
    fn a_hundred_failures_with_one_cause_give_one_question() {
        let one = Met { at: 0, cause: 1, is_expected: false, is_reported: false, stops: false };
        let all = (0..100).map(|n| Met { at: n * 30 * HOUR, ..one }).collect();
        assert_eq!(asked(all, false).len(), 1);
    }

    #[test]
    fn without_agreement_there_is_no_question() {
        let facts = QuestionFacts {
            has_agreed: false,
            is_expected: false,
            asks_expected: true,
            is_reported: false,
            was_asked_about_cause: false,
            last_asked: None,
        };
        assert!(!is_asked(&facts, Timestamp(0)));
        assert!(is_asked(&QuestionFacts { has_agreed: true, ..facts }, Timestamp(0)));
    }
}
