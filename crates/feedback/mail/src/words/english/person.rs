//! Mails about a person's points and account, in English.

use super::part::{INBOX, about, issue_row, number, points, press, said};
use crate::block::{Block, Content, Tone};
use crate::issue::Issue;
use crate::notice::AccountState;
use crate::reader::Reader;
use crate::text;

fn ledger(reader: &Reader) -> String {
    format!("/u/{}", text::segment(&reader.username))
}

pub(super) fn reversed(
    reader: &Reader,
    issue: Option<&Issue>,
    amount: u64,
    is_penalty: bool,
    reason: Option<&str>,
) -> Content {
    let (count, unit) = (number(amount), points(amount));
    let heading = if is_penalty {
        format!("A penalty of {count} {unit}")
    } else {
        format!("{count} {unit} were reversed")
    };
    let mut blocks =
        vec![Block::Figure {
            value: format!("−{count}"), unit: unit.to_owned(), is_earned: false
        }];
    blocks.extend(issue.map(issue_row));
    blocks.extend(issue.map(|_| Block::Rule));
    let is_private = issue.is_some_and(Issue::is_private);
    blocks.extend(reason.filter(|_| !is_private).map(|reason| said(format!("Reason: {reason}"))));
    blocks.push(press("View your points", ledger(reader)));
    Content {
        subject: issue.map_or_else(|| heading.clone(), |issue| about(issue, &heading)),
        preheader: reason.filter(|_| !is_private).unwrap_or_default().to_owned(),
        label: (Tone::Bad, "Points".to_owned()),
        heading,
        blocks,
        why: "Your points have changed.".to_owned(),
    }
}

pub(super) fn failed(network: &str, sentence: &str, is_swap: bool) -> Content {
    let call = if is_swap { "swap" } else { "transaction" };
    let heading = format!("Your {call} on {network} failed");
    Content {
        subject: format!("{heading}. Was the product at fault?"),
        preheader: sentence.to_owned(),
        label: (Tone::Waiting, "Question".to_owned()),
        heading,
        blocks: vec![
            said(sentence.to_owned()),
            said("Was the product at fault? If it was, report it: the transaction is filled in."),
            press("Answer", INBOX),
        ],
        why: "You chose to be asked when a transaction of your linked wallets fails. You can \
            switch it off under Profile, Wallets."
            .to_owned(),
    }
}

pub(super) fn account(state: AccountState, reason: Option<&str>) -> Content {
    let (tone, heading, effect) = match state {
        AccountState::Active => {
            (Tone::Good, "Your account is active again", "You can report and comment as before.")
        }
        AccountState::Limited => (
            Tone::Bad,
            "Your account is limited",
            "You can read everything, but your reports and comments are held back.",
        ),
        AccountState::Suspended => {
            (Tone::Bad, "Your account is suspended", "You can no longer sign in.")
        }
        AccountState::Linked => (
            Tone::Bad,
            "Your account counts as one person with others",
            "Your reports, votes and comments stay. If this is wrong, you can appeal within 14 days.",
        ),
        AccountState::Unlinked => (
            Tone::Good,
            "Your account is no longer linked to others",
            "The points that the link reversed are restored.",
        ),
        AccountState::Held => (
            Tone::Bad,
            "Your account is being checked",
            "Until then it has no rank and receives no payouts. If this is wrong, you can appeal within 14 days.",
        ),
        AccountState::Released => {
            (Tone::Good, "The check of your account is complete", "Your points have not changed.")
        }
        AccountState::Asked => (
            Tone::Quiet,
            "The team has a question about your account",
            "Nothing has changed. Please answer within 7 days.",
        ),
        AccountState::DeletionScheduled => (
            Tone::Bad,
            "Your account will be deleted in 48 hours",
            "If you did not ask for this: sign in, open your profile, choose Data, press Keep my account, and change your password.",
        ),
        AccountState::DeletionCancelled => (
            Tone::Good,
            "Your account will not be deleted",
            "The deletion was cancelled. Everything is as before.",
        ),
        AccountState::AppealAnswered => {
            (Tone::Quiet, "Your appeal was answered", "The answer is shown next to your appeal.")
        }
    };
    let mut blocks = vec![said(effect)];
    blocks.extend(reason.map(|reason| said(format!("Reason: {reason}"))));
    blocks.push(press("Open your notifications", INBOX));
    Content {
        subject: heading.to_owned(),
        preheader: reason.unwrap_or(effect).to_owned(),
        label: (tone, "Account".to_owned()),
        heading: heading.to_owned(),
        blocks,
        why: "The status of your account has changed.".to_owned(),
    }
}

/// The reader is paid for a season, or the payout was voided.
pub(super) fn paid(season: &str, number: u32, paid: &str, voided: Option<&str>) -> Content {
    let (tone, heading, body) = match voided {
        None => (
            Tone::Good,
            format!("{season} is paid out: you receive {paid}"),
            "Your share, its proof and how to claim it are on the season's page.".to_owned(),
        ),
        Some(reason) => {
            (Tone::Bad, format!("The payout of {season} is void"), text::quotation(reason))
        }
    };
    Content {
        subject: heading.clone(),
        preheader: body.clone(),
        label: (tone, "Payout".to_owned()),
        heading,
        blocks: vec![
            said(body),
            press("View the payout", format!("/leaderboard/seasons/{number}")),
        ],
        why: "You receive tokens from this payout.".to_owned(),
    }
}

pub(super) fn settled(reader: &Reader, issue: Option<&Issue>, amount: u64) -> Content {
    let (count, unit) = (number(amount), points(amount));
    let heading = format!("You earned {count} {unit}");
    let mut blocks =
        vec![Block::Figure { value: format!("+{count}"), unit: unit.to_owned(), is_earned: true }];
    blocks.extend(issue.map(issue_row));
    blocks.extend(issue.map(|_| Block::Rule));
    blocks.push(press("View your points", ledger(reader)));
    Content {
        subject: issue.map_or_else(|| heading.clone(), |issue| about(issue, &heading)),
        preheader: String::new(),
        label: (Tone::Quiet, "Points settled".to_owned()),
        heading,
        blocks,
        why: "Your points have changed.".to_owned(),
    }
}

pub(super) fn reached_level(reader: &Reader, level: u32) -> Content {
    let heading = format!("You have reached level {level}");
    Content {
        subject: heading.clone(),
        preheader: String::new(),
        label: (Tone::Good, "Your standing".to_owned()),
        heading,
        blocks: vec![press("View your profile", ledger(reader))],
        why: "It is about your standing.".to_owned(),
    }
}
