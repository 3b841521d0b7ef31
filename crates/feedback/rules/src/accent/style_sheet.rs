//! The style sheet that gives the app its accent.

use std::fmt::Write as _;

use super::{Colour, Shades, Theme, shades};

/// Each theme with the elements it holds for: the page, and parts of it that keep one theme. The
/// rules are more specific than those of the app, which may be loaded later.
const RULES: [(Theme, &str, &str); 3] = [
    (Theme::Dark, r#":root:root:root,:root:root [data-theme="dark"]{"#, "}"),
    (Theme::Light, r#":root:root[data-theme="light"],:root:root [data-theme="light"]{"#, "}"),
    (Theme::Light, "@media (prefers-color-scheme:light){:root:root:not([data-theme]){", "}}"),
];

/// The style sheet of an accent. Paper keeps the colours of the app.
pub fn style_sheet(accent: Colour) -> String {
    let mut text = String::from("@media screen{");
    for (theme, begin, end) in RULES {
        text.push_str(begin);
        for (name, value) in tokens(&shades(accent, theme)) {
            let _ = write!(text, "--{name}:{value};");
        }
        text.push_str(end);
    }
    text.push('}');
    text
}

/// The tokens of the app that follow the accent, without dashes.
fn tokens(shades: &Shades) -> [(&'static str, Colour); 9] {
    [
        ("gold", shades.stroke),
        ("gold-fill", shades.fill),
        ("gold-fill-hover", shades.fill_hover),
        ("gold-on-fill", shades.on_fill),
        ("gold-text", shades.text),
        ("gold-wash", shades.wash),
        ("gold-line", shades.line),
        ("focus", shades.stroke),
        ("selection", shades.selection),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEETS: [&str; 2] = [
        include_str!("../../../../../web/src/ui/tokens.css"),
        include_str!("../../../../../web/src/ui/tokens-member.css"),
    ];

    #[test]
    fn every_token_of_the_accent_is_set_and_no_other() {
        let pink = Colour::parse("#ff1493").expect("a colour");
        let mut set: Vec<&str> =
            tokens(&shades(pink, Theme::Dark)).iter().map(|(name, _)| *name).collect();
        let declared = SHEETS.iter().flat_map(|sheet| sheet.lines());
        let mut own: Vec<&str> = declared
            .filter_map(|line| line.trim().strip_prefix("--")?.split_once(':'))
            .map(|(name, _)| name)
            .filter(|name| name.starts_with("gold") || matches!(*name, "focus" | "selection"))
            .collect();
        own.sort_unstable();
        own.dedup();
        set.sort_unstable();
        assert_eq!(set, own);
    }

    #[test]
    fn both_themes_have_their_own_shades() {
        let sheet = style_sheet(Colour::parse("#0a0014").expect("a colour"));
        assert_eq!(sheet.matches("--gold-fill:#0a0014;").count(), 2, "{sheet}");
        assert_eq!(sheet.matches('{').count(), sheet.matches('}').count());
    }
}
