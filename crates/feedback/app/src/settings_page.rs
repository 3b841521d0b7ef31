//! `docs/reference/programme-settings.md`, generated from the catalogue of settings.

use std::fmt::Write;

use feedback_core::setting::KEYS;

const HEAD: &str = "\
# Programme settings

Administrators change these settings in the app, without a restart.
They are stored in the database, with their history.
Programs read them with the function `settings` and change them with `settingSet`.
The settings of the server itself are in [Settings](settings.md).

This page is generated from `crates/feedback/core/src/setting/key.rs`. To update it, run `just bless`.

| setting | type | default | meaning |
| --- | --- | --- | --- |
";

fn markdown() -> String {
    let mut page = HEAD.to_owned();
    for key in KEYS {
        let default = key.default().to_string();
        let _ = writeln!(
            page,
            "| `{}` | {} | `{default}` | {} |",
            key.name,
            key.kind.accepted(),
            key.help
        );
    }
    page
}

#[test]
fn the_page_of_programme_settings_is_what_the_catalogue_says() {
    expect_test::expect_file!["../../../../docs/reference/programme-settings.md"]
        .assert_eq(&markdown());
}
