//! Where a failure began and what it said: the failed path of a trace, and the layers of its error.

use alloy_primitives::Address;

use crate::abi::Value;
use crate::builtin::error::{self, Meaning};
use crate::builtin::{bundled, text};
use crate::class::{FailureClass, Verdict};
use crate::explanation::{Alternative, Argument};
use crate::frame::{Frame, Trace};
use crate::lenient;
use crate::registry::{Contract, ErrorKey, ErrorSignature, Registry};
use crate::signature::{Decoded, Signature};

/// Deeper than any router calls; each step is read by all that the programme knows.
const MOST_STEPS: usize = 64;
const MOST_LAYERS: usize = 8;
const MOST_ALTERNATIVES: usize = 8;

/// What an error says.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// Its first four bytes.
    pub selector: Option<[u8; 4]>,
    /// Its name.
    pub name: Option<String>,
    /// Its arguments.
    pub args: Vec<Argument>,
    /// The text, if it is one.
    pub text: Option<String>,
    /// How it failed, if known.
    pub class: Option<FailureClass>,
    /// What that says.
    pub verdict: Option<Verdict>,
    /// An administrator's words for it.
    pub words: Option<(String, Option<String>)>,
    /// Other readings.
    pub alternatives: Vec<Alternative>,
    /// The error inside.
    pub inner: Option<Vec<u8>>,
    /// Which command of a router failed.
    pub command: Option<u64>,
    /// The contract that is said to have failed.
    pub target: Option<Address>,
}

/// One step of the failed path.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// Its depth.
    pub depth: u32,
    /// The contract.
    pub contract: Option<Address>,
    /// The contract on whose behalf it ran, if another.
    pub on_behalf_of: Option<Address>,
    /// What was called there.
    pub input: Vec<u8>,
    /// What it reverted with.
    pub data: Vec<u8>,
    /// What that says.
    pub reading: Reading,
    /// Whether it failed for want of gas.
    pub is_out_of_gas: bool,
}

/// The failed path, from the transaction to where it began.
#[derive(Debug, Clone, Default)]
pub(crate) struct Path {
    /// At least the transaction itself, if there was anything to read.
    pub steps: Vec<Step>,
}

impl Path {
    /// Walks a trace, then opens what the innermost error still wraps.
    pub(crate) fn walk(trace: &Trace, to: Option<Address>, registry: &Registry) -> Path {
        let mut path = Path::default();
        let mut at = trace.frames.first().filter(|frame| frame.failure.is_some()).map(|_| 0);
        while let Some(index) = at.filter(|_| path.steps.len() < MOST_STEPS) {
            let frame = &trace.frames[index];
            let reading = read(&frame.output, contract_of(frame, registry), registry);
            let next = next_frame(trace, index, &reading);
            path.steps.push(Step {
                depth: frame.depth,
                contract: frame.to.or(to.filter(|_| index == 0)),
                on_behalf_of: frame.on_behalf_of,
                input: frame.input.clone(),
                data: frame.output.clone(),
                is_out_of_gas: frame.is_out_of_gas(),
                reading,
            });
            at = next;
        }
        path.open(registry);
        path
    }

    /// A path of nothing but data, such as a wallet shows.
    pub(crate) fn of_data(data: Vec<u8>, to: Option<Address>, registry: &Registry) -> Path {
        let frame = Frame { output: data, to, failure: Some(String::new()), ..Frame::default() };
        Path::walk(&Trace { frames: vec![frame], is_cut: false }, to, registry)
    }

    /// Opens wrappers that no frame stands for.
    fn open(&mut self, registry: &Registry) {
        for _ in 0..MOST_LAYERS {
            let Some(last) = self.steps.last() else { return };
            let Some(data) = last.reading.inner.clone() else { return };
            let target = last.reading.target;
            let contract = target.and_then(|target| registry.contracts.get(&target));
            let reading = read(&data, contract, registry);
            let depth = last.depth + 1;
            self.steps.push(Step {
                depth,
                contract: target,
                on_behalf_of: None,
                input: Vec::new(),
                data,
                is_out_of_gas: false,
                reading,
            });
        }
    }

    /// Where it began.
    pub(crate) fn origin(&self) -> Option<&Step> {
        self.steps.last()
    }

    /// The deciding step: the innermost with a known error, else the innermost.
    pub(crate) fn deciding(&self) -> Option<&Step> {
        let known = |step: &&Step| step.reading.class.is_some();
        self.steps.iter().rev().find(known).or(self.steps.last())
    }
}

/// The call into which to follow a failure: what bubbled up unchanged or wrapped, else what the
/// caller hid behind its own words for a refused transfer, or behind none.
fn next_frame(trace: &Trace, from: usize, reading: &Reading) -> Option<usize> {
    let data = &trace.frames[from].output;
    let failed: Vec<(usize, &Frame)> =
        trace.children(from).filter(|(_, frame)| frame.failure.is_some()).collect();
    let same = failed.iter().rev().find(|(_, frame)| !data.is_empty() && frame.output == *data);
    let inside = || {
        let inner = reading.inner.as_ref().filter(|inner| !inner.is_empty())?;
        failed.iter().rev().find(|(_, frame)| frame.output == *inner)
    };
    let hidden = || {
        let is_silent = data.is_empty() || reading.class == Some(FailureClass::TransferFailed);
        let (last, _) = trace.children(from).last()?;
        failed.last().filter(|(index, _)| is_silent && *index == last)
    };
    same.or_else(inside).or_else(hidden).map(|(index, _)| *index)
}

