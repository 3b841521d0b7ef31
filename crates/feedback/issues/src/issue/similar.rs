//! Similar reports, suggested while a user types.
//!
//! Only issues that a user can still join are shown: open issues, and fixed ones with the build
//! that fixes them.

use std::collections::BTreeSet;

use async_trait::async_trait;
use parse_engine::{Error, Search};
use parse_model::{Code, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use crate::answer_shape::SimilarAnswer;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;

/// Candidates before those with the same title are folded.
const FOUND: i64 = 20;

/// Share of common trigrams from which two titles count as the same.
pub(crate) const SAME: f64 = 0.6;

/// Characters of a title that are searched for.
const MOST_CHARS: usize = 300;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SimilarFindParams {
    title: String,
    #[serde(default)]
    body: String,
    kind: Option<feedback_model::Kind>,
    exclude: Option<u32>,
    limit: Option<i64>,
    evidence: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SimilarFindResult {
    rows: Vec<Json>,
    /// Whether the search took too long.
    timed_out: bool,
}

/// Issues that are alike.
pub struct SimilarIssues {
    pub(crate) rows: Vec<Json>,
    /// Whether the search took too long. Then there are none, because a page without suggestions is
    /// better than an error.
    timed_out: bool,
}

pub(super) struct SimilarFind;

#[async_trait]
impl Query for SimilarFind {
    const NAME: &'static str = "similarFind";
    const WHO: Who = Who::Member;
    type Params = SimilarFindParams;
    type Answer = SimilarFindResult;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<SimilarAnswer>())
    }

    async fn answer(
        ctx: &CommandContext,
        asked: SimilarFindParams,
    ) -> Result<SimilarFindResult, Error> {
        let text = format!("{} {}", asked.title, asked.body);
        let most = most(ctx).await?;
        let limit = asked.limit.unwrap_or(most).clamp(1, most);
        let failure = match &asked.evidence {
            Some(evidence) => fingerprint(ctx, evidence).await?,
            None => None,
        };
        let mut rows = match &failure {
            Some(failure) => by_failure(ctx, failure, asked.exclude).await?,
            None => Vec::new(),
        };
        let alike = find(ctx, &asked.title, &text, asked.kind, asked.exclude, FOUND).await?;
        join(&mut rows, alike.rows);
        fold(&mut rows);
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(SimilarFindResult { rows, timed_out: alike.timed_out })
    }
}

/// The fingerprint of evidence that the caller can see.
async fn fingerprint(ctx: &CommandContext, evidence: &str) -> Result<Option<String>, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select to_jsonb(e."fingerprint") from "Evidence" e
        where e."objectId" = $1::text and _touchstone.may_see_evidence(e, $2::text, $3::bool)"#,
        [Bind::from(evidence), member.id.as_str().into(), member.is_admin.into()],
    );
    ctx.row(&sql).await?.ok_or_else(feedback_core::refused::not_found)
}

/// Issues with the same failure, most affected first: the issue of its cluster, and roots whose
/// evidence or whose duplicates' evidence shows it.
pub(crate) async fn by_failure(
    ctx: &CommandContext,
    fingerprint: &str,
    exclude: Option<u32>,
) -> Result<Vec<Json>, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        SAME_FAILURE,
        [
            Bind::from(fingerprint),
            exclude.map(f64::from).into(),
            member.id.as_str().into(),
            member.is_admin.into(),
        ],
    );
    ctx.rows(&sql).await
}

/// Adds similar issues to those with the same failure, each once.
pub fn join(rows: &mut Vec<Json>, alike: Vec<Json>) {
    let is_known = |row: &Json| rows.iter().any(|known| known["number"] == row["number"]);
    let others: Vec<Json> = alike.into_iter().filter(|row| !is_known(row)).collect();
    rows.extend(others);
}

/// Number of issues to show.
pub async fn most(ctx: &CommandContext) -> Result<i64, Error> {
    Ok(i64::from(ctx.settings().await?.whole("dup.max")).max(1))
}

/// Issues similar to a text, most similar first. Of equals, unfixed ones come first.
pub async fn find(
    ctx: &CommandContext,
    title: &str,
    text: &str,
    kind: Option<feedback_model::Kind>,
    exclude: Option<u32>,
    limit: i64,
) -> Result<SimilarIssues, Error> {
    let member = ctx.member()?;
    let settings = ctx.settings().await?;
    let cut = |text: &str| text.chars().take(MOST_CHARS).collect::<String>();
    if title.trim().chars().count() < 4 {
        return Ok(SimilarIssues { rows: Vec::new(), timed_out: false });
    }
    let sql = Sql::fixed(
        SIMILAR,
        [
            Bind::from(cut(&title.trim().to_lowercase())),
            cut(text).into(),
            member.locale.as_deref().unwrap_or("en").into(),
            (f64::from(settings.whole("dup.trigram")) / 100.0).into(),
            exclude.map(f64::from).into(),
            kind.map(feedback_model::Kind::key).into(),
            limit.into(),
            member.id.as_str().into(),
            member.is_admin.into(),
        ],
    );
    match ctx.search(&sql, Search::Suggestion).await {
        Ok(rows) => Ok(SimilarIssues { rows, timed_out: false }),
        Err(error) if matches!(error, Error::Busy) || error.code() == Some(Code::TIMEOUT) => {
            Ok(SimilarIssues { rows: Vec::new(), timed_out: true })
        }
        Err(error) => Err(error),
    }
}

