//! The message of an event for a team channel, before it has the form of a service.
//!
//! It is built from the stable form of events, so webhooks and chats have the same content. Of a
//! private report it has only its existence.

use serde_json::Value as Json;

/// The tone of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Needs attention now.
    Alarm,
    /// Good news.
    Good,
    /// Anything else.
    Plain,
}

impl Tone {
    /// As a colour of Discord.
    pub fn colour(self) -> u32 {
        match self {
            Tone::Alarm => 0xE7_4C_3C,
            Tone::Good => 0x2E_A0_43,
            Tone::Plain => 0x5B_6E_8C,
        }
    }
}

/// A post. Its texts are untrusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    /// A line that describes the event.
    pub headline: String,
    /// Its subject.
    pub subject: Option<String>,
    /// The address of its page.
    pub url: String,
    /// Labels and values.
    pub fields: Vec<(&'static str, String)>,
    /// How it looks.
    pub tone: Tone,
    /// The event's id.
    pub event: String,
    /// The time of the event.
    pub at: Option<String>,
}

impl Post {
    /// The post of an event. Missing fields are left out.
    pub fn of_event(event: &Json, base_url: &str) -> Post {
        let kind = event["type"].as_str().unwrap_or_default();
        let (issue, data) = (&event["issue"], &event["data"]);
        let is_private = issue.is_object() && text(issue, "title").is_none();
        let (headline, tone) = headline(kind, issue, data, is_private);
        let (subject, fields) = match kind {
            DAILY_SUMMARY => (Some(summary_subject(data)), summary_fields(data)),
            _ if is_private => (subject(issue, data), Vec::new()),
            _ => (subject(issue, data), fields(event)),
        };
        Post {
            headline,
            subject,
            url: address(issue, data, base_url),
            fields,
            tone,
            event: text(event, "id").unwrap_or_default().to_owned(),
            at: text(event, "at").map(str::to_owned),
        }
    }
}

/// The fields of a public event.
fn fields(event: &Json) -> Vec<(&'static str, String)> {
    let (issue, data) = (&event["issue"], &event["data"]);
    let severity = match (text(issue, "severity"), text(issue, "severityClaimed")) {
        (Some(graded), _) => Some(("Severity", severity_word(graded).to_owned())),
        (None, Some(claimed)) => Some(("Reported as", severity_word(claimed).to_owned())),
        (None, None) => None,
    };
    let build = build(data).map(|build| ("Build", build));
    let reason = text(data, "reason").map(|reason| ("Reason", reason.to_owned()));
    let person = text(&event["actor"], "username").map(|name| ("By", format!("@{name}")));
    [severity, build, reason, person].into_iter().flatten().collect()
}

/// The event with the summary of a day.
const DAILY_SUMMARY: &str = "summary.daily";

/// The numbers of new and open reports.
fn summary_subject(data: &Json) -> String {
    let count = |key: &str| data[key].as_u64().unwrap_or_default();
    let new = match count("submitted") {
        0 => "No new reports".to_owned(),
        1 => "1 new report".to_owned(),
        many => format!("{many} new reports"),
    };
    match count("waiting") {
        0 => format!("{new}, none waiting for triage"),
        waiting => format!("{new}, {waiting} waiting for triage"),
    }
}

/// The other numbers of a day, without zeros.
fn summary_fields(data: &Json) -> Vec<(&'static str, String)> {
    const COUNTS: [(&str, &str); 6] = [
        ("Critical", "critical"),
        ("Confirmed", "confirmed"),
        ("Fixed", "fixed"),
        ("Verified", "verified"),
        ("Closed", "closed"),
        ("Regressions", "regressed"),
    ];
    let counts = COUNTS.iter().filter_map(|(label, key)| {
        let count = data[*key].as_u64().filter(|count| *count > 0)?;
        Some((*label, count.to_string()))
    });
    let day = |key: &str| text(data, key).and_then(|moment| moment.get(..10)).map(str::to_owned);
    let oldest = day("oldestWaitingSince").map(|day| ("Oldest waits since", day));
    counts.chain(oldest).collect()
}

fn text<'a>(object: &'a Json, key: &str) -> Option<&'a str> {
    object[key].as_str().filter(|text| !text.is_empty())
}

