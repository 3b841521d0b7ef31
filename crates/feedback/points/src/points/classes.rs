//! The classes of points: rule sets, seasons, entries and standings.

use parse_model::{Class, FieldType};

use feedback_core::class_definition::{Readers, class, pointer};

/// The definitions of these classes.
pub fn classes() -> Vec<Class> {
    vec![
        rule_set(),
        season(),
        points_entry(),
        standing(),
        ledger_checkpoint(),
        season_pulse(),
        points_pulse(),
    ]
}

fn rule_set() -> Class {
    let fields = [
        ("version", FieldType::Number),
        ("rules", FieldType::Object),
        ("effectiveFrom", FieldType::Date),
        ("note", FieldType::String),
        ("diff", FieldType::Array),
        ("publishedBy", pointer("_User")),
    ];
    class("RuleSet", Readers::SignedIn, &fields, &[])
}

fn season() -> Class {
    let fields = [
        ("number", FieldType::Number),
        ("name", FieldType::String),
        ("startsAt", FieldType::Date),
        ("endsAt", FieldType::Date),
        ("reviewDays", FieldType::Number),
        ("state", FieldType::String),
        ("finalHash", FieldType::String),
    ];
    class("Season", Readers::SignedIn, &fields, &[])
}

/// Each row is readable by the receiver of the points and by administrators.
fn points_entry() -> Class {
    let fields = [
        ("season", FieldType::Number),
        ("seq", FieldType::Number),
        ("user", pointer("_User")),
        ("personId", FieldType::String),
        ("amount", FieldType::Number),
        ("kind", FieldType::String),
        ("rule", FieldType::String),
        ("ruleSet", FieldType::Number),
        ("sourceType", FieldType::String),
        ("sourceId", FieldType::String),
        ("issue", pointer("Issue")),
        ("idemKey", FieldType::String),
        ("reversalOf", FieldType::Number),
        ("provisional", FieldType::Boolean),
        ("reason", FieldType::String),
        ("reasonHash", FieldType::String),
        ("explain", FieldType::Object),
        ("explainHash", FieldType::String),
        ("actor", pointer("_User")),
        ("at", FieldType::Date),
        ("prevHash", FieldType::String),
        ("hash", FieldType::String),
    ];
    class("PointsEntry", Readers::Own, &fields, &["personId"])
}

fn standing() -> Class {
    let fields = [
        ("season", FieldType::Number),
        ("personId", FieldType::String),
        ("displayUser", pointer("_User")),
        ("total", FieldType::Number),
        ("highCount", FieldType::Number),
        ("lastSeq", FieldType::Number),
        ("eligible", FieldType::Boolean),
    ];
    class("Standing", Readers::ServerOnly, &fields, &[])
}

fn ledger_checkpoint() -> Class {
    let fields = [
        ("season", FieldType::Number),
        ("seq", FieldType::Number),
        ("hash", FieldType::String),
        ("entries", FieldType::Number),
        ("sum", FieldType::Number),
        ("at", FieldType::Date),
    ];
    class("LedgerCheckpoint", Readers::SignedIn, &fields, &[])
}

/// One row per season with a leaderboard. Its version changes with each change of the board.
fn season_pulse() -> Class {
    let fields = [("season", pointer("Season")), ("version", FieldType::Number)];
    class("SeasonPulse", Readers::SignedIn, &fields, &[])
}

/// One row per account with points: the last of its ledger entries. Readable like those entries.
fn points_pulse() -> Class {
    let fields =
        [("user", pointer("_User")), ("season", FieldType::Number), ("seq", FieldType::Number)];
    class("PointsPulse", Readers::Own, &fields, &[])
}
