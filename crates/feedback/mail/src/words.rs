//! What letters say, by language.

mod english;

use crate::block::{Content, Footer};
use crate::digest::Digest;
use crate::notice::Notice;
use crate::reader::{Language, Programme, Reader};

/// What the letter of a notification says.
pub(crate) fn content(reader: &Reader, notice: &Notice) -> Content {
    match reader.language {
        Language::English => english::content(reader, notice),
    }
}

/// What a digest says.
pub(crate) fn digest(programme: &Programme, reader: &Reader, digest: &Digest) -> Content {
    match reader.language {
        Language::English => english::digest(programme, reader, digest),
    }
}

/// The footer of every mail.
pub(crate) fn footer(reader: &Reader, content: &Content) -> Footer {
    match reader.language {
        Language::English => english::footer(reader, content),
    }
}

/// What a kind of notification is called.
pub(crate) fn kind_name(language: Language, kind: &str) -> &'static str {
    match language {
        Language::English => english::kind_name(kind),
    }
}
