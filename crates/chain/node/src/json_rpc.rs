//! The form of questions and answers. An answer is one result or one error to the question that was
//! asked, and small enough to be taken apart; anything else is refused before it is believed.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::error::NodeError;

/// The number of a question that is asked alone.
const ID: u64 = 1;
/// How deep an answer may be nested; below the point where the parser itself gives up.
const DEPTH: usize = 120;
/// How many values an answer may have: each takes far more memory than its text.
const VALUES: usize = 200_000;
/// The longest message of a node that is kept, in characters.
const MESSAGE: usize = 300;
/// The longest data of an error that is kept, in characters.
const ERROR_DATA: usize = 1 << 16;

/// How a zero character is written.
const ZERO: &[u8] = b"\\u0000";

/// What is asked in one request.
#[derive(Debug)]
pub(crate) enum Question<'a> {
    /// One thing.
    One(&'a str, Value),
    /// Several at once; the answer is a list with nothing if one of them failed.
    Several(&'a str, Vec<Value>),
}

impl Question<'_> {
    /// What the node must be able to do: a method, or to take lists.
    pub(crate) fn ability(&self) -> &str {
        match self {
            Question::One(method, _) => method,
            Question::Several(..) => "[]",
        }
    }

    /// The request.
    pub(crate) fn body(&self) -> Bytes {
        let one = |id: u64, method: &str, params: &Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let body = match self {
            Question::One(method, params) => one(ID, method, params),
            Question::Several(method, all) => {
                (ID..).zip(all).map(|(id, params)| one(id, method, params)).collect()
            }
        };
        Bytes::from(body.to_string())
    }

    /// The result: `TooLong`, `Nonsense` or the node's own error if there is none.
    pub(crate) fn read(&self, body: &[u8]) -> Result<Value, NodeError> {
        if !is_small(body) {
            return Err(NodeError::TooLong);
        }
        let answer: Value = serde_json::from_slice(body).map_err(|_| NodeError::Nonsense)?;
        let has_zeros = body.windows(ZERO.len()).any(|part| part == ZERO);
        let answer = if has_zeros { without_zeros(answer) } else { answer };
        let asked = match self {
            Question::One(..) => return read_one(answer, ID),
            Question::Several(_, asked) => asked.len(),
        };
        let Value::Array(answers) = answer else {
            // A node that takes no lists says so with one error, whose number may be missing.
            let error = read_error(&answer["error"]);
            return Err(if error.is_busy() { error } else { NodeError::no_method() });
        };
        let mut results = vec![None; asked];
        for answer in answers {
            let id = answer["id"].as_u64().ok_or(NodeError::Nonsense)?;
            let at = id.checked_sub(ID).and_then(|at| usize::try_from(at).ok());
            let place = at.and_then(|at| results.get_mut(at)).ok_or(NodeError::Nonsense)?;
            let result = match read_one(answer, id) {
                Err(NodeError::Answered { .. }) => Value::Null,
                other => other?,
            };
            if place.replace(result).is_some() {
                return Err(NodeError::Nonsense);
            }
        }
        results.into_iter().collect::<Option<Value>>().ok_or(NodeError::Nonsense)
    }
}

fn read_one(mut answer: Value, id: u64) -> Result<Value, NodeError> {
    let parts = answer.as_object_mut().ok_or(NodeError::Nonsense)?;
    let error = parts.remove("error").filter(|error| !error.is_null());
    let result = parts.remove("result");
    let is_ours = parts.get("id").and_then(Value::as_u64) == Some(id);
    match (is_ours, result, error) {
        (true, Some(result), None) => Ok(result),
        (true, None | Some(Value::Null), Some(error)) => Err(read_error(&error)),
        _ => Err(NodeError::Nonsense),
    }
}

fn read_error(error: &Value) -> NodeError {
    let Some(code) = error["code"].as_i64() else { return NodeError::Nonsense };
    let message = error["message"].as_str().unwrap_or_default();
    let message = message.chars().filter(|sign| !sign.is_control()).take(MESSAGE).collect();
    NodeError::Answered { code, message, data: revert_data(&error["data"], 4) }
}

/// Nodes put what a contract reverted with into the error, as text or somewhere inside an object.
fn revert_data(data: &Value, depth: usize) -> Option<String> {
    match data {
        Value::String(text) if text.len() <= ERROR_DATA => Some(text.clone()),
        Value::Object(parts) if depth > 0 => {
            let named = ["data", "result", "return", "originalError"].into_iter();
            let mut named = named.filter_map(|name| parts.get(name));
            named.find_map(|part| revert_data(part, depth - 1))
        }
        _ => None,
    }
}

