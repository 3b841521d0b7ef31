//! What would have made a failed swap pass: the answer, as it is kept, stored and sent.

use serde::{Deserialize, Serialize};

use crate::Amount;
use crate::class::{Confidence, FailureClass};
use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// The one thing that is changed.
    pub enum Question {
        /// What the swap would have returned without its limits.
        Limits = "limits",
        /// The same without the price at which a pool stops.
        PriceLimit = "price_limit",
        /// A later deadline.
        Deadline = "deadline",
        /// The approval of the token.
        Allowance = "allowance",
        /// A valid permission in place of the signed one.
        Permission = "permission",
        /// More gas.
        Gas = "gas",
        /// The router function for tokens that keep a fee.
        FeeFunction = "fee_function",
    }
}

impl Question {
    /// The change in words, behind "the same".
    pub(crate) fn change(self) -> &'static str {
        match self {
            Question::Limits => "without its limit",
            Question::PriceLimit => "without its price limit",
            Question::Deadline => "with a later deadline",
            Question::Allowance => "with the token approval",
            Question::Permission => "with a valid permit",
            Question::Gas => "with a higher gas limit",
            Question::FeeFunction => "with the router function for tokens that charge a fee",
        }
    }
}

keyed_enum! {
    /// What became of the changed call.
    pub enum Outcome {
        /// It works.
        Works = "works",
        /// It fails for another reason.
        Fails = "fails",
        /// It could not be tried, or its answer cannot be believed.
        Untried = "untried",
    }
}

/// The answer to the question of a failure, as it is kept beside what nodes said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tried {
    /// What was changed.
    pub question: Question,
    /// What became of it.
    pub outcome: Outcome,
    /// How sure it is: from its own place in the block, or from the parent block.
    pub certainty: Confidence,
    /// What would have come out; of a swap with an exact output, what would have gone in.
    pub amount: Option<Amount>,
    /// Why it would still have failed.
    pub then: Option<FailureClass>,
    /// The gas that it would have used.
    pub gas_used: Option<u64>,
}

impl Tried {
    /// It could not be tried.
    pub fn untried(question: Question) -> Tried {
        let certainty = Confidence::None;
        let outcome = Outcome::Untried;
        Tried { question, outcome, certainty, amount: None, then: None, gas_used: None }
    }
}

/// What would have made a failed swap pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WouldHave {
    /// What was changed.
    pub question: Question,
    /// What became of it.
    pub outcome: Outcome,
    /// What would have come out; of a swap with an exact output, what would have gone in.
    pub amount: Option<Amount>,
    /// The tolerance against the quote that would have been enough.
    pub tolerance_bps: Option<i64>,
    /// How sure it is.
    pub certainty: Confidence,
    /// All of it in plain words; nothing if it could not be tried.
    pub sentence: Option<String>,
}
