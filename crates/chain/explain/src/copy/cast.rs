//! Commands of Foundry's `cast`.

use std::fmt::Write as _;

use alloy_primitives::hex;

use super::replay::{Failure, MOST_LITERAL, Replay};
use super::transaction_ref::TransactionRef;

/// The commands, each after a comment. The reader sets `RPC_URL`: the address of a node may hold a
/// key, so it is in no text.
pub(super) fn commands(of: TransactionRef, replay: Option<&Replay>) -> String {
    let mut text = format!(
        "# The whole trace. The earlier transactions of its block run first.\n\
         cast run {:#x} --rpc-url \"$RPC_URL\"\n",
        of.hash
    );
    // The call that carries operations works, whatever they do.
    let is_shown = |replay: &&Replay| {
        replay.input.len() <= MOST_LITERAL && !matches!(replay.failure, Failure::Operation(_))
    };
    let Some(replay) = replay.filter(is_shown) else { return text };
    text.push_str("\n# The call alone, on the state of the block before.\n");
    call(&mut text, replay, &replay.input, replay.gas_limit);
    let changed = replay.changed.as_ref().filter(|changed| changed.before.is_empty());
    if let Some(changed) = changed {
        let _ = write!(text, "\n# The same {}.\n", changed.question.change());
        call(&mut text, replay, &changed.input, changed.gas_limit);
    }
    text
}

fn call(text: &mut String, replay: &Replay, input: &[u8], gas_limit: u64) {
    let Replay { from, to, value, block, .. } = replay;
    let parent = block.saturating_sub(1);
    let data = hex::encode_prefixed(input);
    let _ = writeln!(
        text,
        "cast call {to} --data {data} --from {from} --value {value} --gas-limit {gas_limit} \
         --block {parent} --rpc-url \"$RPC_URL\""
    );
}
