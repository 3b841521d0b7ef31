//! Computes the points of the last weeks under other rules.

use std::collections::BTreeMap;

use feedback_model::purse::{allocate, purse};
use feedback_model::rule_set::diff;
use feedback_model::{Kind, PersonId, Quality, RuleSet, Severity};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::command_context::CommandContext;

/// Number of top ranks that are compared.
const HIGHEST: usize = 50;

/// A confirmed issue and its finder, in order.
#[derive(Debug, Deserialize)]
struct Find {
    kind: Kind,
    severity: Option<Severity>,
    quality: Option<Quality>,
    finders: Vec<PersonId>,
}

type Totals = BTreeMap<PersonId, i64>;

/// The error for rules out of bounds.
pub(super) fn impossible(problem: &str) -> Json {
    json!({
        "issuedBefore": 0, "issuedAfter": 0, "top50": { "up": 0, "down": 0, "max": 0 },
        "histogram": [], "examples": [], "problems": [problem],
    })
}

/// Computes the reward pools of the last 30 days by both rule sets, and returns the differences.
pub(super) async fn run(
    ctx: &CommandContext,
    current: &RuleSet,
    tried: &RuleSet,
) -> Result<Json, Error> {
    let finds = finds(ctx).await?;
    let (before, after) = (totals(&finds, current), totals(&finds, tried));
    let moves = moves(&before, &after);
    let examples: Vec<Json> = diff(current, tried)
        .iter()
        .map(|one| json!({ "key": one.rule, "before": one.before, "after": one.after }))
        .collect();
    Ok(json!({
        "issuedBefore": before.values().sum::<i64>(),
        "issuedAfter": after.values().sum::<i64>(),
        "top50": summary(&moves),
        "histogram": histogram(&moves),
        "examples": examples,
        "problems": [],
    }))
}

async fn finds(ctx: &CommandContext) -> Result<Vec<Find>, Error> {
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
        [Bind::from(ctx.now())],
    );
    ctx.rows(&sql).await
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

/// The places that each of the top ranks would gain, or lose if negative.
fn moves(before: &Totals, after: &Totals) -> Vec<i64> {
    let later: BTreeMap<&PersonId, usize> =
        order(after).into_iter().enumerate().map(|(place, person)| (person, place)).collect();
    let highest = order(before).into_iter().take(HIGHEST).enumerate();
    highest
        .map(|(place, person)| {
            let now = later.get(person).copied().unwrap_or(later.len());
            place as i64 - now as i64
        })
        .collect()
}

/// Numbers of persons who would gain and lose, and the largest change.
fn summary(moves: &[i64]) -> Json {
    let up = moves.iter().filter(|by| **by > 0).count();
    let down = moves.iter().filter(|by| **by < 0).count();
    let max = moves.iter().map(|by| by.abs()).max().unwrap_or(0);
    json!({ "up": up, "down": down, "max": max })
}

/// The number of persons by change of place.
fn histogram(moves: &[i64]) -> Vec<Json> {
    let mut counts = BTreeMap::<i64, u32>::new();
    for by in moves {
        *counts.entry(*by).or_default() += 1;
    }
    counts.iter().map(|(change, count)| json!({ "change": change, "count": count })).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Totals, histogram, moves, summary};

    fn totals(of: &[(&str, i64)]) -> Totals {
        of.iter().map(|(person, total)| ((*person).into(), *total)).collect()
    }

    #[test]
    fn who_passes_whom_is_counted_for_both() {
        let before = totals(&[("ada", 300), ("bob", 200), ("cyd", 100)]);
        let after = totals(&[("ada", 100), ("bob", 200), ("cyd", 300)]);
        let moves = moves(&before, &after);
        assert_eq!(moves, [-2, 0, 2]);
        assert_eq!(summary(&moves), json!({ "up": 1, "down": 1, "max": 2 }));
    }

    #[test]
    fn everybody_who_is_counted_stands_in_one_bar() {
        assert_eq!(
            histogram(&[-2, 0, 0, 1, 1]),
            [
                json!({ "change": -2, "count": 1 }),
                json!({ "change": 0, "count": 2 }),
                json!({ "change": 1, "count": 2 }),
            ]
        );
    }

    #[test]
    fn who_would_get_nothing_falls_behind_all_others() {
        let before = totals(&[("ada", 300), ("bob", 200), ("cyd", 100)]);
        let after = totals(&[("bob", 200), ("cyd", 100)]);
        assert_eq!(moves(&before, &after), [-2, 1, 1]);
    }
}
