use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;

use super::parse::{MOST_CHARS, MOST_PARTS};
use super::{
    Exact, Has, Host, Is, IssueQuery, Key, MOST_TEXTS, Order, Part, Source, Term, Verdict, Version,
    Who, parse,
};
use crate::kind::Kind;
use crate::quality::Quality;
use crate::severity::Severity;
use crate::status::{Resolution, Status};
use crate::username::Username;

fn terms(typed: &str) -> Vec<Part> {
    parse(typed).unwrap().parts
}

fn wrong(typed: &str) -> (usize, String) {
    let error = parse(typed).unwrap_err();
    (error.at, format!("{} {}", error.problem, error.fix))
}

#[test]
fn every_field_of_the_language_is_understood() {
    let typed = "is:open,needs_info kind:bug sev:S1,S2 class:slippage_exceeded verdict:suspect \
                 area:swap net:11155111 build:>=0.4.2 reporter:me assignee:Ada.L tag:\"two words\",x \
                 has:tx,video cluster:AB12 affects:me watching:me regressed:yes resolution:wont_fix \
                 quality:A check:me assignee:none is:private,snoozed,answered source:widget \
                 origin:https://Swap.Example.org,localhost:5173";
    let key = |text| Key::parse(text).unwrap();
    let wanted = [
        Term::Is(vec![Is::Open, Is::At(Status::NeedsInfo)]),
        Term::Kind(vec![Kind::Bug]),
        Term::Severity(vec![Severity::S1, Severity::S2]),
        Term::Class(vec![key("slippage_exceeded")]),
        Term::Verdict(vec![Verdict::Suspect]),
        Term::Area(vec![key("swap")]),
        Term::Network(vec![11_155_111]),
        Term::Build(Order::AtLeast, Version::parse("0.4.2").unwrap()),
        Term::Reporter(vec![Who::Me]),
        Term::Assignee(vec![Who::Named(Username::parse("Ada.L").unwrap())]),
        Term::Tag(vec!["two words".to_owned(), "x".to_owned()]),
        Term::Has(vec![Has::Tx, Has::Video]),
        Term::Cluster("ab12".to_owned()),
        Term::AffectsMe,
        Term::WatchingMe,
        Term::Regressed(true),
        Term::Resolution(vec![Resolution::WontFix]),
        Term::Quality(vec![Quality::A]),
        Term::CheckMe,
        Term::Assignee(vec![Who::NoUser]),
        Term::Is(vec![Is::Private, Is::Snoozed, Is::Answered]),
        Term::Source(vec![Source::Widget]),
        Term::Origin(vec![
            Host::parse("swap.example.org").unwrap(),
            Host::parse("localhost:5173").unwrap(),
        ]),
    ];
    assert_eq!(terms(typed), wanted.map(Part::Term));
}

#[test]
fn words_phrases_and_exact_things_stand_beside_fields() {
    let hash = "Ab".repeat(32);
    let typed = format!("swap  \"says \\\"no\\\"\" #12 {hash} 0x{} 0x8B063D73", "c0".repeat(20));
    let query = parse(&typed).unwrap();
    assert_eq!(query.text().collect::<Vec<_>>(), ["swap", "says \"no\""]);
    let exact: Vec<&Exact> = query.exact().collect();
    assert_eq!(exact[0], &Exact::Number(12));
    assert_eq!(exact[1], &Exact::Hash("ab".repeat(32)));
    assert_eq!(exact[2], &Exact::Address("c0".repeat(20)));
    assert_eq!(exact[3], &Exact::Selector("8b063d73".to_owned()));
    for word in ["#0", "#x", "#", "0x12", "deadbeef", "https://example.org/x", "Kind:bug", "3:4"] {
        assert_eq!(terms(word), [Part::Word(word.to_owned())], "{word}");
    }
    assert_eq!(terms("tag:/x"), [Part::Term(Term::Tag(vec!["/x".to_owned()]))]);
    assert_eq!(terms("  "), []);
}

#[test]
fn a_mistake_is_shown_where_it_is_with_what_to_write_instead() {
    let (at, text) = wrong("swap sev:S1,S9");
    assert_eq!((at, text.as_str()), (12, "S9 is no value of sev. Use one of S1, S2, S3, S4."));
    assert_eq!(wrong("ä knd:bug").0, 2);
    assert!(wrong("knd:bug").1.contains("Did you mean kind:"));
    assert!(wrong("colour:red").1.contains("Fields are is, kind, sev"));
    assert_eq!(wrong("kind:").1, "kind: needs a value. Write it right after, such as kind:bug.");
    assert_eq!(wrong("kind:bug,").0, 9);
    assert_eq!(wrong("a \"b c").0, 2);
    assert_eq!(wrong("\"a\"b").0, 3);
    assert_eq!(wrong("\" \"").0, 0);
    assert_eq!(wrong("tag:a\"b\"").0, 5);
    assert_eq!(wrong("regressed:yes,no").0, 14);
    assert_eq!(wrong("affects:you").0, 8);
    assert_eq!(wrong("build:>=").0, 6);
    assert_eq!(wrong("cluster:xyz").0, 8);
    assert_eq!(wrong("origin:swap/x").0, 7);
    assert_eq!(wrong(&"a".repeat(MOST_CHARS + 1)).0, MOST_CHARS);
    assert_eq!(wrong(&"a ".repeat(MOST_PARTS + 1)).0, 2 * MOST_PARTS);
    // Not where the unknown field stands: nothing of it is read.
    assert_eq!(wrong(&format!("{}:x", "k".repeat(4 * MOST_CHARS))).0, MOST_CHARS);
}

