//! Chance that repeats itself: the same seed gives the same programme, on every machine.

/// A stream of numbers from a seed (SplitMix64).
#[derive(Debug, Clone)]
pub(super) struct SeededRng(u64);

impl SeededRng {
    /// The stream of a seed; different parts of the programme take different streams, so that more
    /// of one does not change the others.
    pub(super) fn of(seed: u64, part: &str) -> SeededRng {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        SeededRng(part.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, mix))
    }

    /// The stream of one among many: what happens to one does not change the others.
    pub(super) fn nth(seed: u64, part: &str, number: usize) -> SeededRng {
        let SeededRng(begun) = SeededRng::of(seed, part);
        SeededRng(begun ^ (number as u64 + 1).wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if there is none.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        if end == 0 { 0 } else { self.next() % end }
    }

    /// A place in a list of this length.
    pub(super) fn at(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or(0)
    }

    /// A number from `least` to `most`.
    pub(super) fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = u64::try_from(most - least).unwrap_or(0) + 1;
        least + i64::try_from(self.below(span)).unwrap_or(0)
    }

    /// Whether something happens that happens `percent` times in a hundred.
    pub(super) fn happens(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// One of several.
    pub(super) fn one<'a, T: ?Sized>(&mut self, of: &'a [&'a T]) -> &'a T {
        of[self.at(of.len())]
    }

    /// A place among `length`, the first ones far more often: a few people do most of the work.
    pub(super) fn favoured(&mut self, length: usize) -> usize {
        let share = self.below(1 << 20) as f64 / f64::from(1 << 20);
        let place = (share * share * length as f64) as usize;
        place.min(length.saturating_sub(1))
    }

    /// A seed for another stream.
    pub(super) fn seed(&mut self) -> u64 {
        self.next()
    }

    /// Puts a list in another order.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.at(last + 1));
        }
    }

    /// So many bytes in hex.
    pub(super) fn hex(&mut self, bytes: usize) -> String {
        let digits = (0..bytes * 2).map(|_| char::from(b"0123456789abcdef"[self.at(16)]));
        format!("0x{}", digits.collect::<String>())
    }

    /// An address without a known key.
    pub(super) fn address(&mut self) -> String {
        self.hex(20)
    }

    /// An id like the engine's.
    pub(super) fn id(&mut self) -> String {
        const LETTERS: &[u8; 62] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        (0..10).map(|_| char::from(LETTERS[self.at(62)])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_says_the_same_and_parts_differ() {
        let stream = |seed, part| {
            let mut rng = SeededRng::of(seed, part);
            (0..8).map(|_| rng.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(stream(7, "people"), stream(7, "people"));
        assert_ne!(stream(7, "people"), stream(7, "reports"));
        assert_ne!(stream(7, "people"), stream(8, "people"));
    }

    #[test]
    fn the_first_are_favoured() {
        let mut rng = SeededRng::of(1, "places");
        let places: Vec<usize> = (0..10_000).map(|_| rng.favoured(1000)).collect();
        assert!(places.iter().all(|place| *place < 1000));
        assert!(places.iter().filter(|place| **place < 250).count() > 4000);
    }
}
