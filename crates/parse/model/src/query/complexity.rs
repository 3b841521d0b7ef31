//! How much a query may ask for.
//!
//! Size and logical depth are counted over the JSON before it is read as conditions, the rest over
//! the query that came of it: there every entry point leads through one type, and nothing is
//! overlooked because it was spelled in another way.

use super::regex::Pattern;
use super::{Constraint, Filter, Query, SubQuery};
use crate::refusal::Refusal;
use crate::{Json, JsonMap};

/// The limits of a query. The largest number there is stands for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Complexity {
    /// Bytes of a `where`.
    pub where_bytes: usize,
    /// `$or`, `$and` and `$nor` inside one another.
    pub query_depth: usize,
    /// Conditions in all, those of sub-queries included; what may look at every object whatever it
    /// is counts for several.
    pub conditions: usize,
    /// Conditions of that kind: `$text`, `$regex`, sub-queries.
    pub expensive_conditions: usize,
    /// Values of one list (`$in`, `$nin`, `$all`, `$containedBy`).
    pub in_values: usize,
    /// Sub-queries inside one another.
    pub subquery_depth: usize,
    /// Ways to follow.
    pub include_count: usize,
    /// Pointers on one way.
    pub include_depth: usize,
    /// Objects brought along, in all.
    pub included_objects: usize,
    /// Keys of an order.
    pub order_keys: usize,
    /// Results passed over.
    pub skip: u64,
    /// Letters of a pattern.
    pub regex_length: usize,
    /// Whether patterns are allowed at all.
    pub allow_regex: bool,
    /// Whether patterns may refer back to what a group matched.
    pub regex_references: bool,
    /// Whether a full-text search may go through a field that no text index covers.
    pub text_without_index: bool,
    /// Requests of one batch.
    pub batch_requests: usize,
}

impl Default for Complexity {
    fn default() -> Complexity {
        Complexity::UNLIMITED
    }
}

impl Complexity {
    /// Nothing is bounded.
    pub const UNLIMITED: Complexity = Complexity {
        where_bytes: usize::MAX,
        query_depth: usize::MAX,
        conditions: usize::MAX,
        expensive_conditions: usize::MAX,
        in_values: usize::MAX,
        subquery_depth: usize::MAX,
        include_count: usize::MAX,
        include_depth: usize::MAX,
        included_objects: usize::MAX,
        order_keys: usize::MAX,
        skip: u64::MAX,
        regex_length: usize::MAX,
        allow_regex: true,
        regex_references: true,
        text_without_index: true,
        batch_requests: usize::MAX,
    };

    /// The limits of a caller with the master key: ten times as much of everything, and no deeper,
    /// because depth is what makes work grow out of proportion.
    #[must_use]
    pub fn for_master(self) -> Complexity {
        let more = |count: usize| count.saturating_mul(10);
        Complexity {
            where_bytes: more(self.where_bytes),
            conditions: more(self.conditions),
            expensive_conditions: more(self.expensive_conditions),
            in_values: more(self.in_values),
            include_count: more(self.include_count),
            included_objects: more(self.included_objects),
            order_keys: more(self.order_keys),
            skip: self.skip.saturating_mul(10),
            regex_length: more(self.regex_length),
            allow_regex: true,
            text_without_index: true,
            batch_requests: more(self.batch_requests),
            ..self
        }
    }

    /// Refuses a `where` that is too long or too deep, before it is read.
    pub fn check_where(&self, json: &JsonMap) -> Result<(), Refusal> {
        if self.where_bytes != usize::MAX {
            let mut left = self.where_bytes;
            if !json.iter().all(|(key, value)| take_member(key, value, &mut left)) {
                let most = self.where_bytes;
                return Err(Refusal::query(format!(
                    "Query conditions exceed maximum allowed size of {most} bytes"
                )));
            }
        }
        if self.query_depth == usize::MAX {
            return Ok(());
        }
        self.check_depth(json, 0)
    }

    fn check_depth(&self, map: &JsonMap, depth: usize) -> Result<(), Refusal> {
        if depth > self.query_depth {
            let most = self.query_depth;
            return Err(Refusal::query(format!(
                "Query condition nesting depth exceeds maximum allowed depth of {most}"
            )));
        }
        map.iter().try_for_each(|(key, value)| {
            let is_logical = matches!(key.as_str(), "$or" | "$and" | "$nor");
            self.check_depth_in(value, depth + usize::from(is_logical))
        })
    }

