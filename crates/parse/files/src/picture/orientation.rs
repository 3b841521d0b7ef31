//! Which way is up: the one note of a camera that is kept.

/// Which way is up, from 2 to 8, if EXIF says anything but "as it is".
pub(super) fn read(exif: &[u8]) -> Option<u16> {
    let is_little = exif.starts_with(b"II");
    let two = |at: usize| {
        let bytes: [u8; 2] = exif.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let first = {
        let bytes: [u8; 4] = exif.get(4..8)?.try_into().ok()?;
        let at = if is_little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) };
        usize::try_from(at).ok().filter(|at| *at < exif.len())?
    };
    let entries = usize::from(two(first)?);
    // A few bytes may announce thousands of entries: those that are not there end the search.
    (0..entries)
        .map(|entry| first + 2 + entry * 12)
        .map_while(|at| Some((at, two(at)?)))
        .find(|(_, tag)| *tag == 0x0112)
        .and_then(|(at, _)| two(at + 8))
        .filter(|value| (2..=8).contains(value))
}

/// EXIF that says which way is up and nothing else.
pub(super) fn notes(orientation: u16) -> Vec<u8> {
    let mut exif = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01".to_vec();
    exif.extend(orientation.to_be_bytes());
    exif.extend([0; 6]);
    exif
}
