//! The impact of an issue: its severity and the number of affected persons.

use crate::reach::Reach;
use crate::severity::Severity;

/// The impact of an issue, for sorting only. A person with proof counts as three without.
pub fn impact(severity: Option<Severity>, reach: Reach) -> f64 {
    let weight = match severity {
        Some(Severity::S1) => 8.0,
        Some(Severity::S2) => 4.0,
        Some(Severity::S3) => 2.0,
        Some(Severity::S4) => 1.0,
        None => 1.5,
    };
    let proven = f64::from(reach.proven.min(reach.affected));
    let others = f64::from(reach.affected.saturating_sub(reach.proven));
    weight * (3.0 * proven + others).ln_1p()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::impact;
    use crate::reach::Reach;
    use crate::severity::Severity;

    #[test]
    fn a_fault_that_touches_nobody_has_no_impact() {
        assert!(impact(Some(Severity::S1), Reach::default()).abs() < f64::EPSILON);
    }

    #[test]
    fn impact_is_weight_times_the_logarithm_of_persons() {
        let found = impact(Some(Severity::S2), Reach { affected: 5, proven: 2 });
        assert!((found - 4.0 * 10_f64.ln()).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn one_more_person_or_one_more_proof_never_lowers_it(affected in 0u32..10_000, proven in 0u32..10_000) {
            let proven = proven.min(affected);
            let now = impact(None, Reach { affected, proven });
            assert!(impact(None, Reach { affected: affected + 1, proven }) > now);
            assert!(impact(None, Reach { affected: affected + 1, proven: proven + 1 }) > now);
        }
    }
}
