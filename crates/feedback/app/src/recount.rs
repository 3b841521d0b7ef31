//! Recomputes both ledgers and every invariant from the rows alone: for the command line, a copy of
//! the database, or a database that was just restored.
//!
//! It writes nothing. Seals of points are computed in Rust, those of the audit log in PostgreSQL.

use feedback_model::ledger::{Entry, Hash, Head, Salt, in_chain};
use parse_model::Json;
use parse_store::snapshot::Documents;
use parse_store::{Bind, Sql, StoreError};
use serde::{Deserialize, Serialize};

use crate::invariant;

/// Entries read at once.
const PAGE: usize = 5000;

/// The end of a ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerEnd {
    /// `points` or `audit`.
    pub ledger: String,
    /// The season, for the points ledger.
    pub season: Option<u32>,
    /// The sequence number of its last entry.
    pub seq: u64,
    /// The hash of that entry.
    pub hash: String,
}

/// A ledger that was recomputed from its first entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LedgerRecount {
    /// Its last valid entry.
    pub end: LedgerEnd,
    /// Number of consecutive valid entries.
    pub entries: u64,
    /// Where and how the chain breaks. `None` if it is valid to the end.
    pub broken: Option<String>,
}

/// A violated invariant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The invariant.
    pub rule: &'static str,
    /// One violation.
    pub what: Json,
    /// Number of violations.
    pub of: usize,
}

const ENDS: &str =
    "select jsonb_build_object('ledger', 'points', 'season', season, 'seq', seq, 'hash', hash)
    from _touchstone.ledger_head
    union all select jsonb_build_object('ledger', 'audit', 'season', null, 'seq', seq, 'hash', hash)
    from _touchstone.audit_head order by 1";

/// The position at which the next entry of each ledger would be appended.
pub async fn ends(reader: &dyn Documents) -> Result<Vec<LedgerEnd>, StoreError> {
    read(reader, &Sql::new(ENDS)).await
}

/// Recomputes both ledgers from their first entries: the points of every season, and the audit log.
pub async fn ledgers(reader: &dyn Documents) -> Result<Vec<LedgerRecount>, StoreError> {
    let mut found = Vec::new();
    for end in ends(reader).await? {
        let recounted = match end.season {
            Some(season) => points(reader, season).await?,
            None => audit(reader).await?,
        };
        let LedgerRecount { end: found_end, entries, broken } = recounted;
        let is_end = (found_end.seq, &found_end.hash) == (end.seq, &end.hash);
        let broken = broken.or_else(|| {
            let problem = format!("it has {entries} entries and says that it ends at {}", end.seq);
            (!is_end).then_some(problem)
        });
        found.push(LedgerRecount { end: found_end, entries, broken });
    }
    Ok(found)
}

/// Checks every invariant, and returns at most this many violations of each.
pub async fn contradictions(
    reader: &dyn Documents,
    most: usize,
    mut tell: impl FnMut(&'static str),
) -> Result<Vec<Contradiction>, StoreError> {
    let mut all = Vec::new();
    for (rule, sql) in invariant::statements() {
        tell(rule);
        let found = reader.documents(&sql).await?;
        let of = found.len();
        all.extend(found.into_iter().take(most).map(|what| Contradiction { rule, what, of }));
    }
    Ok(all)
}

async fn points(reader: &dyn Documents, season: u32) -> Result<LedgerRecount, StoreError> {
    let salt = Sql::fixed(
        "select to_jsonb(salt) from _touchstone.ledger_head where season = $1::int8",
        [Bind::from(i64::from(season))],
    );
    let salt = read::<Salt>(reader, &salt).await?.pop().unwrap_or(Salt::NONE);
    let mut head = Head::start(salt);
    let mut entries = 0;
    let mut broken = None;
    while broken.is_none() {
        let sql = Sql::fixed(
            r#"select _touchstone.ledger_entry(e) from "PointsEntry" e
            where e."season" = $1::float8 and e."seq" > $2::int8 order by e."seq" limit 5000"#,
            [Bind::from(f64::from(season)), Bind::Int(head.seq.cast_signed())],
        );
        let page: Vec<Entry> = read(reader, &sql).await?;
        for entry in &page {
            if let Err(fault) = in_chain(season, head, entry) {
                broken = Some(format!("entry {}: {fault}", entry.seq));
                break;
            }
            head = head.after(entry.seq, entry.hash);
            entries += 1;
        }
        if page.len() < PAGE {
            break;
        }
    }
    if broken.is_none() {
        broken = checkpoints(reader, season).await?;
    }
    let end = LedgerEnd {
        ledger: "points".to_owned(),
        season: Some(season),
        seq: head.seq,
        hash: head.hash.to_string(),
    };
    Ok(LedgerRecount { end, entries, broken })
}

/// The first checkpoint of a season that differs from the recomputed one.
async fn checkpoints(reader: &dyn Documents, season: u32) -> Result<Option<String>, StoreError> {
    let sql = Sql::fixed(
        r#"select to_jsonb(c."seq") from "LedgerCheckpoint" c
        left join (select e."seq", e."hash", count(*) over w as entries, sum(e."amount") over w as sum
            from "PointsEntry" e where e."season" = $1::float8 window w as (order by e."seq")) r on r."seq" = c."seq"
        where c."season" = $1::float8
            and (c."hash", c."entries", c."sum") is distinct from (r."hash", r.entries::float8, r.sum::float8)
        order by c."seq" limit 1"#,
        [Bind::from(f64::from(season))],
    );
    let wrong = reader.documents(&sql).await?;
    Ok(wrong
        .first()
        .map(|seq| format!("the checkpoint at entry {seq} is not what a recount gives")))
}

async fn audit(reader: &dyn Documents) -> Result<LedgerRecount, StoreError> {
    #[derive(Deserialize)]
    struct WalkedEntries {
        entries: u64,
        broken: Option<u64>,
        seq: u64,
        hash: Option<String>,
    }
    let sql = Sql::new(
        r#"select jsonb_build_object('entries', count(*), 'broken', min(e."seq") filter (where not e.holds),
            'seq', coalesce(max(e."seq"), 0), 'hash', (array_agg(e."hash" order by e."seq" desc))[1])
        from (select a."seq", a."hash", coalesce(a."hash" = _touchstone.audit_seal(a)
                and a."prevHash" = lag(a."hash", 1, repeat('0', 64)) over w
                and a."seq" = row_number() over w, false) as holds
            from "AuditEntry" a window w as (order by a."seq")) e"#,
    );
    let walked: Vec<WalkedEntries> = read(reader, &sql).await?;
    let Some(WalkedEntries { entries, broken, seq, hash }) = walked.into_iter().next() else {
        return Err(unreadable("AuditEntry", "nothing was answered"));
    };
    let hash = hash.unwrap_or_else(|| Hash::ZERO.to_string());
    let broken =
        broken.map(|seq| format!("entry {seq}: it does not follow, or is not as it was sealed"));
    Ok(LedgerRecount {
        end: LedgerEnd { ledger: "audit".to_owned(), season: None, seq, hash },
        entries,
        broken,
    })
}

async fn read<T: serde::de::DeserializeOwned>(
    reader: &dyn Documents,
    sql: &Sql,
) -> Result<Vec<T>, StoreError> {
    let rows = reader.documents(sql).await?.into_iter();
    rows.map(|row| {
        serde_json::from_value(row).map_err(|error| unreadable("a ledger", &error.to_string()))
    })
    .collect()
}

fn unreadable(place: &str, problem: &str) -> StoreError {
    StoreError::Unreadable { place: place.to_owned(), problem: problem.to_owned() }
}
