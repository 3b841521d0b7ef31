//! Sample mails with invented facts: one notice of each kind, for pictures and tests.

use crate::digest::Digest;
use crate::issue::{Day, Issue};
use crate::notice::{AccountState, Change, Mission, MissionNews, News, Notice, Remark};
use crate::reader::{Language, Logo, Programme, Reader};

/// A programme.
pub fn programme() -> Programme {
    Programme {
        name: "Touchstone Swap".to_owned(),
        site: "https://beta.example".to_owned(),
        logo: Logo::Mark,
        button: None,
    }
}

/// A reader.
pub fn reader() -> Reader {
    let unsubscribe = Some("/unsubscribe/djEudThGaDJrUTBhWi5maXhfY2hlY2s".to_owned());
    Reader { username: "rin".to_owned(), language: Language::English, unsubscribe }
}

/// One notice of every kind, with this text in place of users' texts.
pub fn notices(text: &str) -> Vec<Notice> {
    let own = || text.to_owned();
    let issue = || Issue::open(377, text);
    let remark = || Remark { by: own(), text: own() };
    let mut all = of_testers(text);
    all.extend([
        Notice::Release {
            version: Some("0.5.1".to_owned()),
            title: own(),
            body: own(),
            fixed: vec![issue(), Issue::private(402)],
        },
        Notice::RulesSeason(Change::Announcement { title: own(), body: own() }),
        Notice::SubmissionReturned { mission: mission(text), reason: Some(own()), tries_left: 1 },
        Notice::Mission {
            mission: mission(text),
            news: MissionNews::Refused { reason: Some(own()) },
        },
        Notice::Level(1),
        Notice::FailureQuestion { network: own(), sentence: own(), is_swap: true },
        Notice::AdminS1 { issue: issue() },
        Notice::AdminPrivate { issue: Issue::private(431) },
        Notice::AdminRegression { issue: issue() },
        Notice::AdminCluster { cluster: "c1".to_owned(), title: Some(own()), people: 14 },
        Notice::AdminFailureRate { name: own(), hours: 6, failed: (31, 200), before: (40, 2000) },
        Notice::AdminPromise { issue: issue() },
        Notice::AdminWebhook { name: own(), failures: 50 },
        Notice::AdminNetwork { name: own() },
        Notice::AdminTracker { issue: issue(), tracker: own(), reference: own() },
        Notice::AdminAppeal { by: own() },
        Notice::Payout { season: own(), number: 1, paid: own(), voided: Some(own()) },
        Notice::Mention { issue: issue(), remark: remark() },
        Notice::Test { by: own() },
    ]);
    all
}

fn mission(title: &str) -> Mission {
    Mission { title: title.to_owned(), slug: "fee-token".to_owned() }
}

fn of_testers(text: &str) -> Vec<Notice> {
    let own = || text.to_owned();
    let issue = || Issue::open(377, text);
    let remark = || Remark { by: own(), text: own() };
    let until = Some(Day { year: 2026, month: 11, day: 30 });
    vec![
        Notice::InfoAsked { issue: issue(), question: remark(), until },
        Notice::FixCheck { issue: issue(), build: Some(own()) },
        Notice::PointsReversed {
            issue: Some(issue()),
            amount: 1200,
            is_penalty: false,
            reason: Some(own()),
        },
        Notice::AccountChanged { state: AccountState::Limited, reason: Some(own()) },
        Notice::IssueNews {
            issue: issue(),
            news: News::Closed { resolution: Some(own()), reason: Some(own()) },
        },
        Notice::PointsSettled { issue: Some(issue()), amount: 180 },
        Notice::CommentStaff { issue: issue(), remark: remark(), count: 1 },
        Notice::Comment { issue: issue(), remark: remark(), count: 3 },
        Notice::EvidenceFinished { issue: Some(issue()), transaction: Some(own()) },
    ]
}

/// The same kinds with realistic facts, each with a file name.
pub fn believable() -> Vec<(&'static str, Notice)> {
    let issue = Issue::open(377, "Swap reverts with an expired permit on Base");
    let mut all = to_a_reporter(&issue);
    all.extend(of_an_issue(&issue));
    all.extend(of_a_conversation(&issue));
    all.extend(to_everybody(&issue));
    all.extend(to_administrators());
    all
}

fn remark(by: &str, text: &str) -> Remark {
    Remark { by: by.to_owned(), text: text.to_owned() }
}

fn to_a_reporter(issue: &Issue) -> Vec<(&'static str, Notice)> {
    let question = remark(
        "The team",
        "Which wallet did you sign the permit with, and did it show a date?\nA screenshot of the signing window would help most.",
    );
    let until = Some(Day { year: 2026, month: 11, day: 30 });
    let merged = "The report was merged into one that came first.";
    let spam = "The same report nine times in a row.";
    let issue = || issue.clone();
    vec![
        ("info-asked", Notice::InfoAsked { issue: issue(), question, until }),
        ("fix-check", Notice::FixCheck { issue: issue(), build: Some("0.5.1".to_owned()) }),
        (
            "points-reversed",
            Notice::PointsReversed {
                issue: Some(issue()),
                amount: 30,
                is_penalty: false,
                reason: Some(merged.to_owned()),
            },
        ),
        (
            "account-limited",
            Notice::AccountChanged { state: AccountState::Limited, reason: Some(spam.to_owned()) },
        ),
        ("points-settled", Notice::PointsSettled { issue: Some(issue()), amount: 180 }),
        (
            "evidence-finished",
            Notice::EvidenceFinished {
                issue: Some(issue()),
                transaction: Some("0x12ab…9f30".to_owned()),
            },
        ),
    ]
}

