//! What a document has at its top, stage by stage, known before anything runs.

use std::collections::{BTreeMap, BTreeSet};

use parse_model::{Class, FieldType, Filter, Refusal};

use super::{Accumulator, Expression, FieldPath, Stage};

/// The names at the top of a document, with their types as far as they are known.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outline(BTreeMap<String, Option<FieldType>>);

impl Outline {
    /// What an object of the class has.
    pub(super) fn of(class: &Class) -> Outline {
        let every = parse_model::schema::EVERY_CLASS.iter();
        let every = every.map(|(name, ty)| ((*name).to_owned(), Some(ty.clone())));
        let own = class.public_fields();
        let own = own.map(|(name, field)| (name.as_str().to_owned(), Some(field.ty.clone())));
        Outline(every.chain(own).collect())
    }

    /// What is left after a stage. Refuses a stage that names what is not there.
    pub(super) fn after(&self, stage: &Stage) -> Result<Outline, Refusal> {
        for path in paths(stage) {
            self.check(path)?;
        }
        let named = |names: Vec<(String, Option<FieldType>)>| Outline(names.into_iter().collect());
        Ok(match stage {
            Stage::Group { accumulators, .. } => {
                let mut names = vec![("objectId".to_owned(), None)];
                names.extend(accumulators.iter().map(|(alias, _)| (alias.clone(), None)));
                named(names)
            }
            Stage::Project(entries) => {
                let top = |(path, value): &(FieldPath, Expression)| {
                    Some((path.first()?.clone(), self.kind(value)))
                };
                named(entries.iter().filter_map(top).collect())
            }
            Stage::Exclude(paths) => {
                let mut left = self.clone();
                for path in paths.iter().filter(|path| path.len() == 1) {
                    left.0.remove(&path[0]);
                }
                left
            }
            Stage::Count(alias) => named(vec![(alias.clone(), None)]),
            Stage::Unwind { path, index, .. } => {
                let mut left = self.clone();
                if let [top] = path.as_slice() {
                    left.0.insert(top.clone(), None);
                }
                left.0.extend(index.clone().map(|index| (index, None)));
                left
            }
            Stage::Match(_)
            | Stage::Sort(_)
            | Stage::Limit(_)
            | Stage::Skip(_)
            | Stage::Sample(_) => self.clone(),
        })
    }

    /// A key to group by: of pointers and files, what their columns hold.
    pub(super) fn key(&self, expression: &Expression) -> Expression {
        match expression {
            Expression::At(path) if path.len() == 1 => match self.0.get(&path[0]) {
                Some(Some(FieldType::Pointer(_))) => {
                    Expression::At(vec![path[0].clone(), "objectId".to_owned()])
                }
                Some(Some(FieldType::File)) => {
                    Expression::At(vec![path[0].clone(), "name".to_owned()])
                }
                _ => expression.clone(),
            },
            Expression::Record(entries) => Expression::Record(
                entries.iter().map(|(name, entry)| (name.clone(), self.key(entry))).collect(),
            ),
            other => other.clone(),
        }
    }

    fn kind(&self, expression: &Expression) -> Option<FieldType> {
        match expression {
            Expression::At(path) if path.len() == 1 => self.0.get(&path[0]).cloned().flatten(),
            _ => None,
        }
    }

    fn check(&self, path: &FieldPath) -> Result<(), Refusal> {
        match path.first() {
            Some(top) if !self.0.contains_key(top) => {
                Err(Refusal::query(format!("column \"{top}\" does not exist")))
            }
            _ => Ok(()),
        }
    }
}

/// The fields of the class that the stages look at; all of them unless some stage makes new
/// documents.
pub(super) fn wanted(stages: &[Stage]) -> Option<BTreeSet<String>> {
    let mut wanted = BTreeSet::new();
    for stage in stages {
        wanted.extend(paths(stage).into_iter().filter_map(|path| path.first().cloned()));
        if let Stage::Match(filter) = stage {
            filter.walk(&mut |part| {
                if let Filter::Field(path, _) = part {
                    wanted.insert(path.field.as_str().to_owned());
                }
            });
        }
        if matches!(stage, Stage::Group { .. } | Stage::Project(_) | Stage::Count(_)) {
            return Some(wanted);
        }
    }
    None
}

/// Where a stage looks. What a match asks about may be absent, and what is excluded too.
fn paths(stage: &Stage) -> Vec<&FieldPath> {
    let mut paths = Vec::new();
    match stage {
        Stage::Group { key, accumulators } => {
            of_expression(key, &mut paths);
            for (_, accumulator) in accumulators {
                match accumulator {
                    Accumulator::Sum(value)
                    | Accumulator::Average(value)
                    | Accumulator::Least(value)
                    | Accumulator::Greatest(value)
                    | Accumulator::First(value)
                    | Accumulator::Last(value)
                    | Accumulator::Push(value)
                    | Accumulator::AddToSet(value) => of_expression(value, &mut paths),
                    Accumulator::Count => {}
                }
            }
        }
        Stage::Project(entries) => {
            entries.iter().for_each(|(_, value)| of_expression(value, &mut paths));
        }
        Stage::Sort(keys) => paths.extend(keys.iter().map(|(path, _)| path)),
        Stage::Unwind { path, .. } => paths.push(path),
        Stage::Match(_)
        | Stage::Exclude(_)
        | Stage::Limit(_)
        | Stage::Skip(_)
        | Stage::Count(_)
        | Stage::Sample(_) => {}
    }
    paths
}

fn of_expression<'a>(expression: &'a Expression, paths: &mut Vec<&'a FieldPath>) {
    match expression {
        Expression::At(path) | Expression::Part(_, path) => paths.push(path),
        Expression::Record(entries) => {
            entries.iter().for_each(|(_, entry)| of_expression(entry, paths));
        }
        Expression::Literal(_) => {}
    }
}
