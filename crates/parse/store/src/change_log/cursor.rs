//! A place in the change log.

/// A reader's position in the change log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Where transactions are numbered: system, timeline and database.
    pub(super) place: String,
    /// The snapshot in which everything is seen.
    pub(super) seen: String,
    /// How far a look that found too much for one answer has come.
    pub(super) part: Option<Part>,
}

/// A look that goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// The snapshot of the first answer: what was committed later comes after all of it.
    pub(super) until: String,
    /// The last number that was given out.
    pub(super) after: i64,
}

impl Cursor {
    /// A place behind everything that a snapshot shows.
    pub(super) fn at(place: String, seen: String) -> Cursor {
        Cursor { place, seen, part: None }
    }

    /// The place after an answer: behind all that was visible `now`, or behind the last change of
    /// an answer that was not the whole of it.
    pub(super) fn moved(&self, now: String, last: Option<i64>) -> Cursor {
        let until = self.part.as_ref().map_or(now, |part| part.until.clone());
        match last {
            Some(after) => Cursor { part: Some(Part { until, after }), ..self.clone() },
            None => Cursor::at(self.place.clone(), until),
        }
    }

    /// Whether the next look goes on with what this one left.
    pub fn has_more(&self) -> bool {
        self.part.is_some()
    }

    /// As text, to be kept.
    pub fn to_text(&self) -> String {
        match &self.part {
            None => format!("{} {}", self.place, self.seen),
            Some(Part { until, after }) => {
                format!("{} {} {until} {after}", self.place, self.seen)
            }
        }
    }

    /// Reads what was kept.
    pub fn parse(text: &str) -> Option<Cursor> {
        let mut words = text.split(' ').map(str::to_owned);
        let (place, seen) = (words.next()?, words.next()?);
        let part = match (words.next(), words.next(), words.next()) {
            (None, None, None) => None,
            (Some(until), Some(after), None) => Some(Part { until, after: after.parse().ok()? }),
            _ => return None,
        };
        Some(Cursor { place, seen, part })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_whole_and_in_the_middle_of_a_look() {
        let whole = Cursor::at("7.00000001.5".to_owned(), "10:12:10".to_owned());
        let part = whole.moved("10:20:".to_owned(), Some(7));
        for cursor in [&whole, &part] {
            assert_eq!(Cursor::parse(&cursor.to_text()).as_ref(), Some(cursor));
        }
        assert!(part.has_more() && !whole.has_more());
        assert_eq!(Cursor::parse("7 10:12: 9"), None);
    }

    #[test]
    fn a_look_in_parts_ends_at_the_snapshot_it_began_with() {
        let begun = Cursor::at("p".to_owned(), "1:1:".to_owned());
        let part = begun.moved("5:5:".to_owned(), Some(100));
        let further = part.moved("9:9:".to_owned(), Some(200));
        assert_eq!(
            further.moved("11:11:".to_owned(), None),
            Cursor::at("p".to_owned(), "5:5:".to_owned())
        );
    }
}
