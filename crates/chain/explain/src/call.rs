//! What a transaction called: the function, the commands inside it, who acted, which swaps.

use alloy_primitives::{Address, U256};

use crate::abi::Value;
use crate::builtin::{command, function};
use crate::explanation::{Argument, Method, RouterCommand};
use crate::intent::Intent;
use crate::lenient;
use crate::place::{self, Part, Place};
use crate::registry::Registry;
use crate::signature::{Decoded, Signature};

const MOST_DEPTH: usize = 4;
const MOST_CALLS: usize = 100;
/// How many bytes name a function.
const SELECTOR: usize = 4;

/// What was called.
#[derive(Debug, Clone, Default)]
pub(crate) struct Call {
    /// The function.
    pub method: Option<Method>,
    /// What it was to do, one after the other.
    pub commands: Vec<RouterCommand>,
    /// The swaps among it.
    pub intents: Vec<Intent>,
    /// Smart accounts whose operations it carries.
    pub actors: Vec<Address>,
    /// Seconds since 1970.
    pub deadline: Option<u64>,
    /// The least of the network's own coin, or of a token, that was to be paid out at the end.
    pub least_paid_out: Option<U256>,
    /// Who gets what is paid out at the end.
    pub paid_to: Option<Address>,
    /// Whether the network's own coin is wrapped first.
    pub is_wrapped: bool,
    /// Whether the network's own coin is paid out.
    pub is_unwrapped: bool,
    /// The parts of the calldata that decide whether it may pass, and where they were read.
    pub places: Vec<Place>,
    /// Whether what is inside is signed, so that nothing of it can be changed.
    pub is_signed: bool,
    /// Whether calls inside were not read.
    pub is_cut: bool,
    calls: usize,
}

impl Call {
    /// Reads calldata.
    pub(crate) fn read(data: &[u8], to: Option<Address>, registry: &Registry) -> Call {
        let mut call = Call { method: method(data, to, registry), ..Call::default() };
        call.enter(data, 0, to, 0);
        call
    }

    /// Opens one function, whose selector is at `at` of the calldata; what is no list of others is at
    /// most a swap.
    fn enter(&mut self, data: &[u8], at: usize, to: Option<Address>, depth: usize) {
        self.calls += 1;
        if depth > MOST_DEPTH || self.calls > MOST_CALLS {
            self.is_cut = true;
            return;
        }
        let Some((signature, decoded)) = known(data) else { return };
        let value = &decoded.value;
        self.places.push(Place { at, part: Part::Selector(signature.selector) });
        let at = at + SELECTOR;
        self.places.extend(place::deadline(&signature.name, value, at));
        if let Some(deadline) = value.part("deadline").and_then(Value::uint) {
            self.deadline = self.deadline.or_else(|| u64::try_from(deadline).ok());
        }
        match signature.name.as_str() {
            "multicall" => self.enter_all(value, at, to, depth),
            "handleOps" => self.enter_operations(value, at, depth),
            "execTransaction" => {
                self.is_signed = true;
                self.actors.extend(to);
                self.enter_inner(value, "data", at, depth);
            }
            "execute" if value.part("commands").is_some() => self.enter_commands(value, at, depth),
            "execute" => self.enter_inner(value, "data", at, depth),
            name => self.note(name, value, at),
        }
    }

    fn enter_inner(&mut self, value: &Value, part: &str, at: usize, depth: usize) {
        let to = ["target", "to"].iter().find_map(|name| value.part(name)?.address());
        if let Some((data, inner)) = value.part(part).and_then(Value::placed_bytes) {
            self.enter(data, at + inner, to, depth + 1);
        }
    }

    fn enter_all(&mut self, value: &Value, at: usize, to: Option<Address>, depth: usize) {
        let calls = value.part("data").and_then(Value::list).unwrap_or_default();
        self.is_cut |= calls.len() > MOST_CALLS;
        for (inner, begin) in calls.iter().take(MOST_CALLS).filter_map(Value::placed_bytes) {
            if depth == 0 {
                let known = known(inner);
                let (name, inputs) = match known {
                    Some((signature, decoded)) => (signature.name.clone(), decoded.arguments),
                    None => (lenient::hex(&inner[..inner.len().min(4)]), Vec::new()),
                };
                self.push(name, inputs);
            }
            self.enter(inner, at + begin, to, depth + 1);
        }
    }

    fn enter_operations(&mut self, value: &Value, at: usize, depth: usize) {
        self.is_signed = true;
        let operations = value.part("ops").and_then(Value::list).unwrap_or_default();
        for operation in operations.iter().take(MOST_CALLS) {
            let sender = operation.part("sender").and_then(Value::address);
            self.actors.extend(sender);
            if let Some((data, inner)) = operation.part("callData").and_then(Value::placed_bytes) {
                self.enter(data, at + inner, sender, depth + 1);
            }
        }
    }

