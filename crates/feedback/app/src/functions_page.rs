//! The functions of the product, as a page and as OpenAPI, made from what is registered.
//!
//! Who may call and what is sent comes from the code that runs; what a function is about, and the
//! keys it refuses with, is read in the source that defines it.

mod described;
mod openapi;
mod page;
mod source;

use std::sync::Arc;

use crate::Options;
use described::Described;
use feedback_core::outside::OutsideOptions;
use feedback_core::parameter_schema::INCOMPLETE;
use feedback_core::setting::AccessMode;
use feedback_networks::network::NoTransport;
use source::origins;

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
    expect_test::expect_file!["../../../../docs/functions.json"].assert_eq(&text);
}

#[test]
fn the_page_of_functions_is_what_the_code_says() {
    expect_test::expect_file!["../../../../docs/functions.md"]
        .assert_eq(&page::markdown(&described()));
}
