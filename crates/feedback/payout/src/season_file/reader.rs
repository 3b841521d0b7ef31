//! Reads a season file line by line, and accepts only canonical lines.

use std::io::BufRead;

use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::broken::Broken;
use super::canonical;

/// The longest line, to limit memory.
const LONGEST: usize = 1 << 20;

/// A line that was read.
pub(super) struct Read {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its kind.
    pub(super) kind: String,
    fields: Value,
}

impl Read {
    /// Its content.
    pub(super) fn parse<T: DeserializeOwned>(self) -> Result<T, Broken> {
        let number = self.number;
        serde_json::from_value(self.fields).map_err(|error| Broken::at(number, error.to_string()))
    }
}

/// A file that is being read.
pub(super) struct Reader<R> {
    from: R,
    next: Option<Read>,
    lines: u64,
    /// The bytes before the next line.
    before: Sha256,
    all: Sha256,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn open(from: R) -> Result<Reader<R>, Broken> {
        let (before, all) = (Sha256::new(), Sha256::new());
        let mut reader = Reader { from, next: None, lines: 0, before, all };
        reader.advance()?;
        Ok(reader)
    }

    /// The next line, if it has this kind.
    pub(super) fn next_if(&mut self, kind: &str) -> Result<Option<Read>, Broken> {
        if self.next.as_ref().is_none_or(|read| read.kind != kind) {
            return Ok(None);
        }
        let read = self.next.take();
        self.advance()?;
        Ok(read)
    }

    /// The next line, which must have this kind.
    pub(super) fn expect<T: DeserializeOwned>(&mut self, kind: &str) -> Result<T, Broken> {
        match self.next_if(kind)? {
            Some(read) => read.parse(),
            None => {
                let found = self.next.as_ref().map_or("the end of the file", |read| &read.kind);
                let problem = format!("a line `{kind}` is missing here; found: {found}");
                Err(Broken::at(self.lines, problem))
            }
        }
    }

    /// The number of lines before the next one, and the SHA-256 of their bytes.
    pub(super) fn so_far(&self) -> (u64, [u8; 32]) {
        (self.lines.saturating_sub(1), self.before.clone().finalize().into())
    }

    /// The SHA-256 of the whole file. Refused if there are more lines.
    pub(super) fn end(self) -> Result<[u8; 32], Broken> {
        match self.next {
            Some(read) => Err(Broken::at(read.number, "there are lines after the end".to_owned())),
            None => Ok(self.all.finalize().into()),
        }
    }

    fn advance(&mut self) -> Result<(), Broken> {
        self.before = self.all.clone();
        let mut bytes = Vec::new();
        let limit = LONGEST as u64 + 1;
        let from = std::io::Read::take(&mut self.from, limit).read_until(b'\n', &mut bytes);
        from.map_err(|error| Broken::at(self.lines + 1, format!("it cannot be read: {error}")))?;
        if bytes.is_empty() {
            return Ok(());
        }
        self.lines += 1;
        self.all.update(&bytes);
        self.next = Some(read(self.lines, &bytes)?);
        Ok(())
    }
}

fn read(number: u64, bytes: &[u8]) -> Result<Read, Broken> {
    let broken = |problem: &str| Broken::at(number, problem.to_owned());
    if bytes.len() > LONGEST {
        return Err(broken("the line is too long"));
    }
    let text = bytes.strip_suffix(b"\n").ok_or_else(|| broken("the line is cut off"))?;
    let mut fields: Value = serde_json::from_slice(text).map_err(|_| broken("invalid JSON"))?;
    if canonical(&fields).as_bytes() != text {
        return Err(broken("it is not written in the canonical way"));
    }
    let kind = fields.as_object_mut().and_then(|fields| fields.shift_remove("t"));
    let Some(Value::String(kind)) = kind else {
        return Err(broken("it does not say what it is"));
    };
    Ok(Read { number, kind, fields })
}
