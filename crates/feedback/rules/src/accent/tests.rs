use proptest::prelude::*;

use super::*;

const TOKENS: [&str; 2] = [
    include_str!("../../../../../web/src/ui/tokens.css"),
    include_str!("../../../../../web/src/ui/tokens-member.css"),
];

fn colour(text: &str) -> Colour {
    Colour::parse(text).expect("a colour")
}

/// The values of a token, in the order of the style sheets: dark, light, and light by the system.
fn token(name: &str) -> Vec<Colour> {
    let lines = TOKENS.iter().flat_map(|sheet| sheet.lines());
    let values = lines.filter_map(|line| line.trim().strip_prefix(name)?.strip_prefix(": "));
    values.map(|value| colour(&value[..7])).collect()
}

#[test]
fn surfaces_are_those_of_the_app() {
    let mut found = [Vec::new(), Vec::new()];
    for name in ["sunken", "canvas", "panel", "raised", "hover", "active", "overlay"] {
        let [dark, light, system] = token(&format!("--bg-{name}"))[..] else {
            panic!("--bg-{name} has not three values");
        };
        assert_eq!(light, system);
        for (found, surface) in found.iter_mut().zip([dark, light]) {
            if !found.contains(&surface) {
                found.push(surface);
            }
        }
    }
    for (theme, found) in Theme::ALL.into_iter().zip(found) {
        assert_eq!(theme.surfaces(), found, "{theme:?}");
        let at = if theme == Theme::Dark { 0 } else { 1 };
        assert_eq!(theme.ground().quiet_ink, token("--ink-3")[at]);
        assert_eq!(theme.ground().panel, token("--bg-panel")[at]);
    }
}

#[test]
fn the_gold_of_the_app_stays_as_it_is_where_it_has_contrast() {
    let gold = colour("#e3bd69");
    let dark = shades(gold, Theme::Dark);
    assert_eq!((dark.fill, dark.stroke, dark.text), (gold, gold, gold));
    let light = shades(gold, Theme::Light);
    let darker = |colour: Colour| gold.tone().lightness - colour.tone().lightness;
    assert!((0.0..0.05).contains(&darker(light.fill)), "{}", light.fill);
    assert!(darker(light.stroke) > darker(light.fill), "{}", light.stroke);
}

#[test]
fn a_colour_without_contrast_moves_only_as_far_as_it_must() {
    let black = shades(colour("#050505"), Theme::Dark);
    let lowest = lowest_contrast(black.stroke, Theme::Dark.surfaces());
    assert!((STROKE_CONTRAST..STROKE_CONTRAST + 0.2).contains(&lowest), "{lowest}");
    assert_eq!(shades(colour("#050505"), Theme::Light).fill, colour("#050505"));
    let pink = shades(colour("#ff1493"), Theme::Light);
    assert_eq!((pink.fill, pink.stroke), (colour("#ff1493"), colour("#ff1493")));
}

fn check(accent: Colour) {
    for theme in Theme::ALL {
        let Shades { fill, fill_hover, on_fill, stroke, text, wash, selection, .. } =
            shades(accent, theme);
        for surface in theme.surfaces() {
            for (shade, least) in
                [(stroke, STROKE_CONTRAST), (text, TEXT_CONTRAST), (fill, FILL_CONTRAST)]
            {
                let seen = shade.contrast(*surface);
                assert!(seen >= least, "{accent} {theme:?}: {shade} on {surface} is {seen:.2}");
            }
        }
        let ink = token("--ink")[usize::from(theme == Theme::Light)];
        let texts = [
            (on_fill, fill),
            (on_fill, fill_hover),
            (text, wash),
            (theme.ground().quiet_ink, wash),
            (ink, selection),
        ];
        let button = mail_button(accent, theme);
        for (ink, ground) in texts.into_iter().chain([(button.on_fill, button.fill)]) {
            let seen = ink.contrast(ground);
            assert!(seen >= TEXT_CONTRAST, "{accent} {theme:?}: {ink} on {ground} is {seen:.2}");
        }
    }
    let button = mail_button(accent, Theme::Light);
    let inverted = button.on_fill.inverted().contrast(button.fill.inverted());
    assert!(inverted >= TEXT_CONTRAST, "{accent}: inverted {inverted:.2}");
}

#[test]
fn the_corners_of_the_colours_have_contrast() {
    let levels = [0, 1, 64, 127, 128, 200, 254, 255];
    for red in levels {
        for green in levels {
            for blue in levels {
                check(Colour::new(red, green, blue));
            }
        }
    }
}

proptest! {
    #[test]
    fn every_colour_has_contrast_in_both_themes(red: u8, green: u8, blue: u8) {
        check(Colour::new(red, green, blue));
    }
}
