//! Mails to all users, in English.

use super::part::{INBOX, ROWS, day, issue_row, more, press, said};
use crate::block::{Block, Content, Tone};
use crate::issue::Issue;
use crate::notice::Change;
use crate::text;

pub(super) fn release(version: Option<&str>, title: &str, body: &str, fixed: &[Issue]) -> Content {
    let what = version.unwrap_or(title);
    let (subject, why) = match fixed {
        [] => (title.to_owned(), "You take part in this programme.".to_owned()),
        [one] => (
            format!("{} is fixed in {what}", one.mark()),
            "It fixes an issue that you reported or that affects you.".to_owned(),
        ),
        many => (
            format!("{} things you reported are fixed in {what}", many.len()),
            "It fixes an issue that you reported or that affects you.".to_owned(),
        ),
    };
    let body_text = text::quotation(body);
    let mut blocks: Vec<Block> =
        Some(body_text).filter(|body| !body.is_empty()).map(said).into_iter().collect();
    if !fixed.is_empty() {
        blocks.push(Block::Section("Your issues that are fixed".to_owned()));
        blocks.extend(fixed.iter().take(ROWS).map(issue_row));
        blocks.push(Block::Rule);
    }
    blocks.extend(more(fixed.len()));
    blocks.push(press("View what is new", INBOX));
    let label =
        version.map_or_else(|| "Release".to_owned(), |version| format!("Release {version}"));
    Content {
        preheader: title.to_owned(),
        label: (Tone::Good, label),
        heading: title.to_owned(),
        subject,
        blocks,
        why,
    }
}

pub(super) fn changed(change: &Change) -> Content {
    let (label, heading, body, button, path) = match change {
        Change::Rules { version, from } => {
            let from = from.map_or_else(String::new, |from| format!(" from {} on", day(from)));
            (
                "Rules",
                format!("New rules of scoring, version {version}"),
                format!("They apply{from}. Points earned before do not change."),
                "Read the rules",
                "/leaderboard/rules".to_owned(),
            )
        }
        Change::Season { name, has_ended: false } => (
            "Season",
            format!("{name} has begun"),
            "All points start at zero.".to_owned(),
            "View the leaderboard",
            "/leaderboard".to_owned(),
        ),
        Change::Season { name, has_ended: true } => (
            "Season",
            format!("{name} has ended"),
            "The standings are being reviewed.".to_owned(),
            "View the leaderboard",
            "/leaderboard".to_owned(),
        ),
        Change::Announcement { title, body } => {
            let body = text::quotation(body);
            ("Announcement", title.clone(), body, "Open in the app", INBOX.to_owned())
        }
    };
    Content {
        subject: heading.clone(),
        preheader: body.clone(),
        label: (Tone::Quiet, label.to_owned()),
        heading,
        blocks: vec![said(body), press(button, path)],
        why: "You take part in this programme.".to_owned(),
    }
}
