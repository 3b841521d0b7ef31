//! The texts of a report besides its title, description and steps.
//!
//! This file is the list. Forms, commands, the public API, tickets, the demo and erasure follow it.
//! The database has its own in `_touchstone.report_texts`, the web app in `report-texts.ts`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;
use crate::text::Account;

keyed_enum! {
    /// A text of a report, by the name of its column.
    pub enum ReportText {
        /// What should have happened.
        Expected = "expected",
        /// What happened instead.
        Actual = "actual",
    }
}

impl ReportText {
    /// Its heading in a ticket.
    pub fn heading(self) -> &'static str {
        match self {
            ReportText::Expected => "Expected",
            ReportText::Actual => "Seen",
        }
    }

    /// The timeline sentence for an edit of only this text.
    pub fn edited_sentence(self) -> &'static str {
        match self {
            ReportText::Expected => "edited what was expected",
            ReportText::Actual => "edited what was seen",
        }
    }
}

/// The columns of the texts, for the column list of a statement.
#[macro_export]
macro_rules! report_text_columns {
    () => {
        r#""expected", "actual""#
    };
}

/// Adds the texts to the parameters of a function, and `report_texts` to read them.
#[macro_export]
macro_rules! with_report_texts {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($fields:tt)* }) => {
        $(#[$meta])*
        $vis struct $name {
            $($fields)*
            expected: Option<String>,
            actual: Option<String>,
        }

        impl $name {
            /// The texts that were sent.
            fn report_texts(
                &self,
            ) -> [(
                $crate::report_text::ReportText,
                Option<&str>,
            ); $crate::report_text::ReportText::ALL.len()] {
                use $crate::report_text::ReportText;
                [
                    (ReportText::Expected, self.expected.as_deref()),
                    (ReportText::Actual, self.actual.as_deref()),
                ]
            }
        }
    };
}

/// The texts of one report. Empty ones are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ReportTexts(BTreeMap<ReportText, String>);

impl ReportTexts {
    /// Parses the texts of a user.
    pub fn parse<'a>(
        sent: impl IntoIterator<Item = (ReportText, Option<&'a str>)>,
    ) -> Result<ReportTexts, Refused> {
        let mut texts = BTreeMap::new();
        for (text, raw) in sent {
            let account = Account::parse(raw.unwrap_or_default())?;
            if !account.as_str().is_empty() {
                texts.insert(text, account.into());
            }
        }
        Ok(ReportTexts(texts))
    }

    /// One of the texts.
    pub fn get(&self, text: ReportText) -> Option<&str> {
        self.0.get(&text).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    with_report_texts! {
        #[derive(Debug, Default, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Params {
            title: Option<String>,
        }
    }

    #[test]
    fn columns_and_parameters_are_those_of_the_list() {
        let columns: Vec<String> =
            ReportText::ALL.iter().map(|text| format!("\"{}\"", text.key())).collect();
        assert_eq!(report_text_columns!(), columns.join(", "));
        for text in ReportText::ALL {
            let sent = format!(r#"{{"{}": "  seen  "}}"#, text.key());
            let params: Params = serde_json::from_str(&sent).expect("a parameter");
            let texts = ReportTexts::parse(params.report_texts()).expect("texts");
            assert_eq!((texts.get(text), params.title), (Some("seen"), None));
        }
    }

    #[test]
    fn empty_texts_are_left_out_and_long_ones_refused() {
        let text = ReportText::Expected;
        assert_eq!(ReportTexts::parse([(text, Some("  "))]), Ok(ReportTexts::default()));
        assert!(ReportTexts::parse([(text, Some(&*"x".repeat(2_001)))]).is_err());
    }
}
