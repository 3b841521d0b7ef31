//! What a transaction must be to do a step: a closed list, so that the same mission, submission and
//! chain always give the same result.

use serde::{Deserialize, Serialize};

use crate::evidence::OwnerMatch;
use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;
use crate::timestamp::Timestamp;

/// The network's own coin, where a token is named.
pub const NATIVE: &str = "native";

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
    /// Which token went in: the id of one, or [`NATIVE`].
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
                Some(text) if text.is_empty() || text.len() > 40 => {
                    Err(refused("This is no token."))
                }
                text => Ok(text.map(str::to_owned)),
            }
        };
        if draft.network.trim().is_empty() || draft.network.len() > 40 {
            return Err(refused("Choose the network."));
        }
        if draft.since_start == Some(false) {
            return Err(refused("What was mined before the start never counts."));
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
            to_role: word(draft.to_role.as_deref(), ToRole::parse, "There is no such role.")?
                .unwrap_or(ToRole::Any),
            method: draft.method.as_deref().map(method).transpose()?,
            event: word(draft.event.as_deref(), Happening::parse, "There is no such event.")?,
            token_in: id(&draft.token_in)?,
            token_out: id(&draft.token_out)?,
            min: amount(&draft.min_amount)?,
            max: amount(&draft.max_amount)?,
            status: word(draft.status.as_deref(), WantedStatus::parse, "There is no such ending.")?
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
            return Err(refused("An amount needs the token that goes in."));
        }
        if matches!((&self.min, &self.max), (Some(min), Some(max)) if min > max) {
            return Err(refused("The least amount is more than the most."));
        }
        if self.token_in.is_some() && self.token_in == self.token_out {
            return Err(refused("A token is not swapped into itself."));
        }
        if self.event == Some(Happening::Transfer)
            && (self.token_in.is_some() || self.token_out.is_some())
        {
            return Err(refused("Tokens that go in and come out belong to a swap."));
        }
        Ok(self)
    }

    /// Whether it looks at what was swapped.
    fn is_about_swap(&self) -> bool {
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
        Err(refused("A function is named without its arguments."))
    }
}

/// What is known of a transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TxFacts {
    /// On which network.
    pub network: Option<String>,
    /// When its block was made.
    pub mined_at: Option<Timestamp>,
    /// Whose it is.
    pub owner: Option<OwnerMatch>,
    /// Whether it worked; nothing while it is not mined.
    pub is_success: Option<bool>,
    /// The role of the contract it went to, if the registry has it.
    pub to_role: Option<String>,
    /// The selector of the function, in lower case.
    pub selector: Option<String>,
    /// The name of the function.
    pub method: Option<String>,
    /// Whether it is known what was swapped.
    #[serde(default)]
    pub has_swap: bool,
    /// Whether a token moved.
    #[serde(default)]
    pub has_transfer: bool,
    /// What went in: the id of a token, [`NATIVE`], or an address that is no token of the registry.
    pub token_in: Option<String>,
    /// What came out.
    pub token_out: Option<String>,
    /// How much went in.
    pub amount_in: Option<String>,
    /// Whether all that could be told was told.
    #[serde(default)]
    pub is_whole: bool,
}

keyed_enum! {
    /// Why a check did not pass.
    pub enum Reason {
        /// It never got into a block.
        NotMined = "not_mined",
        /// It is elsewhere.
        WrongNetwork = "wrong_network",
        /// It is older than the start.
        BeforeStart = "before_start",
        /// It is somebody else's.
        NotOwn = "not_own",
        /// It went to another contract.
        WrongContract = "wrong_contract",
        /// It ended otherwise.
        WrongStatus = "wrong_status",
        /// It called another function.
        WrongMethod = "wrong_method",
        /// It did not do that.
        NoEvent = "no_event",
        /// Another token went in.
        WrongTokenIn = "wrong_token_in",
        /// Another token came out.
        WrongTokenOut = "wrong_token_out",
        /// Less went in.
        TooLittle = "too_little",
        /// More went in.
        TooMuch = "too_much",
        /// Nobody knows whose it is.
        NoWallet = "no_wallet",
        /// No network knows it.
        NotFound = "not_found",
        /// Nodes did not tell enough.
        NotExplained = "not_explained",
        /// Nobody knows what was called.
        UnknownMethod = "unknown_method",
        /// Nobody knows how much it was.
        UnknownAmount = "unknown_amount",
    }
}

impl Reason {
    /// What to say to the tester.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::NotMined => "The transaction did not get into a block.",
            Reason::WrongNetwork => "It is on another network than the mission asks for.",
            Reason::BeforeStart => "It was made before you started the mission.",
            Reason::NotOwn => "It was not sent from a wallet that is linked to your account.",
            Reason::WrongContract => "It went to another contract than the mission asks for.",
            Reason::WrongStatus => "It ended otherwise than the mission asks for.",
            Reason::WrongMethod => "It called another function than the mission asks for.",
            Reason::NoEvent => "It did not do what the mission asks for.",
            Reason::WrongTokenIn => "Another token went in than the mission asks for.",
            Reason::WrongTokenOut => "Another token came out than the mission asks for.",
            Reason::TooLittle => "Less went in than the mission asks for.",
            Reason::TooMuch => "More went in than the mission asks for.",
            Reason::NoWallet => {
                "Link the wallet that sent it: nobody can tell yet that it is yours."
            }
            Reason::NotFound => "No network knows this transaction.",
            Reason::NotExplained => "The nodes did not tell enough about it: a person looks.",
            Reason::UnknownMethod => "Nobody knows which function it called: a person looks.",
            Reason::UnknownAmount => "It cannot be told how much went in: a person looks.",
        }
    }
}

