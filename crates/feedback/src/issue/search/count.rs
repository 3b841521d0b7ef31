//! How many issues a question finds.
//!
//! What everybody may read is the same for everybody, and most people look at the same few lists: it is
//! counted for one of them and holds for all, until a command on this node changes what lists find, or
//! for a second, after which the changes of other nodes are seen.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use feedback_model::search::IssueQuery;
use parse_engine::Error;
use parse_model::Date;
use parse_store::Sql;

use super::condition::{self, Asker};
use crate::desk::Desk;

/// Up to how many issues are counted.
pub(super) const MOST: i64 = 10_000;

/// How long a count holds, in milliseconds.
const HOLDS: i64 = 1_000;

/// How many counts are remembered: questions are without end, but those of a second are few.
const REMEMBERED: usize = 1_000;

/// What was counted a moment ago.
#[derive(Debug, Default)]
pub(crate) struct Counts(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    /// How often everything was forgotten.
    changes: u64,
    found: HashMap<String, (Date, i64)>,
}

impl Counts {
    /// Forgets everything, because lists may find something else now.
    pub(crate) fn forget(&self) {
        let mut counted = self.counted();
        counted.changes += 1;
        counted.found.clear();
    }

    /// What a question found, if that holds; else the state for which it is to be counted.
    fn known(&self, question: &str, now: Date) -> Result<i64, u64> {
        let counted = self.counted();
        match counted.found.get(question) {
            Some((at, found)) if (0..HOLDS).contains(&(now.millis() - at.millis())) => Ok(*found),
            _ => Err(counted.changes),
        }
    }

    /// Remembers what a question found, unless something has changed since it was asked.
    fn keep(&self, question: String, now: Date, changes: u64, found: i64) {
        let mut counted = self.counted();
        if counted.changes != changes {
            return;
        }
        if counted.found.len() >= REMEMBERED {
            counted.found.clear();
        }
        counted.found.insert(question, (now, found));
    }

    fn counted(&self) -> MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many there are that whoever asks may read, or [`MOST`] and something.
pub(super) async fn total(
    desk: &Desk,
    query: &IssueQuery,
    asker: &Asker<'_>,
) -> Result<i64, Error> {
    let kept_back = found(desk, &kept_back(query, asker)).await?;
    let Some(question) = question_of_all(query, asker) else {
        return Ok(kept_back + found(desk, &open(query, asker)).await?);
    };
    let open = match desk.counts().known(&question, desk.now()) {
        Ok(known) => known,
        Err(changes) => {
            let open = found(desk, &open(query, asker)).await?;
            desk.counts().keep(question, desk.now(), changes, open);
            open
        }
    };
    Ok(kept_back + open)
}

/// The question with all that decides what it finds, unless that is something about whoever asks.
fn question_of_all(query: &IssueQuery, asker: &Asker<'_>) -> Option<String> {
    let languages = (asker.is_admin, asker.locale);
    (!query.is_about_asker()).then(|| format!("{languages:?} {query}"))
}

async fn found(desk: &Desk, sql: &Sql) -> Result<i64, Error> {
    Ok(desk.row(sql).await?.unwrap_or_default())
}

/// What everybody may read, counted in an index that has nothing else.
fn open(query: &IssueQuery, asker: &Asker<'_>) -> Sql {
    counted(query, asker, |sql| {
        sql.push(condition::OPEN);
    })
}

/// The rest, which is little.
fn kept_back(query: &IssueQuery, asker: &Asker<'_>) -> Sql {
    counted(query, asker, |sql| condition::kept_back(sql, asker))
}

fn counted(query: &IssueQuery, asker: &Asker<'_>, who: impl FnOnce(&mut Sql)) -> Sql {
    let mut sql = Sql::new(r#"select to_jsonb(count(*)) from (select from "Issue" i where "#);
    who(&mut sql);
    condition::asked(&mut sql, query, asker);
    sql.push(" limit ").bind(MOST + 1).push(") counted");
    sql
}

#[cfg(test)]
mod tests {
    use parse_model::Date;

    use super::{Counts, REMEMBERED};

    const NOW: Date = Date::from_millis(1_000_000);

    #[test]
    fn a_count_holds_for_a_second() {
        let counts = Counts::default();
        let changes = counts.known("is:open", NOW).expect_err("nothing was counted yet");
        counts.keep("is:open".to_owned(), NOW, changes, 7);
        assert_eq!(counts.known("is:open", Date::from_millis(1_000_999)), Ok(7));
        assert!(counts.known("is:open", Date::from_millis(1_001_000)).is_err());
        assert!(counts.known("is:new", NOW).is_err(), "another question has another answer");
    }

    #[test]
    fn what_was_counted_before_a_change_is_not_believed_after_it() {
        let counts = Counts::default();
        let changes = counts.known("is:open", NOW).expect_err("nothing was counted yet");
        counts.forget();
        counts.keep("is:open".to_owned(), NOW, changes, 7);
        let changes = counts.known("is:open", NOW).expect_err("it was counted before the change");
        counts.keep("is:open".to_owned(), NOW, changes, 8);
        assert_eq!(counts.known("is:open", NOW), Ok(8));
        counts.forget();
        assert!(counts.known("is:open", NOW).is_err());
    }

    #[test]
    fn not_more_is_remembered_than_fits() {
        let counts = Counts::default();
        for question in 0..=REMEMBERED {
            counts.keep(question.to_string(), NOW, 0, 1);
        }
        assert!(counts.known("0", NOW).is_err());
        assert_eq!(counts.known(&REMEMBERED.to_string(), NOW), Ok(1));
    }
}
