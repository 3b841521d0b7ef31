//! A pattern that is tried in memory.

use regex_automata::meta;

/// Bytes of the automaton of one pattern. A class of Unicode's letters takes some thousands.
const AUTOMATON: usize = 100 << 10;
/// Bytes of what is remembered while texts are tried, for each thread and direction.
const MEMORY: usize = 100 << 10;

/// A pattern that is tried in memory, in time in proportion to the text.
#[derive(Debug, Clone)]
pub struct CompiledPattern(meta::Regex);

impl CompiledPattern {
    /// Nothing if it would take too much room.
    pub(super) fn new(pattern: &str) -> Option<CompiledPattern> {
        let config = meta::Regex::config()
            .nfa_size_limit(Some(AUTOMATON))
            .hybrid_cache_capacity(MEMORY)
            .onepass(false)
            .dfa(false)
            .backtrack(false);
        meta::Regex::builder().configure(config).build(pattern).ok().map(CompiledPattern)
    }

    /// Whether a text contains it.
    pub fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text)
    }

    /// How many bytes it takes, without what is remembered while texts are tried.
    pub fn memory(&self) -> usize {
        self.0.memory_usage()
    }
}
