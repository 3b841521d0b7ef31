//! One range of bytes, as a request asks for it.

use std::ops::Range;

/// What a request asks for of a file of a certain size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All of it.
    Whole,
    /// A part of it, which is not empty.
    Part(Range<u64>),
    /// Something that it does not have.
    Beyond,
}

/// Reads a `Range` header. Several ranges, and what is no range, ask for the whole file: they are
/// never worth the trouble they make.
pub(super) fn wanted(header: Option<&str>, size: u64) -> Wanted {
    let Some((first, last)) = header
        .and_then(|header| header.trim().strip_prefix("bytes="))
        .filter(|ranges| !ranges.contains(','))
        .and_then(|range| range.trim().split_once('-'))
    else {
        return Wanted::Whole;
    };
    let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        // More digits than fit are a number beyond every file.
        true => Some(text.parse().unwrap_or(u64::MAX)),
        false => None,
    };
    match (first, last) {
        ("", "") => Wanted::Whole,
        ("", last) => match number(last) {
            None => Wanted::Whole,
            Some(0) => Wanted::Beyond,
            Some(_) if size == 0 => Wanted::Beyond,
            Some(length) => Wanted::Part(size.saturating_sub(length)..size),
        },
        (first, last) => {
            match (number(first), if last.is_empty() { Some(u64::MAX) } else { number(last) }) {
                (Some(first), Some(last)) if first > last => Wanted::Whole,
                (Some(first), Some(_)) if first >= size => Wanted::Beyond,
                (Some(first), Some(last)) => Wanted::Part(first..last.saturating_add(1).min(size)),
                _ => Wanted::Whole,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_ten(header: &str) -> Wanted {
        wanted(Some(header), 10)
    }

    #[test]
    fn one_range_is_a_part_of_the_file() {
        assert_eq!(of_ten("bytes=0-0"), Wanted::Part(0..1));
        assert_eq!(of_ten("bytes=2-4"), Wanted::Part(2..5));
        assert_eq!(of_ten("bytes=2-"), Wanted::Part(2..10));
        assert_eq!(of_ten("bytes=-3"), Wanted::Part(7..10));
        assert_eq!(of_ten("bytes=-99"), Wanted::Part(0..10));
        assert_eq!(of_ten("bytes=5-99999999999999999999999"), Wanted::Part(5..10));
    }

    #[test]
    fn what_the_file_does_not_have_is_beyond_it() {
        for header in ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999999-"] {
            assert_eq!(of_ten(header), Wanted::Beyond, "{header}");
        }
        assert_eq!(wanted(Some("bytes=-1"), 0), Wanted::Beyond);
    }

    #[test]
    fn anything_else_asks_for_the_whole_file() {
        let many = format!("bytes={}", vec!["0-0"; 1000].join(","));
        for header in ["bytes=9-1", "bytes=-", "bytes=a-b", "items=0-1", "bytes=--1", "", &many] {
            assert_eq!(of_ten(header), Wanted::Whole, "{header}");
        }
        assert_eq!(wanted(None, 10), Wanted::Whole);
    }
}
