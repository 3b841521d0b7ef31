//! Which form of a file a caller gets: the smallest of those that it takes.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    Brotli,
    Gzip,
    Plain,
}

/// From the smallest form to the largest.
const BY_SIZE: [Coding; 3] = [Coding::Brotli, Coding::Gzip, Coding::Plain];

impl Coding {
    /// Its name in HTTP, where it has to be said.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Coding::Brotli => Some("br"),
            Coding::Gzip => Some("gzip"),
            Coding::Plain => None,
        }
    }

    fn is_called(self, name: &str) -> bool {
        let names: &[&str] = match self {
            Coding::Brotli => &["br"],
            Coding::Gzip => &["gzip", "x-gzip"],
            Coding::Plain => &["identity"],
        };
        names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// The form that a caller likes best among those there are; of equals the smallest. A caller that
/// takes none of them gets the plain one: an answer is of more use than a refusal.
pub(super) fn chosen(headers: &HeaderMap, is_there: impl Fn(Coding) -> bool) -> Coding {
    let lines = headers.get_all(ACCEPT_ENCODING).iter();
    let wishes: Vec<(&str, u16)> = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .filter_map(wish)
        .collect();
    let liking = |coding: Coding| {
        let by_name = wishes.iter().find(|(name, _)| coding.is_called(name));
        let by_star = || wishes.iter().find(|(name, _)| *name == "*");
        match by_name.or_else(|| by_star().filter(|_| coding != Coding::Plain)) {
            Some((_, liking)) => *liking,
            None => 0,
        }
    };
    let there = BY_SIZE.into_iter().filter(|coding| is_there(*coding) && liking(*coding) > 0);
    there.rev().max_by_key(|coding| liking(*coding)).unwrap_or(Coding::Plain)
}

/// One wish, in thousandths of the greatest; one that cannot be read is none.
fn wish(item: &str) -> Option<(&str, u16)> {
    let mut parts = item.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?;
    let mut liking = 1000;
    for parameter in parts {
        let (key, value) = parameter.split_once('=')?;
        if key.trim().eq_ignore_ascii_case("q") {
            liking = thousandths(value.trim())?;
        }
    }
    Some((name, liking))
}

/// A number from 0 to 1 with at most three decimals.
fn thousandths(text: &str) -> Option<u16> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    if rest.len() > 3 || !rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let rest: u16 = format!("{rest:0<3}").parse().ok()?;
    match (whole, rest) {
        ("0", rest) => Some(rest),
        ("1", 0) => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(accepted: &'static str) -> Coding {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, accepted.parse().unwrap());
        chosen(&headers, |_| true)
    }

    #[test]
    fn the_smallest_of_the_forms_that_are_liked_best_is_chosen() {
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", Coding::Brotli),
            ("gzip, deflate", Coding::Gzip),
            ("GZIP", Coding::Gzip),
            ("x-gzip", Coding::Gzip),
            ("br;q=0.5, gzip", Coding::Gzip),
            ("br ; q=0.501 , gzip;q=0.5", Coding::Brotli),
            ("br;q=0, gzip;q=0", Coding::Plain),
            ("identity, gzip;q=0.5", Coding::Plain),
            ("identity;q=0.5, gzip;q=0.5", Coding::Gzip),
            ("*", Coding::Brotli),
            ("br;q=0, *", Coding::Gzip),
            ("*;q=0", Coding::Plain),
            ("identity;q=0", Coding::Plain),
            ("zstd", Coding::Plain),
            ("", Coding::Plain),
            ("br;q=2", Coding::Plain),
            ("br;q=0.1234, gzip;q=x", Coding::Plain),
            ("br;q, ;;=,", Coding::Plain),
        ] {
            assert_eq!(of(accepted), expected, "{accepted}");
        }
    }

    #[test]
    fn who_says_nothing_gets_the_plain_form() {
        assert_eq!(chosen(&HeaderMap::new(), |_| true), Coding::Plain);
    }

    #[test]
    fn a_form_that_is_not_there_is_not_chosen() {
        let mut headers = HeaderMap::new();
        headers.append(ACCEPT_ENCODING, "br".parse().unwrap());
        headers.append(ACCEPT_ENCODING, "gzip;q=0.1".parse().unwrap());
        assert_eq!(chosen(&headers, |coding| coding != Coding::Brotli), Coding::Gzip);
        assert_eq!(chosen(&headers, |coding| coding == Coding::Plain), Coding::Plain);
    }
}
