//! `debug_traceTransaction` with the call tracer: calls inside calls.

use serde_json::Value;

use super::call::{Frame, MOST_BYTES, MOST_DEPTH, MOST_FRAMES, Trace};
use crate::lenient;

/// Flattens the tree with a list of what is still to be done, so that depth costs no stack.
pub(super) fn read(answer: &Value) -> Trace {
    let mut trace = Trace::default();
    if !answer.is_object() {
        return trace;
    }
    let mut left: Vec<(&Value, Option<usize>, u32)> = vec![(answer, None, 0)];
    while let Some((call, parent, depth)) = left.pop() {
        if trace.frames.len() == MOST_FRAMES || depth > MOST_DEPTH {
            trace.is_cut = true;
            break;
        }
        let at = trace.frames.len();
        trace.frames.push(frame(call, parent, depth));
        let calls = call["calls"].as_array().map(Vec::as_slice).unwrap_or_default();
        left.extend(calls.iter().rev().map(|call| (call, Some(at), depth + 1)));
    }
    trace
}

fn frame(call: &Value, parent: Option<usize>, depth: u32) -> Frame {
    let failure = call["error"].as_str();
    let is_lent = matches!(call["type"].as_str(), Some("DELEGATECALL" | "CALLCODE"));
    Frame {
        parent,
        depth,
        to: lenient::address(&call["to"]),
        on_behalf_of: lenient::address(&call["from"]).filter(|_| is_lent),
        input: lenient::data(&call["input"], MOST_BYTES).unwrap_or_default(),
        output: lenient::data(&call["output"], MOST_BYTES).unwrap_or_default(),
        failure: failure.map(|words| lenient::text(words, 200)),
    }
}
