//! What was found a moment ago, for whoever asks the same.
//!
//! Most people look at the same few lists and at the same page of ranks. What is the same for everybody
//! is found for one of them and holds for all, until a command on this node changes what is found, or
//! for about a second, after which the changes of other nodes are seen.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use parse_engine::Error;
use parse_model::Date;

/// How long an answer holds at least, in milliseconds, and how much longer at most. Each question has
/// a time of its own, so that not all of them are asked anew in the same moment.
const HOLDS: i64 = 700;
const LONGER: u64 = 600;

/// For how long after a change nothing is remembered, in milliseconds: a command may be part of a larger
/// transaction, which ends a moment after it, and until then everybody finds what was before.
const UNSETTLED: i64 = 250;

/// The answers to questions of the last second.
#[derive(Debug)]
pub(crate) struct Recent<T> {
    most: usize,
    known: Mutex<Known<T>>,
}

#[derive(Debug)]
struct Known<T> {
    /// How often everything was forgotten.
    changes: u64,
    changed_at: Option<Date>,
    answers: HashMap<String, (Date, T)>,
}

impl<T: Clone> Recent<T> {
    /// Questions are without end, but those of a second are few: beyond so many, all are forgotten.
    pub(crate) fn of_at_most(most: usize) -> Recent<T> {
        Recent {
            most,
            known: Mutex::new(Known { changes: 0, changed_at: None, answers: HashMap::new() }),
        }
    }

    /// The answer to a question; `find` finds it if it is not known.
    pub(crate) async fn answer(
        &self,
        question: &str,
        now: Date,
        find: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        match self.look_up(question, now) {
            Ok(answer) => Ok(answer),
            Err(changes) => {
                let answer = find.await?;
                self.keep(question, now, changes, answer.clone());
                Ok(answer)
            }
        }
    }

    /// Forgets everything, because something else may be found now.
    pub(crate) fn forget(&self, now: Date) {
        let mut known = self.known();
        known.changes += 1;
        known.changed_at = Some(now);
        known.answers.clear();
    }

    /// The answer, if it holds; else the state for which it is to be found.
    fn look_up(&self, question: &str, now: Date) -> Result<T, u64> {
        let known = self.known();
        let is_fresh = |at: &Date| (0..holds(question)).contains(&(now.millis() - at.millis()));
        match known.answers.get(question) {
            Some((at, answer)) if is_fresh(at) => Ok(answer.clone()),
            _ => Err(known.changes),
        }
    }

    /// Remembers an answer, unless something has changed since it was looked for.
    fn keep(&self, question: &str, now: Date, changes: u64, answer: T) {
        let mut known = self.known();
        let is_unsettled = |at: Date| now.millis() - at.millis() < UNSETTLED;
        if known.changes != changes || known.changed_at.is_some_and(is_unsettled) {
            return;
        }
        if known.answers.len() >= self.most {
            known.answers.clear();
        }
        known.answers.insert(question.to_owned(), (now, answer));
    }

    fn known(&self) -> MutexGuard<'_, Known<T>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn holds(question: &str) -> i64 {
    let mut hasher = DefaultHasher::new();
    question.hash(&mut hasher);
    HOLDS + (hasher.finish() % LONGER).cast_signed()
}

#[cfg(test)]
mod tests {
    use parse_model::Date;

    use super::Recent;

    const NOW: Date = Date::from_millis(1_000_000);

    #[test]
    fn an_answer_holds_for_about_a_second() {
        let recent = Recent::of_at_most(10);
        let changes = recent.look_up("is:open", NOW).expect_err("nothing is known yet");
        recent.keep("is:open", NOW, changes, 7);
        assert_eq!(recent.look_up("is:open", Date::from_millis(1_000_699)), Ok(7));
        assert!(recent.look_up("is:open", Date::from_millis(1_001_300)).is_err());
        assert!(recent.look_up("is:new", NOW).is_err(), "another question has another answer");
    }

    #[test]
    fn what_was_found_before_a_change_is_not_believed_after_it() {
        let recent = Recent::of_at_most(10);
        let changes = recent.look_up("is:open", NOW).expect_err("nothing is known yet");
        recent.forget(NOW);
        let settled = Date::from_millis(1_000_250);
        recent.keep("is:open", settled, changes, 7);
        let changes =
            recent.look_up("is:open", settled).expect_err("it was found before the change");
        recent.keep("is:open", Date::from_millis(1_000_249), changes, 8);
        assert!(recent.look_up("is:open", settled).is_err(), "it may not be seen by all yet");
        recent.keep("is:open", settled, changes, 9);
        assert_eq!(recent.look_up("is:open", settled), Ok(9));
        recent.forget(settled);
        assert!(recent.look_up("is:open", settled).is_err());
    }

    #[test]
    fn not_more_is_remembered_than_fits() {
        let recent = Recent::of_at_most(2);
        for question in ["a", "b", "c"] {
            recent.keep(question, NOW, 0, 1);
        }
        assert!(recent.look_up("a", NOW).is_err());
        assert_eq!(recent.look_up("c", NOW), Ok(1));
    }
}
