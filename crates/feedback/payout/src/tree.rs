//! The Merkle tree of OpenZeppelin's library: a full binary tree in one array, with the root first
//! and the sorted leaves at its end in reverse order.
//!
//! Both forms of leaves use this tree. Uniswap's own generator builds another one, whose root
//! differs for most numbers of leaves. Contracts accept either, each with its own proofs.

use alloy_primitives::{B256, keccak256};

/// A tree, and the position of each value in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<B256>,
    /// The position of each value's leaf among the nodes, in the order of the values.
    places: Vec<usize>,
}

/// The parent of two nodes, in either order.
pub fn node(a: B256, b: B256) -> B256 {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(low.as_slice());
    bytes[32..].copy_from_slice(high.as_slice());
    keccak256(bytes)
}

impl Tree {
    /// The tree of these leaves. `None` without leaves.
    pub fn of(leaves: &[B256]) -> Option<Tree> {
        let count = leaves.len();
        let last = (2 * count).checked_sub(2)?;
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|value| leaves[*value]);
        let mut nodes = vec![B256::ZERO; 2 * count - 1];
        let mut places = vec![0; count];
        for (rank, value) in order.into_iter().enumerate() {
            nodes[last - rank] = leaves[value];
            places[value] = last - rank;
        }
        for place in (0..count - 1).rev() {
            nodes[place] = node(nodes[2 * place + 1], nodes[2 * place + 2]);
        }
        Some(Tree { nodes, places })
    }

    /// The root.
    pub fn root(&self) -> B256 {
        self.nodes[0]
    }

    /// All nodes, the root first.
    pub fn nodes(&self) -> &[B256] {
        &self.nodes
    }

    /// The index of a value's leaf among the nodes.
    pub fn place(&self, value: usize) -> Option<usize> {
        self.places.get(value).copied()
    }

    /// The proof of a value.
    pub fn proof(&self, value: usize) -> Option<Vec<B256>> {
        Some(path(self.place(value)?).map(|place| self.nodes[place]).collect())
    }
}

/// The positions of the nodes that prove the one at `place`.
pub fn path(place: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(place), |place| place.checked_sub(1).map(|before| before / 2))
        .take_while(|place| *place > 0)
        .map(|place| if place % 2 == 1 { place + 1 } else { place - 1 })
}

/// Whether a proof leads from a leaf to the root.
pub fn verify(root: B256, leaf: B256, proof: &[B256]) -> bool {
    proof.iter().fold(leaf, |below, beside| node(below, *beside)) == root
}
