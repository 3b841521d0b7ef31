//! Pages as the old client reads them: it offers `next()` only where `page`, `page_size` and `total`
//! are all there.

use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::refused::unreadable;

/// A row's place on a chain; places further down the list are smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// The block.
    pub(crate) block: u64,
    /// The log in the block.
    pub(crate) log: u64,
    /// The row among those of one log.
    pub(crate) row: u64,
}

/// Where a list of rows in a range of blocks goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RangeCursor {
    /// The first block of the range.
    pub(crate) from: u64,
    /// The last one.
    pub(crate) to: u64,
    /// The last returned place.
    pub(crate) after: Place,
    /// The number of the page.
    pub(crate) page: u64,
}

impl RangeCursor {
    /// The cursor as text.
    pub(crate) fn text(&self) -> String {
        let Place { block, log, row } = self.after;
        format!("r.{}.{}.{block}.{log}.{row}.{}", self.from, self.to, self.page)
    }

    /// Reads one; nothing in it is believed beyond what a caller may say anyway.
    pub(crate) fn parse(text: &str) -> Result<RangeCursor, Error> {
        let bad = || unreadable("cursor", "one that this server gave");
        let numbers = text.strip_prefix("r.").ok_or_else(bad)?.split('.');
        let numbers: Result<Vec<u64>, _> = numbers.map(str::parse::<u64>).collect();
        match numbers.map_err(|_| bad())?[..] {
            [from, to, block, log, row, page] if page < 1 << 32 => {
                Ok(RangeCursor { from, to, after: Place { block, log, row }, page })
            }
            _ => Err(bad()),
        }
    }
}

/// The position in a list with a known order: how many rows were returned.
pub(crate) fn told(cursor: Option<&str>) -> Result<usize, Error> {
    let Some(text) = cursor else { return Ok(0) };
    let number = text.strip_prefix("n.").and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| unreadable("cursor", "one that this server gave"))
}

/// A page of a list whose length is known.
pub(crate) fn counted(rows: Vec<Json>, told: usize, limit: usize, total: usize) -> Json {
    let after = told + rows.len();
    let cursor = if after < total { format!("n.{after}") } else { String::new() };
    json!({
        "total": total,
        "page": told / limit,
        "page_size": limit,
        "cursor": cursor,
        "result": rows,
        "status": "SYNCED",
    })
}

/// A page of rows in a range. The total is a lower bound while there are more.
pub(crate) fn ranged(rows: Vec<Json>, page: u64, limit: usize, next: Option<RangeCursor>) -> Json {
    let before = usize::try_from(page).unwrap_or(usize::MAX).saturating_mul(limit);
    let total = match next {
        Some(_) => before.saturating_add(limit + 1),
        None => before.saturating_add(rows.len()),
    };
    json!({
        "total": total,
        "page": page,
        "page_size": limit,
        "cursor": next.map_or_else(String::new, |next| next.text()),
        "result": rows,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_was_written_and_nothing_else_is() {
        let after = Place { block: 7, log: 3, row: 1 };
        let cursor = RangeCursor { from: 1, to: 9, after, page: 2 };
        assert_eq!(RangeCursor::parse(&cursor.text()).unwrap(), cursor);
        for bad in ["", "r.", "r.1.2.3.4.5", "r.1.2.3.4.5.-1", "n.5", "r.1.2.3.4.5.99999999999"] {
            assert!(RangeCursor::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(told(None).unwrap(), 0);
        assert_eq!(told(Some("n.5")).unwrap(), 5);
        assert!(told(Some("r.1")).is_err());
    }

    /// As the client decides it.
    fn offers_next(page: &Json) -> bool {
        let number = |name: &str| page[name].as_u64().unwrap_or_default();
        let is_paged = number("page_size") > 0 && number("total") > 0 && page.get("page").is_some();
        let has_cursor = page["cursor"].as_str().is_some_and(|cursor| !cursor.is_empty());
        is_paged && (has_cursor || number("total") > number("page_size") * (number("page") + 1))
    }

    #[test]
    fn the_client_offers_the_next_page_exactly_while_there_is_one() {
        let after = Place { block: 7, log: 3, row: 0 };
        let next = RangeCursor { from: 1, to: 9, after, page: 1 };
        assert!(offers_next(&ranged(vec![json!(1)], 0, 1, Some(next))));
        assert!(!offers_next(&ranged(vec![json!(1)], 1, 1, None)));
        assert!(!offers_next(&ranged(vec![], 0, 100, None)));
        assert!(offers_next(&counted(vec![json!(1), json!(2)], 0, 2, 3)));
        assert!(!offers_next(&counted(vec![json!(3)], 2, 2, 3)));
    }
}
