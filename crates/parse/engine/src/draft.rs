//! An object on its way to be written, and after it was.

use parse_model::op::Ops;
use parse_model::{
    Acl, ClassName, Date, FieldName, JsonMap, Object, ObjectId, Op, Path, Refusal, Value,
};

/// An object as it is about to be written.
///
/// Triggers see the object as it would become, and may change it. Their changes are returned to the
/// client, who could not know them otherwise.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The class.
    pub class: ClassName,
    /// The id it has or will have.
    pub id: ObjectId,
    pub(crate) original: Option<Object>,
    pub(crate) ops: Ops,
    pub(crate) acl: Option<Acl>,
    pub(crate) changed: Vec<FieldName>,
    /// Whether the object is to be made.
    pub(crate) is_new: bool,
    pub(crate) times: Times,
    /// Fields of a new object whose value an operation other than setting decided.
    pub(crate) from_operations: Vec<FieldName>,
    /// What was proved for this write by those who keep identities themselves.
    pub(crate) proven: Vec<String>,
}

/// Times that an import brings along.
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

    /// The object as it is stored, if it is.
    pub fn original(&self) -> Option<&Object> {
        self.original.as_ref()
    }

    /// The identities that this request proved for a user, as the providers that keep them write
    /// them down. No field that is sent leads here, only a proof that held.
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

    /// What a field would be afterwards.
    pub fn get(&self, field: &str) -> Result<Option<Value>, Refusal> {
        let mut value = self.original.as_ref().and_then(|object| object.value(field));
        for (path, op) in &self.ops {
            if path.field == *field && !path.is_nested() {
                value = op.apply(value.as_ref())?;
            }
        }
        Ok(value)
    }

    /// Whether the write touches a field.
    pub fn touches(&self, field: &str) -> bool {
        self.ops.iter().any(|(path, _)| path.field == *field)
    }

    /// Whether the caller's write touches a field, whatever triggers have made of it since.
    pub fn is_sent(&self, field: &str) -> bool {
        self.touches(field) && !self.changed.iter().any(|changed| *changed == *field)
    }

    /// Takes the permissions out of the write, as if they had not been sent.
    pub fn take_acl(&mut self) -> Option<Acl> {
        self.acl.take()
    }

    /// Sets a field.
    pub fn set(&mut self, field: FieldName, value: impl Into<Value>) {
        self.replace(field, Op::Set(value.into()));
    }

    /// Takes a field away.
    pub fn unset(&mut self, field: FieldName) {
        self.replace(field, Op::Delete);
    }

    /// Takes a field out of the write, as if it had not been sent, and gives what it was.
    pub fn take(&mut self, field: &str) -> Option<Op> {
        let at = self.ops.iter().position(|(path, _)| path.field == *field)?;
        Some(self.ops.remove(at).1)
    }

    /// The object as it would become. Values inside fields that are changed by path are those that
    /// are stored.
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
    /// As it was before; `None` if it is new.
    pub before: Option<Object>,
    /// As it is now. Fields that triggers set here are shown to the caller and not stored.
    pub after: Object,
    /// An answer to give instead of the ordinary one.
    pub reply: Option<JsonMap>,
}

/// What a write led to.
#[derive(Debug)]
pub struct Saved {
    /// Whether an object was made.
    pub is_new: bool,
    /// Whether the answer names the object's address.
    pub has_location: bool,
    /// The object.
    pub id: ObjectId,
    /// The whole body of the answer.
    pub body: JsonMap,
    /// What the `afterSave` webhook is sent after the commit.
    pub(crate) change: Option<Box<Change>>,
    /// What to say instead, although it was written.
    pub(crate) refusal: Option<Refusal>,
}
