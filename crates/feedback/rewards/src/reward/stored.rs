//! Stored payouts.

use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use payout::season_file::line::PayoutLine;
use payout::{Curve, Decision, Format, Rounding, Tier, Token, Tree, Why};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::calculation::Calculation;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// Rows inserted at once.
const PAGE: usize = 5000;

/// A payout.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Export {
    pub(super) id: String,
    pub(super) season: u32,
    pub(super) state: String,
    pub(super) token: Token,
    pub(super) pool: String,
    pub(super) unit: String,
    pub(super) curve: Curve,
    pub(super) tiers: Option<Vec<Tier>>,
    pub(super) min_points: u64,
    pub(super) cap_bps: Option<u32>,
    pub(super) rounding: Rounding,
    pub(super) format: Format,
    pub(super) root: String,
    pub(super) leaf_count: usize,
    pub(super) sum: String,
    pub(super) carried: String,
    pub(super) unallocated: String,
    pub(super) final_hash: String,
    pub(super) file_sha256: String,
    pub(super) rules_text: String,
    pub(super) deadline: Option<String>,
    pub(super) distributor: Option<String>,
    pub(super) figures: Option<Json>,
    pub(super) built_at: String,
    pub(super) published_at: Option<String>,
    pub(super) voided_at: Option<String>,
    pub(super) void_reason: Option<String>,
    /// Number of persons with a standing in the season.
    #[serde(skip_serializing)]
    pub(super) people: usize,
}

const EXPORTS: &str = r#"select jsonb_build_object('id', r."objectId", 'season', r."season"::int, 'state', r."state", 'token', r."token",
    'pool', r."pool", 'unit', r."unit", 'curve', r."curve", 'tiers', r."tiers", 'minPoints', r."minPoints"::bigint,
    'capBps', r."capBps"::int, 'rounding', r."rounding", 'format', r."format", 'root', r."root", 'leafCount', r."leafCount"::int,
    'sum', r."sum", 'carried', r."carried", 'unallocated', r."unallocated", 'finalHash', r."finalHash", 'fileSha256', r."fileSha256",
    'rulesText', r."rulesText", 'deadline', _touchstone.iso(r."deadline"), 'distributor', r."distributor", 'figures', r."figures",
    'builtAt', _touchstone.iso(r."createdAt"), 'publishedAt', _touchstone.iso(r."publishedAt"), 'voidedAt', _touchstone.iso(r."voidedAt"),
    'voidReason', r."voidReason", 'people', r."people"::int)
from "RewardExport" r
where ($1::text is null or r."objectId" = $1::text) and ($2::float8 is null or r."season" = $2::float8) and ($3::bool or r."state" <> 'draft')
order by r."createdAt" desc, r."objectId" limit 200"#;

/// Payouts, newest first.
pub(super) async fn exports(
    ctx: &CommandContext,
    season: Option<u32>,
    with_drafts: bool,
) -> Result<Vec<Export>, Error> {
    let season = season.map(f64::from);
    ctx.rows(&Sql::fixed(EXPORTS, [Bind::from(None::<&str>), season.into(), with_drafts.into()]))
        .await
}

/// The payout with this id. Only administrators can see drafts.
pub(super) async fn export(ctx: &CommandContext, id: &str) -> Result<Export, Error> {
    let is_admin = ctx.member()?.is_admin;
    let sql = Sql::fixed(EXPORTS, [Bind::from(id), None::<f64>.into(), is_admin.into()]);
    ctx.row(&sql).await?.ok_or_else(not_found)
}

impl Export {
    /// Its line in the season file.
    pub(super) fn line(&self) -> Result<PayoutLine, Error> {
        let unreadable = |source: serde_json::Error| Error::Failed {
            doing: "reading a payout",
            source: Box::new(source),
        };
        let told = json!({
            "token": self.token, "pool": self.pool, "unit": self.unit, "curve": self.curve, "tiers": self.tiers,
            "minPoints": self.min_points, "capBps": self.cap_bps, "rounding": self.rounding, "format": self.format,
            "leafCount": self.leaf_count, "sum": self.sum, "carried": self.carried, "unallocated": self.unallocated,
            "root": self.root,
        });
        serde_json::from_value(told).map_err(unreadable)
    }
}