    fn check_depth_in(&self, json: &Json, depth: usize) -> Result<(), Refusal> {
        match json {
            Json::Object(map) => self.check_depth(map, depth),
            Json::Array(items) => {
                items.iter().try_for_each(|item| self.check_depth_in(item, depth))
            }
            _ => Ok(()),
        }
    }

    /// Refuses conditions that ask for too much.
    pub fn check_filter(&self, filter: &Filter) -> Result<(), Refusal> {
        self.count(filter, 0, &mut Counted::default())
    }

    fn count(&self, filter: &Filter, depth: usize, so_far: &mut Counted) -> Result<(), Refusal> {
        let constraint = match filter {
            Filter::All(parts) | Filter::Any(parts) | Filter::Nor(parts) => {
                return parts.iter().try_for_each(|part| self.count(part, depth, so_far));
            }
            Filter::RelatedTo { .. } => None,
            Filter::Field(_, constraint) => Some(constraint),
        };
        let expensive = constraint.map_or(0, expensive_conditions);
        so_far.conditions += (expensive * EXPENSIVE_WEIGHT).max(1);
        so_far.expensive += expensive;
        if so_far.expensive > self.expensive_conditions {
            let most = self.expensive_conditions;
            return Err(Refusal::query(format!(
                "Number of $text, $regex and subquery conditions exceeds maximum allowed ({most})"
            )));
        }
        if so_far.conditions > self.conditions {
            let most = self.conditions;
            return Err(Refusal::query(format!(
                "Number of query conditions exceeds maximum allowed ({most})"
            )));
        }
        let Some(constraint) = constraint else { return Ok(()) };
        self.check_constraint(constraint)?;
        let Some(inner) = sub_query(constraint) else { return Ok(()) };
        if depth == self.subquery_depth {
            let most = self.subquery_depth;
            return Err(Refusal::query(format!(
                "Subquery nesting depth exceeds maximum allowed depth of {most}"
            )));
        }
        self.count(&inner.filter, depth + 1, so_far)
    }

    fn check_constraint(&self, constraint: &Constraint) -> Result<(), Refusal> {
        let values = match constraint {
            Constraint::In(values)
            | Constraint::NotIn(values)
            | Constraint::ContainsAll(values)
            | Constraint::ContainedBy(values) => values.len(),
            Constraint::ContainsAllMatching(patterns) => {
                patterns.iter().try_for_each(|pattern| self.check_pattern(pattern))?;
                patterns.len()
            }
            Constraint::Matches(pattern) => return self.check_pattern(pattern),
            _ => 0,
        };
        if values > self.in_values {
            let most = self.in_values;
            return Err(Refusal::query(format!(
                "Number of values in a list ({values}) exceeds maximum allowed ({most})"
            )));
        }
        Ok(())
    }

    fn check_pattern(&self, pattern: &Pattern) -> Result<(), Refusal> {
        if !self.allow_regex {
            return Err(Refusal::query("$regex operator is not allowed"));
        }
        if !self.regex_references && pattern.refers_back() {
            return Err(Refusal::query("$regex must not refer back to its groups"));
        }
        let source = pattern.source();
        if source.len() > self.regex_length && source.chars().count() > self.regex_length {
            let most = self.regex_length;
            return Err(Refusal::query(format!(
                "$regex must not be longer than {most} characters"
            )));
        }
        Ok(())
    }

    /// Refuses a query that asks for too much beside its conditions.
    pub fn check_query(&self, query: &Query) -> Result<(), Refusal> {
        self.check_filter(&query.filter)?;
        self.check_include(query)?;
        let order = query.order.len();
        if order > self.order_keys {
            let most = self.order_keys;
            return Err(Refusal::query(format!(
                "Number of order keys ({order}) exceeds maximum allowed ({most})"
            )));
        }
        if query.skip > self.skip {
            let (skip, most) = (query.skip, self.skip);
            return Err(Refusal::query(format!("Skip of {skip} exceeds maximum allowed ({most})")));
        }
        Ok(())
    }

    /// Refuses to follow too many ways, or too long ones.
    pub fn check_include(&self, query: &Query) -> Result<(), Refusal> {
        let depth = query.include.iter().map(Vec::len).max().unwrap_or(0);
        if depth > self.include_depth {
            let most = self.include_depth;
            return Err(Refusal::query(format!(
                "Include depth of {depth} exceeds maximum allowed depth of {most}"
            )));
        }
        let count = query.include.len();
        if count > self.include_count {
            let most = self.include_count;
            return Err(Refusal::query(format!(
                "Number of include fields ({count}) exceeds maximum allowed ({most})"
            )));
        }
        Ok(())
    }

