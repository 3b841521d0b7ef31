//! What all rows of a table add up to, in whatever order they come.
//!
//! Rows have no order, and a table that was loaded again lies differently on disk. So each row is
//! hashed by itself and the hashes are added: equal sums, and equal numbers of rows, mean the same
//! rows.

use sha2::{Digest, Sha256};

/// The sum of a table's rows as far as they have come by, as `COPY` writes them: a line each.
#[derive(Debug, Clone, Default)]
pub struct RowDigest {
    /// Of the row that has begun.
    row: Sha256,
    rows: u64,
    bytes: u64,
    sum: [u64; 4],
}

impl RowDigest {
    /// Takes in what came next. A piece may end in the middle of a row.
    pub fn take(&mut self, piece: &[u8]) {
        self.bytes += piece.len() as u64;
        let mut rest = piece;
        // A line break within a value is written `\n`, so every one that stands there ends a row.
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.row.update(&rest[..end]);
            let hash = self.row.finalize_reset();
            for (sum, part) in self.sum.iter_mut().zip(hash.as_chunks::<8>().0) {
                *sum = sum.wrapping_add(u64::from_le_bytes(*part));
            }
            self.rows += 1;
            rest = &rest[end + 1..];
        }
        self.row.update(rest);
    }

    /// How many rows came by.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many bytes they were written in.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Their sum, in hex.
    pub fn sum(&self) -> String {
        self.sum.iter().map(|part| format!("{part:016x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pieces: &[&str]) -> (u64, String) {
        let mut digest = RowDigest::default();
        for piece in pieces {
            digest.take(piece.as_bytes());
        }
        (digest.rows(), digest.sum())
    }

    #[test]
    fn neither_the_order_of_rows_nor_where_pieces_end_matters() {
        let whole = of(&["a\t1\nb\t2\nc\t3\n"]);
        assert_eq!(whole.0, 3);
        assert_eq!(of(&["c\t3\n", "a\t1\n", "b\t2\n"]), whole);
        assert_eq!(of(&["b\t", "2", "\nc\t3\na\t1", "\n"]), whole);
    }

    #[test]
    fn one_byte_one_row_more_or_one_twice_is_noticed() {
        let whole = of(&["a\nb\n"]);
        for other in ["a\nc\n", "a\nb\nb\n", "ab\n\n", "a\na\n", "", "a\n"] {
            assert_ne!(of(&[other]), whole, "{other:?}");
        }
        assert_ne!(of(&["a\na\n"]).1, of(&["b\nb\n"]).1);
    }
}
