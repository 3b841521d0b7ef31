//! Parameters whose problems are all reported in one answer.
//!
//! A function that takes a form reads [`Form`] instead of its parameters. Fields of the wrong type
//! are replaced by a placeholder and noted, so that the function can check the rest. It notes
//! further problems, and refuses everything together before it changes anything.

use parse_engine::Error;
use parse_model::{FieldError, Json, JsonMap, Refusal};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::parameter_schema;
use crate::refused::invalid;
use crate::schema_check::{Fault, Mismatch, mismatches};

/// Parameters of a function.
pub trait Parameters: Sized {
    /// Parses what was sent.
    fn read(sent: JsonMap) -> Result<Self, Error>;
    /// The schema of the parameters.
    fn schema() -> Json;
}

impl<T: DeserializeOwned> Parameters for T {
    fn read(sent: JsonMap) -> Result<T, Error> {
        serde_json::from_value(Json::Object(sent)).map_err(|error| invalid("PARAMS", error))
    }

    fn schema() -> Json {
        parameter_schema::of::<T>()
    }
}

/// Parameters, and the problems found in them so far.
#[derive(Debug)]
pub struct Form<T> {
    /// The parameters. Fields with a problem hold a placeholder.
    pub sent: T,
    /// The problems.
    pub errors: FieldErrors,
}

impl<T> Form<T> {
    /// The parameters, if all of them are valid.
    pub fn valid(self) -> Result<T, Error> {
        self.errors.finish()?;
        Ok(self.sent)
    }
}

impl<T: DeserializeOwned> Parameters for Form<T> {
    fn read(mut sent: JsonMap) -> Result<Form<T>, Error> {
        let read = |sent: &JsonMap| serde_json::from_value::<T>(Json::Object(sent.clone()));
        let first = match read(&sent) {
            Ok(sent) => return Ok(Form { sent, errors: FieldErrors::default() }),
            Err(error) => error,
        };
        let schema = parameter_schema::of::<T>();
        let mut errors = FieldErrors::default();
        for mismatch in mismatches(&schema, &Json::Object(sent.clone())) {
            let field = mismatch.path.split('.').next().unwrap_or_default().to_owned();
            match schema["properties"].get(&field) {
                Some(schema) => sent.insert(field, placeholder(schema)),
                None => sent.remove(&field),
            };
            errors.all.push(field_error(mismatch));
        }
        let Error::Refused(refusal) = invalid("PARAMS", &first) else {
            return Err(invalid("PARAMS", first));
        };
        errors.first = Some(refusal);
        match read(&sent) {
            Ok(sent) => Ok(Form { sent, errors }),
            Err(_) => Err(errors.refusal()),
        }
    }

    fn schema() -> Json {
        parameter_schema::of::<T>()
    }
}

/// A value that the schema accepts.
fn placeholder(schema: &Json) -> Json {
    if let Some(word) = schema["enum"].as_array().and_then(|words| words.first()) {
        return word.clone();
    }
    let types = match &schema["type"] {
        Json::Array(types) if types.contains(&json!("null")) => return Json::Null,
        Json::Array(types) => types.first().cloned().unwrap_or_default(),
        one => one.clone(),
    };
    match types.as_str() {
        Some("string") => json!(""),
        Some("integer" | "number") => json!(0),
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ => Json::Null,
    }
}

fn field_error(mismatch: Mismatch) -> FieldError {
    let Mismatch { path, fault, expected, allowed } = mismatch;
    let (key, detail) = match fault {
        Fault::Missing => ("FIELD_MISSING", "This field is required.".to_owned()),
        Fault::Unknown => ("FIELD_UNKNOWN", format!("Unknown field. Known fields: {expected}.")),
        Fault::Type => ("FIELD_TYPE", format!("Expected {expected}.")),
        Fault::Value => ("FIELD_VALUE", format!("Allowed: {expected}.")),
    };
    FieldError { field: path, key: key.into(), detail, allowed }
}

/// The invalid fields of a form.
#[derive(Debug, Default)]
pub struct FieldErrors {
    /// The first problem, for clients that understand only one.
    first: Option<Refusal>,
    all: Vec<FieldError>,
}

impl FieldErrors {
    /// Returns the value of a valid field, or notes why it is invalid. The first problem of a field
    /// is kept.
    pub fn check<V>(&mut self, field: &str, value: Result<V, Error>) -> Result<Option<V>, Error> {
        let refusal = match value {
            Ok(value) => return Ok(Some(value)),
            Err(Error::Refused(refusal)) => refusal,
            Err(failure) => return Err(failure),
        };
        if !self.has(field) {
            let context = refusal.context.as_deref().cloned().unwrap_or_default();
            let key = context.key.unwrap_or_else(|| "REFUSED".into());
            let sentence = refusal.message.strip_prefix(&*key);
            let sentence = sentence.and_then(|rest| rest.strip_prefix(": "));
            self.all.push(FieldError {
                field: field.to_owned(),
                detail: sentence.unwrap_or(&refusal.message).to_owned(),
                allowed: context.details["allowed"].clone(),
                key,
            });
            self.first.get_or_insert(refusal);
        }
        Ok(None)
    }

    /// Whether a field, or a part of it, has a problem.
    pub fn has(&self, field: &str) -> bool {
        self.all.iter().any(|error| error.field.split('.').next() == Some(field))
    }

    /// Adds the problems that another function found in the same form. `names` maps its field names
    /// back. Problems of fields in `besides` are dropped, because they were filled in for that
    /// function.
    pub fn add(&mut self, refusal: Refusal, names: &[(&str, &str)], besides: &[&str]) {
        let found = refusal.context.as_ref().map(|context| context.errors.clone());
        let found = found.unwrap_or_default();
        let is_refused_as_a_whole = found.is_empty();
        let before = self.all.len();
        for mut error in found {
            if let Some((name, _)) = names.iter().find(|(_, other)| *other == error.field) {
                error.field = (*name).to_owned();
            }
            if !self.has(&error.field) && !besides.contains(&&*error.field) {
                self.all.push(error);
            }
        }
        if is_refused_as_a_whole || self.all.len() > before {
            self.first.get_or_insert(refusal);
        }
    }

    /// Whether everything is valid so far.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Refuses the form if it has problems.
    pub fn finish(self) -> Result<(), Error> {
        if self.all.is_empty() { Ok(()) } else { Err(self.refusal()) }
    }

    /// The refusal with all problems.
    pub fn refusal(self) -> Error {
        match self.first {
            Some(first) => first.with_errors(self.all).into(),
            None => invalid("PARAMS", "A field does not fit."),
        }
    }
}
