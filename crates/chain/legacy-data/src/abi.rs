//! Values of contracts from and to JSON, by the ABI that a client sent.

use alloy_dyn_abi::{DynSolType, DynSolValue, EventExt, JsonAbiExt, Specifier};
use alloy_json_abi::{Event, Function, Param};
use alloy_primitives::{Address, B256, FixedBytes, I256, U256, hex};
use parse_model::{Json, JsonMap};
use serde_json::json;

use crate::quantity;

/// The most entries of an ABI that are looked at.
const MOST_ENTRIES: usize = 2_000;

/// How deep a type may nest.
const DEEPEST: usize = 8;

/// The function of a name, or of a signature where the name has several, in an ABI.
pub(crate) fn function(abi: &Json, name: &str) -> Option<Function> {
    let mut found = entries(abi, "function").filter_map(|mut entry| {
        // ABIs of old leave out what is empty.
        for list in ["inputs", "outputs"] {
            entry.entry(list).or_insert_with(|| json!([]));
        }
        serde_json::from_value::<Function>(Json::Object(entry)).ok()
    });
    found.find(|function| function.name == name || function.signature() == name)
}

/// The event of a topic in an ABI, or the only one there is.
pub(crate) fn event(abi: &Json, topic: B256) -> Option<Event> {
    let mut found = entries(abi, "event").filter_map(|mut entry| {
        entry.entry("inputs").or_insert_with(|| json!([]));
        entry.entry("anonymous").or_insert(Json::Bool(false));
        serde_json::from_value::<Event>(Json::Object(entry)).ok()
    });
    found.find(|event| event.selector() == topic)
}

fn entries<'a>(abi: &'a Json, kind: &'static str) -> impl Iterator<Item = JsonMap> + 'a {
    let all = match abi {
        Json::Array(all) => &all[..],
        one => std::slice::from_ref(one),
    };
    let of_kind = move |entry: &&JsonMap| {
        // An event that is sent alone may leave its type out.
        entry.get("type").is_none_or(|value| value == kind)
    };
    all.iter().take(MOST_ENTRIES).filter_map(Json::as_object).filter(of_kind).map(move |entry| {
        let mut entry = entry.clone();
        entry.insert("type".to_owned(), json!(kind));
        entry
    })
}

/// The data of a call with these parameters, by name or by place.
pub(crate) fn call(function: &Function, params: &Json) -> Result<Vec<u8>, String> {
    let mut values = Vec::with_capacity(function.inputs.len());
    for (place, input) in function.inputs.iter().enumerate() {
        let given = match params {
            Json::Object(named) => named.get(&input.name).or_else(|| named.get(&place.to_string())),
            Json::Array(listed) => listed.get(place),
            _ => None,
        };
        let given = given.ok_or_else(|| format!("{} is required", input.name))?;
        let value = resolved(input).and_then(|kind| read(&kind, &input.components, given));
        values.push(value.ok_or_else(|| format!("{} must be a {}", input.name, input.ty))?);
    }
    function.abi_encode_input(&values).map_err(|_| "the parameters do not fit".to_owned())
}

fn resolved(param: &Param) -> Option<DynSolType> {
    param.resolve().ok().filter(|kind: &DynSolType| kind.nesting_depth() <= DEEPEST)
}

/// Reads a value of a type.
fn read(kind: &DynSolType, components: &[Param], given: &Json) -> Option<DynSolValue> {
    let each = |inner: &DynSolType, items: &Vec<Json>| {
        items.iter().map(|item| read(inner, components, item)).collect::<Option<Vec<_>>>()
    };
    match kind {
        DynSolType::Array(inner) => each(inner, given.as_array()?).map(DynSolValue::Array),
        DynSolType::FixedArray(inner, length) => {
            let items = given.as_array().filter(|items| items.len() == *length)?;
            each(inner, items).map(DynSolValue::FixedArray)
        }
        DynSolType::Tuple(kinds) => {
            let member = |place: usize| match given {
                Json::Array(items) if items.len() == kinds.len() => items.get(place),
                Json::Object(named) => named.get(&components.get(place)?.name),
                _ => None,
            };
            let members = kinds.iter().enumerate().map(|(place, kind)| {
                let within = components.get(place).map_or(&[][..], |param| &param.components);
                read(kind, within, member(place)?)
            });
            members.collect::<Option<Vec<_>>>().map(DynSolValue::Tuple)
        }
        DynSolType::String => given.as_str().map(|text| DynSolValue::String(text.to_owned())),
        DynSolType::Bool => match given {
            Json::Bool(flag) => Some(DynSolValue::Bool(*flag)),
            Json::String(text) => text.parse().ok().map(DynSolValue::Bool),
            _ => None,
        },
        _ => single(kind, &text_of(given)?),
    }
}

