//! PNG: the chunks that decoders need, up to the last one.

use super::orientation;

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
    /// Whether it is the header, after which notes may stand.
    is_first: bool,
}

pub(super) fn rebuilt(png: &[u8]) -> Option<Vec<u8>> {
    let mut exif = None;
    walk(png, |chunk| {
        if exif.is_none() && chunk.kind == b"eXIf" {
            exif = Some(chunk.content);
        }
    })?;
    let notes = match exif.and_then(orientation::read) {
        Some(orientation) => written(*b"eXIf", &orientation::notes(orientation))?,
        None => Vec::new(),
    };
    let mut out = Vec::with_capacity(png.len());
    out.extend_from_slice(SIGNATURE);
    walk(png, |chunk| {
        if KEPT.iter().any(|kind| chunk.kind == *kind) {
            out.extend_from_slice(chunk.whole);
        }
        if chunk.is_first {
            out.extend_from_slice(&notes);
        }
    })?;
    Some(out)
}

pub(super) fn frames(png: &[u8]) -> Option<usize> {
    let mut frames = 1;
    walk(png, |chunk| frames += usize::from(chunk.kind == b"fcTL"))?;
    Some(frames)
}

/// Shows the chunks up to the last one to `look`; what follows belongs to no picture. Nothing is
/// kept of them: a picture may be made of hundreds of thousands.
fn walk<'a>(png: &'a [u8], mut look: impl FnMut(Chunk<'a>)) -> Option<()> {
    let mut rest = png.strip_prefix(SIGNATURE)?;
    let mut is_first = true;
    loop {
        let length: [u8; 4] = rest.get(..4)?.try_into().ok()?;
        let length = usize::try_from(u32::from_be_bytes(length)).ok()?;
        let whole = rest.split_off(..length.checked_add(12)?)?;
        let (kind, content) = (&whole[4..8], &whole[8..8 + length]);
        if is_first && kind != b"IHDR" {
            return None;
        }
        look(Chunk { kind, content, whole, is_first });
        is_first = false;
        if kind == b"IEND" {
            return Some(());
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
