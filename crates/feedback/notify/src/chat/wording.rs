//! The texts of chat messages. Of a private issue they show only the number.

use feedback_model::notification::NotificationKind;
use integrations::DirectMessage;
use parse_engine::Error;
use parse_model::Json;

use crate::delivery::{Delivery, DeliveryRun, Digest, IssueBrief};

/// Lines of a digest.
const LINES: usize = 20;

/// The message of one delivery.
pub(super) async fn one(
    run: &DeliveryRun<'_>,
    delivery: &Delivery,
) -> Result<DirectMessage, Error> {
    let issue = issue(run, delivery).await?;
    let ctx = run.ctx();
    let url = match &issue {
        Some(issue) => ctx.issue_url(&issue.number),
        None => format!("{}/notifications", ctx.app_url()),
    };
    let is_private = issue.as_ref().is_some_and(|issue| issue.is_private);
    Ok(DirectMessage {
        title: title(delivery.kind, issue.as_ref(), &delivery.data),
        text: more(delivery.kind, &delivery.data).filter(|_| !is_private),
        url,
        event: delivery.event.clone(),
    })
}

/// The message of a digest.
pub(super) async fn several(
    run: &DeliveryRun<'_>,
    digest: &Digest,
) -> Result<DirectMessage, Error> {
    let count = digest.deliveries.len();
    if let [only] = digest.deliveries.as_slice() {
        return one(run, only).await;
    }
    let mut lines = Vec::new();
    for delivery in digest.deliveries.iter().take(LINES) {
        let issue = issue(run, delivery).await?;
        lines.push(title(delivery.kind, issue.as_ref(), &delivery.data));
    }
    if count > LINES {
        lines.push(format!("and {} more", count - LINES));
    }
    Ok(DirectMessage {
        title: format!("{count} notifications"),
        text: Some(lines.join("\n")),
        url: format!("{}/notifications", run.ctx().app_url()),
        event: digest.deliveries.last().map(|last| last.event.clone()).unwrap_or_default(),
    })
}

async fn issue(run: &DeliveryRun<'_>, delivery: &Delivery) -> Result<Option<IssueBrief>, Error> {
    match &delivery.issue {
        Some(id) => run.issue(id).await,
        None => Ok(None),
    }
}

fn text<'a>(data: &'a Json, key: &str) -> Option<&'a str> {
    data[key].as_str().filter(|text| !text.is_empty())
}

/// One line that says what happened.
fn title(kind: NotificationKind, issue: Option<&IssueBrief>, data: &Json) -> String {
    use NotificationKind as Kind;
    let it = match issue {
        Some(IssueBrief { number, title: Some(title), .. }) => format!("#{number} {title}"),
        Some(IssueBrief { number, .. }) => format!("#{number}"),
        None => "your report".to_owned(),
    };
    let amount = data["amount"].as_i64().unwrap_or_default();
    let version = text(&data["build"], "version").unwrap_or("A new build");
    let people = data["people"].as_u64().unwrap_or_default();
    match kind {
        Kind::InfoAsked => format!("A question about {it}"),
        Kind::FixCheck => format!("Please check the fix of {it}"),
        Kind::FailureQuestion => failed(data),
        Kind::PointsReversed => format!("{} points were reversed", amount.abs()),
        Kind::AccountChanged => account_change(data),
        Kind::IssueNews => news(&it, data),
        Kind::PointsSettled => format!("You earned {amount} points for {it}"),
        Kind::CommentStaff => format!("The team wrote about {it}"),
        Kind::Comment => format!("A comment on {it}"),
        Kind::Mention => format!("You were mentioned in {it}"),
        Kind::EvidenceFinished => "Your transaction was looked up".to_owned(),
        Kind::Release => format!("{version} is out and fixes what you reported"),
        Kind::Payout => {
            match text(data, "paid").filter(|_| text(data, "what") == Some("published")) {
                Some(paid) => format!("You receive {paid}"),
                None => "One of your payouts has changed".to_owned(),
            }
        }
        Kind::RulesSeason => text(data, "title").unwrap_or("The programme changed").to_owned(),
        Kind::SubmissionReturned => format!("Your mission came back: {}", mission(data)),
        Kind::Mission => match text(data, "what") {
            Some("opened") => format!("New mission: {}", mission(data)),
            Some("ending") => format!("A mission ends within a day: {}", mission(data)),
            Some("refused") => format!("A mission was rejected: {}", mission(data)),
            _ => format!("Mission done, {amount} points: {}", mission(data)),
        },
        Kind::BadgeLevel => match data["level"].as_u64() {
            Some(level) => format!("You reached level {level}"),
            None => "You reached a new level".to_owned(),
        },
        Kind::AdminS1 => format!("New Critical report: {it}"),
        Kind::AdminPrivate => format!("A private report came in: {it}"),
        Kind::AdminRegression => format!("A fixed issue is back: {it}"),
        Kind::AdminCluster => format!("{people} people hit the same failure within an hour"),
        Kind::AdminFailureRate => failure_rate(data),
        Kind::AdminPromise => format!("An answer is due soon: {it}"),
        Kind::AdminWebhook => match text(data, "name").or_else(|| text(data, "service")) {
            Some(name) => format!("{name} rejects our messages"),
            None => "An integration rejects our messages".to_owned(),
        },
        Kind::AdminNetwork => network_down(data),
        Kind::AdminAppeal => match text(data, "name") {
            Some(name) => format!("{name} appeals against a decision"),
            None => "A tester appeals against a decision".to_owned(),
        },
        Kind::AdminTracker => format!("A tracker proposes a change of {it}"),
    }
}