    fn enter_commands(&mut self, value: &Value, at: usize, depth: usize) {
        let commands = value.part("commands").and_then(Value::placed_bytes);
        let (bytes, begin) = commands.unwrap_or_default();
        let inputs = value.part("inputs").and_then(Value::list).unwrap_or_default();
        let inputs = inputs.iter().map(|input| input.placed_bytes().unwrap_or_default());
        let padded = inputs.chain(std::iter::repeat(Default::default()));
        self.is_cut |= bytes.len() > MOST_CALLS;
        for (index, (byte, (input, inner))) in bytes.iter().take(MOST_CALLS).zip(padded).enumerate()
        {
            self.places.push(Place { at: at + begin + index, part: Part::Command(*byte) });
            let input_at = at + inner;
            let decoded = command::command(*byte)
                .and_then(|signature| Some((signature, signature.decode_parameters(input)?)));
            let name = command::command(*byte).map(|signature| signature.name.clone());
            let name = name.unwrap_or_else(|| format!("0x{byte:02x}"));
            let mut arguments = decoded.as_ref().map(|(_, of)| of.arguments.clone());
            match (byte & command::KIND, &decoded) {
                (command::V4_SWAP, Some((_, of))) => {
                    arguments = Some(self.enter_actions(&of.value, input_at));
                }
                (command::EXECUTE_SUB_PLAN, Some((_, of))) => {
                    self.calls += 1;
                    self.enter_sub_plan(&of.value, input_at, depth);
                }
                (_, Some((signature, of))) => self.note(&signature.name, &of.value, input_at),
                (_, None) => {}
            }
            if depth == 0 {
                self.push(name, arguments.unwrap_or_default());
            }
        }
    }

    fn enter_sub_plan(&mut self, value: &Value, at: usize, depth: usize) {
        if depth < MOST_DEPTH && self.calls <= MOST_CALLS {
            self.enter_commands(value, at, depth + 1);
        } else {
            self.is_cut = true;
        }
    }

    fn enter_actions(&mut self, value: &Value, at: usize) -> Vec<Argument> {
        let bytes = value.part("actions").and_then(Value::bytes).unwrap_or_default();
        let params = value.part("params").and_then(Value::list).unwrap_or_default();
        self.is_cut |= bytes.len() > MOST_CALLS;
        let mut shown = Vec::new();
        for (byte, params) in bytes.iter().zip(params).take(MOST_CALLS) {
            let (params, inner) = params.placed_bytes().unwrap_or_default();
            let forms = command::actions(*byte);
            let read = forms.filter_map(|form| Some((form, form.decode_parameters(params)?)));
            let read: Vec<_> = read.collect();
            // The words of a newer form can be read as those of an older one, with a gap between them.
            let tight = read.iter().find(|(_, decoded)| decoded.is_tight);
            let Some((signature, decoded)) = tight.or(read.first()) else { continue };
            self.note(&signature.name, &decoded.value, at + inner);
            let named = decoded.arguments.iter().map(|argument| {
                let name = format!("{}.{}", signature.name, argument.name);
                Argument { name, ..argument.clone() }
            });
            shown.extend(named.take(40_usize.saturating_sub(shown.len())));
        }
        shown
    }

    /// Remembers what one step means for the swap as a whole.
    fn note(&mut self, name: &str, value: &Value, at: usize) {
        self.intents.extend(Intent::read(name, value));
        self.places.extend(place::limits(name, value, at));
        let least = ["amountMin", "amountMinimum", "minAmount"];
        let least = least.iter().find_map(|name| value.part(name)?.uint());
        match name {
            "WRAP_ETH" | "wrapETH" => self.is_wrapped = true,
            "UNWRAP_WETH" | "unwrapWETH9" | "unwrapWETH9WithFee" => {
                self.is_unwrapped = true;
                self.pay_out(least, value);
            }
            "SWEEP" | "sweepToken" | "sweepTokenWithFee" | "TAKE_ALL" => self.pay_out(least, value),
            _ => {}
        }
    }

    fn pay_out(&mut self, least: Option<U256>, value: &Value) {
        self.least_paid_out = least.max(self.least_paid_out);
        self.paid_to = value.part("recipient").and_then(Value::address).or(self.paid_to);
    }

    fn push(&mut self, name: String, inputs: Vec<Argument>) {
        let index = u32::try_from(self.commands.len()).unwrap_or(u32::MAX);
        self.commands.push(RouterCommand { index, name, failed: false, inputs });
    }
}

fn known(data: &[u8]) -> Option<(&'static Signature, Decoded)> {
    let signature = function::find(*data.first_chunk()?)?;
    Some((signature, signature.decode(data)?))
}

/// The function, by the interface of the contract itself or by what is built in.
pub(crate) fn method(data: &[u8], to: Option<Address>, registry: &Registry) -> Option<Method> {
    let selector: [u8; 4] = *data.first_chunk()?;
    let abi = to.and_then(|to| registry.contracts.get(&to)?.abi.as_ref());
    let own = abi.and_then(|abi| {
        let mut functions = abi.functions().filter(|function| function.selector().0 == selector);
        functions.find_map(Signature::of_function)
    });
    let (signature, source) = match &own {
        Some(signature) => (Some(signature), Some("abi")),
        None => (function::find(selector), Some("builtin")),
    };
    let decoded = signature.and_then(|signature| signature.decode(data));
    Some(Method {
        selector: lenient::hex(&selector),
        name: signature.map(|signature| lenient::text(&signature.name, 100)),
        args: decoded.map(|decoded| decoded.arguments).unwrap_or_default(),
        source: signature.and(source).map(str::to_owned),
    })
}
