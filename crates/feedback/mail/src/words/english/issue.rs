//! Mails about issues, in English.

use super::part::{INBOX, about, day, issue_row, preheader, press, quoted, said};
use crate::block::{Block, Content, Tone};
use crate::issue::{Day, Issue};
use crate::notice::{News, Remark};

pub(super) fn info_asked(issue: &Issue, question: &Remark, until: Option<Day>) -> Content {
    let mut blocks = vec![issue_row(issue), Block::Rule, quoted(issue, question)];
    blocks.push(press("Answer", issue.path()));
    blocks.extend(until.map(|until| {
        said(format!("The report will be closed if you do not answer by {}.", day(until)))
    }));
    Content {
        subject: about(issue, "A question about your report"),
        preheader: preheader(issue, question),
        label: (Tone::Waiting, "Waiting for you".to_owned()),
        heading: "The team has a question about your report".to_owned(),
        blocks,
        why: format!("You reported {}.", issue.mark()),
    }
}

pub(super) fn fix_check(issue: &Issue, build: Option<&str>) -> Content {
    let fixed = build.map_or_else(|| "Fixed".to_owned(), |build| format!("Fixed in {build}"));
    let heading = format!("{fixed}. Does it work for you?");
    let try_it = build.map_or_else(
        || "Try it again, and say whether it works now.".to_owned(),
        |build| format!("Try it again in {build} or later, and say whether it works now."),
    );
    Content {
        subject: about(issue, &heading),
        preheader: try_it.clone(),
        label: (Tone::Waiting, "Waiting for you".to_owned()),
        heading,
        blocks: vec![
            issue_row(issue),
            Block::Rule,
            said(try_it),
            press("Check the fix", issue.path()),
        ],
        why: format!("You reported {} or are affected by it.", issue.mark()),
    }
}

pub(super) fn issue_news(issue: &Issue, news: &News) -> Content {
    let (tone, label, heading) = headline(news);
    let mut blocks = vec![issue_row(issue), Block::Rule];
    match news {
        News::Closed { reason: Some(reason), .. } if !issue.is_private() => {
            blocks.push(said(format!("Reason: {reason}")));
        }
        News::Merged(Some(into)) => {
            blocks.push(said(format!(
                "Your report was merged into {}. Watch that issue for updates.",
                into.mark()
            )));
            blocks.push(issue_row(into));
            blocks.push(Block::Rule);
        }
        _ => {}
    }
    blocks.push(press("View the issue", issue.path()));
    Content {
        subject: about(issue, &heading),
        preheader: issue.title.clone().unwrap_or_default(),
        label: (tone, label.to_owned()),
        heading,
        blocks,
        why: format!("You reported {} or watch it.", issue.mark()),
    }
}

fn headline(news: &News) -> (Tone, &'static str, String) {
    let with = |said: &str, word: Option<&String>, joint: &str| {
        word.map_or_else(|| said.to_owned(), |word| format!("{said}{joint}{word}"))
    };
    match news {
        News::Confirmed(severity) => {
            (Tone::Working, "Confirmed", with("Confirmed", severity.as_ref(), " as "))
        }
        News::Started => (Tone::Working, "In progress", "The team is working on it".to_owned()),
        News::Fixed(build) => (Tone::Good, "Fixed", with("Fixed", build.as_ref(), " in ")),
        News::Verified => (Tone::Good, "Verified", "The fix is verified".to_owned()),
        News::Closed { resolution, .. } => {
            (Tone::Quiet, "Closed", with("Closed", resolution.as_ref(), ": "))
        }
        News::Merged(into) => {
            let into = into.as_ref().map(Issue::mark);
            (Tone::Quiet, "Merged", with("Merged", into.as_ref(), " into "))
        }
        News::Reopened => (Tone::Working, "Reopened", "Open again".to_owned()),
        News::Regressed => (Tone::Bad, "Regressed", "It is back after the fix".to_owned()),
        News::Severity(severity) => {
            (Tone::Quiet, "Severity", with("The severity was changed", severity.as_ref(), " to "))
        }
    }
}

pub(super) fn comment(
    issue: &Issue,
    remark: &Remark,
    count: u32,
    label: &str,
    why: &str,
) -> Content {
    let heading = match count {
        0 | 1 => format!("{} commented", remark.by),
        count => format!("{} and others wrote {count} comments", remark.by),
    };
    Content {
        subject: about(issue, &heading),
        preheader: preheader(issue, remark),
        label: (Tone::Quiet, label.to_owned()),
        heading,
        blocks: vec![
            issue_row(issue),
            Block::Rule,
            quoted(issue, remark),
            press("View the comment", issue.path()),
        ],
        why: why.to_owned(),
    }
}

pub(super) fn mention(issue: &Issue, remark: &Remark) -> Content {
    let heading = format!("{} mentioned you", remark.by);
    Content {
        why: "You were mentioned.".to_owned(),
        subject: about(issue, &heading),
        heading,
        ..comment(issue, remark, 1, "Mention", "")
    }
}

pub(super) fn evidence(issue: Option<&Issue>, transaction: Option<&str>) -> Content {
    let heading = "Your transaction is explained".to_owned();
    let which = transaction.map_or_else(
        || "Your transaction was looked up.".to_owned(),
        |hash| format!("Transaction {hash} was looked up."),
    );
    let mut blocks = Vec::from_iter(issue.map(issue_row));
    blocks.extend(issue.map(|_| Block::Rule));
    blocks.push(said(format!("{which} The page says what happened and why.")));
    let path = issue.map_or_else(|| INBOX.to_owned(), Issue::path);
    blocks.push(press("View the proof", path));
    Content {
        subject: issue.map_or_else(|| heading.clone(), |issue| about(issue, &heading)),
        preheader: which,
        label: (Tone::Working, "Proof".to_owned()),
        heading,
        blocks,
        why: "You pasted this transaction.".to_owned(),
    }
}
