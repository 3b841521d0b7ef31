//! Functions and errors by their signature: four bytes, a name, and the types behind them.

mod text;

use alloy_json_abi::{Error, Function, Param};
use alloy_primitives::keccak256;

use crate::abi::{self, Kind, Value};
use crate::explanation::Argument;

/// A function or an error.
#[derive(Debug, Clone)]
pub(crate) struct Signature {
    /// The first four bytes of its hash.
    pub selector: [u8; 4],
    /// Its name.
    pub name: String,
    /// Name and types, as they are hashed.
    pub text: String,
    /// What it takes.
    pub kinds: Vec<(String, Kind)>,
}

/// What stood behind a selector.
#[derive(Debug, Clone)]
pub(crate) struct Decoded {
    /// The whole, for looking up parts by name.
    pub value: Value,
    /// The same in words.
    pub arguments: Vec<Argument>,
    /// Whether it is written as compilers write it.
    pub is_tight: bool,
    /// Whether nothing is left over: no byte, and no bit outside a type.
    pub is_whole: bool,
}

/// An error signature: the text that is hashed, and its selector; `None` if it is invalid.
pub fn error_signature(text: &str) -> Option<(String, [u8; 4])> {
    let Signature { text, selector, .. } = Signature::parse(text)?;
    Some((text, selector))
}

impl Signature {
    /// Reads a signature as people write it, with or without names of parameters.
    pub(crate) fn parse(text: &str) -> Option<Signature> {
        let (name, text, kinds) = text::parse(text)?;
        let selector = *keccak256(text.as_bytes()).first_chunk()?;
        Some(Signature { selector, name, text, kinds })
    }

    /// A function of an interface.
    pub(crate) fn of_function(function: &Function) -> Option<Signature> {
        let selector = function.selector().0;
        Signature::new(selector, &function.name, function.signature(), &function.inputs)
    }

    /// An error of an interface.
    pub(crate) fn of_error(error: &Error) -> Option<Signature> {
        Signature::new(error.selector().0, &error.name, error.signature(), &error.inputs)
    }

    fn new(selector: [u8; 4], name: &str, text: String, inputs: &[Param]) -> Option<Signature> {
        let kinds = inputs.iter().map(|param| Some((param.name.clone(), Kind::of(param)?)));
        let kinds = kinds.collect::<Option<_>>()?;
        Some(Signature { selector, name: name.to_owned(), text, kinds })
    }

    /// Reads calldata or the data of an error; nothing if it is another's.
    pub(crate) fn decode(&self, data: &[u8]) -> Option<Decoded> {
        let (selector, rest) = data.split_first_chunk::<4>()?;
        if *selector != self.selector {
            return None;
        }
        self.decode_parameters(rest)
    }

    /// Reads parameters without a selector, as routers pass them on.
    pub(crate) fn decode_parameters(&self, data: &[u8]) -> Option<Decoded> {
        let abi::Decoding { value, is_tight, is_whole } = abi::decode(&self.kinds, data)?;
        let arguments = abi::arguments(&self.kinds, &value);
        Some(Decoded { value, arguments, is_tight, is_whole })
    }
}
