//! The parameters of a payout, and the checks before anything is computed.

use std::collections::BTreeMap;

use parse_engine::Error;
use parse_model::Date;
use payout::{
    Address, Curve, Decision, Format, RefusedRules, Rounding, Rules, Tier, Token, Why, address,
    decimal,
};
use serde::{Deserialize, Serialize};

use feedback_core::refused::invalid;

/// What happens to the amounts of persons without a wallet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MissingPayout {
    /// They count, and the amounts stay with the team for later.
    #[default]
    Carry,
    /// They do not count, and the others get more.
    GiveBack,
}

/// An administrator's decision about a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PayeeDecision {
    pub(super) person_id: String,
    pub(super) decision: Decision,
    pub(super) why: Option<Why>,
}

/// The rows of a preview to return.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum PayeeFilter {
    Paid,
    Missing,
    Decided,
    Below,
    #[default]
    All,
}

/// The parameters.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RewardParams {
    pub(super) season: u32,
    pub(super) token: Token,
    pub(super) pool: String,
    pub(super) unit: Option<String>,
    pub(super) curve: Curve,
    pub(super) tiers: Option<Vec<Tier>>,
    pub(super) min_points: u64,
    pub(super) cap_bps: Option<u32>,
    pub(super) rounding: Option<Rounding>,
    pub(super) format: Option<Format>,
    pub(super) missing: Option<MissingPayout>,
    #[serde(default)]
    pub(super) decisions: Vec<PayeeDecision>,
    pub(super) deadline: Option<String>,
    pub(super) distributor: Option<String>,
    /// For a preview: the position after which the rows begin, their number, and a filter.
    pub(super) after: Option<usize>,
    pub(super) limit: Option<usize>,
    pub(super) only: Option<PayeeFilter>,
}

/// The checked parameters.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) season: u32,
    pub(super) token: Token,
    pub(super) rules: Rules,
    pub(super) format: Format,
    pub(super) missing: MissingPayout,
    pub(super) decisions: BTreeMap<String, PayeeDecision>,
    pub(super) deadline: Option<Date>,
    pub(super) distributor: Option<Address>,
}

impl RewardParams {
    /// Checks everything that does not depend on persons.
    pub(super) fn plan(&self) -> Result<Plan, Error> {
        let token = self.token()?;
        let pool = decimal::parse(&self.pool).ok_or_else(pool_refused)?;
        let unit = match &self.unit {
            Some(text) => decimal::parse(text).ok_or_else(|| rules_refused(RefusedRules::Unit))?,
            None => Rules::usual_unit(token.decimals),
        };
        let rules = Rules {
            pool,
            unit,
            curve: self.curve,
            tiers: self.tiers.clone(),
            min_points: self.min_points.max(1),
            cap_bps: self.cap_bps,
            rounding: self.rounding.unwrap_or(Rounding::LargestRemainder),
        };
        rules.units().map_err(rules_refused)?;
        let distributor = self.distributor.as_deref().map(read_address).transpose()?;
        Ok(Plan {
            season: self.season,
            token,
            rules,
            format: self.format.unwrap_or(Format::StandardTree),
            missing: self.missing.unwrap_or_default(),
            decisions: self.decisions()?,
            deadline: self.deadline()?,
            distributor,
        })
    }

    /// The token, with its address in the stored form.
    fn token(&self) -> Result<Token, Error> {
        let Token { symbol, address, decimals, chain_id } = &self.token;
        let symbol = symbol.trim();
        let is_symbol =
            (1..=20).contains(&symbol.chars().count()) && !symbol.chars().any(char::is_control);
        let is_chain = (1..=9_007_199_254_740_991).contains(chain_id);
        if !is_symbol || !is_chain || *decimals > 36 {
            return Err(invalid(
                "PAYOUT_TOKEN",
                "A token has a symbol, 0 to 36 decimals and a network.",
            ));
        }
        let address = address.as_deref().map(read_address).transpose()?.map(address::lower);
        Ok(Token { symbol: symbol.to_owned(), address, decimals: *decimals, chain_id: *chain_id })
    }

    fn deadline(&self) -> Result<Option<Date>, Error> {
        let read = |text: &String| {
            Date::parse(text)
                .ok_or_else(|| invalid("PAYOUT_DEADLINE", "The deadline must be a time."))
        };
        self.deadline.as_ref().map(read).transpose()
    }

    fn decisions(&self) -> Result<BTreeMap<String, PayeeDecision>, Error> {
        let mut decisions = BTreeMap::new();
        for one in &self.decisions {
            let may = matches!(
                one.why,
                None | Some(Why::Held | Why::Linked | Why::NoAddress | Why::ByDecision)
            );
            if !may || decisions.insert(one.person_id.clone(), one.clone()).is_some() {
                let sentence = "There is one decision per person; its reason is a hold, a link, a missing wallet, or a decision.";
                return Err(invalid("PAYOUT_DECISION", sentence));
            }
        }
        Ok(decisions)
    }
}

fn read_address(text: &str) -> Result<Address, Error> {
    let sentence = "An address has 40 hexadecimal digits after 0x; where it has both cases, they are its checksum.";
    address::parse(text).ok_or_else(|| invalid("PAYOUT_TOKEN", sentence))
}

fn pool_refused() -> Error {
    rules_refused(RefusedRules::Pool)
}

/// The refusal of inconsistent rules.
pub(super) fn rules_refused(refused: RefusedRules) -> Error {
    match refused {
        RefusedRules::Pool => invalid("PAYOUT_POOL", refused),
        RefusedRules::Unit => invalid("PAYOUT_UNIT", refused),
        RefusedRules::Tiers => invalid("PAYOUT_TIERS", refused),
        RefusedRules::Cap => invalid("PAYOUT_CAP", refused),
        RefusedRules::TooLarge => invalid("PAYOUT_POOL", refused),
    }
}
