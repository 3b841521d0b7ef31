//! The colours of the product in both schemes, as plain sRGB values so that contrast can be
//! checked. Neither pure white nor pure black: clients that recolour mail treat both specially.

use crate::reader::ButtonColours;

/// A colour: its name in the style sheet, and its value in each scheme.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shade<'a> {
    /// The name of its classes.
    pub(crate) name: &'static str,
    /// The inline value.
    pub(crate) light: &'a str,
    /// The value in the dark scheme.
    pub(crate) dark: &'a str,
}

const fn shade(name: &'static str, light: &'static str, dark: &'static str) -> Shade<'static> {
    Shade { name, light, dark }
}

pub(crate) const CANVAS: Shade<'static> = shade("canvas", "#f6f8fa", "#0e1115");
pub(crate) const PANEL: Shade<'static> = shade("panel", "#fefefe", "#15181c");
pub(crate) const SUNKEN: Shade<'static> = shade("sunken", "#eef0f3", "#0b0e11");
pub(crate) const INVERSE: Shade<'static> = shade("inverse", "#191f25", "#e8eaec");
/// The plate of the mark: stone in both schemes.
pub(crate) const STONE: Shade<'static> = shade("stone", "#1d2228", "#22282f");

pub(crate) const INK: Shade<'static> = shade("ink", "#171c22", "#ebedef");
pub(crate) const INK_2: Shade<'static> = shade("ink2", "#434a52", "#b4bac1");
pub(crate) const INK_3: Shade<'static> = shade("ink3", "#5e656e", "#91979f");
pub(crate) const ON_INVERSE: Shade<'static> = shade("oninverse", "#fcfdfd", "#11171c");
pub(crate) const GOLD: Shade<'static> = shade("gold", "#866008", "#e8c678");
pub(crate) const STREAK: Shade<'static> = shade("streak", "#e3bd69", "#e3bd69");
pub(crate) const LINK: Shade<'static> = shade("link", "#276da0", "#90c7ee");
pub(crate) const SUCCESS: Shade<'static> = shade("success", "#046d52", "#70d0ae");
pub(crate) const WARNING: Shade<'static> = shade("warning", "#9e4812", "#f7a264");
pub(crate) const DANGER: Shade<'static> = shade("danger", "#940a25", "#f17377");

pub(crate) const LINE: Shade<'static> = shade("line", "#d9dde1", "#282c32");
pub(crate) const LINE_FAINT: Shade<'static> = shade("faint", "#e5e8eb", "#1f2227");
pub(crate) const LINE_STRONG: Shade<'static> = shade("strong", "#bcc1c7", "#3b4047");

/// Background and text of the main button, if the programme has chosen them.
pub(crate) fn chosen(colours: &ButtonColours) -> [Shade<'_>; 2] {
    let ButtonColours { light: [light, light_ink], dark: [dark, dark_ink] } = colours;
    [
        Shade { name: "accent", light, dark },
        Shade { name: "onaccent", light: light_ink, dark: dark_ink },
    ]
}

/// Backgrounds of text.
pub(crate) const GROUNDS: [Shade<'static>; 5] = [CANVAS, PANEL, SUNKEN, INVERSE, STONE];
/// Colours of text.
pub(crate) const INKS: [Shade<'static>; 10] =
    [INK, INK_2, INK_3, ON_INVERSE, GOLD, STREAK, LINK, SUCCESS, WARNING, DANGER];
/// Colours of lines.
pub(crate) const LINES: [Shade<'static>; 3] = [LINE, LINE_FAINT, LINE_STRONG];

/// The minimum contrast of text (WCAG 2.2 AA).
pub const CONTRAST: f64 = 4.5;

/// The contrast between two colours written as `#rrggbb`; `None` if one of them is not.
pub fn contrast(one: &str, other: &str) -> Option<f64> {
    let (one, other) = (luminance(one)?, luminance(other)?);
    Some((one.max(other) + 0.05) / (one.min(other) + 0.05))
}

fn luminance(colour: &str) -> Option<f64> {
    let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |at: usize| {
        let value = u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()?;
        let value = f64::from(value) / 255.0;
        Some(if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
    };
    Some(0.2126 * part(0)? + 0.7152 * part(2)? + 0.0722 * part(4)?)
}