fn failed(data: &Json) -> String {
    let call = if data["failure"]["isSwap"] == true { "swap" } else { "transaction" };
    match text(&data["failure"], "network") {
        Some(network) => format!("Your {call} on {network} failed. Was the product at fault?"),
        None => format!("Your {call} failed. Was the product at fault?"),
    }
}

fn failure_rate(data: &Json) -> String {
    match text(data, "name") {
        Some(name) => format!("The failure rate of {name} has doubled"),
        None => "A failure rate has doubled".to_owned(),
    }
}

fn network_down(data: &Json) -> String {
    match text(&data["network"], "name") {
        Some(name) => format!("No node of {name} answers"),
        None => "No node of a network answers".to_owned(),
    }
}

/// "31 of 200 calls failed in the last 6 hours, 40 of 2000 before".
fn failed_calls(data: &Json) -> String {
    let number = |key: &str| data[key].as_u64().unwrap_or_default();
    let span = match number("hours") {
        1 => "hour".to_owned(),
        hours => format!("{hours} hours"),
    };
    format!(
        "{} of {} calls failed in the last {span}, {} of {} before",
        number("failed"),
        number("calls"),
        number("failedBefore"),
        number("callsBefore")
    )
}

fn account_change(data: &Json) -> String {
    match text(data, "status") {
        Some("linked") => "Your account counts as one person with others".to_owned(),
        Some("unlinked") => "Your account is no longer linked to others".to_owned(),
        Some("held") => "Your account is being checked".to_owned(),
        Some("released") => "The check of your account is complete".to_owned(),
        Some("deletion_scheduled") => "Your account will be deleted in 48 hours".to_owned(),
        Some("deletion_cancelled") => "Your account will not be deleted".to_owned(),
        Some("asked") => "The team asks you about your account".to_owned(),
        Some("appeal_upheld" | "appeal_denied") => "Your appeal was answered".to_owned(),
        status => format!("Your account is now {}", status.unwrap_or("changed")),
    }
}

fn mission(data: &Json) -> &str {
    text(&data["mission"], "title").unwrap_or("a mission")
}

fn news(it: &str, data: &Json) -> String {
    match text(data, "what").unwrap_or_default() {
        "confirmed" => format!("Confirmed: {it}"),
        "started" => format!("Work began on {it}"),
        "fixed" => format!("Fixed: {it}"),
        "verified" => format!("The fix works: {it}"),
        "closed" => format!("Closed: {it}"),
        "merged" => format!("Merged with another report: {it}"),
        "reopened" => format!("Opened again: {it}"),
        "severity" => format!("The severity changed: {it}"),
        _ => format!("News about {it}"),
    }
}

/// The text of a user, if there is one.
fn more(kind: NotificationKind, data: &Json) -> Option<String> {
    use NotificationKind as Kind;
    let said = match kind {
        Kind::InfoAsked => text(data, "question"),
        Kind::FailureQuestion => text(&data["failure"], "sentence"),
        Kind::PointsReversed | Kind::AccountChanged => text(data, "reason"),
        Kind::CommentStaff | Kind::Comment | Kind::Mention => text(data, "excerpt"),
        Kind::FixCheck | Kind::IssueNews => text(&data["build"], "version"),
        Kind::Release => text(data, "title"),
        Kind::AdminCluster => text(data, "title"),
        Kind::AdminWebhook => text(data, "problem"),
        Kind::AdminFailureRate => return Some(failed_calls(data)),
        _ => None,
    };
    said.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_kind_has_a_line_of_its_own_that_names_the_issue_it_is_about() {
        let issue = IssueBrief {
            number: 431,
            title: Some("Sent to a different pool".to_owned()),
            is_private: false,
        };
        let data = json!({ "amount": -40, "people": 12, "title": "A new season", "what": "fixed", "level": 2 });
        let lines = NotificationKind::ALL.map(|kind| title(kind, Some(&issue), &data));
        for (at, line) in lines.iter().enumerate() {
            assert!(!line.is_empty() && !lines[..at].contains(line), "{line}");
        }
        assert!(lines[0].contains("#431 Sent to a different pool"), "{}", lines[0]);
    }

    #[test]
    fn of_a_private_issue_only_the_number_is_told() {
        let issue = IssueBrief { number: 9, title: None, is_private: true };
        let line = title(NotificationKind::InfoAsked, Some(&issue), &json!({}));
        assert_eq!(line, "A question about #9");
    }
}
