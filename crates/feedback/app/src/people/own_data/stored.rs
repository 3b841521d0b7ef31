//! Data about people, as the draft of the privacy page and the reference list it.

use super::section::SECTIONS;

/// Data that remains after an account was deleted with all texts: the tables, and a sentence.
pub const REMAINS: &[(&[&str], &str)] = &[
    (
        &["PointsEntry", "Standing"],
        "Points and ranks, because the ranks of others follow from them.",
    ),
    (&["RewardLeaf"], "Published payouts: amount and wallet address."),
    (&["InvitationUse"], "The invitation that was used, because invitations count their uses."),
    (
        &["person_link", "person_hold", "pending_adjustment"],
        "Decisions of administrators about duplicate accounts and points.",
    ),
    (
        &["wallet_rest"],
        "Wallet addresses for 90 days, so that a wallet cannot create another account at once.",
    ),
    (&["event"], "Events for other programs of the team, for 30 days."),
    (
        &["change", "count_change", "file"],
        "Copies that the server is still working on, for minutes.",
    ),
];

/// The sentences about the data that is stored, in the order of the export.
pub(crate) fn sentences() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().map(|section| section.about)
}
