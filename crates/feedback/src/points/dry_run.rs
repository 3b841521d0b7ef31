//! What other rules would have made of the last weeks.

use std::collections::BTreeMap;

use feedback_model::purse::{allocate, purse};
use feedback_model::rule_set::diff;
use feedback_model::{Kind, PersonId, Quality, RuleSet, Severity};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use crate::desk::Desk;

/// How many of those who stand highest are looked at.
const HIGHEST: usize = 50;

/// A confirmed issue and who found it, in their order.
#[derive(Debug, Deserialize)]
struct Find {
    kind: Kind,
    severity: Option<Severity>,
    quality: Option<Quality>,
    finders: Vec<PersonId>,
}

type Totals = BTreeMap<PersonId, i64>;

/// What is said of rules that are out of bounds.
pub(super) fn impossible(problem: &str) -> Json {
    json!({
        "issuedBefore": 0, "issuedAfter": 0, "top50": { "up": 0, "down": 0, "max": 0 },
        "histogram": [], "examples": [], "problems": [problem],
    })
}

/// Shares the purses of the last 30 days by both rule sets, and tells what differs.
pub(super) async fn run(desk: &Desk, current: &RuleSet, tried: &RuleSet) -> Result<Json, Error> {
    let finds = finds(desk).await?;
    let (before, after) = (totals(&finds, current), totals(&finds, tried));
    let examples: Vec<Json> = diff(current, tried)
        .iter()
        .map(|one| json!({ "key": one.rule, "before": one.before, "after": one.after }))
        .collect();
    Ok(json!({
        "issuedBefore": before.values().sum::<i64>(),
        "issuedAfter": after.values().sum::<i64>(),
        "top50": moves(&before, &after),
        "histogram": histogram(&before, &after),
        "examples": examples,
        "problems": [],
    }))
}

async fn finds(desk: &Desk) -> Result<Vec<Find>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('kind', root."kind", 'severity', root."severity", 'quality', root."quality",
            'finders', (select jsonb_agg(first.person order by first.at, first.number) from (
                select distinct on (u."personId") u."personId" as person, i."submittedAt" as at, i."number" as number
                from "Issue" i join "_User" u on u."objectId" = i."reporter"
                where (i."objectId" = root."objectId" or (i."duplicateOf" = root."objectId" and i."submittedAt" < root."confirmedAt"))
                    and not coalesce(u."isAdmin", false)
                order by u."personId", i."submittedAt", i."number") first))
        from "Issue" root
        where root."confirmedAt" > $1::timestamptz - interval '30 days' and root."duplicateOf" is null
            and coalesce(root."resolution", '') not in ('invalid', 'spam', 'withdrawn')
            and exists (select from "_User" u where u."objectId" = root."reporter" and not coalesce(u."isAdmin", false))"#,
        [Bind::from(desk.now())],
    );
    desk.rows(&sql).await
}

fn totals(finds: &[Find], rules: &RuleSet) -> Totals {
    let mut totals = Totals::new();
    for find in finds {
        let Some(base) = rules.base(find.kind, find.severity) else { continue };
        let worth = purse(base, find.quality.unwrap_or_default(), rules);
        let finders = find.finders.iter().collect();
        for (person, part) in allocate(worth, finders, &rules.rules().co_finder_shares) {
            *totals.entry(person.clone()).or_default() += part;
        }
    }
    totals
}

fn order(totals: &Totals) -> Vec<&PersonId> {
    let mut persons: Vec<&PersonId> = totals.keys().collect();
    persons.sort_by_key(|person| std::cmp::Reverse(totals[*person]));
    persons
}

/// How those who stand highest would move.
fn moves(before: &Totals, after: &Totals) -> Json {
    let later: BTreeMap<&PersonId, usize> =
        order(after).into_iter().enumerate().map(|(place, person)| (person, place)).collect();
    let (mut up, mut down, mut max) = (0, 0, 0);
    for (place, person) in order(before).into_iter().take(HIGHEST).enumerate() {
        let now = later.get(person).copied().unwrap_or(place);
        up += u32::from(now < place);
        down += u32::from(now > place);
        max = max.max(now.abs_diff(place));
    }
    json!({ "up": up, "down": down, "max": max })
}

/// How many persons would have how many points more or less, in steps that widen.
fn histogram(before: &Totals, after: &Totals) -> Vec<Json> {
    const STEPS: [i64; 9] = [-500, -100, -50, -10, 0, 10, 50, 100, 500];
    let mut counts = [0u32; STEPS.len()];
    for (person, had) in before {
        let change = after.get(person).copied().unwrap_or(0) - had;
        let nearest = (0..STEPS.len()).min_by_key(|at| (STEPS[*at] - change).abs()).unwrap_or(4);
        // Only who is not touched at all stands in the middle.
        let at = match (nearest, change) {
            (4, 1..) => 5,
            (4, ..=-1) => 3,
            (at, _) => at,
        };
        counts[at] += 1;
    }
    STEPS
        .iter()
        .zip(counts)
        .map(|(change, count)| json!({ "change": change, "count": count }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Totals, histogram, moves};

    fn totals(of: &[(&str, i64)]) -> Totals {
        of.iter().map(|(person, total)| ((*person).into(), *total)).collect()
    }

    #[test]
    fn who_passes_whom_is_counted_for_both() {
        let before = totals(&[("ada", 300), ("bob", 200), ("cyd", 100)]);
        let after = totals(&[("ada", 100), ("bob", 200), ("cyd", 300)]);
        let found = moves(&before, &after);
        assert_eq!(
            (&found["up"], &found["down"], &found["max"]),
            (&1.into(), &1.into(), &2.into())
        );
    }

    #[test]
    fn a_single_point_is_no_standstill() {
        let before = totals(&[("ada", 10), ("bob", 10), ("cyd", 10)]);
        let after = totals(&[("ada", 11), ("bob", 10), ("cyd", 600)]);
        let counts: Vec<u64> =
            histogram(&before, &after).iter().filter_map(|step| step["count"].as_u64()).collect();
        assert_eq!(counts, [0, 0, 0, 0, 1, 1, 0, 0, 1]);
    }
}
