//! Takes a pattern apart.
//!
//! What is not accepted here is refused with a reason; what is accepted, PostgreSQL accepts too,
//! short of running out of room.

use super::Mode;
use super::letter::is_space;
use super::piece::{Group, Kind, Piece, Place, Set};
use super::set;

/// The largest bound of a repetition that PostgreSQL takes.
const MOST: u32 = 255;

/// The pieces of a pattern, or what is wrong with it.
pub(super) fn pieces(source: &str, mode: Mode) -> Result<Vec<Piece>, String> {
    let mut scan = Scan {
        source: Source { chars: source.chars().collect(), at: 0 },
        mode,
        pieces: Vec::new(),
        open: Vec::new(),
        captures: Vec::new(),
        can_repeat: false,
    };
    if source.contains('\0') {
        return Err("the character U+0000 is in no text".to_owned());
    }
    while let Some(c) = scan.source.next() {
        scan.piece(c)?;
    }
    if scan.open.is_empty() { Ok(scan.pieces) } else { Err("a ) is missing".to_owned()) }
}

/// The characters still to be read.
pub(super) struct Source {
    chars: Vec<char>,
    at: usize,
}

impl Source {
    /// Takes a character.
    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.chars.get(self.at).copied()?;
        self.at += 1;
        Some(c)
    }

    /// The character to come.
    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// The character after that.
    pub(super) fn peek_second(&self) -> Option<char> {
        self.chars.get(self.at + 1).copied()
    }

    /// Takes a text if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let comes = text.chars().eq(self.chars.iter().copied().skip(self.at).take(text.len()));
        if comes {
            self.at += text.len();
        }
        comes
    }

    /// Takes everything up to a text, and the text; or everything there is.
    pub(super) fn until(&mut self, end: &str) -> (String, bool) {
        let mut taken = String::new();
        loop {
            if self.eat(end) {
                return (taken, true);
            }
            match self.next() {
                Some(c) => taken.push(c),
                None => return (taken, false),
            }
        }
    }

    fn number(&mut self) -> Option<u32> {
        let mut digits = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_digit) {
            digits.push(c);
            self.at += 1;
        }
        if digits.is_empty() { None } else { Some(digits.parse().unwrap_or(u32::MAX)) }
    }
}

/// What stands after a backslash.
pub(super) enum Escape {
    /// A character.
    Char(char),
    /// A kind of characters, or all others.
    Kind(Kind, bool),
    /// Some other letter or digit.
    Other(char),
}

struct Scan {
    source: Source,
    mode: Mode,
    pieces: Vec<Piece>,
    /// The groups not yet closed; a capturing one with its number, counted from nought.
    open: Vec<(Group, usize)>,
    /// The capturing groups, each with whether it has been closed.
    captures: Vec<bool>,
    /// Whether the last piece is one that can be repeated.
    can_repeat: bool,
}

impl Scan {
    fn piece(&mut self, c: char) -> Result<(), String> {
        match c {
            '\\' => self.escaped()?,
            '[' => {
                let set = set::members(&mut self.source)?;
                self.atom(Piece::Set(set));
            }
            '.' => self.atom(Piece::Any),
            '^' => self.place(Place::Start),
            '$' => self.place(Place::End),
            '(' => self.group()?,
            ')' => self.close()?,
            '|' => self.mark(Piece::Or),
            '*' => self.repeat(0, None)?,
            '+' => self.repeat(1, None)?,
            '?' => self.repeat(0, Some(1))?,
            '{' => match self.bounds() {
                Some((least, most)) => self.repeat(least, most)?,
                None => self.atom(Piece::Char('{')),
            },
            '#' if self.mode.is_spaced => {
                self.source.until("\n");
            }
            c if self.mode.is_spaced && is_space(c) => {}
            c => self.atom(Piece::Char(c)),
        }
        Ok(())
    }

    fn atom(&mut self, piece: Piece) {
        self.pieces.push(piece);
        self.can_repeat = true;
    }

    fn mark(&mut self, piece: Piece) {
        self.pieces.push(piece);
        self.can_repeat = false;
    }

    fn place(&mut self, place: Place) {
        self.mark(Piece::Place(place));
    }

    fn repeat(&mut self, least: u32, most: Option<u32>) -> Result<(), String> {
        if !self.can_repeat {
            return Err("there is nothing to repeat".to_owned());
        }
        if least > MOST || most.is_some_and(|most| most > MOST || most < least) {
            return Err(format!("a repetition goes from small to large, up to {MOST}"));
        }
        self.source.eat("?");
        self.mark(Piece::Repeat(least, most));
        Ok(())
    }

    /// The rest of `{2}`, `{2,}` or `{2,3}`; anything else leaves the brace a brace.
    fn bounds(&mut self) -> Option<(u32, Option<u32>)> {
        let start = self.source.at;
        let bounds = self.source.number().and_then(|least| {
            let most = if self.source.eat(",") { self.source.number() } else { Some(least) };
            self.source.eat("}").then_some((least, most))
        });
        if bounds.is_none() {
            self.source.at = start;
        }
        bounds
    }

