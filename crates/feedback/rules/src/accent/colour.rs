//! A colour of the screen: its text, its contrast with another, and its lightness.

use std::fmt;

/// An sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour([u8; 3]);

/// A colour in OKLCH, in which equal steps of lightness look equal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tone {
    pub(super) lightness: f64,
    chroma: f64,
    hue: f64,
}

/// How far a channel may lie outside the screen's range, as rounding puts it.
const ROUNDING: f64 = 1e-4;

impl Colour {
    /// White.
    pub const WHITE: Colour = Colour([255; 3]);
    /// Black.
    pub const BLACK: Colour = Colour([0; 3]);

    /// A colour of these channels.
    pub const fn new(red: u8, green: u8, blue: u8) -> Colour {
        Colour([red, green, blue])
    }

    /// The colour of a text such as `#e3bd69`.
    pub fn parse(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let whole = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
        let [_, red, green, blue] = whole.to_be_bytes();
        Some(Colour([red, green, blue]))
    }

    /// The contrast with another colour, from 1 to 21 (WCAG 2.2).
    pub fn contrast(self, other: Colour) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// The colour that mail programs show if they invert colours.
    pub fn inverted(self) -> Colour {
        Colour(self.0.map(|channel| 255 - channel))
    }

    /// This colour with a share of another.
    pub(super) fn mixed(self, other: Colour, share: f64) -> Colour {
        let mut mixed = self.0;
        for (channel, other) in mixed.iter_mut().zip(other.0) {
            *channel =
                byte((f64::from(*channel) * (1.0 - share) + f64::from(other) * share) / 255.0);
        }
        Colour(mixed)
    }

    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    pub(super) fn tone(self) -> Tone {
        let [red, green, blue] = self.0.map(linear);
        let long =
            (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
        let medium =
            (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
        let short =
            (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
        let a = 1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short;
        let b = 0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short;
        Tone {
            lightness: 0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short,
            chroma: a.hypot(b),
            hue: b.atan2(a),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Tone {
    /// The colour of this hue at another lightness, with as much of its chroma as a screen shows.
    pub(super) fn at(self, lightness: f64) -> Colour {
        let lightness = lightness.clamp(0.0, 1.0);
        let is_shown = |chroma: f64| {
            let channels = self.channels(lightness, chroma);
            channels.iter().all(|channel| (-ROUNDING..=1.0 + ROUNDING).contains(channel))
        };
        let (mut least, mut most) = (0.0, self.chroma);
        if is_shown(most) {
            least = most;
        }
        for _ in 0..20 {
            let middle = (least + most) / 2.0;
            if is_shown(middle) {
                least = middle;
            } else {
                most = middle;
            }
        }
        Colour(self.channels(lightness, least).map(|channel| byte(gamma(channel))))
    }

    fn channels(self, lightness: f64, chroma: f64) -> [f64; 3] {
        let (a, b) = (chroma * self.hue.cos(), chroma * self.hue.sin());
        let long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let medium = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let short = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        [
            4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
            -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
            -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
        ]
    }
}

fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

fn gamma(channel: f64) -> f64 {
    let value = channel.clamp(0.0, 1.0);
    if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 }
}

fn byte(value: f64) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_six_digits() {
        let colour = Colour::parse("#E3bd69").expect("a colour");
        assert_eq!(colour.to_string(), "#e3bd69");
        for wrong in ["", "e3bd69", "#e3bd6", "#e3bd691", "#e3bd6g", "#+3bd69", "#é3bd6", "red"] {
            assert_eq!(Colour::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((Colour::BLACK.contrast(Colour::WHITE) - 21.0).abs() < 1e-9);
        let grey = Colour::new(0x77, 0x77, 0x77);
        assert!((grey.contrast(Colour::WHITE) - 4.48).abs() < 0.005);
    }

    #[test]
    fn a_colour_at_its_own_lightness_is_itself() {
        for text in ["#e3bd69", "#ff1493", "#0a0014", "#00ff00", "#0000ff", "#ffffff", "#000000"] {
            let colour = Colour::parse(text).expect("a colour");
            let tone = colour.tone();
            assert_eq!(tone.at(tone.lightness).to_string(), text);
        }
    }
}