    /// Refuses to bring so many objects along.
    pub fn check_included(&self, count: usize) -> Result<(), Refusal> {
        if count > self.included_objects {
            let most = self.included_objects;
            return Err(Refusal::query(format!(
                "Number of included objects exceeds maximum allowed ({most})"
            )));
        }
        Ok(())
    }

    /// Refuses a batch of so many requests.
    pub fn check_batch(&self, count: usize) -> Result<(), Refusal> {
        if count > self.batch_requests {
            let most = self.batch_requests;
            return Err(Refusal::json(format!(
                "Batch request contains {count} sub-requests, which exceeds the limit of {most}."
            )));
        }
        Ok(())
    }
}

/// For how many plain conditions one counts that may look at every object, whatever it is.
const EXPENSIVE_WEIGHT: usize = 20;

/// What has been counted of a query.
#[derive(Debug, Default)]
struct Counted {
    conditions: usize,
    expensive: usize,
}

/// How many conditions of that kind a constraint is.
fn expensive_conditions(constraint: &Constraint) -> usize {
    match constraint {
        Constraint::Text(_) | Constraint::Matches(_) => 1,
        Constraint::ContainsAllMatching(patterns) => patterns.len(),
        other => usize::from(sub_query(other).is_some()),
    }
}

fn sub_query(constraint: &Constraint) -> Option<&SubQuery> {
    match constraint {
        Constraint::InQuery(query)
        | Constraint::NotInQuery(query)
        | Constraint::Select(query, _)
        | Constraint::DontSelect(query, _) => Some(query),
        _ => None,
    }
}

