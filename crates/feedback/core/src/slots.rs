//! One value of each type. Parts of the product keep their caches here, so that the shared state
//! does not depend on them.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

type Value = Arc<dyn Any + Send + Sync>;

/// Values by their type.
#[derive(Default)]
pub(crate) struct Slots(RwLock<HashMap<TypeId, Value>>);

impl fmt::Debug for Slots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slots").finish_non_exhaustive()
    }
}

impl Slots {
    fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let slots = self.0.read().unwrap_or_else(PoisonError::into_inner);
        slots.get(&TypeId::of::<T>()).cloned().and_then(|value| value.downcast().ok())
    }

    /// The value of a type, created if it does not exist.
    pub(crate) fn get_or_default<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        if let Some(value) = self.get() {
            return value;
        }
        let mut slots = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let value: Value =
            Arc::clone(slots.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default())));
        value.downcast().unwrap_or_default()
    }

    /// Sets the value of a type.
    pub(crate) fn put<T: Send + Sync + 'static>(&self, value: Arc<T>) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(TypeId::of::<T>(), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_one_value_that_all_who_ask_share() {
        let slots = Slots::default();
        assert!(slots.get::<u8>().is_none());
        slots.put(Arc::new(7_u8));
        assert!(Arc::ptr_eq(&slots.get_or_default::<u32>(), &slots.get_or_default::<u32>()));
        assert_eq!((*slots.get_or_default::<u8>(), *slots.get_or_default::<u32>()), (7, 0));
    }
}
