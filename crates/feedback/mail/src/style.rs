//! The style sheet of a mail, for everything that inline styles cannot express: narrow windows, the
//! dark scheme, and the same for clients that mark recoloured elements instead of supporting colour
//! schemes.

use std::fmt::Write as _;

use crate::palette::{GROUNDS, INKS, LINES, Shade, chosen};
use crate::reader::ButtonColours;

/// The style sheet, with the chosen colours of the button if there are any.
pub(crate) fn sheet(button: Option<&ButtonColours>) -> String {
    let mut out = String::from(
        ":root{color-scheme:light dark;supported-color-schemes:light dark}\
         @media (max-width:480px){.edge{padding:16px 10px 24px!important}\
         .pad{padding:22px 18px 24px!important}.wide{width:100%!important}\
         .wide a,.wide button{display:block!important;text-align:center!important}}\
         @media (prefers-color-scheme:dark){",
    );
    rules(&mut out, "", "", button);
    out.push('}');
    rules(&mut out, "[data-ogsc] ", "[data-ogsb] ", button);
    out
}

fn rules(
    out: &mut String,
    before_inks: &str,
    before_grounds: &str,
    button: Option<&ButtonColours>,
) {
    let mut each = |before: &str, letter: char, property: &str, shades: &[Shade<'_>]| {
        for Shade { name, dark, .. } in shades {
            let _ = write!(out, "{before}.{letter}-{name}{{{property}:{dark}!important}}");
        }
    };
    each(before_inks, 't', "color", &INKS);
    each(before_grounds, 'g', "background-color", &GROUNDS);
    each(before_grounds, 'l', "border-color", &LINES);
    if let Some([ground, ink]) = button.map(chosen) {
        each(before_inks, 't', "color", &[ink]);
        each(before_grounds, 'g', "background-color", &[ground]);
    }
}