/// What a check says of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every part holds.
    Passed,
    /// This part does not.
    Failed(Reason),
    /// It cannot be told.
    Undecided(Reason),
}

impl Check {
    /// Tries the check on a transaction that was mined or is gone for good. Without a start nothing
    /// is asked about when it was made.
    pub fn judge(&self, facts: &TxFacts, started_at: Option<Timestamp>) -> Outcome {
        let parts = [
            self.place(facts, started_at),
            self.ownership(facts),
            self.ending(facts),
            self.call(facts),
            self.exchange(facts),
            self.quantity(facts),
        ];
        // What certainly does not hold says more than what nobody knows.
        let failed = parts.iter().find(|part| matches!(part, Outcome::Failed(_)));
        let open = parts.iter().find(|part| matches!(part, Outcome::Undecided(_)));
        failed.or(open).copied().unwrap_or(Outcome::Passed)
    }

    fn place(&self, facts: &TxFacts, started_at: Option<Timestamp>) -> Outcome {
        if facts.network.as_ref().is_some_and(|network| *network != self.network) {
            return Outcome::Failed(Reason::WrongNetwork);
        }
        if facts.is_success.is_none() {
            return Outcome::Failed(Reason::NotMined);
        }
        // Blocks say whole seconds, so one of the second of the start is not before it.
        let start = started_at.map(|start| start.0.div_euclid(1_000));
        match (facts.mined_at, start) {
            (Some(at), Some(start)) if at.0.div_euclid(1_000) < start => {
                Outcome::Failed(Reason::BeforeStart)
            }
            (None, Some(_)) => Outcome::Undecided(Reason::NotExplained),
            _ => Outcome::Passed,
        }
    }

    fn ownership(&self, facts: &TxFacts) -> Outcome {
        match (facts.owner, self.owner) {
            (Some(OwnerMatch::Yes), _) | (Some(OwnerMatch::Relayed), WantedOwner::Relayed) => {
                Outcome::Passed
            }
            (Some(OwnerMatch::Unknown) | None, _) => Outcome::Failed(Reason::NoWallet),
            _ => Outcome::Failed(Reason::NotOwn),
        }
    }

    fn ending(&self, facts: &TxFacts) -> Outcome {
        let is_wanted = match self.status {
            WantedStatus::Any => true,
            WantedStatus::Success => facts.is_success == Some(true),
            WantedStatus::Reverted => facts.is_success == Some(false),
        };
        if is_wanted { Outcome::Passed } else { Outcome::Failed(Reason::WrongStatus) }
    }

    fn call(&self, facts: &TxFacts) -> Outcome {
        if self.to_role != ToRole::Any && facts.to_role.as_deref() != Some(self.to_role.key()) {
            return Outcome::Failed(Reason::WrongContract);
        }
        let Some(wanted) = &self.method else { return Outcome::Passed };
        if wanted.starts_with("0x") {
            return match &facts.selector {
                Some(selector) if selector == wanted => Outcome::Passed,
                _ => Outcome::Failed(Reason::WrongMethod),
            };
        }
        match &facts.method {
            Some(name) if name == wanted => Outcome::Passed,
            Some(_) => Outcome::Failed(Reason::WrongMethod),
            None if facts.selector.is_none() => Outcome::Failed(Reason::WrongMethod),
            None => Outcome::Undecided(Reason::UnknownMethod),
        }
    }

    fn exchange(&self, facts: &TxFacts) -> Outcome {
        if self.event == Some(Happening::Transfer) && !facts.has_transfer {
            return Outcome::Failed(Reason::NoEvent);
        }
        if !self.is_about_swap() {
            return Outcome::Passed;
        }
        if !facts.has_swap {
            let is_told = facts.is_whole && facts.method.is_some();
            return if is_told {
                Outcome::Failed(Reason::NoEvent)
            } else {
                Outcome::Undecided(Reason::NotExplained)
            };
        }
        let is_other =
            |wanted: &Option<String>, found: &Option<String>| wanted.is_some() && wanted != found;
        if is_other(&self.token_in, &facts.token_in) {
            return Outcome::Failed(Reason::WrongTokenIn);
        }
        if is_other(&self.token_out, &facts.token_out) {
            return Outcome::Failed(Reason::WrongTokenOut);
        }
        Outcome::Passed
    }

    fn quantity(&self, facts: &TxFacts) -> Outcome {
        if self.min.is_none() && self.max.is_none() {
            return Outcome::Passed;
        }
        match facts.amount_in.as_deref().and_then(Quantity::parse) {
            None => Outcome::Undecided(Reason::UnknownAmount),
            Some(amount) if self.min.as_ref().is_some_and(|min| amount < *min) => {
                Outcome::Failed(Reason::TooLittle)
            }
            Some(amount) if self.max.as_ref().is_some_and(|max| amount > *max) => {
                Outcome::Failed(Reason::TooMuch)
            }
            Some(_) => Outcome::Passed,
        }
    }
}
