//! A Foundry test that makes a failed call again.
//!
//! It compares the bytes itself: before a low-level call, `vm.expectRevert` does not fail a test in
//! which nothing reverts.

use std::fmt::Write as _;

use alloy_primitives::hex;

use super::replay::{Changed, Failure, MOST_LITERAL, Replay};
use super::transaction_ref::TransactionRef;
use crate::event::OperationFailure;

/// The test.
pub(super) fn test(of: TransactionRef, replay: &Replay) -> String {
    let hash = format!("{:#x}", of.hash);
    let name = format!("Tx{}", hash.get(2..10).unwrap_or_default());
    let is_long = replay.input.len() > MOST_LITERAL;
    let mut text = head(of, replay, &name, &hash);
    if is_long {
        let _ = write!(
            text,
            "// The calldata is in a file of its own. Make it once, and let tests read it:\n\
             //   cast tx {hash} input --rpc-url \"$RPC_URL\" | tr -d '\\n' > test/{name}.hex\n\
             //   foundry.toml: fs_permissions = [{{ access = \"read\", path = \"./test\" }}]\n"
        );
    }
    let _ = write!(
        text,
        "contract {name}Test is Test {{\n    \
             bytes32 constant TX = {hash};\n    \
             address constant FROM = {};\n    \
             address constant TO = {};\n\n",
        replay.from, replay.to
    );
    if let Failure::Operation(_) = replay.failure {
        text.push_str(
            "    event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason);\n\n",
        );
    }
    text.push_str(&set_up(replay));
    let input = match is_long {
        true => format!("vm.parseBytes(vm.readFile(\"test/{name}.hex\"))"),
        false => literal(&replay.input),
    };
    text.push_str(&fails(replay, &input));
    if let Some(changed) = replay.changed.as_ref().filter(|_| !is_long) {
        text.push_str(&would_have_worked(replay, changed));
    }
    text.push_str("}\n");
    text
}

fn head(of: TransactionRef, replay: &Replay, name: &str, hash: &str) -> String {
    format!(
        "// SPDX-License-Identifier: UNLICENSED\n\
         pragma solidity >=0.8.13 <0.9.0;\n\n\
         import {{Test}} from \"forge-std/Test.sol\";\n\n\
         // {}: {}\n\
         // Transaction {hash} of chain {}, block {}, index {}.\n\
         // Run it with the address of a node that has the state of this block:\n\
         //   RPC_URL=... forge test --match-contract {name} -vvvv\n",
        replay.class.key(),
        replay.class.sentence(),
        of.chain_id,
        replay.block,
        replay.index,
    )
}

fn set_up(replay: &Replay) -> String {
    let Replay { block, time, .. } = replay;
    let parent = block.saturating_sub(1);
    let mut text = format!(
        "    function setUp() public {{\n        \
             // The state just before the transaction. The earlier transactions of its block run first.\n        \
             vm.createSelectFork(vm.envString(\"RPC_URL\"), TX);\n        \
             // If the node cannot do that, the state of the block before. Earlier transactions are missing.\n        \
             // vm.createSelectFork(vm.envString(\"RPC_URL\"), {parent}); vm.roll({block});"
    );
    if let Some(time) = time {
        let _ = write!(text, " vm.warp({time});");
    }
    text.push_str("\n    }\n\n");
    text
}

fn fails(replay: &Replay, input: &str) -> String {
    let mut text = "    function test_FailsAsItDid() public {\n".to_owned();
    if let Failure::Operation(told) = &replay.failure {
        let OperationFailure { entry_point, hash, sender, nonce, reason } = told;
        let _ = write!(
            text,
            "        // The transaction succeeds, and its entry point logs why the operation inside failed.\n        \
             vm.expectEmit(true, true, true, true, {entry_point});\n        \
             emit UserOperationRevertReason({hash:#x}, {sender}, {nonce}, {});\n",
            literal(reason),
        );
    }
    let is_compared = matches!(replay.failure, Failure::Data(_));
    let data = if is_compared { " bytes memory data" } else { "" };
    let _ = write!(
        text,
        "        vm.prank(FROM, FROM);\n        \
         (bool ok,{data}) = TO.call{{value: {}, gas: {}}}({input});\n",
        replay.value, replay.gas,
    );
    match &replay.failure {
        Failure::Operation(_) => {
            text.push_str("        assertTrue(ok, \"it fails in another way here\");\n");
        }
        Failure::Unknown => text.push_str("        assertFalse(ok, \"it works here\");\n"),
        Failure::Data(data) => {
            let _ = write!(
                text,
                "        assertFalse(ok, \"it works here\");\n        \
                 assertEq(data, {}, \"it fails in another way here\");\n",
                literal(data),
            );
        }
    }
    text.push_str("    }\n");
    text
}

fn would_have_worked(replay: &Replay, changed: &Changed) -> String {
    let mut text = format!(
        "\n    // The same {}.\n    function test_WouldHaveWorked() public {{\n        bool ok;\n",
        changed.question.change()
    );
    for call in &changed.before {
        let _ = write!(
            text,
            "        vm.prank({0}, {0});\n        (ok,) = {1}.call({2});\n",
            call.from,
            call.to,
            literal(&call.input),
        );
    }
    let _ = write!(
        text,
        "        vm.prank(FROM, FROM);\n        \
         (ok,) = TO.call{{value: {}, gas: {}}}({});\n        \
         assertTrue(ok, \"it fails here\");\n    }}\n",
        replay.value,
        changed.gas,
        literal(&changed.input),
    );
    text
}

fn literal(bytes: &[u8]) -> String {
    format!("hex\"{}\"", hex::encode(bytes))
}
