//! Reading untrusted ABI-encoded bytes.
//!
//! Offsets in such bytes may point anywhere, also many times at the same place, so that few bytes can
//! describe endless lists: every value read is paid from an allowance that the length of the input
//! sets, and names of types come from interfaces that strangers wrote.

use alloy_json_abi::Param;
use alloy_primitives::{Address, I256, U256};

use crate::explanation::Argument;
use crate::lenient;

const MOST_NESTING: usize = 8;
const MOST_PARTS: usize = 256;
const MOST_FIXED: usize = 256;
const MOST_ARGUMENTS: usize = 40;
const MOST_SHOWN: usize = 200;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `address`, and contracts.
    Address,
    /// `bool`.
    Bool,
    /// `uint8` to `uint256`.
    Uint(usize),
    /// `int8` to `int256`.
    Int(usize),
    /// `bytes1` to `bytes32`.
    Word(usize),
    /// `bytes`.
    Bytes,
    /// `string`.
    Text,
    /// A list of any length.
    List(Box<Kind>),
    /// A list of one length.
    Fixed(Box<Kind>, usize),
    /// Several with names.
    Tuple(Vec<(String, Kind)>),
}

impl Kind {
    /// What a parameter of an interface is; nothing if that is too deep, too wide or no type.
    pub(crate) fn of(param: &Param) -> Option<Kind> {
        let mut parts = MOST_PARTS;
        Kind::within(&param.ty, &param.components, 0, &mut parts)
    }

    fn within(ty: &str, components: &[Param], depth: usize, parts: &mut usize) -> Option<Kind> {
        *parts = parts.checked_sub(1)?;
        if depth > MOST_NESTING {
            return None;
        }
        if let Some(list) = ty.strip_suffix(']') {
            let (of, length) = list.rsplit_once('[')?;
            return Kind::list_of(Kind::within(of, components, depth + 1, parts)?, length);
        }
        if ty != "tuple" {
            return Kind::single(ty);
        }
        let of = |part: &Param| {
            let kind = Kind::within(&part.ty, &part.components, depth + 1, parts)?;
            Some((part.name.clone(), kind))
        };
        components.iter().map(of).collect::<Option<_>>().map(Kind::Tuple)
    }

    /// A list of any length, or of the one that is written.
    pub(crate) fn list_of(of: Kind, length: &str) -> Option<Kind> {
        if length.is_empty() {
            return Some(Kind::List(Box::new(of)));
        }
        let length = length.parse().ok().filter(|length| (1..=MOST_FIXED).contains(length))?;
        Some(Kind::Fixed(Box::new(of), length))
    }

    /// A type that is neither a list nor a tuple.
    pub(crate) fn single(ty: &str) -> Option<Kind> {
        match ty {
            "address" => Some(Kind::Address),
            "bool" => Some(Kind::Bool),
            "bytes" => Some(Kind::Bytes),
            "string" => Some(Kind::Text),
            _ => Kind::sized(ty),
        }
    }

    /// Types that say how large they are.
    fn sized(ty: &str) -> Option<Kind> {
        let bits = |digits: &str| match digits {
            "" => Some(256),
            _ => digits.parse().ok().filter(|bits| (8..=256).contains(bits) && bits % 8 == 0),
        };
        if let Some(digits) = ty.strip_prefix("uint") {
            return bits(digits).map(Kind::Uint);
        }
        if let Some(digits) = ty.strip_prefix("int") {
            return bits(digits).map(Kind::Int);
        }
        let length = ty.strip_prefix("bytes")?.parse().ok()?;
        (1..=32).contains(&length).then_some(Kind::Word(length))
    }

    /// Whether it stands elsewhere, with only its place in line.
    fn is_elsewhere(&self) -> bool {
        match self {
            Kind::Bytes | Kind::Text | Kind::List(_) => true,
            Kind::Fixed(of, _) => of.is_elsewhere(),
            Kind::Tuple(parts) => parts.iter().any(|(_, kind)| kind.is_elsewhere()),
            _ => false,
        }
    }

    /// How many bytes it takes in line.
    fn in_line(&self) -> usize {
        match self {
            _ if self.is_elsewhere() => 32,
            Kind::Fixed(of, length) => of.in_line().saturating_mul(*length),
            Kind::Tuple(parts) => {
                parts.iter().fold(0, |sum, (_, kind)| usize::saturating_add(sum, kind.in_line()))
            }
            _ => 32,
        }
    }

