//! An application's implementations of traits that features of the engine declare.
//!
//! The extension does not depend on the features: each declares its trait, and the methods to
//! register and find an implementation, in its own file.

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The name if there is at most one implementation.
const ONLY: &str = "";

/// Implementations by trait and name.
#[derive(Default)]
pub(crate) struct Implementations(HashMap<TypeId, BTreeMap<String, Box<dyn Any + Send + Sync>>>);

impl Implementations {
    /// Registers an implementation under a name, and replaces an earlier one.
    pub(crate) fn insert<T>(&mut self, name: &str, implementation: Arc<T>)
    where
        T: ?Sized + Send + Sync + 'static,
    {
        let of_trait = self.0.entry(TypeId::of::<T>()).or_default();
        of_trait.insert(name.to_owned(), Box::new(implementation));
    }

    /// Registers the one implementation of a trait.
    pub(crate) fn set<T>(&mut self, implementation: Arc<T>)
    where
        T: ?Sized + Send + Sync + 'static,
    {
        self.insert(ONLY, implementation);
    }

    /// The implementation of a name.
    pub(crate) fn get<T: ?Sized + 'static>(&self, name: &str) -> Option<&Arc<T>> {
        self.0.get(&TypeId::of::<T>())?.get(name)?.downcast_ref()
    }

    /// The one implementation of a trait.
    pub(crate) fn only<T: ?Sized + 'static>(&self) -> Option<&Arc<T>> {
        self.get(ONLY)
    }

    /// All implementations of a trait with their names, in the order of these.
    pub(crate) fn all<T: ?Sized + 'static>(&self) -> impl Iterator<Item = (&str, &Arc<T>)> {
        let of_trait = self.0.get(&TypeId::of::<T>()).into_iter().flatten();
        of_trait.filter_map(|(name, it)| Some((name.as_str(), it.downcast_ref()?)))
    }

    /// Adds the implementations of another set. Where both have a name, the other's is used.
    pub(crate) fn extend(&mut self, other: Implementations) {
        for (of, implementations) in other.0 {
            self.0.entry(of).or_default().extend(implementations);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    trait Greeter: Send + Sync {
        fn greet(&self) -> &'static str;
    }

    trait Counter: Send + Sync {}

    struct Says(&'static str);

    impl Greeter for Says {
        fn greet(&self) -> &'static str {
            self.0
        }
    }

    impl Counter for Says {}

    fn greeters(names: &[&'static str]) -> Implementations {
        let mut implementations = Implementations::default();
        for name in names {
            implementations.insert::<dyn Greeter>(name, Arc::new(Says(name)));
        }
        implementations
    }

    #[test]
    fn an_implementation_is_found_by_its_trait_and_name() {
        let mut implementations = greeters(&["b", "a"]);
        implementations.set::<dyn Counter>(Arc::new(Says("counts")));
        assert_eq!(implementations.get::<dyn Greeter>("a").map(|it| it.greet()), Some("a"));
        assert!(implementations.get::<dyn Counter>("a").is_none());
        assert!(implementations.only::<dyn Greeter>().is_none());
        assert!(implementations.only::<dyn Counter>().is_some());
        let all = implementations.all::<dyn Greeter>().map(|(name, it)| (name, it.greet()));
        assert_eq!(all.collect::<Vec<_>>(), [("a", "a"), ("b", "b")]);
    }

    #[test]
    fn of_two_with_one_name_the_later_counts() {
        let mut implementations = greeters(&["a", "b"]);
        let mut other = Implementations::default();
        other.insert::<dyn Greeter>("b", Arc::new(Says("other")));
        implementations.extend(other);
        let all = implementations.all::<dyn Greeter>().map(|(_, it)| it.greet());
        assert_eq!(all.collect::<Vec<_>>(), ["a", "other"]);
    }
}
