//! The accent colour of a programme, in the shades that the app and e-mails use.
//!
//! The hue is the administrator's. The lightness moves until strokes and text have enough contrast
//! in each theme, so that no colour makes the app unreadable.

mod colour;
mod style_sheet;

pub use colour::Colour;
pub use style_sheet::style_sheet;

/// The least contrast of strokes and focus rings with every surface (WCAG 2.2 AA).
pub const STROKE_CONTRAST: f64 = 3.0;
/// The least contrast of text (WCAG 2.2 AA).
pub const TEXT_CONTRAST: f64 = 4.5;
/// The least contrast of the fill with every surface. Its text has the contrast that the standard
/// requires, so this only keeps the shape of a button visible.
pub const FILL_CONTRAST: f64 = 1.5;

/// A step of lightness.
const STEP: f64 = 0.005;
/// The steps from black to white.
const STEPS: u16 = 200;

/// A theme of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Light text on dark surfaces.
    Dark,
    /// Dark text on light surfaces.
    Light,
}

/// The fixed colours of a theme, as `web/src/ui/tokens.css` and `tokens-member.css` have them.
struct Ground {
    surfaces: &'static [Colour],
    panel: Colour,
    /// The quietest text that is shown on the wash.
    quiet_ink: Colour,
    /// Shares of the stroke in the wash, the line and the selection.
    shares: [f64; 3],
    /// How far the fill moves under the pointer.
    hover: f64,
}

const DARK: Ground = Ground {
    surfaces: &[
        Colour::new(0x09, 0x0c, 0x0f),
        Colour::new(0x0e, 0x11, 0x15),
        Colour::new(0x15, 0x18, 0x1c),
        Colour::new(0x1c, 0x20, 0x25),
        Colour::new(0x1a, 0x1e, 0x22),
        Colour::new(0x22, 0x26, 0x2c),
        Colour::new(0x1a, 0x1e, 0x23),
    ],
    panel: Colour::new(0x15, 0x18, 0x1c),
    quiet_ink: Colour::new(0x91, 0x97, 0x9f),
    shares: [0.10, 0.38, 0.28],
    hover: 0.05,
};

const LIGHT: Ground = Ground {
    surfaces: &[
        Colour::new(0xee, 0xf0, 0xf3),
        Colour::new(0xf6, 0xf8, 0xfa),
        Colour::new(0xff, 0xff, 0xff),
        Colour::new(0xf0, 0xf3, 0xf5),
        Colour::new(0xe7, 0xea, 0xed),
    ],
    panel: Colour::new(0xff, 0xff, 0xff),
    quiet_ink: Colour::new(0x5e, 0x65, 0x6e),
    shares: [0.12, 0.44, 0.31],
    hover: 0.04,
};

impl Theme {
    /// Both themes.
    pub const ALL: [Theme; 2] = [Theme::Dark, Theme::Light];

    fn ground(self) -> &'static Ground {
        match self {
            Theme::Dark => &DARK,
            Theme::Light => &LIGHT,
        }
    }

    /// The surfaces that the accent may be on.
    pub fn surfaces(self) -> &'static [Colour] {
        self.ground().surfaces
    }
}

/// The shades of an accent in one theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shades {
    /// The button.
    pub fill: Colour,
    /// The button under the pointer.
    pub fill_hover: Colour,
    /// Text on both.
    pub on_fill: Colour,
    /// Strokes, marks and the focus ring.
    pub stroke: Colour,
    /// Words and figures.
    pub text: Colour,
    /// The background of the user's own row.
    pub wash: Colour,
    /// The edge of a wash.
    pub line: Colour,
    /// The background of selected text.
    pub selection: Colour,
}

/// A button in an e-mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailButton {
    /// Its background.
    pub fill: Colour,
    /// Its text.
    pub on_fill: Colour,
}

/// The shades of an accent in a theme.
pub fn shades(accent: Colour, theme: Theme) -> Shades {
    let ground = theme.ground();
    let is_off = |colour: Colour, least: f64| lowest_contrast(colour, ground.surfaces) >= least;
    let fill = nearest(accent, |fill| is_off(fill, FILL_CONTRAST));
    let on_fill = ink_on(fill);
    let stroke = nearest(accent, |stroke| is_off(stroke, STROKE_CONTRAST));
    let [wash, line, selection] = ground.shares;
    let wash = readable_wash(ground, stroke, wash);
    let text =
        nearest(accent, |text| is_off(text, TEXT_CONTRAST) && text.contrast(wash) >= TEXT_CONTRAST);
    let tone = fill.tone();
    // Away from its text, so that the contrast only grows.
    let way = if on_fill == Colour::WHITE { -ground.hover } else { ground.hover };
    Shades {
        fill,
        fill_hover: tone.at(tone.lightness + way),
        on_fill,
        stroke,
        text,
        wash,
        line: ground.panel.mixed(stroke, line),
        selection: ground.panel.mixed(stroke, selection),
    }
}

/// A button in e-mails. Some mail programs invert the colours of the light scheme for the dark one,
/// so its text is readable then too.
pub fn mail_button(accent: Colour, theme: Theme) -> MailButton {
    if theme == Theme::Dark {
        let Shades { fill, on_fill, .. } = shades(accent, theme);
        return MailButton { fill, on_fill };
    }
    let surfaces = theme.surfaces();
    let is_readable = |fill: Colour| {
        let (on, inverted) = (ink_on(fill), fill.inverted());
        lowest_contrast(fill, surfaces) >= FILL_CONTRAST
            && inverted.contrast(on.inverted()) >= TEXT_CONTRAST
    };
    let fill = nearest(accent, is_readable);
    MailButton { fill, on_fill: ink_on(fill) }
}

/// Black or white, the one with more contrast: at least 4.58 on every colour.
fn ink_on(fill: Colour) -> Colour {
    let white = fill.contrast(Colour::WHITE);
    if white >= fill.contrast(Colour::BLACK) { Colour::WHITE } else { Colour::BLACK }
}

/// The contrast with the surface that is most like it.
pub fn lowest_contrast(colour: Colour, surfaces: &[Colour]) -> f64 {
    surfaces.iter().map(|surface| colour.contrast(*surface)).fold(f64::INFINITY, f64::min)
}

/// The colour of this hue that is good and nearest in lightness. Black or white if none is.
fn nearest(accent: Colour, is_good: impl Fn(Colour) -> bool) -> Colour {
    if is_good(accent) {
        return accent;
    }
    let tone = accent.tone();
    for step in 1..=STEPS {
        let way = f64::from(step) * STEP;
        let both = [tone.at(tone.lightness + way), tone.at(tone.lightness - way)];
        if let Some(good) = both.into_iter().find(|colour| is_good(*colour)) {
            return good;
        }
    }
    if is_good(Colour::BLACK) { Colour::BLACK } else { Colour::WHITE }
}

/// The panel with as much of the stroke as the quietest text can bear.
fn readable_wash(ground: &Ground, stroke: Colour, most: f64) -> Colour {
    let shares = (0..=10_u8).rev().map(|tenths| most * f64::from(tenths) / 10.0);
    let mut washes = shares.map(|share| ground.panel.mixed(stroke, share));
    washes.find(|wash| wash.contrast(ground.quiet_ink) >= TEXT_CONTRAST).unwrap_or(ground.panel)
}

#[cfg(test)]
mod tests;
