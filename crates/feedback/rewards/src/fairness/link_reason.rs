//! Reasons for linking accounts, from a list, so that they contain no personal data.

use parse_engine::Error;
use serde::Deserialize;

use feedback_core::refused::invalid;

/// A reason from the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LinkReason {
    SameFunder,
    SameFunderDevice,
    SameDevice,
    SamePayout,
    SameTexts,
    WalletPassed,
    SaidSo,
    Other,
}

impl LinkReason {
    /// The stored key.
    pub(crate) fn key(self) -> &'static str {
        match self {
            LinkReason::SameFunder => "same_funder",
            LinkReason::SameFunderDevice => "same_funder_device",
            LinkReason::SameDevice => "same_device",
            LinkReason::SamePayout => "same_payout",
            LinkReason::SameTexts => "same_texts",
            LinkReason::WalletPassed => "wallet_passed",
            LinkReason::SaidSo => "said_so",
            LinkReason::Other => "other",
        }
    }

    /// The text for the affected users.
    pub(crate) fn sentence(self) -> &'static str {
        match self {
            LinkReason::SameFunder => "the same funding wallet",
            LinkReason::SameFunderDevice => "the same funding wallet and device",
            LinkReason::SameDevice => "the same device",
            LinkReason::SamePayout => "the same payout address",
            LinkReason::SameTexts => "nearly the same texts",
            LinkReason::WalletPassed => "a wallet that moved between the accounts",
            LinkReason::SaidSo => "what was said about the accounts",
            LinkReason::Other => "another reason, which the team can tell",
        }
    }
}

/// A note of an administrator, which no tester can read. Required if no listed reason fits.
pub(crate) fn note(reason: LinkReason, note: Option<&str>) -> Result<Option<String>, Error> {
    let note = note.map(str::trim).filter(|note| !note.is_empty());
    match (reason, note.map(|note| note.chars().count())) {
        (LinkReason::Other, None | Some(0..10)) | (_, Some(501..)) => Err(invalid(
            "REASON",
            "Give a reason of 10 to 500 characters. Administrators will read it.",
        )),
        _ => Ok(note.map(str::to_owned)),
    }
}
