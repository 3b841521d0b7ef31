//! Texts of the description in HTML.

use std::fmt::{self, Write as _};

use parse_model::Json;

/// A text that cannot become markup.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// A paragraph, or nothing if there is no text.
pub(super) fn paragraph(text: &Json) -> String {
    match text.as_str() {
        Some(text) if !text.is_empty() => format!("<p>{}</p>\n", Escaped(text)),
        _ => String::new(),
    }
}

/// JSON as it is sent, over several lines.
pub(super) fn sample(value: &Json) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    format!("<pre><code>{}</code></pre>\n", Escaped(&text))
}
