//! An object before and after a write.

use parse_model::op::Ops;
use parse_model::{
    Acl, ClassName, Date, FieldName, JsonMap, Object, ObjectId, Op, Path, Refusal, Value,
};

/// An object that is about to be written.
///
/// Triggers see the object as it would become, and may change it. Their changes are returned to the
/// client, which could not know them otherwise.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The class.
    pub class: ClassName,
    /// Its current or future id.
    pub id: ObjectId,
    pub(crate) original: Option<Object>,
    pub(crate) ops: Ops,
    pub(crate) acl: Option<Acl>,
    pub(crate) changed: Vec<FieldName>,
    /// Whether the object is new.
    pub(crate) is_new: bool,
    pub(crate) times: Times,
    /// Fields of a new object whose value comes from an operation other than setting.
    pub(crate) from_operations: Vec<FieldName>,
    /// Identities that their stores have proved for this write.
    pub(crate) proven: Vec<String>,
}

/// The times of an imported object.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times {
    pub(crate) created_at: Option<Date>,
    pub(crate) updated_at: Option<Date>,
}

impl Draft {
    /// Whether the object does not exist yet.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The stored object, if there is one.
    pub fn original(&self) -> Option<&Object> {
        self.original.as_ref()
    }

    /// The identities that this request has proved for a user, in the canonical form of their
    /// stores. Fields that a client sends cannot add to them.
    pub fn proven(&self) -> &[String] {
        &self.proven
    }

    /// The permissions the write sets, if it sets any.
    pub fn acl(&self) -> Option<&Acl> {
        self.acl.as_ref()
    }

    /// Replaces the permissions the object will have.
    pub fn set_acl(&mut self, acl: Acl) {
        self.acl = Some(acl);
    }

    /// The value of a field after the write.
    pub fn get(&self, field: &str) -> Result<Option<Value>, Refusal> {
        let mut value = self.original.as_ref().and_then(|object| object.value(field));
        for (path, op) in &self.ops {
            if path.field == *field && !path.is_nested() {
                value = op.apply(value.as_ref())?;
            }
        }
        Ok(value)
    }

    /// Whether the write changes a field.
    pub fn touches(&self, field: &str) -> bool {
        self.ops.iter().any(|(path, _)| path.field == *field)
    }

    /// Whether the caller's write changes a field, whatever triggers have changed since.
    pub fn is_sent(&self, field: &str) -> bool {
        self.touches(field) && !self.changed.iter().any(|changed| *changed == *field)
    }

    /// Removes the permissions from the write, as if they had not been sent.
    pub fn take_acl(&mut self) -> Option<Acl> {
        self.acl.take()
    }

    /// Sets a field.
    pub fn set(&mut self, field: FieldName, value: impl Into<Value>) {
        self.replace(field, Op::Set(value.into()));
    }

    /// Removes a field.
    pub fn unset(&mut self, field: FieldName) {
        self.replace(field, Op::Delete);
    }

    /// Removes a field from the write, as if it had not been sent, and returns its operation.
    pub fn take(&mut self, field: &str) -> Option<Op> {
        let at = self.ops.iter().position(|(path, _)| path.field == *field)?;
        Some(self.ops.remove(at).1)
    }

    /// The object after the write. Values inside fields that are changed by path are the stored
    /// ones.
    pub fn object(&self) -> Result<Object, Refusal> {
        let mut object = match &self.original {
            Some(original) => original.clone(),
            None => Object::new(self.class.clone(), self.id.clone()),
        };
        for (path, op) in &self.ops {
            if path.is_nested() {
                continue;
            }
            match op.apply(object.fields.get(path.field.as_str()))? {
                Some(value) => object.fields.insert(path.field.clone(), value),
                None => drop(object.fields.remove(path.field.as_str())),
            }
        }
        if let Some(acl) = &self.acl {
            object.acl = Some(acl.clone());
        }
        Ok(object)
    }

    fn replace(&mut self, field: FieldName, op: Op) {
        self.ops.retain(|(path, _)| path.field != field);
        if !self.changed.contains(&field) {
            self.changed.push(field.clone());
        }
        self.ops.push((Path::field(field), op));
    }
}

/// An object that has just been written.
#[derive(Debug, Clone)]
pub struct Change {
    /// The previous object. `None` if it is new.
    pub before: Option<Object>,
    /// The current object. Fields that triggers set here are returned to the caller and not stored.
    pub after: Object,
    /// A reply that replaces the ordinary one.
    pub reply: Option<JsonMap>,
}

/// The result of a write.
#[derive(Debug)]
pub struct Saved {
    /// Whether an object was created.
    pub is_new: bool,
    /// Whether the answer includes the object's URL.
    pub has_location: bool,
    /// The object.
    pub id: ObjectId,
    /// The complete body of the answer.
    pub body: JsonMap,
    /// The change to send to the `afterSave` webhook after the commit.
    pub(crate) change: Option<Box<Change>>,
    /// The refusal to return, although the object was written.
    pub(crate) refusal: Option<Refusal>,
}
