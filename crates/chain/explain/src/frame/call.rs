//! A call inside a transaction, and all of them.

use alloy_primitives::Address;

/// More calls than a swap makes; what comes after them is not looked at.
pub(crate) const MOST_FRAMES: usize = 4_000;
/// The virtual machine itself goes no deeper.
pub(crate) const MOST_DEPTH: u32 = 1_024;
/// Of what a call was given and gave back.
pub(crate) const MOST_BYTES: usize = 32 * 1024;

/// One call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The call that made it.
    pub parent: Option<usize>,
    /// 0 is the transaction itself.
    pub depth: u32,
    /// The contract whose code ran.
    pub to: Option<Address>,
    /// The contract that lent its storage to that code, if it is another.
    pub on_behalf_of: Option<Address>,
    /// What it was given.
    pub input: Vec<u8>,
    /// What it gave back: the data of its error if it failed.
    pub output: Vec<u8>,
    /// The node's words for its failure; nothing if it did not fail.
    pub failure: Option<String>,
}

impl Frame {
    /// Whether it failed for want of gas.
    pub(crate) fn is_out_of_gas(&self) -> bool {
        let words = self.failure.as_deref().unwrap_or_default().to_ascii_lowercase();
        words.contains("out of gas") || words.contains("outofgas")
    }
}

/// All calls of a transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    /// The transaction itself first; a call stands behind the one that made it.
    pub frames: Vec<Frame>,
    /// Whether calls were left out.
    pub is_cut: bool,
}

impl Trace {
    /// The calls that one made, in their order.
    pub(crate) fn children(&self, of: usize) -> impl Iterator<Item = (usize, &Frame)> {
        let later = self.frames.iter().enumerate().skip(of + 1);
        later.filter(move |(_, frame)| frame.parent == Some(of))
    }
}
