//! The amounts of a payout, and the figures for administrators.

use parse_engine::Error;
use parse_model::Json;
use payout::figures::{Spread, spread};
use payout::{Bundle, Curve, Decision, Payee, Rules, U256, address};
use serde_json::json;

use super::params::{Plan, rules_refused};
use super::payees::{ClosedSeason, Person, roster};
use feedback_core::command_context::CommandContext;

/// The result of a calculation.
#[derive(Debug)]
pub(super) struct Calculation {
    pub(super) plan: Plan,
    pub(super) season: ClosedSeason,
    pub(super) people: Vec<Person>,
    pub(super) bundle: Bundle,
}

/// A reason why it cannot be built.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) key: &'static str,
    pub(super) sentence: String,
    pub(super) people: Vec<String>,
}

impl Calculation {
    /// Computes a plan from the current standings.
    pub(super) async fn of(ctx: &CommandContext, plan: Plan) -> Result<Calculation, Error> {
        let season = ClosedSeason::read(ctx, plan.season).await?;
        let people = roster(ctx, &season, &plan).await?;
        let bundle =
            Bundle::of(&plan.rules, season.hash(), &payees(&people)).map_err(rules_refused)?;
        Ok(Calculation { plan, season, people, bundle })
    }

    /// The amount of a person, whether it is paid out or not.
    pub(super) fn amount(&self, place: usize) -> U256 {
        self.bundle.allocation.shares[place].map_or(U256::ZERO, |share| share.amount)
    }

    /// Whether a person has too few points.
    pub(super) fn is_below(&self, person: &Person) -> bool {
        person.total.unsigned_abs() < self.plan.rules.min_points
    }

    /// The reasons why it cannot be built.
    pub(super) fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.bundle.leaves.is_empty() {
            let sentence =
                "No person would be paid: no account has enough points, a wallet and a share.";
            problems.push(Problem {
                key: "PAYOUT_NOBODY",
                sentence: sentence.to_owned(),
                people: Vec::new(),
            });
        }
        let shared = self.bundle.leaves.chunk_by(|a, b| a.address == b.address);
        let mut first = 0;
        for group in shared {
            let places = &self.bundle.places[first..first + group.len()];
            first += group.len();
            if group.len() > 1 {
                let people =
                    places.iter().map(|place| self.people[*place].person.clone()).collect();
                let address = address::checksummed(group[0].address);
                let sentence = format!(
                    "{} people would be paid at {address}. One of them must choose another wallet, or be left out.",
                    group.len()
                );
                problems.push(Problem { key: "ADDRESS_TWICE", sentence, people });
            }
        }
        problems
    }

    /// The distribution of the paid amounts.
    pub(super) fn spread(&self) -> Spread {
        spread(self.bundle.leaves.iter().map(|leaf| leaf.amount).collect())
    }

    /// The figures of a preview.
    pub(super) fn figures(&self, spread: &Spread) -> Result<Json, Error> {
        let has = |place: usize, person: &Person| {
            self.bundle.allocation.shares[place].is_some()
                && self.amount(place) > U256::ZERO
                && person.address.is_none()
        };
        let mut missing = (0u32, U256::ZERO);
        let mut aside = (0u32, U256::ZERO);
        let (mut below, mut out) = (0u32, 0u32);
        for (place, person) in self.people.iter().enumerate() {
            let into = match person.decision {
                Decision::LeaveOut => {
                    out += 1;
                    continue;
                }
                _ if self.is_below(person) => {
                    below += 1;
                    continue;
                }
                Decision::SetAside => &mut aside,
                Decision::Pay if has(place, person) => &mut missing,
                Decision::Pay => continue,
            };
            into.0 += 1;
            into.1 += self.amount(place);
        }
        let allocation = &self.bundle.allocation;
        let capped = allocation.shares.iter().flatten().filter(|share| share.is_capped).count();
        Ok(json!({
            "people": self.bundle.leaves.len(), "counted": allocation.shares.iter().flatten().count(),
            "belowMinimum": below, "leftOut": out,
            "missing": { "people": missing.0, "amount": missing.1.to_string() },
            "setAside": { "people": aside.0, "amount": aside.1.to_string() },
            "pool": self.plan.rules.pool.to_string(), "sum": self.bundle.sum.to_string(),
            "carried": self.bundle.carried.to_string(), "unallocated": allocation.unallocated.to_string(),
            "median": spread.median.to_string(), "largest": spread.largest.to_string(),
            "capped": capped, "cap": allocation.cap.to_string(),
            "giniBps": spread.gini_bps, "top10Bps": spread.top10_bps,
            "proportionalTop10Bps": self.proportional()?.1,
        }))
    }

    /// The amounts if tokens were allocated in proportion to points, and the share of the ten
    /// highest.
    pub(super) fn proportional(&self) -> Result<(Bundle, u32), Error> {
        let rules = Rules {
            curve: Curve::Proportional,
            tiers: None,
            cap_bps: None,
            ..self.plan.rules.clone()
        };
        let payees = payees(&self.people);
        let bundle = Bundle::of(&rules, self.season.hash(), &payees).map_err(rules_refused)?;
        let spread = spread(bundle.leaves.iter().map(|leaf| leaf.amount).collect());
        Ok((bundle, spread.top10_bps))
    }
}

fn payees(people: &[Person]) -> Vec<Payee<'_>> {
    people
        .iter()
        .map(|person| Payee {
            person: &person.salted,
            points: person.total.unsigned_abs(),
            decision: person.decision,
            address: person.address,
        })
        .collect()
}