/// The line of a person, as stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Payee {
    pub(super) place: usize,
    pub(super) person: String,
    pub(super) rank: Option<u64>,
    pub(super) eligible: bool,
    pub(super) total: i64,
    pub(super) high_count: u32,
    pub(super) last_seq: u64,
    pub(super) decision: Decision,
    pub(super) why: Option<Why>,
    pub(super) address: Option<String>,
    pub(super) weight: String,
    pub(super) amount: String,
    pub(super) leaf_index: Option<usize>,
    pub(super) tree_place: Option<usize>,
}

/// A statement that reads payees, from what follows on.
macro_rules! payees_sql {
    ($rest:literal) => {
        concat!(
            "select jsonb_build_object('place', p.place, 'person', p.person, 'rank', p.rank, 'eligible', p.eligible, 'total', p.total,
                'highCount', p.high_count, 'lastSeq', p.last_seq, 'decision', p.decision, 'why', p.why, 'address', p.address,
                'weight', p.weight::text, 'amount', p.amount::text, 'leafIndex', p.leaf_index, 'treePlace', p.tree_place)
            from _touchstone.reward_payee p where p.export = $1::text and ",
            $rest
        )
    };
}
pub(super) use payees_sql;

/// The lines of all persons, from a calculation and its tree.
pub(super) fn payees(found: &Calculation, tree: &Tree) -> Vec<Payee> {
    let mut leaf_of = vec![None; found.people.len()];
    for (index, place) in found.bundle.places.iter().enumerate() {
        leaf_of[*place] = Some(index);
    }
    let lines = found.people.iter().enumerate();
    lines
        .map(|(place, person)| Payee {
            place: place + 1,
            person: person.person.clone(),
            rank: person.rank.map(u64::from),
            eligible: person.eligible,
            total: person.total,
            high_count: person.high_count,
            last_seq: person.last_seq,
            decision: person.decision,
            why: person.why,
            address: person.address.map(payout::address::lower),
            weight: found.bundle.allocation.shares[place]
                .map_or(0, |share| share.weight)
                .to_string(),
            amount: found.amount(place).to_string(),
            leaf_index: leaf_of[place],
            tree_place: leaf_of[place].and_then(|index| tree.place(index)),
        })
        .collect()
}

/// Writes all lines.
pub(super) async fn write_payees(
    ctx: &CommandContext,
    export: &str,
    payees: &[Payee],
) -> Result<(), Error> {
    for page in payees.chunks(PAGE) {
        let rows: Vec<Json> = page.iter().map(|payee| json!(payee)).collect();
        let sql = Sql::fixed(
            r#"insert into _touchstone.reward_payee (export, place, person, rank, eligible, total, high_count, last_seq, decision, why,
                address, weight, amount, leaf_index, tree_place)
            select $1::text, p."place", p."person", p."rank", p."eligible", p."total", p."highCount", p."lastSeq", p."decision", p."why",
                p."address", p."weight", p."amount", p."leafIndex", p."treePlace"
            from jsonb_to_recordset($2::jsonb) as p("place" int, "person" text, "rank" int, "eligible" bool, "total" int8, "highCount" int,
                "lastSeq" int8, "decision" text, "why" text, "address" text, "weight" numeric, "amount" numeric, "leafIndex" int, "treePlace" int)"#,
            [Bind::from(export), Json::Array(rows).into()],
        );
        ctx.execute(&sql).await?;
    }
    Ok(())
}

/// The parameters of a built payout, and the hash of its lines.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Source {
    pub(super) asked: Json,
    pub(super) lines_hash: String,
    pub(super) end_line: String,
}

/// The source of a payout.
pub(super) async fn source(ctx: &CommandContext, export: &str) -> Result<Source, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('asked', asked, 'linesHash', lines_hash, 'endLine', end_line)
        from _touchstone.reward_source where export = $1::text",
        [Bind::from(export)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

/// Some nodes of a payout's tree, by their positions.
pub(super) async fn nodes(
    ctx: &CommandContext,
    export: &str,
    places: &[usize],
) -> Result<Vec<String>, Error> {
    let places: Vec<f64> = places.iter().map(|place| *place as f64).collect();
    let sql = Sql::fixed(
        "select to_jsonb('0x' || encode(substring(s.nodes from at.place::int * 32 + 1 for 32), 'hex'))
        from _touchstone.reward_source s, unnest($2::float8[]) with ordinality as at(place, turn)
        where s.export = $1::text order by at.turn",
        [Bind::from(export), Bind::Numbers(places)],
    );
    ctx.rows(&sql).await
}

/// A timestamp as a bind value.
pub(super) fn moment(date: Option<Date>) -> Bind {
    date.map_or(Bind::Null, Bind::from)
}
