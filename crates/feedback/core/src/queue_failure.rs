//! Work of a queue that fails on our side: it is tried again ever later, and given up in the end.

use parse_engine::Error;

/// How long to wait after each failure, in seconds; after the last of them the work is given up.
const BACK_OFF: [i64; 8] = [60, 120, 300, 900, 1_800, 3_600, 7_200, 14_400];

/// What follows from a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    /// It is tried again after so many seconds.
    Again(i64),
    /// It is given up.
    GiveUp,
}

/// The error of work that panicked.
pub fn panicked(doing: &'static str) -> Error {
    Error::Failed { doing, source: "it panicked".into() }
}

/// What follows when work fails that has failed so often before.
pub fn after_failure(failures: u32) -> AfterFailure {
    let again = usize::try_from(failures).ok().and_then(|failures| BACK_OFF.get(failures));
    again.map_or(AfterFailure::GiveUp, |seconds| AfterFailure::Again(*seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_tried_nine_times_in_eight_hours_and_then_given_up() {
        assert_eq!(after_failure(0), AfterFailure::Again(60));
        assert_eq!(after_failure(7), AfterFailure::Again(14_400));
        assert_eq!(after_failure(8), AfterFailure::GiveUp);
        assert!(BACK_OFF.iter().sum::<i64>() < 8 * 3_600);
    }
}
