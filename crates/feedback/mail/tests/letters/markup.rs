//! Reads the HTML that letters are written in: enough of it to follow tags and colours.

use std::collections::BTreeMap;

/// Elements without an end.
const VOID: [&str; 5] = ["br", "img", "meta", "input", "!doctype"];

/// A text, and what it is written in and on.
pub(crate) struct TextNode {
    pub(crate) text: String,
    pub(crate) ink: String,
    pub(crate) ground: String,
    pub(crate) ink_class: String,
    pub(crate) ground_class: String,
}

enum Piece<'a> {
    Tag(&'a str),
    Text(&'a str),
}

fn pieces(html: &str) -> Vec<Piece<'_>> {
    let (mut pieces, mut rest) = (Vec::new(), html);
    while let Some(at) = rest.find('<') {
        if at > 0 {
            pieces.push(Piece::Text(&rest[..at]));
        }
        let end = rest[at..].find('>').expect("a tag that ends") + at;
        pieces.push(Piece::Tag(&rest[at + 1..end]));
        rest = &rest[end + 1..];
    }
    assert!(rest.is_empty(), "text after the end: {rest}");
    pieces
}

/// All tags in order, with their attributes but for addresses; breaks of lines are left out.
pub(crate) fn tags(html: &str) -> Vec<String> {
    let without_links = |tag: &str| match tag.split_once("href=\"") {
        Some((before, rest)) => {
            format!("{before}{}", rest.split_once('"').expect("an address that ends").1)
        }
        None => tag.to_owned(),
    };
    let tags = pieces(html).into_iter().filter_map(|piece| match piece {
        Piece::Tag(tag) => Some(without_links(tag)),
        Piece::Text(_) => None,
    });
    tags.filter(|tag| tag != "br").collect()
}

/// Every text that is seen.
pub(crate) fn text_nodes(html: &str) -> Vec<TextNode> {
    let mut open: Vec<(String, BTreeMap<&str, String>)> = Vec::new();
    let mut nodes = Vec::new();
    for piece in pieces(html) {
        match piece {
            Piece::Tag(tag) if tag.starts_with('/') => {
                let (name, _) = open.pop().expect("an element that is open");
                assert_eq!(name, tag[1..], "elements end in the order they began");
            }
            Piece::Tag(tag) => {
                let name = tag.split(' ').next().unwrap_or_default().to_ascii_lowercase();
                let mut style = open.last().map(|(_, style)| style.clone()).unwrap_or_default();
                own_style(tag, &mut style);
                if !VOID.contains(&&*name) {
                    open.push((name, style));
                }
            }
            Piece::Text(text) => {
                let (name, style) = open.last().expect("text inside of an element");
                let is_seen =
                    !matches!(&**name, "style" | "title") && !style.contains_key("hidden");
                if is_seen && !text.replace("&nbsp;", "").trim().is_empty() {
                    let of = |key: &str| {
                        style.get(key).cloned().unwrap_or_else(|| panic!("no {key} for {text}"))
                    };
                    nodes.push(TextNode {
                        text: text.to_owned(),
                        ink: of("color"),
                        ground: of("background-color"),
                        ink_class: of("t"),
                        ground_class: of("g"),
                    });
                }
            }
        }
    }
    nodes
}

fn own_style(tag: &str, style: &mut BTreeMap<&str, String>) {
    let attribute = |name: &str| {
        let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
        rest.split_once('"').map(|(value, _)| value.to_owned())
    };
    for declaration in attribute("style").unwrap_or_default().split(';') {
        match declaration.split_once(':') {
            Some(("color", value)) => drop(style.insert("color", value.to_owned())),
            Some(("background-color", value)) => {
                drop(style.insert("background-color", value.to_owned()));
            }
            Some(("display", "none")) => drop(style.insert("hidden", String::new())),
            _ => {}
        }
    }
    for class in attribute("class").unwrap_or_default().split(' ') {
        match class.split_once('-') {
            Some(("t", name)) => drop(style.insert("t", name.to_owned())),
            Some(("g", name)) => drop(style.insert("g", name.to_owned())),
            _ => {}
        }
    }
}

/// What the style sheet puts in the place of each colour, by class.
pub(crate) fn dark_colours(html: &str) -> BTreeMap<String, String> {
    let (_, dark) = html.split_once("(prefers-color-scheme:dark){").expect("a dark scheme");
    let (dark, _) = dark.split_once("}}").expect("its end");
    let rules = dark.split('}').filter_map(|rule| {
        let (class, rest) = rule.strip_prefix('.')?.split_once('{')?;
        let (_, value) = rest.split_once(':')?;
        Some((class.to_owned(), value.trim_end_matches("!important").to_owned()))
    });
    rules.collect()
}
