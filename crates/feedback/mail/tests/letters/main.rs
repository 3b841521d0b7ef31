//! What is true of every letter.

mod markup;

use std::collections::BTreeSet;

use letters::{ButtonColours, Issue, Letter, Logo, Notice, Programme, Remark, contrast, sample};
use markup::{TextNode, dark_colours, tags, text_nodes};
use proptest::prelude::*;

/// The kinds of notification there are letters for.
const KINDS: [&str; 27] = [
    "info_asked",
    "fix_check",
    "failure_question",
    "points_reversed",
    "account_changed",
    "issue_news",
    "points_settled",
    "comment_staff",
    "comment",
    "mention",
    "evidence_finished",
    "release",
    "rules_season",
    "payout",
    "submission_returned",
    "mission",
    "badge_level",
    "admin_s1",
    "admin_private",
    "admin_regression",
    "admin_cluster",
    "admin_failure_rate",
    "admin_promise",
    "admin_webhook",
    "admin_network",
    "admin_tracker",
    "admin_appeal",
];

fn letter(notice: &Notice) -> Letter {
    letters::letter(&sample::programme(), &sample::reader(), notice)
}

/// A programme with a logo and an accent.
fn branded_programme() -> Programme {
    let colours = |fill: &str, ink: &str| [fill.to_owned(), ink.to_owned()];
    let button =
        ButtonColours { light: colours("#c20070", "#ffffff"), dark: colours("#ff1493", "#000000") };
    Programme { logo: Logo::Attached, button: Some(button), ..sample::programme() }
}

/// Letters of a programme with a logo and an accent.
fn branded() -> Vec<Letter> {
    let programme = branded_programme();
    let notices = sample::believable().into_iter().map(|(_, notice)| notice);
    notices.map(|notice| letters::letter(&programme, &sample::reader(), &notice)).collect()
}

fn every() -> Vec<Letter> {
    let digest = letters::digest(&sample::programme(), &sample::reader(), &sample::gathered());
    let believable = sample::believable().into_iter().map(|(_, notice)| letter(&notice));
    believable.chain(sample::notices("x").iter().map(letter)).chain([digest]).collect()
}

#[test]
fn every_kind_of_notification_has_a_letter_with_both_parts() {
    let notices = sample::notices("Something");
    let kinds: BTreeSet<&str> = notices.iter().map(Notice::kind).collect();
    for kind in KINDS {
        assert!(kinds.contains(kind), "{kind} has no letter");
    }
    for letter in every() {
        assert!(!letter.subject.is_empty());
        assert!(letter.html.starts_with("<!doctype html><html lang=\"en\" dir=\"ltr\">"));
        for part in [&letter.html, &letter.text] {
            assert!(part.contains("https://beta.example/unsubscribe/"), "{part}");
            assert!(part.contains("https://beta.example/u/rin?tab=notifications"), "{part}");
        }
    }
}

#[test]
fn html_is_small_and_loads_nothing() {
    for Letter { html, .. } in every() {
        assert!(html.len() <= 60_000, "{} bytes", html.len());
        for outside in ["<img", "<script", "<link", "@import", "@font-face", "url(", "javascript:"]
        {
            assert!(!html.contains(outside), "{outside}");
        }
        let links = html.match_indices("href=\"").map(|(at, _)| &html[at + 6..]);
        for link in links {
            assert!(link.starts_with("https://beta.example/"), "{}", &link[..60.min(link.len())]);
        }
    }
}

