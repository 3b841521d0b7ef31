//! One stored object.

use crate::acl::Acl;
use crate::date::Date;
use crate::name::{ClassName, FieldName, ObjectId};
use crate::value::Value;

/// One object, as it is stored or as a query returned it.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// Its class.
    pub class: ClassName,
    /// Its id; empty for rows of an aggregate.
    pub id: ObjectId,
    /// When it was made.
    pub created_at: Option<Date>,
    /// When it was last changed.
    pub updated_at: Option<Date>,
    /// The permissions; `None` allows all callers everything.
    pub acl: Option<Acl>,
    /// Everything else.
    pub fields: Fields,
}

impl Object {
    /// An empty object of a class.
    pub fn new(class: ClassName, id: ObjectId) -> Object {
        Object {
            class,
            id,
            created_at: None,
            updated_at: None,
            acl: None,
            fields: Fields::default(),
        }
    }

    /// The value of a field; the columns every class has count too.
    pub fn value(&self, field: &str) -> Option<Value> {
        match field {
            "objectId" => Some(Value::Text(self.id.as_str().to_owned())),
            "createdAt" => self.created_at.map(Value::Date),
            "updatedAt" => self.updated_at.map(Value::Date),
            _ => self.fields.get(field).cloned(),
        }
    }
}

/// Fields in the order of the class. Objects are small, so looking one up is a walk.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fields(Vec<(FieldName, Value)>);

impl Fields {
    /// Room for `count` fields.
    pub fn with_capacity(count: usize) -> Fields {
        Fields(Vec::with_capacity(count))
    }

    /// The value of a field, if it is there.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(field, _)| *field == *name).map(|(_, value)| value)
    }

    /// The value of a field, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.0.iter_mut().find(|(field, _)| *field == *name).map(|(_, value)| value)
    }

    /// Sets a field, replacing what was there.
    pub fn insert(&mut self, name: FieldName, value: Value) {
        match self.get_mut(name.as_str()) {
            Some(slot) => *slot = value,
            None => self.0.push((name, value)),
        }
    }

    /// Adds a field that is known not to be there yet.
    pub fn push(&mut self, name: FieldName, value: Value) {
        debug_assert!(self.get(name.as_str()).is_none(), "{name} twice");
        self.0.push((name, value));
    }

    /// Takes a field out.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let at = self.0.iter().position(|(field, _)| *field == *name)?;
        Some(self.0.remove(at).1)
    }

    /// Keeps the fields for which `keep` says yes.
    pub fn retain(&mut self, mut keep: impl FnMut(&FieldName, &mut Value) -> bool) {
        self.0.retain_mut(|(name, value)| keep(name, value));
    }

    /// All fields in order.
    pub fn iter(&self) -> impl Iterator<Item = (&FieldName, &Value)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// All fields in order, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&FieldName, &mut Value)> {
        self.0.iter_mut().map(|(name, value)| (&*name, value))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(FieldName, Value)> for Fields {
    fn from_iter<I: IntoIterator<Item = (FieldName, Value)>>(fields: I) -> Fields {
        Fields(fields.into_iter().collect())
    }
}

impl IntoIterator for Fields {
    type Item = (FieldName, Value);
    type IntoIter = std::vec::IntoIter<(FieldName, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
