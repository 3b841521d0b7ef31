//! The result of a check for a transaction, with its reason.

use serde::Deserialize;

use super::check::{Check, Happening, Quantity, ToRole, WantedOwner, WantedStatus};
use crate::evidence::OwnerMatch;
use crate::keyed_enum::keyed_enum;
use crate::timestamp::Timestamp;

/// The facts of a transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TxFacts {
    /// Its network.
    pub network: Option<String>,
    /// The time of its block.
    pub mined_at: Option<Timestamp>,
    /// Whether it belongs to the tester.
    pub owner: Option<OwnerMatch>,
    /// Whether it succeeded. `None` while it is pending.
    pub is_success: Option<bool>,
    /// The role of the called contract, if it is registered.
    pub to_role: Option<String>,
    /// The selector of the function, in lower case.
    pub selector: Option<String>,
    /// The name of the function.
    pub method: Option<String>,
    /// Whether the swapped tokens are known.
    #[serde(default)]
    pub has_swap: bool,
    /// Whether it has a token transfer.
    #[serde(default)]
    pub has_transfer: bool,
    /// The input token: the id of a token, `native`, or an unregistered address.
    pub token_in: Option<String>,
    /// The output token.
    pub token_out: Option<String>,
    /// The input amount.
    pub amount_in: Option<String>,
    /// Whether the explanation is complete.
    #[serde(default)]
    pub is_whole: bool,
}

keyed_enum! {
    /// Why a check did not pass.
    pub enum Reason {
        /// It was never mined.
        NotMined = "not_mined",
        /// It is on another network.
        WrongNetwork = "wrong_network",
        /// It was mined before the start.
        BeforeStart = "before_start",
        /// It belongs to another user.
        NotOwn = "not_own",
        /// It called another contract.
        WrongContract = "wrong_contract",
        /// It has another status.
        WrongStatus = "wrong_status",
        /// It called another function.
        WrongMethod = "wrong_method",
        /// It has no such event.
        NoEvent = "no_event",
        /// It has another input token.
        WrongTokenIn = "wrong_token_in",
        /// It has another output token.
        WrongTokenOut = "wrong_token_out",
        /// The input is too small.
        TooLittle = "too_little",
        /// The input is too large.
        TooMuch = "too_much",
        /// Its owner is unknown.
        NoWallet = "no_wallet",
        /// No network knows it.
        NotFound = "not_found",
        /// The explanation is incomplete.
        NotExplained = "not_explained",
        /// The called function is unknown.
        UnknownMethod = "unknown_method",
        /// The amount is unknown.
        UnknownAmount = "unknown_amount",
    }
}

impl Reason {
    /// The sentence for the tester.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::NotMined => "The transaction was not mined.",
            Reason::WrongNetwork => "It is on a different network than the mission asks for.",
            Reason::BeforeStart => "It was made before you started the mission.",
            Reason::NotOwn => "It was not sent from a wallet that is linked to your account.",
            Reason::WrongContract => "It went to a different contract than the mission asks for.",
            Reason::WrongStatus => "Its result is not the one that the mission asks for.",
            Reason::WrongMethod => "It called a different function than the mission asks for.",
            Reason::NoEvent => "It did not do what the mission asks for.",
            Reason::WrongTokenIn => "The input token is not the one that the mission asks for.",
            Reason::WrongTokenOut => "The output token is not the one that the mission asks for.",
            Reason::TooLittle => "The input amount is lower than the mission asks for.",
            Reason::TooMuch => "The input amount is higher than the mission asks for.",
            Reason::NoWallet => {
                "Link the sending wallet to your account, so that the transaction counts as yours."
            }
            Reason::NotFound => "No network knows this transaction.",
            Reason::NotExplained => {
                "The network returned too little data; a reviewer will check this step."
            }
            Reason::UnknownMethod => {
                "The function it called is unknown; a reviewer will check this step."
            }
            Reason::UnknownAmount => {
                "The input amount could not be determined; a reviewer will check this step."
            }
        }
    }
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every condition is met.
    Passed,
    /// This condition is not met.
    Failed(Reason),
    /// Undecidable.
    Undecided(Reason),
}

impl Check {
    /// Runs the check on a transaction that was mined or dropped. Without a start, its time is not
    /// checked.
    pub fn judge(&self, facts: &TxFacts, started_at: Option<Timestamp>) -> Outcome {
        let parts = [
            self.place(facts, started_at),
            self.ownership(facts),
            self.ending(facts),
            self.call(facts),
            self.exchange(facts),
            self.quantity(facts),
        ];
        // A failed condition is more informative than an unknown one.
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
        // Block times are whole seconds, so a block in the second of the start is not before it.
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