    fn group(&mut self) -> Result<(), String> {
        if !self.source.eat("?") {
            self.open(Group::Capture);
            return Ok(());
        }
        if self.source.eat("#") {
            return match self.source.until(")") {
                (_, true) => Ok(()),
                (_, false) => Err("a ) is missing".to_owned()),
            };
        }
        let known = [
            (":", Group::Plain),
            ("=", Group::Ahead),
            ("!", Group::NotAhead),
            ("<=", Group::Behind),
            ("<!", Group::NotBehind),
        ];
        if let Some((_, group)) = known.into_iter().find(|(sign, _)| self.source.eat(sign)) {
            self.open(group);
            return Ok(());
        }
        if self.source.eat("<") || self.source.eat("P<") {
            self.source.until(">");
            self.open(Group::Capture);
            return Ok(());
        }
        Err("a group begins with (, (?:, (?=, (?!, (?<=, (?<! or (?<name>".to_owned())
    }

    fn open(&mut self, group: Group) {
        self.open.push((group, self.captures.len()));
        if group == Group::Capture {
            self.captures.push(false);
        }
        self.mark(Piece::Open(group));
    }

    fn close(&mut self) -> Result<(), String> {
        let (group, number) = self.open.pop().ok_or_else(|| "a ( is missing".to_owned())?;
        if group == Group::Capture {
            self.captures[number] = true;
        }
        self.pieces.push(Piece::Close);
        self.can_repeat = !group.is_look();
        Ok(())
    }

    fn escaped(&mut self) -> Result<(), String> {
        match escape(&mut self.source)? {
            Escape::Char(c) => self.atom(Piece::Char(c)),
            Escape::Kind(kind, is_negated) => self.atom(Piece::Set(Set::of(kind, is_negated))),
            Escape::Other('Q') => {
                let (literal, _) = self.source.until("\\E");
                literal.chars().for_each(|c| self.atom(Piece::Char(c)));
            }
            Escape::Other('E') => {}
            Escape::Other('A') => self.place(Place::TextStart),
            Escape::Other('z' | 'Z') => self.place(Place::TextEnd),
            Escape::Other('b' | 'y') => self.place(Place::WordEdge),
            Escape::Other('B' | 'Y') => self.place(Place::NoWordEdge),
            Escape::Other('m') => self.place(Place::WordStart),
            Escape::Other('M') => self.place(Place::WordEnd),
            Escape::Other(digit @ '1'..='9') => self.again(digit)?,
            Escape::Other(c) => return Err(unknown(c)),
        }
        Ok(())
    }

    /// A back-reference: as many digits as make the number of a group that has begun.
    fn again(&mut self, first: char) -> Result<(), String> {
        let value = |digit: char| digit.to_digit(10).map_or(0, |digit| digit as usize);
        let mut group = value(first);
        while let Some(digit) = self.source.peek().filter(char::is_ascii_digit) {
            let longer = group * 10 + value(digit);
            if longer > self.captures.len() {
                break;
            }
            group = longer;
            self.source.at += 1;
        }
        if self.captures.get(group - 1) != Some(&true) {
            return Err(format!("no group {group} ends before it is referred to"));
        }
        self.atom(Piece::Again(group));
        Ok(())
    }
}

/// Reads what stands after a backslash, as far as it means the same in and out of brackets.
pub(super) fn escape(source: &mut Source) -> Result<Escape, String> {
    let c = source.next().ok_or_else(|| "a backslash stands at the end".to_owned())?;
    let code = match c {
        'd' | 'D' => return Ok(Escape::Kind(Kind::Digit, c == 'D')),
        'w' | 'W' => return Ok(Escape::Kind(Kind::Word, c == 'W')),
        's' | 'S' => return Ok(Escape::Kind(Kind::Space, c == 'S')),
        'a' => 0x07,
        'e' => 0x1b,
        'f' => 0x0c,
        'n' => 0x0a,
        'r' => 0x0d,
        't' => 0x09,
        'v' => 0x0b,
        'c' => source.next().map_or(0, |control| u32::from(control) & 0x1f),
        'x' | 'u' if source.eat("{") => hexadecimal(&source.until("}").0),
        'x' => coded(source, 2),
        'u' => coded(source, 4),
        'U' => coded(source, 8),
        c if c.is_ascii_alphanumeric() => return Ok(Escape::Other(c)),
        c => return Ok(Escape::Char(c)),
    };
    let named = char::from_u32(code).filter(|&named| named != '\0');
    named.map(Escape::Char).ok_or_else(|| unknown(c))
}

/// The code in the next digits; zero, which names no character, where they are none.
fn coded(source: &mut Source, digits: usize) -> u32 {
    hexadecimal(&(0..digits).filter_map(|_| source.next()).collect::<String>())
}

fn hexadecimal(digits: &str) -> u32 {
    u32::from_str_radix(digits, 16).unwrap_or(0)
}

/// Says that an escape has no meaning.
pub(super) fn unknown(c: char) -> String {
    format!(r"\{c} means nothing here")
}
