//! Mails to administrators, in English.

use super::part::{INBOX, about, issue_row, number, press, said};
use crate::block::{Block, Content, Tone};
use crate::issue::Issue;
use crate::notice::Notice;
use crate::text;

const WHY: &str = "You are an administrator of this programme.";

/// The content of a notification to administrators.
pub(super) fn content(notice: &Notice) -> Content {
    match notice {
        Notice::AdminS1 { issue } => {
            on(issue, Tone::Bad, "Critical", "A new report claims to be critical", "Triage it")
        }
        Notice::AdminPrivate { issue } => {
            on(issue, Tone::Bad, "Private report", "A tester sent a private report", "Open it")
        }
        Notice::AdminRegression { issue } => {
            on(issue, Tone::Bad, "Regression", "A fixed issue is back", "View the issue")
        }
        Notice::AdminPromise { issue } => on(
            issue,
            Tone::Waiting,
            "Response target",
            "The response target is about to be missed",
            "Triage it",
        ),
        Notice::AdminTracker { issue, tracker, reference } => proposal(issue, tracker, reference),
        Notice::AdminCluster { cluster, title, people } => {
            failure(cluster, title.as_deref(), *people)
        }
        Notice::AdminFailureRate { name, hours, failed, before } => {
            doubled(name, *hours, *failed, *before)
        }
        Notice::AdminWebhook { name, failures } => stopped(name, *failures),
        Notice::AdminNetwork { name } => Content {
            label: (Tone::Bad, "Network".to_owned()),
            ..plain(
                format!("No node of {name} answers"),
                "Evidence on this network waits until one answers again.".to_owned(),
                press("View the networks", "/admin/settings/networks"),
            )
        },
        Notice::AdminAppeal { by } => plain(
            format!("{by} appealed a decision"),
            "An administrator who did not make the decision has to answer it.".to_owned(),
            press("View the appeals", "/review/appeals"),
        ),
        Notice::Test { by } => Content {
            label: (Tone::Good, "Test".to_owned()),
            why: format!("{by} asked for a test."),
            ..plain(
                "Mail works".to_owned(),
                "You received this test mail, so sending mail works.".to_owned(),
                press("View the settings", "/admin/settings/notifications"),
            )
        },
        _ => plain(
            "A notification needs your attention".to_owned(),
            String::new(),
            press("Open your notifications", INBOX),
        ),
    }
}

fn plain(heading: String, body: String, button: Block) -> Content {
    Content {
        subject: heading.clone(),
        preheader: body.clone(),
        label: (Tone::Waiting, "Waiting for you".to_owned()),
        heading,
        blocks: vec![said(body), button],
        why: WHY.to_owned(),
    }
}

fn on(issue: &Issue, tone: Tone, label: &str, heading: &str, button: &str) -> Content {
    Content {
        subject: about(issue, heading),
        preheader: issue.title.clone().unwrap_or_default(),
        label: (tone, label.to_owned()),
        heading: heading.to_owned(),
        blocks: vec![issue_row(issue), Block::Rule, press(button, issue.path())],
        why: WHY.to_owned(),
    }
}

fn proposal(issue: &Issue, tracker: &str, reference: &str) -> Content {
    let heading = format!("{reference} was closed in {tracker}");
    let ask =
        "The issue has not changed here yet. Select the build that fixes it, or why it is closed.";
    Content {
        subject: about(issue, &heading),
        preheader: ask.to_owned(),
        label: (Tone::Waiting, "Proposal".to_owned()),
        heading,
        blocks: vec![issue_row(issue), Block::Rule, said(ask), press("Decide", issue.path())],
        why: WHY.to_owned(),
    }
}

fn failure(cluster: &str, title: Option<&str>, people: u32) -> Content {
    let heading = format!("{} people hit the same failure within an hour", number(people.into()));
    let name = title.unwrap_or("Unnamed failure");
    Content {
        label: (Tone::Bad, "Failure cluster".to_owned()),
        ..plain(
            heading,
            name.to_owned(),
            press("View the failure", format!("/issues/clusters/{}", text::segment(cluster))),
        )
    }
}

fn doubled(name: &str, hours: u32, failed: (u32, u32), before: (u32, u32)) -> Content {
    let of = |(failed, calls): (u32, u32)| {
        format!("{} of {} calls failed", number(failed.into()), number(calls.into()))
    };
    let span = if hours == 1 { "hour".to_owned() } else { format!("{hours} hours") };
    Content {
        label: (Tone::Bad, "Failure rate".to_owned()),
        ..plain(
            format!("The failure rate of {name} has doubled"),
            format!("In the last {span}, {}. Before, {}.", of(failed), of(before)),
            press("View the failures", "/issues/unreported"),
        )
    }
}

fn stopped(name: &str, failures: u32) -> Content {
    let body = match failures {
        0 => "It rejected a message. Nothing is sent until the settings are corrected.".to_owned(),
        failures => format!(
            "{} deliveries in a row failed. Nothing is sent until it is switched on again.",
            number(failures.into())
        ),
    };
    Content {
        label: (Tone::Bad, "Integration".to_owned()),
        ..plain(
            format!("{name} was switched off"),
            body,
            press("View the integrations", "/admin/settings/webhooks"),
        )
    }
}
