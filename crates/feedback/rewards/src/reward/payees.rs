//! The persons of a final season, the decisions about them, and their payout addresses.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use feedback_model::PersonId;
use feedback_model::ledger::Salt;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use payout::{Address, Decision, Why, address};
use serde::{Deserialize, Serialize};

use super::params::{MissingPayout, Plan};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// A season whose ledger is closed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClosedSeason {
    pub(super) number: u32,
    pub(super) name: String,
    pub(super) state: String,
    pub(super) final_hash: Option<String>,
    #[serde(skip_serializing)]
    pub(super) starts_at: i64,
    #[serde(skip_serializing)]
    pub(super) ends_at: i64,
    #[serde(skip_serializing)]
    pub(super) entries: u64,
    #[serde(skip_serializing)]
    pub(super) sum: i64,
    #[serde(skip_serializing)]
    salt: Salt,
}

impl ClosedSeason {
    /// The season of a number, which must be final.
    pub(super) async fn read(ctx: &CommandContext, number: u32) -> Result<ClosedSeason, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('number', s."number"::int, 'name', s."name", 'state', s."state", 'finalHash', s."finalHash",
                'startsAt', _touchstone.in_millis(s."startsAt"), 'endsAt', _touchstone.in_millis(s."endsAt"),
                'entries', coalesce(h.seq, 0), 'sum', coalesce(c."sum", 0)::bigint,
                'salt', coalesce(h.salt, repeat('0', 64)))
            from "Season" s left join _touchstone.ledger_head h on h.season = s."number"
            left join "LedgerCheckpoint" c on c."season" = s."number" and c."seq" = h.seq where s."number" = $1::float8"#,
            [Bind::from(f64::from(number))],
        );
        let season: ClosedSeason = ctx.row(&sql).await?.ok_or_else(not_found)?;
        if season.final_hash.is_none() {
            let sentence =
                "Points of this season can still change. Finalize the season before paying it out.";
            return Err(invalid("SEASON_NOT_FINAL", sentence));
        }
        Ok(season)
    }

    /// The salt of its ledger.
    pub(super) fn salt(&self) -> &Salt {
        &self.salt
    }

    /// The id of a person in published files.
    pub(super) fn salted(&self, person: &str) -> String {
        self.salt.person(&PersonId::from(person)).to_string()
    }

    /// The last hash of its ledger.
    pub(super) fn hash(&self) -> &str {
        self.final_hash.as_deref().unwrap_or_default()
    }
}

/// A person with a standing, as the database has them.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PayeeStanding {
    person: String,
    total: i64,
    high_count: u32,
    last_seq: u64,
    eligible: bool,
    user: Option<String>,
    username: Option<String>,
    is_admin: bool,
    is_active: bool,
    is_held: bool,
    wallet: Option<String>,
}

/// A person with a standing, and the decision about them.
#[derive(Debug, Clone)]
pub(super) struct Person {
    pub(super) person: String,
    /// The salted id, by which the season file knows them.
    pub(super) salted: String,
    pub(super) user: Option<String>,
    pub(super) username: Option<String>,
    pub(super) total: i64,
    pub(super) high_count: u32,
    pub(super) last_seq: u64,
    pub(super) eligible: bool,
    pub(super) rank: Option<u32>,
    pub(super) decision: Decision,
    pub(super) why: Option<Why>,
    /// Whether it follows from a rule, not from an administrator's decision.
    pub(super) is_by_rule: bool,
    pub(super) address: Option<Address>,
}

/// All persons with points.
const STANDINGS: &str = r#"select jsonb_build_object('person', s."personId", 'total', s."total"::bigint, 'highCount', s."highCount"::int,
    'lastSeq', s."lastSeq"::bigint, 'eligible', s."eligible", 'user', u.id, 'username', u.name, 'isAdmin', coalesce(u.is_admin, false),
    'isActive', coalesce(u.is_active, false), 'isHeld', coalesce(u.is_held, false), 'wallet', u.wallet)
from "Standing" s left join (
    select "personId" as person, bool_or(coalesce("isAdmin", false)) as is_admin,
        bool_or(coalesce("status", 'active') = 'active') as is_active, bool_or(coalesce("riskState", 'clear') = 'held') as is_held,
        (array_agg("objectId" order by "objectId" <> "personId", "createdAt", "objectId"))[1] as id,
        (array_agg("username" order by "objectId" <> "personId", "createdAt", "objectId"))[1] as name,
        (array_agg("payoutAddress" order by "objectId" <> "personId", "createdAt", "objectId")
            filter (where "payoutAddress" is not null and coalesce("status", 'active') = 'active'))[1] as wallet
    from "_User" where "personId" is not null group by "personId") u on u.person = s."personId"
where s."season" = $1::float8 and s."total" > 0"#;