fn build(data: &Json) -> Option<String> {
    let build = &data["build"];
    let named = text(build, "version").or_else(|| build.as_str()).or_else(|| text(data, "version"));
    named.filter(|name| !name.is_empty()).map(str::to_owned)
}

fn severity_word(key: &str) -> &str {
    match key {
        "S1" => "Critical",
        "S2" => "Major",
        "S3" => "Minor",
        "S4" => "Trivial",
        other => other,
    }
}

/// The headline and tone of an event.
fn headline(kind: &str, issue: &Json, data: &Json, is_private: bool) -> (String, Tone) {
    let count = |key: &str| data[key].as_u64();
    let alarm = |said: &str| (said.to_owned(), Tone::Alarm);
    let good = |said: &str| (said.to_owned(), Tone::Good);
    let plain = |said: &str| (said.to_owned(), Tone::Plain);
    match kind {
        "issue.submitted" if is_private => alarm("A private report came in"),
        "issue.submitted" if text(issue, "severity") == Some("S1") => alarm("New Critical report"),
        "issue.submitted" if is_claimed_critical(issue) => {
            alarm("New report that claims to be Critical")
        }
        "issue.submitted" => plain("New report"),
        "issue.info_asked" => plain("The reporter was asked for more information"),
        "issue.answered" => plain("The reporter answered"),
        "issue.confirmed" => plain("Confirmed"),
        "issue.started" => plain("Work began"),
        "issue.fixed" => good("Fixed"),
        "issue.verified" => good("The fix was verified"),
        "issue.closed" => plain("Closed"),
        "issue.merged" => plain("Merged into another report"),
        "issue.reopened" => plain("Opened again"),
        "issue.regressed" => alarm("Regression: a fixed issue is back"),
        "issue.severity_changed" => plain("The severity changed"),
        "fix_check.asked" => plain("Testers are asked to check a fix"),
        "fix_check.answered" => plain("A tester checked a fix"),
        "comment.added" => plain("A comment"),
        "failure.asked" => plain("A tester was asked about a failed call"),
        "failure_rate.doubled" => alarm("The failure rate has doubled"),
        "failure_rate.recovered" => good("The failure rate is as before"),
        "cluster.grew" => match count("persons").or_else(|| count("people")) {
            Some(persons) => {
                alarm(&format!("{persons} people hit the same failure within an hour"))
            }
            None => alarm("Many people hit the same failure"),
        },
        "promise.at_risk" => alarm("A response target is about to be missed"),
        "release.published" => good("A new build is out"),
        "announcement.published" => plain("An announcement"),
        "season.changed" => plain("The season changed"),
        "rules.changed" => plain("The scoring rules changed"),
        "payout.published" => good("A payout was published"),
        "payout.voided" => alarm("A payout was voided"),
        "appeal.opened" => plain("A tester appeals against a decision"),
        "webhook.disabled" => alarm("A webhook was switched off after too many failures"),
        "integration.broken" => alarm("An integration stopped and needs an administrator"),
        "network.down" => alarm("A network does not answer"),
        DAILY_SUMMARY => plain("Daily summary"),
        "test.ping" => good("This is a test. Messages arrive here."),
        other => plain(other),
    }
}

/// A report gets its severity in triage. Until then the reporter's claim counts.
fn is_claimed_critical(issue: &Json) -> bool {
    text(issue, "severity").is_none() && text(issue, "severityClaimed") == Some("S1")
}

/// The subject: an issue, or the name in the event.
fn subject(issue: &Json, data: &Json) -> Option<String> {
    let named = text(issue, "title").or_else(|| text(data, "title")).or_else(|| text(data, "name"));
    match (issue["number"].as_u64(), named) {
        (Some(number), Some(title)) => Some(format!("#{number} {title}")),
        (Some(number), None) => Some(format!("#{number}")),
        (None, named) => named.map(str::to_owned),
    }
}

