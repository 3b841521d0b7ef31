//! Who subscribers are to an ACL. Those with the same principals are one here.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parse_model::Object;

use super::slots::Slots;

/// All subscribers with the same principals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ReadersId(u32);

/// Those whom no ACL holds back.
pub(super) const UNRESTRICTED: ReadersId = ReadersId(u32::MAX);

/// All sets of principals that subscribers have. Each set has `*` in it.
#[derive(Debug, Default)]
pub(super) struct Readers {
    ids: HashMap<Arc<[String]>, ReadersId>,
    sets: Slots<Set>,
    /// Who has a principal; `*` is left out, because all have it.
    by_principal: HashMap<Box<str>, Vec<ReadersId>>,
}

#[derive(Debug)]
struct Set {
    principals: Arc<[String]>,
    uses: u32,
}

/// Who may read one state of an object.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Readable {
    Public,
    Only(HashSet<ReadersId>),
}

impl Readers {
    /// Counts one more subscriber with these principals.
    pub(super) fn add(&mut self, principals: Option<&Arc<[String]>>) -> ReadersId {
        let Some(principals) = principals else { return UNRESTRICTED };
        if let Some(id) = self.ids.get(principals) {
            if let Some(set) = self.sets.get_mut(id.0) {
                set.uses += 1;
            }
            return *id;
        }
        let set = Set { principals: Arc::clone(principals), uses: 1 };
        let id = ReadersId(self.sets.insert(set));
        self.ids.insert(Arc::clone(principals), id);
        for principal in told_apart(principals) {
            match self.by_principal.get_mut(principal) {
                Some(ids) => ids.push(id),
                None => drop(self.by_principal.insert(principal.into(), vec![id])),
            }
        }
        id
    }

    /// Counts one less.
    pub(super) fn remove(&mut self, id: ReadersId) {
        let Some(set) = self.sets.get_mut(id.0) else { return };
        set.uses -= 1;
        if set.uses > 0 {
            return;
        }
        let Some(set) = self.sets.remove(id.0) else { return };
        self.ids.remove(&set.principals);
        for principal in told_apart(&set.principals) {
            let Some(ids) = self.by_principal.get_mut(principal) else { continue };
            if let Some(at) = ids.iter().position(|known| *known == id) {
                ids.swap_remove(at);
            }
            if ids.is_empty() {
                self.by_principal.remove(principal);
            }
        }
    }

    /// The principals; `None` for those whom no ACL holds back.
    pub(super) fn principals(&self, id: ReadersId) -> Option<&Arc<[String]>> {
        self.sets.get(id.0).map(|set| &set.principals)
    }

    /// Who may read an object, as far as its ACL decides.
    pub(super) fn of(&self, object: &Object) -> Readable {
        let Some(list) = object.acl.as_ref().and_then(|acl| acl.read.as_ref()) else {
            return Readable::Public;
        };
        if list.iter().any(|principal| principal == "*") {
            return Readable::Public;
        }
        let named = list.iter().filter_map(|principal| self.by_principal.get(principal.as_str()));
        Readable::Only(named.flatten().copied().collect())
    }
}

impl Readable {
    /// Whether these readers may.
    pub(super) fn includes(&self, id: ReadersId) -> bool {
        match self {
            Readable::Public => true,
            Readable::Only(ids) => id == UNRESTRICTED || ids.contains(&id),
        }
    }
}

fn told_apart(principals: &[String]) -> impl Iterator<Item = &str> {
    principals.iter().map(String::as_str).filter(|principal| *principal != "*")
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::{Acl, ClassName, ObjectId};

    fn principals(names: &[&str]) -> Arc<[String]> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn readable_by(names: &[&str]) -> Object {
        let mut object = Object::new(ClassName::from_static("A"), ObjectId::new("x"));
        let read = names.iter().map(|name| (*name).to_owned()).collect();
        object.acl = Some(Acl { read: Some(read), write: None });
        object
    }

    #[test]
    fn those_with_the_same_principals_are_one_until_the_last_is_gone() {
        let mut readers = Readers::default();
        let staff = principals(&["*", "role:staff", "u1"]);
        let first = readers.add(Some(&staff));
        assert_eq!(readers.add(Some(&principals(&["*", "role:staff", "u1"]))), first);
        readers.remove(first);
        assert!(readers.of(&readable_by(&["role:staff"])).includes(first));
        readers.remove(first);
        assert!(!readers.of(&readable_by(&["role:staff"])).includes(first));
        assert!(readers.by_principal.is_empty() && readers.ids.is_empty());
    }

    #[test]
    fn an_acl_names_its_readers() {
        let mut readers = Readers::default();
        let one = readers.add(Some(&principals(&["*", "u1"])));
        let two = readers.add(Some(&principals(&["*", "u2"])));
        let own = readers.of(&readable_by(&["u1"]));
        assert!(own.includes(one) && !own.includes(two) && own.includes(UNRESTRICTED));
        assert_eq!(readers.of(&readable_by(&["u1", "*"])), Readable::Public);
        let none = readers.of(&readable_by(&[]));
        assert!(!none.includes(one) && none.includes(UNRESTRICTED));
    }
}
