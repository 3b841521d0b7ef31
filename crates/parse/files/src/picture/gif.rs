//! GIF: images with their timing, and how often they repeat.

const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2c;
const END: u8 = 0x3b;
const TIMING: u8 = 0xf9;
const APPLICATION: u8 = 0xff;
/// The one application whose block changes what is seen: it says how often an animation repeats.
const LOOP: &[u8] = b"\x0bNETSCAPE2.0";

pub(super) fn rebuilt(gif: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(gif.len());
    walk(gif, |block| {
        if block.is_seen() {
            out.extend_from_slice(block.whole);
        }
    })?;
    out.push(END);
    Some(out)
}

pub(super) fn frames(gif: &[u8]) -> Option<usize> {
    let mut frames = 0;
    walk(gif, |block| frames += usize::from(block.kind == BlockKind::Image))?;
    Some(frames)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BlockKind {
    Head,
    Image,
    Extension(u8),
}

struct Block<'a> {
    kind: BlockKind,
    whole: &'a [u8],
}

impl Block<'_> {
    fn is_seen(&self) -> bool {
        match self.kind {
            BlockKind::Head | BlockKind::Image | BlockKind::Extension(TIMING) => true,
            BlockKind::Extension(APPLICATION) => {
                // One sub-block of three bytes: more would be private data.
                self.whole[2..].starts_with(LOOP) && self.whole.len() == 2 + LOOP.len() + 5
            }
            BlockKind::Extension(_) => false,
        }
    }
}

/// Shows every block to `look` without unpacking one; `None` if they do not fit together.
fn walk<'a>(gif: &'a [u8], mut look: impl FnMut(Block<'a>)) -> Option<()> {
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    if !(gif.starts_with(b"GIF87a") || gif.starts_with(b"GIF89a")) {
        return None;
    }
    let mut rest = gif;
    let head = rest.split_off(..13 + table(*gif.get(10)?))?;
    look(Block { kind: BlockKind::Head, whole: head });
    loop {
        let from = rest;
        let kind = match rest.first() {
            // Many files lack their end; what is there counts.
            Some(&END) | None => return Some(()),
            Some(&EXTENSION) => BlockKind::Extension(*rest.split_off(..2)?.last()?),
            Some(&IMAGE) => {
                let flags = *rest.get(9)?;
                rest.split_off(..11 + table(flags))?;
                BlockKind::Image
            }
            Some(_) => return None,
        };
        loop {
            let length = usize::from(*rest.split_off(..1)?.first()?);
            rest.split_off(..length)?;
            if length == 0 {
                break;
            }
        }
        look(Block { kind, whole: &from[..from.len() - rest.len()] });
    }
}
