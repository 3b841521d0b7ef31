//! Full-text search.
//!
//! A term is what a person types: words of which one must occur, `"a phrase"` that stays together,
//! `-word` that must not occur.

use parse_model::query::TextSearch;
use parse_model::{FieldName, Path, Refusal};

use crate::sql::{Scope, Sql};

/// Languages by the names clients use, with PostgreSQL's configurations.
const LANGUAGES: &[(&str, &str)] = &[
    ("none", "'simple'::regconfig"),
    ("simple", "'simple'::regconfig"),
    ("da", "'danish'::regconfig"),
    ("danish", "'danish'::regconfig"),
    ("nl", "'dutch'::regconfig"),
    ("dutch", "'dutch'::regconfig"),
    ("en", "'english'::regconfig"),
    ("english", "'english'::regconfig"),
    ("fi", "'finnish'::regconfig"),
    ("finnish", "'finnish'::regconfig"),
    ("fr", "'french'::regconfig"),
    ("french", "'french'::regconfig"),
    ("de", "'german'::regconfig"),
    ("german", "'german'::regconfig"),
    ("hu", "'hungarian'::regconfig"),
    ("hungarian", "'hungarian'::regconfig"),
    ("it", "'italian'::regconfig"),
    ("italian", "'italian'::regconfig"),
    ("nb", "'norwegian'::regconfig"),
    ("norwegian", "'norwegian'::regconfig"),
    ("pt", "'portuguese'::regconfig"),
    ("portuguese", "'portuguese'::regconfig"),
    ("ro", "'romanian'::regconfig"),
    ("romanian", "'romanian'::regconfig"),
    ("ru", "'russian'::regconfig"),
    ("russian", "'russian'::regconfig"),
    ("es", "'spanish'::regconfig"),
    ("spanish", "'spanish'::regconfig"),
    ("sv", "'swedish'::regconfig"),
    ("swedish", "'swedish'::regconfig"),
    ("tr", "'turkish'::regconfig"),
    ("turkish", "'turkish'::regconfig"),
];

fn configuration(search: &TextSearch) -> Result<&'static str, Refusal> {
    let name = search.language.as_deref().unwrap_or("english");
    let known = LANGUAGES.iter().find(|(language, _)| *language == name);
    known
        .map(|(_, configuration)| *configuration)
        .ok_or_else(|| Refusal::query(format!("bad $text: $language {name} is not known")))
}

/// Appends "the search finds this column".
pub(super) fn condition(
    sql: &mut Sql,
    scope: Scope,
    field: &FieldName,
    search: &TextSearch,
) -> Result<(), Refusal> {
    let configuration = configuration(search)?;
    sql.push("(to_tsvector(").push(configuration).push(", ").column_of(scope, field).push(") @@ ");
    query(sql, configuration, search);
    sql.push(")");
    Ok(())
}

/// Appends how well the search fits the column.
pub(crate) fn rank(
    sql: &mut Sql,
    scope: Scope,
    path: &Path,
    search: &TextSearch,
) -> Result<(), Refusal> {
    let configuration = configuration(search)?;
    sql.push("ts_rank_cd(to_tsvector(").push(configuration).push(", ");
    sql.column_of(scope, &path.field).push("), ");
    query(sql, configuration, search);
    sql.push(", 32)::float8");
    Ok(())
}

fn query(sql: &mut Sql, configuration: &'static str, search: &TextSearch) {
    let (wanted, unwanted) = words(&search.term);
    sql.push("(websearch_to_tsquery(").push(configuration).push(", ").bind(wanted.join(" or "));
    sql.push(")");
    for word in unwanted {
        sql.push(" && websearch_to_tsquery(").push(configuration).push(", ").bind(word).push(")");
    }
    sql.push(")");
}

/// Splits a term into what one of must occur and what must not, phrases kept whole.
fn words(term: &str) -> (Vec<String>, Vec<String>) {
    let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
    let mut rest = term.trim();
    while !rest.is_empty() {
        let (word, after) = next_word(rest);
        if word.starts_with('-') && word.len() > 1 {
            unwanted.push(word.to_owned());
        } else {
            wanted.push(word.to_owned());
        }
        rest = after.trim_start();
    }
    (wanted, unwanted)
}

fn next_word(text: &str) -> (&str, &str) {
    let quote_at = usize::from(text.starts_with('-'));
    if text.get(quote_at..).is_some_and(|rest| rest.starts_with('"'))
        && let Some(end) = text.get(quote_at + 1..).and_then(|inner| inner.find('"'))
    {
        return text.split_at(quote_at + end + 2);
    }
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_phrases_and_exclusions_are_told_apart() {
        let (wanted, unwanted) = words(r#"coffee "dark roast" -decaf -"instant powder" cup"#);
        assert_eq!(wanted, ["coffee", "\"dark roast\"", "cup"]);
        assert_eq!(unwanted, ["-decaf", "-\"instant powder\""]);
    }
}
