//! `docs/reference/personal-data.md`, generated from the list of exported data.

use std::fmt::Write;

use crate::people::{REMAINS, stored};

const HEAD: &str = "\
# Personal data

This page lists the data that a server stores about each person.
Use it to answer questions about privacy, or to check the privacy page of your programme.

A person downloads all of it in the app, under **Profile → Data**.
Administrators get the same list as a draft of the privacy page, under **Settings → Programme → Legal pages**.

This page is generated from `crates/feedback/app/src/people/own_data`. To update it, run `just bless`.

## Stored data

";

const REST: &str = "
## Data that remains after a deletion

An account is deleted two days after its owner asks for it.
Its owner chooses whether texts and files are erased with it.
This data remains in both cases, under a random name:

";

fn markdown() -> String {
    let mut page = HEAD.to_owned();
    for sentence in stored::sentences() {
        let _ = writeln!(page, "- {sentence}");
    }
    page.push_str(REST);
    for (_, sentence) in REMAINS {
        let _ = writeln!(page, "- {sentence}");
    }
    page
}

#[test]
fn the_page_of_personal_data_is_what_the_export_has() {
    expect_test::expect_file!["../../../../docs/reference/personal-data.md"].assert_eq(&markdown());
}
