use super::*;
use proptest::prelude::*;

fn pattern(source: &str, options: &str) -> Pattern {
    Pattern::parse(source, Some(options).filter(|options| !options.is_empty())).unwrap()
}

fn finds(source: &str, options: &str, text: &str) -> bool {
    pattern(source, options).compile().unwrap().is_match(text)
}

fn refused(source: &str) -> bool {
    Pattern::parse(source, None).is_err_and(|refusal| refusal.code == crate::Code::INVALID_QUERY)
}

#[test]
fn options_choose_how_postgres_reads_newlines_and_case() {
    for (options, prefix) in
        [("", "(?p)"), ("m", "(?n)"), ("s", "(?s)"), ("ms", "(?w)"), ("i", "(?pi)"), ("u", "(?p)")]
    {
        assert_eq!(pattern("a", options).postgres(), format!("{prefix}a"), "{options}");
    }
}

#[test]
fn unknown_or_empty_options_are_refused() {
    for options in ["z", "ig", ""] {
        let refusal = Pattern::parse("a", Some(options)).unwrap_err();
        assert_eq!(refusal.message, format!("Bad $options value for query: {options}"));
        assert_eq!(refusal.code, crate::Code::INVALID_QUERY);
    }
}

#[test]
fn what_stands_between_q_and_e_is_literal() {
    assert_eq!(pattern(r"^\Qa.b*\E", "").postgres(), r"(?p)^a\.b\*");
    assert_eq!(pattern(r"\Qa.b", "").postgres(), r"(?p)a\.b");
    assert_eq!(pattern(r"\Q\E$", "").postgres(), "(?p)$");
    assert!(finds(r"\Q(x)\E+$", "", "(x))"));
}

#[test]
fn the_sdk_can_quote_the_end_of_a_quote() {
    let quoted = r"\Qa\E\\E\Qb\E";
    assert_eq!(pattern(quoted, "").postgres(), r"(?p)a\\Eb");
    assert!(finds(quoted, "", r"a\Eb"));
}

#[test]
fn the_dot_takes_a_newline_only_when_told() {
    assert!(!finds("a.b", "", "a\nb") && finds("a.b", "s", "a\nb"));
    assert!(finds("a[^x]b", "", "a\nb"));
    assert_eq!(pattern("[^x]", "").postgres(), "(?p)(?:[^x]|\n)");
    assert_eq!(pattern("[^x]", "s").postgres(), "(?s)[^x]");
    assert_eq!(pattern(r"[^\s]", "").postgres(), r"(?p)[^\s]");
}

#[test]
fn lines_have_ends_only_when_told() {
    assert!(!finds("^b$", "", "a\nb") && finds("^b$", "m", "a\nb"));
    assert!(!finds("a$", "", "a\n"));
}

#[test]
fn a_spaced_pattern_drops_blanks_and_comments_but_not_literals() {
    assert!(finds("a b # why\n c", "x", "abc"));
    assert!(finds(r"\Qa b\E", "x", "a b") && !finds(r"\Qa b\E", "x", "ab"));
    assert!(finds("a[ ]b", "x", "a b"));
    assert_eq!(pattern("a b#c", "x").postgres(), "(?p)ab");
}

#[test]
fn options_may_stand_at_the_beginning() {
    assert_eq!(pattern("(?i)abc", "").postgres(), "(?pi)abc");
    assert!(refused("a(?i)b"));
}

#[test]
fn perls_word_edges_become_postgres_ones() {
    assert_eq!(pattern(r"\ba\B", "").postgres(), r"(?p)\ya\Y");
    assert!(finds(r"\bcat\b", "", "a cat.") && !finds(r"\bcat\b", "", "cats"));
    assert!(finds(r"\mcat\M", "", "a cat."));
}

#[test]
fn escaped_codes_become_their_characters() {
    assert_eq!(pattern(r"\x41B\u0043\u{44}\x{45}", "").postgres(), "(?p)ABCDE");
    assert_eq!(pattern(r"\cI\v\/", "").postgres(), "(?p)\t\u{b}\\/");
}

#[test]
fn brackets_keep_hyphens_and_brackets_where_perl_would() {
    assert_eq!(pattern(r"[\w-.]", "").postgres(), r"(?p)[\w\-\.]");
    assert_eq!(pattern("[]a]", "").postgres(), r"(?p)[\]a]");
    assert_eq!(pattern("[a-c-e]", "").postgres(), r"(?p)[a-c\-e]");
    assert_eq!(pattern("[[:alpha:]&&b]", "").postgres(), r"(?p)[[:alpha:]\&\&b]");
    assert!(finds("^[a&&b]$", "", "&") && finds(r"^[\w-.]+$", "", "a-b.c"));
}

#[test]
fn braces_that_bound_nothing_are_braces() {
    assert_eq!(pattern("a{b}{,3}", "").postgres(), r"(?p)a\{b\}\{\,3\}");
    assert!(finds("a{2,3}b", "", "aab") && finds("{x}", "", "{x}"));
}

#[test]
fn case_is_ignored_in_pairs() {
    assert!(finds("straße", "i", "STRAßE") && finds("[a-f]", "i", "D") && finds("Ä", "i", "ä"));
    assert!(!finds("k", "i", "\u{212a}") && !finds("[k-l]", "i", "\u{212a}"));
    assert!(!finds("[^k]", "i", "K"));
}

#[test]
fn digits_and_blanks_are_those_of_postgres() {
    assert!(!finds(r"\d", "", "٣") && finds(r"\w", "", "é") && !finds(r"\s", "", "\u{a0}"));
    assert!(finds(r"\D", "", "\n") && finds(r"[\W]", "", "-"));
}

