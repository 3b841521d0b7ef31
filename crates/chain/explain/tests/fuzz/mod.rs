//! Fuzzing in-house: mutations of a kept corpus, every panic caught, every input timed.
//!
//! An input is a case as it is kept (`tests/case`). Mutations know JSON and hex, so that most of them
//! get past the first reader and reach the decoders behind it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::Value;

use crate::{case, corpus};

/// No input may take longer, in a build without optimisation on a busy machine.
const SLOW: Duration = Duration::from_secs(2);

/// What a run found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Inputs tried.
    pub executions: u64,
    /// Inputs that panicked.
    pub crashes: Vec<String>,
    /// Inputs that took too long.
    pub slow: Vec<String>,
    /// The longest one.
    pub longest: Duration,
}

/// Mutates and explains for so long, from a seed.
pub(crate) fn run(within: Duration, seed: u64) -> Found {
    let corpus: Vec<Value> = corpus::all().into_iter().map(|(_, case)| case).collect();
    let mut rng = StdRng::seed_from_u64(seed);
    let mut found = Found::default();
    let until = Instant::now() + within;
    while Instant::now() < until {
        let Some(begin) = corpus.choose(&mut rng) else { break };
        let mut case = begin.clone();
        for _ in 0..rng.random_range(1..8) {
            mutate(&mut case, &corpus, &mut rng);
        }
        try_one(&case, &mut found);
    }
    found
}

fn try_one(case: &Value, found: &mut Found) {
    let began = Instant::now();
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let explained = case::explained(case);
        // What is stored and sent must be readable again, and small.
        serde_json::to_string(&explained).map(|text| text.len()).unwrap_or(usize::MAX)
    }));
    let took = began.elapsed();
    found.executions += 1;
    found.longest = found.longest.max(took);
    match answer {
        Ok(length) if length < 1_000_000 => {}
        _ => found.crashes.push(case.to_string()),
    }
    if took > SLOW {
        found.slow.push(case.to_string());
    }
}

/// Changes one place of a case.
fn mutate(case: &mut Value, corpus: &[Value], rng: &mut StdRng) {
    let place = place(case, rng);
    match place {
        Value::String(text) => mutate_text(text, rng),
        Value::Number(_) => {
            let numbers = [0, 1, 2, 255, 256, u64::from(u32::MAX), u64::MAX];
            *place = Value::from(*numbers.choose(rng).unwrap_or(&0));
        }
        Value::Array(list) if !list.is_empty() => {
            let at = rng.random_range(0..list.len());
            match rng.random_range(0..4) {
                0 => drop(list.remove(at)),
                1 => list.insert(at, list[at].clone()),
                2 => list.extend(std::iter::repeat_n(list[at].clone(), rng.random_range(1..64))),
                _ => list.rotate_left(at),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let (Some(one), Some(other)) = (keys.choose(rng), keys.choose(rng)) else { return };
            match rng.random_range(0..3) {
                0 => drop(fields.remove(one)),
                1 => {
                    let copied = fields[one].clone();
                    fields.insert(other.clone(), copied);
                }
                _ => nest(fields, one, rng),
            }
        }
        _ => {
            // A part of another case.
            let mut other = corpus.choose(rng).cloned().unwrap_or_default();
            *place = self::place(&mut other, rng).clone();
        }
    }
}

/// Puts a value into itself, several times.
fn nest(fields: &mut serde_json::Map<String, Value>, key: &str, rng: &mut StdRng) {
    let mut value = fields[key].clone();
    for _ in 0..rng.random_range(1..24) {
        let mut outer = fields.clone();
        if outer.len() > 6 || value.to_string().len() > 40_000 {
            break;
        }
        outer.insert(key.to_owned(), value);
        value = Value::Object(outer);
    }
    fields.insert(key.to_owned(), value);
}

/// A place somewhere in a value; deeper ones are as likely as others.
fn place<'a>(value: &'a mut Value, rng: &mut StdRng) -> &'a mut Value {
    let stops = rng.random_range(0..6) == 0;
    let is_open = matches!(value, Value::Array(list) if !list.is_empty())
        || matches!(value, Value::Object(fields) if !fields.is_empty());
    if stops || !is_open {
        return value;
    }
    match value {
        Value::Array(list) => {
            let at = rng.random_range(0..list.len());
            place(&mut list[at], rng)
        }
        Value::Object(fields) => {
            let at = rng.random_range(0..fields.len());
            match fields.iter_mut().nth(at) {
                Some((_, inner)) => place(inner, rng),
                None => unreachable!("the place is within the fields"),
            }
        }
        other => other,
    }
}

const WORDS: &[&str] = &[
    "0x",
    "0x08c379a0",
    "0x2c4029e9",
    "0x90bfb865",
    "execution reverted",
    "out of gas",
    "{\"code\":4001}",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "0000000000000000000000000000000000000000000000000000000000000020",
    "8000000000000000000000000000000000000000000000000000000000000000",
    "\u{0}",
    "ß",
    "𝔘",
    "-1",
    "code=",
];

fn mutate_text(text: &mut String, rng: &mut StdRng) {
    if text.starts_with("0x") && text.is_ascii() && rng.random_range(0..8) != 0 {
        return mutate_hex(text, rng);
    }
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let Some(at) = ends.choose(rng).copied() else { return };
    match rng.random_range(0..4) {
        0 => text.truncate(at),
        1 => text.insert_str(at, WORDS.choose(rng).unwrap_or(&"")),
        2 => {
            let tail = text[at..].to_owned();
            if text.len() < 20_000 {
                text.push_str(&tail);
            }
        }
        _ => {
            let c = char::from_u32(rng.random_range(0..0x2000)).unwrap_or('?');
            text.insert(at, c);
        }
    }
}

/// Changes bytes and whole words, which decoders read as offsets and lengths.
fn mutate_hex(text: &mut String, rng: &mut StdRng) {
    let mut digits: Vec<u8> = text.bytes().skip(2).collect();
    let words = digits.len().saturating_sub(8) / 64;
    match rng.random_range(0..6) {
        0 if !digits.is_empty() => {
            let at = rng.random_range(0..digits.len());
            digits[at] = *b"0123456789abcdef".choose(rng).unwrap_or(&b'0');
        }
        1 if words > 0 => {
            let begin = 8 + 64 * rng.random_range(0..words);
            let small = format!("{:064x}", 32 * rng.random_range(0..words as u64 + 2));
            let word = if rng.random() { small } else { "f".repeat(64) };
            digits[begin..begin + 64].copy_from_slice(word.as_bytes());
        }
        2 => digits.truncate(rng.random_range(0..=digits.len())),
        3 if words > 0 && digits.len() < 40_000 => {
            let begin = 8 + 64 * rng.random_range(0..words);
            let tail = digits[begin..].to_vec();
            digits.extend(tail);
        }
        4 if digits.len() >= 8 => {
            let known = [
                *b"08c379a0",
                *b"2c4029e9",
                *b"3593564c",
                *b"ac9650d8",
                *b"1fad948c",
                *b"414bf389",
            ];
            digits[..8].copy_from_slice(known.choose(rng).unwrap_or(b"00000000"));
        }
        _ => digits.extend(WORDS[7].bytes()),
    }
    *text = format!("0x{}", String::from_utf8_lossy(&digits));
}
