//! A pattern as one of PostgreSQL's advanced regular expressions.

use std::fmt::Write;

use super::Mode;
use super::piece::{Group, Item, Kind, Piece, Place, Set};

/// Writes a pattern with its options in front.
pub(super) fn written(pieces: &[Piece], mode: Mode) -> String {
    let mut out = String::with_capacity(pieces.len() * 2 + 5);
    out.push_str("(?");
    out.push(match (mode.has_lines, mode.dot_takes_newline) {
        (false, false) => 'p',
        (true, false) => 'n',
        (false, true) => 's',
        (true, true) => 'w',
    });
    if mode.ignores_case {
        out.push('i');
    }
    out.push(')');
    pieces.iter().for_each(|piece| one(&mut out, piece, mode));
    out
}

fn one(out: &mut String, piece: &Piece, mode: Mode) {
    match piece {
        Piece::Char(c) => character(out, *c),
        Piece::Any => out.push('.'),
        Piece::Set(set) => members(out, set, mode),
        Piece::Place(place) => out.push_str(match place {
            Place::Start => "^",
            Place::End => "$",
            Place::TextStart => r"\A",
            Place::TextEnd => r"\Z",
            Place::WordEdge => r"\y",
            Place::NoWordEdge => r"\Y",
            Place::WordStart => r"\m",
            Place::WordEnd => r"\M",
        }),
        Piece::Open(group) => out.push_str(match group {
            Group::Capture => "(",
            Group::Plain => "(?:",
            Group::Ahead => "(?=",
            Group::NotAhead => "(?!",
            Group::Behind => "(?<=",
            Group::NotBehind => "(?<!",
        }),
        Piece::Close => out.push(')'),
        Piece::Or => out.push('|'),
        Piece::Repeat(least, most) => repeat(out, *least, *most),
        // In a group of its own, so that a digit after it does not make another number.
        Piece::Again(group) => {
            let _ = write!(out, r"(?:\{group})");
        }
    }
}

fn character(out: &mut String, c: char) {
    if c.is_ascii_punctuation() && c != '_' {
        out.push('\\');
    }
    out.push(c);
}

fn repeat(out: &mut String, least: u32, most: Option<u32>) {
    let _ = match (least, most) {
        (0, None) => write!(out, "*"),
        (1, None) => write!(out, "+"),
        (0, Some(1)) => write!(out, "?"),
        (least, None) => write!(out, "{{{least},}}"),
        (least, Some(most)) if least == most => write!(out, "{{{least}}}"),
        (least, Some(most)) => write!(out, "{{{least},{most}}}"),
    };
}

fn members(out: &mut String, set: &Set, mode: Mode) {
    if let (false, [Item::Kind { kind, is_negated }]) = (set.is_negated, set.items.as_slice())
        && let Some(escape) = shorthand(*kind, *is_negated)
    {
        out.push_str(escape);
        return;
    }
    // Where the dot does not take a newline, PostgreSQL's `[^a]` does not either; Perl's does.
    let wants_newline = set.is_negated && !mode.dot_takes_newline && !set.lists_newline();
    if wants_newline {
        out.push_str("(?:");
    }
    out.push_str(if set.is_negated { "[^" } else { "[" });
    set.items.iter().for_each(|item| member(out, *item));
    out.push(']');
    if wants_newline {
        out.push_str("|\n)");
    }
}

fn member(out: &mut String, item: Item) {
    match item {
        Item::Range(first, last) => {
            character(out, first);
            if first != last {
                out.push('-');
                character(out, last);
            }
        }
        Item::Kind { kind, is_negated } => match shorthand(kind, is_negated) {
            Some(escape) => out.push_str(escape),
            None => {
                let _ = write!(out, "[:{}:]", kind.name());
            }
        },
    }
}

/// The escape for a kind; POSIX names cannot be negated, so only these three ever are.
fn shorthand(kind: Kind, is_negated: bool) -> Option<&'static str> {
    Some(match (kind, is_negated) {
        (Kind::Digit, false) => r"\d",
        (Kind::Digit, true) => r"\D",
        (Kind::Word, false) => r"\w",
        (Kind::Word, true) => r"\W",
        (Kind::Space, false) => r"\s",
        (Kind::Space, true) => r"\S",
        _ => return None,
    })
}