#[test]
fn every_kind_of_characters_has_its_members() {
    for (name, member, stranger) in [
        ("alnum", "é", "-"),
        ("alpha", "é", "1"),
        ("blank", " ", "\n"),
        ("cntrl", "\n", "a"),
        ("digit", "7", "٣"),
        ("graph", "ß", " "),
        ("lower", "ß", "A"),
        ("print", " ", "\n"),
        ("punct", "-", "a"),
        ("space", "\n", "a"),
        ("upper", "É", "a"),
        ("word", "_", "-"),
        ("xdigit", "f", "g"),
    ] {
        let set = format!("^[[:{name}:]]$");
        assert!(finds(&set, "", member) && !finds(&set, "", stranger), "{name}");
        assert!(finds(&format!("^[^[:{name}:]]$"), "", stranger), "{name}");
    }
    assert!(finds("^[[:upper:]]$", "i", "a"));
}

#[test]
fn what_neither_engine_could_read_is_refused() {
    for bad in [
        "(", ")", "a(b", "[a", "[", "*a", "a**", "a++", "^*", "(?=a)*", "a{3,2}", "a{256}", r"a\",
        r"\p{L}", r"\0", r"\u0000", r"\1", r"(a\1)", "(?<a", "[z-a]", "[[:no:]]", "[[.a.]]",
        "(?i:a)", "a\0", r"\h", "(?#", "|*",
    ] {
        assert!(refused(bad), "{bad}");
    }
}

#[test]
fn looking_around_and_back_references_need_postgres() {
    for (source, written) in [
        ("a(?=b)", "(?p)a(?=b)"),
        ("(?<!x)a", "(?p)(?<!x)a"),
        (r"(a)\10", r"(?p)(a)(?:\1)0"),
        ("(?<name>a)(?:b)", "(?p)(a)(?:b)"),
    ] {
        assert_eq!(pattern(source, "").postgres(), written);
    }
    assert!(pattern("a(?=b)", "").compile().is_err() && pattern(r"(a)\1", "").compile().is_err());
}

#[test]
fn repetitions_count_as_often_as_they_may_stand() {
    for (source, length) in [
        ("abc", 3),
        ("a+b*c?", 3),
        ("a{3}", 3),
        ("(a{2}b){3}", 9),
        ("(a{1,50}){1,50}b", 2501),
        ("x|(yz){2,4}", 9),
        ("(a{100}){100}", 10_000),
        ("", 0),
    ] {
        assert_eq!(pattern(source, "").expanded_length(), length, "{source}");
    }
}

fn quoted(text: &str) -> String {
    format!(r"\Q{}\E", text.replace(r"\E", r"\E\\E\Q"))
}

proptest! {
    #[test]
    fn a_quoted_text_finds_itself_and_only_itself(
        before in "[ab.*\\\\\n]{0,3}", text in "\\PC{0,8}|(\\\\[EQ]|.|\n){0,6}", other in ".{0,8}",
    ) {
        prop_assume!(!text.contains('\0'));
        let found = pattern(&quoted(&text), "").compile().unwrap();
        let whole = format!("{before}{text}");
        prop_assert!(found.is_match(&whole));
        prop_assert_eq!(found.is_match(&other), other.contains(&text));
    }

    #[test]
    fn no_pattern_makes_the_scanner_fall_over(source in any::<String>(), spaced in any::<bool>()) {
        if let Ok(pattern) = Pattern::parse(&source, spaced.then_some("x")) {
            prop_assert!(pattern.postgres().starts_with("(?"));
            let _ = pattern.compile();
        }
    }

    #[test]
    fn what_is_accepted_compiles(source in r"([ab.*+?|()^$\[\]{},\\-]|\\[dDwWsSbBAz.*]|\{[0-3],?[0-3]?\}|[0-9]){0,12}") {
        if let Ok(pattern) = Pattern::parse(&source, None)
            && !source.contains(r"\1")
            && let Err(refusal) = pattern.compile()
        {
            prop_assert_eq!(refusal.message, "bad $regex: it is too large", "{}", source);
        }
    }
}

#[test]
fn a_pattern_has_bounds_before_it_is_taken_apart_and_before_postgresql_sees_it() {
    let refused = |source: &str| Pattern::parse(source, None).unwrap_err().message.into_owned();
    assert_eq!(refused(&"a".repeat(20 << 20)), "bad $regex: it is longer than 32764 bytes");
    let told = "bad $regex: it is longer than 10000 characters with its repetitions";
    for source in ["((a{255}){255}){255}", "(a{1,101}){100}", "(?:(?:(?:[a-z]{9}){9}){9}){14}"] {
        assert_eq!(refused(source), told, "{source}");
    }
    assert!(Pattern::parse("(a{100}){100}", None).is_ok());
}

#[test]
fn a_compiled_pattern_takes_no_more_than_its_room() {
    for source in [r"\w{200}a", r"(\w|\d|[^a]){100}", r"[[:punct:]]{50}", "(?i)[a-ž]{200}"] {
        let pattern = pattern(source, "");
        match pattern.compile() {
            Ok(compiled) => {
                assert!(compiled.memory() < 400 << 10, "{source} {}", compiled.memory());
            }
            Err(refusal) => assert_eq!(refusal.message, "bad $regex: it is too large", "{source}"),
        }
    }
    assert!(pattern(r"\w{200}a", "").compile().is_err());
    for honest in
        [r"^\Qsome title\E", r"^\w+@\w+\.com$", r"\bswap\b.*\d{1,20}", "(?i)error|warn(ing)?"]
    {
        let compiled = pattern(honest, "").compile().unwrap();
        assert!(compiled.memory() < 200 << 10, "{honest} {}", compiled.memory());
    }
    let long = format!("[{}]", "a-zb-y".repeat(200));
    assert!(pattern(&long, "i").compile().is_err());
}
