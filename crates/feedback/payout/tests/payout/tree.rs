use payout::leaf::hashes;
use payout::{Address, B256, Format, Leaf, Tree, U256, address, decimal, verify};
use proptest::prelude::{any, proptest};
use serde_json::Value;

use crate::{text, vectors};

fn leaf(value: &Value) -> Leaf {
    let address = address::parse(text(&value[0])).expect("an address");
    Leaf { address, amount: decimal::parse(text(&value[1])).expect("an amount") }
}

fn list(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|one| text(one).to_owned()).collect()
}

fn written(hashes: &[B256]) -> Vec<String> {
    hashes.iter().map(B256::to_string).collect()
}

#[test]
fn leaves_places_proofs_and_roots_are_those_of_the_library() {
    let vectors = vectors();
    for case in vectors["trees"]["cases"].as_array().expect("cases") {
        let leaves: Vec<Leaf> =
            case["values"].as_array().expect("values").iter().map(leaf).collect();
        let (standard, indexed) = (&case["standard"], &case["indexed"]);
        let tree = Tree::of(&hashes(&leaves, Format::StandardTree)).expect("a tree");
        assert_eq!(tree.root().to_string(), text(&standard["root"]));
        for (value, leaf) in leaves.iter().enumerate() {
            let known = &standard["proofs"][value];
            let hash = leaf.hash(Format::StandardTree, value);
            assert_eq!(hash.to_string(), text(&known["leaf"]));
            assert_eq!(
                tree.place(value),
                standard["treeIndex"][value].as_u64().map(|at| at as usize)
            );
            let proof = tree.proof(value).expect("a proof");
            assert_eq!(written(&proof), list(&known["proof"]));
            assert!(verify(tree.root(), hash, &proof));
        }
        let own = hashes(&leaves, Format::Indexed);
        assert_eq!(written(&own), list(&indexed["leaves"]));
        let tree = Tree::of(&own).expect("a tree");
        assert_eq!(tree.root().to_string(), text(&indexed["rootSimpleMerkleTree"]));
        let known = indexed["proofsSimpleMerkleTree"].as_array().expect("proofs");
        // Of a long list only the first and the last are given.
        let last =
            |at: usize| if known.len() < leaves.len() && at > 0 { leaves.len() - 1 } else { at };
        for (at, known) in known.iter().enumerate() {
            assert_eq!(written(&tree.proof(last(at)).expect("a proof")), list(known));
        }
    }
}

/// The list of so many values that the vectors describe in one line.
fn generated(count: usize) -> Vec<Leaf> {
    (0..count)
        .map(|value| {
            let hash = alloy_primitives::keccak256(format!("touchstone-payout-{value}"));
            let amount = U256::from(value + 1) * U256::from(1_000_000_000_000_000u64);
            Leaf { address: Address::from_slice(&hash[12..]), amount }
        })
        .collect()
}

#[test]
fn roots_are_those_of_the_library_for_lists_of_every_size() {
    let vectors = vectors();
    for (count, known) in vectors["generatedRoots"]["roots"].as_object().expect("roots") {
        let count: usize = count.parse().expect("a number");
        // Without optimisation a hundred thousand take a minute; `examples/hundred_thousand` builds
        // those, and compares the root too.
        if cfg!(debug_assertions) && count > 1_000 {
            continue;
        }
        let leaves = generated(count);
        for (format, name) in [(Format::StandardTree, "standard"), (Format::Indexed, "indexed")] {
            let tree = Tree::of(&hashes(&leaves, format)).expect("a tree");
            assert_eq!(tree.root().to_string(), text(&known[name]), "{count} {name}");
        }
    }
}

#[test]
fn of_nothing_there_is_no_tree() {
    assert_eq!(Tree::of(&[]), None);
}

proptest! {
    #[test]
    fn every_proof_leads_to_the_root_and_none_with_a_hash_changed(count in 1usize..40, changed in any::<usize>()) {
        let leaves = hashes(&generated(count), Format::StandardTree);
        let tree = Tree::of(&leaves).expect("a tree");
        for (value, leaf) in leaves.iter().enumerate() {
            let mut proof = tree.proof(value).expect("a proof");
            assert!(verify(tree.root(), *leaf, &proof));
            if !proof.is_empty() {
                let place = changed % proof.len();
                proof[place].0[changed % 32] ^= 1;
                assert!(!verify(tree.root(), *leaf, &proof));
            }
        }
    }

    #[test]
    fn the_root_does_not_depend_on_the_order_of_leaves(count in 1usize..40, turn in any::<usize>()) {
        let leaves = hashes(&generated(count), Format::StandardTree);
        let mut turned = leaves.clone();
        turned.rotate_left(turn % count);
        turned.reverse();
        assert_eq!(Tree::of(&leaves).expect("a tree").root(), Tree::of(&turned).expect("a tree").root());
    }
}
