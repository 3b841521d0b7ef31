//! The reference of functions, as pages and as OpenAPI, generated from the registered functions.
//!
//! Callers and parameters come from the running code. Descriptions and keys of refusals are read
//! from the source that defines a function.

mod described;
mod example;
mod openapi;
mod page;
mod shape;
mod source;

use std::sync::Arc;

use crate::Options;
use described::Described;
use example::examples;
use feedback_core::outside::OutsideOptions;
use feedback_core::parameter_schema::INCOMPLETE;
use feedback_core::schema_check::mismatches;
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
    let (origins, examples) = (origins(), examples());
    let describe = |(name, function): (&str, &Arc<dyn parse_engine::Function>)| Described {
        name: name.to_owned(),
        signature: function.signature().unwrap_or_else(|| panic!("{name} has no signature")),
        effect: function.effect(),
        origin: origins.get(name).cloned().unwrap_or_else(|| panic!("{name} is defined nowhere")),
        example: examples.get(name).cloned(),
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
fn the_pages_of_functions_are_what_the_code_says() {
    let pages = page::pages(&described());
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/reference/functions");
    for (name, text) in &pages {
        expect_test::expect_file![format!("../../../../docs/reference/{name}")].assert_eq(text);
    }
    let there = std::fs::read_dir(folder)
        .expect("the pages")
        .map(|entry| format!("functions/{}", entry.expect("a page").file_name().to_string_lossy()));
    let stale: Vec<String> = there.filter(|name| !pages.contains_key(name)).collect();
    assert!(stale.is_empty(), "delete these pages, no function is left for them: {stale:?}");
}

#[test]
fn every_described_answer_has_an_example_that_fits_it() {
    let mut wrong = Vec::new();
    for function in described() {
        match (&function.signature.answer, &function.example) {
            (Some(schema), Some(example)) => {
                let found = mismatches(schema, &example.answer);
                wrong.extend(found.iter().map(|one| format!("{}: {one:?}", function.name)));
            }
            (Some(_), None) => wrong.push(format!("{}: no example", function.name)),
            (None, Some(_)) => wrong.push(format!("{}: no schema", function.name)),
            (None, None) => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "record the examples again with `UPDATE_EXPECT=1 just t product`: {wrong:#?}"
    );
}