/// What the registry knows of the contract of a call.
fn contract_of<'a>(frame: &Frame, registry: &'a Registry) -> Option<&'a Contract> {
    let find = |address: Address| registry.contracts.get(&address);
    frame.to.and_then(find).or_else(|| frame.on_behalf_of.and_then(find))
}

/// Reads an error: administrators' words first, then the contract's own interface, then those of
/// all contracts, then the built-in table. Names of packages come last and name only.
pub(crate) fn read(data: &[u8], contract: Option<&Contract>, registry: &Registry) -> Reading {
    let Some(selector) = data.first_chunk::<4>().copied() else { return Reading::default() };
    let mut reading = Reading { selector: Some(selector), ..Reading::default() };
    let mut readings = signatures(selector, contract, registry);
    readings.retain(|signature| signature.decode(data).is_some());
    if let Some(decoded) = readings.first().and_then(|signature| signature.decode(data)) {
        reading.name = Some(lenient::text(&readings[0].name, 100));
        reading.args = decoded.arguments;
        reading.mean(selector, data);
    } else if let Some((signature, decoded)) = bundled::read(data) {
        reading.name = Some(lenient::text(&signature.name, 100));
        reading.args = decoded.arguments;
    }
    reading.alternatives = readings.iter().skip(1).map(alternative).collect();
    reading.follow_administrators(selector, data, registry);
    reading
}

fn alternative(signature: &Signature) -> Alternative {
    let class = error::find(signature.selector).and_then(|known| match known.meaning {
        Meaning::Class(class, _) => Some(class),
        Meaning::Wrapper(_) | Meaning::Words => None,
    });
    Alternative { signature: lenient::text(&signature.text, 200), failure_class: class }
}

/// All signatures of a selector, the likeliest first, no two the same.
fn signatures(
    selector: [u8; 4],
    contract: Option<&Contract>,
    registry: &Registry,
) -> Vec<Signature> {
    let of_contract = |contract: &Contract| {
        let abi = contract.abi.as_ref()?;
        let mut errors = abi.errors().filter(|error| error.selector().0 == selector);
        errors.find_map(Signature::of_error)
    };
    let admin = registry.signatures.iter().filter_map(|row| {
        let is_same = row.key == ErrorKey::Selector(selector);
        row.signature.as_deref().filter(|_| is_same).and_then(Signature::parse)
    });
    let mut found: Vec<Signature> = Vec::new();
    let own = contract.and_then(of_contract).into_iter();
    let builtin = error::find(selector).map(|known| known.signature.clone());
    let mut others: Vec<Signature> = registry.contracts.values().filter_map(of_contract).collect();
    others.sort_by(|a, b| a.text.cmp(&b.text));
    for signature in own.chain(admin).chain(others).chain(builtin) {
        let is_new = !found.iter().any(|known| known.text == signature.text);
        if is_new && signature.selector == selector && found.len() <= MOST_ALTERNATIVES {
            found.push(signature);
        }
    }
    found
}

impl Reading {
    /// What the built-in table says of a selector.
    fn mean(&mut self, selector: [u8; 4], data: &[u8]) {
        let Some(known) = error::find(selector) else { return };
        let Some(Decoded { value, .. }) = known.signature.decode(data) else { return };
        match known.meaning {
            Meaning::Class(class, verdict) => {
                (self.class, self.verdict) = (Some(class), Some(verdict));
            }
            Meaning::Wrapper(part) => {
                self.inner = value.part(part).and_then(Value::bytes).map(<[u8]>::to_vec);
                let command = value.part("commandIndex").and_then(Value::uint);
                self.command = command.and_then(|index| u64::try_from(index).ok());
                self.target = value.part("target").and_then(Value::address);
            }
            Meaning::Words => {
                let words = ["message", "reason"].iter().find_map(|name| match value.part(name) {
                    Some(Value::Text(text)) => Some(text.clone()),
                    _ => None,
                });
                let Some(words) = words else { return };
                self.class = text::of_revert(&words);
                self.verdict = self.class.map(FailureClass::verdict);
                self.text = Some(lenient::text(&words, 500));
            }
        }
    }

    /// Administrators win over everything.
    fn follow_administrators(&mut self, selector: [u8; 4], data: &[u8], registry: &Registry) {
        let words = self.text.as_deref().map(str::to_lowercase);
        let mut rows = registry.signatures.iter().filter(|row| match &row.key {
            ErrorKey::Selector(own) => *own == selector && fits(row, data),
            ErrorKey::Text(pattern) => words.as_deref().is_some_and(|words| {
                !pattern.is_empty() && words.contains(&pattern.to_lowercase())
            }),
        });
        let Some(row) = rows.next() else { return };
        (self.class, self.verdict) = (Some(row.class), Some(row.verdict));
        self.words = Some((row.sentence.clone(), row.advice.clone()));
        for row in rows.take(MOST_ALTERNATIVES) {
            let signature = row.signature.clone().unwrap_or_else(|| lenient::hex(&selector));
            let failure_class = Some(row.class);
            self.alternatives.push(Alternative { signature, failure_class });
        }
        self.alternatives.truncate(MOST_ALTERNATIVES);
    }
}

/// Whether the data can be what a row's signature says.
fn fits(row: &ErrorSignature, data: &[u8]) -> bool {
    let signature = row.signature.as_deref().and_then(Signature::parse);
    signature.is_none_or(|signature| signature.decode(data).is_some())
}
