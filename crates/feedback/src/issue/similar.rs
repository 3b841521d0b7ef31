//! Reports that may be about the same, shown while somebody types.
//!
//! Only what can still be joined is shown: open issues, and fixed ones with the build that mends them.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use crate::command::{Question, Who};
use crate::desk::Desk;

/// How many words of a title are looked for.
const MOST_CHARS: usize = 300;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    title: String,
    #[serde(default)]
    body: String,
    kind: Option<feedback_model::Kind>,
    exclude: Option<u32>,
    limit: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct Similar {
    rows: Vec<Json>,
}

pub(super) struct SimilarFind;

#[async_trait]
impl Question for SimilarFind {
    const NAME: &'static str = "similarFind";
    const WHO: Who = Who::Member;
    type Params = Asked;
    type Answer = Similar;

    async fn answer(desk: &Desk, asked: Asked) -> Result<Similar, Error> {
        let text = format!("{} {}", asked.title, asked.body);
        let most = most(desk).await?;
        let limit = asked.limit.unwrap_or(most).clamp(1, most);
        let rows = find(desk, &asked.title, &text, asked.kind, asked.exclude, limit).await?;
        Ok(Similar { rows })
    }
}

/// How many are shown at most.
pub(crate) async fn most(desk: &Desk) -> Result<i64, Error> {
    Ok(i64::from(desk.settings().await?.whole("dup.max")).max(1))
}

/// Issues that are like a text, the most alike first; of equals, those that still have to be mended.
pub(crate) async fn find(
    desk: &Desk,
    title: &str,
    text: &str,
    kind: Option<feedback_model::Kind>,
    exclude: Option<u32>,
    limit: i64,
) -> Result<Vec<Json>, Error> {
    let member = desk.member()?;
    let chosen = desk.settings().await?;
    let cut = |text: &str| text.chars().take(MOST_CHARS).collect::<String>();
    if title.trim().chars().count() < 4 {
        return Ok(Vec::new());
    }
    let sql = Sql::fixed(
        SIMILAR,
        [
            Bind::from(cut(&title.trim().to_lowercase())),
            cut(text).into(),
            member.locale.as_deref().unwrap_or("en").into(),
            (f64::from(chosen.whole("dup.trigram")) / 100.0).into(),
            exclude.map(f64::from).into(),
            kind.map(feedback_model::Kind::key).into(),
            limit.into(),
            member.id.as_str().into(),
            member.is_admin.into(),
        ],
    );
    desk.rows(&sql).await
}

/// Titles by their trigrams, and texts by the share of the asked words that they hold; half of them
/// at least, and two.
const SIMILAR: &str = r#"with words as (
    select array_agg(distinct lexeme) as all_of_them from unnest(to_tsvector(_touchstone.words_of($3::text), $2::text))),
asked as (
    select all_of_them, (select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' | ')
        from unnest(all_of_them) word)::tsquery as some_of_them from words),
titles as (
    select i."objectId" as id, similarity(lower(i."title"), $1::text) as score, 'title' as why from "Issue" i
    where lower(i."title") % $1::text and similarity(lower(i."title"), $1::text) >= $4::float8
        and i."duplicateOf" is null and i."status" <> 'closed' and _touchstone.may_read(i."_rperm", $8::text, $9::bool)
    order by 2 desc, i."status" = 'verified' limit 20),
texts as (
    select found.id, 0.8 * found.held / cardinality(asked.all_of_them) as score, 'text' as why from asked, lateral (
        select i."objectId" as id, (select count(*) from unnest(asked.all_of_them) word where word = any(tsvector_to_array(i."searchVec"))) as held
        from "Issue" i where asked.some_of_them is not null and i."searchVec" @@ asked.some_of_them
            and i."duplicateOf" is null and i."status" <> 'closed' and _touchstone.may_read(i."_rperm", $8::text, $9::bool)
        order by ts_rank_cd(i."searchVec", asked.some_of_them) desc limit 20) found
    where found.held >= 2 and 2 * found.held >= cardinality(asked.all_of_them)),
best as (
    select distinct on (id) id, score, why from (select * from titles union all select * from texts) both_of_them order by id, why = 'title' desc)
select jsonb_build_object('number', i."number"::int, 'title', i."title", 'status', i."status", 'resolution', i."resolution",
    'kind', i."kind", 'voteCount', _touchstone.affected(i), 'score', round(best.score::numeric, 3)::float8, 'why', best.why,
    'fixedIn', (select b."version" from "Build" b where b."objectId" = i."buildFixed"),
    'affectsMe', i."reporter" = $8::text or _touchstone.is_affected(i."objectId", $8::text))
from best join "Issue" i on i."objectId" = best.id
where i."number" is distinct from $5::float8
order by (i."kind" is not distinct from $6::text) desc, best.score desc, i."status" = 'verified', i."number" limit $7::int8"#;
