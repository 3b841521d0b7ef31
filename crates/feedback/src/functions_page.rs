//! The functions of the product, as a page and as OpenAPI, made from what is registered.
//!
//! Who may call and what is sent comes from the code that runs; what a function is about, and the
//! keys it refuses with, is read in the source that defines it.

mod openapi;
mod page;
mod source;

use std::sync::Arc;

use parse_engine::{Effect, Signature};

use crate::parameter_schema::INCOMPLETE;
use crate::{AccessMode, NoTransport, Options, OutsideOptions};
use source::{Origin, origins};

/// A function as documents tell of it.
struct Described {
    name: String,
    signature: Signature,
    effect: Effect,
    origin: Origin,
}

impl Described {
    /// Whether it changes nothing.
    fn only_reads(&self) -> bool {
        self.effect == Effect::Reads
    }

    /// What it refuses with: code, key if there is one, and when.
    fn refusals(&self) -> Vec<(i32, &str, &str)> {
        let mut all = Vec::new();
        if self.signature.caller != "anybody" {
            all.push((209, "", "no valid session"));
        }
        if self.signature.caller == "administrator" {
            all.push((119, "", "not an administrator"));
        }
        all.push((142, "PARAMS", "what was sent does not fit the schema"));
        if self.signature.caller == "signed in" && !self.only_reads() {
            all.push((142, "READ_ONLY", "the programme is closed for changes"));
        }
        let own = self.origin.keys.iter().filter(|key| *key != "PARAMS" && *key != "READ_ONLY");
        all.extend(own.map(|key| (142, key.as_str(), "")));
        all
    }
}

/// Every function of the product.
fn described() -> Vec<Described> {
    let extension = crate::extension(&Options {
        access: AccessMode::Invite,
        app_url: "https://beta.example.org".to_owned(),
        has_push: true,
        rank_cache: None,
        chain: Arc::new(NoTransport),
        outside: OutsideOptions::default(),
    });
    let origins = origins();
    let describe = |(name, function): (&str, &Arc<dyn parse_engine::Function>)| Described {
        name: name.to_owned(),
        signature: function.signature().unwrap_or_else(|| panic!("{name} has no signature")),
        effect: function.effect(),
        origin: origins.get(name).cloned().unwrap_or_else(|| panic!("{name} is defined nowhere")),
    };
    extension.functions().into_iter().map(describe).collect()
}

#[test]
fn what_every_function_takes_is_known() {
    let incomplete =
        described().into_iter().filter(|one| one.signature.params.get(INCOMPLETE).is_some());
    let names: Vec<String> = incomplete.map(|one| one.name).collect();
    assert!(
        names.is_empty(),
        "add a text to `parameter_schema::shape::TEXTS` that these take: {names:?}"
    );
}

#[test]
fn the_description_for_programs_is_what_the_code_says() {
    let text = format!("{:#}\n", openapi::document(&described()));
    expect_test::expect_file!["../../../docs/functions.json"].assert_eq(&text);
}

#[test]
fn the_page_of_functions_is_what_the_code_says() {
    expect_test::expect_file!["../../../docs/functions.md"]
        .assert_eq(&page::markdown(&described()));
}
