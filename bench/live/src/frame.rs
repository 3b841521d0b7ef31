//! Frames of websockets, as much of them as a subscribing client needs.
//!
//! What the client costs, the measured server does not get: a frame is found in the bytes that were
//! read, without copying.

/// What a frame carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Close,
    Ping,
    Other,
}

const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xA;
const LAST: u8 = 0x80;
const MASKED: u8 = 0x80;
const TWO_BYTES: u8 = 126;
const EIGHT_BYTES: u8 = 127;

/// The first frame in the bytes: its kind, its payload, and where the next one begins. `None` while
/// some of it is missing.
pub(crate) fn first(bytes: &[u8]) -> Option<(Kind, &[u8], usize)> {
    let (&[head, short], rest) = bytes.split_first_chunk::<2>()?;
    let (begin, length) = match short & !MASKED {
        TWO_BYTES => (4, u64::from(u16::from_be_bytes(*rest.first_chunk()?))),
        EIGHT_BYTES => (10, u64::from_be_bytes(*rest.first_chunk()?)),
        length => (2, u64::from(length)),
    };
    let end = begin + usize::try_from(length).ok()?;
    let payload = bytes.get(begin..end)?;
    let kind = match head & 0x0F {
        TEXT => Kind::Text,
        CLOSE => Kind::Close,
        PING => Kind::Ping,
        _ => Kind::Other,
    };
    Some((kind, payload, end))
}

/// A text as a client sends it.
pub(crate) fn text(payload: &str) -> Vec<u8> {
    sent(TEXT, payload.as_bytes())
}

/// The answer to a ping.
pub(crate) fn pong(payload: &[u8]) -> Vec<u8> {
    sent(PONG, payload)
}

/// Clients must mask what they send; with a key of zeros the bytes stay as they are.
fn sent(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![LAST | opcode];
    match u8::try_from(payload.len()) {
        Ok(length) if length < TWO_BYTES => frame.push(MASKED | length),
        _ => {
            let length = u16::try_from(payload.len()).expect("a short message");
            frame.push(MASKED | TWO_BYTES);
            frame.extend_from_slice(&length.to_be_bytes());
        }
    }
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(payload);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_server(opcode: u8, payload: &[u8]) -> Vec<u8> {
        let mut frame = vec![LAST | opcode, TWO_BYTES];
        frame.extend_from_slice(&u16::try_from(payload.len()).unwrap().to_be_bytes());
        frame.extend_from_slice(payload);
        frame
    }

    #[test]
    fn frames_are_found_one_after_the_other() {
        let long = [b'x'; 300];
        let mut bytes = from_server(TEXT, &long);
        bytes.extend_from_slice(&[LAST | PING, 2, b'h', b'i']);
        let (kind, payload, next) = first(&bytes).unwrap();
        assert_eq!((kind, payload), (Kind::Text, &long[..]));
        assert_eq!(first(&bytes[next..]), Some((Kind::Ping, &b"hi"[..], 4)));
    }

    #[test]
    fn a_frame_of_which_some_is_missing_is_not_found() {
        let bytes = from_server(TEXT, b"to be continued");
        for end in 0..bytes.len() {
            assert_eq!(first(&bytes[..end]), None);
        }
    }

    #[test]
    fn what_is_sent_is_masked_with_zeros() {
        assert_eq!(text("hi"), [0x81, 0x82, 0, 0, 0, 0, b'h', b'i']);
        assert_eq!(text(&"x".repeat(200))[..4], [0x81, 0xFE, 0, 200]);
    }
}
