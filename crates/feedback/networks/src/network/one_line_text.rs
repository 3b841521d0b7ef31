//! Texts of one line.

use std::ops::RangeInclusive;

use parse_engine::Error;

use feedback_core::refused::invalid;

/// A trimmed text on one line, with a limited number of characters.
pub(super) fn line(
    text: &str,
    what: &'static str,
    length: RangeInclusive<usize>,
) -> Result<String, Error> {
    let text = text.trim();
    if !length.contains(&text.chars().count()) || text.chars().any(char::is_control) {
        let (least, most) = length.into_inner();
        return Err(invalid(
            "TEXT",
            format!("{what} has {least} to {most} characters on one line."),
        ));
    }
    Ok(text.to_owned())
}

/// The same, or nothing.
pub(super) fn optional_line(
    text: Option<&str>,
    what: &'static str,
    most: usize,
) -> Result<Option<String>, Error> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| line(text, what, 1..=most)).transpose()
}
