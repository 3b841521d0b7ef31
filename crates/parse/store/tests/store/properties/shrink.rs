//! Making a failing filter as small as it can be.

use parse_model::{Constraint, Filter};

/// Filters that are a little smaller than this one.
pub(super) fn smaller(filter: &Filter) -> Vec<Filter> {
    match filter {
        Filter::All(parts) => fewer(parts, &Filter::All),
        Filter::Any(parts) => fewer(parts, &Filter::Any),
        Filter::Nor(parts) => fewer(parts, &Filter::Nor),
        Filter::Field(path, constraint) => {
            let less = simpler(constraint).into_iter();
            less.map(|constraint| Filter::Field(path.clone(), constraint)).collect()
        }
        Filter::RelatedTo { .. } => Vec::new(),
    }
}

fn fewer(parts: &[Filter], join: &dyn Fn(Vec<Filter>) -> Filter) -> Vec<Filter> {
    let mut filters = parts.to_vec();
    if parts.len() > 1 {
        for at in 0..parts.len() {
            let mut rest = parts.to_vec();
            rest.remove(at);
            filters.push(join(rest));
        }
    }
    for (at, part) in parts.iter().enumerate() {
        for less in smaller(part) {
            let mut changed = parts.to_vec();
            changed[at] = less;
            filters.push(join(changed));
        }
    }
    filters
}

fn simpler(constraint: &Constraint) -> Vec<Constraint> {
    fn without_one<T: Clone>(items: &[T], make: &dyn Fn(Vec<T>) -> Constraint) -> Vec<Constraint> {
        (0..items.len())
            .map(|at| {
                let mut rest = items.to_vec();
                rest.remove(at);
                make(rest)
            })
            .collect()
    }
    match constraint {
        Constraint::NotEqual(value) => vec![Constraint::Equal(value.clone())],
        Constraint::NotIn(values) => vec![Constraint::In(values.clone())],
        Constraint::In(values) => match values.as_slice() {
            [only] => vec![Constraint::Equal(only.clone())],
            _ => without_one(values, &Constraint::In),
        },
        Constraint::ContainsAll(values) => without_one(values, &Constraint::ContainsAll),
        Constraint::ContainedBy(values) => without_one(values, &Constraint::ContainedBy),
        Constraint::ContainsAllMatching(patterns) => {
            without_one(patterns, &Constraint::ContainsAllMatching)
        }
        _ => Vec::new(),
    }
}
