//! Which contracts a failed call reached.

use std::collections::BTreeSet;

use alloy_primitives::Address;

use crate::frame::{Frame, Trace};

/// The contracts that were called, each once.
pub(super) fn reached(trace: &Trace, to: Option<Address>) -> Vec<Address> {
    let of = |frame: &Frame| [frame.to, frame.on_behalf_of];
    let all = trace.frames.iter().flat_map(of).chain([to]).flatten();
    all.collect::<BTreeSet<_>>().into_iter().collect()
}
