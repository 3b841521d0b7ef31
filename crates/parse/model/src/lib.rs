//! The vocabulary of the Parse protocol: names, values, objects, operations, permissions, queries.
//!
//! Everything here is pure: no clock, no randomness, no IO, no async. Whatever comes from outside
//! becomes one of these types in the HTTP layer, or is refused there. What a query *means* is
//! written once, in [`query::matches`]; PostgreSQL is held to it by a property test.
//!
//! This crate must never learn of HTTP, SQL, or any product class.

pub mod refusal;

pub mod name;

pub mod date;

pub mod geo;

pub mod value;

pub mod object;

pub mod acl;

pub mod clp;

pub mod schema;

pub mod op;

pub mod html;
pub mod keyword;

pub mod query;

pub mod wire;

pub use acl::Acl;
pub use clp::{Action, Clp};
pub use date::Date;
pub use geo::{GeoPoint, Polygon};
pub use name::{ClassName, FieldName, ObjectId};
pub use object::{Fields, Object};
pub use op::Op;
pub use query::{Constraint, Filter, Path};
pub use refusal::{Code, FieldError, Refusal, RefusalContext};
pub use schema::{Class, Field, FieldType, Schema};
pub use value::{File, Pointer, Value};

/// JSON as it arrives and as it is kept inside Object and Array fields.
pub type Json = serde_json::Value;
/// A JSON object, in the order in which it was written.
pub type JsonMap = serde_json::Map<String, Json>;