fn of_an_issue(issue: &Issue) -> Vec<(&'static str, Notice)> {
    let news = |news| Notice::IssueNews { issue: issue.clone(), news };
    let reason = "A permit ends after 30 minutes. The page now says so.";
    let closed = News::Closed {
        resolution: Some("Works as designed".to_owned()),
        reason: Some(reason.to_owned()),
    };
    let into = Issue::open(301, "Permit ends while the quote is open");
    vec![
        ("confirmed", news(News::Confirmed(Some("Major".to_owned())))),
        ("fixed", news(News::Fixed(Some("0.5.1".to_owned())))),
        ("closed", news(closed)),
        ("merged", news(News::Merged(Some(into)))),
    ]
}

fn of_a_conversation(issue: &Issue) -> Vec<(&'static str, Notice)> {
    let issue = || issue.clone();
    let found = remark("jules", "Found it: the router checks the deadline in milliseconds.");
    let same = remark("noor", "Same here with a hardware wallet.");
    let asked = remark("yuki", "@rin did you have two tabs open as well?");
    let private = Issue::private(431);
    vec![
        ("comment-staff", Notice::CommentStaff { issue: issue(), remark: found.clone(), count: 1 }),
        ("comment", Notice::Comment { issue: issue(), remark: same, count: 3 }),
        ("mention", Notice::Mention { issue: issue(), remark: asked }),
        ("private-comment", Notice::CommentStaff { issue: private, remark: found, count: 1 }),
    ]
}

fn to_everybody(issue: &Issue) -> Vec<(&'static str, Notice)> {
    vec![
        ("release", Notice::Release {
            version: Some("0.5.1".to_owned()),
            title: "0.5.1: permits that last".to_owned(),
            body: "Permits are signed for the time the quote is valid. Routing on Base no longer picks pools without liquidity.".to_owned(),
            fixed: vec![issue.clone(), Issue::open(402, "Quote and execution differ by more than 5 %")],
        }),
        ("rules", Notice::RulesSeason(Change::Rules {
            version: 2,
            from: Some(Day { year: 2026, month: 12, day: 1 }),
        })),
        ("season", Notice::RulesSeason(Change::Season {
            name: "Season 2".to_owned(),
            has_ended: false,
        })),
        ("payout", Notice::Payout {
            season: "Season 1".to_owned(),
            number: 1,
            paid: "849.93 USDC".to_owned(),
            voided: None,
        }),
        ("mission", Notice::Mission {
            mission: mission("Swap with a fee-on-transfer token"),
            news: MissionNews::Opened { points: 20 },
        }),
        ("level", Notice::Level(2)),
        (
            "failure-question",
            Notice::FailureQuestion {
                network: "Base".to_owned(),
                sentence: "The token approval was missing or too small.".to_owned(),
                is_swap: true,
            },
        ),
    ]
}

fn to_administrators() -> Vec<(&'static str, Notice)> {
    let lost = || Issue::open(433, "Sent to a different pool than quoted");
    vec![
        ("admin-s1", Notice::AdminS1 { issue: lost() }),
        ("admin-private", Notice::AdminPrivate { issue: Issue::private(431) }),
        ("admin-regression", Notice::AdminRegression { issue: lost() }),
        (
            "admin-cluster",
            Notice::AdminCluster {
                cluster: "c1".to_owned(),
                title: Some("Permit out of date in the router".to_owned()),
                people: 14,
            },
        ),
        (
            "admin-failure-rate",
            Notice::AdminFailureRate {
                name: "Base".to_owned(),
                hours: 6,
                failed: (31, 200),
                before: (40, 2_000),
            },
        ),
        ("admin-promise", Notice::AdminPromise { issue: lost() }),
        ("admin-webhook", Notice::AdminWebhook { name: "Team channel".to_owned(), failures: 50 }),
        ("admin-network", Notice::AdminNetwork { name: "Base".to_owned() }),
        (
            "admin-tracker",
            Notice::AdminTracker {
                issue: lost(),
                tracker: "GitHub".to_owned(),
                reference: "swap/app#88".to_owned(),
            },
        ),
        ("admin-appeal", Notice::AdminAppeal { by: "rin".to_owned() }),
        ("test", Notice::Test { by: "jules".to_owned() }),
    ]
}

/// A realistic digest.
pub fn gathered() -> Digest {
    let mut digest = Digest::default();
    for (name, notice) in believable() {
        match name {
            "fix-check" | "info-asked" => digest.waiting.push(notice),
            "confirmed" | "comment-staff" | "private-comment" | "comment" | "points-settled" => {
                digest.news.push(notice);
            }
            _ => {}
        }
    }
    digest
}
