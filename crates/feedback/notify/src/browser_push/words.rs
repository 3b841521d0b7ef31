//! The texts of pushes. Others may see a push on a locked screen, so of a private issue it has only
//! the number.

use feedback_model::notification::NotificationKind;
use parse_model::Json;

use crate::delivery::IssueBrief;

/// A title, a text, and the page that opens on press.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PushText {
    pub(super) title: String,
    pub(super) body: String,
    pub(super) path: String,
}

/// The text for one event, or for several of the same group.
pub(super) fn words(
    kind: NotificationKind,
    issue: Option<&IssueBrief>,
    data: &Json,
    count: u32,
) -> PushText {
    let about = issue.map_or_else(|| "an issue".to_owned(), |issue| format!("#{}", issue.number));
    let body = match issue {
        Some(issue) => issue.title.clone().unwrap_or_default(),
        None => detail(kind, data),
    };
    PushText { title: title(kind, &about, data, count), body, path: path(kind, issue, data) }
}

/// The text for several events of different groups.
pub(super) fn several(count: usize) -> PushText {
    let title = format!("{count} things happened while you were away");
    PushText { title, body: String::new(), path: "/notifications".to_owned() }
}

fn title(kind: NotificationKind, about: &str, data: &Json, count: u32) -> String {
    use NotificationKind as Kind;
    match kind {
        Kind::InfoAsked => format!("A question about {about}"),
        Kind::FixCheck => format!("Does the fix of {about} work?"),
        Kind::FailureQuestion => "Your transaction failed. Was the product at fault?".to_owned(),
        Kind::PointsReversed => "Points were reversed".to_owned(),
        Kind::AccountChanged => "Your account was changed".to_owned(),
        Kind::IssueNews => news(about, data),
        Kind::PointsSettled => points(data),
        Kind::CommentStaff => format!("The team wrote about {about}"),
        Kind::Comment if count > 1 => format!("{count} new comments on {about}"),
        Kind::Comment => format!("A new comment on {about}"),
        Kind::Mention => format!("You were mentioned in {about}"),
        Kind::EvidenceFinished => "Your transaction is explained".to_owned(),
        Kind::Release => release(data),
        Kind::Payout if data["what"] == "published" => "You receive a payout".to_owned(),
        Kind::Payout => "A payout was voided".to_owned(),
        Kind::RulesSeason => "News of the programme".to_owned(),
        Kind::SubmissionReturned => "Your mission came back".to_owned(),
        Kind::Mission => match data["what"].as_str() {
            Some("opened") => "A new mission".to_owned(),
            Some("ending") => "A mission ends within a day".to_owned(),
            Some("refused") => "A mission was rejected".to_owned(),
            _ => "Mission done".to_owned(),
        },
        Kind::BadgeLevel => "You reached a new level".to_owned(),
        Kind::AdminS1 => format!("A critical report: {about}"),
        Kind::AdminPrivate => format!("A private report: {about}"),
        Kind::AdminRegression => format!("{about} is back"),
        Kind::AdminCluster => "Many people hit the same failure".to_owned(),
        Kind::AdminFailureRate => "A failure rate has doubled".to_owned(),
        Kind::AdminPromise => format!("An answer to {about} is due soon"),
        Kind::AdminWebhook => "An integration rejects our messages".to_owned(),
        Kind::AdminNetwork => "No node of a network answers".to_owned(),
        Kind::AdminAppeal => "A tester appeals against a decision".to_owned(),
        Kind::AdminTracker => format!("A tracker proposes a change to {about}"),
    }
}

fn news(about: &str, data: &Json) -> String {
    match data["what"].as_str() {
        Some("confirmed") => format!("{about} was confirmed"),
        Some("started") => format!("{about} is being worked on"),
        Some("fixed") => format!("{about} is fixed"),
        Some("verified") => format!("The fix of {about} works"),
        Some("closed") => format!("{about} was closed"),
        Some("merged") => format!("{about} was merged"),
        Some("reopened") => format!("{about} is open again"),
        Some("severity") => format!("{about} has another severity"),
        _ => format!("News about {about}"),
    }
}

fn points(data: &Json) -> String {
    match data["amount"].as_i64() {
        Some(1) => "You earned 1 point".to_owned(),
        Some(amount) if amount > 1 => format!("You earned {amount} points"),
        _ => "Your points are final".to_owned(),
    }
}

fn release(data: &Json) -> String {
    match data["build"]["version"].as_str() {
        Some(version) => format!("{version} is out"),
        None => "A new release is out".to_owned(),
    }
}

/// The text for a notification without an issue.
fn detail(kind: NotificationKind, data: &Json) -> String {
    let text = match kind {
        NotificationKind::Release | NotificationKind::RulesSeason => &data["title"],
        NotificationKind::Payout if data["what"] == "published" => &data["paid"],
        NotificationKind::Payout => &data["title"],
        NotificationKind::SubmissionReturned | NotificationKind::Mission => {
            &data["mission"]["title"]
        }
        NotificationKind::FailureQuestion => &data["failure"]["sentence"],
        NotificationKind::AdminNetwork => &data["network"]["name"],
        NotificationKind::AdminWebhook
        | NotificationKind::AdminAppeal
        | NotificationKind::AdminFailureRate => &data["name"],
        _ => &Json::Null,
    };
    text.as_str().unwrap_or_default().to_owned()
}

fn path(kind: NotificationKind, issue: Option<&IssueBrief>, data: &Json) -> String {
    let is_id = |id: &&str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match (issue, data["cluster"].as_str().filter(is_id)) {
        (Some(issue), _) => format!("/issues/{}", issue.number),
        (None, Some(cluster)) if kind == NotificationKind::AdminCluster => {
            format!("/issues/clusters/{cluster}")
        }
        (None, _) => "/notifications".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn issue(title: Option<&str>) -> IssueBrief {
        IssueBrief { number: 431, title: title.map(str::to_owned), is_private: title.is_none() }
    }

    #[test]
    fn a_question_names_its_issue_and_leads_there() {
        let open = issue(Some("Swap reverts on Sepolia"));
        let words = words(NotificationKind::InfoAsked, Some(&open), &json!({}), 1);
        assert_eq!(words.title, "A question about #431");
        assert_eq!(words.body, "Swap reverts on Sepolia");
        assert_eq!(words.path, "/issues/431");
    }

    #[test]
    fn nothing_of_a_private_issue_is_said_but_its_number() {
        let data = json!({ "question": "Which key?", "excerpt": "secret", "title": "secret" });
        for kind in NotificationKind::ALL {
            let said = words(kind, Some(&issue(None)), &data, 3);
            assert!(!format!("{said:?}").contains("secret"), "{said:?}");
            assert!(!said.title.is_empty());
        }
    }

    #[test]
    fn a_place_is_always_one_of_the_app() {
        let odd = json!({ "cluster": "../../evil", "build": { "version": "0.5.1" } });
        for kind in NotificationKind::ALL {
            assert_eq!(words(kind, None, &odd, 1).path, "/notifications");
        }
        let cluster = words(NotificationKind::AdminCluster, None, &json!({ "cluster": "aB3" }), 1);
        assert_eq!(cluster.path, "/issues/clusters/aB3");
        assert_eq!(words(NotificationKind::Release, None, &odd, 1).title, "0.5.1 is out");
    }
}
