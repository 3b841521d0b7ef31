//! What stands in an image beside the picture: notes of cameras about people, places and times.

use bytes::{BufMut, Bytes, BytesMut};
use img_parts::ImageEXIF;
use img_parts::jpeg::{Jpeg, markers};
use img_parts::png::Png;
use img_parts::webp::WebP;

/// The image without such notes; nothing if it is not an image of this type. Which way is up is
/// kept: a picture without it would lie on its side.
pub(super) fn stripped(content_type: &str, image: Bytes) -> Option<Bytes> {
    match content_type {
        "image/jpeg" => {
            let mut jpeg = Jpeg::from_bytes(image).ok()?;
            let orientation = jpeg.exif().and_then(|exif| orientation(&exif));
            jpeg.segments_mut().retain(|segment| {
                let marker = segment.marker();
                // JFIF, colour profiles and Adobe's colour transform change what is seen.
                let is_seen = matches!(marker, markers::APP0 | markers::APP2 | markers::APP14);
                let is_note = (markers::APP0..=markers::APP15).contains(&marker) && !is_seen;
                !is_note && marker != markers::COM
            });
            jpeg.set_exif(orientation.map(upright));
            Some(jpeg.encoder().bytes())
        }
        "image/png" => {
            let mut png = Png::from_bytes(image).ok()?;
            let orientation = png.exif().and_then(|exif| orientation(&exif));
            for kind in [b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME"] {
                png.remove_chunks_by_type(*kind);
            }
            png.set_exif(orientation.map(upright));
            Some(png.encoder().bytes())
        }
        "image/webp" => {
            let mut webp = WebP::from_bytes(image).ok()?;
            let orientation = webp.exif().and_then(|exif| orientation(&exif));
            webp.remove_chunks_by_id(*b"XMP ");
            webp.set_exif(orientation.map(upright));
            Some(webp.encoder().bytes())
        }
        _ => Some(image),
    }
}

/// Which way is up, from 2 to 8, if the notes say anything but "as it is".
fn orientation(exif: &[u8]) -> Option<u16> {
    let is_little = exif.starts_with(b"II");
    let two = |at: usize| {
        let bytes: [u8; 2] = exif.get(at..at + 2)?.try_into().ok()?;
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let first = {
        let bytes: [u8; 4] = exif.get(4..8)?.try_into().ok()?;
        let at = if is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) };
        usize::try_from(at).ok().filter(|at| *at < exif.len())?
    };
    let entries = usize::from(two(first)?);
    (0..entries)
        .map(|entry| first + 2 + entry * 12)
        .find(|at| two(*at) == Some(0x0112))
        .and_then(|at| two(at + 8))
        .filter(|value| (2..=8).contains(value))
}

/// Notes that say which way is up and nothing else.
fn upright(orientation: u16) -> Bytes {
    let mut exif = BytesMut::new();
    exif.put_slice(b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01");
    exif.put_u16(orientation);
    exif.put_slice(&[0; 6]);
    exif.freeze()
}

/// How many pictures an image consists of.
pub(super) fn frames(content_type: &str, image: &Bytes) -> usize {
    match content_type {
        "image/gif" => gif_frames(image).unwrap_or(usize::MAX),
        "image/png" => match Png::from_bytes(image.clone()) {
            Ok(png) => 1 + png.chunks_by_type(*b"fcTL").count(),
            Err(_) => 1,
        },
        "image/webp" => match WebP::from_bytes(image.clone()) {
            Ok(webp) => 1 + webp.chunks_by_id(*b"ANMF").count(),
            Err(_) => 1,
        },
        _ => 1,
    }
}

/// Walks over the blocks of a GIF without unpacking one; nothing if they do not fit together.
fn gif_frames(gif: &[u8]) -> Option<usize> {
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut at = 13 + table(*gif.get(10)?);
    let mut frames = 0;
    loop {
        match gif.get(at) {
            Some(0x21) => at += 2,
            Some(0x2c) => {
                frames += 1;
                at += 11 + table(*gif.get(at + 9)?);
            }
            // Many files lack their end; what is there counts.
            Some(0x3b) | None => return Some(frames),
            Some(_) => return None,
        }
        loop {
            let length = usize::from(*gif.get(at)?);
            at += 1 + length;
            if length == 0 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes with an orientation and the position of a camera.
    fn notes() -> Vec<u8> {
        let mut exif = b"II\x2a\0\x08\0\0\0\x02\0".to_vec();
        exif.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0");
        exif.extend(b"\x25\x88\x04\0\x01\0\0\0\x26\0\0\0");
        exif.extend(b"\0\0\0\0GPS 52.5200 13.4050");
        exif
    }

    fn jpeg() -> Bytes {
        let mut bytes = b"\xff\xd8\xff\xe1".to_vec();
        let exif = [b"Exif\0\0".to_vec(), notes()].concat();
        bytes.extend(u16::try_from(exif.len() + 2).unwrap().to_be_bytes());
        bytes.extend(exif);
        bytes.extend(b"\xff\xfe\0\x08secret");
        bytes.extend(b"\xff\xc0\0\x0b\x08\0\x02\0\x02\x01\x01\x11\0");
        bytes.extend(b"\xff\xda\0\x08\x01\x01\0\0\x3f\0\x12\x34\xff\xd9");
        Bytes::from(bytes)
    }

    fn contains(bytes: &[u8], text: &str) -> bool {
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    }

    #[test]
    fn a_jpeg_keeps_which_way_is_up_and_loses_where_it_was_taken() {
        let before = jpeg();
        assert!(contains(&before, "GPS 52") && contains(&before, "secret"));
        let after = stripped("image/jpeg", before).unwrap();
        assert!(!contains(&after, "GPS 52") && !contains(&after, "secret"));
        let kept = Jpeg::from_bytes(after).unwrap();
        assert_eq!(orientation(&kept.exif().unwrap()), Some(6));
    }

    #[test]
    fn what_is_not_an_image_of_the_type_is_told_apart() {
        assert_eq!(stripped("image/jpeg", Bytes::from_static(b"no image")), None);
        assert_eq!(stripped("image/png", Bytes::from_static(b"no image")), None);
    }

    #[test]
    fn pictures_of_an_animation_are_counted_without_unpacking() {
        let mut gif = b"GIF89a\x01\0\x01\0\0\0\0".to_vec();
        for _ in 0..3 {
            gif.extend(b"\x21\xf9\x04\0\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0");
        }
        gif.push(0x3b);
        assert_eq!(frames("image/gif", &Bytes::from(gif)), 3);
        assert_eq!(frames("image/gif", &Bytes::from_static(b"GIF89a")), usize::MAX);
    }
}