/// Takes about as many bytes as a value has when it is written; no more than there are left.
fn take(json: &Json, left: &mut usize) -> bool {
    match json {
        Json::String(text) => take_bytes(text.len() + 2, left),
        Json::Array(items) => take_bytes(2, left) && items.iter().all(|item| take(item, left)),
        Json::Object(map) => {
            take_bytes(2, left) && map.iter().all(|(key, value)| take_member(key, value, left))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => take_bytes(4, left),
    }
}

fn take_member(key: &str, value: &Json, left: &mut usize) -> bool {
    take_bytes(key.len() + 3, left) && take(value, left)
}

fn take_bytes(count: usize, left: &mut usize) -> bool {
    let rest = left.checked_sub(count);
    *left = rest.unwrap_or(0);
    rest.is_some()
}

/// Whether a value takes more bytes than so many when it is written, roughly.
pub fn is_larger(map: &JsonMap, most: usize) -> bool {
    let mut left = most;
    most != usize::MAX && !map.iter().all(|(key, value)| take_member(key, value, &mut left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Date;
    use crate::query::parse::{self, Limits, Rights};
    use serde_json::json;

    fn parse_with(params: Json, complexity: Complexity) -> Result<Query, String> {
        let Json::Object(params) = params else { panic!("an object was expected") };
        let now = Date::from_millis(0);
        let rights = Rights { is_master: false, is_maintenance: false, may_explain: false, now };
        let limits = Limits { complexity, ..Limits::default() };
        parse::query(&params, rights, &limits).map_err(|refusal| refusal.message.into_owned())
    }

    #[track_caller]
    fn refused(params: Json, complexity: Complexity, told: &str) {
        assert_eq!(parse_with(params.clone(), complexity).unwrap_err(), told, "{params}");
        assert!(parse_with(params, Complexity::UNLIMITED).is_ok());
    }

    const NONE: Complexity = Complexity::UNLIMITED;

    #[test]
    fn logic_is_counted_wherever_it_stands() {
        let told = "Query condition nesting depth exceeds maximum allowed depth of 1";
        let limits = Complexity { query_depth: 1, ..NONE };
        refused(json!({ "where": { "$or": [{ "$and": [{ "a": 1 }] }] } }), limits, told);
        let inner = json!({ "$or": [{ "$nor": [{ "a": 1 }] }] });
        let sub = json!({ "p": { "$inQuery": { "className": "C", "where": inner } } });
        refused(json!({ "where": sub }), limits, told);
        assert!(
            parse_with(json!({ "where": { "$or": [{ "a": 1, "b": { "$gt": 1 } }] } }), limits)
                .is_ok()
        );
    }

    #[test]
    fn a_bomb_of_conditions_is_refused_by_its_depth() {
        let mut bomb = json!({ "a": 1 });
        for _ in 0..15 {
            bomb = json!({ "$or": [bomb, { "b": 1 }] });
        }
        let limits = Complexity { query_depth: 5, ..NONE };
        let told = "Query condition nesting depth exceeds maximum allowed depth of 5";
        refused(json!({ "where": bomb }), limits, told);
    }

    #[test]
    fn conditions_and_values_are_counted_in_sub_queries_too() {
        let limits = Complexity { conditions: 22, in_values: 2, ..NONE };
        let sub =
            |inner: Json| json!({ "p": { "$inQuery": { "className": "C", "where": inner } } });
        let told = "Number of query conditions exceeds maximum allowed (22)";
        refused(json!({ "where": sub(json!({ "a": 1, "b": 2, "c": 3 })) }), limits, told);
        let told = "Number of values in a list (3) exceeds maximum allowed (2)";
        for list in ["$in", "$nin", "$all", "$containedBy"] {
            refused(json!({ "where": sub(json!({ "a": { list: [1, 2, 3] } })) }), limits, told);
        }
    }

    #[test]
    fn what_may_look_at_every_object_counts_for_many_conditions_and_is_limited_by_itself() {
        let any = |condition: Json, times: usize| {
            let all: Vec<Json> = vec![json!({ "a": condition }); times];
            json!({ "where": { "$or": all } })
        };
        let limits = Complexity { conditions: 100, expensive_conditions: 4, ..NONE };
        let told = "Number of $text, $regex and subquery conditions exceeds maximum allowed (4)";
        for condition in [
            json!({ "$regex": "x" }),
            json!({ "$text": { "$search": { "$term": "x" } } }),
            json!({ "$inQuery": { "className": "C", "where": {} } }),
            json!({ "$select": { "key": "k", "query": { "className": "C", "where": {} } } }),
        ] {
            assert!(parse_with(any(condition.clone(), 4), limits).is_ok(), "{condition}");
            refused(any(condition, 5), limits, told);
        }
        let limits = Complexity { conditions: 79, expensive_conditions: 4, ..NONE };
        let told = "Number of query conditions exceeds maximum allowed (79)";
        refused(any(json!({ "$regex": "x" }), 4), limits, told);
    }

    #[test]
    fn sub_queries_go_only_so_deep() {
        let sub =
            |inner: Json| json!({ "p": { "$inQuery": { "className": "C", "where": inner } } });
        let limits = Complexity { subquery_depth: 2, ..NONE };
        let told = "Subquery nesting depth exceeds maximum allowed depth of 2";
        let two = sub(sub(json!({ "a": 1 })));
        assert!(parse_with(json!({ "where": two }), limits).is_ok());
        refused(json!({ "where": sub(two) }), limits, told);
    }

    #[test]
    fn everything_beside_the_conditions_has_its_limit() {
        let limits = Complexity {
            where_bytes: 40,
            include_count: 3,
            include_depth: 2,
            order_keys: 1,
            skip: 5,
            regex_length: 4,
            ..NONE
        };
        for (params, told) in [
            (
                json!({ "where": { "a": "x".repeat(40) } }),
                "Query conditions exceed maximum allowed size of 40 bytes",
            ),
            (
                json!({ "include": "a.b.c" }),
                "Include depth of 3 exceeds maximum allowed depth of 2",
            ),
            (
                json!({ "include": "a,b,c,d" }),
                "Number of include fields (4) exceeds maximum allowed (3)",
            ),
            (
                json!({ "keys": "a.x,b.x,c.x,d.x" }),
                "Number of include fields (4) exceeds maximum allowed (3)",
            ),
            (json!({ "order": "a,-b" }), "Number of order keys (2) exceeds maximum allowed (1)"),
            (json!({ "skip": 6 }), "Skip of 6 exceeds maximum allowed (5)"),
            (
                json!({ "where": { "a": { "$regex": "abcde" } } }),
                "$regex must not be longer than 4 characters",
            ),
        ] {
            refused(params, limits, told);
        }
        let limits = Complexity { regex_references: false, ..NONE };
        let told = "$regex must not refer back to its groups";
        refused(json!({ "where": { "a": { "$regex": "^(a+)\\1$" } } }), limits, told);
        let limits = Complexity { allow_regex: false, ..NONE };
        let told = "$regex operator is not allowed";
        refused(json!({ "where": { "a": { "$regex": "a" } } }), limits, told);
    }

    #[test]
    fn the_master_may_have_ten_times_as_much_but_go_no_deeper() {
        let limits = Complexity { conditions: 3, query_depth: 5, skip: 7, ..NONE }.for_master();
        assert_eq!((limits.conditions, limits.query_depth, limits.skip), (30, 5, 70));
        assert_eq!(limits.in_values, usize::MAX);
    }
}
