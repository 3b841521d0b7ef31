//! What a transaction must be to do a step: a closed list, so that the same mission, submission and
//! chain always give the same result.

use serde::{Deserialize, Serialize};

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

keyed_enum! {
    /// To what kind of contract it went.
    pub enum ToRole {
        /// Any, or none.
        Any = "any",
        /// A router.
        Router = "router",
        /// A quoter.
        Quoter = "quoter",
        /// One that takes signed permissions.
        Permit = "permit",
        /// A factory.
        Factory = "factory",
        /// The manager of pools.
        PoolManager = "pool_manager",
        /// A token.
        Token = "token",
        /// Another of the registry.
        Other = "other",
    }
}

keyed_enum! {
    /// What it must have done.
    pub enum Happening {
        /// Tokens were exchanged.
        Swap = "swap",
        /// A token moved to or from the sender.
        Transfer = "transfer",
    }
}

keyed_enum! {
    /// How it must have ended.
    pub enum WantedStatus {
        /// It worked.
        Success = "success",
        /// It was undone.
        Reverted = "reverted",
        /// Either.
        Any = "any",
    }
}

keyed_enum! {
    /// Whose it must be.
    pub enum WantedOwner {
        /// A wallet of the tester sent it.
        Yes = "yes",
        /// Or acted in it.
        Relayed = "relayed",
    }
}

/// A check as it was sent, and as it is stored.
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
    /// What must have happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// What must have gone in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_in: Option<String>,
    /// What must have come out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_out: Option<String>,
    /// The least of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_amount: Option<String>,
    /// The most of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_amount: Option<String>,
    /// How it must have ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Always so: it was mined after the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_start: Option<bool>,
    /// Whose it must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner_match: Option<String>,
}

/// A whole number of a token's smallest unit, of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity(String);

impl Quantity {
    /// Reads digits and nothing else.
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

/// A check that can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// On which network.
    pub network: String,
    /// To what kind of contract.
    pub to_role: ToRole,
    /// By which function: its name, or its selector in lower case.
    pub method: Option<String>,
    /// What must have happened.
    pub event: Option<Happening>,
    /// Which token went in: the id of one, or `native`.
    pub token_in: Option<String>,
    /// Which token came out.
    pub token_out: Option<String>,
    /// How much went in at least.
    pub min: Option<Quantity>,
    /// How much went in at most.
    pub max: Option<Quantity>,
    /// How it ended.
    pub status: WantedStatus,
    /// Whose it is.
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
    /// Reads a check.
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

    /// Whether it looks at what was swapped.
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
