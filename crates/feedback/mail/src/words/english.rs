//! Mails in English.

mod admin;
mod all_users;
mod issue;
mod mission;
mod part;
mod person;

use part::{INBOX, ROWS, more, press};

use crate::block::{Block, Content, Footer, Row, Tone};
use crate::digest::Digest;
use crate::issue::Issue;
use crate::notice::Notice;
use crate::reader::{Programme, Reader};

/// The content of a notification's mail.
pub(super) fn content(reader: &Reader, notice: &Notice) -> Content {
    match notice {
        Notice::InfoAsked { issue, question, until } => issue::info_asked(issue, question, *until),
        Notice::FixCheck { issue, build } => issue::fix_check(issue, build.as_deref()),
        Notice::PointsReversed { issue, amount, is_penalty, reason } => {
            person::reversed(reader, issue.as_ref(), *amount, *is_penalty, reason.as_deref())
        }
        Notice::AccountChanged { state, reason } => person::account(*state, reason.as_deref()),
        Notice::IssueNews { issue, news } => issue::issue_news(issue, news),
        Notice::PointsSettled { issue, amount } => person::settled(reader, issue.as_ref(), *amount),
        Notice::CommentStaff { issue, remark, count } => {
            issue::comment(issue, remark, *count, "The team wrote", "You follow this issue.")
        }
        Notice::Comment { issue, remark, count } => {
            issue::comment(issue, remark, *count, "New comment", "You follow this issue.")
        }
        Notice::Mention { issue, remark } => issue::mention(issue, remark),
        Notice::EvidenceFinished { issue, transaction } => {
            issue::evidence(issue.as_ref(), transaction.as_deref())
        }
        Notice::Release { version, title, body, fixed } => {
            all_users::release(version.as_deref(), title, body, fixed)
        }
        Notice::RulesSeason(change) => all_users::changed(change),
        Notice::Payout { season, number, paid, voided } => {
            person::paid(season, *number, paid, voided.as_deref())
        }
        Notice::SubmissionReturned { mission, reason, tries_left } => {
            mission::returned(mission, reason.as_deref(), *tries_left)
        }
        Notice::Mission { mission, news } => mission::news(mission, news),
        Notice::FailureQuestion { network, sentence, is_swap } => {
            person::failed(network, sentence, *is_swap)
        }
        Notice::Level(level) => person::reached_level(reader, *level),
        Notice::AdminS1 { .. }
        | Notice::AdminPrivate { .. }
        | Notice::AdminRegression { .. }
        | Notice::AdminCluster { .. }
        | Notice::AdminFailureRate { .. }
        | Notice::AdminPromise { .. }
        | Notice::AdminWebhook { .. }
        | Notice::AdminNetwork { .. }
        | Notice::AdminTracker { .. }
        | Notice::AdminAppeal { .. }
        | Notice::Test { .. } => admin::content(notice),
    }
}

/// The footer of every mail.
pub(super) fn footer(reader: &Reader, content: &Content) -> Footer {
    let stop = reader.unsubscribe.iter().map(|path| ("Stop mails of this kind", path.clone()));
    let choose = ("Choose your e-mail notifications", reader.preferences());
    let links = stop.chain([choose]).map(|(label, path)| (label.to_owned(), path)).collect();
    Footer { why: content.why.clone(), links }
}

/// The content of a digest: one row for each notification, with the subject of its own mail.
pub(super) fn digest(programme: &Programme, reader: &Reader, digest: &Digest) -> Content {
    let heading = match (digest.waiting.len(), digest.news.len()) {
        (0, 1) => "One piece of news".to_owned(),
        (0, news) => format!("{news} pieces of news"),
        (1, 0) => "One thing waits for you".to_owned(),
        (waiting, 0) => format!("{waiting} things wait for you"),
        (1, _) => "One thing waits for you, and some news".to_owned(),
        (waiting, _) => format!("{waiting} things wait for you, and some news"),
    };
    let mut blocks = Vec::new();
    for (name, notices) in [("Waiting for you", &digest.waiting), ("News", &digest.news)] {
        if notices.is_empty() {
            continue;
        }
        blocks.push(Block::Section(name.to_owned()));
        blocks.extend(notices.iter().take(ROWS).map(|one| digest_row(reader, one)));
        blocks.push(Block::Rule);
        blocks.extend(more(notices.len()));
    }
    blocks.push(press("Open your notifications", INBOX));
    let first = digest.waiting.iter().chain(&digest.news).next();
    Content {
        subject: format!("{}: {heading}", programme.name),
        preheader: first.map(|one| content(reader, one).heading).unwrap_or_default(),
        label: (Tone::Quiet, "Your digest".to_owned()),
        heading,
        blocks,
        why: "Digests are sent at the hour that you chose, after your quiet hours, or a few minutes after several warnings."
            .to_owned(),
    }
}

fn digest_row(reader: &Reader, notice: &Notice) -> Block {
    let content = content(reader, notice);
    let issue = notice.issue();
    Block::Row(Row {
        mark: issue.map(Issue::mark).unwrap_or_default(),
        title: content.heading,
        note: issue.and_then(|issue| issue.title.clone()).unwrap_or_default(),
        path: issue.map_or_else(|| INBOX.to_owned(), Issue::path),
    })
}

/// The display name of a kind of notification.
pub(super) fn kind_name(kind: &str) -> &'static str {
    match kind {
        "info_asked" => "Questions about your reports",
        "fix_check" => "Fixes to check",
        "points_reversed" => "Reversed points",
        "account_changed" => "Changes of your account",
        "issue_news" => "News of issues",
        "points_settled" => "Points settled",
        "comment_staff" => "Comments by the team",
        "comment" => "Comments by others",
        "mention" => "Mentions",
        "evidence_finished" => "Explained transactions",
        "release" => "Releases",
        "rules_season" => "Rules, seasons and announcements",
        "payout" => "Payouts to you",
        "submission_returned" => "Missions that came back",
        "mission" => "Missions",
        "badge_level" => "Levels",
        "admin_s1" => "Critical reports",
        "admin_private" => "Private reports",
        "admin_regression" => "Regressions",
        "admin_cluster" => "Widespread failures",
        "admin_promise" => "Response targets",
        "admin_webhook" => "Integrations that stopped",
        "admin_network" => "Networks that do not answer",
        "admin_tracker" => "Proposals of trackers",
        "admin_appeal" => "Appeals",
        "digest" => "Digests",
        "all" => "All mails",
        _ => "Mails of this kind",
    }
}
