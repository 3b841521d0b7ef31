//! What a migration may do to a database that is being used.
//!
//! Migrations run while servers of the version before go on serving. So none may hold a table for
//! as long as it takes to read or rewrite it, and none may take away what that version reads.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::{none, read, tracked};

/// Statements that are let through all the same, each by how it begins and with the reason: the
/// table is known to be small, or nobody reads what goes.
const ADMITTED: &[(&str, &str, &str)] = &[
    (
        "0045_missions.sql",
        r#"create unique index "mission"#,
        "the class is new: its table is empty",
    ),
    ("0045_missions.sql", r#"create index "mission"#, "the class is new: its table is empty"),
    (
        "0045_missions.sql",
        r#"create unique index "submission"#,
        "the class is new: its table is empty",
    ),
    ("0045_missions.sql", r#"create index "submission"#, "the class is new: its table is empty"),
    ("0060_event_issue.sql", "create index event_issue", "events are kept for 30 days only"),
    (
        "0065_salted_ledger.sql",
        "alter table _touchstone.ledger_head add column salt",
        "the table has a row for each season, and ledgers of the format before are not carried over",
    ),
    (
        "0067_sealed_nodes.sql",
        "update _touchstone.network_endpoint",
        "the table has a few rows for each network",
    ),
    (
        "0067_sealed_nodes.sql",
        "alter table _touchstone.network_endpoint",
        "the table has a few rows for each network, and no version has been released",
    ),
];

/// Migrations of the time before there was a version to upgrade from. Complete: nothing is added.
const BEFORE: &[&str] = &[
    "crates/feedback/app/migrations/0001_control.sql",
    "crates/feedback/app/migrations/0002_issues.sql",
    "crates/feedback/app/migrations/0004_people.sql",
    "crates/feedback/app/migrations/0005_points.sql",
    "crates/feedback/app/migrations/0006_issue_answers.sql",
    "crates/feedback/app/migrations/0007_triage.sql",
    "crates/feedback/app/migrations/0008_conversation.sql",
    "crates/feedback/app/migrations/0009_board_days.sql",
    "crates/feedback/app/migrations/0012_demo.sql",
    "crates/feedback/app/migrations/0014_boards.sql",
    "crates/feedback/app/migrations/0015_quiet_snoozes.sql",
    "crates/feedback/app/migrations/0016_people_lists.sql",
    "crates/feedback/app/migrations/0017_lists.sql",
    "crates/feedback/app/migrations/0018_pages.sql",
    "crates/feedback/app/migrations/0019_views.sql",
    "crates/feedback/app/migrations/0020_edited_texts.sql",
    "crates/feedback/app/migrations/0021_own_role.sql",
    "crates/feedback/app/migrations/0022_second_look.sql",
    "crates/feedback/app/migrations/0023_attachment_bytes.sql",
    "crates/feedback/app/migrations/0024_forgotten_texts.sql",
    "crates/feedback/app/migrations/0025_networks.sql",
    "crates/feedback/app/migrations/0026_evidence.sql",
    "crates/feedback/app/migrations/0027_clusters.sql",
    "crates/feedback/app/migrations/0028_live.sql",
    "crates/feedback/app/migrations/0029_events.sql",
    "crates/feedback/app/migrations/0030_mail.sql",
    "crates/feedback/app/migrations/0031_browser_push.sql",
    "crates/feedback/app/migrations/0032_chat.sql",
    "crates/feedback/app/migrations/0033_trackers.sql",
    "crates/feedback/app/migrations/0034_webhooks.sql",
    "crates/feedback/app/migrations/0037_channels_and_schedules.sql",
    "crates/parse/store/migrations/0001_json_functions.sql",
    "crates/parse/store/migrations/0002_aggregates.sql",
    "crates/parse/store/migrations/0003_files.sql",
    "crates/parse/store/migrations/0004_push.sql",
    "crates/parse/store/migrations/0005_job_hook.sql",
    "crates/parse/store/migrations/0006_outbox.sql",
    "crates/parse/store/migrations/0007_sign_in_attempts.sql",
    "crates/parse/store/migrations/0008_jobs_and_repeats.sql",
    "crates/parse/store/migrations/0009_removed_files.sql",
    "crates/parse/store/migrations/0010_push_in_outbox.sql",
    "crates/parse/store/migrations/0011_change_log.sql",
    "crates/wallet/login/migrations/0001_challenge.sql",
    "crates/wallet/login/migrations/0002_address.sql",
    "crates/wallet/login/migrations/0003_rest.sql",
];

static NOISE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?s)--[^\n]*|/\*.*?\*/|\$\$.*?\$\$|'(?:''|[^'])*'").expect("a pattern")
});