/// Contracts make nodes say zero characters, in messages for example, which no database takes.
fn without_zeros(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace('\0', "")),
        Value::Array(items) => items.into_iter().map(without_zeros).collect(),
        Value::Object(parts) => {
            let clean =
                |(name, part): (String, Value)| (name.replace('\0', ""), without_zeros(part));
            Value::Object(parts.into_iter().map(clean).collect())
        }
        other => other,
    }
}

/// Whether an answer is shallow and has few parts, told without taking it apart.
fn is_small(body: &[u8]) -> bool {
    let (mut depth, mut values, mut is_text, mut is_escaped) = (0_usize, 0_usize, false, false);
    for byte in body {
        if is_text {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => is_text = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => is_text = true,
            b'{' | b'[' => (depth, values) = (depth + 1, values + 1),
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if depth > DEPTH || values > VALUES {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(answer: &str) -> Result<Value, NodeError> {
        Question::One("eth_chainId", json!([])).read(answer.as_bytes())
    }

    #[test]
    fn an_answer_is_one_result_or_one_error_to_our_question() {
        assert_eq!(read(r#"{"jsonrpc":"2.0","id":1,"result":"0x1"}"#), Ok(json!("0x1")));
        assert_eq!(read(r#"{"id":1,"result":null}"#), Ok(Value::Null));
        assert_eq!(read(r#"{"id":1,"result":"0x1","error":null}"#), Ok(json!("0x1")));
        let reverted =
            r#"{"id":1,"error":{"code":3,"message":"execution reverted","data":"0x08"}}"#;
        let data = Some("0x08".to_owned());
        let message = "execution reverted".to_owned();
        assert_eq!(read(reverted), Err(NodeError::Answered { code: 3, message, data }));
        for confused in [
            r#"[{"id":1,"result":"0x1"}]"#,
            r#"{"id":2,"result":"0x1"}"#,
            r#"{"id":"1","result":"0x1"}"#,
            r#"{"result":"0x1"}"#,
            r#"{"id":1,"result":"0x1","error":{"code":3,"message":"no"}}"#,
            r#"{"id":1,"error":"no"}"#,
            r#"{"id":1}"#,
            r#"{"id":1,"result":"0x1"}{"id":1,"result":"0x2"}"#,
            "<html>Bad gateway</html>",
            "",
            "\u{0}",
        ] {
            assert_eq!(read(confused), Err(NodeError::Nonsense), "{confused}");
        }
    }

    #[test]
    fn a_list_is_answered_by_a_list_with_every_number_once() {
        let asked = Question::Several("eth_call", vec![json!([1]), json!([2])]);
        let both = br#"[{"id":2,"result":"b"},{"id":1,"error":{"code":3,"message":"no"}}]"#;
        assert_eq!(asked.read(both), Ok(json!([null, "b"])));
        for confused in [
            &br#"[{"id":1,"result":"a"}]"#[..],
            br#"[{"id":1,"result":"a"},{"id":1,"result":"b"}]"#,
            br#"[{"id":1,"result":"a"},{"id":3,"result":"b"}]"#,
            br#"[{"id":1,"result":"a"},{"id":2,"result":"b"},{"id":3,"result":"c"}]"#,
        ] {
            assert_eq!(asked.read(confused), Err(NodeError::Nonsense));
        }
    }

    #[test]
    fn what_a_contract_reverted_with_is_found_wherever_a_node_puts_it() {
        for data in [
            json!("0x08c379a0"),
            json!({ "data": "0x08c379a0" }),
            json!({ "originalError": { "data": "0x08c379a0" } }),
        ] {
            let answer =
                json!({ "id": 1, "error": { "code": -32000, "message": "", "data": data } });
            let Err(NodeError::Answered { data, .. }) = read(&answer.to_string()) else {
                panic!("{answer}");
            };
            assert_eq!(data.as_deref(), Some("0x08c379a0"));
        }
    }

    #[test]
    fn zero_characters_are_left_out() {
        let told = r#"{"id":1,"result":{"a\u0000":["x\u0000y","\\u0000"]}}"#;
        assert_eq!(read(told), Ok(json!({ "a": ["xy", "\\u0000"] })));
    }

    #[test]
    fn an_answer_of_a_million_parts_or_a_thousand_depths_is_not_taken_apart() {
        let many = format!(r#"{{"id":1,"result":[{}0]}}"#, "0,".repeat(1_000_000));
        assert_eq!(read(&many), Err(NodeError::TooLong));
        let deep = format!(r#"{{"id":1,"result":{}{}}}"#, "[".repeat(1000), "]".repeat(1000));
        assert_eq!(read(&deep), Err(NodeError::TooLong));
        let only_text = format!(r#"{{"id":1,"result":"{}\"{}"}}"#, "[".repeat(1000), ",".repeat(9));
        assert!(read(&only_text).is_ok());
    }
}
