//! The catalogue of programme settings: default, allowed values and help.

use feedback_model::accent::Colour;
use parse_model::Json;
use serde_json::{Value, json};

use crate::picture::{LEAST_SIDE, MOST_BYTES, MOST_SIDE, Picture, is_picture_name};

/// The type of a setting.
#[derive(Debug, Clone, Copy)]
pub enum ValueKind {
    /// Text, with its least and greatest number of characters.
    Text(usize, usize),
    /// A switch.
    Flag,
    /// A whole number in this range.
    Whole(i64, i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Areas of the product: keys and names.
    Areas,
    /// A name for each of these keys.
    Words(&'static [&'static str]),
    /// The address of a web page, or nothing.
    Address,
    /// A colour of the screen, or nothing.
    Colour,
    /// A square picture, or nothing.
    Picture,
}

impl ValueKind {
    /// Its name, by which the app chooses the input.
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Text(..) => "text",
            ValueKind::Flag => "flag",
            ValueKind::Whole(..) => "whole",
            ValueKind::OneOf(_) => "choice",
            ValueKind::Areas => "areas",
            ValueKind::Words(_) => "words",
            ValueKind::Address => "address",
            ValueKind::Colour => "colour",
            ValueKind::Picture => "picture",
        }
    }

    /// The values it accepts, for the reference.
    pub fn accepted(self) -> String {
        match self {
            ValueKind::Text(least, most) => format!("text of {least} to {most} characters"),
            ValueKind::Flag => "`true` or `false`".to_owned(),
            ValueKind::Whole(least, most) => format!("whole number from {least} to {most}"),
            ValueKind::OneOf(words) => format!("`{}`", words.join("`, `")),
            ValueKind::Areas => "1 to 30 objects with `key` and `name`".to_owned(),
            ValueKind::Words(keys) => format!("object with a text for each of {}", keys.join(", ")),
            ValueKind::Address => {
                "URL that starts with `https://` or `http://`, or empty".to_owned()
            }
            ValueKind::Colour => "colour such as `#e3bd69`, or empty".to_owned(),
            ValueKind::Picture => format!(
                "square PNG of {LEAST_SIDE} to {MOST_SIDE} pixels and at most {} KiB, as Base64 in a list of texts of at most 16,000 characters, or empty",
                MOST_BYTES >> 10,
            ),
        }
    }
}

/// One setting.
#[derive(Debug)]
pub struct Key {
    /// The name of the setting.
    pub name: &'static str,
    /// Its default as JSON text.
    default: &'static str,
    /// The type of the value.
    pub kind: ValueKind,
    /// What it controls, in a sentence.
    pub help: &'static str,
}

const SEVERITIES: &[&str] = &["S1", "S2", "S3", "S4"];

const fn key(
    name: &'static str,
    default: &'static str,
    kind: ValueKind,
    help: &'static str,
) -> Key {
    Key { name, default, kind, help }
}

