//! Frames of a websocket, as bytes to be sent and as a stream that is watched.

use std::io::Cursor;

use tokio::time::Instant;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{Frame, FrameHeader};

/// A ping without a payload.
pub(crate) const PING: [u8; 2] = [0x89, 0];

/// The longest header a frame can have.
const LONGEST_HEADER: usize = 14;

/// Writes the header of a text message of so many bytes.
pub(crate) fn put_text_header(out: &mut Vec<u8>, length: usize) {
    let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
    // Writing into memory cannot fail.
    let _ = header.format(length as u64, out);
}

/// A text message.
pub(crate) fn text(message: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(message.len() + LONGEST_HEADER);
    put_text_header(&mut out, message.len());
    out.extend_from_slice(message.as_bytes());
    out
}

/// The frame that ends a websocket.
pub(crate) fn close(code: u16, reason: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let frame = Frame::close(Some(CloseFrame { code: code.into(), reason: reason.into() }));
    // Writing into memory cannot fail.
    let _ = frame.format(&mut out);
    out
}

/// Whether a frame that we wrote ends a websocket.
pub(crate) fn is_close(frame: &[u8]) -> bool {
    frame.first() == Some(&0x88)
}

/// How many bytes the frame at the front has, at most all.
#[cfg(test)]
pub(crate) fn length(frames: &[u8]) -> usize {
    match FrameHeader::parse(&mut Cursor::new(frames)) {
        Ok(Some((header, payload))) => {
            let payload = usize::try_from(payload).unwrap_or(usize::MAX);
            header.len(payload as u64).saturating_add(payload).min(frames.len())
        }
        _ => frames.len(),
    }
}

/// Notices when a client begins a message and does not end it. Reading is tungstenite's; it does
/// not say that it is in the middle of something.
#[derive(Debug, Default)]
pub(crate) struct FrameWatch {
    header: [u8; LONGEST_HEADER],
    header_bytes: u8,
    payload_left: u64,
    is_in_message: bool,
    began: Option<Instant>,
}

impl FrameWatch {
    /// Takes note of bytes that have come in.
    pub(crate) fn note(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((first, after)) = rest.split_first() {
            if self.payload_left > 0 {
                let taken = self.payload_left.min(rest.len() as u64);
                self.payload_left -= taken;
                rest = &rest[usize::try_from(taken).unwrap_or(rest.len())..];
            } else {
                self.note_header(*first);
                rest = after;
            }
        }
        let is_idle = self.header_bytes == 0 && self.payload_left == 0 && !self.is_in_message;
        self.began = if is_idle { None } else { self.began.or_else(|| Some(Instant::now())) };
    }

    /// Since when a message has been on its way.
    pub(crate) fn began(&self) -> Option<Instant> {
        self.began
    }

    fn note_header(&mut self, byte: u8) {
        let at = usize::from(self.header_bytes);
        if let Some(place) = self.header.get_mut(at) {
            *place = byte;
            self.header_bytes += 1;
        }
        match FrameHeader::parse(&mut Cursor::new(&self.header[..usize::from(self.header_bytes)])) {
            Ok(None) => {}
            Ok(Some((header, payload))) => {
                self.header_bytes = 0;
                self.payload_left = payload;
                if let OpCode::Data(_) = header.opcode {
                    self.is_in_message = !header.is_final;
                }
            }
            // Tungstenite will refuse it too.
            Err(_) => self.payload_left = u64::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame of a client, masked with zeros.
    fn sent(first: u8, payload: usize) -> Vec<u8> {
        let mut frame = vec![first];
        match u16::try_from(payload) {
            Ok(short) if short < 126 => frame.push(0x80 | u8::try_from(short).unwrap()),
            Ok(long) => {
                frame.push(0x80 | 126);
                frame.extend(long.to_be_bytes());
            }
            Err(_) => unreachable!("no test needs more"),
        }
        frame.extend([0; 4]);
        frame.extend(std::iter::repeat_n(b'x', payload));
        frame
    }

    #[test]
    fn a_message_that_is_whole_leaves_nothing_to_wait_for() {
        let mut watch = FrameWatch::default();
        for frame in [sent(0x81, 5), sent(0x81, 300), sent(0x8a, 0), sent(0x81, 0)] {
            for byte in &frame {
                watch.note(&[*byte]);
            }
            assert!(watch.began().is_none());
            watch.note(&frame);
            assert!(watch.began().is_none());
        }
    }

    #[test]
    fn a_message_in_pieces_is_waited_for_whatever_comes_between() {
        let mut watch = FrameWatch::default();
        watch.note(&sent(0x01, 5));
        let began = watch.began().unwrap();
        watch.note(&sent(0x8a, 0));
        watch.note(&sent(0x00, 5));
        assert_eq!(watch.began(), Some(began));
        watch.note(&sent(0x80, 5));
        assert!(watch.began().is_none());
    }

    #[test]
    fn half_a_header_is_waited_for() {
        let mut watch = FrameWatch::default();
        let mut frames = sent(0x81, 3);
        frames.extend(&sent(0x81, 3)[..2]);
        watch.note(&frames);
        assert!(watch.began().is_some());
    }

    #[test]
    fn frames_of_ours_are_as_long_as_they_say() {
        let mut frames = text("hello");
        let first = frames.len();
        frames.extend(text(&"x".repeat(70_000)));
        frames.extend(close(1013, "read faster"));
        assert_eq!(length(&frames), first);
        assert_eq!(length(&frames[first..]), 70_010);
        assert!(is_close(&frames[first + 70_010..]));
        assert_eq!(length(&frames[first + 70_010..]), 2 + 2 + 11);
    }
}