    /// Its name in Solidity.
    pub(crate) fn name(&self) -> String {
        match self {
            Kind::Address => "address".into(),
            Kind::Bool => "bool".into(),
            Kind::Uint(bits) => format!("uint{bits}"),
            Kind::Int(bits) => format!("int{bits}"),
            Kind::Word(length) => format!("bytes{length}"),
            Kind::Bytes => "bytes".into(),
            Kind::Text => "string".into(),
            Kind::List(of) => format!("{}[]", of.name()),
            Kind::Fixed(of, length) => format!("{}[{length}]", of.name()),
            Kind::Tuple(_) => "tuple".into(),
        }
    }
}

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// An address.
    Address(Address),
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Uint {
        /// The number.
        number: U256,
        /// How many bits its type has.
        bits: usize,
        /// Where its word begins in the data that was read.
        at: usize,
    },
    /// A whole number with a sign.
    Int(I256),
    /// `bytes1` to `bytes32`, and `bytes`.
    Bytes {
        /// The bytes.
        bytes: Vec<u8>,
        /// Where the first of them is in the data that was read.
        at: usize,
    },
    /// A text; bytes that are none are replaced.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Several with names.
    Tuple(Vec<(String, Value)>),
}

impl Value {
    /// The part of that name, at any depth of tuples; the first in order.
    pub(crate) fn part(&self, name: &str) -> Option<&Value> {
        let Value::Tuple(parts) = self else { return None };
        let here = parts.iter().find(|(own, _)| own == name).map(|(_, value)| value);
        here.or_else(|| parts.iter().find_map(|(_, value)| value.part(name)))
    }

    /// As a whole number.
    pub(crate) fn uint(&self) -> Option<U256> {
        if let Value::Uint { number, .. } = self { Some(*number) } else { None }
    }

    /// As an address.
    pub(crate) fn address(&self) -> Option<Address> {
        if let Value::Address(address) = self { Some(*address) } else { None }
    }

    /// As bytes.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.placed_bytes().map(|(bytes, _)| bytes)
    }

    /// As bytes, and where the first of them is.
    pub(crate) fn placed_bytes(&self) -> Option<(&[u8], usize)> {
        if let Value::Bytes { bytes, at } = self { Some((bytes, *at)) } else { None }
    }

    /// As a list.
    pub(crate) fn list(&self) -> Option<&[Value]> {
        if let Value::List(list) = self { Some(list) } else { None }
    }

    fn show(&self, into: &mut String) {
        if into.len() > MOST_SHOWN * 4 {
            return;
        }
        match self {
            Value::Address(address) => into.push_str(&lenient::hex(address.as_slice())),
            Value::Bool(is) => into.push_str(if *is { "true" } else { "false" }),
            Value::Uint { number, .. } => into.push_str(&number.to_string()),
            Value::Int(number) => into.push_str(&number.to_string()),
            Value::Bytes { bytes, .. } => {
                into.push_str(&lenient::hex(&bytes[..bytes.len().min(MOST_SHOWN)]));
            }
            Value::Text(text) => into.push_str(&lenient::text(text, MOST_SHOWN)),
            Value::List(list) => show_all(list.iter(), ['[', ']'], into),
            Value::Tuple(parts) => show_all(parts.iter().map(|(_, part)| part), ['(', ')'], into),
        }
    }
}

fn show_all<'a>(values: impl Iterator<Item = &'a Value>, around: [char; 2], into: &mut String) {
    into.push(around[0]);
    for (at, value) in values.enumerate() {
        if at > 0 {
            into.push_str(", ");
        }
        value.show(into);
    }
    into.push(around[1]);
}

/// What stood behind a selector.
pub(crate) struct Decoding {
    pub value: Value,
    /// Whether it is written as tightly as compilers write it.
    pub is_tight: bool,
    /// Whether the types take up all bytes, and each value fits its type.
    pub is_whole: bool,
}

/// Reads what stands behind a selector; nothing unless all of it can be read.
pub(crate) fn decode(kinds: &[(String, Kind)], data: &[u8]) -> Option<Decoding> {
    let (values, bytes) = (data.len() / 32 + 64, data.len() + 1_024);
    let mut reader = Reader { data, values, bytes, is_tight: true, end: 0, is_fitting: true };
    let value = Value::Tuple(reader.sequence(kinds, 0)?);
    let is_whole = reader.is_tight && reader.is_fitting && reader.end == data.len();
    Some(Decoding { value, is_tight: reader.is_tight, is_whole })
}

/// In words, tuples opened.
pub(crate) fn arguments(kinds: &[(String, Kind)], value: &Value) -> Vec<Argument> {
    let mut found = Vec::new();
    if let Value::Tuple(parts) = value {
        open("", kinds, parts, &mut found);
    }
    found
}

fn open(
    prefix: &str,
    kinds: &[(String, Kind)],
    parts: &[(String, Value)],
    found: &mut Vec<Argument>,
) {
    for (at, ((name, kind), (_, value))) in kinds.iter().zip(parts).enumerate() {
        if found.len() == MOST_ARGUMENTS {
            return;
        }
        let name = if name.is_empty() { at.to_string() } else { lenient::text(name, 60) };
        let name = format!("{prefix}{name}");
        if let (Kind::Tuple(kinds), Value::Tuple(parts)) = (kind, value) {
            open(&format!("{name}."), kinds, parts, found);
            continue;
        }
        let mut shown = String::new();
        value.show(&mut shown);
        let value = shown.chars().take(MOST_SHOWN).collect();
        found.push(Argument { name, ty: kind.name(), value });
    }
}

