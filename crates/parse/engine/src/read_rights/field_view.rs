//! The fields of a class that a caller can see.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use parse_identity::{Caller, ProtectedFields};
use parse_model::{Object, Value};

use crate::engine::Engine;
use crate::file;

/// The visible fields. Two views are equal if they show the same of every object.
#[derive(Debug, Clone, Default)]
pub struct FieldView(Option<Arc<Shown>>);

#[derive(Debug)]
struct Shown {
    protected: ProtectedFields,
    /// The caller, if the view depends on who it is.
    caller: Caller,
    hides: bool,
    engine: Option<Engine>,
}

impl FieldView {
    pub(super) fn new(
        engine: &Engine,
        caller: &Caller,
        protected: ProtectedFields,
        hides: bool,
    ) -> FieldView {
        let caller = if hides || protected.depends_on_user() {
            Caller { key: caller.key, user: caller.user.clone(), ..Caller::default() }
        } else {
            Caller::default()
        };
        let engine = Some(engine.clone());
        FieldView(Some(Arc::new(Shown { protected, caller, hides, engine })))
    }

    /// All fields but these.
    pub(super) fn without<'a>(hidden: impl IntoIterator<Item = &'a str>) -> FieldView {
        let protected = ProtectedFields::hiding(hidden);
        let caller = Caller::default();
        FieldView(Some(Arc::new(Shown { protected, caller, hides: false, engine: None })))
    }

    /// Whether an object is returned unchanged. Files are detected in the object: adding a file
    /// field to a class must not change what its readers see.
    pub fn shows_whole(&self, object: &Object) -> bool {
        self.0.as_ref().is_none_or(|shown| {
            let has_files =
                || object.fields.iter().any(|(_, value)| matches!(value, Value::File(_)));
            shown.protected.is_empty() && !shown.hides && !has_files()
        })
    }

    /// Removes the hidden fields of an object.
    pub fn apply(&self, object: &mut Object) {
        let Some(shown) = &self.0 else { return };
        if !shown.protected.is_empty() {
            shown.protected.apply(&shown.caller, object);
        }
        let Some(engine) = &shown.engine else { return };
        if shown.hides
            && let Some(system) = engine.system_class(&object.class)
        {
            system.hide(engine, &shown.caller, object);
        }
        let now = engine.clock().now();
        for (_, value) in object.fields.iter_mut() {
            if let Value::File(file) = value {
                file.url = Some(file::address_at(engine.settings(), now, &file.name));
            }
        }
    }
}

impl Shown {
    /// The parts that decide about visibility.
    fn key(&self) -> impl Hash + Eq + '_ {
        let user = self.caller.user.as_ref().map(|user| (&user.id, &user.session_id));
        (&self.protected, user, self.caller.is_unrestricted(), self.hides, self.engine.is_some())
    }
}

impl PartialEq for FieldView {
    fn eq(&self, other: &FieldView) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(two)) => Arc::ptr_eq(one, two) || one.key() == two.key(),
            _ => false,
        }
    }
}

impl Eq for FieldView {}

impl Hash for FieldView {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_ref().map(|shown| shown.key()).hash(state);
    }
}
