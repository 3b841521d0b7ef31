//! The number of persons that an issue affects, over its whole set.

use std::collections::BTreeMap;

use crate::id::PersonId;

/// The number of affected persons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reach {
    /// Persons affected: reporters and voters.
    pub affected: u32,
    /// Those of them with explained evidence of their own.
    pub proven: u32,
}

/// One report or vote anywhere in the set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch {
    /// The person.
    pub person: PersonId,
    /// Whether it has explained evidence of their own.
    pub has_proof: bool,
}

/// Counts persons, each once, whatever their number of accounts and votes.
pub fn reach<'a>(touches: impl IntoIterator<Item = &'a Touch>) -> Reach {
    let mut persons: BTreeMap<&PersonId, bool> = BTreeMap::new();
    for touch in touches {
        *persons.entry(&touch.person).or_default() |= touch.has_proof;
    }
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Reach {
        affected: count(persons.len()),
        proven: count(persons.values().filter(|has_proof| **has_proof).count()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Reach, Touch, reach};

    #[test]
    fn a_person_counts_once_and_proof_anywhere_is_proof() {
        let touch = |person: &str, has_proof| Touch { person: person.into(), has_proof };
        let touches = [touch("ada", false), touch("ada", true), touch("bob", false)];
        assert_eq!(reach(&touches), Reach { affected: 2, proven: 1 });
    }
}
