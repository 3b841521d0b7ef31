//! The reference page of events, generated from their kinds.

use std::fmt::Write as _;

use feedback_model::event::EventKind;

const INTRODUCTION: &str = "# Events

For developers who receive [webhooks](../how-to/developers/webhooks.md): every type of event, when it occurs, and the fields of its `data`.
This page is generated from the code. `just bless` regenerates it.

An event is `{\"id\", \"type\", \"version\", \"at\", \"actor\", \"issue\", \"data\"}`.
`actor` is `{\"id\", \"username\"}`, or null if nothing but the server caused it.
`issue` has `id`, `number`, `title`, `status`, `severity`, `severityClaimed`, `kind` and `url`, or is null if the event is about no issue.
Later versions of the server may add fields. They do not remove fields or change their meaning.

A webhook about a private issue says its number and address only: `actor` is null and `data` is empty.
If `data` makes a message longer than 20,000 bytes, it is `{\"tooLong\": true}`.

| type | occasion | fields of `data` |
| --- | --- | --- |
";

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for kind in EventKind::ALL {
        let fields = kind.fields().iter().map(|(name, what)| format!("`{name}` {what}"));
        let fields = fields.collect::<Vec<_>>().join("; ");
        let fields = if fields.is_empty() { "–".to_owned() } else { fields };
        let _ = writeln!(page, "| `{}` | {} | {fields} |", kind.key(), kind.occasion());
    }
    page
}

#[test]
fn the_page_of_events_is_what_the_code_says() {
    expect_test::expect_file!["../../../../docs/reference/events.md"].assert_eq(&page());
}
