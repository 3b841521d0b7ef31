//! Operations of writes.

use std::collections::BTreeMap;

use parse_model::{Field, FieldName, FieldType, Json, Op, Path};
use testkit::Random;

use super::{nested, value};

/// A few operations, several of which may concern the same field.
pub(crate) fn several(
    random: &mut Random,
    fields: &BTreeMap<FieldName, Field>,
    stored: &dyn Fn(&str) -> Option<Json>,
) -> Vec<(Path, Op)> {
    let fields: Vec<(&FieldName, &Field)> = fields.iter().collect();
    let mut ops = Vec::new();
    while ops.len() < 4 {
        let (name, field) = *random.pick(&fields);
        ops.push(one(random, name, &field.ty, stored(name.as_str()).as_ref()));
        if random.once_in(2) {
            break;
        }
        // The same field again, at the same place or another.
        if random.once_in(3) {
            ops.push(one(random, name, &field.ty, stored(name.as_str()).as_ref()));
        }
    }
    ops
}

fn one(random: &mut Random, name: &FieldName, ty: &FieldType, stored: Option<&Json>) -> (Path, Op) {
    let is_deep = matches!(ty, FieldType::Object | FieldType::Array);
    if is_deep && !random.once_in(3) {
        let (mut inside, there) = nested::way(random, stored);
        // The first step decides which type the field must have; another is refused before.
        let is_index = inside[0].bytes().all(|b| b.is_ascii_digit()) && !inside[0].is_empty();
        match ty {
            FieldType::Array if !is_index => inside[0] = random.below(3).to_string(),
            FieldType::Object if is_index => "k".clone_into(&mut inside[0]),
            _ => {}
        }
        let op = inner(random, there.as_ref());
        return (Path { field: name.clone(), inside }, op);
    }
    let op = match ty {
        FieldType::Number if random.once_in(2) => increment(random),
        FieldType::Array if !random.once_in(3) => list(random, stored),
        _ if random.once_in(4) => Op::Delete,
        _ => Op::Set(crate::value(value::of(random, ty))),
    };
    (Path::field(name.clone()), op)
}

/// Mostly an operation that fits what is there.
fn inner(random: &mut Random, there: Option<&Json>) -> Op {
    match (random.below(6), there) {
        (0, _) => Op::Delete,
        (1 | 2, Some(Json::Number(_))) => increment(random),
        (1 | 2, Some(Json::Array(_))) => list(random, there),
        (3, _) => increment(random),
        (4, _) => list(random, there),
        _ => Op::Set(crate::value(value::any(random))),
    }
}

fn increment(random: &mut Random) -> Op {
    Op::Increment(value::number(random).as_f64().expect("a number"))
}

fn list(random: &mut Random, there: Option<&Json>) -> Op {
    let known = there.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let items: Vec<Json> = (0..random.below(4))
        .map(|_| match known {
            [] => value::any(random),
            _ if random.once_in(3) => value::any(random),
            _ => random.pick(known).clone(),
        })
        .collect();
    match random.below(3) {
        0 => Op::Add(items),
        1 => Op::AddUnique(items),
        _ => Op::Remove(items),
    }
}