#[test]
fn a_brand_is_the_attached_logo_and_the_colour_of_the_button() {
    let letters = branded();
    for Letter { html, .. } in &letters {
        assert_eq!(html.matches("<img").count(), 1);
        assert!(html.contains(r#"<img src="cid:logo" width="24" height="24" alt="""#));
        assert!(!html.contains("&#9585;"), "the mark of Touchstone is gone");
        assert!(html.contains(".g-accent{background-color:#ff1493!important}"));
    }
    let buttons = letters.iter().filter(|letter| letter.html.contains("background-color:#c20070"));
    assert!(buttons.count() > 5);
}

#[test]
fn plain_text_has_72_columns_and_links_on_lines_of_their_own() {
    for Letter { text, .. } in every() {
        for line in text.lines() {
            let is_link = line.starts_with("https://") && !line.contains(' ');
            assert!(is_link || line.chars().count() <= 72, "{line}");
            assert!(is_link || !line.contains("https://"), "{line}");
        }
        assert!(!text.contains('<') && !text.contains("\n\n\n"), "{text}");
    }
}

#[test]
fn text_can_be_read_as_written_in_the_dark_and_turned_round() {
    let mut read = 0;
    for Letter { html, .. } in every().into_iter().chain(branded()) {
        let dark = dark_colours(&html);
        for TextNode { text, ink, ground, ink_class, ground_class } in text_nodes(&html) {
            let pairs = [
                (ink.clone(), ground.clone()),
                (
                    dark[&format!("t-{ink_class}")].clone(),
                    dark[&format!("g-{ground_class}")].clone(),
                ),
                (inverted(&ink), inverted(&ground)),
            ];
            for (ink, ground) in pairs {
                let seen = contrast(&ink, &ground).expect("two colours");
                assert!(seen >= letters::CONTRAST, "{text}: {ink} on {ground} is {seen:.2}");
                read += 1;
            }
        }
    }
    assert!(read > 1000, "only {read} readings");
}

fn inverted(colour: &str) -> String {
    let value = u32::from_str_radix(&colour[1..], 16).expect("a colour");
    format!("#{:06x}", 0x00ff_ffff - value)
}

#[test]
fn a_private_issue_gives_no_title_and_no_text() {
    let remark = || Remark { by: "jules".to_owned(), text: "how it is exploited".to_owned() };
    let private = || Issue::private(431);
    let notices = [
        Notice::InfoAsked { issue: private(), question: remark(), until: None },
        Notice::CommentStaff { issue: private(), remark: remark(), count: 2 },
        Notice::Comment { issue: private(), remark: remark(), count: 1 },
        Notice::Mention { issue: private(), remark: remark() },
        Notice::PointsReversed {
            issue: Some(private()),
            amount: 5,
            is_penalty: true,
            reason: Some("how it is exploited".to_owned()),
        },
        Notice::IssueNews {
            issue: private(),
            news: letters::News::Closed {
                resolution: None,
                reason: Some("how it is exploited".to_owned()),
            },
        },
    ];
    for notice in notices {
        let Letter { subject, html, text } = letter(&notice);
        for part in [&subject, &html, &text] {
            assert!(!part.contains("exploited"), "{part}");
        }
        assert!(text.contains("#431"));
    }
}

#[test]
fn a_question_reads_as_it_should() {
    let (_, notice) = sample::believable().into_iter().next().expect("a question");
    let Letter { subject, html, text } = letter(&notice);
    assert_eq!(subject, "[#377] A question about your report");
    assert_eq!(
        text,
        "Touchstone Swap\n\nWaiting for you\n\nThe team has a question about your report\n\n\
         #377 Swap reverts with an expired permit on Base\n\
         https://beta.example/issues/377\n\n\
         The team:\n\
         > Which wallet did you sign the permit with, and did it show a date?\n\
         > A screenshot of the signing window would help most.\n\n\
         Answer:\nhttps://beta.example/issues/377\n\n\
         The report will be closed if you do not answer by 30 November 2026.\n\n\
         -- \nYou reported #377.\n\n\
         Stop mails of this kind:\n\
         https://beta.example/unsubscribe/djEudThGaDJrUTBhWi5maXhfY2hlY2s\n\n\
         Choose your e-mail notifications:\nhttps://beta.example/u/rin?tab=notifications\n"
    );
    for part in [
        r#"<title>[#377] A question about your report</title>"#,
        r#">Which wallet did you sign the permit with, and did it show a date?<br>A screenshot"#,
        r#"href="https://beta.example/issues/377" style="display:inline-block;background-color:#191f25;color:#fcfdfd"#,
        r#"<meta name="color-scheme" content="light dark">"#,
        "@media (prefers-color-scheme:dark){.t-ink{color:#ebedef!important}",
        "[data-ogsc] .t-ink{color:#ebedef!important}",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn a_page_posts_to_itself_alone() {
    let forms = [letters::PageForm { label: "Stop <these>", scope: "kind" }];
    let page = letters::page(&sample::programme(), "Stop?", "Nothing has changed yet.", &forms);
    assert!(page.contains(r#"<form method="post" "#) && !page.contains("action="));
    assert!(page.contains(r#"<input type="hidden" name="scope" value="kind">"#));
    assert!(page.contains("Stop &lt;these&gt;"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever people write, the markup around it is the same.
    #[test]
    fn no_text_becomes_markup(text in "[<>&\"'a-z/=\\-!\\[\\] \u{0}-\u{1f}\u{202e}é]{0,60}") {
        let text = format!("x{}x", text.replace(['\n', '\r', '\u{b}', '\u{c}', '\u{85}'], " "));
        for (hostile, harmless) in sample::notices(&text).iter().zip(&sample::notices("x")) {
            let (hostile, harmless) = (letter(hostile), letter(harmless));
            prop_assert_eq!(tags(&hostile.html), tags(&harmless.html));
            prop_assert!(!hostile.subject.chars().any(char::is_control));
        }
    }

    /// Plain text keeps its width whatever is written.
    #[test]
    fn no_text_breaks_the_columns(text in "\\PC{0,200}") {
        for notice in sample::notices(&text.replace("https://", "")) {
            for line in letter(&notice).text.lines() {
                prop_assert!(line.starts_with("https://") || line.chars().count() <= 72, "{}", line);
            }
        }
    }
}
