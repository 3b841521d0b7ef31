//! Random classes, objects and wheres.
//!
//! Everything is drawn from small pools, so that values meet again and conditions hold for some
//! objects and not for others. The pools hold what has an edge to it.

pub(crate) mod constraint;
pub(crate) mod filter;
pub(crate) mod geo;
pub(crate) mod nested;
pub(crate) mod operation;
pub(crate) mod pattern;
pub(crate) mod value;

use std::collections::BTreeMap;

use parse_model::{ClassName, Field, FieldName, FieldType, Json};
use testkit::Random;

/// The types a field may have here; relations need other tables and have tests of their own.
fn types() -> Vec<FieldType> {
    vec![
        FieldType::String,
        FieldType::Number,
        FieldType::Boolean,
        FieldType::Date,
        FieldType::Object,
        FieldType::Array,
        FieldType::Pointer(ClassName::from_static("Target")),
        FieldType::File,
        FieldType::GeoPoint,
        FieldType::Polygon,
        FieldType::Bytes,
    ]
}

/// The fields of a random class: one of most types, several of some.
pub(crate) fn class_fields(random: &mut Random) -> BTreeMap<FieldName, Field> {
    let mut fields = BTreeMap::new();
    for (at, ty) in types().into_iter().enumerate() {
        if random.once_in(5) {
            continue;
        }
        for copy in 0..=random.below(2) {
            let name = FieldName::parse(&format!("f{at}_{copy}")).expect("a field name");
            fields.insert(name, Field::of(ty.clone()));
        }
    }
    fields
}

/// One object: each field present most of the time.
pub(crate) fn object(
    random: &mut Random,
    fields: &BTreeMap<FieldName, Field>,
) -> Vec<(FieldName, Json)> {
    let mut values = Vec::new();
    for (name, field) in fields {
        if random.once_in(4) {
            continue;
        }
        values.push((name.clone(), value::of(random, &field.ty)));
    }
    values
}
