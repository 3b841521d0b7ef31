//! `trace_transaction`: a flat list in which every call names its place.

use std::collections::HashMap;

use serde_json::Value;

use super::call::{Frame, MOST_BYTES, MOST_DEPTH, MOST_FRAMES, Trace};
use crate::lenient;

/// Reads the list; a call whose caller is not there is left out.
pub(super) fn read(answer: &Value) -> Trace {
    let mut trace = Trace::default();
    let entries = answer.as_array().map(Vec::as_slice).unwrap_or_default();
    let mut places: HashMap<Vec<u64>, usize> = HashMap::new();
    for entry in entries {
        let Some(place) = place(&entry["traceAddress"]) else { continue };
        let Ok(depth) = u32::try_from(place.len()) else { continue };
        let parent = place.split_last().map(|(_, caller)| places.get(caller).copied());
        if parent == Some(None) || (place.is_empty() && !trace.frames.is_empty()) {
            continue;
        }
        if trace.frames.len() == MOST_FRAMES || depth > MOST_DEPTH {
            trace.is_cut = true;
            break;
        }
        places.insert(place, trace.frames.len());
        trace.frames.push(frame(entry, parent.flatten(), depth));
    }
    trace
}

fn place(field: &Value) -> Option<Vec<u64>> {
    let steps = field.as_array()?;
    if steps.len() > MOST_DEPTH as usize {
        return None;
    }
    steps.iter().map(Value::as_u64).collect()
}

fn frame(entry: &Value, parent: Option<usize>, depth: u32) -> Frame {
    let (action, result) = (&entry["action"], &entry["result"]);
    let is_lent = matches!(action["callType"].as_str(), Some("delegatecall" | "callcode"));
    Frame {
        parent,
        depth,
        to: lenient::address(&action["to"]).or_else(|| lenient::address(&result["address"])),
        on_behalf_of: lenient::address(&action["from"]).filter(|_| is_lent),
        input: lenient::data(&action["input"], MOST_BYTES)
            .or_else(|| lenient::data(&action["init"], MOST_BYTES))
            .unwrap_or_default(),
        output: lenient::data(&result["output"], MOST_BYTES).unwrap_or_default(),
        failure: entry["error"].as_str().map(|words| lenient::text(words, 200)),
    }
}
