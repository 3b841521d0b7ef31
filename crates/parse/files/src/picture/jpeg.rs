//! JPEG: tables, frames and scans, up to the end of the image.

use super::orientation;

const START: [u8; 2] = [0xff, 0xd8];
const END: [u8; 2] = [0xff, 0xd9];
const SCAN: u8 = 0xda;
const EXIF: &[u8] = b"Exif\0\0";
/// The head of JFIF up to the preview, which is left out.
const JFIF: &[u8] = b"JFIF\0";
const JFIF_HEAD: usize = 12;

pub(super) fn rebuilt(jpeg: &[u8]) -> Option<Vec<u8>> {
    let mut rest = jpeg;
    if rest.split_off(..2)? != START {
        return None;
    }
    let mut out = Vec::with_capacity(jpeg.len());
    out.extend(START);
    let mut orientation = None;
    let mut has_scan = false;
    // Where notes may be put: behind JFIF, which comes first.
    let mut notes_at = out.len();
    while let Some(marker) = next_marker(&mut rest) {
        // The end, or a marker without content that has no place here.
        if matches!(marker, 0x01 | 0xd0..=0xd9) {
            break;
        }
        let Some(length) =
            rest.get(..2).map(|two| usize::from(u16::from_be_bytes([two[0], two[1]])))
        else {
            break;
        };
        let Some(content) = rest.split_off(..length).and_then(|whole| whole.get(2..)) else {
            break;
        };
        if let Some(exif) = content.strip_prefix(EXIF)
            && marker == 0xe1
        {
            orientation = orientation.or_else(|| orientation::read(exif));
        }
        if let Some(kept) = kept(marker, content) {
            segment(&mut out, marker, &kept)?;
            if marker == 0xe0 && !has_scan {
                notes_at = out.len();
            }
        }
        if marker == SCAN {
            has_scan = true;
            out.extend_from_slice(scan(&mut rest));
        }
    }
    if !has_scan {
        return None;
    }
    out.extend(END);
    if let Some(orientation) = orientation {
        let mut notes = Vec::new();
        segment(&mut notes, 0xe1, &[EXIF, &orientation::notes(orientation)].concat())?;
        out.splice(notes_at..notes_at, notes);
    }
    Some(out)
}

/// The next marker. Any number of fill bytes may stand before one.
fn next_marker(rest: &mut &[u8]) -> Option<u8> {
    if rest.split_off(..1)? != [0xff] {
        return None;
    }
    loop {
        match rest.split_off(..1)? {
            [0xff] => {}
            [marker] => return Some(*marker),
            _ => return None,
        }
    }
}

/// What is kept of a segment: what decoders need, and of what applications write only what changes
/// colours.
fn kept(marker: u8, content: &[u8]) -> Option<Vec<u8>> {
    match marker {
        // Frames, Huffman and arithmetic tables; one of the numbers is reserved.
        0xc0..=0xcf if marker != 0xc8 => Some(content.to_vec()),
        // Scans, quantization tables, numbers of lines, restart intervals.
        0xda..=0xdd => Some(content.to_vec()),
        0xe0 => {
            let head = content.get(..JFIF_HEAD).filter(|head| head.starts_with(JFIF))?;
            Some([head, &[0, 0]].concat())
        }
        0xe2 if content.starts_with(b"ICC_PROFILE\0") => Some(content.to_vec()),
        // The colour transform, without what may follow it.
        0xee if content.starts_with(b"Adobe") => content.get(..12).map(<[u8]>::to_vec),
        _ => None,
    }
}

fn segment(out: &mut Vec<u8>, marker: u8, content: &[u8]) -> Option<()> {
    let length = u16::try_from(content.len() + 2).ok()?;
    out.extend([0xff, marker]);
    out.extend(length.to_be_bytes());
    out.extend_from_slice(content);
    Some(())
}

/// The coded pixels: up to a marker that is neither a restart nor a stuffed byte, or to the end of
/// the file, which some lack.
fn scan<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let whole = *rest;
    let mut at = 0;
    while let Some(found) = whole[at..].iter().position(|byte| *byte == 0xff) {
        at += found;
        match whole.get(at + 1) {
            Some(0x00 | 0xd0..=0xd7) => at += 2,
            Some(_) => {
                *rest = &whole[at..];
                return &whole[..at];
            }
            None => break,
        }
    }
    *rest = &[];
    let last = whole.len() - usize::from(whole.last() == Some(&0xff));
    &whole[..last]
}
