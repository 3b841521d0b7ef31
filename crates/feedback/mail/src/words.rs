//! The texts of mails, by language.

mod english;

use crate::block::{Content, Footer};
use crate::digest::Digest;
use crate::notice::Notice;
use crate::reader::{Language, Programme, Reader};

/// The content of a notification's mail.
pub(crate) fn content(reader: &Reader, notice: &Notice) -> Content {
    match reader.language {
        Language::English => english::content(reader, notice),
    }
}

/// The content of a digest.
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

/// The display name of a kind of notification.
pub(crate) fn kind_name(language: Language, kind: &str) -> &'static str {
    match language {
        Language::English => english::kind_name(kind),
    }
}
