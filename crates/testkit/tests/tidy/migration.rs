//! Rules for migrations: released ones are never edited, and new ones do not block a database in use.
//!
//! Migrations run while servers of the previous version still serve. A migration must not hold a
//! table for as long as it takes to read or rewrite it, and must not drop what that version reads.
//! Before the first release there is no previous version, and the baseline may be edited.

use std::process::Command;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::{none, read, root, tracked};

/// Statements that are allowed although a rule forbids them: file, begin of the statement, and the
/// reason. For example, the table is known to be small, or no released version reads it.
const ADMITTED: &[(&str, &str, &str)] = &[];

static NOISE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?s)--[^\n]*|/\*.*?\*/|\$\$.*?\$\$|'(?:''|[^'])*'").expect("a pattern")
});

/// A rule: what a statement must not look like, unless it also looks like something else.
struct Rule {
    is: &'static str,
    unless: &'static str,
    instead: &'static str,
}

/// For existing tables. A table that the same migration creates is not in use yet.
const RULES: &[Rule] = &[
    Rule {
        is: r"^alter table .* alter (column )?\S+ (set data )?type ",
        unless: "$^",
        instead: "rewrites the table: add a column, fill it in batches, and read it from the next version on",
    },
    Rule {
        is: r"^alter table .* add (column )?.*(random\(|gen_random_uuid|clock_timestamp|nextval|serial|identity|generated always)",
        unless: r" add constraint ",
        instead: "rewrites the table for a value that differs by row: add the column without one, and fill it in batches",
    },
    Rule {
        is: r"^alter table .* add (constraint \S+ )?(check|foreign key)|^alter table .* add (column )?.* references ",
        unless: " not valid",
        instead: "reads the whole table while writes are blocked: add it as NOT VALID, and VALIDATE it in a migration of its own",
    },
    Rule {
        is: r"^alter table .* add (constraint \S+ )?(unique|primary key|exclude)",
        unless: " using index ",
        instead: "builds an index while writes are blocked: create the index by hand first, concurrently",
    },
    Rule {
        is: r"^alter table .* set not null",
        unless: "$^",
        instead: "reads the whole table while it is locked: add a CHECK that is NOT VALID, and validate that",
    },
    Rule {
        is: r"^alter table .* set (logged|unlogged|tablespace|access method)|^cluster |^vacuum |^reindex |^lock |^truncate ",
        unless: "$^",
        instead: "locks the whole table for as long as it takes",
    },
    Rule {
        is: r"^create (unique )?index ",
        unless: "$^",
        instead: "blocks writes while it is built. A migration is one transaction and cannot build it concurrently. If the table is always small, add it to ADMITTED",
    },
    Rule {
        is: r"^alter table .* drop (column|constraint)|^drop (table|function|view|materialized|type|sequence|schema|aggregate)",
        unless: "$^",
        instead: "drops what the previous version still reads: stop reading it now, and drop it one version later, with the reason in ADMITTED",
    },
    Rule {
        is: r"^alter (table|function|type|index|sequence|view) .* rename ",
        unless: "$^",
        instead: "drops the name that the previous version uses",
    },
    Rule {
        is: r"^(update|delete from) ",
        unless: " where ",
        instead: "touches every row in one transaction: do it in batches in a periodic task",
    },
];

/// The statements of a text, each on one line in small letters, without comments and values.
fn statements(text: &str) -> Vec<String> {
    // A comment leaves nothing: rules look at how a statement begins.
    let text = NOISE.replace_all(text, |noise: &Captures<'_>| {
        if noise[0].starts_with("--") || noise[0].starts_with("/*") { " " } else { "''" }
    });
    let words = |one: &str| one.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    text.split(';').map(words).filter(|one| !one.is_empty()).collect()
}

/// The table that a statement is about, where it is about one.
fn table(statement: &str) -> Option<&str> {
    static TABLE: LazyLock<Regex> = LazyLock::new(|| {
        let begin = r"^(?:alter table|create (?:unlogged )?table|update|delete from|truncate|create (?:unique )?index.*? on)";
        Regex::new(&format!(r"{begin} (?:if (?:not )?exists )?(?:only )?([^\s(]+)"))
            .expect("a pattern")
    });
    Some(TABLE.captures(statement)?.get(1)?.as_str())
}

/// What is wrong with a migration.
fn faults(path: &str, text: &str) -> Vec<String> {
    let statements = statements(text);
    let made: Vec<&str> = statements
        .iter()
        .filter(|one| one.starts_with("create table") || one.starts_with("create unlogged table"))
        .filter_map(|one| table(one))
        .collect();
    let is_admitted = |one: &str| {
        ADMITTED.iter().any(|(file, begin, _)| path.ends_with(file) && one.starts_with(begin))
    };
    let mut wrong = Vec::new();
    for one in statements.iter().filter(|one| !is_admitted(one)) {
        if table(one).is_some_and(|table| made.contains(&table)) {
            continue;
        }
        for rule in RULES {
            let matches = |pattern: &str| Regex::new(pattern).expect("a pattern").is_match(one);
            if matches(rule.is) && !matches(rule.unless) {
                let begin: String = one.chars().take(90).collect();
                wrong.push(format!("{path}: `{begin}` {}", rule.instead));
            }
        }
    }
    wrong
}

