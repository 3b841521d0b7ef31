//! Sets of characters in brackets.

use super::piece::{Item, Kind, Set};
use super::scan::{Escape, Source, escape, unknown};

const MISSING: &str = "a ] is missing";

/// Reads a set whose opening bracket has been read.
pub(super) fn members(source: &mut Source) -> Result<Set, String> {
    let is_negated = source.eat("^");
    let mut items = Vec::new();
    if source.eat("]") {
        add(&mut items, source, ']')?;
    }
    loop {
        match source.next().ok_or(MISSING)? {
            ']' => return Ok(Set { is_negated, items }),
            '[' if matches!(source.peek(), Some(':' | '.' | '=')) => items.push(named(source)?),
            '\\' => escaped(&mut items, source)?,
            c => add(&mut items, source, c)?,
        }
    }
}

fn escaped(items: &mut Vec<Item>, source: &mut Source) -> Result<(), String> {
    match escape(source)? {
        Escape::Char(c) => add(items, source, c)?,
        Escape::Kind(kind, is_negated) => items.push(Item::Kind { kind, is_negated }),
        Escape::Other('b') => add(items, source, '\u{8}')?,
        Escape::Other('Q') => {
            let (literal, _) = source.until("\\E");
            items.extend(literal.chars().map(|c| Item::Range(c, c)));
        }
        Escape::Other('E') => {}
        Escape::Other(c) => return Err(unknown(c)),
    }
    Ok(())
}

/// Adds a character, or the range that it begins.
fn add(items: &mut Vec<Item>, source: &mut Source, first: char) -> Result<(), String> {
    let begins_range = source.peek() == Some('-') && source.peek_second() != Some(']');
    if !begins_range {
        items.push(Item::Range(first, first));
        return Ok(());
    }
    source.next();
    let last = match source.next().ok_or(MISSING)? {
        '[' if matches!(source.peek(), Some(':' | '.' | '=')) => {
            items.extend([Item::Range(first, first), Item::Range('-', '-'), named(source)?]);
            return Ok(());
        }
        '\\' => match escape(source)? {
            Escape::Char(c) => c,
            // A kind ends no range, so the hyphen before it is one.
            Escape::Kind(kind, is_negated) => {
                items.extend([Item::Range(first, first), Item::Range('-', '-')]);
                items.push(Item::Kind { kind, is_negated });
                return Ok(());
            }
            Escape::Other(c) => return Err(unknown(c)),
        },
        c => c,
    };
    if last < first {
        return Err(format!("the range {first}-{last} runs backwards"));
    }
    items.push(Item::Range(first, last));
    Ok(())
}

/// Reads `[:alpha:]`, of which the first bracket has been read.
fn named(source: &mut Source) -> Result<Item, String> {
    if !source.eat(":") {
        return Err("collating elements are not supported".to_owned());
    }
    let (name, is_closed) = source.until(":]");
    if !is_closed {
        return Err(MISSING.to_owned());
    }
    let kind = Kind::named(&name).ok_or_else(|| format!("there is no [:{name}:]"))?;
    Ok(Item::Kind { kind, is_negated: false })
}
