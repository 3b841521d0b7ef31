//! WebP: pixels, transparency, animation and colours.

use super::orientation;

/// What a picture, or one frame of an animation, consists of.
const PIXELS: [&[u8; 4]; 3] = [b"VP8 ", b"VP8L", b"ALPH"];
/// One of them is in every picture.
const SHOWN: [&[u8; 4]; 3] = [b"VP8 ", b"VP8L", b"ANMF"];
/// What stands beside it.
const AROUND: [&[u8; 4]; 4] = [b"VP8X", b"ICCP", b"ANIM", b"ANMF"];
/// A frame's place, size and timing, before its chunks.
const FRAME_HEAD: usize = 16;
/// Flags of the extended header: where EXIF and XMP are announced.
const EXIF: u8 = 0b0000_1000;
const XMP: u8 = 0b0000_0100;

struct Chunk<'a> {
    kind: [u8; 4],
    content: &'a [u8],
}

pub(super) fn rebuilt(webp: &[u8]) -> Option<Vec<u8>> {
    let chunks = chunks(body(webp)?)?;
    if !chunks.iter().any(|chunk| SHOWN.contains(&&chunk.kind)) {
        return None;
    }
    let exif = chunks.iter().find(|chunk| chunk.kind == *b"EXIF");
    let is_extended = chunks.first()?.kind == *b"VP8X";
    let orientation = exif.filter(|_| is_extended).and_then(|exif| {
        orientation::read(exif.content.strip_prefix(b"Exif\0\0").unwrap_or(exif.content))
    });
    let mut out = b"WEBP".to_vec();
    for chunk in &chunks {
        match &chunk.kind {
            b"VP8X" => {
                let mut head = chunk.content.get(..10)?.to_vec();
                head[0] &= !(EXIF | XMP);
                head[0] |= if orientation.is_some() { EXIF } else { 0 };
                write(&mut out, chunk.kind, &head)?;
            }
            b"ANMF" => write(&mut out, chunk.kind, &frame(chunk.content)?)?,
            kind if is_kept(kind) => write(&mut out, chunk.kind, chunk.content)?,
            _ => {}
        }
    }
    if let Some(orientation) = orientation {
        write(&mut out, *b"EXIF", &orientation::notes(orientation))?;
    }
    let length = u32::try_from(out.len()).ok()?.to_le_bytes();
    Some([&b"RIFF"[..], &length, &out].concat())
}

pub(super) fn frames(webp: &[u8]) -> Option<usize> {
    Some(1 + chunks(body(webp)?)?.iter().filter(|chunk| chunk.kind == *b"ANMF").count())
}

fn is_kept(kind: &[u8; 4]) -> bool {
    PIXELS.iter().chain(&AROUND).any(|kept| *kept == kind)
}

/// A frame with nothing but its pixels.
fn frame(content: &[u8]) -> Option<Vec<u8>> {
    let (head, inside) = content.split_at_checked(FRAME_HEAD)?;
    let mut out = head.to_vec();
    for chunk in chunks(inside)? {
        if PIXELS.iter().any(|kept| **kept == chunk.kind) {
            write(&mut out, chunk.kind, chunk.content)?;
        }
    }
    Some(out)
}

/// The chunks of the file, without what follows the length it tells.
fn body(webp: &[u8]) -> Option<&[u8]> {
    let mut rest = webp.strip_prefix(b"RIFF")?;
    let length: [u8; 4] = rest.split_off(..4)?.try_into().ok()?;
    let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
    // Some tools tell a byte more or less than there is.
    rest.get(..length).unwrap_or(rest).strip_prefix(b"WEBP")
}

fn chunks(mut rest: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut chunks = Vec::new();
    while rest.len() >= 8 {
        let kind = rest.split_off(..4)?.try_into().ok()?;
        let length: [u8; 4] = rest.split_off(..4)?.try_into().ok()?;
        let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
        chunks.push(Chunk { kind, content: rest.split_off(..length)? });
        // Chunks begin at even places.
        rest = rest.get(length % 2..).unwrap_or_default();
    }
    Some(chunks)
}

fn write(out: &mut Vec<u8>, kind: [u8; 4], content: &[u8]) -> Option<()> {
    out.extend(kind);
    out.extend(u32::try_from(content.len()).ok()?.to_le_bytes());
    out.extend_from_slice(content);
    if content.len() % 2 == 1 {
        out.push(0);
    }
    Some(())
}