/// The catalogue, in display order.
pub const KEYS: &[Key] = &[
    key(
        "product.name",
        r#""Touchstone Swap""#,
        ValueKind::Text(1, 60),
        "The product under test, as the sidebar and page titles name it.",
    ),
    key(
        "product.shortName",
        r#""Touchstone""#,
        ValueKind::Text(1, 30),
        "The short name after “Powered by”.",
    ),
    key(
        "product.url",
        r#""""#,
        ValueKind::Address,
        "Address of the product under test. Testers get a link to it.",
    ),
    key(
        "brand.logo",
        r#""""#,
        ValueKind::Picture,
        "Logo of the sidebar, public pages, browser tabs, the installed app and e-mails. Empty: the mark of Touchstone. Applies when a page is loaded.",
    ),
    key(
        "brand.accent",
        r#""""#,
        ValueKind::Colour,
        "Colour of buttons, marks and focus rings, and of buttons in e-mails. Its lightness is adjusted where contrast requires it. Empty: gold. Applies when a page is loaded.",
    ),
    key(
        "mail.senderName",
        r#""""#,
        ValueKind::Text(0, 60),
        "Display name of the sender of e-mails. Empty: the name in the configuration of the server (mail_from, mail_updates_from).",
    ),
    key("programme.timeZone", r#""UTC""#, ValueKind::Text(1, 60), "Time zone of the daily caps."),
    key(
        "programme.readOnly",
        "false",
        ValueKind::Flag,
        "While on, only administrators can make changes.",
    ),
    key(
        "areas",
        r#"[{"key":"swap","name":"Swap"},{"key":"quote","name":"Quote"},{"key":"approve","name":"Approve"},{"key":"wallet","name":"Wallet"},{"key":"liquidity","name":"Liquidity"},{"key":"history","name":"History"},{"key":"tokens","name":"Tokens"},{"key":"ui","name":"Interface"},{"key":"docs","name":"Docs"},{"key":"other","name":"Other"}]"#,
        ValueKind::Areas,
        "The parts of the product a report can be about.",
    ),
    key(
        "severity.words",
        r#"{"S1":"Critical","S2":"Major","S3":"Minor","S4":"Trivial"}"#,
        ValueKind::Words(SEVERITIES),
        "Names of the four severities.",
    ),
    key(
        "security.contact",
        r#""""#,
        ValueKind::Text(0, 200),
        "Shown to testers who report something that could lose or expose funds.",
    ),
    key(
        "access.mode",
        r#""invite""#,
        ValueKind::OneOf(&["open", "invite", "wallets"]),
        "Who may create an account: all visitors, visitors with an invitation, or also visitors with a listed wallet.",
    ),
    key(
        "access.premoderate",
        r#""never""#,
        ValueKind::OneOf(&["never", "trust0", "always"]),
        "Which new reports an administrator must approve before other testers see them.",
    ),
    key(
        "promise.firstResponseS1h",
        "4",
        ValueKind::Whole(1, 720),
        "Hours until the first decision or question about a report claimed critical.",
    ),
    key(
        "promise.firstResponseH",
        "48",
        ValueKind::Whole(1, 720),
        "Hours until the first decision or question about any other report.",
    ),
    key("promise.decisionDays", "7", ValueKind::Whole(1, 90), "Days until a report is decided."),
    key(
        "issue.needsInfoDays",
        "14",
        ValueKind::Whole(1, 90),
        "Days a question to a reporter stays open before the report is closed.",
    ),
    key(
        "issue.reopenDays",
        "30",
        ValueKind::Whole(1, 365),
        "Days in which a reporter may reopen a closed report, once.",
    ),
    key(
        "issue.undoSeconds",
        "30",
        ValueKind::Whole(0, 300),
        "Seconds in which a triage decision can be undone.",
    ),
    key(
        "fixcheck.days",
        "14",
        ValueKind::Whole(1, 90),
        "Days after which an undisputed fix counts as verified.",
    ),
    key("fixcheck.quorum", "2", ValueKind::Whole(1, 10), "How many testers must confirm a fix."),
    key(
        "fixcheck.ask",
        "20",
        ValueKind::Whole(0, 200),
        "How many testers without proof are asked to check a fix, beside those who reported or proved it.",
    ),
    key(
        "dup.trigram",
        "45",
        ValueKind::Whole(10, 95),
        "Minimum similarity of titles shown as similar, in per cent.",
    ),
    key("dup.max", "5", ValueKind::Whole(1, 10), "Number of similar reports that are shown."),
    key(
        "season.reviewDays",
        "7",
        ValueKind::Whole(0, 60),
        "Days in which the results of a season are checked before they are final.",
    ),
    key(
        "risk.watchScore",
        "60",
        ValueKind::Whole(50, 100),
        "Risk score from which possible duplicate accounts are shown to administrators.",
    ),
    key(
        "appeal.days",
        "14",
        ValueKind::Whole(1, 90),
        "Days in which a tester may appeal against a decision.",
    ),
    key(
        "appeal.open",
        "3",
        ValueKind::Whole(1, 20),
        "How many appeals of one tester can be open at a time.",
    ),
    key(
        "failures.askExpected",
        "false",
        ValueKind::Flag,
        "Whether testers who agreed are also asked about failures that are meant to happen, such as a missed deadline.",
    ),
    key(
        "evidence.shareTestnet",
        "true",
        ValueKind::Flag,
        "Whether other testers see the hash and the addresses of proofs from test networks.",
    ),
    key(
        "evidence.shareMainnet",
        "false",
        ValueKind::Flag,
        "Whether other testers see the hash and the addresses of proofs from networks with real money.",
    ),
    key(
        "evidence.quoteDeviationBps",
        "50",
        ValueKind::Whole(1, 10_000),
        "Accepted shortfall of a swap against its quote, in hundredths of a per cent.",
    ),
    key(
        "evidence.priceImpactBps",
        "500",
        ValueKind::Whole(1, 10_000),
        "Price impact that counts as high, in hundredths of a per cent.",
    ),
    key(
        "notify.digestHour",
        "8",
        ValueKind::Whole(0, 23),
        "Default hour of the daily digest, in the user's time zone.",
    ),
    key(
        "notify.mailPerDay",
        "20",
        ValueKind::Whole(1, 200),
        "Immediate e-mails per user and day; the rest is sent with the digest.",
    ),
    key(
        "retention.notificationsDays",
        "90",
        ValueKind::Whole(1, 3650),
        "Days for which read notifications are kept.",
    ),
    key(
        "retention.deliveriesDays",
        "30",
        ValueKind::Whole(1, 365),
        "Days for which the log of mails, pushes, chat messages and webhook deliveries is kept.",
    ),
];

impl Key {
    /// The setting with this name.
    pub fn named(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// Whether changing it needs a recent sign-in: access, the address for vulnerability reports,
    /// and which parts of transactions others can read.
    pub(crate) fn is_guarded(&self) -> bool {
        let guarded = ["access.", "security.", "evidence.share"];
        guarded.iter().any(|prefix| self.name.starts_with(prefix))
    }

    /// The value if no administrator has set one.
    pub fn default(&self) -> Json {
        // The catalogue's own test reads every default.
        serde_json::from_str(self.default).unwrap_or(Json::Null)
    }

    /// The value, if it is valid, and otherwise an explanation for the person who set it.
    pub fn checked(&self, value: Json) -> Result<Json, String> {
        match (self.kind, value) {
            (ValueKind::Text(least, most), Value::String(text)) => {
                let text = text.trim().to_owned();
                let length = text.chars().count();
                if length < least || length > most || text.chars().any(char::is_control) {
                    return Err(format!("{} has {least} to {most} characters on one line.", self.name));
                }
                Ok(Json::from(text))
            }
            (ValueKind::Flag, value @ Value::Bool(_)) => Ok(value),
            (ValueKind::Whole(least, most), Value::Number(number)) => match number.as_i64() {
                Some(whole) if (least..=most).contains(&whole) => Ok(Json::from(whole)),
                _ => Err(format!("{} is a whole number from {least} to {most}.", self.name)),
            },
            (ValueKind::OneOf(words), Value::String(word)) if words.contains(&&*word) => {
                Ok(Json::from(word))
            }
            (ValueKind::OneOf(words), _) => Err(format!("{} is one of {}.", self.name, words.join(", "))),
            (ValueKind::Areas, value) => areas(value).ok_or_else(|| {
                "Areas are 1 to 30 entries, each with a key of small letters, digits and underscores that no other has, and a name of 1 to 30 characters.".to_owned()
            }),
            (ValueKind::Words(keys), value) => words(keys, value).ok_or_else(|| {
                format!("Each of {} needs a word of 1 to 30 characters.", keys.join(", "))
            }),
            (ValueKind::Address, Value::String(text)) => {
                let text = text.trim();
                if text.is_empty() || is_address(text) {
                    return Ok(Json::from(text));
                }
                Err(format!(
                    "{} is a web address of at most {LONGEST_ADDRESS} characters, such as https://swap.example.org.",
                    self.name
                ))
            }
            (ValueKind::Colour, Value::String(text)) => colour(&text).ok_or_else(|| {
                format!("{} is a colour with six digits, such as #e3bd69.", self.name)
            }),
            (ValueKind::Picture, Value::String(name)) if is_picture_name(&name) => {
                Ok(Json::from(name))
            }
            (ValueKind::Picture, value) => Picture::sent(&value).map(|picture| picture.name().into()),
            (kind, _) => Err(format!("{} takes a {}.", self.name, kind.name())),
        }
    }
}

/// Characters of a web address.
const LONGEST_ADDRESS: usize = 300;

/// Whether a text is the address of a page that a browser opens, without credentials in it.
fn is_address(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")) else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    text.chars().count() <= LONGEST_ADDRESS
        && host.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[')
        && host.chars().all(is_plain)
        && rest.chars().all(|c| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '\\'))
}

fn colour(text: &str) -> Option<Json> {
    let text = text.trim().to_ascii_lowercase();
    (text.is_empty() || Colour::parse(&text).is_some()).then(|| Json::from(text))
}

fn is_word(text: &str) -> bool {
    (1..=30).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

fn areas(value: Json) -> Option<Json> {
    let entries = value.as_array().filter(|entries| (1..=30).contains(&entries.len()))?;
    let mut seen = Vec::new();
    for entry in entries {
        let (key, name) = (entry.get("key")?.as_str()?, entry.get("name")?.as_str()?);
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !is_word(key) || !key.chars().all(is_plain) || !is_word(name) || seen.contains(&key) {
            return None;
        }
        seen.push(key);
    }
    let named = |entry: &Json| json!({ "key": entry["key"], "name": entry["name"] });
    Some(entries.iter().map(named).collect())
}

fn words(keys: &[&str], value: Json) -> Option<Json> {
    let map = value.as_object().filter(|map| map.len() == keys.len())?;
    let has = |key: &&str| map.get(*key).and_then(Json::as_str).is_some_and(is_word);
    keys.iter().all(has).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_its_setting_may_have() {
        for key in KEYS {
            assert_eq!(key.checked(key.default()), Ok(key.default()), "{}", key.name);
        }
    }

    #[test]
    fn the_address_of_the_product_is_that_of_a_page() {
        let key = Key::named("product.url").expect("a setting");
        for address in [
            "",
            "https://swap.example.org/app?net=1#swap",
            "http://localhost:5173",
            "http://[::1]:80/",
        ] {
            assert_eq!(key.checked(json!(address)), Ok(json!(address)));
        }
    }

    #[test]
    fn no_setting_is_listed_twice() {
        for (at, key) in KEYS.iter().enumerate() {
            assert!(KEYS[at + 1..].iter().all(|other| other.name != key.name), "{}", key.name);
        }
    }

    #[test]
    fn wrong_values_are_refused_with_a_sentence() {
        let wrong = [
            ("product.name", json!("")),
            ("product.name", json!("a\nb")),
            ("product.name", json!(5)),
            ("programme.readOnly", json!("yes")),
            ("promise.decisionDays", json!(0)),
            ("promise.decisionDays", json!(1.5)),
            ("access.mode", json!("everyone")),
            ("areas", json!([])),
            ("areas", json!([{"key": "a", "name": "A"}, {"key": "a", "name": "B"}])),
            ("areas", json!([{"key": "A b", "name": "A"}])),
            ("severity.words", json!({"S1": "x"})),
            ("product.url", json!("swap.example.org")),
            ("product.url", json!("javascript:alert(1)")),
            ("product.url", json!("https://")),
            ("product.url", json!("https://mia:secret@swap.example.org")),
            ("product.url", json!("https://swap.example.org/a b")),
            ("product.url", json!(5)),
            ("brand.accent", json!("gold")),
            ("brand.accent", json!("#fff")),
            ("brand.logo", json!("https://swap.example.org/logo.png")),
            ("brand.logo", json!(["PHN2Zz4="])),
            ("brand.logo", json!({"png": ""})),
        ];
        for (name, value) in wrong {
            let key = Key::named(name).expect("a setting");
            let problem = key.checked(value.clone()).expect_err(&format!("{name} {value}"));
            assert!(problem.ends_with('.'), "{problem}");
        }
    }
}
