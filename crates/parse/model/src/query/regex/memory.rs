//! A pattern for the `regex` crate.

use std::fmt::Write;

use super::Mode;
use super::letter::{both_cases, other_cases};
use super::piece::{Item, Kind, Piece, Place, Set};

/// Says what only PostgreSQL can do.
pub(super) fn check(pieces: &[Piece]) -> Result<(), &'static str> {
    pieces.iter().try_for_each(|piece| match piece {
        Piece::Open(group) if group.is_look() => {
            Err("looking ahead or behind is not possible here")
        }
        Piece::Again(_) => Err("a back-reference is not possible here"),
        _ => Ok(()),
    })
}

/// Writes a pattern that was checked.
///
/// Case is spelled out rather than asked for, because the crate knows more pairs of letters than
/// PostgreSQL does.
pub(super) fn written(pieces: &[Piece], mode: Mode) -> String {
    let mut out = String::with_capacity(pieces.len() * 8);
    if mode.has_lines {
        out.push_str("(?m)");
    }
    if mode.dot_takes_newline {
        out.push_str("(?s)");
    }
    pieces.iter().for_each(|piece| one(&mut out, piece, mode));
    out
}

fn one(out: &mut String, piece: &Piece, mode: Mode) {
    match piece {
        Piece::Char(c) => character(out, *c, mode),
        Piece::Any => out.push('.'),
        Piece::Set(set) => members(out, set, mode),
        Piece::Place(place) => out.push_str(match place {
            Place::Start => "^",
            Place::End => "$",
            Place::TextStart => r"\A",
            Place::TextEnd => r"\z",
            Place::WordEdge => r"\b",
            Place::NoWordEdge => r"\B",
            Place::WordStart => r"\b{start}",
            Place::WordEnd => r"\b{end}",
        }),
        Piece::Open(_) => out.push_str("(?:"),
        Piece::Close => out.push(')'),
        Piece::Or => out.push('|'),
        Piece::Repeat(least, most) => {
            let most = most.map_or(String::new(), |most| most.to_string());
            let _ = write!(out, "{{{least},{most}}}");
        }
        // No pattern that was checked has one.
        Piece::Again(_) => {}
    }
}

fn character(out: &mut String, c: char, mode: Mode) {
    let [lower, upper] = if mode.ignores_case { both_cases(c) } else { [c, c] };
    if lower == upper {
        spelled(out, lower);
    } else {
        out.push('[');
        spelled(out, lower);
        spelled(out, upper);
        out.push(']');
    }
}

/// Only letters and digits stand for themselves wherever they are.
fn spelled(out: &mut String, c: char) {
    if c.is_ascii_alphanumeric() {
        out.push(c);
    } else {
        let _ = write!(out, r"\x{{{:x}}}", u32::from(c));
    }
}

fn members(out: &mut String, set: &Set, mode: Mode) {
    out.push_str(if set.is_negated { "[^" } else { "[" });
    for item in &set.items {
        match *item {
            Item::Range(first, last) => range(out, first, last, mode),
            Item::Kind { kind, is_negated } => {
                out.push_str(if is_negated { "[^" } else { "[" });
                out.push_str(kind_members(kind, mode));
                out.push(']');
            }
        }
    }
    out.push(']');
}

fn range(out: &mut String, first: char, last: char, mode: Mode) {
    match (mode.ignores_case, first == last) {
        (true, true) => both_cases(first).into_iter().for_each(|c| spelled(out, c)),
        (_, false) => {
            spelled(out, first);
            out.push('-');
            spelled(out, last);
            if mode.ignores_case {
                other_cases(first, last).for_each(|c| spelled(out, c));
            }
        }
        (false, true) => spelled(out, first),
    }
}

/// The members of a character class, for brackets. They are those of PostgreSQL with `C.UTF-8`, up
/// to the letters of later editions of Unicode.
fn kind_members(kind: Kind, mode: Mode) -> &'static str {
    match kind {
        Kind::Upper | Kind::Lower if mode.ignores_case => kind_members(Kind::Alpha, mode),
        Kind::Alpha => r"[\p{Alphabetic}\p{Nd}--0-9]",
        Kind::Alnum => r"\p{Alphabetic}\p{Nd}",
        Kind::Word => r"\p{Alphabetic}\p{Nd}_",
        Kind::Digit => "0-9",
        Kind::Hex => "0-9A-Fa-f",
        Kind::Upper => r"\p{Uppercase}",
        Kind::Lower => r"\p{Lowercase}",
        Kind::Space => r"\t-\r\p{Z}--\x{a0}\x{2007}\x{202f}",
        Kind::Blank => r"\t\x20",
        Kind::Control => r"\p{Cc}",
        Kind::Graph => r"^\p{Cc}\p{Cn}[\p{Z}--\x{a0}\x{2007}\x{202f}]",
        Kind::Print => r"^\p{Cc}\p{Cn}\x{2028}\x{2029}",
        Kind::Punct => r"^\p{Cc}\p{Cn}[\p{Z}--\x{a0}\x{2007}\x{202f}]\p{Alphabetic}\p{Nd}",
    }
}
