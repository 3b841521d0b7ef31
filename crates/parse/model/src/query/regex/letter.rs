//! Letters and their other case, as PostgreSQL pairs them: one small, one capital.

use std::sync::OnceLock;

/// The characters that stand for `c` when case is ignored.
pub(super) fn both_cases(c: char) -> [char; 2] {
    [lower(c), upper(c)]
}

/// The other-case characters of everything from `first` to `last`.
pub(super) fn other_cases(first: char, last: char) -> impl Iterator<Item = char> {
    let cased = cased();
    let from = cased.partition_point(|&c| c < first);
    cased[from..]
        .iter()
        .take_while(move |&&c| c <= last)
        .flat_map(|&c| both_cases(c))
        .filter(move |c| !(first..=last).contains(c))
}

/// Every character that has another case, in order.
fn cased() -> &'static [char] {
    static CASED: OnceLock<Vec<char>> = OnceLock::new();
    CASED.get_or_init(|| ('\0'..=char::MAX).filter(|&c| lower(c) != c || upper(c) != c).collect())
}

fn lower(c: char) -> char {
    match c {
        'İ' => 'i',
        _ => only(c.to_lowercase(), c),
    }
}

fn upper(c: char) -> char {
    match c {
        // Their full capital is two letters; these are their capitals of one.
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => {
            char::from_u32(u32::from(c) + 8).unwrap_or(c)
        }
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => char::from_u32(u32::from(c) + 9).unwrap_or(c),
        _ => only(c.to_uppercase(), c),
    }
}

/// The one character a mapping yields, or the character itself.
fn only(mut mapped: impl Iterator<Item = char>, c: char) -> char {
    match (mapped.next(), mapped.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

/// Whether blanks of this kind are skipped in a spaced-out pattern, and what `\s` matches.
pub(super) fn is_space(c: char) -> bool {
    // Blanks at which no line may be broken are no white space.
    matches!(c, '\t'..='\r' | ' ')
        || (c.is_whitespace() && !matches!(c, '\u{85}' | '\u{a0}' | '\u{2007}' | '\u{202f}'))
}
