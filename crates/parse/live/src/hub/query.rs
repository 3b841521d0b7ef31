//! What is asked, each once.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Weak};

use parse_engine::read_rights::RowFilter;
use parse_model::{ClassName, Filter, Object};

use super::delivery::ObjectChange;
use super::index::ClassIndex;
use super::plan::{self, Plan};
use super::slots::Slots;
use crate::event::Side;
use crate::live_matcher::LiveMatcher;

/// A filter, made ready once for all who ask it.
#[derive(Debug)]
struct Compiled {
    filter: Filter,
    matcher: Arc<LiveMatcher>,
}

/// A filter of a class, asked by those whom the class leaves the same rows.
#[derive(Debug)]
pub(super) struct LiveQuery {
    pub(super) class: ClassName,
    compiled: Arc<Compiled>,
    rows: Option<RowFilter>,
    text: Arc<str>,
    /// Those who ask it.
    pub(super) groups: Vec<u32>,
}

/// All that is asked.
#[derive(Debug, Default)]
pub(super) struct Queries {
    queries: Slots<LiveQuery>,
    ids: HashMap<(ClassName, Arc<str>, Option<RowFilter>), u32>,
    compiled: HashMap<Arc<str>, Weak<Compiled>>,
    classes: HashMap<ClassName, ClassIndex>,
    /// Classes with filters that only the database could answer, which is said once.
    unanswered: HashSet<ClassName>,
}

impl LiveQuery {
    /// What was asked.
    pub(super) fn filter(&self) -> &Filter {
        &self.compiled.filter
    }

    /// The same, made ready.
    pub(super) fn matcher(&self) -> &Arc<LiveMatcher> {
        &self.compiled.matcher
    }

    /// The rows that the class leaves those who ask it, where it does not leave them all.
    pub(super) fn rows(&self) -> Option<&RowFilter> {
        self.rows.as_ref()
    }

    /// How both states stand to it; what does not pass its filter is not looked into further unless
    /// the other state does.
    pub(super) fn sides(&self, states: [Option<&Object>; 2]) -> [Option<Side>; 2] {
        let matcher = &self.compiled.matcher;
        let matched = states.map(|state| state.and_then(|object| matcher.matches(object)));
        let is_any = matched.contains(&Some(true));
        std::array::from_fn(|at| {
            let (object, matches) = states[at].zip(matched[at])?;
            let is_readable = is_any && self.rows.as_ref().is_none_or(|rows| rows.admits(object));
            Some(Side { matches, is_readable })
        })
    }

    /// The values by which its objects can be indexed. The filter from class permissions leaves
    /// fewer rows than a filter that many clients ask for, so it is tried first.
    fn plan(&self) -> Option<Plan> {
        let rows = self.rows.as_ref().and_then(|rows| plan::plan(rows.filter()));
        rows.or_else(|| plan::plan(&self.compiled.filter))
    }
}

impl Queries {
    /// The query of a number.
    pub(super) fn get(&self, id: u32) -> Option<&LiveQuery> {
        self.queries.get(id)
    }

    /// Whether anything is asked of a class.
    pub(super) fn follows(&self, class: &ClassName) -> bool {
        self.classes.contains_key(class)
    }

    /// Whether nothing is left of anything that was asked.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.compiled.is_empty() && self.classes.is_empty()
    }

    /// The queries that a change may concern.
    pub(super) fn candidates(&self, change: ObjectChange<'_>) -> Vec<u32> {
        let states = change.before.into_iter().chain(change.after);
        self.classes.get(change.class).map_or_else(Vec::new, |index| index.candidates(states))
    }

    /// The query with this filter, created if there is none.
    pub(super) fn find_or_insert(
        &mut self,
        class: &ClassName,
        filter: Filter,
        matcher: Arc<LiveMatcher>,
        rows: Option<&RowFilter>,
    ) -> u32 {
        let key = (class.clone(), Arc::clone(matcher.text()), rows.cloned());
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let compiled = self.compiled(class, &key.1, filter, matcher);
        let query = LiveQuery {
            class: class.clone(),
            compiled,
            rows: rows.cloned(),
            text: Arc::clone(&key.1),
            groups: Vec::with_capacity(1),
        };
        let plan = query.plan();
        let id = self.queries.insert(query);
        self.classes.entry(class.clone()).or_default().insert(id, plan.as_ref());
        self.ids.insert(key, id);
        id
    }

    /// Adds a group to those who ask a query.
    pub(super) fn add_group(&mut self, query: u32, group: u32) {
        if let Some(query) = self.queries.get_mut(query) {
            query.groups.push(group);
        }
    }

    /// Takes a group out, and the query if it was the last that asked.
    pub(super) fn remove_group(&mut self, id: u32, group: u32) {
        let Some(query) = self.queries.get_mut(id) else { return };
        query.groups.retain(|known| *known != group);
        if !query.groups.is_empty() {
            return;
        }
        let Some(query) = self.queries.remove(id) else { return };
        if let Some(index) = self.classes.get_mut(&query.class) {
            index.remove(id, query.plan().as_ref());
            if index.is_empty() {
                self.classes.remove(&query.class);
            }
        }
        let LiveQuery { class, compiled, rows, text, .. } = query;
        self.ids.remove(&(class, Arc::clone(&text), rows));
        if Arc::into_inner(compiled).is_some() {
            self.compiled.remove(&text);
        }
    }

    /// The filter of a text, which is kept once for all who ask it.
    fn compiled(
        &mut self,
        class: &ClassName,
        text: &Arc<str>,
        filter: Filter,
        matcher: Arc<LiveMatcher>,
    ) -> Arc<Compiled> {
        if let Some(known) = self.compiled.get(text).and_then(Weak::upgrade) {
            return known;
        }
        if !matcher.can_tell() && self.unanswered.insert(class.clone()) {
            tracing::info!(%class, "live query never matches");
        }
        let compiled = Arc::new(Compiled { filter, matcher });
        self.compiled.insert(Arc::clone(text), Arc::downgrade(&compiled));
        compiled
    }
}