/// Issues that may be about the same as evidence: those with the same failure first, then those
/// with a title like the one it would get.
pub(crate) async fn of_evidence(
    ctx: &CommandContext,
    fingerprint: Option<&str>,
    title: &str,
) -> Result<Vec<Json>, Error> {
    let mut rows = match fingerprint {
        Some(failure) => by_failure(ctx, failure, None).await?,
        None => Vec::new(),
    };
    join(&mut rows, find(ctx, title, title, None, None, FOUND).await?.rows);
    fold(&mut rows);
    rows.truncate(usize::try_from(most(ctx).await?).unwrap_or(usize::MAX));
    Ok(rows)
}

/// Finds titles by their trigrams, and texts by the share of the query's words that they have: at
/// least half of them, and two.
///
/// At most 200 texts are ranked, because ranking every text with any of the words would read all of
/// them: texts with a rare word, and texts with one of the two least common other words, the most
/// recently active of both. The rare words, at most eight, together occur in at most 200 issues.
/// Word frequencies come from the planner's statistics. A word that they do not list is rare, and a
/// longer one rarer.
const SIMILAR: &str = r#"with words as materialized (
    select array_agg(distinct lexeme) as all_of_them from unnest(to_tsvector(_touchstone.words_of($3::text), $2::text))),
common as (
    select held.word, held.share from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) held(word, share)
    where s.schemaname = current_schema and s.tablename = 'Issue' and s.attname = 'searchVec'),
ranked as (
    select word, common.share is not null as is_common, row_number() over rarest as place, count(common.share) over rarest as common_place,
        sum(coalesce(common.share, 0)) over rarest * (select reltuples from pg_class where oid = '"Issue"'::regclass) as held
    from words, unnest(words.all_of_them) word left join common using (word)
    window rarest as (order by coalesce(common.share, 0), length(word) desc, word)),
quoted as materialized (
    select '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''' as word, place <= 8 and held <= 200 as is_rare,
        is_common and common_place <= 2 as is_next from ranked),
asked as materialized (
    select all_of_them, (select string_agg(word, ' | ') from quoted)::tsquery as some_of_them,
        (select string_agg(word, ' | ') from quoted where is_rare)::tsquery as rare_ones,
        (select string_agg(word, ' | ') from quoted where is_next)::tsquery as next_ones from words),
titles as (
    select i."objectId" as id, similarity(lower(i."title"), $1::text) as score, 'title' as why from "Issue" i
    where lower(i."title") % $1::text and similarity(lower(i."title"), $1::text) >= $4::float8
        and i."duplicateOf" is null and i."status" <> 'closed' and _touchstone.may_read(i."_rperm", $8::text, $9::bool)
    order by 2 desc, i."status" = 'verified' limit 20),
texts as (
    select found.id, 0.8 * found.held / cardinality(asked.all_of_them) as score, 'text' as why from asked, lateral (
        select candidate.id, (select count(*) from unnest(tsvector_to_array(candidate.words)) word where word = any(asked.all_of_them)) as held
        from (select distinct on (id) id, words from (
            (select i."objectId" as id, i."searchVec" as words from "Issue" i
            where asked.rare_ones is not null and i."searchVec" @@ asked.rare_ones
                and i."duplicateOf" is null and i."status" <> 'closed' and _touchstone.may_read(i."_rperm", $8::text, $9::bool)
            order by i."lastActivityAt" desc limit 100)
            union all
            (select i."objectId" as id, i."searchVec" as words from "Issue" i
            where asked.next_ones is not null and i."searchVec" @@ asked.next_ones
                and i."duplicateOf" is null and i."status" <> 'closed' and _touchstone.may_read(i."_rperm", $8::text, $9::bool)
            order by i."lastActivityAt" desc limit 100)) both_of_them) candidate
        order by ts_rank_cd(candidate.words, asked.some_of_them) desc limit 20) found
    where found.held >= 2 and 2 * found.held >= cardinality(asked.all_of_them)),
best as (
    select distinct on (id) id, score, why from (select * from titles union all select * from texts) both_of_them order by id, why = 'title' desc)
select jsonb_build_object('number', i."number"::int, 'title', i."title", 'status', i."status", 'resolution', i."resolution",
    'kind', i."kind", 'voteCount', _touchstone.affected(i), 'proofCount', _touchstone.proven(i), 'score', round(best.score::numeric, 3)::float8, 'why', best.why,
    'fixedIn', (select b."version" from "Build" b where b."objectId" = i."buildFixed"),
    'affectsMe', i."reporter" = $8::text or _touchstone.is_affected(i."objectId", $8::text))