fn some<T: Clone + std::fmt::Debug + 'static>(all: Vec<T>) -> impl Strategy<Value = Vec<T>> {
    proptest::collection::vec(select(all), 1..3)
}

fn part() -> impl Strategy<Value = Part> {
    let key = "[a-z0-9_]{1,40}".prop_map(|key| Key::parse(&key).unwrap());
    let order = select(Order::ALL.to_vec());
    let version = "[a-zA-Z0-9._+-]{1,12}".prop_map(|version| Version::parse(&version).unwrap());
    let name = "[a-zA-Z0-9._-]{3,32}".prop_map(|name| Who::Named(Username::parse(&name).unwrap()));
    let who = prop_oneof![Just(Who::Me), name];
    let tag = "[^\\s\\p{C}]([^\\p{C}]{0,10}[^\\s\\p{C}])?";
    let term = prop_oneof![
        some(Is::ALL.to_vec()).prop_map(Term::Is),
        some(Resolution::ALL.to_vec()).prop_map(Term::Resolution),
        some(Quality::ALL.to_vec()).prop_map(Term::Quality),
        some(vec![Who::Me, Who::NoUser]).prop_map(Term::Assignee),
        Just(Term::CheckMe),
        some(Kind::ALL.to_vec()).prop_map(Term::Kind),
        some(Severity::ALL.to_vec()).prop_map(Term::Severity),
        some(Verdict::ALL.to_vec()).prop_map(Term::Verdict),
        some(Has::ALL.to_vec()).prop_map(Term::Has),
        proptest::collection::vec(key, 1..3).prop_map(Term::Area),
        any::<u64>().prop_map(|chain| Term::Network(vec![chain])),
        (order, version).prop_map(|(order, version)| Term::Build(order, version)),
        proptest::collection::vec(who, 1..3).prop_map(Term::Reporter),
        proptest::collection::vec(tag, 1..3).prop_map(Term::Tag),
        "[0-9a-f]{2,64}".prop_map(Term::Cluster),
        any::<bool>().prop_map(Term::Regressed),
        Just(Term::AffectsMe),
        some(Source::ALL.to_vec()).prop_map(Term::Source),
        "[a-z0-9.:-]{1,20}".prop_map(|host| Term::Origin(vec![Host::parse(&host).unwrap()])),
    ];
    prop_oneof![
        4 => term.prop_map(Part::Term),
        1 => (1u32..).prop_map(|number| Part::Exact(Exact::Number(number))),
        1 => "[0-9a-f]{64}".prop_map(|hash| Part::Exact(Exact::Hash(hash))),
        1 => "[g-z]{1,10}".prop_map(Part::Word),
        1 => "[^\\s\\p{C}][^\\p{C}]{0,20}".prop_map(Part::Phrase),
    ]
}

#[test]
fn only_some_questions_are_about_the_caller() {
    for typed in ["affects:me", "is:open watching:me", "check:me", "reporter:eve,me", "assignee:me"]
    {
        assert!(parse(typed).unwrap().is_about_asker(), "{typed}");
    }
    for typed in ["", "is:open area:swap", "reporter:eve", "assignee:none", "me", "\"watching me\""]
    {
        assert!(!parse(typed).unwrap().is_about_asker(), "{typed}");
    }
}

proptest! {
    #[test]
    fn a_question_that_is_written_down_reads_back_as_itself(parts in proptest::collection::vec(part(), 0..4)) {
        let query = IssueQuery { parts };
        assert_eq!(parse(&query.to_string()), Ok(query));
    }

    #[test]
    fn whatever_is_typed_is_understood_or_refused_at_a_place_within_it(typed in "[ a-z:,\"\\\\#0-9xSä>=.-]{0,40}") {
        match parse(&typed) {
            Ok(query) => assert_eq!(parse(&query.to_string()), Ok(query)),
            Err(error) => assert!(error.at <= typed.chars().count() && !error.fix.is_empty()),
        }
    }

    #[test]
    fn no_input_is_too_strange(typed in any::<String>()) {
        if let Ok(query) = parse(&typed) {
            assert_eq!(parse(&query.to_string()), Ok(query));
        }
    }
}

#[test]
fn words_that_nearly_every_issue_holds_are_left_out_beside_others() {
    let narrowest = |typed: &str| parse(typed).expect("a question").narrowest().to_string();
    assert_eq!(narrowest("a swap is:open of v2 --- fails"), "swap is:open fails");
    assert_eq!(narrowest("is:open v2"), "is:open v2", "a short word alone is looked for");
    assert_eq!(narrowest("a to b"), "to", "and of short ones alone the longest");
    assert_eq!(narrowest("\"a b c\" x #12"), "\"a b c\" #12");
    let letters: Vec<String> = ('a'..='z').map(String::from).collect();
    assert_eq!(narrowest(&letters.join(" ")), "a");
    let words: Vec<String> = (0..30).map(|n| format!("word{n}")).collect();
    assert_eq!(narrowest(&words.join(" ")).split(' ').count(), MOST_TEXTS);
}