/// The address, always in the app.
fn address(issue: &Json, data: &Json, base_url: &str) -> String {
    let base_url = base_url.trim_end_matches('/');
    let is_ours = |url: &&str| {
        url.strip_prefix(base_url).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let told = text(issue, "url").or_else(|| text(data, "url")).filter(is_ours);
    match (told, issue["number"].as_u64()) {
        (Some(url), _) => url.to_owned(),
        (None, Some(number)) => format!("{base_url}/issues/{number}"),
        (None, None) => base_url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const APP: &str = "https://beta.example";

    fn regression() -> Json {
        json!({ "id": "evt_7Qd02mXk1a", "type": "issue.regressed", "version": 1, "at": "2026-11-16T10:44:00.000Z",
            "actor": { "id": "u1", "username": "mia" },
            "issue": { "id": "i1", "number": 431, "title": "Sent to a different pool", "status": "confirmed",
                "severity": "S1", "kind": "bug", "url": "https://beta.example/issues/431" },
            "data": { "build": "web 0.5.1" } })
    }

    #[test]
    fn a_post_says_what_happened_to_what_and_leads_there() {
        let post = Post::of_event(&regression(), APP);
        assert_eq!(post.headline, "Regression: a fixed issue is back");
        assert_eq!(post.subject.as_deref(), Some("#431 Sent to a different pool"));
        assert_eq!(post.url, "https://beta.example/issues/431");
        assert_eq!(post.tone, Tone::Alarm);
        let fields = [("Severity", "Critical"), ("Build", "web 0.5.1"), ("By", "@mia")];
        assert_eq!(post.fields, fields.map(|(label, value)| (label, value.to_owned())));
    }

    #[test]
    fn of_a_private_report_nothing_is_told_but_that_there_is_one() {
        let event = json!({ "id": "evt_1", "type": "issue.submitted", "actor": { "username": "rin" },
            "issue": { "id": "i1", "number": 9, "url": "https://beta.example/issues/9" }, "data": { "reason": "x" } });
        let post = Post::of_event(&event, APP);
        assert_eq!(post.headline, "A private report came in");
        assert_eq!((post.subject.as_deref(), post.fields.len()), (Some("#9"), 0));
    }

    #[test]
    fn what_a_reporter_claims_is_not_said_to_be_so() {
        let mut event = regression();
        event["type"] = "issue.submitted".into();
        event["issue"]["severity"] = Json::Null;
        event["issue"]["severityClaimed"] = "S1".into();
        let post = Post::of_event(&event, APP);
        assert_eq!(
            (&*post.headline, post.tone),
            ("New report that claims to be Critical", Tone::Alarm)
        );
        assert_eq!(post.fields[0], ("Reported as", "Critical".to_owned()));
    }

    #[test]
    fn a_daily_summary_leads_to_what_waits_and_leaves_out_what_did_not_happen() {
        let mut event = json!({ "id": "evt_1", "type": "summary.daily", "at": "2026-11-16T08:00:12.000Z", "issue": null,
            "data": { "submitted": 12, "critical": 1, "confirmed": 5, "fixed": 0, "verified": 0, "closed": 0, "regressed": 0,
                "waiting": 3, "oldestWaitingSince": "2026-11-14T10:00:00.000Z", "url": "https://beta.example/review/reports" } });
        let post = Post::of_event(&event, APP);
        assert_eq!(post.headline, "Daily summary");
        assert_eq!(post.subject.as_deref(), Some("12 new reports, 3 waiting for triage"));
        assert_eq!(post.url, "https://beta.example/review/reports");
        let fields = [("Critical", "1"), ("Confirmed", "5"), ("Oldest waits since", "2026-11-14")];
        assert_eq!(post.fields, fields.map(|(label, value)| (label, value.to_owned())));
        event["data"] = json!({ "submitted": 1, "waiting": 0 });
        let quiet = Post::of_event(&event, APP).subject;
        assert_eq!(quiet.as_deref(), Some("1 new report, none waiting for triage"));
    }

    #[test]
    fn a_post_leads_to_the_app_and_nowhere_else() {
        for url in ["https://evil.example/issues/431", "https://beta.example.evil/", "javascript:1"]
        {
            let mut event = regression();
            event["issue"]["url"] = url.into();
            assert_eq!(Post::of_event(&event, APP).url, "https://beta.example/issues/431");
        }
        assert_eq!(Post::of_event(&json!({}), "https://beta.example/").url, APP);
    }
}
