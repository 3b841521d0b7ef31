//! Checks of transactions: a closed list of conditions, so that the same mission, submission and
//! chain always give the same result.

use serde::{Deserialize, Serialize};

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

keyed_enum! {
    /// The role of the called contract.
    pub enum ToRole {
        /// Any, or none.
        Any = "any",
        /// A router.
        Router = "router",
        /// A quoter.
        Quoter = "quoter",
        /// A permit contract.
        Permit = "permit",
        /// A factory.
        Factory = "factory",
        /// A pool manager.
        PoolManager = "pool_manager",
        /// A token.
        Token = "token",
        /// Another registered contract.
        Other = "other",
    }
}

keyed_enum! {
    /// The required event.
    pub enum Happening {
        /// A swap.
        Swap = "swap",
        /// A token transfer to or from the sender.
        Transfer = "transfer",
    }
}

keyed_enum! {
    /// The required status.
    pub enum WantedStatus {
        /// It succeeded.
        Success = "success",
        /// It reverted.
        Reverted = "reverted",
        /// Either.
        Any = "any",
    }
}

keyed_enum! {
    /// The required owner.
    pub enum WantedOwner {
        /// A wallet of the tester must have sent it.
        Yes = "yes",
        /// A wallet of the tester may also have acted through a relayer.
        Relayed = "relayed",
    }
}

/// A check in the form in which it is sent and stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckDraft {
    /// The network.
    pub network: String,
    /// The role of the contract.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_role: Option<String>,
    /// The function, by name or selector.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// The required event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The input token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_in: Option<String>,
    /// The output token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_out: Option<String>,
    /// The minimum amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_amount: Option<String>,
    /// The maximum amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_amount: Option<String>,
    /// The required status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Always true: it was mined after the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_start: Option<bool>,
    /// The required owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner_match: Option<String>,
}

/// An integer in a token's smallest unit, of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity(String);

impl Quantity {
    /// Parses decimal digits only.
    pub fn parse(text: &str) -> Option<Quantity> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let digits = text.trim_start_matches('0');
        (is_number && digits.len() <= 78).then(|| Quantity(digits.to_owned()))
    }
}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Quantity) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quantity {
    fn cmp(&self, other: &Quantity) -> std::cmp::Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

/// A valid check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The network.
    pub network: String,
    /// The role of the called contract.
    pub to_role: ToRole,
    /// The function: its name, or its selector in lower case.
    pub method: Option<String>,
    /// The required event.
    pub event: Option<Happening>,
    /// The input token: an id, or `native`.
    pub token_in: Option<String>,
    /// The output token.
    pub token_out: Option<String>,
    /// The minimum input.
    pub min: Option<Quantity>,
    /// The maximum input.
    pub max: Option<Quantity>,
    /// The required status.
    pub status: WantedStatus,
    /// The required owner.
    pub owner: WantedOwner,
}

fn refused(problem: &'static str) -> Refused {
    Refused::MissionCheck(problem)
}

fn word<T>(
    given: Option<&str>,
    parse: fn(&str) -> Option<T>,
    problem: &'static str,
) -> Result<Option<T>, Refused> {
    given.map(|text| parse(text).ok_or_else(|| refused(problem))).transpose()
}

impl Check {
    /// Parses a check.
    pub fn read(draft: &CheckDraft) -> Result<Check, Refused> {
        let id = |text: &Option<String>| {
            let text = text.as_deref().map(str::trim);
            match text {
                Some(text) if text.is_empty() || text.len() > 40 => Err(refused("Invalid token.")),
                text => Ok(text.map(str::to_owned)),
            }
        };
        if draft.network.trim().is_empty() || draft.network.len() > 40 {
            return Err(refused("Choose the network."));
        }
        if draft.since_start == Some(false) {
            return Err(refused("Transactions from before the start never count."));
        }
        let amount = |text: &Option<String>| {
            word(
                text.as_deref(),
                Quantity::parse,
                "An amount is a whole number of the smallest unit.",
            )
        };
        let check = Check {
            network: draft.network.trim().to_owned(),
            to_role: word(draft.to_role.as_deref(), ToRole::parse, "Unknown role.")?
                .unwrap_or(ToRole::Any),
            method: draft.method.as_deref().map(method).transpose()?,
            event: word(draft.event.as_deref(), Happening::parse, "Unknown event.")?,
            token_in: id(&draft.token_in)?,
            token_out: id(&draft.token_out)?,
            min: amount(&draft.min_amount)?,
            max: amount(&draft.max_amount)?,
            status: word(draft.status.as_deref(), WantedStatus::parse, "Unknown result.")?
                .unwrap_or(WantedStatus::Success),
            owner: word(
                draft.owner_match.as_deref(),
                WantedOwner::parse,
                "Only own transactions count.",
            )?
            .unwrap_or(WantedOwner::Yes),
        };
        check.fit()
    }

    fn fit(self) -> Result<Check, Refused> {
        if (self.min.is_some() || self.max.is_some()) && self.token_in.is_none() {
            return Err(refused("An amount needs the input token."));
        }
        if matches!((&self.min, &self.max), (Some(min), Some(max)) if min > max) {
            return Err(refused("The minimum is greater than the maximum."));
        }
        if self.token_in.is_some() && self.token_in == self.token_out {
            return Err(refused("The input and the output token must differ."));
        }
        if self.event == Some(Happening::Transfer)
            && (self.token_in.is_some() || self.token_out.is_some())
        {
            return Err(refused("Input and output tokens need the event swap."));
        }
        Ok(self)
    }

    /// Whether it depends on a swap.
    pub(super) fn is_about_swap(&self) -> bool {
        self.event == Some(Happening::Swap) || self.token_in.is_some() || self.token_out.is_some()
    }
}

/// A name, or a selector in lower case.
fn method(text: &str) -> Result<String, Refused> {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix("0x") {
        let is_selector = digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        return if is_selector {
            Ok(text.to_ascii_lowercase())
        } else {
            Err(refused("A selector has eight digits."))
        };
    }
    let is_name =
        text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$');
    if is_name && (1..=80).contains(&text.len()) {
        Ok(text.to_owned())
    } else {
        Err(refused("Enter the name of the function without its arguments."))
    }
}
