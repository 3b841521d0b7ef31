//! Pictures rebuilt from the blocks that show something, and from nothing else.
//!
//! Cameras and programs write about people, places and times into pictures: in blocks made for it,
//! in blocks of their own, between scans, behind the end, in previews of what was cut away.
//! Whatever is not known to change what is seen is left out. Which way is up is kept, because a
//! picture without it would lie on its side.
//!
//! Nothing is decoded: the work is one pass over the bytes, and the result is no longer than what
//! came but for [`orientation::notes`].

mod gif;
mod jpeg;
mod orientation;
mod png;
mod webp;

use bytes::Bytes;

/// A picture of a type this knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `image/gif`
    Gif,
    /// `image/jpeg`
    Jpeg,
    /// `image/png`
    Png,
    /// `image/webp`
    WebP,
}

impl Format {
    /// The format of a content type, if it is one of a picture.
    pub fn of(content_type: &str) -> Option<Format> {
        match content_type {
            "image/gif" => Some(Format::Gif),
            "image/jpeg" => Some(Format::Jpeg),
            "image/png" => Some(Format::Png),
            "image/webp" => Some(Format::WebP),
            _ => None,
        }
    }

    /// The picture without anything else; `None` if its blocks do not fit together.
    pub fn rebuilt(self, picture: &[u8]) -> Option<Bytes> {
        let rebuilt = match self {
            Format::Gif => gif::rebuilt(picture),
            Format::Jpeg => jpeg::rebuilt(picture),
            Format::Png => png::rebuilt(picture),
            Format::WebP => webp::rebuilt(picture),
        };
        rebuilt.map(Bytes::from)
    }

    /// How many pictures an animation consists of; `usize::MAX` if its blocks do not fit together.
    pub fn frames(self, picture: &[u8]) -> usize {
        let frames = match self {
            Format::Gif => gif::frames(picture),
            Format::Jpeg => Some(1),
            Format::Png => png::frames(picture),
            Format::WebP => webp::frames(picture),
        };
        frames.unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests;
