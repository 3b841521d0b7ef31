//! Stages as nested sub-selects.
//!
//! Each gives two columns: the document `d`, and its place in the order, `n`, which is null as long
//! as nothing has been sorted. The place travels along, because PostgreSQL promises nothing about
//! the order of a sub-select.

use std::collections::BTreeSet;

use parse_model::{Class, Field, FieldType, Filter, Path, Refusal, Schema};

use super::expression::{self, Expression, at, document_column, value};
use super::outline::{Outline, wanted};
use super::{Accumulator, FieldPath, Stage, document};
use crate::RowAccess;
use crate::condition::{Operand, condition};
use crate::sql::{Scope, Sql};

/// A pipeline whose names have been checked.
pub(super) struct Plan<'a> {
    schema: &'a Schema,
    class: &'a Class,
    /// What the table itself is asked.
    filter: &'a Filter,
    stages: &'a [Stage],
    /// What documents have before each stage.
    outlines: Vec<Outline>,
    wanted: Option<BTreeSet<String>>,
    /// A class of which the document is the only field, for conditions on documents.
    documents: Class,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        schema: &'a Schema,
        class: &'a Class,
        filter: &'a Filter,
        stages: &'a [Stage],
    ) -> Result<Plan<'a>, Refusal> {
        let mut outlines = vec![Outline::of(class)];
        for stage in stages {
            let next = outlines[outlines.len() - 1].after(stage)?;
            outlines.push(next);
        }
        let mut documents = Class::new(class.name.clone());
        documents.fields.insert(document_column(), Field::of(FieldType::Object));
        Ok(Plan { schema, class, filter, stages, outlines, wanted: wanted(stages), documents })
    }

    /// Appends the whole statement.
    pub(super) fn write(&self, sql: &mut Sql) -> Result<(), Refusal> {
        let scope = Scope(self.stages.len() + 1);
        sql.push("select ").scope(scope).push(r#"."d""#);
        self.from(sql, self.stages.len())?;
        self.ordered(sql, self.stages.len(), scope);
        Ok(())
    }

    /// Appends `from (the first stages) as t…`.
    fn from(&self, sql: &mut Sql, count: usize) -> Result<(), Refusal> {
        sql.push(" from (");
        self.source(sql, count)?;
        sql.push(") as ").scope(Scope(count + 1));
        Ok(())
    }

    fn is_ordered(&self, count: usize) -> bool {
        let ordering = self.stages[..count].iter().rev().find_map(|stage| match stage {
            Stage::Sort(_) => Some(true),
            Stage::Group { .. } | Stage::Count(_) | Stage::Sample(_) => Some(false),
            _ => None,
        });
        ordering.unwrap_or(false)
    }

    fn ordered(&self, sql: &mut Sql, count: usize, scope: Scope) {
        if self.is_ordered(count) {
            sql.push(" order by ").scope(scope).push(r#"."n""#);
        }
    }

    /// Appends the select of the first `count` stages.
    fn source(&self, sql: &mut Sql, count: usize) -> Result<(), Refusal> {
        let Some(before) = count.checked_sub(1) else { return self.table(sql) };
        let scope = Scope(count);
        match &self.stages[before] {
            Stage::Match(filter) => self.matching(sql, before, scope, filter),
            Stage::Group { key, accumulators } => {
                let key = self.outlines[before].key(key);
                self.group(sql, before, scope, &key, accumulators)
            }
            Stage::Project(entries) => {
                sql.push("select ");
                projected(sql, scope, entries);
                sql.push(r#" as "d", "#).scope(scope).push(r#"."n""#);
                self.from(sql, before)
            }
            Stage::Exclude(paths) => {
                sql.push("select (").scope(scope).push(r#"."d""#);
                for path in paths {
                    sql.push(" #- ").bind(path.clone());
                }
                sql.push(r#") as "d", "#).scope(scope).push(r#"."n""#);
                self.from(sql, before)
            }
            Stage::Sort(keys) => {
                sql.push("select ").scope(scope).push(r#"."d", row_number() over (order by "#);
                sort_keys(sql, scope, keys);
                sql.push(r#") as "n""#);
                self.from(sql, before)
            }
            Stage::Limit(most) => self.page(sql, before, scope, " limit ", *most),
            Stage::Skip(least) => self.page(sql, before, scope, " offset ", *least),
            Stage::Unwind { path, index, keeps_empty } => {
                self.unwind(sql, before, scope, path, index.as_deref(), *keeps_empty)
            }
            Stage::Count(alias) => {
                sql.push("select jsonb_build_object(").bind(alias.as_str());
                sql.push(r#", count(*)) as "d", null::int8 as "n""#);
                self.from(sql, before)?;
                sql.push(" having count(*) > 0");
                Ok(())
            }
            Stage::Sample(size) => {
                both(sql, scope);
                self.from(sql, before)?;
                sql.push(" order by random() limit ").bind(clamped(*size));
                Ok(())
            }
        }
    }

    fn table(&self, sql: &mut Sql) -> Result<(), Refusal> {
        sql.push("select ");
        document::document(sql, self.class, self.wanted.as_ref());
        sql.push(r#" as "d", null::int8 as "n" from "#).table(&self.class.name).push(" as ");
        sql.scope(Scope::OUTER).push(" where ");
        let (schema, class) = (self.schema, self.class);
        let place = Operand { schema, class, scope: Scope::OUTER, reach: RowAccess::Everything };
        condition(sql, place, self.filter)
    }

    fn matching(
        &self,
        sql: &mut Sql,
        before: usize,
        scope: Scope,
        filter: &Filter,
    ) -> Result<(), Refusal> {
        both(sql, scope);
        self.from(sql, before)?;
        sql.push(" where ");
        let (schema, class) = (self.schema, &self.documents);
        let place = Operand { schema, class, scope, reach: RowAccess::Everything };
        condition(sql, place, &of_documents(filter))
    }

    /// Keys are computed one level further in: two placeholders are never the same expression to
    /// PostgreSQL, even when they hold the same value.
    fn group(
        &self,
        sql: &mut Sql,
        before: usize,
        scope: Scope,
        key: &Expression,
        accumulators: &[(String, Accumulator)],
    ) -> Result<(), Refusal> {
        let is_ordered = self.is_ordered(before);
        sql.push("select jsonb_build_object('objectId', ").scope(scope).push(r#"."k") || "#);
        expression::record(sql, accumulators, &|sql, accumulator| {
            accumulated(sql, scope, accumulator, is_ordered);
        });
        sql.push(r#" as "d", null::int8 as "n" from (select "#).scope(scope).push(r#"."d", "#);
        sql.scope(scope).push(r#"."n", "#);
        value(sql, scope, key);
        sql.push(r#" as "k""#);
        self.from(sql, before)?;
        sql.push(") as ").scope(scope).push(" group by ").scope(scope).push(r#"."k""#);
        Ok(())
    }

    fn page(
        &self,
        sql: &mut Sql,
        before: usize,
        scope: Scope,
        clause: &'static str,
        count: u64,
    ) -> Result<(), Refusal> {
        both(sql, scope);
        self.from(sql, before)?;
        self.ordered(sql, before, scope);
        sql.push(clause).bind(clamped(count));
        Ok(())
    }

    fn unwind(
        &self,
        sql: &mut Sql,
        before: usize,
        scope: Scope,
        path: &FieldPath,
        index: Option<&str>,
        keeps_empty: bool,
    ) -> Result<(), Refusal> {
        sql.push(r#"select (case when e."item" is null then "#).scope(scope).push(r#"."d" #- "#);
        sql.bind(path.clone()).push(" else _touchstone.set_path(").scope(scope).push(r#"."d", "#);
        sql.bind(path.clone()).push(r#", e."item") end)"#);
        if let Some(index) = index {
            sql.push(" || jsonb_build_object(").bind(index).push(r#", e."place" - 1)"#);
        }
        sql.push(r#" as "d", "#);
        if self.is_ordered(before) {
            sql.push("row_number() over (order by ").scope(scope);
            sql.push(r#"."n", e."place") as "n""#);
        } else {
            sql.push(r#"null::int8 as "n""#);
        }
        self.from(sql, before)?;
        sql.push(if keeps_empty { " left join" } else { " cross join" });
        sql.push(" lateral jsonb_array_elements(_touchstone.as_list(");
        at(sql, scope, path);
        sql.push(r#")) with ordinality as e("item", "place")"#);
        if keeps_empty {
            sql.push(" on true");
        }
        Ok(())
    }
}

fn both(sql: &mut Sql, scope: Scope) {
    sql.push("select ").scope(scope).push(r#"."d", "#).scope(scope).push(r#"."n""#);
}

fn clamped(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The same condition, asked of documents.
fn of_documents(filter: &Filter) -> Filter {
    let each = |parts: &[Filter]| parts.iter().map(of_documents).collect();
    match filter {
        Filter::All(parts) => Filter::All(each(parts)),
        Filter::Any(parts) => Filter::Any(each(parts)),
        Filter::Nor(parts) => Filter::Nor(each(parts)),
        Filter::Field(path, constraint) => {
            let mut inside = vec![path.field.as_str().to_owned()];
            inside.extend(path.inside.iter().cloned());
            Filter::Field(Path { field: document_column(), inside }, constraint.clone())
        }
        // Documents belong to no relation.
        Filter::RelatedTo { .. } => Filter::nothing(),
    }
}

fn projected(sql: &mut Sql, scope: Scope, entries: &[(FieldPath, Expression)]) {
    let (deep, flat): (Vec<_>, Vec<_>) = entries.iter().partition(|(path, _)| path.len() > 1);
    for _ in &deep {
        sql.push("_touchstone.set_path(");
    }
    let flat: Vec<(String, &Expression)> =
        flat.into_iter().filter_map(|(path, value)| Some((path.first()?.clone(), value))).collect();
    expression::record(sql, &flat, &|sql, entry| value(sql, scope, entry));
    for (path, entry) in deep {
        sql.push(", ").bind(path.clone()).push(", coalesce(");
        value(sql, scope, entry);
        sql.push(", 'null'::jsonb))");
    }
}

fn sort_keys(sql: &mut Sql, scope: Scope, keys: &[(FieldPath, bool)]) {
    let mut lead = "";
    for (path, is_descending) in keys {
        sql.push(lead);
        at(sql, scope, path);
        sql.push(if *is_descending { " desc" } else { " asc" });
        lead = ", ";
    }
}

fn accumulated(sql: &mut Sql, scope: Scope, accumulator: &Accumulator, is_ordered: bool) {
    let order = |sql: &mut Sql, direction: &'static str| {
        if is_ordered {
            sql.push(" order by ").scope(scope).push(r#"."n""#).push(direction);
        }
    };
    let listed = |sql: &mut Sql, function: &'static str, of: &Expression, is_in_order: bool| {
        sql.push("coalesce(").push(function);
        value(sql, scope, of);
        if is_in_order {
            order(sql, "");
        }
        sql.push(") filter (where (");
        value(sql, scope, of);
        sql.push(") is not null), '[]'::jsonb)");
    };
    match accumulator {
        Accumulator::Count => {
            sql.push("to_jsonb(count(*))");
        }
        Accumulator::Sum(of) | Accumulator::Average(of) => {
            let is_sum = matches!(accumulator, Accumulator::Sum(_));
            sql.push(if is_sum { "to_jsonb(sum(" } else { "to_jsonb(avg(" });
            sql.push("_touchstone.number_in(");
            value(sql, scope, of);
            sql.push(")))");
        }
        Accumulator::Least(of) | Accumulator::Greatest(of) => {
            let is_least = matches!(accumulator, Accumulator::Least(_));
            sql.push(if is_least { "_touchstone.least_of(" } else { "_touchstone.greatest_of(" });
            value(sql, scope, of);
            sql.push(")");
        }
        Accumulator::First(of) | Accumulator::Last(of) => {
            sql.push("(array_agg(");
            value(sql, scope, of);
            let is_first = matches!(accumulator, Accumulator::First(_));
            order(sql, if is_first { "" } else { " desc" });
            sql.push("))[");
            // Without an order any is as good as another, but first and last are two.
            sql.push(if is_first || is_ordered { "1]" } else { "count(*)::int]" });
        }
        Accumulator::Push(of) => listed(sql, "jsonb_agg(", of, true),
        Accumulator::AddToSet(of) => listed(sql, "jsonb_agg(distinct ", of, false),
    }
}