/// Runs git in the repository. `None` if it fails.
fn git(arguments: &[&str]) -> Option<Vec<u8>> {
    let done = Command::new("git").arg("-C").arg(root()).args(arguments).output();
    let done = done.expect("git, which knows the releases");
    done.status.success().then_some(done.stdout)
}

/// The newest tag of a release that this version descends from, if there is one.
fn newest_release() -> Option<String> {
    let tag = git(&["describe", "--tags", "--abbrev=0", "--match", "v*"])?;
    Some(String::from_utf8_lossy(&tag).trim().to_owned())
}

fn is_migration(path: &str) -> bool {
    path.starts_with("crates/") && path.contains("/migrations/") && path.ends_with(".sql")
}

/// The migrations of a release, each with its text.
fn released(tag: &str) -> Vec<(String, Vec<u8>)> {
    let listed = git(&["ls-tree", "-r", "--name-only", tag, "--", "crates"]);
    let listed = String::from_utf8(listed.expect("the files of a release")).expect("paths");
    let paths = listed.lines().filter(|path| is_migration(path));
    let text = |path: &str| git(&["show", &format!("{tag}:{path}")]).expect("a file of a release");
    paths.map(|path| (path.to_owned(), text(path))).collect()
}

/// The released migrations that are missing or have another text now.
fn edited(released: &[(String, Vec<u8>)], now: impl Fn(&str) -> Option<Vec<u8>>) -> Vec<String> {
    let is_edited = |(path, text): &&(String, Vec<u8>)| now(path).as_ref() != Some(text);
    released.iter().filter(is_edited).map(|(path, _)| path.clone()).collect()
}

#[test]
fn released_migrations_are_never_edited() {
    let Some(tag) = newest_release() else { return };
    let wrong = edited(&released(&tag), |path| std::fs::read(root().join(path)).ok());
    none(&format!("Migrations of {tag} must stay byte for byte as they are:"), &wrong);
}

#[test]
fn an_edited_and_a_removed_migration_are_noticed() {
    let released = ["kept", "edited", "removed"].map(|path| (path.to_owned(), b"old".to_vec()));
    let now = |path: &str| match path {
        "kept" => Some(b"old".to_vec()),
        "edited" => Some(b"old\n".to_vec()),
        _ => None,
    };
    assert_eq!(edited(&released, now), ["edited", "removed"]);
}

#[test]
fn new_migrations_do_not_block_a_database_in_use() {
    let all: Vec<String> = tracked().into_iter().filter(|path| is_migration(path)).collect();
    assert!(!all.is_empty(), "the migrations were not found");
    let Some(tag) = newest_release() else { return };
    let released = released(&tag);
    let new = all.iter().filter(|path| !released.iter().any(|(known, _)| known == *path));
    let wrong: Vec<String> = new.flat_map(|path| faults(path, &read(path))).collect();
    none("Servers of the previous version still serve while a migration runs:", &wrong);
}

#[test]
fn statements_that_block_or_drop_are_noticed() {
    let bad = [
        r#"alter table "Issue" alter column "number" type bigint"#,
        r#"alter table "Issue" add column token text default gen_random_uuid()"#,
        r#"alter table "Issue" add column n bigint generated always as (1 + 1) stored"#,
        r#"alter table "Issue" add constraint sane check ("number" > 0)"#,
        r#"alter table "Vote" add column root text references "Issue""#,
        r#"alter table "Issue" add unique ("number")"#,
        r#"alter table "Issue" alter column "number" set not null"#,
        r#"create unique index "Issue_x" on "Issue" ("x") where "x" is not null"#,
        r#"alter table "Issue" drop column "x""#,
        "drop function _touchstone.look(text)",
        r#"alter table "Issue" rename column "x" to "y""#,
        r#"UPDATE "Issue"
            set "x" = 1"#,
        r#"truncate "Issue""#,
        "-- it has no readers\ndrop table x",
    ];
    for one in bad {
        assert_eq!(faults("x.sql", one).len(), 1, "{one}");
    }
    let good = [
        "create table a (id int primary key, b text references c); create index on a (id); update a set id = 1",
        r#"alter table "Issue" add column "at" timestamptz default now(), add column n int default 0"#,
        r#"alter table "Issue" add constraint sane check ("number" > 0) not valid"#,
        r#"alter table "Issue" validate constraint sane"#,
        r#"alter table "Issue" add constraint u unique using index i"#,
        r#"alter table "Issue" set (fillfactor = 90)"#,
        "create or replace function f() returns text language sql as $$ drop table x; update y set z = 1 $$",
        "-- drop table x;\nselect 'drop table y; truncate z'",
        r#"update "Setting" set "x" = 1 where "key" = 'a'"#,
        "drop index old; create or replace trigger t after insert on x execute function f()",
    ];
    for one in good {
        assert_eq!(faults("x.sql", one), Vec::<String>::new(), "{one}");
    }
}
