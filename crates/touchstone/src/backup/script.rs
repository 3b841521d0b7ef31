//! The rows in a script that `pg_restore` wrote.

use std::collections::HashMap;

use parse_store::snapshot::RowDigest;
use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// What the rows of every table in a script add up to, by the name of the table as it is quoted
/// there.
///
/// The script holds data alone, so that a line which begins like `COPY` is one.
pub(super) async fn rows_by_table(
    mut script: impl AsyncBufRead + Unpin,
    mut tell: impl FnMut(u64),
) -> std::io::Result<HashMap<String, RowDigest>> {
    let mut tables: HashMap<String, RowDigest> = HashMap::new();
    let mut table: Option<(String, RowDigest)> = None;
    let (mut line, mut rows) = (Vec::new(), 0);
    while script.read_until(b'\n', &mut line).await? > 0 {
        match &mut table {
            None => table = table_of(&line).map(|name| (name, RowDigest::default())),
            Some(_) if line == b"\\.\n" => tables.extend(table.take()),
            Some((_, digest)) => {
                digest.take(&line);
                rows += 1;
                tell(rows);
            }
        }
        line.clear();
    }
    Ok(tables)
}

/// `"schema"."name"`, as a statement for all identifiers quoted has it.
pub(super) fn quoted(schema: &str, name: &str) -> String {
    let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    format!("{}.{}", quoted(schema), quoted(name))
}

/// The table of `COPY "schema"."name" ("column", …) FROM stdin;`.
fn table_of(line: &[u8]) -> Option<String> {
    let line = std::str::from_utf8(line).ok()?;
    let rest = line.strip_prefix("COPY ").filter(|_| line.ends_with(" FROM stdin;\n"))?;
    let is_open = |quotes: usize| quotes % 2 == 1;
    let mut quotes = 0;
    let end = rest.find(|c| {
        quotes += usize::from(c == '"');
        c == ' ' && !is_open(quotes)
    })?;
    Some(rest[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn rows_are_told_apart_from_everything_else() {
        let script = "SET x = 0;\n\nCOPY \"public\".\"A \"\" b\" (\"i\", \"t\") FROM stdin;\n1\tCOPY \"x\".\"y\" FROM stdin;\n2\t\\\\.\n\\.\n\n\n\
            COPY \"public\".\"none\"  FROM stdin;\n\n\\.\n\nCOPY \"public\".\"empty\" (\"a\") FROM stdin;\n\\.\n\nSELECT 1;\n";
        let tables = rows_by_table(script.as_bytes(), |_| {}).await.unwrap();
        let rows = |name: &str| tables.get(&quoted("public", name)).map(RowDigest::rows);
        assert_eq!(tables.len(), 3);
        assert_eq!([rows("A \" b"), rows("none"), rows("empty")], [Some(2), Some(1), Some(0)]);
        let mut digest = RowDigest::default();
        digest.take(b"2\t\\\\.\n1\tCOPY \"x\".\"y\" FROM stdin;\n");
        assert_eq!(tables[&quoted("public", "A \" b")].sum(), digest.sum());
    }

    #[tokio::test]
    async fn a_table_that_is_cut_short_is_not_counted() {
        let script = "COPY \"public\".\"t\" (\"a\") FROM stdin;\n1\n2\n";
        assert!(rows_by_table(script.as_bytes(), |_| {}).await.unwrap().is_empty());
    }
}
