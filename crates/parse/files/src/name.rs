//! Names of files: what a client may propose, and what the storage knows them by.

use std::fmt;

use parse_model::{Code, Json, Refusal};

const MAX_NAME: usize = 128;
const MAX_DIRECTORY: usize = 256;
const MAX_STORED: usize = 1024;

/// First segments of a directory that would be taken for another route.
const RESERVED: &[&str] = &["metadata"];

/// A name that a client proposes for a file.
///
/// Holding one is proof that it stands for itself in a path, a header and a key of a bucket:
/// letters, digits and a few signs, no separators, nothing at its end that a file system would
/// drop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName(String);

impl FileName {
    /// Checks a name.
    pub fn checked(name: &str) -> Result<FileName, Refusal> {
        if name.chars().count() > MAX_NAME {
            return Err(refused("Filename too long."));
        }
        let mut bytes = name.bytes();
        let is_start = |byte: u8| byte == b'_' || byte.is_ascii_alphanumeric();
        let is_rest = |byte: u8| is_start(byte) || b"@. ~-".contains(&byte);
        let is_good = bytes.next().is_some_and(is_start) && bytes.all(is_rest);
        // Systems that drop a dot or a blank at the end would serve another type than was checked.
        if !is_good || name.ends_with(['.', ' ']) {
            return Err(refused("Filename contains invalid characters."));
        }
        Ok(FileName(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What follows the last dot; empty for a name without one.
    pub fn extension(&self) -> &str {
        self.0.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// The same name with an extension after it.
    pub fn with_extension(&self, extension: &str) -> FileName {
        FileName(format!("{}.{extension}", self.0))
    }
}

/// A folder that files are put into by a caller with the master key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory(String);

impl Directory {
    /// Checks what was sent as a folder.
    pub fn checked(sent: &Json) -> Result<Directory, Refusal> {
        let Some(text) = sent.as_str() else {
            return Err(refused("Directory must be a string."));
        };
        let problem = if text.is_empty() {
            "Directory must not be empty."
        } else if text.len() > MAX_DIRECTORY {
            "Directory path is too long."
        } else if text.contains("..") {
            "Directory must not contain \"..\"."
        } else if text.starts_with('/') || text.ends_with('/') {
            "Directory must not start or end with \"/\"."
        } else if text.contains("//") {
            "Directory must not contain consecutive slashes."
        } else if let Some(first) = text.split('/').next().filter(|first| RESERVED.contains(first))
        {
            return Err(Refusal::new(
                Code::INVALID_FILE_NAME,
                format!("Directory must not start with reserved segment \"{first}\"."),
            ));
        } else if !text.starts_with(|c: char| c.is_ascii_alphanumeric())
            || !text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-/".contains(&b))
        {
            "Directory contains invalid characters."
        } else {
            return Ok(Directory(text.to_owned()));
        };
        Err(refused(problem))
    }

    /// The folder.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The name a stored file is known by, folder included.
///
/// Holding one is proof that it cannot lead out of the place where files are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StoredName(String);

impl StoredName {
    /// A new name: with random bytes in front one that cannot be guessed or taken, without them the
    /// name as it is.
    pub fn issue(
        name: &FileName,
        directory: Option<&Directory>,
        random: Option<[u8; 16]>,
    ) -> StoredName {
        let mut stored = directory.map_or_else(String::new, |folder| format!("{}/", folder.0));
        if let Some(bytes) = random {
            for byte in bytes {
                stored.push_str(&format!("{byte:02x}"));
            }
            stored.push('_');
        }
        stored.push_str(name.as_str());
        StoredName(stored)
    }

    /// Reads a name that a request asks for. Others than ours may have made it.
    pub fn checked(name: &str) -> Result<StoredName, Refusal> {
        let is_lost = name.split('/').any(|part| matches!(part, "" | "." | ".."));
        let is_strange = name.chars().any(|c| c.is_control() || c == '\\');
        if name.len() > MAX_STORED || is_lost || is_strange {
            return Err(refused("Filename contains invalid characters."));
        }
        Ok(StoredName(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name without its folder.
    pub fn last(&self) -> &str {
        self.0.rsplit_once('/').map_or(&*self.0, |(_, last)| last)
    }

    /// Whether the name begins with what makes ours unlike any other.
    pub fn is_unguessable(&self) -> bool {
        let bytes = self.last().as_bytes();
        bytes.len() > 33 && bytes[32] == b'_' && bytes[..32].iter().all(u8::is_ascii_hexdigit)
    }
}

impl fmt::Display for StoredName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name as one segment of a path, escaped as JavaScript's `encodeURIComponent` does.
pub fn encoded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn refused(problem: &'static str) -> Refusal {
    Refusal::new(Code::INVALID_FILE_NAME, problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_name_has_no_separators_and_ends_in_nothing_that_is_dropped() {
        for good in ["a.png", "_x", "9", "a b@c~d-e.tar.gz", &"x".repeat(128)] {
            assert!(FileName::checked(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            ".a",
            "a/b",
            "a\\b",
            "..",
            "a\0",
            "a\"\r\nX: y.png",
            "é",
            "a.",
            "a ",
            "a:b",
            "a%2f",
        ] {
            assert!(FileName::checked(bad).is_err(), "{bad:?}");
        }
        assert_eq!(
            FileName::checked(&"x".repeat(129)).unwrap_err().text(true),
            "Filename too long."
        );
    }

    #[test]
    fn a_directory_is_a_relative_path_of_plain_segments() {
        for good in ["a", "a/b", "A-1/b_2/c"] {
            assert!(Directory::checked(&json!(good)).is_ok(), "{good}");
        }
        for bad in ["", "/a", "a/", "a//b", "../a", "a/../b", "metadata", "metadata/x", "a b", "_a"]
        {
            assert!(Directory::checked(&json!(bad)).is_err(), "{bad}");
        }
        assert!(Directory::checked(&json!(7)).is_err());
    }

    #[test]
    fn a_stored_name_never_leads_out_of_its_place() {
        for bad in ["", "..", "../x", "a/../b", "/etc/passwd", "a//b", "a\\b", "a\0b", "a/."] {
            assert!(StoredName::checked(bad).is_err(), "{bad:?}");
        }
        assert!(StoredName::checked("folder/tfss-é (1).png").is_ok());
        assert!(StoredName::checked(&"x".repeat(2000)).is_err());
    }

    #[test]
    fn issued_names_differ_unless_they_are_kept() {
        let name = FileName::checked("a.txt").unwrap();
        let folder = Directory::checked(&json!("d")).unwrap();
        let issued = StoredName::issue(&name, Some(&folder), Some([1; 16]));
        assert!(issued.is_unguessable() && issued.as_str().starts_with("d/"));
        assert!(issued.as_str().ends_with("_a.txt"));
        assert_ne!(issued, StoredName::issue(&name, Some(&folder), Some([2; 16])));
        let kept = StoredName::issue(&name, None, None);
        assert_eq!((kept.as_str(), kept.is_unguessable()), ("a.txt", false));
    }

    #[test]
    fn names_are_escaped_as_javascript_does() {
        assert_eq!(encoded("d/a b@c~d(1).png"), "d%2Fa%20b%40c~d(1).png");
    }
}
