//! A payout of a hundred thousand people: amounts, leaves, tree, every proof and the files, with the
//! time and the memory it takes. `cargo run --release -p payout --example hundred_thousand`.
//!
//! The root of the list that the vectors describe is compared with the one of OpenZeppelin's library.

use std::io::{Write, sink, stdout};
use std::time::Instant;

use payout::leaf::hashes;
use payout::{
    Address, Bundle, Curve, Decision, Format, Leaf, Payee, Rounding, Rules, Tree, U256, tree_dump,
    verify,
};

const PEOPLE: usize = 100_000;
const ROOT: &str = "0xb3d22216e73f947289109a9c7f0168e61e6ef9c40f2c55a84e8f7bb851a0e8c5";

fn address(value: usize) -> Address {
    let hash = alloy_primitives::keccak256(format!("touchstone-payout-{value}"));
    Address::from_slice(&hash[12..])
}

/// Writes the dump piece by piece, and gives how many bytes it has.
fn dumped(tree: &Tree, leaves: &[Leaf]) -> usize {
    let mut bytes = 0;
    let mut write = |text: String| {
        bytes += text.len();
        sink().write_all(text.as_bytes()).expect("written");
    };
    for (turn, nodes) in tree.nodes().chunks(1000).enumerate() {
        write(tree_dump::nodes(nodes, turn == 0));
    }
    for (value, leaf) in leaves.iter().enumerate() {
        write(tree_dump::values([(leaf, tree.place(value).expect("a place"))], value == 0));
    }
    bytes
}

fn main() {
    let began = Instant::now();
    let told = |what: &str| {
        let seconds = began.elapsed().as_secs_f32();
        writeln!(stdout(), "{seconds:6.2} s  {what}").expect("written");
    };
    let leaf = |value: usize| Leaf {
        address: address(value),
        amount: U256::from(value + 1) * U256::from(1_000_000_000_000_000u64),
    };
    let known: Vec<Leaf> = (0..PEOPLE).map(leaf).collect();
    let tree = Tree::of(&hashes(&known, Format::StandardTree)).expect("a tree");
    assert_eq!(tree.root().to_string(), ROOT);
    told("the known list has the known root");
    let names: Vec<String> = (0..PEOPLE).map(|value| format!("person{value:06}")).collect();
    let payee = |value: usize| Payee {
        person: &names[value],
        points: ((PEOPLE - value) * 7 % 5000 + 1) as u64,
        decision: Decision::Pay,
        address: Some(address(value)),
    };
    let payees: Vec<Payee<'_>> = (0..PEOPLE).map(payee).collect();
    let rules = Rules {
        pool: U256::from(250_000_000_000_000_000_000_000u128),
        unit: U256::from(10_000_000_000_000u64),
        curve: Curve::Sqrt,
        tiers: None,
        min_points: 2,
        cap_bps: Some(200),
        rounding: Rounding::LargestRemainder,
    };
    let bundle = Bundle::of(&rules, &"5".repeat(64), &payees).expect("a bundle");
    assert_eq!(bundle.sum, rules.pool);
    told("amounts that sum to the pool");
    let hashes = hashes(&bundle.leaves, Format::StandardTree);
    let tree = Tree::of(&hashes).expect("a tree");
    told("leaves and tree");
    let is_proven =
        |value: usize| verify(tree.root(), hashes[value], &tree.proof(value).expect("a proof"));
    assert!((0..hashes.len()).all(is_proven));
    told("every proof made and verified");
    told(&format!("a dump of {} kB", dumped(&tree, &bundle.leaves) / 1000));
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM unknown");
    told(&format!("memory at most: {peak}"));
}
