//! Which filters a change may concern.

use std::collections::HashMap;

use parse_model::{Date, FieldName, Object};

use super::plan::{self, Key, Plan};

/// The filters of one class by the values they ask for.
#[derive(Debug, Default)]
pub(super) struct ClassIndex {
    fields: HashMap<FieldName, ByValue>,
    /// Those that any object may pass.
    scanned: Vec<u32>,
    len: usize,
}

#[derive(Debug, Default)]
struct ByValue {
    texts: HashMap<Box<str>, Vec<u32>>,
    numbers: HashMap<u64, Vec<u32>>,
    dates: HashMap<Date, Vec<u32>>,
    flags: [Vec<u32>; 2],
}

impl ClassIndex {
    /// Adds a filter.
    pub(super) fn insert(&mut self, query: u32, plan: Option<&Plan>) {
        self.len += 1;
        let Some(plan) = plan else { return self.scanned.push(query) };
        for (field, key) in &plan.entries {
            if !self.fields.contains_key(field.as_str()) {
                self.fields.insert(field.clone(), ByValue::default());
            }
            if let Some(by_value) = self.fields.get_mut(field.as_str()) {
                by_value.insert(key, query);
            }
        }
    }

    /// Takes a filter out, given the plan it was added with.
    pub(super) fn remove(&mut self, query: u32, plan: Option<&Plan>) {
        self.len -= 1;
        let Some(plan) = plan else { return remove_from(&mut self.scanned, query) };
        for (field, key) in &plan.entries {
            let Some(by_value) = self.fields.get_mut(field.as_str()) else { continue };
            by_value.remove(key, query);
            if by_value.is_empty() {
                self.fields.remove(field.as_str());
            }
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The filters that one of these states may pass, each once.
    pub(super) fn candidates<'a>(&self, states: impl Iterator<Item = &'a Object>) -> Vec<u32> {
        let mut found = self.scanned.clone();
        for state in states {
            for (field, by_value) in &self.fields {
                plan::stored_keys(state, field, &mut |key| {
                    found.extend_from_slice(by_value.get(&key));
                });
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl ByValue {
    fn get(&self, key: &Key<&str>) -> &[u32] {
        let found = match key {
            Key::Text(text) => self.texts.get(*text),
            Key::Number(bits) => self.numbers.get(bits),
            Key::Date(date) => self.dates.get(date),
            Key::Bool(flag) => self.flags.get(usize::from(*flag)),
        };
        found.map_or(&[], Vec::as_slice)
    }

    fn insert(&mut self, key: &Key<Box<str>>, query: u32) {
        let list = match key {
            Key::Text(text) => self.texts.entry(text.clone()).or_default(),
            Key::Number(bits) => self.numbers.entry(*bits).or_default(),
            Key::Date(date) => self.dates.entry(*date).or_default(),
            Key::Bool(flag) => &mut self.flags[usize::from(*flag)],
        };
        list.push(query);
    }

    fn remove(&mut self, key: &Key<Box<str>>, query: u32) {
        match key {
            Key::Text(text) => remove_entry(&mut self.texts, text, query),
            Key::Number(bits) => remove_entry(&mut self.numbers, bits, query),
            Key::Date(date) => remove_entry(&mut self.dates, date, query),
            Key::Bool(flag) => remove_from(&mut self.flags[usize::from(*flag)], query),
        }
    }

    fn is_empty(&self) -> bool {
        self.texts.is_empty()
            && self.numbers.is_empty()
            && self.dates.is_empty()
            && self.flags.iter().all(Vec::is_empty)
    }
}

fn remove_entry<K: std::hash::Hash + Eq>(map: &mut HashMap<K, Vec<u32>>, key: &K, query: u32) {
    let Some(list) = map.get_mut(key) else { return };
    remove_from(list, query);
    if list.is_empty() {
        map.remove(key);
    }
}

fn remove_from(list: &mut Vec<u32>, query: u32) {
    if let Some(at) = list.iter().position(|known| *known == query) {
        list.swap_remove(at);
    }
}
