//! PNG: the chunks that decoders need, up to the last one.

use super::{orientation, take};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Header, palette, pixels, animation, transparency, colours and the shape of pixels.
const KEPT: [&[u8; 4]; 17] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"acTL", b"fcTL", b"fdAT", b"tRNS", b"bKGD", b"gAMA",
    b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"pHYs", b"cICP", b"mDCV",
];

struct Chunk<'a> {
    kind: &'a [u8],
    content: &'a [u8],
    /// With length and checksum.
    whole: &'a [u8],
}

pub(super) fn rebuilt(png: &[u8]) -> Option<Vec<u8>> {
    let chunks = chunks(png)?;
    let exif = chunks.iter().find(|chunk| chunk.kind == b"eXIf");
    let orientation = exif.and_then(|exif| orientation::read(exif.content));
    let mut out = Vec::with_capacity(png.len());
    out.extend_from_slice(SIGNATURE);
    for chunk in &chunks {
        if KEPT.iter().any(|kind| chunk.kind == *kind) {
            out.extend_from_slice(chunk.whole);
        }
        if let Some(orientation) = orientation
            && chunk.kind == b"IHDR"
        {
            out.extend(written(*b"eXIf", &orientation::notes(orientation))?);
        }
    }
    Some(out)
}

pub(super) fn frames(png: &[u8]) -> Option<usize> {
    Some(1 + chunks(png)?.iter().filter(|chunk| chunk.kind == b"fcTL").count())
}

/// The chunks up to the last one; what follows belongs to no picture.
fn chunks(png: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut rest = png.strip_prefix(SIGNATURE)?;
    let mut chunks = Vec::new();
    loop {
        let length: [u8; 4] = rest.get(..4)?.try_into().ok()?;
        let length = usize::try_from(u32::from_be_bytes(length)).ok()?;
        let whole = take(&mut rest, length.checked_add(12)?)?;
        let chunk = Chunk { kind: &whole[4..8], content: &whole[8..8 + length], whole };
        if chunks.is_empty() && chunk.kind != b"IHDR" {
            return None;
        }
        let is_last = chunk.kind == b"IEND";
        chunks.push(chunk);
        if is_last {
            return Some(chunks);
        }
    }
}

fn written(kind: [u8; 4], content: &[u8]) -> Option<Vec<u8>> {
    let covered = [&kind[..], content].concat();
    let crc = covered.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    });
    let length = u32::try_from(content.len()).ok()?.to_be_bytes();
    Some([&length[..], &covered, &(!crc).to_be_bytes()].concat())
}
