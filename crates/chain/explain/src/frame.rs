//! The calls inside a transaction, as a flat list in the order they were made.

mod call;
mod debug;
mod parity;

use serde_json::Value;

pub(crate) use call::{Frame, MOST_BYTES, Trace};

use crate::found::TraceKind;
use crate::lenient;

impl Trace {
    /// Reads a trace in the form its kind has; one that makes no sense has no frames.
    pub(crate) fn read(kind: TraceKind, answer: &Value) -> Trace {
        match kind {
            TraceKind::DebugCallTracer => debug::read(answer),
            TraceKind::TraceTransaction => parity::read(answer),
            TraceKind::CallAtParent => {
                Trace { frames: call_at_parent(answer).into_iter().collect(), is_cut: false }
            }
        }
    }
}

/// The error of a call that was repeated; nothing if it went well this time.
fn call_at_parent(answer: &Value) -> Option<Frame> {
    let said = answer["message"].as_str().or_else(|| answer.as_str());
    let data = error_data(answer).or_else(|| said.and_then(data_in_words));
    if said.is_none() && data.is_none() {
        return None;
    }
    Some(Frame {
        output: data.unwrap_or_default(),
        failure: Some(lenient::text(said.unwrap_or("execution reverted"), 200)),
        ..Frame::default()
    })
}

/// The revert data of an error, which some nodes wrap once more or put words before.
fn error_data(answer: &Value) -> Option<Vec<u8>> {
    let mut field = &answer["data"];
    for _ in 0..4 {
        match field {
            Value::Object(inner) => {
                field = inner.get("data").or_else(|| inner.get("result")).unwrap_or(&Value::Null);
            }
            Value::String(text) => {
                return lenient::data(field, MOST_BYTES).or_else(|| data_in_words(text));
            }
            _ => return None,
        }
    }
    None
}

/// `Reverted 0x…`, as old nodes say.
fn data_in_words(text: &str) -> Option<Vec<u8>> {
    let at = text.find("Reverted 0x").or_else(|| text.find("reverted: 0x"))?;
    let digits = text.get(at + "Reverted ".len()..)?.trim_start();
    let end = digits.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(digits.len());
    lenient::bytes(&digits[..end], MOST_BYTES)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::call::MOST_FRAMES;
    use super::*;

    #[test]
    fn both_kinds_of_trace_give_the_same_frames() {
        let (router, token) =
            ("0x".to_owned() + &"11".repeat(20), "0x".to_owned() + &"22".repeat(20));
        let debug = json!({
            "to": router, "input": "0xaabbccdd", "output": "0x01", "error": "execution reverted",
            "calls": [
                { "to": token, "input": "0x01020304", "output": "0x" },
                { "to": token, "input": "0x23b872dd", "output": "0x02", "error": "out of gas" },
            ],
        });
        let parity = json!([
            { "action": { "to": router, "input": "0xaabbccdd" }, "error": "Reverted",
              "result": { "output": "0x01" }, "traceAddress": [] },
            { "action": { "to": token, "input": "0x01020304" }, "result": { "output": "0x" },
              "traceAddress": [0] },
            { "action": { "to": token, "input": "0x23b872dd" }, "error": "Out of gas",
              "result": { "output": "0x02" }, "traceAddress": [1] },
        ]);
        let plain = |kind, answer: &Value| {
            let trace = Trace::read(kind, answer);
            let frames = trace.frames.into_iter();
            frames
                .map(|frame| Frame { failure: frame.failure.map(|_| String::new()), ..frame })
                .collect::<Vec<_>>()
        };
        let read = plain(TraceKind::DebugCallTracer, &debug);
        assert_eq!(read, plain(TraceKind::TraceTransaction, &parity));
        assert_eq!(read.len(), 3);
        assert_eq!(read[2].parent, Some(0));
        assert!(Trace::read(TraceKind::DebugCallTracer, &debug).frames[2].is_out_of_gas());
    }

    #[test]
    fn the_data_of_a_repeated_call_is_found_however_the_node_wraps_it() {
        for answer in [
            json!({ "data": "0x08c379a0" }),
            json!({ "message": "execution reverted", "data": { "data": "0x08c379a0" } }),
            json!({ "message": "VM execution error.", "data": "Reverted 0x08c379a0" }),
            json!({ "message": "Reverted 0x08c379a0" }),
        ] {
            let trace = Trace::read(TraceKind::CallAtParent, &answer);
            assert_eq!(trace.frames[0].output, [0x08, 0xc3, 0x79, 0xa0], "{answer}");
        }
        assert!(Trace::read(TraceKind::CallAtParent, &json!(null)).frames.is_empty());
    }

    #[test]
    fn a_trace_with_too_many_calls_is_cut() {
        let calls: Vec<Value> = (0..MOST_FRAMES + 10).map(|_| json!({ "input": "0x" })).collect();
        let trace = Trace::read(TraceKind::DebugCallTracer, &json!({ "calls": calls }));
        assert!(trace.is_cut);
        assert_eq!(trace.frames.len(), MOST_FRAMES);
    }
}