from best join "Issue" i on i."objectId" = best.id
where i."number" is distinct from $5::float8
order by (i."kind" is not distinct from $6::text) desc, best.score desc, i."status" = 'verified', i."number" limit $7::int8"#;

const SAME_FAILURE: &str = r#"with about as (
    select c."rootIssue" as id from "FailureCluster" c where c."fingerprint" = $1::text and c."rootIssue" is not null
    union
    select coalesce(i."duplicateOf", i."objectId") from "FailureCluster" c join "Issue" i on i."cluster" = c."objectId"
    where c."fingerprint" = $1::text)
select jsonb_build_object('number', i."number"::int, 'title', i."title", 'status', i."status", 'resolution', i."resolution",
    'kind', i."kind", 'voteCount', _touchstone.affected(i), 'proofCount', _touchstone.proven(i), 'score', 1.0, 'why', 'failure',
    'fixedIn', (select b."version" from "Build" b where b."objectId" = i."buildFixed"),
    'affectsMe', i."reporter" = $3::text or _touchstone.is_affected(i."objectId", $3::text))
from about join "Issue" i on i."objectId" = about.id
where i."status" <> 'closed' and i."number" is distinct from $2::float8 and _touchstone.may_read(i."_rperm", $3::text, $4::bool)
order by i."status" = 'verified', _touchstone.proven(i) desc, i."voteCount" desc, i."number" limit 20"#;

/// Keeps the issue with most affected persons of each group with the same title and state. `folded`
/// has the number of the others.
pub fn fold(rows: &mut Vec<Json>) {
    let mut kept: Vec<(BTreeSet<[char; 3]>, Json)> = Vec::new();
    for row in rows.drain(..) {
        let of_row = trigrams(row["title"].as_str().unwrap_or_default());
        let twin = kept.iter_mut().find(|(known, first)| {
            is_over(first) == is_over(&row)
                && !is_told_apart(first)
                && !is_told_apart(&row)
                && likeness(known, &of_row) >= SAME
        });
        let Some((_, first)) = twin else {
            kept.push((of_row, row));
            continue;
        };
        let folded = first["folded"].as_u64().unwrap_or_default() + 1;
        if row["voteCount"].as_u64() > first["voteCount"].as_u64() {
            let score = first["score"].take();
            *first = row;
            // The group takes the position of its most similar title.
            first["score"] = score;
        }
        first["folded"] = folded.into();
    }
    rows.extend(kept.into_iter().map(|(_, row)| row));
}

/// Whether an issue is resolved. A verified issue is different from an open one with the same
/// title.
fn is_over(row: &Json) -> bool {
    row["status"] == "verified"
}

/// Issues that affect the user are always shown, and so is the failure that they have seen.
fn is_told_apart(row: &Json) -> bool {
    row["affectsMe"] == true || row["why"] == "failure"
}

/// The trigrams of a text as PostgreSQL computes them: of each word, with two blanks before it and
/// one after.
fn trigrams(text: &str) -> BTreeSet<[char; 3]> {
    let text = text.to_lowercase();
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words
        .flat_map(|word| {
            let padded: Vec<char> = "  ".chars().chain(word.chars()).chain([' ']).collect();
            padded.windows(3).map(|three| [three[0], three[1], three[2]]).collect::<Vec<_>>()
        })
        .collect()
}

/// The share of common trigrams of two titles.
fn likeness(one: &BTreeSet<[char; 3]>, other: &BTreeSet<[char; 3]>) -> f64 {
    let common = u32::try_from(one.intersection(other).count()).unwrap_or(u32::MAX);
    let all = u32::try_from(one.union(other).count()).unwrap_or(u32::MAX);
    if all == 0 { 0.0 } else { f64::from(common) / f64::from(all) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn near_identical_reports_are_folded_into_the_one_with_most_people() {
        let row = |number: u32, title: &str, status: &str, people: u32| json!({ "number": number, "title": title, "status": status, "voteCount": people, "score": 0.5 });
        let mut rows = vec![
            row(1, "The spinner never stops when swapping on Polygon", "confirmed", 3),
            row(2, "Slippage warning is not shown", "new", 1),
            row(3, "The spinner never stops when swapping on Avalanche", "confirmed", 40),
            row(4, "The spinner never stops when swapping on Polygon.", "new", 2),
            row(5, "The spinner never stops when swapping on Polygon", "verified", 90),
        ];
        fold(&mut rows);
        let told: Vec<_> =
            rows.iter().map(|row| (row["number"].as_u64(), row["folded"].as_u64())).collect();
        assert_eq!(told, [(Some(3), Some(2)), (Some(2), None), (Some(5), None)]);
    }
}
