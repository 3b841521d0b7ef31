//! Pictures in settings: checked, and named after their content.
//!
//! A setting holds only the name, because settings are read by nearly every request and are part of
//! the audit log. A picture of a name never changes, so caches keep it for good.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parse_model::Json;
use ring::digest::{SHA256, digest};

/// The shortest side, in pixels.
pub const LEAST_SIDE: u32 = 64;
/// The longest side, in pixels.
pub const MOST_SIDE: u32 = 512;
/// The largest picture, in bytes.
pub const MOST_BYTES: usize = 64 << 10;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Hexadecimal digits of the hash in a name.
const DIGITS: usize = 32;

/// A square PNG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    png: Vec<u8>,
    side: u32,
}

impl Picture {
    /// The picture of a request: Base64 in a list of texts, because one text could not be as long.
    /// Otherwise an explanation for the administrator.
    pub fn sent(value: &Json) -> Result<Picture, String> {
        let Some(texts) = value.as_array() else {
            return Err("A picture is sent as Base64 in a list of texts.".to_owned());
        };
        let text: String = texts.iter().filter_map(Json::as_str).collect();
        if text.len() > MOST_BYTES.div_ceil(3) * 4 {
            return Err(format!("The picture is larger than {} KiB.", MOST_BYTES >> 10));
        }
        let png =
            STANDARD.decode(text).map_err(|_| "The picture is not valid Base64.".to_owned())?;
        Picture::of(png)
    }

    /// The picture of this Base64 text, if it is a valid one.
    pub(crate) fn decoded(text: &str) -> Option<Picture> {
        Picture::of(STANDARD.decode(text).ok()?).ok()
    }

    /// Its content as Base64.
    pub(crate) fn encoded(&self) -> String {
        STANDARD.encode(&self.png)
    }

    /// A picture of these bytes, if they are a square PNG and nothing else.
    fn of(png: Vec<u8>) -> Result<Picture, String> {
        let (width, height) = sides(&png).ok_or("The picture is not a valid PNG.")?;
        if width != height || !(LEAST_SIDE..=MOST_SIDE).contains(&width) {
            return Err(format!(
                "The picture has {width} × {height} pixels: expected a square of {LEAST_SIDE} to {MOST_SIDE}."
            ));
        }
        Ok(Picture { png, side: width })
    }

    /// Its name: the hash of its content, and its side in pixels.
    pub fn name(&self) -> String {
        let hash = digest(&SHA256, &self.png);
        let digits: String = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}-{}", &digits[..DIGITS], self.side)
    }

    /// Its content.
    pub fn png(&self) -> &[u8] {
        &self.png
    }
}

/// Whether a text is the name of a picture, or empty for none.
pub fn is_picture_name(text: &str) -> bool {
    let is_hex = |hash: &str| {
        let is_digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        hash.len() == DIGITS && hash.bytes().all(is_digit)
    };
    let parts = text.split_once('-');
    text.is_empty() || parts.is_some_and(|(hash, _)| is_hex(hash) && side(text).is_some())
}

/// The side that a name tells.
pub fn side(name: &str) -> Option<u32> {
    let (_, side) = name.split_once('-')?;
    let number: u32 = side.parse().ok()?;
    (number.to_string() == side && (LEAST_SIDE..=MOST_SIDE).contains(&number)).then_some(number)
}

/// Width and height of a PNG whose chunks follow each other from the first byte to the last.
fn sides(png: &[u8]) -> Option<(u32, u32)> {
    if png.len() > MOST_BYTES {
        return None;
    }
    let mut rest = png.strip_prefix(SIGNATURE)?;
    let mut sides = None;
    loop {
        let length = usize::try_from(number(rest)?).ok()?;
        let kind = rest.get(4..8)?;
        let content = rest.get(8..)?.get(..length)?;
        rest = rest.get(8 + length + 4..)?;
        match (kind, sides) {
            (b"IHDR", None) if length == 13 => {
                sides = Some((number(content)?, number(&content[4..])?));
            }
            (b"IEND", Some(_)) => return sides.filter(|_| length == 0 && rest.is_empty()),
            (b"IHDR", _) | (_, None) => return None,
            _ => {}
        }
    }
}

fn number(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.first_chunk::<4>()?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len()).expect("short").to_be_bytes();
        [&length[..], kind, content, &[0; 4]].concat()
    }

    fn png(width: u32, height: u32, data: usize) -> Vec<u8> {
        let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
        let parts = [chunk(b"IHDR", &head), chunk(b"IDAT", &vec![7; data]), chunk(b"IEND", &[])];
        [SIGNATURE, &parts.concat()].concat()
    }

    fn sent(png: &[u8]) -> Result<Picture, String> {
        let text = STANDARD.encode(png);
        let pieces = text.as_bytes().chunks(16_000).map(String::from_utf8_lossy);
        Picture::sent(&pieces.map(|piece| Json::from(piece.into_owned())).collect())
    }

    #[test]
    fn a_square_png_is_named_after_its_content_and_side() {
        let picture = sent(&png(256, 256, 50_000)).expect("a picture");
        let name = picture.name();
        assert!(is_picture_name(&name) && name.ends_with("-256"), "{name}");
        assert_eq!(side(&name), Some(256));
        assert_ne!(name, sent(&png(256, 256, 50_001)).expect("another").name());
    }

    #[test]
    fn other_pictures_are_refused_with_a_sentence() {
        let good = png(128, 128, 10);
        let wrong = [
            png(128, 64, 10),
            png(63, 63, 10),
            png(513, 513, 10),
            png(128, 128, MOST_BYTES),
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            b"\xff\xd8\xff\xe0".to_vec(),
            good[..good.len() - 1].to_vec(),
            [&good[..], b"<script>"].concat(),
            SIGNATURE.to_vec(),
            [SIGNATURE, &chunk(b"IDAT", &[]), &chunk(b"IEND", &[])].concat(),
        ];
        for bytes in wrong {
            let problem = sent(&bytes).expect_err("not a logo");
            assert!(problem.ends_with('.'), "{problem}");
        }
        for value in [json!("x"), json!(5), json!([]), json!(["%"]), json!({ "png": "" })] {
            assert!(Picture::sent(&value).is_err(), "{value}");
        }
    }

    #[test]
    fn a_name_has_one_spelling() {
        let hash = "0123456789abcdef0123456789abcdef";
        assert!(is_picture_name("") && is_picture_name(&format!("{hash}-64")));
        for wrong in ["-64", hash, "x"] {
            assert!(!is_picture_name(wrong), "{wrong}");
        }
        for side in ["063", "+64", "1024", "", "64.png"] {
            assert!(!is_picture_name(&format!("{hash}-{side}")), "{side}");
        }
        assert!(!is_picture_name(&format!("{}-64", hash.to_uppercase())));
    }
}
