//! How much happens in a programme of so many testers.

/// How many of each there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) testers: usize,
    pub(super) issues: usize,
    pub(super) votes: usize,
    pub(super) comments: usize,
    /// Small points by hand, for answering a question of the week: what a large ledger is full of.
    pub(super) thanks: usize,
}

/// Testers, issues, votes, comments, thanks: few people do more each than many.
const KNOWN: [[usize; 5]; 4] = [
    [0, 0, 0, 0, 0],
    [500, 420, 4_000, 1_300, 40],
    [50_000, 20_000, 200_000, 60_000, 92_000],
    [1_000_000, 300_000, 5_000_000, 900_000, 2_120_000],
];

impl Size {
    /// What so many testers do.
    pub(super) fn of(testers: usize) -> Size {
        let above = KNOWN.iter().position(|known| known[0] >= testers).unwrap_or(KNOWN.len() - 1);
        let (from, to) = (KNOWN[above.max(1) - 1], KNOWN[above.max(1)]);
        let between = |column: usize| {
            let (least, most) = (from[column], to[column]);
            least + (most - least) * (testers - from[0]) / (to[0] - from[0])
        };
        Size {
            testers,
            issues: between(1).max(1),
            votes: between(2),
            comments: between(3),
            thanks: between(4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn the_sizes_that_load_is_measured_with_are_what_they_are_called() {
        let size = Size::of(50_000);
        assert_eq!((size.issues, size.votes, size.comments), (20_000, 200_000, 60_000));
        let size = Size::of(1_000_000);
        assert_eq!((size.issues, size.votes), (300_000, 5_000_000));
        assert!(Size::of(1).issues == 1 && Size::of(25_250).issues > 10_000);
    }
}