fn text_of(given: &Json) -> Option<String> {
    match given {
        Json::String(text) => Some(text.trim().to_owned()),
        Json::Number(number) => Some(number.to_string().trim_end_matches(".0").to_owned()),
        _ => None,
    }
}

fn single(kind: &DynSolType, text: &str) -> Option<DynSolValue> {
    match kind {
        DynSolType::Uint(bits) => {
            let number = quantity::big(text).filter(|number| number.bit_len() <= *bits)?;
            Some(DynSolValue::Uint(number, *bits))
        }
        DynSolType::Int(bits) => {
            let number: I256 = text.parse().ok()?;
            let size = usize::try_from(number.bits()).ok()?;
            (size <= *bits).then_some(DynSolValue::Int(number, *bits))
        }
        DynSolType::Address => text.parse::<Address>().ok().map(DynSolValue::Address),
        DynSolType::Bytes => hex::decode(text).ok().map(DynSolValue::Bytes),
        DynSolType::FixedBytes(size) => {
            let bytes = hex::decode(text).ok().filter(|bytes| bytes.len() <= *size)?;
            Some(DynSolValue::FixedBytes(FixedBytes::right_padding_from(&bytes), *size))
        }
        _ => None,
    }
}

/// What a function returned: the one value, or an object of several.
pub(crate) fn outcome(function: &Function, data: &[u8]) -> Option<Json> {
    let kinds = function.outputs.iter().map(resolved).collect::<Option<Vec<_>>>()?;
    let values = DynSolType::Tuple(kinds).abi_decode_params(data).ok()?;
    let DynSolValue::Tuple(values) = values else { return None };
    if let [value] = &values[..] {
        return Some(shown(value, function.outputs.first().map_or(&[], |one| &one.components)));
    }
    Some(Json::Object(members(&values, &function.outputs)))
}

fn members(values: &[DynSolValue], params: &[Param]) -> JsonMap {
    let named = values.iter().enumerate().map(|(place, value)| {
        let param = params.get(place);
        let name = param.map(|param| param.name.clone()).filter(|name| !name.is_empty());
        let within = param.map_or(&[][..], |param| &param.components);
        (name.unwrap_or_else(|| place.to_string()), shown(value, within))
    });
    named.collect()
}

/// A value as clients read it: numbers are decimal text, addresses and bytes lower case.
pub(crate) fn shown(value: &DynSolValue, components: &[Param]) -> Json {
    match value {
        DynSolValue::Bool(flag) => Json::Bool(*flag),
        DynSolValue::Uint(number, _) => Json::String(number.to_string()),
        DynSolValue::Int(number, _) => Json::String(number.to_string()),
        DynSolValue::Address(address) => Json::String(quantity::spelled(*address)),
        DynSolValue::String(text) => Json::String(text.clone()),
        DynSolValue::Bytes(bytes) => Json::String(hex::encode_prefixed(bytes)),
        DynSolValue::FixedBytes(word, size) => Json::String(hex::encode_prefixed(&word[..*size])),
        DynSolValue::Array(items) | DynSolValue::FixedArray(items) => {
            items.iter().map(|item| shown(item, components)).collect()
        }
        DynSolValue::Tuple(values) if components.iter().any(|param| !param.name.is_empty()) => {
            Json::Object(members(values, components))
        }
        DynSolValue::Tuple(values) => values.iter().map(|value| shown(value, &[])).collect(),
        DynSolValue::Function(function) => Json::String(hex::encode_prefixed(function)),
    }
}

/// The values of an event in the order of the ABI, each with its name and its type.
pub(crate) fn logged(
    event: &Event,
    topics: &[B256],
    data: &[u8],
) -> Option<Vec<(String, String, Json)>> {
    let decoded = event.decode_log_parts(topics.iter().copied(), data).ok()?;
    let (mut indexed, mut body) = (decoded.indexed.iter(), decoded.body.iter());
    let values = event.inputs.iter().enumerate().map(|(place, input)| {
        let value = if input.indexed { indexed.next() } else { body.next() }?;
        let name = if input.name.is_empty() { place.to_string() } else { input.name.clone() };
        Some((name, input.ty.clone(), shown(value, &input.components)))
    });
    values.collect()
}

