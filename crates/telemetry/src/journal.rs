//! The journal of systemd: lines carry their priority, and the journal adds the time.

use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;

use tracing::Level;

/// Whether standard error leads to the journal. `stream` is what systemd put into `JOURNAL_STREAM`,
/// which a process inherits even after its standard error was sent elsewhere.
pub fn is_journal(stream: Option<&str>) -> bool {
    let stderr = std::io::stderr().as_fd().try_clone_to_owned();
    stderr.is_ok_and(|stderr| is_stream(stream, &File::from(stderr)))
}

/// Whether a file is the one that `device:inode` names.
fn is_stream(stream: Option<&str>, file: &File) -> bool {
    let named = stream.and_then(|text| text.split_once(':'));
    let named = named.and_then(|(device, inode)| Some((device.parse().ok()?, inode.parse().ok()?)));
    match (named, file.metadata()) {
        (Some(named), Ok(found)) => named == (found.dev(), found.ino()),
        _ => false,
    }
}

/// The priority of syslog, as the journal reads it at the beginning of a line.
pub fn prefix(level: Level) -> &'static str {
    match level {
        Level::ERROR => "<3>",
        Level::WARN => "<4>",
        Level::INFO => "<6>",
        Level::DEBUG | Level::TRACE => "<7>",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_stream_that_systemd_named_is_the_journal() {
        let file = File::open("/proc/self/exe").unwrap();
        let found = file.metadata().unwrap();
        let named = format!("{}:{}", found.dev(), found.ino());
        assert!(is_stream(Some(&named), &file));
        let other = format!("{}:{}", found.dev(), found.ino() + 1);
        for wrong in [None, Some(""), Some("8"), Some("a:b"), Some(&*other)] {
            assert!(!is_stream(wrong, &file), "{wrong:?}");
        }
    }
}