struct Reader<'a> {
    data: &'a [u8],
    values: usize,
    bytes: usize,
    /// Whether of each list of parts, the first one that stands elsewhere stands right behind the list.
    is_tight: bool,
    /// The end of the last byte that was read, with its padding.
    end: usize,
    /// Whether each value fits its type.
    is_fitting: bool,
}

impl Reader<'_> {
    fn word(&mut self, at: usize) -> Option<[u8; 32]> {
        let word = self.data.get(at..at.checked_add(32)?)?.try_into().ok()?;
        self.end = self.end.max(at + 32);
        Some(word)
    }

    fn length(&mut self, at: usize) -> Option<usize> {
        usize::try_from(U256::from_be_bytes(self.word(at)?)).ok()
    }

    fn sequence(&mut self, kinds: &[(String, Kind)], base: usize) -> Option<Vec<(String, Value)>> {
        let mut at = base;
        let mut found = Vec::with_capacity(kinds.len());
        let mut first = None;
        for (name, kind) in kinds {
            if kind.is_elsewhere() {
                let place = self.length(at)?;
                first = Some(first.map_or(place, |first: usize| first.min(place)));
            }
            found.push((name.clone(), self.in_line(kind, base, at)?));
            at = at.checked_add(kind.in_line())?;
        }
        self.is_tight &= first.is_none_or(|first| base.checked_add(first) == Some(at));
        Some(found)
    }

    fn in_line(&mut self, kind: &Kind, base: usize, at: usize) -> Option<Value> {
        if !kind.is_elsewhere() {
            return self.value(kind, at);
        }
        let place = base.checked_add(self.length(at)?)?;
        self.value(kind, place)
    }

    fn value(&mut self, kind: &Kind, at: usize) -> Option<Value> {
        self.values = self.values.checked_sub(1)?;
        match kind {
            Kind::Bytes => {
                let (bytes, at) = self.packed(at)?;
                Some(Value::Bytes { bytes: bytes.to_vec(), at })
            }
            Kind::Text => {
                let (text, _) = self.packed(at)?;
                Some(Value::Text(String::from_utf8_lossy(text).into_owned()))
            }
            Kind::List(of) => {
                let length = self.length(at)?;
                self.list(of, length, at.checked_add(32)?)
            }
            Kind::Fixed(of, length) => self.list(of, *length, at),
            Kind::Tuple(parts) => self.sequence(parts, at).map(Value::Tuple),
            _ => {
                let word = self.word(at)?;
                self.is_fitting &= is_fitting(kind, &word);
                plain(kind, word, at)
            }
        }
    }

    fn list(&mut self, of: &Kind, length: usize, base: usize) -> Option<Value> {
        if length > self.values {
            return None;
        }
        let mut found = Vec::new();
        for index in 0..length {
            let at = base.checked_add(index.checked_mul(of.in_line())?)?;
            found.push(self.in_line(of, base, at)?);
        }
        Some(Value::List(found))
    }

    fn packed(&mut self, at: usize) -> Option<(&[u8], usize)> {
        let length = self.length(at)?;
        self.bytes = self.bytes.checked_sub(length)?;
        let begin = at.checked_add(32)?;
        self.end = self.end.max(begin.checked_add(length.checked_next_multiple_of(32)?)?);
        Some((self.data.get(begin..begin.checked_add(length)?)?, begin))
    }
}

/// Whether the bits of a word that its type does not use are as compilers leave them.
fn is_fitting(kind: &Kind, word: &[u8; 32]) -> bool {
    let (unused, filler) = match kind {
        Kind::Uint(bits) => (&word[..32 - bits / 8], 0),
        Kind::Int(bits) => {
            let first = 32 - bits / 8;
            (&word[..first], if word[first] >= 0x80 { 0xff } else { 0 })
        }
        Kind::Word(length) => (&word[*length..], 0),
        _ => return true,
    };
    unused.iter().all(|byte| *byte == filler)
}

/// A value that is one word; unused bytes must be zero, or it is another type.
fn plain(kind: &Kind, word: [u8; 32], at: usize) -> Option<Value> {
    let number = |bits: usize| Value::Uint { number: U256::from_be_bytes(word), bits, at };
    match kind {
        Kind::Address => word[..12]
            .iter()
            .all(|byte| *byte == 0)
            .then(|| Value::Address(Address::from_slice(&word[12..]))),
        Kind::Bool => match U256::from_be_bytes(word) {
            U256::ZERO => Some(Value::Bool(false)),
            U256::ONE => Some(Value::Bool(true)),
            _ => None,
        },
        Kind::Int(_) => Some(Value::Int(I256::from_be_bytes(word))),
        Kind::Word(length) => Some(Value::Bytes { bytes: word[..*length].to_vec(), at }),
        Kind::Uint(bits) => Some(number(*bits)),
        _ => Some(number(256)),
    }
}
