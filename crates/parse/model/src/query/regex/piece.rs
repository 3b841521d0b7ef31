//! What a pattern is made of.

/// One piece of a pattern, free of either engine's spelling.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// This character.
    Char(char),
    /// The dot.
    Any,
    /// One of a set of characters.
    Set(Set),
    /// A place between characters.
    Place(Place),
    /// The beginning of a group, or of looking around.
    Open(Group),
    /// The end of a group.
    Close,
    /// Otherwise.
    Or,
    /// How often the piece before may stand here.
    Repeat(u32, Option<u32>),
    /// What a group matched, again.
    Again(usize),
}

/// How many characters there are, each as often as it may have to stand there.
pub(super) fn expanded_length(pieces: &[Piece]) -> u64 {
    // Of each open group: the pieces before the last one, and that one, which may yet be repeated.
    let mut groups = vec![(0_u64, 0_u64)];
    for piece in pieces {
        let (before, last) = match piece {
            Piece::Open(_) => {
                groups.push((0, 0));
                continue;
            }
            Piece::Close => {
                let (before, last) = groups.pop().unwrap_or_default();
                let (outer, previous) = groups.pop().unwrap_or_default();
                (outer.saturating_add(previous), before.saturating_add(last))
            }
            Piece::Repeat(least, most) => {
                let (before, last) = groups.pop().unwrap_or_default();
                let times = u64::from(most.unwrap_or(*least).max(1));
                (before, last.saturating_mul(times))
            }
            _ => {
                let (before, last) = groups.pop().unwrap_or_default();
                let is_character = !matches!(piece, Piece::Or | Piece::Place(_));
                (before.saturating_add(last), u64::from(is_character))
            }
        };
        groups.push((before, last));
    }
    groups.iter().fold(0, |sum, (before, last)| sum.saturating_add(*before).saturating_add(*last))
}

/// A place between characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// `^`
    Start,
    /// `$`
    End,
    /// `\A`
    TextStart,
    /// `\z`
    TextEnd,
    /// `\b`
    WordEdge,
    /// `\B`
    NoWordEdge,
    /// `\m`
    WordStart,
    /// `\M`
    WordEnd,
}

/// What a parenthesis begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// Remembers what it matched.
    Capture,
    /// Only holds together.
    Plain,
    /// `(?=`
    Ahead,
    /// `(?!`
    NotAhead,
    /// `(?<=`
    Behind,
    /// `(?<!`
    NotBehind,
}

impl Group {
    /// Whether it only looks, and matches no characters itself.
    pub(super) fn is_look(self) -> bool {
        !matches!(self, Group::Capture | Group::Plain)
    }
}

/// A set of characters.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Set {
    /// Everything but these.
    pub(super) is_negated: bool,
    /// The members.
    pub(super) items: Vec<Item>,
}

impl Set {
    /// The set of one kind of characters.
    pub(super) fn of(kind: Kind, is_negated: bool) -> Set {
        Set { is_negated: false, items: vec![Item::Kind { kind, is_negated }] }
    }

    /// Whether a newline is among the listed members, whatever is then done with them.
    pub(super) fn lists_newline(&self) -> bool {
        self.items.iter().any(|item| match item {
            Item::Range(first, last) => (*first..=*last).contains(&'\n'),
            Item::Kind { kind, is_negated } => {
                matches!(kind, Kind::Space | Kind::Control) != *is_negated
            }
        })
    }
}

/// A member of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// From this character to that one.
    Range(char, char),
    /// Every character of a kind, or of no such kind.
    Kind {
        /// The kind.
        kind: Kind,
        /// Whether all others are meant.
        is_negated: bool,
    },
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal;)*) => {
        /// A kind of characters that both engines have a name for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// The kind of this POSIX name.
            pub(super) fn named(name: &str) -> Option<Kind> {
                match name {
                    $($name => Some(Kind::$kind),)*
                    _ => None,
                }
            }

            /// The POSIX name.
            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// Letters and digits.
    Alnum = "alnum";
    /// Letters.
    Alpha = "alpha";
    /// Blank and tabulator.
    Blank = "blank";
    /// What prints nothing and does something.
    Control = "cntrl";
    /// `0` to `9`.
    Digit = "digit";
    /// What leaves ink.
    Graph = "graph";
    /// Small letters.
    Lower = "lower";
    /// What leaves ink, and blanks.
    Print = "print";
    /// What leaves ink and is no letter or digit.
    Punct = "punct";
    /// White space.
    Space = "space";
    /// Capitals.
    Upper = "upper";
    /// Letters, digits and the underscore.
    Word = "word";
    /// Hexadecimal digits.
    Hex = "xdigit";
}