/// All persons with a standing in the season of a plan, in the order of the standings.
pub(super) async fn roster(
    ctx: &CommandContext,
    season: &ClosedSeason,
    plan: &Plan,
) -> Result<Vec<Person>, Error> {
    let sql = Sql::fixed(STANDINGS, [Bind::from(f64::from(plan.season))]);
    let mut standings: Vec<(String, PayeeStanding)> = ctx
        .rows::<PayeeStanding>(&sql)
        .await?
        .into_iter()
        .map(|standing| (season.salted(&standing.person), standing))
        .collect();
    // Ties are broken by the salted ids, the only ones in the file.
    standings.sort_by(|(salted_a, a), (salted_b, b)| {
        let place =
            |one: &PayeeStanding| (Reverse(one.total), Reverse(one.high_count), one.last_seq);
        place(a).cmp(&place(b)).then_with(|| salted_a.cmp(salted_b))
    });
    let closed = closed_addresses(ctx, plan).await?;
    let mut rank = 0;
    let mut people = Vec::with_capacity(standings.len());
    for (salted, standing) in standings {
        rank += u32::from(standing.eligible);
        let place = standing.eligible.then_some(rank);
        people.push(person(standing, salted, place, plan, &closed));
    }
    let known: BTreeSet<&str> = people.iter().map(|person| person.person.as_str()).collect();
    if let Some(unknown) = plan.decisions.keys().find(|person| !known.contains(person.as_str())) {
        let sentence = format!("{unknown} has no points in this season.");
        return Err(invalid("PAYOUT_DECISION", sentence));
    }
    Ok(people)
}

/// Addresses that are never paid: contracts of the product, the token, the distributor, and the
/// wallets of administrators.
async fn closed_addresses(ctx: &CommandContext, plan: &Plan) -> Result<BTreeSet<Address>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(lower(c."address")) from "Contract" c join "Network" n on n."objectId" = c."network" where n."chainId" = $1::float8
        union select to_jsonb(lower(split_part(w.id, '@', 1))) from "_User" u, unnest(_touchstone.wallets_of(u."objectId")) w(id)
        where u."isAdmin""#,
        [Bind::Int(plan.token.chain_id.cast_signed())],
    );
    let texts: Vec<String> = ctx.rows(&sql).await?;
    let mut closed: BTreeSet<Address> =
        texts.iter().filter_map(|text| address::parse(text)).collect();
    closed.extend(plan.token.contract());
    closed.extend(plan.distributor);
    Ok(closed)
}

fn person(
    standing: PayeeStanding,
    salted: String,
    rank: Option<u32>,
    plan: &Plan,
    closed: &BTreeSet<Address>,
) -> Person {
    let address =
        standing.wallet.as_deref().and_then(|wallet| payable(wallet, plan.token.chain_id));
    let address =
        address.filter(|address| !address::is_reserved(*address) && !closed.contains(address));
    let (decision, why, is_by_rule) = decided(&standing, address.is_some(), plan);
    Person {
        person: standing.person,
        salted,
        user: standing.user,
        username: standing.username,
        total: standing.total,
        high_count: standing.high_count,
        last_seq: standing.last_seq,
        eligible: standing.eligible,
        rank,
        decision,
        why,
        is_by_rule,
        address,
    }
}

/// The address of a wallet on a network. A contract belongs to its owner on its own network only;
/// elsewhere another person may have deployed something else there.
fn payable(wallet: &str, chain_id: u64) -> Option<Address> {
    match wallet.split_once('@') {
        Some((address, chain)) => address::parse(address).filter(|_| chain.parse() == Ok(chain_id)),
        None => address::parse(wallet),
    }
}

/// The decision about a person, its reason, and whether it follows from a rule. The team and people
/// without an active account are never paid, whatever was decided.
fn decided(
    standing: &PayeeStanding,
    has_address: bool,
    plan: &Plan,
) -> (Decision, Option<Why>, bool) {
    if standing.is_admin {
        return (Decision::LeaveOut, Some(Why::Administrator), true);
    }
    if !standing.is_active {
        return (Decision::LeaveOut, Some(Why::Inactive), true);
    }
    let decision = plan.decisions.get(&standing.person);
    if standing.is_held {
        return match decision {
            Some(one) if one.decision == Decision::LeaveOut => {
                (Decision::LeaveOut, Some(one.why.unwrap_or(Why::Held)), false)
            }
            _ => (Decision::SetAside, Some(Why::Held), true),
        };
    }
    match decision {
        Some(one) if one.decision != Decision::Pay => {
            (one.decision, Some(one.why.unwrap_or(Why::ByDecision)), false)
        }
        _ if has_address => (Decision::Pay, None, decision.is_none()),
        _ if plan.missing == MissingPayout::GiveBack => {
            (Decision::LeaveOut, Some(Why::NoAddress), true)
        }
        _ => (Decision::Pay, Some(Why::NoAddress), true),
    }
}