/// A rule: what a statement must not look like, unless it also looks like something else.
struct Rule {
    is: &'static str,
    unless: &'static str,
    instead: &'static str,
}

/// Of tables that are there already; one that the same migration makes is nobody's yet.
const RULES: &[Rule] = &[
    Rule {
        is: r"^alter table .* alter (column )?\S+ (set data )?type ",
        unless: "$^",
        instead: "rewrites the table: add a column, fill it bit by bit, and read it from the next version on",
    },
    Rule {
        is: r"^alter table .* add (column )?.*(random\(|gen_random_uuid|clock_timestamp|nextval|serial|identity|generated always)",
        unless: r" add constraint ",
        instead: "rewrites the table for a value that differs by row: add the column without one, and fill it bit by bit",
    },
    Rule {
        is: r"^alter table .* add (constraint \S+ )?(check|foreign key)|^alter table .* add (column )?.* references ",
        unless: " not valid",
        instead: "reads the whole table while nobody may write: add it as NOT VALID, and VALIDATE it in a migration of its own",
    },
    Rule {
        is: r"^alter table .* add (constraint \S+ )?(unique|primary key|exclude)",
        unless: " using index ",
        instead: "builds an index while nobody may write: make the index by hand first, concurrently",
    },
    Rule {
        is: r"^alter table .* set not null",
        unless: "$^",
        instead: "reads the whole table while nobody may: add a CHECK that is NOT VALID, and validate that",
    },
    Rule {
        is: r"^alter table .* set (logged|unlogged|tablespace|access method)|^cluster |^vacuum |^reindex |^lock |^truncate ",
        unless: "$^",
        instead: "holds the whole table for as long as it takes",
    },
    Rule {
        is: r"^create (unique )?index ",
        unless: "$^",
        instead: "keeps writers out while it is built; a migration is one transaction and cannot do it concurrently. If the table is small whatever happens, say so in ADMITTED",
    },
    Rule {
        is: r"^alter table .* drop (column|constraint)|^drop (table|function|view|materialized|type|sequence|schema|aggregate)",
        unless: "$^",
        instead: "takes away what the version before still reads: stop reading it now, and drop it one version later, with the reason in ADMITTED",
    },
    Rule {
        is: r"^alter (table|function|type|index|sequence|view) .* rename ",
        unless: "$^",
        instead: "takes away the name by which the version before asks for it",
    },
    Rule {
        is: r"^(update|delete from) ",
        unless: " where ",
        instead: "touches every row in one transaction: do it bit by bit in a periodic task",
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

#[test]
fn no_migration_stops_those_who_use_the_database() {
    let is_migration = |path: &String| {
        path.starts_with("crates/") && path.contains("/migrations/") && path.ends_with(".sql")
    };
    let all: Vec<String> = tracked().into_iter().filter(is_migration).collect();
    assert!(all.len() >= BEFORE.len(), "the migrations were not found");
    let new = all.iter().filter(|path| !BEFORE.contains(&path.as_str()));
    let wrong: Vec<String> = new.flat_map(|path| faults(path, &read(path))).collect();
    none("Servers of the version before go on while a migration runs:", &wrong);
}

#[test]
fn what_holds_or_takes_away_is_noticed_and_what_does_not_is_not() {
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
        "-- nobody reads it\ndrop table x",
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