/// A number that a word holds.
pub(crate) fn number_in(word: B256) -> U256 {
    word.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn abi() -> Json {
        json!([
            {"type": "function", "name": "f", "inputs": [{"name": "a", "type": "uint8"}], "outputs": [{"name": "", "type": "uint256"}], "stateMutability": "view"},
            {"type": "function", "name": "f", "inputs": [{"name": "a", "type": "bytes4"}, {"name": "b", "type": "int16[]"}], "outputs": [{"name": "x", "type": "bool"}, {"name": "", "type": "address"}]},
            {"type": "function", "name": "s", "inputs": [{"name": "p", "type": "tuple", "components": [{"name": "to", "type": "address"}, {"name": "n", "type": "uint256"}]}]},
            {"type": "event", "name": "Transfer", "inputs": [{"name": "from", "type": "address", "indexed": true}, {"name": "to", "type": "address", "indexed": true}, {"name": "value", "type": "uint256"}]},
        ])
    }

    #[test]
    fn a_function_is_found_by_its_name_and_among_several_by_its_signature() {
        assert_eq!(function(&abi(), "f").unwrap().inputs.len(), 1);
        assert_eq!(function(&abi(), "f(bytes4,int16[])").unwrap().inputs.len(), 2);
        assert!(function(&abi(), "g").is_none());
        assert!(function(&json!("no"), "f").is_none());
    }

    #[test]
    fn a_call_is_encoded_by_name_and_refused_by_name() {
        let f = function(&abi(), "f").unwrap();
        let data = call(&f, &json!({"a": "255"})).unwrap();
        assert_eq!(data.len(), 36);
        assert_eq!(data[35], 255);
        assert_eq!(call(&f, &json!({"a": 255})).unwrap(), data);
        assert_eq!(call(&f, &json!({})).unwrap_err(), "a is required");
        for bad in [json!("256"), json!("-1"), json!([]), json!(null), json!("1 ether")] {
            assert_eq!(call(&f, &json!({"a": bad})).unwrap_err(), "a must be a uint8");
        }
    }

    #[test]
    fn lists_negative_numbers_and_structures_are_understood() {
        let f = function(&abi(), "f(bytes4,int16[])").unwrap();
        assert!(call(&f, &json!({"a": "0x12345678", "b": ["-1", 32767]})).is_ok());
        assert!(call(&f, &json!({"a": "0x12345678", "b": ["32768"]})).is_err());
        let s = function(&abi(), "s").unwrap();
        let to = "0x00000000000000000000000000000000000000aa";
        let named = call(&s, &json!({"p": {"to": to, "n": "5"}})).unwrap();
        assert_eq!(named, call(&s, &json!({"p": [to, "5"]})).unwrap());
    }

    #[test]
    fn one_output_is_bare_and_several_are_an_object() {
        let f = function(&abi(), "f").unwrap();
        let mut word = [0; 32];
        word[31] = 7;
        assert_eq!(outcome(&f, &word), Some(json!("7")));
        assert_eq!(outcome(&f, &[]), None);
        let f = function(&abi(), "f(bytes4,int16[])").unwrap();
        let mut words = [0; 64];
        words[31] = 1;
        words[63] = 0xaa;
        let expected = json!({"x": true, "1": "0x00000000000000000000000000000000000000aa"});
        assert_eq!(outcome(&f, &words), Some(expected));
    }

    #[test]
    fn an_event_is_decoded_by_the_abi_that_was_sent() {
        let event_of = |abi: &Json| event(abi, crate::signature::TRANSFER);
        let alone = abi()[3].clone();
        assert!(event_of(&abi()).is_some() && event_of(&alone).is_some());
        let word = |last: u8| B256::with_last_byte(last);
        let topics = [crate::signature::TRANSFER, word(1), word(2)];
        let values = logged(&event_of(&alone).unwrap(), &topics, word(9).as_slice()).unwrap();
        assert_eq!(values[2], ("value".to_owned(), "uint256".to_owned(), json!("9")));
        assert!(logged(&event_of(&alone).unwrap(), &topics[..2], &[]).is_none());
    }
}
