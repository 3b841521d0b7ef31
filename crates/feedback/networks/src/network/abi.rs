//! The ABI of a contract, as a compiler writes it.

use alloy_json_abi::JsonAbi;
use parse_engine::Error;
use parse_model::Json;

use feedback_core::refused::invalid;

/// The longest text that is parsed, in bytes.
const LONGEST: usize = 512 * 1024;

/// Functions, errors and events of an ABI.
const MOST_ITEMS: usize = 4000;

/// Nesting depth of its JSON: tuples of tuples, eight levels.
const DEEPEST: usize = 20;

/// An ABI that can be used for decoding.
#[derive(Debug)]
pub(super) struct Interface {
    /// The stored form.
    pub(super) json: Json,
    pub(super) functions: usize,
    pub(super) errors: usize,
}

/// Parses an ABI: the array itself, or a compiler's output with the array in `abi`.
pub(super) fn parse(text: &str) -> Result<Interface, Error> {
    if text.len() > LONGEST {
        return Err(invalid("ABI_LONG", "An ABI has at most 512 kB."));
    }
    let problem = |why: &dyn std::fmt::Display| {
        invalid("ABI", format!("This is not the ABI of a contract: {why}."))
    };
    let json: Json = serde_json::from_str(text).map_err(|error| problem(&error))?;
    let json = match json {
        Json::Object(mut output) => output.remove("abi").unwrap_or_default(),
        json => json,
    };
    let Some(items) = json.as_array() else {
        return Err(problem(&"it is a JSON array, or an object with one as “abi”"));
    };
    if items.len() > MOST_ITEMS || depth(&json) > DEEPEST {
        return Err(problem(&"it has too many parts"));
    }
    let abi: JsonAbi = serde_json::from_value(json.clone()).map_err(|error| problem(&error))?;
    let (functions, errors) = (abi.functions().count(), abi.errors().count());
    if functions + errors + abi.events().count() == 0 {
        return Err(problem(&"it has no function, error or event"));
    }
    Ok(Interface { json, functions, errors })
}

fn depth(json: &Json) -> usize {
    match json {
        Json::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Json::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    const ERROR: &str =
        r#"{"type":"error","name":"Paused","inputs":[{"name":"until","type":"uint256"}]}"#;

    #[test]
    fn a_compilers_output_is_taken_as_well_as_the_array() {
        let array = parse(&format!("[{ERROR}]")).expect("an ABI");
        assert_eq!((array.functions, array.errors), (0, 1));
        let output = parse(&format!(r#"{{"abi":[{ERROR}],"bytecode":"0x"}}"#)).expect("an ABI");
        assert_eq!(array.json, output.json);
    }

    #[test]
    fn what_is_no_interface_is_refused_with_a_sentence() {
        let tuples = 40;
        let nested = format!(
            r#"[{{"type":"error","name":"E","inputs":[{}{}]}}]"#,
            r#"{"name":"a","type":"tuple","components":["#.repeat(tuples),
            "]}".repeat(tuples)
        );
        let long = format!("[{}]", " ".repeat(600_000));
        for wrong in ["", "[]", "{}", "5", "[1]", r#"[{"type":"error"}]"#, &nested, &long] {
            let Err(error) = parse(wrong) else { panic!("{wrong}") };
            assert!(error.to_string().contains("ABI"), "{error}");
        }
    }
}
